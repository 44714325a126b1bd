/** Which pushes disturb a reply, by hand. */
import { expect, test } from 'vitest';
import { BLACK, squareOf, WHITE } from '../src/rules/board.ts';
import { makeMoveCode, NO_TURN, turnCode } from '../src/rules/turn.ts';
import { createRelevance } from '../src/search/relevance.ts';

const { touches } = createRelevance();

/** Black's bishop goes from c8 to g4, over d7, e6 and f5, and pushes White's pawn from c2 to c3. */
const bishop = turnCode(makeMoveCode(squareOf('c8'), squareOf('g4')), squareOf('c2'), 0);
/** Black's pawn takes from e5 on d4, without a push. */
const pawn = turnCode(makeMoveCode(squareOf('e5'), squareOf('d4')), 0, 0);
/** White's knight goes from g1 to f3 and pushes Black's pawn from b5 to b4. */
const knight = turnCode(makeMoveCode(squareOf('g1'), squareOf('f3')), squareOf('b5'), 0);

test.each([
  ['d7', bishop, true, 'it leaves the path'],
  ['f7', bishop, false, 'f6 is beside the path'],
  ['e7', bishop, true, 'it steps into the path'],
  ['g5', bishop, true, 'it takes the arrival square'],
  ['h5', bishop, true, 'it does not guard g4 any more'],
  ['h6', bishop, true, 'it guards g4 now'],
  ['f6', bishop, true, 'it steps on f5, on the path'],
  ['a7', bishop, false, 'far away'],
  ['c4', bishop, true, 'it is where the pushed pawn is to go'],
  ['e5', pawn, true, 'it is the piece that replies'],
  ['e6', pawn, true, 'it would stand where the reply begins'],
  ['c6', pawn, true, 'it guards d4 from c5 then'],
  ['h6', pawn, false, 'far away'],
])('Black pawn %s, pushed by White: %#', (from, reply, expected, why) => {
  expect(touches(WHITE, squareOf(from), reply), why).toBe(expected);
});

test.each([
  ['e2', knight, true, 'it guards f3 from e2, not from e3'],
  ['g2', knight, true, 'the same from g2'],
  ['f2', knight, true, 'it takes the arrival square'],
  ['b3', knight, true, 'it is where the pushed pawn is to go'],
  ['a2', knight, false, 'far away'],
  ['d2', knight, false, 'd3 guards e4, not f3'],
])('White pawn %s, pushed by Black: %#', (from, reply, expected, why) => {
  expect(touches(BLACK, squareOf(from), reply), why).toBe(expected);
});

test('what no turn has refuted is not disturbed by any push', () => {
  for (let from = 8; from < 56; from++) expect(touches(WHITE, from, NO_TURN)).toBe(false);
});
