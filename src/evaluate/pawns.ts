/** The pawns' terms: passed, blocked, doubled, about to promote with check. */
import { attackTables, bishopIndex, rookIndex } from '../rules/attacks.ts';
import { BIT_HIGH, BIT_LOW, count, FILE_A, FILE_H, first } from '../rules/bitboard.ts';
import { distance, KING, OCCUPIED, type Square } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { pack, packAll, type Weights } from './pairs.ts';

export interface PawnTerms {
  /** The terms of one side's pawns, a packed pair. */
  of(side: number): number;
  /** White's less Black's. */
  difference(): number;
}

export function createPawnTerms(position: Position, weights: Weights): PawnTerms {
  const words = position.words;
  const tables = attackTables();
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const blocked = rankTable(packAll(weights.BLOCKED));
  const doubled = pack(weights.DOUBLED);
  const [whitePassed, blackPassed] = passedTables(packAll(weights.PASSED), packAll(weights.KING_NEAR_OWN));
  const [whiteFollowed, blackFollowed] = passedTables(new Int32Array(8), packAll(weights.KING_NEAR_THEIRS));
  const promotionCheck = packAll(weights.PROMOTION_CHECK);
  const fileCounts = Uint8Array.from({ length: 256 }, (_, files) => count(files, 0));

  function of(side: number): number {
    return side === 0 ? whitePawns() : blackPawns();
  }

  function difference(): number {
    return (whitePawns() - blackPawns()) | 0;
  }

  function whitePawns(): number {
    const low = words[0];
    const high = words[1];
    // All squares south of a black pawn, on its file and beside it: a white pawn there is not passed.
    const theirsLow = words[12];
    const theirsHigh = words[13];
    let h = (theirsHigh >>> 8) | 0;
    h |= h >>> 8;
    h |= h >>> 16;
    let l = (theirsLow >>> 8) | ((h | theirsHigh) << 24);
    l |= l >>> 8;
    l |= l >>> 16;
    const passedLow = low & ~(l | ((l & ~FILE_H) << 1) | ((l & ~FILE_A) >>> 1));
    const passedHigh = high & ~(h | ((h & ~FILE_H) << 1) | ((h & ~FILE_A) >>> 1));
    let sum = Math.imul(doubled, othersAhead(low, high));
    if ((passedLow | passedHigh) !== 0) {
      const own = first(words[2 * KING], words[2 * KING + 1]) << 6;
      const their = first(words[12 + 2 * KING], words[13 + 2 * KING]) << 6;
      for (let a = passedLow; a !== 0; a &= a - 1) {
        const square = 31 - Math.clz32(a & -a);
        sum = (sum + whitePassed[own | square] + whiteFollowed[their | square]) | 0;
      }
      for (let b = passedHigh; b !== 0; b &= b - 1) {
        const square = 63 - Math.clz32(b & -b);
        sum = (sum + whitePassed[own | square] + whiteFollowed[their | square]) | 0;
      }
    }
    const takenHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const a = low & (((words[OCCUPIED] | words[OCCUPIED + 2]) >>> 8) | (takenHigh << 24));
    const b = high & (takenHigh >>> 8);
    sum = (sum + ranks((a >>> 8) & 255, (a >>> 16) & 255, a >>> 24, b & 255, (b >>> 8) & 255, b >>> 16)) | 0;
    for (let c = high & 0x00ff0000 & ~(takenHigh >>> 8); c !== 0; c &= c - 1) {
      const square = 63 - Math.clz32(c & -c);
      sum = (sum + promotion(square, square + 8, 12 + 2 * KING)) | 0;
    }
    return sum;
  }

  function blackPawns(): number {
    const low = words[12];
    const high = words[13];
    const theirsLow = words[0];
    const theirsHigh = words[1];
    let l = theirsLow << 8;
    l |= l << 8;
    l |= l << 16;
    let h = (theirsHigh << 8) | ((l | theirsLow) >>> 24);
    h |= h << 8;
    h |= h << 16;
    const passedLow = low & ~(l | ((l & ~FILE_H) << 1) | ((l & ~FILE_A) >>> 1));
    const passedHigh = high & ~(h | ((h & ~FILE_H) << 1) | ((h & ~FILE_A) >>> 1));
    let sum = Math.imul(doubled, othersAhead(low, high));
    if ((passedLow | passedHigh) !== 0) {
      const own = first(words[12 + 2 * KING], words[13 + 2 * KING]) << 6;
      const their = first(words[2 * KING], words[2 * KING + 1]) << 6;
      for (let a = passedLow; a !== 0; a &= a - 1) {
        const square = 31 - Math.clz32(a & -a);
        sum = (sum + blackPassed[own | square] + blackFollowed[their | square]) | 0;
      }
      for (let b = passedHigh; b !== 0; b &= b - 1) {
        const square = 63 - Math.clz32(b & -b);
        sum = (sum + blackPassed[own | square] + blackFollowed[their | square]) | 0;
      }
    }
    const takenLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const a = low & (takenLow << 8);
    const b = high & (((words[OCCUPIED + 1] | words[OCCUPIED + 3]) << 8) | (takenLow >>> 24));
    sum =
      (sum + ranks((b >>> 16) & 255, (b >>> 8) & 255, b & 255, a >>> 24, (a >>> 16) & 255, (a >>> 8) & 255)) |
      0;
    for (let c = low & 0x0000ff00 & ~(takenLow << 8); c !== 0; c &= c - 1) {
      const square = 31 - Math.clz32(c & -c);
      sum = (sum + promotion(square, square - 8, 2 * KING)) | 0;
    }
    return sum;
  }

  /** How many pawns have another one of theirs ahead: all but one on each file. */
  function othersAhead(low: number, high: number): number {
    const files = low | high;
    const half = files | (files >>> 16);
    return count(low, high) - fileCounts[(half | (half >>> 8)) & 255];
  }

  /** Blocked pawns by the files of those on each rank, the second to the seventh as their owner counts. */
  function ranks(a: number, b: number, c: number, d: number, e: number, f: number): number {
    return (
      (blocked[256 + a] +
        blocked[512 + b] +
        blocked[768 + c] +
        blocked[1024 + d] +
        blocked[1280 + e] +
        blocked[1536 + f]) |
      0
    );
  }

  /** A pawn on `from` that can step to its last rank, where as a knight or as a queen it would attack the king. */
  function promotion(from: Square, to: Square, king: number): number {
    const kingLow = words[king];
    const kingHigh = words[king + 1];
    if (((knightAttacks[2 * to] & kingLow) | (knightAttacks[2 * to + 1] & kingHigh)) !== 0)
      return promotionCheck[0];
    // The pawn itself leaves the line.
    const low = (words[OCCUPIED] | words[OCCUPIED + 2]) & ~bitLow[from];
    const high = (words[OCCUPIED + 1] | words[OCCUPIED + 3]) & ~bitHigh[from];
    const i = rookIndex(places, parameters, to, low, high);
    const j = bishopIndex(places, parameters, to, low, high);
    const sees = ((sliders[i] | sliders[j]) & kingLow) | ((sliders[i + 1] | sliders[j + 1]) & kingHigh);
    return sees === 0 ? 0 : promotionCheck[1];
  }

  return { of, difference };
}

/** By 256 × rank + the files of a set of squares: the sum of what each of them is worth on that rank. */
function rankTable(worths: Int32Array): Int32Array {
  const table = new Int32Array(8 * 256);
  for (let i = 0; i < table.length; i++) {
    const files = i & 255;
    if (files !== 0) table[i] = table[i & (i - 1)] + worths[i >> 8];
  }
  return table;
}

/**
 * For White and for Black, by 64 × a king's square + that of a passed pawn: what the pawn is worth on its rank and by the king's
 * distance to the square ahead of it.
 */
function passedTables(byRank: Int32Array, byDistance: Int32Array): [Int32Array, Int32Array] {
  const [white, black] = [new Int32Array(64 * 64), new Int32Array(64 * 64)];
  for (let king = 0; king < 64; king++) {
    for (let pawn = 0; pawn < 64; pawn++) {
      const rank = pawn >> 3;
      const at = (king << 6) | pawn;
      white[at] = byRank[rank] + byDistance[distance(king, (pawn + 8) & 63)];
      black[at] = byRank[7 - rank] + byDistance[distance(king, (pawn - 8) & 63)];
    }
  }
  return [white, black];
}
