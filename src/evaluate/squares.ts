/** Piece-square tables: what each piece is worth on each square, material included, as the weights lay it down. */
import { BLACK, KING, KNIGHT, PAWN, pieceOf, WHITE } from '../rules/board.ts';
import {
  BISHOP_SQUARES,
  type HalfBoard,
  KING_SQUARES_BARE,
  KING_SQUARES_FULL,
  KNIGHT_SQUARES,
  PAWN_SQUARES,
  PAWN_VALUES,
  PIECE_VALUES,
  QUEEN_SQUARES,
  ROOK_SQUARES,
} from './weights.ts';

export interface SquareTables {
  /** With sixteen pawns: at 64 × piece + square, white pieces positive, black ones negative, EMPTY 0. */
  readonly full: Int32Array;
  /** Without pawns. */
  readonly bare: Int32Array;
}

const HALVES: readonly HalfBoard[] = [
  PAWN_SQUARES,
  KNIGHT_SQUARES,
  BISHOP_SQUARES,
  ROOK_SQUARES,
  QUEEN_SQUARES,
  KING_SQUARES_FULL,
];

/** The number for White's `square` in half a board that is written last rank first. */
function onSquare(half: HalfBoard, square: number): number {
  const file = square & 7;
  return half[(7 - (square >> 3)) * 4 + Math.min(file, 7 - file)];
}

function worthOf(kind: number, square: number, phase: 0 | 1): number {
  if (kind === PAWN) return PAWN_VALUES[square >> 3][phase] + onSquare(PAWN_SQUARES, square);
  if (kind === KING) return onSquare(phase === 0 ? KING_SQUARES_FULL : KING_SQUARES_BARE, square);
  return PIECE_VALUES[kind - KNIGHT][phase] + onSquare(HALVES[kind], square);
}

export function squareTables(): SquareTables {
  const full = new Int32Array(13 * 64);
  const bare = new Int32Array(13 * 64);
  for (let kind = PAWN; kind <= KING; kind++) {
    for (let square = 0; square < 64; square++) {
      const white = 64 * pieceOf(WHITE, kind) + square;
      const black = 64 * pieceOf(BLACK, kind) + (square ^ 56);
      full[white] = worthOf(kind, square, 0);
      bare[white] = worthOf(kind, square, 1);
      full[black] = -full[white];
      bare[black] = -bare[white];
    }
  }
  return { full, bare };
}
