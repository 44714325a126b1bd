/**
 * A turn that is being entered, part by part: the choice for a pawn that was pushed to its last rank, the move (with
 * its own promotion), the push. Everything is derived from the list of the legal turns, so that what can be entered
 * is exactly what is legal. Nothing here is drawn.
 */
import { type Colour, EMPTY, type Kind, type Square } from '../../rules/board.ts';
import { legalTurns } from '../../rules/generate.ts';
import { pushTarget } from '../../rules/notation.ts';
import { hasWinningChoice } from '../../rules/outcome.ts';
import { mover, type Position, playTurn, sideToMove, undoTurn } from '../../rules/position.ts';
import {
  CASTLING,
  CHOICE,
  PROMOTION,
  type Turn,
  turnChoice,
  turnFrom,
  turnKind,
  turnMove,
  turnPromotion,
  turnPush,
  turnTo,
} from '../../rules/turn.ts';

/** What is asked for next: `promotion` is the piece of a move that is already named, `done` a whole turn. */
export type Stage = 'choice' | 'move' | 'promotion' | 'push' | 'done' | 'over';

/** How a push loses at once: by opening or giving a check, or by letting a pawn promote with check. */
export type Danger = 'self-check' | 'winning choice';

export interface PushOption {
  readonly from: Square;
  readonly to: Square;
  readonly danger: Danger | undefined;
}

export interface ChoiceOption {
  readonly kind: Kind;
  /** The choice alone wins the game. */
  readonly wins: boolean;
}

export interface HalfTurn {
  readonly stage: Stage;
  readonly side: Colour;
  /** The pieces as they stand after the parts that have been entered. */
  readonly squares: Uint8Array;
  /** The pawn that awaits its choice, or did before it was made; -1 if none. */
  readonly pendingSquare: Square;
  readonly choices: readonly ChoiceOption[];
  /** Where each piece may go. */
  readonly moves: ReadonlyMap<Square, readonly Square[]>;
  /** The move that has been entered. */
  readonly moved: { readonly from: Square; readonly to: Square } | undefined;
  /** What the moved pawn may become. */
  readonly promotions: readonly Kind[];
  readonly pushes: readonly PushOption[];
  /** Does a push belong to any turn that is left? */
  readonly hasPush: boolean;
  /** The whole turn, when it is done. */
  readonly turn: Turn | undefined;
  /** Each of these returns the next state, or undefined if that is not legal. */
  choose(kind: Kind): HalfTurn | undefined;
  move(from: Square, to: Square): HalfTurn | undefined;
  promote(kind: Kind): HalfTurn | undefined;
  push(square: Square): HalfTurn | undefined;
  /** Without the part entered last; undefined if nothing has been entered. */
  back(): HalfTurn | undefined;
}

/** What has been entered so far. */
interface Parts {
  readonly choice: Kind;
  readonly from: Square;
  readonly to: Square;
  /** The promotion of the move, 0 for none. */
  readonly promotion: Kind;
  readonly hasMoved: boolean;
}

const NOTHING: Parts = { choice: 0, from: 0, to: 0, promotion: 0, hasMoved: false };

/** `position` has to stay as it is as long as the turn is being entered. */
export function startTurn(position: Position): HalfTurn {
  return createState(position, NOTHING, legalTurns(position), undefined);
}

