/** The exchange evaluation, above all what the push that goes with each capture does to it. */
import { expect, test } from 'vitest';
import { squareOf } from '../src/rules/board.ts';
import { parseFen } from '../src/rules/fen.ts';
import { makeMoveCode, promotionCode } from '../src/rules/turn.ts';
import { AVALANCHE } from '../src/rules/variants.ts';
import { createExchange } from '../src/search/exchange.ts';
import { EXCHANGE_VALUES } from '../src/search/params.ts';

const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] = EXCHANGE_VALUES as unknown as [
  number,
  number,
  number,
  number,
  number,
];

function worthOf(board: string, text: string): number {
  const parsed = parseFen(`${board} - - 0 1`, AVALANCHE);
  if (!parsed.ok) throw new Error(parsed.error);
  const from = squareOf(text.slice(0, 2));
  const to = squareOf(text.slice(2, 4));
  const move = text.length > 4 ? promotionCode(from, to, 'pnbrq'.indexOf(text[4]!)) : makeMoveCode(from, to);
  const exchange = createExchange(parsed.value);
  const value = exchange.value(move);
  expect(exchange.holds(move)).toBe(value >= 0);
  return value;
}

test.each([
  ['nothing guards', '4k3/8/8/4p3/8/5N2/8/4K3 w', 'f3e5', PAWN],
  ['a pawn that can be pushed past guards nothing', '4k3/8/3p4/4p3/8/5N2/8/4K3 w', 'f3e5', PAWN],
  ['the same for Black', '4k3/8/5n2/8/4P3/3P4/8/4K3 b', 'f6e4', PAWN],
  ['a blocked pawn guards', '4k3/8/3p4/3Pp3/8/5N2/8/4K3 w', 'f3e5', PAWN - KNIGHT],
  ['of two pawns one can be pushed', '4k3/8/3p1p2/4p3/8/5N2/8/4K3 w', 'f3e5', PAWN - KNIGHT],
  ['the push opens the line of a guard', '4k3/2b5/3p4/4p3/8/5N2/8/4K3 w', 'f3e5', PAWN - KNIGHT],
  // The bishop would be taken by the rook: it had rather not take the knight.
  ['the push opens a line that is of no use', '4k3/2b5/3p4/4p3/8/5N2/8/4RK2 w', 'f3e5', PAWN],
  ['a rook is less than what it loses', '4k3/2b5/3p4/4r3/8/5N2/8/4RK2 w', 'e1e5', BISHOP + ROOK - ROOK],
  ['a rook takes a guarded rook', 'r3k3/r7/8/8/8/8/8/R3K3 w', 'a1a7', 0],
  ['the line goes on behind the taker', '4k3/8/8/r7/r7/8/R7/R3K3 w', 'a2a4', ROOK],
  ['a king takes what is not guarded', '8/4k3/4p3/8/8/8/8/K3Q3 w', 'e1e6', PAWN - QUEEN],
  ['a king does not take what is guarded', '8/4k3/4p3/8/8/8/8/K3QR2 w', 'e1e6', PAWN - QUEEN],
  ['a king keeps off a rook behind the queen', '8/4k3/4p3/8/8/8/4Q3/K3R3 w', 'e2e6', PAWN],
  ['a quiet move to a guarded square', '4k3/8/8/3r4/8/8/5N2/4K3 w', 'f2d3', -KNIGHT],
  ['a quiet move to a square guarded by a pawn that can be pushed', '4k3/8/2p5/8/8/4N3/8/4K3 w', 'e3d5', 0],
  ['a promotion that is taken', '3rk3/P7/8/8/8/8/8/4K3 w', 'a7a8q', -PAWN],
  ['a promotion that is not', '4k3/P7/8/8/8/8/8/4K3 w', 'a7a8q', QUEEN - PAWN],
  ['a promotion by capture', '1n2k3/P7/8/8/8/8/8/4K3 w', 'a7b8q', KNIGHT + QUEEN - PAWN],
])('%s', (_, board, move, value) => {
  expect(worthOf(board, move)).toBe(value);
});
