/** Random games for property tests: a variant and a list of numbers, each of which picks the next legal turn. */
import fc from 'fast-check';
import { parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { hasWinningChoice } from '../src/rules/outcome.ts';
import { mover, type Position, playTurn, undoTurn } from '../src/rules/position.ts';
import { CHOICE, NORMAL, type Turn, turnChoice, turnKind, turnPush } from '../src/rules/turn.ts';
import { VARIANTS, type Variant } from '../src/rules/variants.ts';

export interface Walk {
  readonly variant: Variant;
  readonly picks: readonly number[];
}

export function walks(maxLength: number): fc.Arbitrary<Walk> {
  return fc.record({
    variant: fc.constantFrom(...VARIANTS),
    picks: fc.array(fc.nat(), { maxLength, size: 'max' }),
  });
}

export function startPosition(variant: Variant): Position {
  const start = parseFen(variant.startFen, variant);
  if (!start.ok) throw new Error(start.error);
  return start.value;
}

/** A legal turn; undefined if there is none. One pick in four goes for promotions, choices, castling and last ranks. */
export function pickTurn(position: Position, pick: number): Turn | undefined {
  const turns = legalTurns(position);
  const rare = pick % 4 === 0 ? turns.filter(isRare) : [];
  const from = rare.length > 0 ? rare : turns;
  return from[Math.floor(pick / 4) % from.length];
}

function isRare(turn: Turn): boolean {
  const push = turnPush(turn);
  return turnKind(turn) !== NORMAL || turnChoice(turn) !== 0 || isLastStep(push);
}

function isLastStep(push: number): boolean {
  return push !== 0 && (push >> 3 === 1 || push >> 3 === 6);
}

/** Does the turn check the player himself or give the opponent a winning choice? */
export function losesAtOnce(position: Position, turn: Turn): boolean {
  if (turnKind(turn) === CHOICE) return false;
  playTurn(position, turn);
  const loses = mover(position).attacksKing() || hasWinningChoice(position);
  undoTurn(position);
  return loses;
}

/** Plays the walk, calling `visit` before every turn and once at the end; returns the turns. */
export function play({ variant, picks }: Walk, visit: (position: Position) => void): Turn[] {
  const position = startPosition(variant);
  const turns: Turn[] = [];
  visit(position);
  for (const pick of picks) {
    const turn = pickTurn(position, pick);
    if (turn === undefined) break;
    playTurn(position, turn);
    turns.push(turn);
    visit(position);
  }
  return turns;
}
