/**
 * The transposition table: what a search has found out about positions, by their keys.
 *
 * An entry is four 32-bit words in one array over shared memory:
 *
 *     0  check     key high ^ word 1 ^ word 2 ^ word 3
 *     1  turn      25 bits, bound 2 bits
 *     2  values    score 16 bits, static value 16 bits
 *     3  rest      depth 8 bits, age 8 bits, low half of key low 16 bits
 *
 * Threads write without locks. An entry torn by two writers does not match its check word (Hyatt and Mann 2002),
 * so it is a miss and no harm. Two entries make a cluster; both are looked at without a loop.
 */
import { offHeapBytes, offHeapInts } from '../rules/bitboard.ts';
import type { Turn } from '../rules/turn.ts';
import { forced } from './limits.ts';
import { AGE_WEIGHT } from './params.ts';

export const BOUND_UPPER = 1;
export const BOUND_LOWER = 2;
export const BOUND_EXACT = 3;

/** The static value of a position that has none because its mover is in check or it was not needed. */
export const NO_STATIC = -32768;

// The words of `Table.found`.
export const FOUND_TURN = 0;
export const FOUND_SCORE = 1;
export const FOUND_STATIC = 2;
export const FOUND_DEPTH = 3;
export const FOUND_BOUND = 4;

const ENTRY = 4;
const CLUSTER = 2 * ENTRY;
const CLUSTER_BYTES = 4 * CLUSTER;
/** A page of memory, which the system provides when it is first touched; 2^10 words. */
const PAGE_BYTES = 4096;
const PAGE_SHIFT = 10;
/** The bits of a turn in its word. */
export const TURN_MASK = 0x1ffffff;

export interface Table {
  /** What the last successful `probe` found; overwritten by the next one. */
  readonly found: Int32Array;
  /** Looks a key up. Mate scores come back as seen from `ply`. */
  probe(keyLow: number, keyHigh: number, ply: number): boolean;
  store(
    keyLow: number,
    keyHigh: number,
    ply: number,
    turn: Turn,
    bound: number,
    score: number,
    staticValue: number,
    depth: number,
  ): void;
  /** Forgets everything. Only what has been written since the last time is touched. */
  clear(): void;
  /** From now on the whole memory is used. To be called when the table is empty. */
  open(): void;
  /** Makes the entries present older, so that they are replaced first. */
  newSearch(): void;
  /** Per mille of the entries written by the present search, by a sample. */
  hashFull(): number;
}

export function tableBytes(megabytes: number): number {
  return megabytes * 1024 * 1024;
}

/** The size of the notes about a table of so many bytes: which of its pages have been written. */
export function notesBytes(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES);
}

/**
 * `age`: one word, and `notes`: `notesBytes`, both zero at first, which all threads that share the table share too.
 * `practiceBytes`: how much of the memory is used until `open` is called, at least one cluster.
 */
