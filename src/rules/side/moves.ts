/** Legal moves (part 2 of a turn, RULES.md section 2), generated without making any. */
import type { AttackTables } from '../attacks.ts';
import { BIT_HIGH, BIT_LOW, FILE_A, FILE_H, first } from '../bitboard.ts';
import {
  BISHOP,
  BLOCKS,
  CHECKERS,
  type Colour,
  KNIGHT,
  OCCUPIED,
  PAWN,
  PINNED,
  QUEEN,
  RIGHTS,
  ROOK,
  type Square,
  VICTIMS,
} from '../board.ts';
import { PROMOTION } from '../turn.ts';
import type { Arrays } from './arrays.ts';
import type { King } from './king.ts';
import type { Shifts } from './shifts.ts';
import type { Targets } from './targets.ts';

export type Moves = ReturnType<typeof createMoves>;

export function createMoves(
  arrays: Arrays,
  tables: AttackTables,
  colour: Colour,
  shifts: Shifts,
  king: King,
  targets: Targets,
) {
  const us = colour;
  const them = us === 0 ? 1 : 0;
  const words = arrays.words;
  const line = tables.line;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const ourPawns = us * 12 + 2 * PAWN;
  const ourPieces = OCCUPIED + 2 * us;
  const theirPieces = OCCUPIED + 2 * them;
  const step = us === 0 ? 8 : -8;
  const firstRight = us === 0 ? 0 : 2;
  const aheadLow = shifts.aheadLow;
  const aheadHigh = shifts.aheadHigh;
  const mayCastle = king.mayCastle;
  const castlingMove = king.castlingMove;
  const movers = targets.movers;
  const moversLow = targets.moversLow;
  const moversHigh = targets.moversHigh;
  const collectTargets = targets.collectTargets;

  function emit(list: Int32Array, start: number, from: Square, low: number, high: number): number {
    let at = start;
    for (let a = low; a !== 0; a &= a - 1) list[at++] = from | ((31 - Math.clz32(a & -a)) << 6);
    for (let b = high; b !== 0; b &= b - 1) list[at++] = from | ((63 - Math.clz32(b & -b)) << 6);
    return at;
  }

  /** Pawn moves to the squares of a set, each from the square `delta` before it. */
  function emitPawns(list: Int32Array, start: number, low: number, high: number, delta: number): number {
    let at = start;
    for (let a = low; a !== 0; a &= a - 1) {
      const to = 31 - Math.clz32(a & -a);
      list[at++] = (to - delta) | (to << 6);
    }
    for (let b = high; b !== 0; b &= b - 1) {
      const to = 63 - Math.clz32(b & -b);
      list[at++] = (to - delta) | (to << 6);
    }
    return at;
  }

  /** The same on the last rank, `set` being its half of the board. */
  function emitPromotions(list: Int32Array, start: number, set: number, delta: number): number {
    let at = start;
    for (let a = set; a !== 0; a &= a - 1) {
      const to = (us === 0 ? 63 : 31) - Math.clz32(a & -a);
      const move = (to - delta) | (to << 6) | (PROMOTION << 14);
      list[at++] = move | ((QUEEN - KNIGHT) << 12);
      list[at++] = move | ((ROOK - KNIGHT) << 12);
      list[at++] = move | ((BISHOP - KNIGHT) << 12);
      list[at++] = move | ((KNIGHT - KNIGHT) << 12);
    }
    return at;
  }

  /** Moves of the pawns (low, high) to targets of (targetsLow, targetsHigh) and VICTIMS; with `quiet` 0 no simple steps. */
  function emitPawnMoves(
    list: Int32Array,
    start: number,
    low: number,
    high: number,
    targetsLow: number,
    targetsHigh: number,
    quiet: number,
  ): number {
    let at = start;
    const freeLow = ~(words[OCCUPIED] | words[OCCUPIED + 2]);
    const freeHigh = ~(words[OCCUPIED + 1] | words[OCCUPIED + 3]);
    let oneLow = aheadLow(low, high) & freeLow;
    let oneHigh = aheadHigh(low, high) & freeHigh;
    // The third rank lies in our own half.
    const third = us === 0 ? oneLow & 0x00ff0000 : oneHigh & 0x0000ff00;
    const two = us === 0 ? (third << 8) & freeLow & targetsLow : (third >>> 8) & freeHigh & targetsHigh;
    oneLow &= targetsLow;
    oneHigh &= targetsHigh;
    const enemyLow = words[VICTIMS] & targetsLow;
    const enemyHigh = words[VICTIMS + 1] & targetsHigh;
    const eLow = (low & ~FILE_H) << 1;
    const eHigh = (high & ~FILE_H) << 1;
    const wLow = (low & ~FILE_A) >>> 1;
    const wHigh = (high & ~FILE_A) >>> 1;
    let eastLow = aheadLow(eLow, eHigh) & enemyLow;
    let eastHigh = aheadHigh(eLow, eHigh) & enemyHigh;
    let westLow = aheadLow(wLow, wHigh) & enemyLow;
    let westHigh = aheadHigh(wLow, wHigh) & enemyHigh;
    const last =
      us === 0 ? (oneHigh | eastHigh | westHigh) & 0xff000000 : (oneLow | eastLow | westLow) & 0xff;
    if (last !== 0) {
      if (us === 0) {
        at = emitPromotions(list, at, oneHigh & 0xff000000, step);
        at = emitPromotions(list, at, eastHigh & 0xff000000, step + 1);
        at = emitPromotions(list, at, westHigh & 0xff000000, step - 1);
        oneHigh &= 0x00ffffff;
        eastHigh &= 0x00ffffff;
        westHigh &= 0x00ffffff;
      } else {
        at = emitPromotions(list, at, oneLow & 0xff, step);
        at = emitPromotions(list, at, eastLow & 0xff, step + 1);
        at = emitPromotions(list, at, westLow & 0xff, step - 1);
        oneLow &= ~0xff;
        eastLow &= ~0xff;
        westLow &= ~0xff;
      }
    }
    at = emitPawns(list, at, eastLow, eastHigh, step + 1);
    at = emitPawns(list, at, westLow, westHigh, step - 1);
    if (quiet === 0) return at;
    at = emitPawns(list, at, oneLow, oneHigh, step);
    return us === 0 ? emitPawns(list, at, two, 0, 2 * step) : emitPawns(list, at, 0, two, 2 * step);
  }

  /** All legal moves, or with `quiet` 0 the captures and promotions alone; what may be taken stands in VICTIMS. */
  function generate(list: Int32Array, start: number, quiet: number): number {
    let at = start;
    const n =
      quiet !== 0
        ? collectTargets(~words[ourPieces], ~words[ourPieces + 1])
        : collectTargets(words[VICTIMS], words[VICTIMS + 1]);
    for (let i = 0; i < n; i++) at = emit(list, at, movers[i], moversLow[i], moversHigh[i]);
    if (quiet !== 0 && (words[CHECKERS] | words[CHECKERS + 1]) === 0 && words[RIGHTS] !== 0) {
      for (let i = firstRight; i < firstRight + 2; i++) {
        if (mayCastle(i)) list[at++] = castlingMove(i);
      }
    }
    // Pawns: those that are free all together, pinned ones singly. Their steps may promote, so `allowed` does not apply.
    const blocksLow = words[BLOCKS];
    const blocksHigh = words[BLOCKS + 1];
    const pinnedLow = words[PINNED];
    const pinnedHigh = words[PINNED + 1];
    let low = words[ourPawns];
    let high = words[ourPawns + 1];
    at = emitPawnMoves(list, at, low & ~pinnedLow, high & ~pinnedHigh, blocksLow, blocksHigh, quiet);
    low &= pinnedLow;
    high &= pinnedHigh;
    const k = movers[0] << 6;
    while ((low | high) !== 0) {
      const from = first(low, high);
      const l = (k | from) << 1;
      at = emitPawnMoves(
        list,
        at,
        bitLow[from],
        bitHigh[from],
        blocksLow & line[l],
        blocksHigh & line[l + 1],
        quiet,
      );
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }
    return at;
  }

  function generateMoves(list: Int32Array, at: number): number {
    words[VICTIMS] = words[theirPieces];
    words[VICTIMS + 1] = words[theirPieces + 1];
    return generate(list, at, 1);
  }

  function generateCaptures(list: Int32Array, at: number, low: number, high: number): number {
    words[VICTIMS] = words[theirPieces] & low;
    words[VICTIMS + 1] = words[theirPieces + 1] & high;
    return generate(list, at, 0);
  }

  return { generateMoves, generateCaptures };
}
