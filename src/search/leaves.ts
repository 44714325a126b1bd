/**
 * What the quiescence search has found out, in a small table of its own that fits into a core's cache: its nodes are many
 * and cheap, and for each of them to wait for the memory of the large table would cost more than what is found there saves.
 *
 * An entry is four 32-bit words, and a newer one always takes the place of an older one:
 *
 *     0, 1  key
 *     2     turn 25 bits, bound 2 bits
 *     3     score
 */
import { offHeapInts } from '../rules/bitboard.ts';
import type { Turn } from '../rules/turn.ts';
import { forced } from './limits.ts';
import { FOUND_BOUND, FOUND_SCORE, FOUND_TURN, TURN_MASK } from './table.ts';

export type Leaves = ReturnType<typeof createLeaves>;

/** 256 KB in all, half of what a core usually has at the second level. */
const ENTRIES = 1 << 14;

export function createLeaves() {
  const entries = new Int32Array(4 * ENTRIES);
  /** What the last successful `probe` found, by the words that the large table has for it; there is no depth and no static value. */
  const found = offHeapInts(8);

  /** Looks a key up. Mate scores come back as seen from `ply`. */
  function probe(keyLow: number, keyHigh: number, ply: number): boolean {
    const at = (keyLow & (ENTRIES - 1)) << 2;
    if (entries[at] !== keyLow || entries[at + 1] !== keyHigh) return false;
    const turnWord = entries[at + 2];
    if (turnWord >>> 25 === 0) return false;
    const score = entries[at + 3];
    found[FOUND_TURN] = turnWord & TURN_MASK;
    found[FOUND_SCORE] = score - Math.imul(forced(score), ply);
    found[FOUND_BOUND] = turnWord >>> 25;
    return true;
  }

  function store(
    keyLow: number,
    keyHigh: number,
    ply: number,
    turn: Turn,
    bound: number,
    score: number,
  ): void {
    const at = (keyLow & (ENTRIES - 1)) << 2;
    entries[at] = keyLow;
    entries[at + 1] = keyHigh;
    entries[at + 2] = turn | (bound << 25);
    entries[at + 3] = (score + Math.imul(forced(score), ply)) | 0;
  }

  function clear(): void {
    entries.fill(0);
  }

  return { found, probe, store, clear };
}
