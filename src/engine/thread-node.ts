/** Search threads as worker threads of Node: both halves. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  createThreadWork,
  now,
  type PlainLimits,
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

/**
 * How much V8 may inline into one function, in bytes of its bytecode, and how often a call has to be reached for it. What
 * V8 usually allows ends in the middle of a search's node, whose parts all call the next one. With more of it a search
 * visits 1.1 to 1.2 times as many nodes a second; twice as much again is no gain (medians of 3 and 4, 30 Nov 2026).
 */
const INLINED_LESS = inlining(920, 460, 0.15);
const INLINED_MORE = inlining(4000, 1000, 0.05);
/** The warm-up and searches of so many milliseconds and nodes are worth it. In shorter ones it is compiling that takes the time. */
const LONG_MS = 100;
const LONG_NODES = 10_000;

function inlining(altogether: number, each: number, frequency: number): readonly string[] {
  return [
    `--max-inlined-bytecode-size-cumulative=${altogether}`,
    `--max-inlined-bytecode-size=${each}`,
    `--min-inlining-frequency=${frequency}`,
  ];
}

/** It holds for all threads of the program, and for what is compiled from now on. */
function inline(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}

function isLong({ hardMs, nodes }: PlainLimits): boolean {
  return hardMs >= LONG_MS && nodes >= LONG_NODES;
}

export function nodeThreads(program: ThreadProgram): StartThread {
  let inlined = INLINED_LESS;
  let warmingUp = 0;

  function allow(flags: readonly string[]): void {
    if (flags !== inlined) inline(flags);
    inlined = flags;
  }

  return (memory, events) => {
    allow(INLINED_MORE);
    warmingUp++;
    let isWarm = false;
    const options = { workerData: memory, resourceLimits: RESOURCE_LIMITS };
    const worker =
      'file' in program
        ? new Worker(program.file, options)
        : new Worker(program.code, { ...options, eval: true });
    let over = false;

    function beWarm(): void {
      if (isWarm) return;
      isWarm = true;
      warmingUp--;
      if (warmingUp === 0) allow(INLINED_LESS);
    }

    function die(reason: string): void {
      beWarm();
      if (over) return;
      over = true;
      events.died(reason);
    }

    worker.on('message', (reply: ThreadReply) => {
      if (reply.type === 'ready') beWarm();
      if (!over) events.reply(reply);
    });
    worker.on('error', (error) => die(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => die(`exit code ${code}`));
    return {
      post(request) {
        // The first thread has the limits that were asked for; the others search as long as it does.
        if (request.type === 'search' && memory.thread === 0)
          allow(isLong(request.limits) ? INLINED_MORE : INLINED_LESS);
        worker.postMessage(request);
      },
      end() {
        over = true;
        beWarm();
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
