/** The fit: scale first, then Newton's method with a ridge towards the weights that the games were played with. */
import type { Crew } from './crew.ts';
import { factorise, type Loss, type Losses, solve, type Target } from './logistic.ts';

export interface Fit {
  /** In centipawns, not yet rounded. */
  readonly weights: Float64Array;
  readonly target: Target;
  /** Mean loss against the results, nats a position. */
  readonly learnt: number;
  readonly heldOut: number;
  /** The factor of the curvature at the end, for the errors; weights in units of the scale. */
  readonly factor: Float64Array;
}

export interface Scales {
  /** Centipawns by which the static value, and the search's score, are divided before the logistic curve. */
  readonly value: number;
  readonly score: number;
  /** Losses with the weights that the games were played with, and with the scores of their searches. */
  readonly before: Losses;
  readonly ofScores: Losses;
}

/** Newton's method needs few steps; it ends before when no weight moves by more. Centipawns. */
const STEPS = 8;
const STILL = 0.25;

export function mean({ sum, weight }: Loss): number {
  return sum / weight;
}

export function scaled(weights: Float64Array, scale: number): Float64Array {
  return weights.map((weight) => weight / scale);
}

/** The scales that predict the results of the games learnt from best. */
export async function fitScales(crew: Crew, prior: Float64Array): Promise<Scales> {
  const value = await lowest(async (scale) => mean((await crew.losses(scaled(prior, scale))).learnt));
  const score = await lowest(async (scale) => mean((await crew.scoreLosses(scale)).learnt));
  return {
    value,
    score,
    before: await crew.losses(scaled(prior, value)),
    ofScores: await crew.scoreLosses(score),
  };
}

/** Where a function of a scale with one valley is lowest: golden section, to a centipawn. */
async function lowest(loss: (scale: number) => Promise<number>): Promise<number> {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [50, 1500];
  while (high - low > 1) {
    const a = high - golden * (high - low);
    const b = low + golden * (high - low);
    if ((await loss(a)) < (await loss(b))) high = b;
    else low = a;
  }
  return Math.round((low + high) / 2);
}

/** `ridge`: how far a weight is expected to be from its prior, in centipawns. */
export async function fitWeights(
  crew: Crew,
  prior: Float64Array,
  scales: Scales,
  lambda: number,
  ridge: number,
): Promise<Fit> {
  const size = prior.length;
  const target = { lambda, scoreScale: scales.score };
  const tightness = (scales.value / ridge) ** 2;
  const start = scaled(prior, scales.value);
  const weights = start.slice();
  let factor: Float64Array = new Float64Array(0);
  for (let step = 0; step < STEPS; step++) {
    const { slope, curvature } = await crew.curve(weights, target);
    for (let i = 0; i < size; i++) {
      curvature[i * size + i] += tightness;
      slope[i] += tightness * (weights[i] - start[i]);
    }
    factorise(curvature, size);
    factor = curvature;
    solve(factor, size, slope);
    let moved = 0;
    for (let i = 0; i < size; i++) {
      weights[i] -= slope[i];
      moved = Math.max(moved, Math.abs(slope[i]));
    }
    if (moved * scales.value < STILL) break;
  }
  const losses = await crew.losses(weights);
  return {
    weights: weights.map((weight) => weight * scales.value),
    target,
    learnt: mean(losses.learnt),
    heldOut: mean(losses.heldOut),
    factor,
  };
}

/**
 * Standard errors in centipawns, by a bootstrap over games: each drawn data set moves the weights by one Newton step from
 * where they are best for all games.
 */
export async function errorsOf(
  crew: Crew,
  fit: Fit,
  prior: Float64Array,
  scales: Scales,
  ridge: number,
  replicates: number,
): Promise<Float64Array> {
  const size = prior.length;
  const weights = scaled(fit.weights, scales.value);
  const slopes = await crew.resample(weights, fit.target, replicates, 1);
  const tightness = (scales.value / ridge) ** 2;
  const squares = new Float64Array(size);
  for (let r = 0; r < replicates; r++) {
    const slope = slopes.subarray(r * size, (r + 1) * size);
    for (let i = 0; i < size; i++) slope[i] += tightness * (weights[i] - prior[i] / scales.value);
    solve(fit.factor, size, slope);
    for (let i = 0; i < size; i++) squares[i] += slope[i] ** 2;
  }
  return squares.map((square) => Math.sqrt(square / replicates) * scales.value);
}
