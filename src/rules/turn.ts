/**
 * A turn packed in one small integer of 25 bits, so that V8 keeps it unboxed everywhere.
 *
 *     bits  0– 5  from         of the move; of the pending pawn for a winning choice
 *     bits  6–11  to           likewise
 *     bits 12–13  promotion    by the mover's own move: 0 knight, 1 bishop, 2 rook, 3 queen
 *     bits 14–15  kind         NORMAL, PROMOTION, CASTLING or CHOICE
 *     bits 16–21  push         the square of the pushed pawn; 0 = no push (no pawn to be pushed ever stands on a1)
 *     bits 22–24  choice       0 = none, else the kind (KNIGHT … QUEEN) that the pending pawn becomes
 *
 * The low 16 bits are the move (part 2 of RULES.md section 2).
 */
import { type Kind, KNIGHT, type Square } from './board.ts';

export type Turn = number;
/** A turn without choice and push. */
export type Move = number;

export const NO_TURN = 0;

export const NORMAL = 0;
export const PROMOTION = 1;
export const CASTLING = 2;
/** A winning choice: the whole turn by itself (RULES.md 3b). */
export const CHOICE = 3;

export const MOVE_MASK = 0xffff;

export function makeMoveCode(from: Square, to: Square): Move {
  return from | (to << 6);
}

export function promotionCode(from: Square, to: Square, promotion: Kind): Move {
  return from | (to << 6) | ((promotion - KNIGHT) << 12) | (PROMOTION << 14);
}

export function castlingCode(from: Square, to: Square): Move {
  return from | (to << 6) | (CASTLING << 14);
}

export function winningChoiceCode(square: Square, choice: Kind): Turn {
  return square | (square << 6) | (CHOICE << 14) | (choice << 22);
}

/** `choice` is a kind, or 0 for none; `push` the pushed pawn's square, or 0 for none. */
export function turnCode(move: Move, push: Square, choice: Kind): Turn {
  return move | (push << 16) | (choice << 22);
}

export function turnFrom(turn: Turn): Square {
  return turn & 63;
}

export function turnTo(turn: Turn): Square {
  return (turn >> 6) & 63;
}

/** The kind that the mover's own move promotes to; only for kind PROMOTION. */
export function turnPromotion(turn: Turn): Kind {
  return ((turn >> 12) & 3) + KNIGHT;
}

export function turnKind(turn: Turn): number {
  return (turn >> 14) & 3;
}

/** The square of the pushed pawn, 0 for none. */
export function turnPush(turn: Turn): Square {
  return (turn >> 16) & 63;
}

/** The kind that the pending pawn becomes, 0 for none. */
export function turnChoice(turn: Turn): Kind {
  return (turn >> 22) & 7;
}

export function turnMove(turn: Turn): Move {
  return turn & MOVE_MASK;
}
