/**
 * Proves forced wins by brute force, on the rules alone: no evaluation, no table, no pruning but the end of a proof.
 *
 * "In n" counts the winner's own turns. A win in 1 is a winning choice, a checkmate, or a turn after which every answer
 * is a self-check. Draws by repetition are left aside; the fifty-move rule counts.
 */
import { CLOCK } from '../src/rules/board.ts';
import { hasWinningChoice } from '../src/rules/outcome.ts';
import { mover, type Position } from '../src/rules/position.ts';
import { CHOICE, type Turn, turnKind } from '../src/rules/turn.ts';

export interface Solver {
  /** All first turns that force a win within `n` own turns and no shorter one exists; `n` 0 if there is none. */
  solve(most: number): { n: number; turns: Turn[] };
  /** The turns after which the opponent has no win within `n` turns of his own. */
  safeTurns(n: number): Turn[];
}

/** Thrown when a proof has taken more turns than it may. */
export class TooLong extends Error {}

export function createSolver(position: Position, budget: number): Solver {
  const list = new Int32Array(1 << 17);
  const { words } = position;
  let left = budget;

  function turnsAt(at: number): number {
    return mover(position).attacksKing() ? at : mover(position).generateTurns(list, at);
  }

  /** Has the mover, whose opponent has not checked himself, a win within n turns? */
  function wins(n: number, at: number): boolean {
    if (words[CLOCK] >= 100) return false;
    const end = turnsAt(at);
    for (let d = 1; d <= n; d++) {
      for (let i = at; i < end; i++) if (turnWins(list[i], d, end)) return true;
    }
    return false;
  }

  function turnWins(turn: Turn, n: number, at: number): boolean {
    if (turnKind(turn) === CHOICE) return true;
    if (--left < 0) throw new TooLong();
    const side = mover(position);
    side.makeTurn(turn);
    const won = !side.isSelfCheck(turn) && beaten(n - 1, at);
    side.unmakeTurn(turn);
    return won;
  }

  /** Is the mover lost, if his opponent has n more turns? */
  function beaten(n: number, at: number): boolean {
    const side = mover(position);
    const end = turnsAt(at);
    if (end === at) return side.inCheck();
    if (words[CLOCK] >= 100) return false;
    for (let i = at; i < end; i++) if (turnKind(list[i]) === CHOICE) return false;
    for (let i = at; i < end; i++) {
      const turn = list[i];
      if (--left < 0) throw new TooLong();
      side.makeTurn(turn);
      const lost = side.isSelfCheck(turn) || (n > 0 && wins(n, end));
      side.unmakeTurn(turn);
      if (!lost) return false;
    }
    return true;
  }

  function solve(most: number): { n: number; turns: Turn[] } {
    left = budget;
    const end = words[CLOCK] >= 100 || mover(position).attacksKing() ? 0 : turnsAt(0);
    for (let n = 1; n <= most; n++) {
      const turns: Turn[] = [];
      for (let i = 0; i < end; i++) if (turnWins(list[i], n, end)) turns.push(list[i]);
      if (turns.length > 0) return { n, turns };
    }
    return { n: 0, turns: [] };
  }

  function safeTurns(n: number): Turn[] {
    left = budget;
    const end = turnsAt(0);
    const safe: Turn[] = [];
    for (let i = 0; i < end; i++) {
      const turn = list[i];
      const side = mover(position);
      side.makeTurn(turn);
      const over = turnKind(turn) === CHOICE;
      if (over || !(side.isSelfCheck(turn) || wins(n, end))) safe.push(turn);
      side.unmakeTurn(turn);
    }
    return safe;
  }

  return { solve, safeTurns };
}

/** Are all answers to `turn` self-checks, the mover not being mated? */
export function leavesOnlySelfChecks(position: Position, turn: Turn): boolean {
  if (turnKind(turn) === CHOICE) return false;
  const side = mover(position);
  side.makeTurn(turn);
  const reply = mover(position);
  const answers = new Int32Array(reply.countTurns());
  const n = reply.generateTurns(answers, 0);
  let only = n > 0;
  for (let i = 0; i < n && only; i++) {
    reply.makeTurn(answers[i]);
    only = turnKind(answers[i]) !== CHOICE && reply.isSelfCheck(answers[i]);
    reply.unmakeTurn(answers[i]);
  }
  side.unmakeTurn(turn);
  return only;
}

/** Of the answers to `turn` that are no self-checks, the share after which the turn's player has a winning choice. */
export function shareOfGivenChoices(position: Position, turn: Turn): number {
  if (turnKind(turn) === CHOICE) return 0;
  const side = mover(position);
  side.makeTurn(turn);
  const reply = mover(position);
  const answers = new Int32Array(reply.countTurns());
  const n = reply.generateTurns(answers, 0);
  let playable = 0;
  let given = 0;
  for (let i = 0; i < n; i++) {
    if (turnKind(answers[i]) === CHOICE) continue;
    reply.makeTurn(answers[i]);
    if (!reply.isSelfCheck(answers[i])) {
      playable++;
      if (hasWinningChoice(position)) given++;
    }
    reply.unmakeTurn(answers[i]);
  }
  side.unmakeTurn(turn);
  return playable === 0 ? 0 : given / playable;
}
