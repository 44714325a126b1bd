/** Is a move that comes from elsewhere (a hash table, a killer) legal here? */
import { type AttackTables, bishopIndex, rookIndex } from '../attacks.ts';
import { BIT_HIGH, BIT_LOW, count, first } from '../bitboard.ts';
import {
  BISHOP,
  CHECKERS,
  type Colour,
  EMPTY,
  KING,
  type Kind,
  KNIGHT,
  OCCUPIED,
  PAWN,
  PINNED,
  ROOK,
  type Square,
} from '../board.ts';
import { CASTLING, MOVE_MASK, type Move, NORMAL, PROMOTION } from '../turn.ts';
import { type Arrays, CASTLE_KING_FROM, CASTLE_KING_TO, CASTLE_SIZE } from './arrays.ts';
import type { King } from './king.ts';

export type Legal = ReturnType<typeof createLegal>;

export function createLegal(arrays: Arrays, tables: AttackTables, colour: Colour, king: King) {
  const us = colour;
  const them = us === 0 ? 1 : 0;
  const words = arrays.words;
  const squares = arrays.squares;
  const castles = arrays.castles;
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const pawnAttacks = tables.pawn;
  const between = tables.between;
  const line = tables.line;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const theirs = them * 12;
  const theirKing = them * 12 + 2 * KING;
  const step = us === 0 ? 8 : -8;
  const firstRight = us === 0 ? 0 : 2;
  const kingSquare = king.kingSquare;
  const attackedByPieces = king.attackedByPieces;
  const inCheck = king.inCheck;
  const findPins = king.findPins;
  const pawnCoverLow = king.pawnCoverLow;
  const pawnCoverHigh = king.pawnCoverHigh;
  const mayCastle = king.mayCastle;

  /** The squares that the piece on `from`, no pawn and no king, attacks; an index into `sliders` or `knightAttacks`. */
  function reaches(kind: Kind, from: Square, to: Square): boolean {
    const low = words[OCCUPIED] | words[OCCUPIED + 2];
    const high = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const toLow = bitLow[to];
    const toHigh = bitHigh[to];
    if (kind === KNIGHT) {
      return ((knightAttacks[from << 1] & toLow) | (knightAttacks[(from << 1) + 1] & toHigh)) !== 0;
    }
    if (kind !== BISHOP) {
      const i = rookIndex(places, parameters, from, low, high);
      if (((sliders[i] & toLow) | (sliders[i + 1] & toHigh)) !== 0) return true;
    }
    if (kind === ROOK) return false;
    const i = bishopIndex(places, parameters, from, low, high);
    return ((sliders[i] & toLow) | (sliders[i + 1] & toHigh)) !== 0;
  }

  /** Can our pawn go from `from` to `to`, the king's safety aside? */
  function pawnReaches(from: Square, to: Square): boolean {
    const p = 128 * us + (from << 1);
    if (((pawnAttacks[p] & bitLow[to]) | (pawnAttacks[p + 1] & bitHigh[to])) !== 0)
      return squares[to] !== EMPTY;
    if (squares[to] !== EMPTY) return false;
    if (to === from + step) return true;
    return to === from + 2 * step && from >> 3 === (us === 0 ? 1 : 6) && squares[from + step] === EMPTY;
  }

  function isLegalCastling(from: Square, to: Square): boolean {
    for (let i = firstRight; i < firstRight + 2; i++) {
      const c = i * CASTLE_SIZE;
      if (castles[c + CASTLE_KING_FROM] !== from || castles[c + CASTLE_KING_TO] !== to) continue;
      return mayCastle(i) && !inCheck();
    }
    return false;
  }

  function isLegalKingMove(king: Square, to: Square): boolean {
    const k = king << 1;
    if (((kingAttacks[k] & bitLow[to]) | (kingAttacks[k + 1] & bitHigh[to])) === 0) return false;
    const enemyKing = first(words[theirKing], words[theirKing + 1]) << 1;
    const coveredLow = kingAttacks[enemyKing] | pawnCoverLow();
    const coveredHigh = kingAttacks[enemyKing + 1] | pawnCoverHigh();
    if (((coveredLow & bitLow[to]) | (coveredHigh & bitHigh[to])) !== 0) return false;
    return !attackedByPieces(
      theirs,
      to,
      (words[OCCUPIED] | words[OCCUPIED + 2]) & ~bitLow[king],
      (words[OCCUPIED + 1] | words[OCCUPIED + 3]) & ~bitHigh[king],
    );
  }

  function isLegalMove(move: Move): boolean {
    const from = move & 63;
    const to = (move >> 6) & 63;
    const kind = squares[from] - 6 * us;
    if ((move & ~MOVE_MASK) !== 0 || kind < PAWN || kind > KING || squares[from] === EMPTY) return false;
    const target = squares[to];
    if (target !== EMPTY && target >= 6 === (us === 1)) return false;
    const special = move >> 14;
    if (special !== PROMOTION && (move & (3 << 12)) !== 0) return false;
    if (special === CASTLING) return kind === KING && isLegalCastling(from, to);
    const promotes = kind === PAWN && to >> 3 === (us === 0 ? 7 : 0);
    if (special !== (promotes ? PROMOTION : NORMAL)) return false;
    if (kind === KING) return isLegalKingMove(from, to);
    if (kind === PAWN ? !pawnReaches(from, to) : !reaches(kind, from, to)) return false;
    return keepsKingSafe(from, to);
  }

  /** Does the move of a piece other than the king answer every check and respect every pin? */
  function keepsKingSafe(from: Square, to: Square): boolean {
    const king = kingSquare();
    findPins(king);
    const toLow = bitLow[to];
    const toHigh = bitHigh[to];
    const checkersLow = words[CHECKERS];
    const checkersHigh = words[CHECKERS + 1];
    if ((checkersLow | checkersHigh) !== 0) {
      if (count(checkersLow, checkersHigh) > 1) return false;
      const b = ((king << 6) | first(checkersLow, checkersHigh)) << 1;
      if ((((checkersLow | between[b]) & toLow) | ((checkersHigh | between[b + 1]) & toHigh)) === 0)
        return false;
    }
    if (((words[PINNED] & bitLow[from]) | (words[PINNED + 1] & bitHigh[from])) === 0) return true;
    const l = ((king << 6) | from) << 1;
    return ((line[l] & toLow) | (line[l + 1] & toHigh)) !== 0;
  }

  return { isLegalMove };
}
