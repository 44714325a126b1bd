/** Ends games whose result is clear, by the scores that the engines report (`-draw`, `-resign`, `-maxmoves`). */
import { type Colour, opposite } from '../rules/board.ts';
import type { DrawRule, ResignRule } from './settings.ts';
import { type Verdict, verdictOfAdjudication } from './verdict.ts';

export interface AdjudicationRules {
  readonly draw: DrawRule | undefined;
  readonly resign: ResignRule | undefined;
  readonly maxMoves: number;
}

export interface JudgedTurn {
  readonly side: Colour;
  /** Turns of the game so far, this one and the opening included. */
  readonly ply: number;
  /** Centipawns from the mover's view, if he told. */
  readonly score: number | undefined;
  /** A capture or a move (not a push) of a pawn: the draw rule counts anew. */
  readonly progress: boolean;
}

export type Adjudicator = (turn: JudgedTurn) => Verdict | undefined;

export function createAdjudicator(rules: AdjudicationRules): Adjudicator {
  /** Turns in a row with a score near 0. */
  let quiet = 0;
  /** By colour: moves in a row with a hopeless score, and with one that is as good as won. */
  const losing = [0, 0];
  const winning = [0, 0];

  function judgeDraw(rule: DrawRule, turn: JudgedTurn): boolean {
    if (turn.progress) quiet = 0;
    if (turn.score !== undefined && Math.abs(turn.score) <= rule.score) quiet++;
    else quiet = 0;
    return Math.floor(turn.ply / 2) >= rule.moveNumber && quiet >= 2 * rule.moveCount;
  }

  function judgeResignation(rule: ResignRule, { side, score }: JudgedTurn): Colour | undefined {
    losing[side] = score !== undefined && score <= -rule.score ? losing[side]! + 1 : 0;
    winning[side] = score !== undefined && score >= rule.score ? winning[side]! + 1 : 0;
    for (const loser of [side, opposite(side)]) {
      const agreed = !rule.twoSided || winning[opposite(loser)]! >= rule.moveCount;
      if (losing[loser]! >= rule.moveCount && agreed) return loser;
    }
    return undefined;
  }

  return (turn) => {
    const loser = rules.resign === undefined ? undefined : judgeResignation(rules.resign, turn);
    if (loser !== undefined) return verdictOfAdjudication('win adjudication', opposite(loser));
    if (rules.draw !== undefined && judgeDraw(rules.draw, turn)) {
      return verdictOfAdjudication('draw adjudication', undefined);
    }
    if (rules.maxMoves > 0 && turn.ply >= 2 * rules.maxMoves) {
      return verdictOfAdjudication('move limit', undefined);
    }
    return undefined;
  };
}
