/** Piece-square tables: what each piece is worth on each square, material included, as the weights lay it down. */
import { BLACK, KING, PAWN, pieceOf, WHITE } from '../rules/board.ts';
import { type Pair, packAll, type Weights } from './pairs.ts';
import * as SKETCH from './sketch-weights.ts';
import * as WEIGHTS from './weights.ts';

export interface SquareTables {
  /** With sixteen pawns: at 64 × piece + square, white pieces positive, black ones negative, EMPTY 0. */
  readonly full: Int32Array;
  /** Without pawns. */
  readonly bare: Int32Array;
}

/** Where White's `square` is in half a board, which is written last rank first. */
export function halfBoardIndex(square: number): number {
  const file = square & 7;
  return (7 - (square >> 3)) * 4 + Math.min(file, 7 - file);
}

export function squareTables(weights: Weights = WEIGHTS): SquareTables {
  const halves = [
    weights.PAWN_SQUARES,
    weights.KNIGHT_SQUARES,
    weights.BISHOP_SQUARES,
    weights.ROOK_SQUARES,
    weights.QUEEN_SQUARES,
    weights.KING_SQUARES,
  ];
  const full = new Int32Array(13 * 64);
  const bare = new Int32Array(13 * 64);
  for (let kind = PAWN; kind <= KING; kind++) {
    for (let square = 0; square < 64; square++) {
      const white = 64 * pieceOf(WHITE, kind) + square;
      const black = 64 * pieceOf(BLACK, kind) + (square ^ 56);
      [full[white], bare[white]] = halves[kind][halfBoardIndex(square)];
      full[black] = -full[white];
      bare[black] = -bare[white];
    }
  }
  return { full, bare };
}

/** The sketch's boards, a packed pair at 64 × piece + square with the signs of SquareTables. */
export function sketchTable(): Int32Array {
  const halves = [SKETCH.PAWNS, SKETCH.KNIGHTS, SKETCH.BISHOPS, SKETCH.ROOKS, SKETCH.QUEENS, SKETCH.KINGS];
  const packed = halves.map((half: readonly Pair[]) => packAll(half));
  const table = new Int32Array(13 * 64);
  for (let kind = PAWN; kind <= KING; kind++) {
    for (let square = 0; square < 64; square++) {
      const value = packed[kind][halfBoardIndex(square)];
      table[64 * pieceOf(WHITE, kind) + square] = value;
      table[64 * pieceOf(BLACK, kind) + (square ^ 56)] = -value;
    }
  }
  return table;
}
