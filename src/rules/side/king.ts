/** Attacks on the two kings: checks, pins, the king's safe squares, castling. */
import { type AttackTables, bishopIndex, rookIndex } from '../attacks.ts';
import { BIT_HIGH, BIT_LOW, FILE_A, FILE_H, first } from '../bitboard.ts';
import {
  BISHOP,
  CHECKERS,
  type Colour,
  KING,
  KNIGHT,
  OCCUPIED,
  PAWN,
  PINNED,
  QUEEN,
  RIGHTS,
  ROOK,
  type Square,
} from '../board.ts';
import { CASTLING, type Move } from '../turn.ts';
import {
  type Arrays,
  CASTLE_EMPTY,
  CASTLE_KING_FROM,
  CASTLE_KING_TO,
  CASTLE_ROOK_TO,
  CASTLE_SIZE,
} from './arrays.ts';
import type { Shifts } from './shifts.ts';

export type King = ReturnType<typeof createKing>;

export function createKing(arrays: Arrays, tables: AttackTables, colour: Colour, shifts: Shifts) {
  const us = colour;
  const them = us === 0 ? 1 : 0;
  const words = arrays.words;
  const castles = arrays.castles;
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const pawnAttacks = tables.pawn;
  const rookLines = tables.rookLines;
  const bishopLines = tables.bishopLines;
  const between = tables.between;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const ours = us * 12;
  const theirs = them * 12;
  const theirPawns = them * 12 + 2 * PAWN;
  const ourKing = us * 12 + 2 * KING;
  const theirKing = them * 12 + 2 * KING;
  const ourPieces = OCCUPIED + 2 * us;
  const behindLow = shifts.behindLow;
  const behindHigh = shifts.behindHigh;

  function kingSquare(): Square {
    return first(words[ourKing], words[ourKing + 1]);
  }

  /** Does a knight or a slider whose bitboards begin at word `base` attack `square`, (low, high) being occupied? */
  function attackedByPieces(base: number, square: Square, low: number, high: number): boolean {
    const s = square << 1;
    const knights = base + 2 * KNIGHT;
    if (((knightAttacks[s] & words[knights]) | (knightAttacks[s + 1] & words[knights + 1])) !== 0)
      return true;
    const queensLow = words[base + 2 * QUEEN];
    const queensHigh = words[base + 2 * QUEEN + 1];
    const rooksLow = words[base + 2 * ROOK] | queensLow;
    const rooksHigh = words[base + 2 * ROOK + 1] | queensHigh;
    if (((rookLines[s] & rooksLow) | (rookLines[s + 1] & rooksHigh)) !== 0) {
      const i = rookIndex(places, parameters, square, low, high);
      if (((sliders[i] & rooksLow) | (sliders[i + 1] & rooksHigh)) !== 0) return true;
    }
    const bishopsLow = words[base + 2 * BISHOP] | queensLow;
    const bishopsHigh = words[base + 2 * BISHOP + 1] | queensHigh;
    if (((bishopLines[s] & bishopsLow) | (bishopLines[s + 1] & bishopsHigh)) === 0) return false;
    const i = bishopIndex(places, parameters, square, low, high);
    return ((sliders[i] & bishopsLow) | (sliders[i + 1] & bishopsHigh)) !== 0;
  }

  /** Does any piece of the colour whose bitboards begin at word `base` attack `square`? */
  function attacked(base: number, square: Square): boolean {
    const s = square << 1;
    // A pawn attacks the squares from which a pawn of the other colour would attack it.
    const p = base === 0 ? 128 + s : s;
    const pawns = base + 2 * PAWN;
    const king = base + 2 * KING;
    return (
      ((pawnAttacks[p] & words[pawns]) | (pawnAttacks[p + 1] & words[pawns + 1])) !== 0 ||
      ((kingAttacks[s] & words[king]) | (kingAttacks[s + 1] & words[king + 1])) !== 0 ||
      attackedByPieces(
        base,
        square,
        words[OCCUPIED] | words[OCCUPIED + 2],
        words[OCCUPIED + 1] | words[OCCUPIED + 3],
      )
    );
  }

  function attackedByThem(square: Square): boolean {
    return attacked(theirs, square);
  }

  function inCheck(): boolean {
    return attackedByThem(kingSquare());
  }

  function attacksKing(): boolean {
    return attacked(ours, first(words[theirKing], words[theirKing + 1]));
  }

  /** Writes CHECKERS and PINNED: who attacks our king, and which of our pieces must stay on a line with it. */
  function findPins(king: Square): void {
    const k = king << 1;
    const p = 128 * us + k;
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    let checkersLow = (knightAttacks[k] & words[theirs + 2 * KNIGHT]) | (pawnAttacks[p] & words[theirPawns]);
    let checkersHigh =
      (knightAttacks[k + 1] & words[theirs + 2 * KNIGHT + 1]) | (pawnAttacks[p + 1] & words[theirPawns + 1]);
    let pinnedLow = 0;
    let pinnedHigh = 0;
    const queensLow = words[theirs + 2 * QUEEN];
    const queensHigh = words[theirs + 2 * QUEEN + 1];
    let low =
      (rookLines[k] & (words[theirs + 2 * ROOK] | queensLow)) |
      (bishopLines[k] & (words[theirs + 2 * BISHOP] | queensLow));
    let high =
      (rookLines[k + 1] & (words[theirs + 2 * ROOK + 1] | queensHigh)) |
      (bishopLines[k + 1] & (words[theirs + 2 * BISHOP + 1] | queensHigh));
    while ((low | high) !== 0) {
      const square = first(low, high);
      const b = ((king << 6) | square) << 1;
      const inLow = between[b] & occupiedLow;
      const inHigh = between[b + 1] & occupiedHigh;
      if ((inLow | inHigh) === 0) {
        checkersLow |= bitLow[square];
        checkersHigh |= bitHigh[square];
      } else if (((inLow & (inLow - 1)) | (inHigh & (inHigh - 1))) === 0 && (inLow === 0 || inHigh === 0)) {
        pinnedLow |= inLow & words[ourPieces];
        pinnedHigh |= inHigh & words[ourPieces + 1];
      }
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    words[CHECKERS] = checkersLow;
    words[CHECKERS + 1] = checkersHigh;
    words[PINNED] = pinnedLow;
    words[PINNED + 1] = pinnedHigh;
  }

  /** Their pawns' attacks, the low half. */
  function pawnCoverLow(): number {
    const low = words[theirPawns];
    const high = words[theirPawns + 1];
    const sideLow = ((low & ~FILE_H) << 1) | ((low & ~FILE_A) >>> 1);
    const sideHigh = ((high & ~FILE_H) << 1) | ((high & ~FILE_A) >>> 1);
    return behindLow(sideLow, sideHigh);
  }

  function pawnCoverHigh(): number {
    const low = words[theirPawns];
    const high = words[theirPawns + 1];
    const sideLow = ((low & ~FILE_H) << 1) | ((low & ~FILE_A) >>> 1);
    const sideHigh = ((high & ~FILE_H) << 1) | ((high & ~FILE_A) >>> 1);
    return behindHigh(sideLow, sideHigh);
  }

  /** Of the squares (low, high), one half of them empty, those in which our king would not be attacked by a piece. */
  function safeSquares(half: number, squaresLeft: number, withoutLow: number, withoutHigh: number): number {
    let safe = 0;
    for (let left = squaresLeft; left !== 0; left &= left - 1) {
      const bit = left & -left;
      if (!attackedByPieces(theirs, half + 31 - Math.clz32(bit), withoutLow, withoutHigh)) safe |= bit;
    }
    return safe;
  }

  /** May we castle by right `i` (0 to 3)? That we are not in check is known. */
  function mayCastle(i: number): boolean {
    if ((words[RIGHTS] & (1 << i)) === 0) return false;
    const c = i * CASTLE_SIZE;
    const occupied =
      us === 0 ? words[OCCUPIED] | words[OCCUPIED + 2] : words[OCCUPIED + 1] | words[OCCUPIED + 3];
    if ((castles[c + CASTLE_EMPTY] & occupied) !== 0) return false;
    // The rook lands on the square that the king crosses.
    return !attackedByThem(castles[c + CASTLE_ROOK_TO]) && !attackedByThem(castles[c + CASTLE_KING_TO]);
  }

  function castlingMove(i: number): Move {
    const c = i * CASTLE_SIZE;
    return castles[c + CASTLE_KING_FROM] | (castles[c + CASTLE_KING_TO] << 6) | (CASTLING << 14);
  }

  return {
    kingSquare,
    attackedByPieces,
    attackedByThem,
    inCheck,
    attacksKing,
    findPins,
    pawnCoverLow,
    pawnCoverHigh,
    safeSquares,
    mayCastle,
    castlingMove,
  };
}
