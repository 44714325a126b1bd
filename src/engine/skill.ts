/**
 * Playing below strength. A weaker player looks at fewer positions, and there are turns that he does not see at all.
 *
 * Both are monotone in the level by construction: a higher level has more nodes, and what it sees is all that a lower
 * one sees in the same game and more. Best lines with some noise on their scores, as is usual in chess, would not do:
 * of the 160 turns of a position the best dozens are often one move with other pushes.
 */
import type { Turn } from '../rules/turn.ts';

/** The level without limits. */
export const FULL_SKILL = 20;

export interface Skill {
  /** Positions looked at for a turn. */
  readonly nodes: number;
  /** The share of the turns that are seen, up to 1. */
  readonly seen: number;
}

const FEWEST_NODES = 15;
const LEVELS_TO_DOUBLE = 1.6;
const LEAST_SEEN = 0.06;
const SEEN_A_LEVEL = 0.055;

/** `level` from 0, fractions too; undefined for full strength. */
export function skillOf(level: number): Skill | undefined {
  if (level >= FULL_SKILL) return undefined;
  return {
    nodes: Math.round(FEWEST_NODES * 2 ** (level / LEVELS_TO_DOUBLE)),
    seen: Math.min(1, LEAST_SEEN + SEEN_A_LEVEL * level),
  };
}

/**
 * Ratings by level: 100 games of Avalanche between neighbours (serac match, 2026-11-30), added up from level 0, whose
 * number is a matter of taste. Sums of such one-sided matches are rough, and these are from before the evaluation was learnt.
 */
const RATINGS: readonly (readonly [level: number, rating: number])[] = [
  [0, 600],
  [3, 1090],
  [6, 1440],
  [9, 1820],
  [12, 2130],
  [16, 2530],
  [19, 2790],
];
export const LOWEST_RATING = RATINGS[0][1];
export const HIGHEST_RATING = RATINGS[RATINGS.length - 1][1];

/** The level that plays at a rating, between those measured. */
export function levelOfRating(rating: number): number {
  for (let i = 1; i < RATINGS.length; i++) {
    const [level, from] = RATINGS[i - 1];
    const [nextLevel, to] = RATINGS[i];
    if (rating <= to) return level + ((nextLevel - level) * Math.max(0, rating - from)) / (to - from);
  }
  return RATINGS[RATINGS.length - 1][0];
}

/** The turns that are seen, at least one. The same in every search of the same position, and of the same game. */
export function seenTurns(turns: readonly Turn[], seen: number, seed: number): readonly Turn[] {
  if (seen >= 1) return turns;
  const luck = turns.map((turn) => mix(seed ^ Math.imul(turn, 0x9e3779b1)) / 2 ** 32);
  const least = Math.min(...luck);
  return turns.filter((_, i) => luck[i] < seen || luck[i] === least);
}

/** A number below 2^32 whose every bit depends on every bit of `bits`. */
export function mix(bits: number): number {
  let mixed = bits | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
