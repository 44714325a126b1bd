/** Which positions of a game an evaluation is to learn from: those that a static value can describe. */
import { EMPTY } from '../../src/rules/board.ts';
import { mover, type Position, playTurn } from '../../src/rules/position.ts';
import { CHOICE, PROMOTION, type Turn, turnKind, turnTo } from '../../src/rules/turn.ts';
import { type Game, setStart } from './game-file.ts';

/** Scores from here on say who wins, not what a term is worth. Centipawns. */
const GREATEST_SCORE = 2000;
/** The first turns of a game are all alike. */
const FIRST_PLY = 6;

/** Not in check, nothing pending, no capture or promotion best, not decided, and not in the first plies. */
export function isQuiet(position: Position, best: Turn, score: number, ply: number): boolean {
  if (ply < FIRST_PLY || Math.abs(score) >= GREATEST_SCORE) return false;
  if (turnKind(best) === PROMOTION || turnKind(best) === CHOICE) return false;
  if (position.squares[turnTo(best)] !== EMPTY) return false;
  const side = mover(position);
  return side.pendingPawn() < 0 && !side.inCheck();
}

/** Replays a game and calls `visit` at each such position, with the index of the turn that was played there. */
export function visitQuiet(position: Position, game: Game, visit: (index: number) => void): void {
  setStart(position, game.start);
  game.turns.forEach((turn, i) => {
    if (isQuiet(position, turn, game.scores[i], game.pliesBefore + i)) visit(i);
    playTurn(position, turn);
  });
}
