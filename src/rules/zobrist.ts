/**
 * Zobrist keys (Zobrist 1970): two words for each piece on each square, each set of castling rights and the side
 * to move. A pending pawn is a pawn on its last rank and the balanced first turn shows on the board, so neither
 * needs a key of its own; clocks are not hashed.
 */

export interface ZobristKeys {
  /** Low word at 2 × (64 × piece + square), high word behind it; 0 for EMPTY. */
  readonly pieces: Int32Array;
  /** By the four bits of the rights; no rights: 0. */
  readonly rights: Int32Array;
  /** In the key when Black is to move. */
  readonly side: Int32Array;
}

/** The keys, the same in every process (a saved table or a test may rely on it). */
export const ZOBRIST: ZobristKeys = makeKeys();

function makeKeys(): ZobristKeys {
  const random = splitMix32(0x5e4ac);
  const pieces = new Int32Array(2 * 13 * 64);
  for (let i = 0; i < 2 * 12 * 64; i++) pieces[i] = random();
  const rights = new Int32Array(2 * 16);
  for (let bit = 0; bit < 4; bit++) {
    const low = random();
    const high = random();
    for (let set = 0; set < 16; set++) {
      if ((set & (1 << bit)) === 0) continue;
      rights[2 * set] ^= low;
      rights[2 * set + 1] ^= high;
    }
  }
  return { pieces, rights, side: Int32Array.of(random(), random()) };
}

/** A stream of 32-bit integers: a Weyl sequence through the finaliser of MurmurHash3 (Appleby). */
function splitMix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) | 0;
  };
}