export function createTable(
  buffer: SharedArrayBuffer,
  age: Int32Array = offHeapInts(1),
  notes: Uint8Array = offHeapBytes(notesBytes(buffer.byteLength)),
  practiceBytes: number = buffer.byteLength,
): Table {
  const clusters = Math.floor(buffer.byteLength / CLUSTER_BYTES);
  if (clusters < 1) throw new RangeError(`a table needs at least ${CLUSTER_BYTES} bytes`);
  const entries = new Int32Array(buffer);
  /** Clusters in use. */
  let used = 0;
  /** A key's low word, as a fraction of 2^32, times the clusters: any size is used fully, not only powers of two. */
  const scale = new Float64Array(new ArrayBuffer(8));
  const found = offHeapInts(8);
  use(Math.min(clusters, Math.max(1, Math.floor(practiceBytes / CLUSTER_BYTES))));

  function use(count: number): void {
    used = count;
    scale[0] = count / 4294967296;
  }

  function open(): void {
    if (used < clusters) use(clusters);
  }

  function clusterOf(keyLow: number): number {
    return (((keyLow >>> 0) * scale[0]) | 0) << 3;
  }

  /** Copies an entry that fits the key. */
  function read(at: number, keyLow: number, keyHigh: number, ply: number): boolean {
    const turnWord = entries[at + 1];
    const values = entries[at + 2];
    const rest = entries[at + 3];
    if ((entries[at] ^ turnWord ^ values ^ rest) !== keyHigh) return false;
    if (((rest >>> 16) ^ (keyLow & 0xffff)) !== 0 || turnWord >>> 25 === 0) return false;
    const score = (values << 16) >> 16;
    found[FOUND_TURN] = turnWord & TURN_MASK;
    found[FOUND_SCORE] = score - Math.imul(forced(score), ply);
    found[FOUND_STATIC] = values >> 16;
    found[FOUND_DEPTH] = rest & 255;
    found[FOUND_BOUND] = turnWord >>> 25;
    return true;
  }

  function probe(keyLow: number, keyHigh: number, ply: number): boolean {
    const at = clusterOf(keyLow);
    return read(at, keyLow, keyHigh, ply) || read(at + ENTRY, keyLow, keyHigh, ply);
  }

  function fits(at: number, keyLow: number, keyHigh: number): boolean {
    const rest = entries[at + 3];
    return (
      (entries[at] ^ entries[at + 1] ^ entries[at + 2] ^ rest) === keyHigh &&
      ((rest >>> 16) ^ (keyLow & 0xffff)) === 0
    );
  }

  /** What an entry is worth keeping: its depth, less for every search that it is older. */
  function worth(at: number): number {
    const rest = entries[at + 3];
    return ((rest & 255) - AGE_WEIGHT * ((age[0] - (rest >>> 8)) & 255)) | 0;
  }

  function store(
    keyLow: number,
    keyHigh: number,
    ply: number,
    turn: Turn,
    bound: number,
    score: number,
    staticValue: number,
    depth: number,
  ): void {
    let at = clusterOf(keyLow);
    let kept = turn;
    if (fits(at, keyLow, keyHigh) || fits(at + ENTRY, keyLow, keyHigh)) {
      if (!fits(at, keyLow, keyHigh)) at = (at + ENTRY) | 0;
      const rest = entries[at + 3];
      // A much deeper result of this search is not given up for a mere bound (the rarest condition is the last one).
      if (((rest >>> 8) & 255) === age[0] && bound !== BOUND_EXACT && (rest & 255) > depth + 3) return;
      if (kept === 0) kept = entries[at + 1] & TURN_MASK;
    } else if (worth(at + ENTRY) < worth(at)) {
      at = (at + ENTRY) | 0;
    }
    notes[at >> PAGE_SHIFT] = 1;
    const stored = score + Math.imul(forced(score), ply);
    const turnWord = kept | (bound << 25);
    const values = (stored & 0xffff) | (staticValue << 16);
    const rest = (depth & 255) | (age[0] << 8) | (keyLow << 16);
    entries[at] = keyHigh ^ turnWord ^ values ^ rest;
    entries[at + 1] = turnWord;
    entries[at + 2] = values;
    entries[at + 3] = rest;
  }

  function clear(): void {
    for (let page = 0; page < notes.length; page++) {
      if (notes[page] === 0) continue;
      entries.fill(0, page << PAGE_SHIFT, (page + 1) << PAGE_SHIFT);
      notes[page] = 0;
    }
    age[0] = 0;
  }

  function newSearch(): void {
    age[0] = (age[0] + 1) & 255;
  }

  function hashFull(): number {
    const sample = Math.min(used * 2, 1000);
    let full = 0;
    for (let i = 0; i < sample; i++) {
      const at = i * ENTRY;
      if (entries[at + 1] >>> 25 !== 0 && ((entries[at + 3] >>> 8) & 255) === age[0]) full++;
    }
    return Math.round((full * 1000) / sample);
  }

  return { found, probe, store, clear, open, newSearch, hashFull };
}
