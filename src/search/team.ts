/**
 * What the threads of one search share beside the table, in the words of shared memory that also steer it (limits.ts).
 *
 * Lazy SMP: every thread searches the same root by itself, with a position, histories and lines of its own, and what
 * one finds the others meet in the table. The first thread keeps the limits, reports and answers. Nobody waits for
 * anybody: the other threads end when the search that they work for is no longer the one under way, and what they
 * publish carries its number, so that one that is late is not mistaken for one of the next search.
 * All search the same depths: two threads came to a given depth in 0.99 of the time of one, in 0.98 if one of them was a
 * turn ahead, in 1.34 if it left out every other depth (36 searches of up to 2 s, 18 of the last, noisy; 30 Nov 2026).
 *
 * Behind the words for all, each thread has some of its own if there are several:
 *
 *     0      search    the number of the search that the rest belongs to
 *     1..3             as CONTROL_BEST and the words behind it; not used by the first thread
 *     4, 5   nodes     a 64-bit float, since an integer of 32 bits lasts for an hour or two; written in one piece
 *
 * Last come the claims (claims.ts).
 *
 * A thread publishes the nodes that it is going to count before it looks again, as their number is limited in sum.
 */
import { NO_TURN, type Turn } from '../rules/turn.ts';
import { CLAIM_WORDS, type Claims, createClaims } from './claims.ts';
import { CONTROL_AGE, CONTROL_BEST, CONTROL_SEARCH, CONTROL_WORDS, MATE_BOUND } from './limits.ts';

const WORDS = 16;
const SEARCH = 0;
const BEST = 1;
const NODES = 4;

/** What a thread would answer. */
export interface Vote {
  readonly turn: Turn;
  readonly score: number;
  /** Of the iteration that has found the turn. */
  readonly depth: number;
}

export interface Team {
  /** Threads in all. */
  readonly size: number;
  /** The age of the table, one for all threads. */
  readonly age: Int32Array;
  /** Where this thread publishes its best turn. */
  readonly bestWord: number;
  /** Only the first thread moves the age of the table, and clears it. */
  readonly leads: boolean;
  /** Begins to work for a search; 0 for work that nobody shares. */
  join(search: number): void;
  /** Has that search ended? Never for the first thread, which ends it. */
  isOver(): boolean;
  publishNodes(count: number): void;
  /** What the other threads of this search have published. */
  nodesOfOthers(): number;
  /** The first thread ends the search for all. */
  leave(): void;
  votesOfOthers(): Vote[];
  readonly claims: Claims;
}

/** The size in words of the memory that steers the search of so many threads. */
export function controlWords(threads: number): number {
  return CONTROL_WORDS + (threads === 1 ? 0 : CLAIM_WORDS + WORDS * threads);
}

/** `thread`: 0 for the first. */
export function createTeam(control: Int32Array, thread: number): Team {
  const size = Math.max(1, Math.floor((control.length - CONTROL_WORDS - CLAIM_WORDS) / WORDS));
  const claims = createClaims(size === 1 ? new Int32Array(0) : control.subarray(-CLAIM_WORDS));
  const own = wordsOf(thread);
  const leads = thread === 0;
  /** By 64-bit words. */
  const nodes = new Float64Array(control.buffer, control.byteOffset, control.length >> 1);
  let search = 0;

  function join(number: number): void {
    search = number;
    if (size === 1) return;
    Atomics.store(control, own + SEARCH, 0);
    Atomics.store(control, own + BEST, NO_TURN);
    nodes[(own + NODES) >> 1] = 0;
    Atomics.store(control, own + SEARCH, number);
  }

  function isOver(): boolean {
    return !leads && search !== 0 && Atomics.load(control, CONTROL_SEARCH) !== search;
  }

  function publishNodes(count: number): void {
    if (size > 1) nodes[(own + NODES) >> 1] = count;
  }

  function isWith(other: number): boolean {
    return search !== 0 && other !== thread && Atomics.load(control, wordsOf(other) + SEARCH) === search;
  }

  function nodesOfOthers(): number {
    let sum = 0;
    for (let other = 0; other < size; other++) {
      if (isWith(other)) sum += nodes[(wordsOf(other) + NODES) >> 1];
    }
    return sum;
  }

  function leave(): void {
    if (leads && search !== 0) Atomics.store(control, CONTROL_SEARCH, 0);
  }

  function votesOfOthers(): Vote[] {
    const votes: Vote[] = [];
    for (let other = 1; other < size; other++) {
      const at = wordsOf(other) + BEST;
      const turn = Atomics.load(control, at);
      if (!isWith(other) || turn === NO_TURN) continue;
      votes.push({ turn, score: Atomics.load(control, at + 1), depth: Atomics.load(control, at + 2) });
    }
    return votes;
  }

  return {
    size,
    age: control.subarray(CONTROL_AGE, CONTROL_AGE + 1),
    bestWord: leads ? CONTROL_BEST : own + BEST,
    leads,
    join,
    isOver,
    publishNodes,
    nodesOfOthers,
    leave,
    votesOfOthers,
    claims,
  };
}

function wordsOf(thread: number): number {
  return CONTROL_WORDS + WORDS * thread;
}

/** Added to what a vote's score is above the lowest, so that a deep search counts whatever it has found. */
const LEAST_WEIGHT = 14;

/**
 * The vote to follow, the first if there is a tie: a forced win, the shorter the better, or else the turn whose votes
 * weigh most by depth and score, seen by the one who has searched deepest for it.
 */
export function elect(votes: readonly Vote[]): Vote {
  const highest = best(votes, (vote) => vote.score);
  if (highest.score > MATE_BOUND) return highest;
  const lowest = Math.min(...votes.map((vote) => vote.score));
  const weight = (vote: Vote): number => (vote.score - lowest + LEAST_WEIGHT) * vote.depth;
  const sumOf = (turn: Turn): number =>
    votes.reduce((sum, vote) => (vote.turn === turn ? sum + weight(vote) : sum), 0);
  const { turn } = best(votes, (vote) => sumOf(vote.turn));
  return best(
    votes.filter((vote) => vote.turn === turn),
    (vote) => vote.depth,
  );
}

function best(votes: readonly Vote[], value: (vote: Vote) => number): Vote {
  return votes.reduce((one, other) => (value(other) > value(one) ? other : one));
}
