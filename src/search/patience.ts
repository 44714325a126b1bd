/**
 * How long a turn is thought about, between its soft and its hard limit: longer while the search changes its mind or
 * its score falls, shorter once it is sure. A fixed time (both limits alike) is always used up.
 */
import type { Turn } from '../rules/turn.ts';

/** What the finished iterations say about the next one. */
export interface Progress {
  /** Iterations in a row that have found the same turn, 0 after a change. */
  readonly stable: number;
  /** Centipawns that the score has lost with the last iteration; negative if it has risen. */
  readonly drop: number;
  /** There is one turn only. */
  readonly forced: boolean;
}

/** By iterations that agree: after a change, after the first that confirms it, and so on. */
const BY_STABILITY = [1.5, 1.15, 0.95, 0.8, 0.7] as const;
/** So many centipawns lost double the time, and no loss does more than that; a gain saves a little. */
const DOUBLING_DROP = 80;
const MOST_BY_DROP = 2;
const LEAST_BY_DROP = 0.9;
/**
 * An iteration takes several times as long as the one before, so that one begun in time may last until long after. It
 * is broken off at this multiple of the soft limit, unless the best turn is just losing its value.
 */
const BREAK_FACTOR = 2;

/** The factor on the soft limit. */
export function stretch({ stable, drop, forced }: Progress): number {
  if (forced) return 0;
  const byStability = BY_STABILITY[Math.min(stable, BY_STABILITY.length - 1)];
  return byStability * Math.max(LEAST_BY_DROP, Math.min(MOST_BY_DROP, 1 + drop / DOUBLING_DROP));
}

export interface Deadlines {
  /** No new depth is begun after this. */
  readonly softMs: number;
  /** An iteration that goes well is broken off. */
  readonly breakMs: number;
  /** Any iteration is broken off. */
  readonly hardMs: number;
}

export function deadlines(softMs: number, hardMs: number, factor: number): Deadlines {
  if (!(softMs < hardMs)) return { softMs, breakMs: hardMs, hardMs };
  const stretched = Math.min(softMs * factor, hardMs);
  const breakMs = hardMs === Infinity ? hardMs : Math.min(BREAK_FACTOR * stretched, hardMs);
  return { softMs: stretched, breakMs, hardMs };
}

/** Follows the iterations of one search. */
export interface Patience {
  /** The factor after an iteration that has found this. */
  after(best: Turn, score: number): number;
}

export function createPatience(forced: boolean): Patience {
  let stable = 0;
  let lastBest: Turn | undefined;
  let lastScore = 0;
  return {
    after(best, score) {
      stable = best === lastBest ? stable + 1 : 0;
      const drop = lastBest === undefined ? 0 : lastScore - score;
      lastBest = best;
      lastScore = score;
      return stretch({ stable, drop, forced });
    },
  };
}
