/**
 * A search thread: what it is told, what it answers, and what goes on inside. How a thread is started and how the
 * messages travel depends on the platform (thread-node.ts).
 *
 * A thread works on one request at a time. It is steered by shared words (search/limits.ts) while it does, since it
 * reads no message before it is done. It lives with one table: another size means another thread, which also keeps
 * one position and one search a thread, as V8 likes best.
 */
import { legalTurns } from '../rules/generate.ts';
import { formatTurn } from '../rules/notation.ts';
import { createPerft, type Perft } from '../rules/perft.ts';
import { createPosition, playTurn, undoTurn } from '../rules/position.ts';
import { AVALANCHE } from '../rules/variants.ts';
import {
  CONTROL_STOP,
  isHasty,
  MAX_PLY,
  type SearchInfo,
  type SearchLimits,
  type SearchResult,
} from '../search/limits.ts';
import { createSearch } from '../search/search.ts';
import { createTable } from '../search/table.ts';
import { createTeam } from '../search/team.ts';
import { type Game, loadGame, startOf } from './game.ts';
import { RARITIES } from './rarities.ts';
import { askRules } from './rehearse.ts';

/** The limits of a search that can be sent: the clock is the thread's own. */
export type PlainLimits = Omit<SearchLimits, 'now'>;

/** No limit at all, the clock running from the beginning of time. */
export const UNLIMITED: PlainLimits = {
  depth: MAX_PLY - 1,
  nodes: Number.POSITIVE_INFINITY,
  mate: 0,
  softMs: Number.POSITIVE_INFINITY,
  hardMs: Number.POSITIVE_INFINITY,
  start: 0,
  multiPv: 1,
  searchTurns: undefined,
};

export type ThreadRequest =
  /** In practice, before the first real search, only a part of the table is used; `new game` has to follow. */
  | {
      readonly type: 'search';
      readonly game: Game;
      readonly limits: PlainLimits;
      readonly practice: boolean;
    }
  | { readonly type: 'perft'; readonly game: Game; readonly depth: number }
  | { readonly type: 'clear table' }
  | { readonly type: 'new game' };

export type ThreadReply =
  /** Sent once, when the thread is set up. */
  | { readonly type: 'ready' }
  | { readonly type: 'info'; readonly info: SearchInfo }
  | { readonly type: 'divided'; readonly turn: string; readonly count: number }
  // Each of these ends a request.
  /** With the reports that have not been sent before. */
  | { readonly type: 'found'; readonly result: SearchResult; readonly infos?: readonly SearchInfo[] }
  /** Partial if there was more to count when it was stopped. */
  | { readonly type: 'done'; readonly partial?: boolean };

/** Memory shared by the thread and the one who steers it. */
export interface SharedMemory {
  readonly table: SharedArrayBuffer;
  /** `notesBytes` about the table. */
  readonly notes: SharedArrayBuffer;
  readonly control: SharedArrayBuffer;
  /** Which of the threads over this memory it is: 0 for the first, which alone reports and clears the table. */
  readonly thread: number;
}

/** The handle on a running thread. */
export interface Thread {
  post(request: ThreadRequest): void;
  /** Ends it, at once and without a further reply. */
  end(): void;
}

export interface ThreadEvents {
  reply(reply: ThreadReply): void;
  /** The thread is gone, though nobody has ended it. */
  died(reason: string): void;
}

export type StartThread = (memory: SharedMemory, events: ThreadEvents) => Thread;

/** Milliseconds since an instant that is the same for all threads of the program. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * A new thread searches for so long and so many nodes, but no longer than that, to have its code compiled, unless it is
 * stopped: the first turn shall not pay for it. The nodes are for a machine that has much else to do.
 */
const WARM_UP_MS = 300;
const WARM_UP_NODES = 150_000;
const LONGEST_WARM_UP_MS = 1000;
/** In each of the positions of rare things. Twice, since V8 begins to note what a function meets when it has been called some times. */
const RARITY_NODES = [200, 500];
/** And how long it plays to itself, in short searches. */
const REHEARSAL_MS = 60;
const REHEARSAL_NODES = 300;
const LONGEST_REHEARSAL = 30;
/** Perft looks whether it shall stop after each piece of work of this depth, some milliseconds at most. */
const PERFT_PIECE = 2;
/** Practice uses no more of the table, since it is cleared afterwards: fresh memory is clean, and slow at the first touch. */
const PRACTICE_BYTES = 16 * 1024 * 1024;

