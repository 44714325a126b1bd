/** Search threads as worker threads of Node: both halves. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  createThreadWork,
  now,
  type SharedMemory,
  type StartThread,
  type ThreadReply,
  type ThreadRequest,
} from './thread.ts';

/** The program that a thread runs, which must call `serveThread`: a file, or the text of one. */
export type ThreadProgram = { readonly file: string } | { readonly code: string };

/** Is this a thread that `nodeThreads` has started? */
export function isSearchThread(): boolean {
  return !isMainThread;
}

/**
 * A search allocates next to nothing. A small young generation keeps its pauses short and its memory steady; what
 * should ever run away shall end the thread, which is replaced, and not the machine.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 512 };

export function nodeThreads(program: ThreadProgram): StartThread {
  return (memory, events) => {
    const options = { workerData: memory, resourceLimits: RESOURCE_LIMITS };
    const worker =
      'file' in program
        ? new Worker(program.file, options)
        : new Worker(program.code, { ...options, eval: true });
    let over = false;

    function die(reason: string): void {
      if (over) return;
      over = true;
      events.died(reason);
    }

    worker.on('message', (reply: ThreadReply) => {
      if (!over) events.reply(reply);
    });
    worker.on('error', (error) => die(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => die(`exit code ${code}`));
    return {
      post: (request) => worker.postMessage(request),
      end() {
        over = true;
        void worker.terminate();
      },
    };
  };
}

/** Not more often: in games of less than a second there is little to collect, and each time several cores are busy with it. */
const TIDY_PAUSE_MS = 1000;

/**
 * Collects the garbage of this thread. It takes V8 hours to find it worth the while, and it is better done between
 * two games than in one. The young generation, which would be let grow to 32 MB, stays small, and V8 does not begin to
 * collect of itself when it takes the main thread for idle.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-memory-reducer');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let next = 0;
  return () => {
    if (now() < next) return;
    collect();
    next = now() + TIDY_PAUSE_MS;
  };
}

/**
 * Lets V8 inline more into one function than the 920 bytes of bytecode that it allows itself: the search's functions are
 * longer than what it reckons with (1.05 times the nodes a second; at 0.1+0.001 turns take no longer, and clocks fall no
 * lower). For all threads, and before any of them has compiled anything. A larger limit for the single function that is
 * inlined gains another hundredth, but then the first seconds go into compiling, and games on such clocks are lost.
 */
export function widenInlining(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=2500');
}

/** The life of a thread, seen from inside. */
export function serveThread(): void {
  const port = parentPort;
  if (port === null) throw new Error('this is not a worker thread');
  const answer = createThreadWork(workerData as SharedMemory, (reply) => port.postMessage(reply));
  const tidy = garbageCollector();
  port.on('message', (request: ThreadRequest) => {
    if (request.type === 'new game') tidy();
    answer(request);
  });
}
