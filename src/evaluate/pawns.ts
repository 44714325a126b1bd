/** The pawns' terms: passed, blocked, doubled, about to promote with check. */
import { attackTables, bishopIndex, rookIndex } from '../rules/attacks.ts';
import { BIT_HIGH, BIT_LOW, count, FILE_A, FILE_H, first } from '../rules/bitboard.ts';
import { distance, KING, OCCUPIED, type Square } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { pack, packAll, type Weights } from './pairs.ts';

export function createPawnTerms(position: Position, weights: Weights): (side: number) => number {
  const words = position.words;
  const tables = attackTables();
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const passedByRank = packAll(weights.PASSED);
  const blocked = rankTable(packAll(weights.BLOCKED));
  const doubled = pack(weights.DOUBLED);
  const nearOwn = distanceTable(packAll(weights.KING_NEAR_OWN));
  const nearTheirs = distanceTable(packAll(weights.KING_NEAR_THEIRS));
  const promotionCheck = packAll(weights.PROMOTION_CHECK);

  function pawns(side: number): number {
    const low = words[side * 12];
    const high = words[side * 12 + 1];
    if ((low | high) === 0) return 0;
    return side === 0 ? whitePawns(low, high) : blackPawns(low, high);
  }

  /** White's pawns: (low, high). "Behind" a black pawn are the squares that it still has to cross. */
  function whitePawns(low: number, high: number): number {
    let sum = 0;
    const own = first(words[2 * KING], words[2 * KING + 1]);
    const their = first(words[12 + 2 * KING], words[13 + 2 * KING]);
    // All squares south of a black pawn, on its file and beside it: a white pawn there is not passed.
    const theirsLow = words[12];
    const theirsHigh = words[13];
    let h = (theirsHigh >>> 8) | 0;
    h |= h >>> 8;
    h |= h >>> 16;
    let l = (theirsLow >>> 8) | ((h | theirsHigh) << 24);
    l |= l >>> 8;
    l |= l >>> 16;
    const wideLow = l | ((l & ~FILE_H) << 1) | ((l & ~FILE_A) >>> 1);
    const wideHigh = h | ((h & ~FILE_H) << 1) | ((h & ~FILE_A) >>> 1);
    for (let a = low & ~wideLow; a !== 0; a &= a - 1) {
      const square = 31 - Math.clz32(a & -a);
      const ahead = (square + 8) & 63;
      sum = (sum + passedByRank[square >> 3] + near(own, their, ahead)) | 0;
    }
    for (let b = high & ~wideHigh; b !== 0; b &= b - 1) {
      const square = 63 - Math.clz32(b & -b);
      const ahead = (square + 8) & 63;
      sum = (sum + passedByRank[square >> 3] + near(own, their, ahead)) | 0;
    }
    // The same fill from White's own pawns finds those that have another one ahead.
    h = high >>> 8;
    h |= h >>> 8;
    h |= h >>> 16;
    l = (low >>> 8) | ((h | high) << 24);
    l |= l >>> 8;
    l |= l >>> 16;
    sum = (sum + Math.imul(doubled, count(low & l, high & h))) | 0;
    const takenLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const takenHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const a = low & ((takenLow >>> 8) | (takenHigh << 24));
    sum = (sum + ranks(a & 255, (a >>> 8) & 255, (a >>> 16) & 255, a >>> 24, 0)) | 0;
    const b = high & (takenHigh >>> 8);
    sum = (sum + ranks(b & 255, (b >>> 8) & 255, (b >>> 16) & 255, b >>> 24, 1024)) | 0;
    for (let b = high & 0x00ff0000 & ~(takenHigh >>> 8); b !== 0; b &= b - 1) {
      const square = 63 - Math.clz32(b & -b);
      sum = (sum + promotion(square, square + 8, 12 + 2 * KING)) | 0;
    }
    return sum;
  }

  function blackPawns(low: number, high: number): number {
    let sum = 0;
    const own = first(words[12 + 2 * KING], words[13 + 2 * KING]);
    const their = first(words[2 * KING], words[2 * KING + 1]);
    const theirsLow = words[0];
    const theirsHigh = words[1];
    let l = theirsLow << 8;
    l |= l << 8;
    l |= l << 16;
    let h = (theirsHigh << 8) | ((l | theirsLow) >>> 24);
    h |= h << 8;
    h |= h << 16;
    const wideLow = l | ((l & ~FILE_H) << 1) | ((l & ~FILE_A) >>> 1);
    const wideHigh = h | ((h & ~FILE_H) << 1) | ((h & ~FILE_A) >>> 1);
    for (let a = low & ~wideLow; a !== 0; a &= a - 1) {
      const square = 31 - Math.clz32(a & -a);
      const ahead = (square - 8) & 63;
      sum = (sum + passedByRank[7 - (square >> 3)] + near(own, their, ahead)) | 0;
    }
    for (let b = high & ~wideHigh; b !== 0; b &= b - 1) {
      const square = 63 - Math.clz32(b & -b);
      const ahead = (square - 8) & 63;
      sum = (sum + passedByRank[7 - (square >> 3)] + near(own, their, ahead)) | 0;
    }
    l = low << 8;
    l |= l << 8;
    l |= l << 16;
    h = (high << 8) | ((l | low) >>> 24);
    h |= h << 8;
    h |= h << 16;
    sum = (sum + Math.imul(doubled, count(low & l, high & h))) | 0;
    const takenLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const takenHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const a = low & (takenLow << 8);
    sum = (sum + ranks(a >>> 24, (a >>> 16) & 255, (a >>> 8) & 255, a & 255, 1024)) | 0;
    const b = high & ((takenHigh << 8) | (takenLow >>> 24));
    sum = (sum + ranks(b >>> 24, (b >>> 16) & 255, (b >>> 8) & 255, b & 255, 0)) | 0;
    for (let a = low & 0x0000ff00 & ~(takenLow << 8); a !== 0; a &= a - 1) {
      const square = 31 - Math.clz32(a & -a);
      sum = (sum + promotion(square, square - 8, 2 * KING)) | 0;
    }
    return sum;
  }

  /** A passed pawn with the square `ahead`: how near the kings are to it. */
  function near(own: Square, their: Square, ahead: Square): number {
    return nearOwn[(own << 6) | ahead] + nearTheirs[(their << 6) | ahead];
  }

  /** Blocked pawns on four ranks, each as a byte; the first rank's part of the table is at `at`. */
  function ranks(a: number, b: number, c: number, d: number, at: number): number {
    return (blocked[at + a] + blocked[at + 256 + b] + blocked[at + 512 + c] + blocked[at + 768 + d]) | 0;
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

  return pawns;
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

/** By 64 × one square + the other: what their distance is worth. */
function distanceTable(worths: Int32Array): Int32Array {
  return Int32Array.from({ length: 64 * 64 }, (_, i) => worths[distance(i >> 6, i & 63)]);
}
