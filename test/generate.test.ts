/** Legal turns where lists could overflow: boards that no game reaches but a FEN may hold. */
import { describe, expect, test } from 'vitest';
import { parseFen } from '../src/rules/fen.ts';
import { isLegalTurn, legalMoves, legalTurns } from '../src/rules/generate.ts';
import { mover } from '../src/rules/position.ts';
import { AVALANCHE } from '../src/rules/variants.ts';

function position(fen: string) {
  const parsed = parseFen(fen, AVALANCHE);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

// [FEN, moves, turns], counted by the reference program.
const CROWDED: readonly (readonly [string, number, number])[] = [
  ['8/pp1p1p1k/1p1p1p1p/Qp1p1p2/2Q2Q2/Q1Q1Q1Q1/2Q3Q1/K1Q1Q1Q1 w - - 0 1', 109, 432],
  ['QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q5QQ/Q3QQpp/QQQQK2k w - - 0 1', 258, 258],
];

describe('crowded boards', () => {
  test.each(CROWDED)('%s', (fen, moves, turns) => {
    const crowded = position(fen);
    expect(legalMoves(crowded)).toHaveLength(moves);
    expect(new Set(legalTurns(crowded)).size).toBe(turns);
    expect(mover(crowded).countTurns()).toBe(turns);
    expect(legalTurns(crowded).every((turn) => isLegalTurn(crowded, turn))).toBe(true);
  });
});
