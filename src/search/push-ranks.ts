/**
 * Sets of pushes in the order of what they gain, so that the best of a set is its highest bit.
 *
 * What a push gains depends on its square alone. So the squares of each side's pawns are numbered by it once and for
 * all, and a set of squares is turned into a set of these ranks by a table for each rank of the board.
 */
import { offHeapInts } from '../rules/bitboard.ts';

export interface PushRanks {
  /** Of the last `rank`: the set of ranks, its low and its high half. */
  readonly ranked: Int32Array;
  /** Turns the set of squares (low, high), none of them on the first or the last rank, into `ranked`. */
  rank(pusher: number, low: number, high: number): void;
  /** By 64 × pusher + rank: the square, and what its push is worth. */
  readonly squares: Int32Array;
  readonly values: Int32Array;
  /** By 64 × pusher + square: the rank, 0 to 47, the best push last; -1 where no pawn can stand. */
  readonly ranks: Int32Array;
}

/** The rank of the best push of the set of ranks (low, high), -1 if it is empty. */
export function highestRank(low: number, high: number): number {
  const above = Math.clz32(high);
  return 63 - above - (-(above >> 5) & Math.clz32(low));
}

/** The first square of the second rank, and the one behind the last of the seventh. */
const FIRST = 8;
const END = 56;
/** The words of the table for one rank of the board: 256 sets of files. */
const ROW = 512;
const SIDE = 6 * ROW;

/** `worths`: by 64 × pusher + square, what the push is worth. Of equal ones the lower square is the better one. */
export function createPushRanks(worths: Int32Array): PushRanks {
  const squares = new Int32Array(128);
  const values = new Int32Array(128);
  const ranks = new Int32Array(128).fill(-1);
  const sets = new Int32Array(2 * SIDE);
  const ranked = offHeapInts(2);
  for (let pusher = 0; pusher < 2; pusher++) fill(pusher);

  function fill(pusher: number): void {
    const base = 64 * pusher;
    const order = Array.from({ length: END - FIRST }, (_, i) => FIRST + i);
    order.sort((a, b) => worths[base + a] - worths[base + b] || b - a);
    order.forEach((square, rank) => {
      squares[base + rank] = square;
      values[base + rank] = worths[base + square];
      ranks[base + square] = rank;
    });
    for (let row = 0; row < 6; row++) {
      for (let files = 1; files < 256; files++) {
        const at = SIDE * pusher + ROW * row + 2 * files;
        const rest = SIDE * pusher + ROW * row + 2 * (files & (files - 1));
        const rank = ranks[base + FIRST + 8 * row + 31 - Math.clz32(files & -files)];
        sets[at] = sets[rest] | (rank < 32 ? 1 << rank : 0);
        sets[at + 1] = sets[rest + 1] | (rank < 32 ? 0 : 1 << (rank - 32));
      }
    }
  }

  // Without a loop, whose end no processor foresees.
  function rank(pusher: number, low: number, high: number): void {
    const a = Math.imul(SIDE, pusher) + ((low >>> 7) & 0x1fe);
    const b = Math.imul(SIDE, pusher) + ROW + ((low >>> 15) & 0x1fe);
    const c = Math.imul(SIDE, pusher) + 2 * ROW + ((low >>> 23) & 0x1fe);
    const d = Math.imul(SIDE, pusher) + 3 * ROW + ((high << 1) & 0x1fe);
    const e = Math.imul(SIDE, pusher) + 4 * ROW + ((high >>> 7) & 0x1fe);
    const f = Math.imul(SIDE, pusher) + 5 * ROW + ((high >>> 15) & 0x1fe);
    ranked[0] = sets[a] | sets[b] | sets[c] | sets[d] | sets[e] | sets[f];
    ranked[1] = sets[a + 1] | sets[b + 1] | sets[c + 1] | sets[d + 1] | sets[e + 1] | sets[f + 1];
  }

  return { ranked, rank, squares, values, ranks };
}
