/** Tuning: what the trainer thinks the evaluation is, and its arithmetic on problems whose answers are known. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chance, curveOf, factorise, lossesOf, solve, staticValue } from '../scripts/tune/logistic.ts';
import { isOrdinary, type Samples } from '../scripts/tune/samples.ts';
import { GROUPS, PAIRS, presentWeights } from '../scripts/tune/schema.ts';
import { createTracer, FULL_PAWNS } from '../scripts/tune/trace.ts';
import { weightsText } from '../scripts/tune/weights-file.ts';
import { createEvaluator } from '../src/evaluate/evaluate.ts';
import * as WEIGHTS from '../src/evaluate/weights.ts';
import { SIDE, WHITE } from '../src/rules/board.ts';
import type { Position } from '../src/rules/position.ts';
import { play, walks } from './walks.ts';

/** The value for the mover by the trainer's own account of it. */
function tracedValue(position: Position, weights: Float64Array): number {
  const tracer = createTracer(position);
  const share = tracer.share();
  let value = 0;
  tracer.trace((feature, amount) => {
    value +=
      (amount * (share * weights[2 * feature]! + (FULL_PAWNS - share) * weights[2 * feature + 1]!)) /
      FULL_PAWNS;
  });
  return position.words[SIDE] === WHITE ? value : -value;
}

describe('the trace', () => {
  /** Every weight another number, so that no two of them can be mistaken for each other. */
  const odd = Float64Array.from({ length: 2 * PAIRS }, (_, i) => ((i * 37) % 101) - 50);
  const oddWeights = Object.fromEntries(
    GROUPS.map(({ name, size, form, at }) => {
      const pairs = Array.from({ length: size }, (_, i) => [odd[2 * (at + i)], odd[2 * (at + i) + 1]]);
      return [name, form === 'single' ? pairs[0] : pairs];
    }),
  ) as unknown as typeof WEIGHTS;

  test.each([
    ['the weights of the engine', WEIGHTS, presentWeights()],
    ['weights that are all different', oddWeights, odd],
  ])('times %s is the evaluation', (_, weights, row) => {
    let compared = 0;
    fc.assert(
      fc.property(walks(90), (walk) => {
        play(walk, (position) => {
          if (!isOrdinary(position)) return;
          compared++;
          const value = createEvaluator(position, weights).evaluate();
          // Rounded: the whole once, each side's attack between two weights once.
          expect(Math.abs(tracedValue(position, row) - value)).toBeLessThanOrEqual(2);
        });
      }),
      { numRuns: 12 },
    );
    expect(compared).toBeGreaterThan(100);
  });
});

describe('arithmetic', () => {
  test('a system with a known solution is solved', () => {
    const matrix = Float64Array.from([4, 0, 0, 2, 5, 0, 1, 3, 6]);
    const side = Float64Array.from([4 + 4 + 3, 2 + 10 + 9, 1 + 6 + 18]);
    factorise(matrix, 3);
    solve(matrix, 3, side);
    expect([...side].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([1, 2, 3]);
  });

  /** One feature that is 1 in every position; White scores three of four. */
  const samples: Samples = {
    count: 4,
    starts: Uint32Array.from([0, 1, 2, 3, 4]),
    features: Uint16Array.from([0, 0, 0, 0]),
    amounts: Float32Array.from([1, 1, 1, 1]),
    full: Float32Array.from([1, 1, 1, 1]),
    results: Float32Array.from([1, 1, 1, 0]),
    scores: Float32Array.from([0, 0, 0, 0]),
    weights: Float32Array.from([1, 1, 1, 1]),
    games: Uint32Array.from([0, 1, 2, 3]),
    heldOut: Uint8Array.from([0, 0, 0, 0]),
  };

  test("Newton's method finds the log odds", () => {
    const weights = new Float64Array(2);
    for (let i = 0; i < 10; i++) {
      const { slope, curvature } = curveOf(samples, weights, { lambda: 1, scoreScale: 400 });
      weights[0]! -= slope[0]! / curvature[0]!;
    }
    expect(weights[0]).toBeCloseTo(Math.log(3), 9);
    expect(chance(staticValue(samples, 0, weights))).toBeCloseTo(0.75, 9);
    const { sum, weight } = lossesOf(samples, (i) => staticValue(samples, i, weights)).learnt;
    expect(sum / weight).toBeCloseTo(-(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25)), 9);
  });

  test('a score of nought draws the blend to one half', () => {
    const weights = new Float64Array(2);
    for (let i = 0; i < 10; i++) {
      const { slope, curvature } = curveOf(samples, weights, { lambda: 0.5, scoreScale: 400 });
      weights[0]! -= slope[0]! / curvature[0]!;
    }
    expect(chance(weights[0]!)).toBeCloseTo(0.5 * 0.75 + 0.5 * 0.5, 9);
  });
});

test('the file of weights is what the trainer writes of its own weights', async () => {
  const { readFileSync } = await import('node:fs');
  const file = readFileSync(new URL('../src/evaluate/weights.ts', import.meta.url), 'utf8');
  const text = weightsText(presentWeights(), []);
  const body = (all: string) => all.slice(all.indexOf('export type Pair'));
  expect(body(file)).toBe(body(text));
});
