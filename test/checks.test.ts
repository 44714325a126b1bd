/** What may give check: "no" is never wrong, and mostly said. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SIDE } from '../src/rules/board.ts';
import { mover, playTurn } from '../src/rules/position.ts';
import { createChecks } from '../src/search/checks.ts';
import { pickTurn, startPosition, walks } from './walks.ts';

const PLY = 2;

test('a move that may not give check gives none', () => {
  let quiet = 0;
  let maybe = 0;
  fc.assert(
    fc.property(walks(60), ({ variant, picks }) => {
      const position = startPosition(variant);
      const checks = createChecks(position);
      const moves = new Int32Array(512);
      for (const pick of picks) {
        const us = mover(position);
        if (us.pendingPawn() < 0 && !us.attacksKing()) {
          const end = us.generateMoves(moves, 0);
          checks.prepare(PLY, position.words[SIDE]);
          const answers = Array.from(moves.subarray(0, end), (move) => checks.may(PLY, move));
          for (let i = 0; i < end; i++) {
            us.makeMove(moves[i]!);
            const gives = us.attacksKing();
            us.unmakeMove(moves[i]!);
            if (gives) expect(answers[i]).toBe(true);
            else if (answers[i]) maybe++;
            else quiet++;
          }
        }
        const turn = pickTurn(position, pick);
        if (turn === undefined) return;
        playTurn(position, turn);
      }
    }),
    { numRuns: 100, seed: 20261130 },
  );
  expect(quiet).toBeGreaterThan(3 * maybe);
});