/** The inner half: sets everything up, says `ready`, and answers the requests handed to the returned function. */
export function createThreadWork(
  memory: SharedMemory,
  reply: (reply: ThreadReply) => void,
): (request: ThreadRequest) => void {
  const control = new Int32Array(memory.control);
  const { thread } = memory;
  const team = createTeam(control, thread);
  const table = createTable(memory.table, team.age, new Uint8Array(memory.notes), PRACTICE_BYTES);
  const position = createPosition();
  const search = createSearch(position, table, control, { thread });
  let perft: Perft | undefined;
  /** Nothing has been searched that could be remembered. */
  let isFresh = true;

  function run(limits: PlainLimits, onInfo: (info: SearchInfo) => void): SearchResult {
    isFresh = false;
    return search.run({ ...limits, now }, onInfo);
  }

  function forget(): void {
    if (!isFresh) search.newGame();
    isFresh = true;
  }

  function warmUp(): void {
    for (const nodes of RARITY_NODES) {
      for (const game of RARITIES) {
        loadGame(game, position);
        askRules(position);
        run({ ...UNLIMITED, nodes, hardMs: LONGEST_WARM_UP_MS, start: now() }, () => {});
      }
    }
    const start = now();
    loadGame(startOf(AVALANCHE), position);
    const work = (ms: number, nodes: number): number =>
      run({ ...UNLIMITED, nodes, softMs: ms, hardMs: ms, start }, () => {}).nodes;
    const missing = WARM_UP_NODES - work(WARM_UP_MS, UNLIMITED.nodes);
    if (missing > 0) work(LONGEST_WARM_UP_MS, missing);
    // The root, and all that happens once a search.
    const end = now() + REHEARSAL_MS;
    const isOver = (): boolean => now() > end || Atomics.load(control, CONTROL_STOP) !== 0;
    for (let i = 0; !isOver(); i++) {
      const turns = legalTurns(position);
      if (turns.length === 0 || i % LONGEST_REHEARSAL === 0) loadGame(startOf(AVALANCHE), position);
      else
        playTurn(position, run({ ...UNLIMITED, depth: 1 + (i & 1), nodes: REHEARSAL_NODES }, () => {}).best);
    }
    // What others may still be storing is forgotten when all are ready.
    if (team.size === 1 || !team.leads) forget();
  }

  /** One first turn after another; false if it was stopped before the last was counted. */
  function divide(depth: number): boolean {
    perft ??= createPerft(position);
    for (const turn of legalTurns(position)) {
      const text = formatTurn(position, turn);
      playTurn(position, turn);
      const count = countInPieces(perft, depth - 1);
      undoTurn(position);
      if (count === undefined) return false;
      reply({ type: 'divided', turn: text, count });
    }
    return true;
  }

  /** Undefined if it was stopped. */
  function countInPieces(counter: Perft, depth: number): number | undefined {
    if (Atomics.load(control, CONTROL_STOP) !== 0) return undefined;
    if (depth <= PERFT_PIECE) return counter.count(depth, 'bulk');
    let sum = 0;
    for (const turn of legalTurns(position)) {
      playTurn(position, turn);
      const count = countInPieces(counter, depth - 1);
      undoTurn(position);
      if (count === undefined) return undefined;
      sum += count;
    }
    return sum;
  }

  function answer(request: ThreadRequest): void {
    switch (request.type) {
      case 'search': {
        if (!request.practice) table.open();
        loadGame(request.game, position);
        const infos: SearchInfo[] = [];
        // Where every tenth of a millisecond counts, one message instead of two.
        const keeps = isHasty(request.limits);
        const result = run(request.limits, (info) => {
          if (!team.leads) return;
          if (keeps) infos.push(info);
          else reply({ type: 'info', info });
        });
        reply({ type: 'found', result, infos });
        return;
      }
      case 'perft':
        loadGame(request.game, position);
        reply({ type: 'done', partial: !divide(request.depth) });
        return;
      case 'clear table':
        if (!isFresh) search.clearTable();
        break;
      case 'new game':
        forget();
        break;
    }
    reply({ type: 'done' });
  }

  warmUp();
  reply({ type: 'ready' });
  return answer;
}
