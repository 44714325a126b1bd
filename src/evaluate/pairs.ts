/**
 * Pairs of values packed in one integer: the value with sixteen pawns on the board in the low half, the one without any
 * in the high half. Packed pairs are added and subtracted like numbers.
 */
import { offHeapIntsOf } from '../rules/bitboard.ts';
import type * as weights from './weights.ts';
import type { Pair } from './weights.ts';

export type { Pair };

/** The numbers of weights.ts, or others in their place. */
export type Weights = typeof weights;

export function pack(pair: Pair): number {
  return (pair[0] + (pair[1] << 16)) | 0;
}

export function packAll(pairs: readonly Pair[]): Int32Array {
  return offHeapIntsOf(...pairs.map(pack));
}

/** The value with sixteen pawns. */
export function fullOf(packed: number): number {
  return (packed << 16) >> 16;
}

/** The value without pawns. */
export function bareOf(packed: number): number {
  return (packed + 0x8000) >> 16;
}
