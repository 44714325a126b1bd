/**
 * What a score means in points: the chances to win, to draw and to lose, fitted by scripts/fit-wdl.ts to 1,000 games of the
 * engine against itself at 1 s + 10 ms, 53,382 scores.
 */
import { mateDistance } from '../search/limits.ts';

/** Centipawns at which half of the games are won… */
const A = 148;
/** …and how fast that changes. */
const B = 259;

/** Per mille, 1000 in all. */
export function winDrawLoss(score: number): readonly [win: number, draw: number, loss: number] {
  const mate = mateDistance(score);
  if (mate !== 0) return mate > 0 ? [1000, 0, 0] : [0, 0, 1000];
  const win = chance(score);
  const loss = chance(-score);
  return [win, 1000 - win - loss, loss];
}

function chance(score: number): number {
  return Math.round(1000 / (1 + Math.exp((A - score) / B)));
}
