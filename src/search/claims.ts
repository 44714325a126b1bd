/**
 * What the threads of one search are looking at, so that they do not all look at the same.
 *
 * Two threads that start from one root in one order meet again and again: each turn is searched by both at a time, and
 * neither finds it in the table. So a thread claims a turn before it searches it, in a small table that all share, and
 * one that comes to a turn that is claimed puts it off until it has tried the others; mostly the table has the result by
 * then (simplified ABDADA: Kerrigan 2017, after Weill 1996). Two turns with one slot, or a claim lost when two
 * threads write it, cost some time and nothing else.
 */

/** In 32-bit words; a power of two. */
export const CLAIM_WORDS = 2048;

export interface Claims {
  /** Are there other threads at all? */
  readonly isShared: boolean;
  /** The name of a turn in the position with this key; not 0. */
  nameOf(keyLow: number, turn: number): number;
  isClaimed(name: number): boolean;
  claim(name: number): void;
  release(name: number): void;
}

/** `words`: CLAIM_WORDS in shared memory, or none for a thread alone. */
export function createClaims(words: Int32Array): Claims {
  const mask = words.length - 1;

  function nameOf(keyLow: number, turn: number): number {
    // Turns differ in few bits: multiplied, these reach the low ones, which choose the slot.
    const mixed = Math.imul(turn, 0x9e3779b1);
    return (keyLow ^ mixed ^ (mixed >>> 15)) | 1;
  }

  function slotOf(name: number): number {
    return (name >>> 1) & mask;
  }

  function isClaimed(name: number): boolean {
    return words[slotOf(name)] === name;
  }

  function claim(name: number): void {
    words[slotOf(name)] = name;
  }

  function release(name: number): void {
    const slot = slotOf(name);
    if (words[slot] === name) words[slot] = 0;
  }

  return { isShared: words.length > 0, nameOf, isClaimed, claim, release };
}
