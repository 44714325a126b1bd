/**
 * The sequential probability ratio test: is the first engine better by `elo0` or by `elo1`?
 *
 * The generalized likelihood ratio of multinomial counts, after Michel Van den Bergh: "A practical introduction to
 * the GSPRT" / "MLE for multinomial distributions" (proposition 1.1) for bounds in Elo, and "Comments on normalized
 * Elo" (section 4.1) for bounds in normalized Elo. Counts of game pairs make it the pentanomial test.
 */
import { type Counts, meanAndVariance, NORMALIZED_UNIT, scoreOfElo, total } from './elo.ts';

export type SprtModel = 'logistic' | 'normalized';

export interface SprtSettings {
  readonly elo0: number;
  readonly elo1: number;
  /** Largest probability of accepting H1 although H0 holds. */
  readonly alpha: number;
  /** Largest probability of accepting H0 although H1 holds. */
  readonly beta: number;
  readonly model: SprtModel;
}

export interface SprtState {
  /** The log-likelihood ratio; 0 without games. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly verdict: 'H0' | 'H1' | undefined;
}

/** A count of 0 would make a logarithm infinite; this much of an observation stands for it (as fishtest does). */
const TINY_COUNT = 1e-3;

export function sprtState(counts: Counts, settings: SprtSettings): SprtState {
  const { alpha, beta } = settings;
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const llr = total(counts) === 0 ? 0 : logLikelihoodRatio(counts, settings);
  return { llr, lower, upper, verdict: llr >= upper ? 'H1' : llr <= lower ? 'H0' : undefined };
}

export function logLikelihoodRatio(counts: Counts, settings: SprtSettings): number {
  const regular = counts.map((count) => (count === 0 ? TINY_COUNT : count));
  const samples = total(regular);
  const observed = regular.map((count) => count / samples);
  const likeliest = settings.model === 'logistic' ? fitMean : fitNormalized;
  const likely0 = likeliest(observed, settings.elo0);
  const likely1 = likeliest(observed, settings.elo1);
  return samples * observed.reduce((sum, p, i) => sum + p * Math.log(likely1[i]! / likely0[i]!), 0);
}

/** The distribution nearest to the observed one (maximum likelihood) among those whose mean is that of `elo`. */
function fitMean(observed: readonly number[], elo: number): number[] {
  const mean = scoreOfElo(elo);
  const last = observed.length - 1;
  return tilt(
    observed,
    observed.map((_, i) => i / last - mean),
  );
}

/**
 * The same among those whose (mean - ½) / deviation is that of `elo`, by repeated linearisation. The deviation of a
 * sample of several games is larger than that of a game by the root of their number.
 */
function fitNormalized(observed: readonly number[], elo: number): number[] {
  const last = observed.length - 1;
  const target = (elo / NORMALIZED_UNIT) * Math.sqrt(last / 2);
  let fitted = observed.map(() => 1 / observed.length);
  for (let round = 0; round < 50; round++) {
    const { mean, variance } = meanAndVariance(fitted);
    const deviation = Math.sqrt(variance);
    const slopes = observed.map((_, i) => {
      const value = i / last;
      return value - 0.5 - (target * deviation * (1 + ((value - mean) / deviation) ** 2)) / 2;
    });
    const next = tilt(observed, slopes);
    const change = Math.max(...next.map((p, i) => Math.abs(p - fitted[i]!)));
    fitted = next;
    if (change < 1e-10) break;
  }
  return fitted;
}

/** The likeliest distribution under which the mean of `values` is 0: p / (1 + x · value) with the x that makes it so. */
function tilt(observed: readonly number[], values: readonly number[]): number[] {
  const x = solveSecular(observed, values);
  return observed.map((p, i) => p / (1 + x * values[i]!));
}

/** The root of Σ p · v / (1 + x · v), which falls from +∞ to -∞ between its two poles: bisection. */
function solveSecular(observed: readonly number[], values: readonly number[]): number {
  let low = -1 / Math.max(...values);
  let high = -1 / Math.min(...values);
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    const value = observed.reduce((sum, p, i) => sum + (p * values[i]!) / (1 + middle * values[i]!), 0);
    if (value > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