/** `turns`: those that are left by the parts. */
function createState(
  position: Position,
  parts: Parts,
  turns: readonly Turn[],
  before: HalfTurn | undefined,
): HalfTurn {
  const pendingSquare = mover(position).pendingPawn();
  const stage = stageOf(parts, turns, pendingSquare >= 0);
  const done = stage === 'done' ? turns[0] : undefined;

  function next(change: Partial<Parts>, fits: (turn: Turn) => boolean): HalfTurn | undefined {
    const left = turns.filter(fits);
    return left.length === 0 ? undefined : createState(position, { ...parts, ...change }, left, state);
  }

  const state: HalfTurn = {
    stage,
    side: sideToMove(position),
    squares: squaresAfter(position, parts, turns, pendingSquare),
    pendingSquare,
    choices: stage === 'choice' ? choicesOf(turns) : [],
    moves: stage === 'move' ? movesOf(turns) : new Map(),
    moved: parts.hasMoved ? { from: parts.from, to: parts.to } : undefined,
    promotions: stage === 'promotion' ? distinct(turns.map(turnPromotion)).reverse() : [],
    pushes: stage === 'push' ? turns.map((turn) => pushOf(position, turn)) : [],
    hasPush: turns.some((turn) => turnPush(turn) !== 0),
    turn: done,
    choose: (kind) =>
      stage === 'choice' ? next({ choice: kind }, (t) => turnChoice(t) === kind) : undefined,
    move: (from, to) =>
      stage === 'move'
        ? next({ from, to, hasMoved: true }, (t) => turnFrom(t) === from && turnTo(t) === to)
        : undefined,
    promote: (kind) =>
      stage === 'promotion' ? next({ promotion: kind }, (t) => turnPromotion(t) === kind) : undefined,
    push: (square) => {
      const turn = stage === 'push' ? turns.find((t) => turnPush(t) === square) : undefined;
      return turn === undefined ? undefined : { ...state, ...whole(turn), back: () => state };
    },
    back: () => before,
  };
  return state;

  /** What is different about the last state, in which nothing can be entered any more. */
  function whole(turn: Turn): Partial<HalfTurn> {
    return { stage: 'done', turn, squares: squaresAfterTurn(position, turn), pushes: [] };
  }
}

function stageOf(parts: Parts, turns: readonly Turn[], isPending: boolean): Stage {
  if (turns.length === 0) return 'over';
  if (isPending && parts.choice === 0) return 'choice';
  if (turnKind(turns[0]) === CHOICE) return 'done';
  if (!parts.hasMoved) return 'move';
  if (turnKind(turns[0]) === PROMOTION && parts.promotion === 0) return 'promotion';
  return turnPush(turns[0]) === 0 ? 'done' : 'push';
}

function choicesOf(turns: readonly Turn[]): ChoiceOption[] {
  const kinds = distinct(turns.map(turnChoice)).reverse();
  return kinds.map((kind) => ({
    kind,
    wins: turns.some((turn) => turnChoice(turn) === kind && turnKind(turn) === CHOICE),
  }));
}

function movesOf(turns: readonly Turn[]): Map<Square, Square[]> {
  const moves = new Map<Square, Square[]>();
  for (const move of distinct(turns.map(turnMove))) {
    const [from, to] = [turnFrom(move), turnTo(move)];
    const targets = moves.get(from) ?? [];
    if (!targets.includes(to)) targets.push(to);
    moves.set(from, targets);
  }
  return moves;
}

function pushOf(position: Position, turn: Turn): PushOption {
  const from = turnPush(turn);
  const to = pushTarget(position, from);
  playTurn(position, turn);
  const attacked = mover(position).attacksKing();
  const danger = attacked ? 'self-check' : hasWinningChoice(position) ? 'winning choice' : undefined;
  undoTurn(position);
  return { from, to, danger };
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The board after the parts entered so far. */
function squaresAfter(
  position: Position,
  parts: Parts,
  turns: readonly Turn[],
  pendingSquare: Square,
): Uint8Array {
  const { choice, from, to, promotion, hasMoved } = parts;
  const first = turns[0];
  const squares = Uint8Array.from(position.squares);
  const colour = 6 * sideToMove(position);
  if (choice !== 0) squares[pendingSquare] = colour + choice;
  if (!hasMoved || first === undefined) return squares;
  squares[to] = promotion === 0 ? squares[from] : colour + promotion;
  squares[from] = EMPTY;
  if (turnKind(first) === CASTLING) {
    const [corner, crossed] = to > from ? [from | 7, to - 1] : [from & 56, to + 1];
    squares[crossed] = squares[corner];
    squares[corner] = EMPTY;
  }
  return squares;
}

function squaresAfterTurn(position: Position, turn: Turn): Uint8Array {
  playTurn(position, turn);
  const squares = Uint8Array.from(position.squares);
  undoTurn(position);
  return squares;
}
