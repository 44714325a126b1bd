/** The small tables near the horizon: what is stored is found again, and nothing else is. */
import { describe, expect, test } from 'vitest';
import { createLeaves, type Leaves } from '../src/search/leaves.ts';
import { MATE } from '../src/search/limits.ts';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  FOUND_BOUND,
  FOUND_DEPTH,
  FOUND_SCORE,
  FOUND_STATIC,
  FOUND_TURN,
  NO_STATIC,
} from '../src/search/table.ts';

function entry(leaves: Leaves, low: number, high: number, ply = 0): number[] | undefined {
  if (!leaves.probe(low, high, ply)) return undefined;
  return [FOUND_TURN, FOUND_SCORE, FOUND_BOUND].map((word) => leaves.found[word]!);
}

describe('an entry', () => {
  test.each([
    [0x12345678, -0x12345678, 0x1ffffff, BOUND_EXACT, 123],
    [-1, -1, 1, BOUND_LOWER, -20000],
    [-2147483648, 2147483647, 0, BOUND_UPPER, 0],
    [0, 0, 0xabcdef, BOUND_EXACT, -1],
  ])('comes back as it was stored: %i %i', (low, high, turn, bound, score) => {
    const leaves = createLeaves();
    expect(entry(leaves, low, high)).toBeUndefined();
    leaves.store(low, high, 3, turn, bound, score);
    expect(entry(leaves, low, high, 5)).toEqual([turn, score, bound]);
    leaves.clear();
    expect(entry(leaves, low, high, 5)).toBeUndefined();
  });

  test('of another key is not found, and gives way to it', () => {
    const leaves = createLeaves();
    leaves.store(0x12345678, 99, 0, 5, BOUND_EXACT, 1);
    expect(entry(leaves, 0x12345678, 98)).toBeUndefined();
    expect(entry(leaves, 0x02345678, 99)).toBeUndefined();
    leaves.store(0x02345678, 99, 0, 5, BOUND_EXACT, 1);
    expect(entry(leaves, 0x12345678, 99)).toBeUndefined();
    expect(entry(leaves, 0x02345678, 99)).toBeDefined();
  });

  test('of a forced result is as far away from wherever it is met', () => {
    const leaves = createLeaves();
    leaves.store(1, 2, 4, 0, BOUND_EXACT, MATE - 7);
    expect(entry(leaves, 1, 2, 10)?.[1]).toBe(MATE - 13);
    leaves.store(1, 2, 4, 0, BOUND_EXACT, 7 - MATE);
    expect(entry(leaves, 1, 2, 10)?.[1]).toBe(13 - MATE);
  });
});

describe('an entry of depth 1', () => {
  function shallow(leaves: Leaves, low: number, high: number, ply = 0): number[] | undefined {
    if (!leaves.probeShallow(low, high, ply)) return undefined;
    return [FOUND_TURN, FOUND_SCORE, FOUND_BOUND, FOUND_STATIC, FOUND_DEPTH].map(
      (word) => leaves.found[word]!,
    );
  }

  test.each([
    [0x12345678, -0x12345678, 0x1ffffff, BOUND_EXACT, 123, -45],
    [-1, -1, 1, BOUND_LOWER, -20000, 19999],
    [-2147483648, 2147483647, 5, BOUND_UPPER, 0, NO_STATIC],
  ])('comes back as it was stored: %i %i', (low, high, turn, bound, score, value) => {
    const leaves = createLeaves();
    expect(shallow(leaves, low, high)).toBeUndefined();
    leaves.storeShallow(low, high, 3, turn, bound, score, value);
    expect(shallow(leaves, low, high, 5)).toEqual([turn, score, bound, value, 1]);
    expect(shallow(leaves, low, high ^ 1, 5)).toBeUndefined();
    expect(shallow(leaves, low ^ (1 << 31), high, 5)).toBeUndefined();
    leaves.clear();
    expect(shallow(leaves, low, high, 5)).toBeUndefined();
  });

  test('is nothing to the quiescence search, nor the other way round', () => {
    const leaves = createLeaves();
    leaves.storeShallow(7, 8, 0, 5, BOUND_EXACT, 1, 2);
    expect(entry(leaves, 7, 8)).toBeUndefined();
    leaves.store(9, 8, 0, 5, BOUND_EXACT, 1);
    expect(shallow(leaves, 9, 8)).toBeUndefined();
    expect(shallow(leaves, 7, 8)).toBeDefined();
  });

  test('keeps its turn when a new result has none, and gives way with it to another key', () => {
    const leaves = createLeaves();
    leaves.storeShallow(7, 8, 0, 5, BOUND_LOWER, 1, 2);
    leaves.storeShallow(7, 8, 0, 0, BOUND_UPPER, 3, 4);
    expect(shallow(leaves, 7, 8)).toEqual([5, 3, BOUND_UPPER, 4, 1]);
    leaves.storeShallow(7, 9, 0, 0, BOUND_UPPER, 3, 4);
    expect(shallow(leaves, 7, 8)).toBeUndefined();
    expect(shallow(leaves, 7, 9)).toEqual([0, 3, BOUND_UPPER, 4, 1]);
  });

  test('of a forced result is as far away from wherever it is met', () => {
    const leaves = createLeaves();
    leaves.storeShallow(1, 2, 4, 0, BOUND_EXACT, MATE - 7, 0);
    expect(shallow(leaves, 1, 2, 10)?.[1]).toBe(MATE - 13);
    leaves.storeShallow(1, 2, 4, 0, BOUND_EXACT, 7 - MATE, 0);
    expect(shallow(leaves, 1, 2, 10)?.[1]).toBe(13 - MATE);
  });
});
