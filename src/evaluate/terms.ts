/**
 * The terms of the evaluation that are reckoned from the board: mobility and attack, pawns, the king's lines and
 * the pushes left.
 *
 * Each function takes one side and returns its pair of values packed in one integer: the value with sixteen pawns
 * in the low half, the one without pawns in the high half. Packed pairs are added and subtracted like numbers.
 */
import { attackTables, bishopIndex, rookIndex } from '../rules/attacks.ts';
import { BIT_HIGH, BIT_LOW, count, FILE_A, FILE_H, first } from '../rules/bitboard.ts';
import { BISHOP, KING, KNIGHT, OCCUPIED, QUEEN, RIGHTS, ROOK } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import {
  ATTACK_DIVISOR,
  ATTACK_MOST,
  ATTACK_PIECE,
  ATTACK_SQUARE,
  DOUBLED,
  FREE_SEVENTH,
  FREE_SIXTH,
  FROZEN_LINE,
  MOBILITY,
  MOBILITY_USUAL,
  OPENABLE_LINE,
  PASSED,
  PAWN_BEFORE_KING,
  type Pair,
  PUSHES,
  RIGHT,
} from './weights.ts';

export interface Terms {
  /** Mobility of the pieces, and the danger in which they put the opponent's king. */
  pieces(side: number): number;
  /** Passed and doubled pawns, free squares ahead. */
  pawns(side: number): number;
  /** The lines and the pawns before the king, castling rights, and the pushes that the side can still make. */
  king(side: number): number;
}

export function pack(pair: Pair): number {
  return (pair[0] + (pair[1] << 16)) | 0;
}

/** The value with sixteen pawns. */
export function fullOf(packed: number): number {
  return (packed << 16) >> 16;
}

/** The value without pawns. */
export function bareOf(packed: number): number {
  return (packed + 0x8000) >> 16;
}

