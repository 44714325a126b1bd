/**
 * The search threads and the memory that they share with us. The first one takes the requests; the others help it
 * with each search (search/team.ts) and are never waited for, but for the table to come to rest before it is cleared.
 */
import { CONTROL_SEARCH, CONTROL_WORDS } from '../search/limits.ts';
import { notesBytes, tableBytes } from '../search/table.ts';
import { controlWords } from '../search/team.ts';
import {
  type SharedMemory,
  type StartThread,
  type Thread,
  type ThreadReply,
  type ThreadRequest,
  UNLIMITED,
} from './thread.ts';

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
  /** Starts so many threads, in place of those that there were, with a table of their own; throws if there is no memory for it. */
  start(megabytes: number, threads: number, client: Client): void;
  /**
   * To the first thread, as soon as it has nothing to do: one that was too late for its answer may still be at work.
   * `setUp` is called just before, for the words that steer it. A search is the work of all threads if it is `shared`.
   */
  post(request: ThreadRequest, client: Client, setUp?: () => void, shared?: boolean): void;
  control(word: number): number;
  setControl(word: number, value: number): void;
  /** Gives the first thread up, as if it had died. */
  abandon(reason: string): void;
  end(): void;
}

interface Entry {
  readonly request: ThreadRequest;
  readonly client: Client;
  readonly setUp: (() => void) | undefined;
  readonly shared: boolean;
}

/** A thread beside the first. */
interface Member {
  readonly thread: Thread;
  isReady: boolean;
  /** Requests that it has not answered yet. */
  pending: number;
}

/** A thread that has not come to rest so long after its search was over is not going to. */
const PATIENCE_MS = 5000;

/** `onDeath` hears of every thread that died by itself, before the client does; of the first one whether it is gone. */
export function createPool(
  platform: Platform,
  onDeath: (reason: string, wasStarting: boolean, isFirst: boolean) => void,
): Pool {
  let thread: Thread | undefined;
  let others = new Map<number, Member>();
  let isFirstReady = false;
  let isStarting = false;
  let memory: Omit<SharedMemory, 'thread'> | undefined;
  let control: Int32Array = new Int32Array(CONTROL_WORDS);
  let client: Client | undefined;
  let waiting: Entry[] = [];
  let searches = 0;
  let alarm: ReturnType<typeof setTimeout> | undefined;

  function next(): void {
    if (client !== undefined || isStarting || waiting.length === 0) return;
    const { request } = waiting[0];
    if (request.type !== 'search' && !areAtRest()) {
      alarm ??= setTimeout(giveUpOnOthers, PATIENCE_MS);
      return;
    }
    const entry = waiting.shift() as Entry;
    client = entry.client;
    if (request.type === 'search') search(request, entry);
    else {
      entry.setUp?.();
      if (request.type === 'new game') tellOthers(request);
      thread?.post(request);
    }
  }

  function search(request: Extract<ThreadRequest, { type: 'search' }>, { setUp, shared }: Entry): void {
    const isShared = shared && others.size > 0;
    const number = isShared ? nextNumber() : 0;
    setControl(CONTROL_SEARCH, number);
    setUp?.();
    if (!isShared) {
      thread?.post(request);
      return;
    }
    const { nodes, mate, multiPv, searchTurns } = request.limits;
    thread?.post({ ...request, limits: { ...request.limits, search: number } });
    tellOthers({ ...request, limits: { ...UNLIMITED, nodes, mate, multiPv, searchTurns, search: number } });
  }

  function nextNumber(): number {
    searches = (searches + 1) & 0x3fffffff || 1;
    return searches;
  }

  function tellOthers(request: ThreadRequest): void {
    for (const member of others.values()) {
      member.pending++;
      member.thread.post(request);
    }
  }

  function areAtRest(): boolean {
    return [...others.values()].every(({ pending }) => pending === 0);
  }

  function giveUpOnOthers(): void {
    alarm = undefined;
    for (const [number, member] of [...others]) {
      if (member.pending === 0) continue;
      member.thread.end();
      otherDied(number, member, 'it does not obey');
    }
    next();
  }

  /** Whoever is waiting for a thread that is no more. */
  function orphans(): Client[] {
    const clients = waiting.map((entry) => entry.client);
    waiting = [];
    return client === undefined ? clients : [client, ...clients];
  }

  function reply(message: ThreadReply): void {
    if (message.type === 'ready') {
      isFirstReady = true;
      becomeReady();
      return;
    }
    const asking = client;
    const isLast = message.type === 'found' || message.type === 'done';
    if (isLast) client = undefined;
    // Before the reply, which may lead to another request.
    if (isLast) next();
    asking?.reply(message);
  }

  /** When the last one is ready, so is the pool. */
  function becomeReady(): void {
    if (!isStarting || !isFirstReady || [...others.values()].some(({ isReady }) => !isReady)) return;
    const asking = client;
    isFirstReady = false;
    const finish = (): void => {
      isStarting = false;
      client = undefined;
      next();
      asking?.reply({ type: 'ready' });
    };
    if (others.size === 0) {
      finish();
      return;
    }
    // What the others have stored while they warmed up.
    client = { reply: finish, died: () => asking?.died() };
    thread?.post({ type: 'new game' });
  }

  function died(reason: string): void {
    const asking = orphans();
    const wasStarting = isStarting;
    endThreads();
    client = undefined;
    onDeath(reason, wasStarting, true);
    for (const one of asking) one.died();
  }

  function startOther(number: number): void {
    if (memory === undefined) return;
    const member: Member = {
      thread: platform.startThread(
        { ...memory, thread: number },
        {
          reply(message) {
            if (message.type === 'ready') {
              member.isReady = true;
              becomeReady();
            } else if (message.type === 'found' || message.type === 'done') {
              member.pending--;
              if (areAtRest()) {
                clearTimeout(alarm);
                alarm = undefined;
              }
              next();
            }
          },
          died: (reason) => otherDied(number, member, reason),
        },
      ),
      isReady: false,
      pending: 0,
    };
    others.set(number, member);
  }

  /** The others do without it until another has warmed up; one that did not even start is not tried again. */
  function otherDied(number: number, member: Member, reason: string): void {
    if (others.get(number) !== member) return;
    others.delete(number);
    onDeath(reason, !member.isReady, false);
    if (member.isReady) startOther(number);
    becomeReady();
    next();
  }

  function endThreads(): void {
    clearTimeout(alarm);
    alarm = undefined;
    thread?.end();
    thread = undefined;
    for (const member of others.values()) member.thread.end();
    others = new Map();
  }

  function setControl(word: number, value: number): void {
    Atomics.store(control, word, value);
  }

  return {
    isAlive: () => thread !== undefined,
    start(megabytes, threads, asking) {
      const table = platform.allocate(tableBytes(megabytes));
      const notes = platform.allocate(notesBytes(table.byteLength));
      const words = platform.allocate(4 * controlWords(threads));
      endThreads();
      const late = orphans();
      memory = { table, notes, control: words };
      control = new Int32Array(words);
      client = asking;
      isStarting = true;
      isFirstReady = false;
      thread = platform.startThread({ ...memory, thread: 0 }, { reply, died });
      for (let number = 1; number < threads; number++) startOther(number);
      for (const one of late) one.died();
    },
    post(request, asking, setUp, shared = false) {
      waiting.push({ request, client: asking, setUp, shared });
      next();
    },
    control: (word) => Atomics.load(control, word),
    setControl,
    abandon(reason) {
      thread?.end();
      died(reason);
    },
    end() {
      endThreads();
      client = undefined;
      waiting = [];
    },
  };
}
