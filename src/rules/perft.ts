/** Perft (RULES.md section 7): how many sequences of n turns there are, counted in three ways that must agree. */
import { createBlackPerft } from './black.ts';
import { DEPTH, MAX_FRAMES, MAX_MOVES, WHITE } from './board.ts';
import { legalTurns } from './generate.ts';
import { compactHistory, mover, type Position, playTurn, sideToMove, undoTurn } from './position.ts';
import type { Turn } from './turn.ts';
import { createWhitePerft } from './white.ts';

/** bulk: the last ply is counted by sets. nested: a move is made once for its pushes. single: turn by turn. */
export type PerftMode = 'bulk' | 'nested' | 'single';

/** The deepest perft there is room for. */
export const MAX_PERFT_DEPTH = 30;

/** Room for the lists of all plies; a position of a game has a few hundred turns. */
const MAX_TURNS = 1 << 18;

export interface Perft {
  /** The number of sequences of `depth` turns (0 to MAX_PERFT_DEPTH); 0 for a finished game unless `depth` is 0. */
  count(depth: number, mode: PerftMode): number;
  /** The same for each first turn, in the order of generation; depth at least 1. */
  divide(depth: number): { turn: Turn; count: number }[];
}

/** A counter for one position, which may be changed between the calls. */
export function createPerft(position: Position): Perft {
  const moves = new Int32Array((MAX_PERFT_DEPTH + 1) * MAX_MOVES);
  const turns = new Int32Array(MAX_TURNS);
  const white = createWhitePerft(position.white, position.words, moves, turns);
  const black = createBlackPerft(position.black, position.words, moves, turns);

  function count(depth: number, mode: PerftMode): number {
    if (depth === 0) return 1;
    if (mover(position).attacksKing()) return 0;
    if (position.words[DEPTH] > MAX_FRAMES - 2 * MAX_PERFT_DEPTH) compactHistory(position);
    const [us, them] = sideToMove(position) === WHITE ? [white, black] : [black, white];
    if (mode === 'bulk') return us.bulk(depth, them);
    return mode === 'nested' ? us.nested(depth, them) : us.single(depth, 0, them);
  }

  function divide(depth: number): { turn: Turn; count: number }[] {
    return legalTurns(position).map((turn) => {
      playTurn(position, turn);
      const below = count(depth - 1, 'bulk');
      undoTurn(position);
      return { turn, count: below };
    });
  }

  return { count, divide };
}
