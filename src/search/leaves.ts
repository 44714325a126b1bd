/**
 * What the search has found out near its horizon, in two small tables that fit into a core's caches: one for the nodes of
 * the quiescence search, one for those a turn above it. These are many and cheap, and for each of them to wait for the memory
 * of the large table would cost more than what is found there saves; and the large one keeps deeper results the longer.
 *
 * An entry is four 32-bit words, and a newer one always takes the place of an older one:
 *
 *     0, 1  key
 *     2     turn 25 bits, bound 2 bits
 *     3     score 16 bits, static value 16 bits
 */
import { offHeapInts } from '../rules/bitboard.ts';
import { NO_TURN, type Turn } from '../rules/turn.ts';
import { forced } from './limits.ts';
import {
  FOUND_BOUND,
  FOUND_DEPTH,
  FOUND_SCORE,
  FOUND_STATIC,
  FOUND_TURN,
  NO_STATIC,
  TURN_MASK,
} from './table.ts';

export type Leaves = ReturnType<typeof createLeaves>;

/** 256 KB, of which a core usually has twice as much at the second level. */
const ENTRIES = 1 << 14;
/** 512 KB. */
const SHALLOW_ENTRIES = 1 << 15;

/** `found`: what the last successful look-up found, by the words that the large table has for it; it may share that one's. */
export function createLeaves(found: Int32Array = offHeapInts(8)) {
  const entries = new Int32Array(4 * (ENTRIES + SHALLOW_ENTRIES));

  function placeOf(keyLow: number): number {
    return (keyLow & (ENTRIES - 1)) << 2;
  }

  function shallowPlaceOf(keyLow: number): number {
    return (ENTRIES + (keyLow & (SHALLOW_ENTRIES - 1))) << 2;
  }

  /** Looks a key up. Mate scores come back as seen from `ply`. */
  function probe(keyLow: number, keyHigh: number, ply: number): boolean {
    return read(placeOf(keyLow), keyLow, keyHigh, ply);
  }

  /** The same for the nodes of depth 1. */
  function probeShallow(keyLow: number, keyHigh: number, ply: number): boolean {
    return read(shallowPlaceOf(keyLow), keyLow, keyHigh, ply);
  }

  function read(at: number, keyLow: number, keyHigh: number, ply: number): boolean {
    if (entries[at] !== keyLow || entries[at + 1] !== keyHigh) return false;
    const turnWord = entries[at + 2];
    const values = entries[at + 3];
    if (turnWord >>> 25 === 0) return false;
    const score = (values << 16) >> 16;
    found[FOUND_TURN] = turnWord & TURN_MASK;
    found[FOUND_SCORE] = score - Math.imul(forced(score), ply);
    found[FOUND_STATIC] = values >> 16;
    found[FOUND_DEPTH] = 1;
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
    write(placeOf(keyLow), keyLow, keyHigh, ply, turn, bound, score, NO_STATIC);
  }

  /** Without a turn, the one that is known stays. */
  function storeShallow(
    keyLow: number,
    keyHigh: number,
    ply: number,
    turn: Turn,
    bound: number,
    score: number,
    staticValue: number,
  ): void {
    const at = shallowPlaceOf(keyLow);
    const isKnown = turn === NO_TURN && entries[at] === keyLow && entries[at + 1] === keyHigh;
    const kept = isKnown ? entries[at + 2] & TURN_MASK : turn;
    write(at, keyLow, keyHigh, ply, kept, bound, score, staticValue);
  }

  function write(
    at: number,
    keyLow: number,
    keyHigh: number,
    ply: number,
    turn: Turn,
    bound: number,
    score: number,
    staticValue: number,
  ): void {
    entries[at] = keyLow;
    entries[at + 1] = keyHigh;
    entries[at + 2] = turn | (bound << 25);
    entries[at + 3] = ((score + Math.imul(forced(score), ply)) & 0xffff) | (staticValue << 16);
  }

  function clear(): void {
    entries.fill(0);
  }

  return { found, probe, store, probeShallow, storeShallow, clear };
}
