/**
 * Logistic regression over samples: losses, slopes and curvature. Weights here are in units of the scale: the chance of
 * White is 1 / (1 + exp(-value)), the value the sum of amounts times weights, two weights a feature (full and bare).
 */
import type { Samples } from './samples.ts';

export function chance(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

const LEAST = 1e-9;

/** The cross entropy of a chance and what happened, in nats. */
export function crossEntropy(expected: number, happened: number): number {
  const p = Math.min(1 - LEAST, Math.max(LEAST, expected));
  return -(happened * Math.log(p) + (1 - happened) * Math.log(1 - p));
}

/** Sums that are added up over slices of the samples. */
export interface Loss {
  sum: number;
  weight: number;
}

export interface Losses {
  readonly learnt: Loss;
  readonly heldOut: Loss;
}

export function staticValue(samples: Samples, i: number, weights: Float64Array): number {
  const { starts, features, amounts, full } = samples;
  const share = full[i];
  let value = 0;
  for (let k = starts[i]; k < starts[i + 1]; k++) {
    const f = 2 * features[k];
    value += amounts[k] * (share * weights[f] + (1 - share) * weights[f + 1]);
  }
  return value;
}

/** The losses against the results alone, for values given by sample. */
export function lossesOf(samples: Samples, value: (i: number) => number): Losses {
  const losses = { learnt: { sum: 0, weight: 0 }, heldOut: { sum: 0, weight: 0 } };
  for (let i = 0; i < samples.count; i++) {
    const loss = samples.heldOut[i] ? losses.heldOut : losses.learnt;
    loss.sum += samples.weights[i] * crossEntropy(chance(value(i)), samples.results[i]);
    loss.weight += samples.weights[i];
  }
  return losses;
}

/** What is to be learnt: a blend of the game's result (`lambda` of it) and the chance that the search's score stands for. */
export interface Target {
  readonly lambda: number;
  /** Centipawns by which a score is divided. */
  readonly scoreScale: number;
}

function targetOf(samples: Samples, i: number, { lambda, scoreScale }: Target): number {
  return lambda * samples.results[i] + (1 - lambda) * chance(samples.scores[i] / scoreScale);
}

export interface Curve {
  /** The slope of the loss by each weight. */
  readonly slope: Float64Array;
  /** Its second derivatives, row by row; only the lower triangle. */
  readonly curvature: Float64Array;
}

/** Slope and curvature of the loss of the games learnt from. */
export function curveOf(samples: Samples, weights: Float64Array, target: Target): Curve {
  const size = weights.length;
  const slope = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  const { starts, features, amounts, full } = samples;
  const at = new Int32Array(size);
  const x = new Float64Array(size);
  for (let i = 0; i < samples.count; i++) {
    if (samples.heldOut[i]) continue;
    const share = full[i];
    let n = 0;
    let value = 0;
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const f = 2 * features[k];
      at[n] = f;
      x[n] = amounts[k] * share;
      at[n + 1] = f + 1;
      x[n + 1] = amounts[k] * (1 - share);
      value += x[n] * weights[f] + x[n + 1] * weights[f + 1];
      n += 2;
    }
    const p = chance(value);
    const error = samples.weights[i] * (p - targetOf(samples, i, target));
    const bend = samples.weights[i] * p * (1 - p);
    for (let a = 0; a < n; a++) {
      slope[at[a]] += error * x[a];
      const row = at[a] * size;
      const bent = bend * x[a];
      // Features come in ascending order, so this is the lower triangle.
      for (let b = 0; b <= a; b++) curvature[row + at[b]] += bent * x[b];
    }
  }
  return { slope, curvature };
}

/**
 * The slopes of `replicates` data sets drawn from the same games with replacement (each game as often as a Poisson
 * variable of mean 1 says), one after the other.
 */
export function resampledSlopes(
  samples: Samples,
  weights: Float64Array,
  target: Target,
  replicates: number,
  seed: number,
): Float64Array {
  const size = weights.length;
  const slopes = new Float64Array(replicates * size);
  const times = new Uint8Array(replicates);
  let game = -1;
  const { starts, features, amounts, full } = samples;
  for (let i = 0; i < samples.count; i++) {
    if (samples.heldOut[i]) continue;
    if (samples.games[i] !== game) {
      game = samples.games[i];
      for (let r = 0; r < replicates; r++) times[r] = poisson(hash(game, r, seed));
    }
    const error =
      samples.weights[i] * (chance(staticValue(samples, i, weights)) - targetOf(samples, i, target));
    const share = full[i];
    for (let r = 0; r < replicates; r++) {
      if (times[r] === 0) continue;
      const scaled = error * times[r];
      const row = r * size;
      for (let k = starts[i]; k < starts[i + 1]; k++) {
        const f = row + 2 * features[k];
        slopes[f] += scaled * amounts[k] * share;
        slopes[f + 1] += scaled * amounts[k] * (1 - share);
      }
    }
  }
  return slopes;
}

/** A number in [0, 1) that depends on its arguments alone. */
function hash(a: number, b: number, c: number): number {
  let bits = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b) ^ Math.imul(c + 1, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** How often, by a uniform random number. */
function poisson(uniform: number): number {
  let times = 0;
  let term = Math.exp(-1);
  for (let sum = term; uniform > sum && times < 8; sum += term) term /= ++times;
  return times;
}

/** A positive definite matrix, given by its lower triangle, made into its Cholesky factor in place. */
export function factorise(matrix: Float64Array, size: number): void {
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = matrix[i * size + j];
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k] * matrix[j * size + k];
      matrix[i * size + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * size + j];
    }
  }
}

/** Solves with the factor; the solution replaces the right side. */
export function solve(factor: Float64Array, size: number, side: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let sum = side[i];
    for (let k = 0; k < i; k++) sum -= factor[i * size + k] * side[k];
    side[i] = sum / factor[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = side[i];
    for (let k = i + 1; k < size; k++) sum -= factor[k * size + i] * side[k];
    side[i] = sum / factor[i * size + i];
  }
}
