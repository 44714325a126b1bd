/** The positions that the benches measure. */
import { parseFen } from '../src/rules/fen.ts';
import type { Position } from '../src/rules/position.ts';
import { AVALANCHE } from '../src/rules/variants.ts';

export const START = AVALANCHE.startFen;
/** An orthodox perft position ("Kiwipete", P. McKenzie) with captures, castling and pins for both sides. */
export const MIDDLEGAME = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** Sets `into` up, or makes a position. */
export function setUp(fen: string, into?: Position): Position {
  const parsed = parseFen(fen, AVALANCHE, into);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}
