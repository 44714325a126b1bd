/** The search threads (one for now) and the memory that they share with us. */
import { CONTROL_WORDS } from '../search/limits.ts';
import { tableBytes } from '../search/table.ts';
import type { StartThread, Thread, ThreadReply, ThreadRequest } from './thread.ts';

/** What the engine needs of the world around it. */
export interface Platform {
  readonly startThread: StartThread;
  /** Throws if so much memory is not to be had. */
  allocate(bytes: number): SharedArrayBuffer;
  /** Called between games: what takes a moment and should not happen in one. */
  tidy?(): void;
}

/** Who has made a request: hears its replies, or that there will be no more of them. */
export interface Client {
  reply(reply: ThreadReply): void;
  died(): void;
}

export interface Pool {
  /** Is there a thread that takes requests? */
  isAlive(): boolean;
  /** Starts the thread, in place of one that there was, with a table of its own; throws if there is no memory for it. */
  start(megabytes: number, client: Client): void;
  /**
   * To the thread, as soon as it has nothing to do: one that was too late for its answer may still be at work.
   * `setUp` is called just before, for the words that steer it.
   */
  post(request: ThreadRequest, client: Client, setUp?: () => void): void;
  control(word: number): number;
  setControl(word: number, value: number): void;
  /** Gives the thread up, as if it had died. */
  abandon(reason: string): void;
  end(): void;
}

/** `onDeath` hears of every thread that died by itself, before the client does. */
export function createPool(
  platform: Platform,
  onDeath: (reason: string, wasStarting: boolean) => void,
): Pool {
  let thread: Thread | undefined;
  let isStarting = false;
  let control: Int32Array = new Int32Array(CONTROL_WORDS);
  let client: Client | undefined;
  let waiting: { request: ThreadRequest; client: Client; setUp: (() => void) | undefined }[] = [];

  function next(): void {
    const first = waiting.shift();
    if (first === undefined) return;
    client = first.client;
    first.setUp?.();
    thread?.post(first.request);
  }

  /** Whoever is waiting for a thread that is no more. */
  function orphans(): Client[] {
    const clients = waiting.map((entry) => entry.client);
    waiting = [];
    return client === undefined ? clients : [client, ...clients];
  }

  function reply(message: ThreadReply): void {
    const asking = client;
    const isLast = message.type === 'ready' || message.type === 'found' || message.type === 'done';
    if (isLast) client = undefined;
    if (message.type === 'ready') isStarting = false;
    // Before the reply, which may lead to another request.
    if (isLast) next();
    asking?.reply(message);
  }

  function died(reason: string): void {
    const asking = orphans();
    thread = undefined;
    client = undefined;
    onDeath(reason, isStarting);
    for (const one of asking) one.died();
  }

  return {
    isAlive: () => thread !== undefined,
    start(megabytes, asking) {
      const table = platform.allocate(tableBytes(megabytes));
      const words = platform.allocate(4 * CONTROL_WORDS);
      thread?.end();
      const late = orphans();
      control = new Int32Array(words);
      client = asking;
      isStarting = true;
      thread = platform.startThread({ table, control: words }, { reply, died });
      for (const one of late) one.died();
    },
    post(request, asking, setUp) {
      waiting.push({ request, client: asking, setUp });
      if (client === undefined) next();
    },
    control: (word) => Atomics.load(control, word),
    setControl(word, value) {
      Atomics.store(control, word, value);
    },
    abandon(reason) {
      thread?.end();
      died(reason);
    },
    end() {
      thread?.end();
      thread = undefined;
      client = undefined;
      waiting = [];
    },
  };
}
