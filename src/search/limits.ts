/** What a search is asked for, what it reports, and the words of shared memory by which it is steered. */
import type { Turn } from '../rules/turn.ts';

/** The longest line searched, in plies (turns). */
export const MAX_PLY = 128;

/** A win at the root; a win in n plies scores MATE - n. */
export const MATE = 32000;
/** Scores beyond this (either sign) are forced wins or losses; evaluations stay below 20000. */
export const MATE_BOUND = MATE - 2 * MAX_PLY;

/** Words of the shared control array. */
export const CONTROL_STOP = 0; // not 0: end the search as soon as possible
export const CONTROL_PONDER = 1; // not 0: time limits do not apply yet
export const CONTROL_PONDERED_MS = 2; // at `ponderhit`: milliseconds between `start` and the hit
// What the search would answer now: 0 for nothing yet, or its best turn, the value of it and the depth that found it.
export const CONTROL_BEST = 3;
export const CONTROL_BEST_SCORE = 4;
export const CONTROL_BEST_DEPTH = 5;
export const CONTROL_SEARCH = 6; // the number of the search that several threads work on; 0 between searches
export const CONTROL_AGE = 7; // of the table
export const CONTROL_WORDS = 16;

export interface SearchLimits {
  /** Largest depth in turns, 1 to MAX_PLY - 1. */
  readonly depth: number;
  /** Largest number of nodes; Infinity for none. */
  readonly nodes: number;
  /** Stop when a win within this many own turns is found; 0 for none. */
  readonly mate: number;
  /**
   * Milliseconds from `start` after which no new depth is begun; Infinity for none. The pondered time is part of them
   * if the hard limit is higher, else they begin when it ends.
   */
  readonly softMs: number;
  /** Milliseconds after which the search is broken off, the same way; Infinity for none. */
  readonly hardMs: number;
  /** When the clock began to run, in milliseconds of `now`. */
  readonly start: number;
  /** How many best lines are wanted, at least 1. */
  readonly multiPv: number;
  /** The root turns to search; undefined for all. */
  readonly searchTurns: readonly Turn[] | undefined;
  /** The number by which the threads of one search know each other; 0 or undefined for a thread alone. */
  readonly search?: number;
  /** The clock: milliseconds since any fixed instant, the same for all threads. */
  readonly now: () => number;
}

const HASTY_NODES = 500;

/** Is it an answer at once, of which every part shall be short? */
export function isHasty({ depth, nodes }: Pick<SearchLimits, 'depth' | 'nodes'>): boolean {
  return depth === 1 && nodes <= HASTY_NODES;
}

export type Bound = 'exact' | 'lower' | 'upper';

export interface SearchInfo {
  readonly depth: number;
  readonly selectiveDepth: number;
  /** 1 for the best line. */
  readonly line: number;
  /** Centipawns from the mover's view, or a distance to MATE. */
  readonly score: number;
  readonly bound: Bound;
  readonly nodes: number;
  /** Milliseconds since `start`. */
  readonly time: number;
  /** Per mille of the table filled by this search. */
  readonly hashFull: number;
  readonly pv: readonly Turn[];
}

export interface SearchResult {
  /** NO_TURN only if the root is finished (no legal turn). */
  readonly best: Turn;
  /** The expected answer, or NO_TURN. */
  readonly ponder: Turn;
  readonly score: number;
  readonly depth: number;
  readonly nodes: number;
}

/** The number of own turns of a forced result: positive, the mover wins; negative, he loses; 0, no forced result. */
export function mateDistance(score: number): number {
  if (score > MATE_BOUND) return (MATE - score + 1) >> 1;
  if (score < -MATE_BOUND) return -((MATE + score + 1) >> 1);
  return 0;
}

/** 1 for a forced win, -1 for a forced loss, without a branch that compiled code would not know yet. */
export function forced(score: number): number {
  return (score > MATE_BOUND ? 1 : 0) - (score < -MATE_BOUND ? 1 : 0);
}
