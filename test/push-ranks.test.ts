/** The pushes of a set, best first, as ranks give them: what a plain sort of the squares gives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { squaresOf } from '../src/rules/bitboard.ts';
import { createPushRanks } from '../src/search/push-ranks.ts';

const words = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

test('the highest rank is the push that is worth most, of equal ones that of the lower square', () => {
  const tables = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 128, maxLength: 128 });
  fc.assert(
    fc.property(tables, fc.nat(1), words, words, (worths, pusher, low, high) => {
      const order = createPushRanks(Int32Array.from(worths));
      const base = 64 * pusher;
      const squares = squaresOf(low & ~0xff, high & 0x00ffffff);
      order.rank(pusher, low & ~0xff, high & 0x00ffffff);
      const ranks = squaresOf(order.ranked[0], order.ranked[1]).reverse();
      const wanted = [...squares].sort((a, b) => worths[base + b] - worths[base + a] || a - b);
      expect(ranks.map((rank) => order.squares[base + rank])).toEqual(wanted);
      for (const rank of ranks) {
        const square = order.squares[base + rank];
        expect(order.ranks[base + square]).toBe(rank);
        expect(order.values[base + rank]).toBe(worths[base + square]);
      }
      for (let i = 0; i < 8; i++)
        expect([order.ranks[base + i], order.ranks[base + 56 + i]]).toEqual([-1, -1]);
    }),
    { numRuns: 200, seed: 12 },
  );
});
