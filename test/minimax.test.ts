/** Without pruning, reductions and quiescence the search is minimax: compared with one that shares nothing with it. */
import { expect, test } from 'vitest';
import { createMinimax, narrowSamples, plainSearch } from './minimax.ts';
import { refereePosition } from './referee.ts';

const search = plainSearch();

test.each([
  [300, 2, 800, 'full width', false],
  [300, 3, 900, 'full width', false],
  [40, 3, 20_000, 'alpha-beta', true],
] as const)(
  '%i random positions at depth %i with up to %i lines, %s',
  (count, depth, most, _, pruned) => {
    const minimax = createMinimax({ pruned });
    const scores = new Set<number>();
    for (const sample of narrowSamples(count, 31 * depth, depth, most)) {
      const { variant, fen } = sample;
      const score = search(sample, depth);
      scores.add(score);
      const guess = pruned ? score : undefined;
      const value = minimax.value(refereePosition(variant, fen), depth, guess);
      expect(`${fen} ${score}`).toBe(`${fen} ${value}`);
    }
    expect(scores.size).toBeGreaterThan(count / 2);
  },
  240_000,
);
