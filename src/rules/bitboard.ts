/** Sets of squares as two 32-bit words, low half (a1–h4) and high half (a5–h8): the operations on them. */

/** The bit of each square in its half, 0 in the other one. */
export const BIT_LOW = new Int32Array(64);
export const BIT_HIGH = new Int32Array(64);
for (let square = 0; square < 32; square++) {
  BIT_LOW[square] = 1 << square;
  BIT_HIGH[square + 32] = 1 << square;
}

/** The a- and the h-file in either half. */
export const FILE_A = 0x01010101;
export const FILE_H = 0x80808080 | 0;

/** How many squares the set (low, high) has. */
export function count(low: number, high: number): number {
  let a = (low - ((low >>> 1) & 0x55555555)) | 0;
  let b = (high - ((high >>> 1) & 0x55555555)) | 0;
  a = ((a & 0x33333333) + ((a >>> 2) & 0x33333333)) | 0;
  b = ((b & 0x33333333) + ((b >>> 2) & 0x33333333)) | 0;
  // Nibbles hold up to 8 now: the halves are joined first and spread to bytes together.
  a = (a + b) | 0;
  a = ((a & 0x0f0f0f0f) + ((a >>> 4) & 0x0f0f0f0f)) | 0;
  return Math.imul(a, 0x01010101) >>> 24;
}

/** The lowest square of a set that is not empty. */
export function first(low: number, high: number): number {
  return low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(high & -high);
}

export function has(low: number, high: number, square: number): boolean {
  return ((square < 32 ? low >>> square : high >>> (square - 32)) & 1) !== 0;
}

/** The squares of a set, lowest first. Allocates: not for the search. */
export function squaresOf(low: number, high: number): number[] {
  const squares: number[] = [];
  for (let a = low; a !== 0; a &= a - 1) squares.push(31 - Math.clz32(a & -a));
  for (let b = high; b !== 0; b &= b - 1) squares.push(63 - Math.clz32(b & -b));
  return squares;
}

// V8 keeps typed arrays of up to 64 bytes inside its moving heap, where machine code must look up their address and
// length at each access; over a buffer of their own they lie outside of it and cost as little as large ones.

export function offHeapInts(length: number): Int32Array {
  return new Int32Array(new ArrayBuffer(4 * length));
}

export function offHeapBytes(length: number): Uint8Array {
  return new Uint8Array(new ArrayBuffer(length));
}

/** The same with these numbers in it. */
export function offHeapIntsOf(...values: readonly number[]): Int32Array {
  const array = offHeapInts(values.length);
  array.set(values);
  return array;
}
