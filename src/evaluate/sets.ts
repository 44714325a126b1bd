/** What each side attacks, as one evaluation finds it out: sets of squares that its parts hand on to each other. */
import { FILE_A, FILE_H, offHeapInts } from '../rules/bitboard.ts';
import type { Position } from '../rules/position.ts';

// Words of a side's sets, at SIDE_SETS × side; each set is two words.
export const BY_PAWNS = 0;
/** By knights at BY_KNIGHTS, bishops at BY_KNIGHTS + 2, rooks and queens behind them. */
export const BY_KNIGHTS = 2;
export const BY_BISHOPS = 4;
export const BY_ROOKS = 6;
export const BY_QUEENS = 8;
/** By any piece or pawn, the king included. */
export const BY_ALL = 10;
export const SIDE_SETS = 12;

export type Sets = Int32Array;

export function createSets(): Sets {
  return offHeapInts(2 * SIDE_SETS);
}

/** Writes what the pawns of both sides attack. One that awaits its promotion attacks nothing. */
export function createPawnAttacks(position: Position, sets: Sets): () => void {
  const words = position.words;
  return () => {
    let low = words[0];
    let high = words[1];
    sets[BY_PAWNS] = ((low << 9) & ~FILE_A) | ((low << 7) & ~FILE_H);
    sets[BY_PAWNS + 1] = (((high << 9) | (low >>> 23)) & ~FILE_A) | (((high << 7) | (low >>> 25)) & ~FILE_H);
    low = words[12];
    high = words[13];
    sets[SIDE_SETS + BY_PAWNS] =
      (((low >>> 9) | (high << 23)) & ~FILE_H) | (((low >>> 7) | (high << 25)) & ~FILE_A);
    sets[SIDE_SETS + BY_PAWNS + 1] = ((high >>> 9) & ~FILE_H) | ((high >>> 7) & ~FILE_A);
  };
}