export function createTerms(position: Position): Terms {
  const words = position.words;
  const tables = attackTables();
  const sliders = tables.sliders;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const rookLines = tables.rookLines;
  const bishopLines = tables.bishopLines;
  const between = tables.between;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;

  const mobility = mobilityTable();
  const danger = dangerTable();
  const passedByRank = Int32Array.from(PASSED, pack);
  const pushesLeft = Int32Array.from(PUSHES, pack);
  const mostPushes = PUSHES.length - 1;
  const doubled = pack(DOUBLED);
  const freeSixth = pack(FREE_SIXTH);
  const freeSeventh = pack(FREE_SEVENTH);
  const openable = pack(OPENABLE_LINE);
  const frozenLine = pack(FROZEN_LINE);
  const pawnBeforeKing = pack(PAWN_BEFORE_KING);
  const right = pack(RIGHT);
  const attackPiece = Int32Array.from(ATTACK_PIECE);
  const attackSquare = Int32Array.from(ATTACK_SQUARE);

  /** Their sum for the side that `pieces` looks at. */
  const attack = new Int32Array(1);

  /** Reckons one piece of `kind` that attacks (low, high); returns its mobility. */
  function reckon(kind: number, low: number, high: number, own: number, zone: number): number {
    const zoneLow = kingAttacks[zone] & low;
    const zoneHigh = kingAttacks[zone + 1] & high;
    if ((zoneLow | zoneHigh) !== 0) {
      attack[0] +=
        attackPiece[kind - KNIGHT] + Math.imul(attackSquare[kind - KNIGHT], count(zoneLow, zoneHigh));
    }
    return mobility[((kind - KNIGHT) << 5) + count(low & ~words[own], high & ~words[own + 1])];
  }

  function pieces(side: number): number {
    const ours = side * 12;
    const own = OCCUPIED + 2 * side;
    const theirKing = 12 - ours + 2 * KING;
    const zone = first(words[theirKing], words[theirKing + 1]) << 1;
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    let sum = 0;
    attack[0] = 0;

    let low = words[ours + 2 * KNIGHT];
    let high = words[ours + 2 * KNIGHT + 1];
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = square << 1;
      sum = (sum + reckon(KNIGHT, knightAttacks[i], knightAttacks[i + 1], own, zone)) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    low = words[ours + 2 * BISHOP];
    high = words[ours + 2 * BISHOP + 1];
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = bishopIndex(parameters, square, occupiedLow, occupiedHigh);
      sum = (sum + reckon(BISHOP, sliders[i], sliders[i + 1], own, zone)) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    low = words[ours + 2 * ROOK];
    high = words[ours + 2 * ROOK + 1];
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = rookIndex(parameters, square, occupiedLow, occupiedHigh);
      sum = (sum + reckon(ROOK, sliders[i], sliders[i + 1], own, zone)) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    low = words[ours + 2 * QUEEN];
    high = words[ours + 2 * QUEEN + 1];
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = rookIndex(parameters, square, occupiedLow, occupiedHigh);
      const j = bishopIndex(parameters, square, occupiedLow, occupiedHigh);
      sum = (sum + reckon(QUEEN, sliders[i] | sliders[j], sliders[i + 1] | sliders[j + 1], own, zone)) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    return (sum + danger[Math.min(attack[0], 255)]) | 0;
  }

  function pawns(side: number): number {
    const low = words[side * 12];
    const high = words[side * 12 + 1];
    if ((low | high) === 0) return 0;
    return side === 0 ? whitePawns(low, high) : blackPawns(low, high);
  }

  /** White's pawns: (low, high). "Behind" a black pawn are the squares that it still has to cross. */
  function whitePawns(low: number, high: number): number {
    let sum = 0;
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
      sum = (sum + passedByRank[(31 - Math.clz32(a & -a)) >> 3]) | 0;
    }
    for (let b = high & ~wideHigh; b !== 0; b &= b - 1) {
      sum = (sum + passedByRank[(63 - Math.clz32(b & -b)) >> 3]) | 0;
    }
    // The same fill from White's own pawns finds those that have another one ahead.
    h = high >>> 8;
    h |= h >>> 8;
    h |= h >>> 16;
    l = (low >>> 8) | ((h | high) << 24);
    l |= l >>> 8;
    l |= l >>> 16;
    sum = (sum + Math.imul(doubled, count(low & l, high & h))) | 0;
    const freeHigh = ~(words[OCCUPIED + 1] | words[OCCUPIED + 3]);
    const movable = high & (freeHigh >>> 8);
    return (sum + advanced(movable & 0x00ff0000, movable & 0x0000ff00)) | 0;
  }

  function blackPawns(low: number, high: number): number {
    let sum = 0;
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
      sum = (sum + passedByRank[7 - ((31 - Math.clz32(a & -a)) >> 3)]) | 0;
    }
    for (let b = high & ~wideHigh; b !== 0; b &= b - 1) {
      sum = (sum + passedByRank[7 - ((63 - Math.clz32(b & -b)) >> 3)]) | 0;
    }
    l = low << 8;
    l |= l << 8;
    l |= l << 16;
    h = (high << 8) | ((l | low) >>> 24);
    h |= h << 8;
    h |= h << 16;
    sum = (sum + Math.imul(doubled, count(low & l, high & h))) | 0;
    const freeLow = ~(words[OCCUPIED] | words[OCCUPIED + 2]);
    const movable = low & (freeLow << 8);
    return (sum + advanced(movable & 0x0000ff00, movable & 0x00ff0000)) | 0;
  }

  /** Pawns on the seventh and on the sixth rank that have a free square ahead. */
  function advanced(seventh: number, sixth: number): number {
    return (Math.imul(freeSeventh, count(seventh, 0)) + Math.imul(freeSixth, count(sixth, 0))) | 0;
  }

  function king(side: number): number {
    const ours = side * 12;
    const theirs = 12 - ours;
    const square = first(words[ours + 2 * KING], words[ours + 2 * KING + 1]);
    const k = square << 1;
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const queensLow = words[theirs + 2 * QUEEN];
    const queensHigh = words[theirs + 2 * QUEEN + 1];
    let sum = 0;
    let frozenLow = 0;
    let frozenHigh = 0;
    let low =
      (rookLines[k] & (words[theirs + 2 * ROOK] | queensLow)) |
      (bishopLines[k] & (words[theirs + 2 * BISHOP] | queensLow));
    let high =
      (rookLines[k + 1] & (words[theirs + 2 * ROOK + 1] | queensHigh)) |
      (bishopLines[k + 1] & (words[theirs + 2 * BISHOP + 1] | queensHigh));
    while ((low | high) !== 0) {
      const slider = first(low, high);
      low &= ~bitLow[slider];
      high &= ~bitHigh[slider];
      // A push along the file leaves that line shut.
      if (((slider ^ square) & 7) === 0) continue;
      const b = ((square << 6) | slider) << 1;
      const inLow = between[b] & occupiedLow;
      const inHigh = between[b + 1] & occupiedHigh;
      if (((inLow & (inLow - 1)) | (inHigh & (inHigh - 1))) !== 0 || (inLow !== 0 && inHigh !== 0)) continue;
      if (((inLow & words[ours]) | (inHigh & words[ours + 1])) !== 0) sum = (sum + openable) | 0;
      else if (((inLow & words[theirs]) | (inHigh & words[theirs + 1])) !== 0) {
        frozenLow |= inLow;
        frozenHigh |= inHigh;
        sum = (sum + frozenLine) | 0;
      }
    }

    // Pawns on the three squares in front of the king.
    const front = side === 0 ? square + 8 : square - 8;
    if (front >= 0 && front < 64) {
      const near = front << 1;
      const rowLow = (kingAttacks[near] | bitLow[front]) & (front < 32 ? 0xff << (front & 24) : 0);
      const rowHigh = (kingAttacks[near + 1] | bitHigh[front]) & (front < 32 ? 0 : 0xff << (front & 24));
      sum = (sum + Math.imul(pawnBeforeKing, count(rowLow & words[ours], rowHigh & words[ours + 1]))) | 0;
    }

    const rights = (words[RIGHTS] >> (2 * side)) & 3;
    sum = (sum + Math.imul(right, (rights & 1) + (rights >> 1))) | 0;

    // The pushes left: their pawns with a free square in front that are not frozen.
    const pawnsLow = words[theirs] & ~frozenLow;
    const pawnsHigh = words[theirs + 1] & ~frozenHigh;
    const freeLow = ~occupiedLow;
    const freeHigh = ~occupiedHigh;
    const left =
      side === 0
        ? count(pawnsLow & (freeLow << 8), pawnsHigh & ((freeHigh << 8) | (freeLow >>> 24)))
        : count(pawnsLow & ((freeLow >>> 8) | (freeHigh << 24)), pawnsHigh & (freeHigh >>> 8));
    return (sum + pushesLeft[Math.min(left, mostPushes)]) | 0;
  }

  return { pieces, pawns, king };
}

/** By 32 × (kind - KNIGHT) + the number of squares. */
function mobilityTable(): Int32Array {
  const table = new Int32Array(4 * 32);
  for (let i = 0; i < 4; i++) {
    for (let n = 0; n < 32; n++) {
      const more = n - MOBILITY_USUAL[i];
      table[32 * i + n] = pack([MOBILITY[i][0] * more, MOBILITY[i][1] * more]);
    }
  }
  return table;
}

/** What an attack of so much on the opponent's king is worth. */
function dangerTable(): Int32Array {
  const table = new Int32Array(256);
  for (let n = 0; n < 256; n++) {
    const value = Math.min(ATTACK_MOST, Math.floor((n * n) / ATTACK_DIVISOR));
    table[n] = pack([value, value >> 1]);
  }
  return table;
}
