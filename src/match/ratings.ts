/**
 * Ratings of all engines from all games together: Bradley–Terry by maximum likelihood, a draw counting as half a win
 * and half a loss, with White's advantage as one more unknown. Nobody is rated by his own score alone, so a gauntlet's
 * opponents are compared although they never met.
 *
 * The errors are those of a quasi-likelihood: the model's own, times the dispersion found in the data. Draws and
 * pairs of games with one opening vary less than coin tosses do, and the errors are smaller by that.
 */

export interface RatedSample {
  readonly first: number;
  readonly second: number;
  /** One game or several with one opening: who was White (1 the first, -1 the second) and the first's score. */
  readonly games: readonly { readonly white: 1 | -1; readonly score: number }[];
  /** How often just this happened; 1 if it is not said. */
  readonly count?: number;
}

export interface Ratings {
  /** Elo, the mean of all engines being 0. */
  readonly elo: readonly number[];
  /** Half the width of the 95 % interval against the mean of all. */
  readonly error: readonly number[];
  /** White's advantage in Elo. */
  readonly white: number;
}

const NORMAL_95 = 1.959963984540054;
const ELO_PER_UNIT = 400 / Math.LN10;
/**
 * Each engine has drawn this much of a game with an average one: keeps a perfect score finite, moves others by less
 * than they are uncertain.
 */
const PRIOR_GAMES = 0.1;
/** White's advantage is held near 0 as if this many games had been drawn by colour. */
const PRIOR_WHITE = 1;
/** Dispersion never below this: three results alike are no proof that nothing varies. */
const LEAST_DISPERSION = 0.05;

export function fitRatings(players: number, samples: readonly RatedSample[], prior = PRIOR_GAMES): Ratings {
  const strengths = new Array<number>(players + 1).fill(0);
  for (let round = 0; round < 100; round++) {
    const { gradient, curvature } = derivatives(strengths, samples, prior);
    const step = solve(curvature, gradient);
    const largest = Math.max(...step.map(Math.abs));
    const scale = largest > 1 ? 1 / largest : 1;
    for (let i = 0; i <= players; i++) strengths[i]! += scale * step[i]!;
    if (largest < 1e-9) break;
  }
  const { curvature } = derivatives(strengths, samples, prior);
  const mean = strengths.slice(0, players).reduce((sum, s) => sum + s, 0) / players;
  return {
    elo: strengths.slice(0, players).map((s) => (s - mean) * ELO_PER_UNIT),
    error: errors(players, curvature, dispersion(strengths, samples)),
    white: strengths[players]! * ELO_PER_UNIT,
  };
}

function expected(strengths: readonly number[], sample: RatedSample, white: number): number {
  const lead =
    strengths[sample.first]! - strengths[sample.second]! + white * strengths[strengths.length - 1]!;
  return 1 / (1 + Math.exp(-lead));
}

/** Gradient and negative second derivatives of the log-likelihood; the last unknown is White's advantage. */
function derivatives(strengths: readonly number[], samples: readonly RatedSample[], prior: number) {
  const size = strengths.length;
  const gradient = new Array<number>(size).fill(0);
  const curvature = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++) {
    // A tiny constant keeps the matrix regular where nothing fixes the mean.
    const weight = (i === size - 1 ? PRIOR_WHITE : prior) + 1e-9;
    const half = 1 / (1 + Math.exp(-strengths[i]!));
    gradient[i]! += weight * (0.5 - half);
    curvature[i]![i]! += weight * half * (1 - half);
  }
  for (const sample of samples) {
    const { count = 1 } = sample;
    for (const game of sample.games) {
      const e = expected(strengths, sample, game.white);
      const terms: readonly [number, number][] = [
        [sample.first, 1],
        [sample.second, -1],
        [size - 1, game.white],
      ];
      for (const [i, a] of terms) {
        gradient[i]! += count * a * (game.score - e);
        for (const [j, b] of terms) curvature[i]![j]! += count * a * b * e * (1 - e);
      }
    }
  }
  return { gradient, curvature };
}

/** How much the samples vary, compared with games that are won or lost independently. */
function dispersion(strengths: readonly number[], samples: readonly RatedSample[]): number {
  let found = 0;
  let modelled = 0;
  for (const sample of samples) {
    const { count = 1 } = sample;
    let residual = 0;
    for (const game of sample.games) {
      const e = expected(strengths, sample, game.white);
      residual += game.score - e;
      modelled += count * e * (1 - e);
    }
    found += count * residual * residual;
  }
  return modelled === 0 ? 1 : Math.max(LEAST_DISPERSION, found / modelled);
}

function errors(players: number, curvature: readonly number[][], dispersed: number): number[] {
  return Array.from({ length: players }, (_, player) => {
    const contrast = curvature.map((_, i) => (i === players ? 0 : (i === player ? 1 : 0) - 1 / players));
    const solved = solve(curvature, contrast);
    const variance = contrast.reduce((sum, c, i) => sum + c * solved[i]!, 0);
    return NORMAL_95 * Math.sqrt(dispersed * variance) * ELO_PER_UNIT;
  });
}

/** Solves a symmetric positive system by Gaussian elimination with pivots; the arguments stay as they are. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let i = column + 1; i < size; i++) {
      const factor = rows[i]![column]! / rows[column]![column]!;
      for (let j = column; j <= size; j++) rows[i]![j]! -= factor * rows[column]![j]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let value = rows[i]![size]!;
    for (let j = i + 1; j < size; j++) value -= rows[i]![j]! * solution[j]!;
    solution[i] = value / rows[i]![i]!;
  }
  return solution;
}
