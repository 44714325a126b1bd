/** What a score says about strength: Elo and normalized Elo with 95 % errors, likelihood of superiority. */

/**
 * How often each result occurred, from the first player's view and in ascending order. Either games (three counts:
 * lost, drawn, won) or pairs of games with one opening and colours swapped (five counts: 0, ½, 1, 1½, 2 points).
 */
export type Counts = readonly number[];

/** The 97.5 % quantile of the normal distribution: 95 % lie within ± this many standard deviations. */
const NORMAL_95 = 1.959963984540054;
/** Normalized Elo of one standard deviation per game, so chosen that it equals Elo where no game is drawn. */
export const NORMALIZED_UNIT = 800 / Math.LN10;

export interface Estimate {
  /** Games or pairs. */
  readonly samples: number;
  /** Mean score of a game, 0 to 1. */
  readonly score: number;
  /** Variance of one sample's mean score. */
  readonly variance: number;
  readonly elo: number;
  /** Half the width of the 95 % interval; NaN where an end of it is infinite. */
  readonly eloError: number;
  readonly normalized: number;
  readonly normalizedError: number;
  /** Likelihood of superiority, 0 to 1. */
  readonly los: number;
}

/** The Elo difference that makes `score` the expected one. */
export function eloOfScore(score: number): number {
  if (score <= 0) return Number.NEGATIVE_INFINITY;
  if (score >= 1) return Number.POSITIVE_INFINITY;
  return 400 * Math.log10(score / (1 - score));
}

export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

export function total(counts: Counts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Mean and variance of the score of one sample, whose possible values are spread evenly over 0 to 1. */
export function meanAndVariance(counts: Counts): { mean: number; variance: number } {
  const samples = total(counts);
  const last = counts.length - 1;
  const mean = counts.reduce((sum, count, i) => sum + (count / samples) * (i / last), 0);
  const variance = counts.reduce((sum, count, i) => sum + (count / samples) * (i / last - mean) ** 2, 0);
  return { mean, variance };
}

export function estimate(counts: Counts): Estimate {
  const samples = total(counts);
  const { mean, variance } = meanAndVariance(counts);
  const deviation = Math.sqrt(variance / samples);
  const gamesPerSample = (counts.length - 1) / 2;
  const perGame = Math.sqrt(gamesPerSample * variance);
  const eloWidth = eloOfScore(mean + NORMAL_95 * deviation) - eloOfScore(mean - NORMAL_95 * deviation);
  return {
    samples,
    score: mean,
    variance,
    elo: eloOfScore(mean),
    eloError: Number.isFinite(eloWidth) ? eloWidth / 2 : Number.NaN,
    normalized: perGame === 0 && mean === 0.5 ? 0 : ((mean - 0.5) / perGame) * NORMALIZED_UNIT,
    normalizedError: (NORMAL_95 * NORMALIZED_UNIT) / Math.sqrt(gamesPerSample * samples),
    los: deviation === 0 ? certainty(mean) : normalDistribution((mean - 0.5) / deviation),
  };
}

/** Superiority where every sample gave the same score, so that no error can be estimated. */
function certainty(mean: number): number {
  if (mean === 0.5) return 0.5;
  return mean > 0.5 ? 1 : 0;
}

/** The probability that a standard normal variable is below `x`, exact to some 14 digits. */
export function normalDistribution(x: number): number {
  const tail = upperTail(Math.abs(x));
  return x < 0 ? tail : 1 - tail;
}

/** Below 3 by the power series of the distribution, above by its continued fraction (Abramowitz and Stegun 26.2). */
function upperTail(x: number): number {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < 3) {
    let term = x;
    let sum = x;
    for (let n = 3; Math.abs(term) > 1e-17; n += 2) {
      term *= (x * x) / n;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = x;
  for (let n = 60; n >= 1; n--) fraction = x + n / fraction;
  return density / fraction;
}
