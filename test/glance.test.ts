/** The turn at a glance: legal, and none that loses at once where there are others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGlance } from '../src/engine/glance.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { copyPosition, createPosition } from '../src/rules/position.ts';
import { losesAtOnce, play, walks } from './walks.ts';

const root = createPosition();
const glance = createGlance(root);

test('of all turns, or of those wanted', () => {
  let traps = 0;
  fc.assert(
    fc.property(walks(100), (walk) => {
      play(walk, (position) => {
        const turns = legalTurns(position);
        if (turns.length === 0) return;
        copyPosition(position, root);
        const { best } = glance(undefined);
        expect(turns).toContain(best);
        const losing = turns.filter((turn) => losesAtOnce(root, turn));
        if (losing.length > 0 && losing.length < turns.length) {
          traps++;
          expect(losing).not.toContain(best);
        }
        const wanted = turns.slice(-2);
        expect(wanted).toContain(glance(wanted).best);
      });
    }),
    { numRuns: 25, seed: 8 },
  );
  expect(traps).toBeGreaterThan(50);
});
