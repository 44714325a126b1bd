/** Legal turns as plain arrays, for everything outside the search. */
import { squaresOf } from './bitboard.ts';
import { KNIGHT, MAX_MOVES, PUSHABLE, QUEEN, type Square } from './board.ts';
import { mover, type Position } from './position.ts';
import { CHOICE, type Move, type Turn, turnChoice, turnKind, turnMove, turnPush } from './turn.ts';

/** All legal turns, winning choices and self-checking ones included; none if the game is over (RULES.md section 3). */
export function legalTurns(position: Position): Turn[] {
  const side = mover(position);
  if (side.attacksKing()) return [];
  const list = new Int32Array(side.countTurns());
  return Array.from(list.subarray(0, side.generateTurns(list, 0)));
}

/** Is the game not over? Where no choice is due it is enough to look for a legal move. */
export function hasLegalTurn(position: Position): boolean {
  const side = mover(position);
  if (side.attacksKing()) return false;
  return side.pendingPawn() < 0 ? legalMoves(position).length > 0 : side.countTurns() > 0;
}

/** All legal moves (part 2 of a turn), the choice that was due being on the board already. */
export function legalMoves(position: Position): Move[] {
  const list = new Int32Array(MAX_MOVES);
  return Array.from(list.subarray(0, mover(position).generateMoves(list, 0)));
}

/** The squares of the pawns that may be pushed after a legal move, which is not made. */
export function pushesOf(position: Position, move: Move): Square[] {
  mover(position).findPushesOf(move);
  return squaresOf(position.words[PUSHABLE], position.words[PUSHABLE + 1]);
}

/** Is `turn` (any integer) one of the legal turns? */
export function isLegalTurn(position: Position, turn: Turn): boolean {
  const side = mover(position);
  if (side.attacksKing() || turn < 0 || turn >= 1 << 25) return false;
  const choice = turnChoice(turn);
  const pending = side.pendingPawn();
  if (pending < 0) return choice === 0 && turnKind(turn) !== CHOICE && isLegalMoveAndPush(position, turn);
  if (choice < KNIGHT || choice > QUEEN) return false;
  side.choose(pending, choice);
  let legal: boolean;
  if (side.attacksKing()) {
    legal = turn === (pending | (pending << 6) | (CHOICE << 14) | (choice << 22));
  } else {
    legal = turnKind(turn) !== CHOICE && isLegalMoveAndPush(position, turn);
  }
  side.unchoose(pending, choice);
  return legal;
}

function isLegalMoveAndPush(position: Position, turn: Turn): boolean {
  if (!mover(position).isLegalMove(turnMove(turn))) return false;
  const pushes = pushesOf(position, turnMove(turn));
  return pushes.length === 0 ? turnPush(turn) === 0 : pushes.includes(turnPush(turn));
}
