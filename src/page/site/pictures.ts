/** From the game to what the board shows: squares of the last turn, the king in danger, arrows. */
import { type Colour, KING, pieceOf, type Square, WHITE } from '../../rules/board.ts';
import { parseTurn, pushTarget } from '../../rules/notation.ts';
import { mover, opponentSide, type Position } from '../../rules/position.ts';
import {
  CHOICE,
  type Turn,
  turnChoice,
  turnFrom,
  turnKind,
  turnPromotion,
  turnPush,
  turnTo,
} from '../../rules/turn.ts';
import type { Arrow, Picture } from './board-view.ts';
import type { GameNode } from './game-tree.ts';
import { type HalfTurn, startTurn } from './half-turn.ts';
import type { Session } from './session.ts';

/** The squares of the two halves of the turn that led here. */
export function lastSquares({ parent, turn, side }: GameNode): { move: Square[]; push: Square[] } {
  if (parent === undefined) return { move: [], push: [] };
  const push = turnPush(turn);
  const move = turnKind(turn) === CHOICE ? [turnTo(turn)] : [turnFrom(turn), turnTo(turn)];
  return { move, push: push === 0 ? [] : [push, side === WHITE ? push - 8 : push + 8] };
}

/** The king that is attacked where the game stands, unless a move has been entered already. */
export function kingInDanger({ position, outcome, entry }: Session): Picture['king'] {
  if (entry.moved !== undefined) return undefined;
  const side = mover(position);
  if (side.attacksKing()) return { square: kingOf(position, opponentSide(position).colour), look: 'lost' };
  if (!side.inCheck()) return undefined;
  return { square: kingOf(position, side.colour), look: outcome.ending === 'checkmate' ? 'lost' : 'check' };
}

function kingOf(position: Position, colour: Colour): Square {
  return position.squares.indexOf(pieceOf(colour, KING));
}

/** The arrows of a turn written in the protocol's form; none if it is not legal here. */
export function arrowsOf(position: Position, text: string, rank: number): Arrow[] {
  const parsed = parseTurn(position, text);
  if (!parsed.ok) return [];
  const turn = parsed.value;
  const arrows: Arrow[] = [];
  const pending = mover(position).pendingPawn();
  if (pending >= 0) arrows.push({ from: pending, to: pending, kind: 'move', rank });
  if (turnKind(turn) !== CHOICE) arrows.push({ from: turnFrom(turn), to: turnTo(turn), kind: 'move', rank });
  const push = turnPush(turn);
  if (push !== 0) arrows.push({ from: push, to: pushTarget(position, push), kind: 'push', rank });
  return arrows;
}

/** The state of the entry between the two halves of a turn; undefined if it has no push. */
export function betweenHalves(position: Position, turn: Turn): HalfTurn | undefined {
  if (turnPush(turn) === 0) return undefined;
  let entry: HalfTurn | undefined = startTurn(position);
  if (entry.stage === 'choice') entry = entry.choose(turnChoice(turn));
  entry = entry?.move(turnFrom(turn), turnTo(turn));
  if (entry?.stage === 'promotion') entry = entry.promote(turnPromotion(turn));
  return entry;
}
