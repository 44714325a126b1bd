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
  /** To a thread that has nothing to do. */
  post(request: ThreadRequest, client: Client): void;
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

  function reply(message: ThreadReply): void {
    const asking = client;
    const isLast = message.type === 'ready' || message.type === 'found' || message.type === 'done';
    if (isLast) client = undefined;
    if (message.type === 'ready') isStarting = false;
    asking?.reply(message);
  }

  function died(reason: string): void {
    const asking = client;
    thread = undefined;
    client = undefined;
    onDeath(reason, isStarting);
    asking?.died();
  }

  return {
    isAlive: () => thread !== undefined,
    start(megabytes, asking) {
      const table = platform.allocate(tableBytes(megabytes));
      const words = platform.allocate(4 * CONTROL_WORDS);
      thread?.end();
      control = new Int32Array(words);
      client = asking;
      isStarting = true;
      thread = platform.startThread({ table, control: words }, { reply, died });
    },
    post(request, asking) {
      client = asking;
      thread?.post(request);
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
    },
  };
}
