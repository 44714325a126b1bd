/**
 * Search threads as workers inside the worker of the engine: both halves.
 *
 * With the headers that isolate a page (ours sends them) the memory is shared, and a search is steered by the same
 * shared words as in Node. Without them there is no shared memory and a worker that searches hears nothing. Then the
 * outer half looks at the words on its behalf, ends it when it is to stop, answers with the best turn that it has
 * reported, and puts a new worker in its place. That costs the table, but a search that stops to listen would need to
 * be able to leave its recursion, and polling through a service worker would need one to be installed.
 */
import {
  createThreadWork,
  type SharedMemory,
  type StartThread,
  type Thread,
  type ThreadEvents,
  type ThreadReply,
  type ThreadRequest,
} from '../../engine/thread.ts';
import { NO_TURN } from '../../rules/turn.ts';
import { CONTROL_STOP, CONTROL_WORDS, type SearchInfo } from '../../search/limits.ts';
import { notesBytes } from '../../search/table.ts';

/** What we need of the global object of a worker. */
export interface Scope {
  readonly name: string;
  readonly location: { readonly href: string };
  postMessage(message: unknown): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  close(): void;
}

const SEARCH_WORKER = 'search';
/** How often the words are looked at where memory is not shared. */
const LOOK_MS = 15;

/** The first message to a search worker: its memory, or the size of the table that it shall have for itself. */
type Setup = SharedMemory | { readonly tableBytes: number };

export function isSearchWorker(scope: Scope): boolean {
  return scope.name === SEARCH_WORKER;
}

function isShared(): boolean {
  return typeof SharedArrayBuffer === 'function';
}

/** Memory for a table or for the words; where none can be shared, a buffer that is ours alone stands in. */
export function allocate(bytes: number): SharedArrayBuffer {
  return isShared() ? new SharedArrayBuffer(bytes) : (new ArrayBuffer(bytes) as unknown as SharedArrayBuffer);
}

export function webThreads(scope: Scope): StartThread {
  return isShared()
    ? (memory, events) => startWorker(scope, memory, events)
    : (memory, events) => startReplaceable(scope, memory, events);
}

function startWorker(scope: Scope, setup: Setup, events: ThreadEvents): Thread {
  const worker = new Worker(scope.location.href, { name: SEARCH_WORKER });
  let over = false;
  worker.onmessage = ({ data }: MessageEvent<ThreadReply>) => {
    if (!over) events.reply(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (over) return;
    over = true;
    worker.terminate();
    events.died(event.message || 'it could not be loaded');
  };
  worker.postMessage(setup);
  return {
    post: (request) => worker.postMessage(request),
    end() {
      over = true;
      worker.terminate();
    },
  };
}

/** A thread that cannot hear: ended and replaced where another one would be told to stop. */
function startReplaceable(scope: Scope, memory: SharedMemory, events: ThreadEvents): Thread {
  const control = new Int32Array(memory.control);
  let isReady = false;
  /** What is under way, or waits for the worker to be ready. */
  let request: ThreadRequest | undefined;
  /** The best line so far of the search under way. */
  let best: SearchInfo | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let worker = spawn();

  function spawn(): Thread {
    isReady = false;
    return startWorker(scope, { tableBytes: memory.table.byteLength }, { reply, died });
  }

  function reply(message: ThreadReply): void {
    if (message.type === 'ready') {
      isReady = true;
      // Of the first worker it is the answer to its start; the others are our own affair.
      if (request === undefined) events.reply(message);
      else send(request);
      return;
    }
    if (message.type === 'info' && message.info.line === 1 && message.info.pv.length > 0) best = message.info;
    if (message.type === 'found' || message.type === 'done') finish();
    events.reply(message);
  }

  function died(reason: string): void {
    finish();
    events.died(reason);
  }

  function finish(): void {
    clearInterval(timer);
    timer = undefined;
    request = undefined;
    best = undefined;
  }

  function isStopped(): boolean {
    return Atomics.load(control, CONTROL_STOP) !== 0;
  }

  function send(asked: ThreadRequest): void {
    // Stopped before it begins, a search still owes a turn.
    const hasty = asked.type === 'search' && isStopped();
    worker.post(hasty ? { ...asked, limits: { ...asked.limits, depth: 1 } } : asked);
  }

  function look(): void {
    if (!isStopped() || !isReady) return;
    if (request?.type === 'perft') replace({ type: 'done', partial: true });
    else if (request?.type === 'search' && best !== undefined) {
      const { pv, score, depth, nodes } = best;
      replace({
        type: 'found',
        result: { best: pv[0] ?? NO_TURN, ponder: pv[1] ?? NO_TURN, score, depth, nodes },
      });
    }
  }

  function replace(answer: ThreadReply): void {
    worker.end();
    worker = spawn();
    finish();
    events.reply(answer);
  }

  return {
    post(asked) {
      request = asked;
      timer = setInterval(look, LOOK_MS);
      if (isReady) send(asked);
    },
    end() {
      finish();
      worker.end();
    },
  };
}

/** The life of a search worker, seen from inside. */
export function serveSearch(scope: Scope): void {
  let work: ((request: ThreadRequest) => void) | undefined;
  /** The words that nobody shares; they end the warm-up at once, since many such workers do not live long. */
  let words: Int32Array | undefined;
  scope.onmessage = ({ data }) => {
    if (work !== undefined) {
      if (words !== undefined) words[CONTROL_STOP] = 0;
      work(data as ThreadRequest);
      return;
    }
    const setup = data as Setup;
    let memory: SharedMemory;
    if ('tableBytes' in setup) {
      const control = allocate(4 * CONTROL_WORDS);
      const table = allocate(setup.tableBytes);
      memory = { table, notes: allocate(notesBytes(setup.tableBytes)), control, thread: 0 };
      words = new Int32Array(memory.control);
      words[CONTROL_STOP] = 1;
    } else {
      memory = setup;
    }
    work = createThreadWork(memory, (reply) => scope.postMessage(reply));
  };
}
