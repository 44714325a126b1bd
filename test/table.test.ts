/** The transposition table: what is stored is found again, and nothing else is. */
import { describe, expect, test } from 'vitest';
import { MATE } from '../src/search/limits.ts';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  createTable,
  FOUND_BOUND,
  FOUND_DEPTH,
  FOUND_SCORE,
  FOUND_STATIC,
  FOUND_TURN,
  NO_STATIC,
  notesBytes,
  type Table,
  tableBytes,
} from '../src/search/table.ts';

const LARGEST_TURN = 0x1ffffff;

function entry(table: Table, low: number, high: number, ply = 0): number[] | undefined {
  if (!table.probe(low, high, ply)) return undefined;
  return [FOUND_TURN, FOUND_SCORE, FOUND_STATIC, FOUND_DEPTH, FOUND_BOUND].map((word) => table.found[word]!);
}

function newTable(bytes = 1 << 16): Table {
  return createTable(new SharedArrayBuffer(bytes));
}

test('a megabyte is a megabyte', () => {
  expect(tableBytes(16)).toBe(16 * 1024 * 1024);
});

describe('an entry', () => {
  test.each([
    [0x12345678, -0x12345678, LARGEST_TURN, BOUND_EXACT, 123, -45, 7],
    [-1, -1, 1, BOUND_LOWER, -20000, 20000, 0],
    [-2147483648, 2147483647, 0, BOUND_UPPER, 0, NO_STATIC, 127],
    [0x0000ffff, 0, 0xabcdef, BOUND_EXACT, -1, 1, 1],
  ])('comes back as it was stored: %i %i', (low, high, turn, bound, score, standing, depth) => {
    const table = newTable();
    expect(entry(table, low, high)).toBeUndefined();
    table.store(low, high, 3, turn, bound, score, standing, depth);
    expect(entry(table, low, high, 5)).toEqual([turn, score, standing, depth, bound]);
  });

  test('of another key is not found', () => {
    const table = newTable(32);
    table.store(0x12345678, 99, 0, 5, BOUND_EXACT, 1, 2, 3);
    expect(entry(table, 0x12345678, 98)).toBeUndefined();
    expect(entry(table, 0x12345679, 99)).toBeUndefined();
    expect(entry(table, 0x12345678, 99)).toBeDefined();
  });

  test('half written is not found', () => {
    const memory = new SharedArrayBuffer(32);
    const table = createTable(memory);
    table.store(1, 2, 0, 5, BOUND_EXACT, 1, 2, 3);
    const words = new Int32Array(memory);
    const at = words.findIndex((word) => word !== 0);
    for (let i = 0; i < 4; i++) {
      words[at + i] ^= 1 << 20;
      expect(entry(table, 1, 2)).toBeUndefined();
      words[at + i] ^= 1 << 20;
    }
    expect(entry(table, 1, 2)).toBeDefined();
  });

  test('keeps its turn if a later result has none', () => {
    const table = newTable();
    table.store(1, 2, 0, 77, BOUND_LOWER, 10, 0, 3);
    table.store(1, 2, 0, 0, BOUND_UPPER, -10, 0, 4);
    expect(entry(table, 1, 2)).toEqual([77, -10, 0, 4, BOUND_UPPER]);
  });
});

describe('mate scores', () => {
  test('count from the node, not from the root', () => {
    const table = newTable();
    // A win 9 plies from the root, seen at ply 6: 3 plies from there.
    table.store(1, 2, 6, 0, BOUND_EXACT, MATE - 9, 0, 3);
    expect(entry(table, 1, 2, 6)?.[1]).toBe(MATE - 9);
    expect(entry(table, 1, 2, 2)?.[1]).toBe(MATE - 5);
    table.store(3, 4, 6, 0, BOUND_EXACT, 9 - MATE, 0, 3);
    expect(entry(table, 3, 4, 2)?.[1]).toBe(5 - MATE);
  });
});

describe('a full cluster', () => {
  test('gives up the less deep entry', () => {
    const table = newTable(32);
    table.store(1, 1, 0, 1, BOUND_EXACT, 0, 0, 5);
    table.store(2, 2, 0, 2, BOUND_EXACT, 0, 0, 9);
    table.store(3, 3, 0, 3, BOUND_EXACT, 0, 0, 1);
    expect([1, 2, 3].map((key) => entry(table, key, key) !== undefined)).toEqual([false, true, true]);
  });

  test('gives up an old entry before a shallow one', () => {
    const table = newTable(32);
    table.store(1, 1, 0, 1, BOUND_EXACT, 0, 0, 9);
    for (let i = 0; i < 3; i++) table.newSearch();
    table.store(2, 2, 0, 2, BOUND_EXACT, 0, 0, 1);
    table.store(3, 3, 0, 3, BOUND_EXACT, 0, 0, 1);
    expect([1, 2, 3].map((key) => entry(table, key, key) !== undefined)).toEqual([false, true, true]);
  });

  test('keeps a much deeper result against a bound for the same position', () => {
    const table = newTable();
    table.store(1, 2, 0, 5, BOUND_EXACT, 40, 0, 9);
    table.store(1, 2, 0, 6, BOUND_UPPER, 10, 0, 2);
    expect(entry(table, 1, 2)?.[1]).toBe(40);
    table.newSearch();
    table.store(1, 2, 0, 6, BOUND_UPPER, 10, 0, 2);
    expect(entry(table, 1, 2)?.[1]).toBe(10);
  });
});

test('every part of a table of any size is used', () => {
  const table = newTable(3 * 32);
  let found = 0;
  for (let i = 0; i < 6; i++) table.store(i * 0x2aaaaaab, i, 0, i + 1, BOUND_EXACT, i, 0, 1);
  for (let i = 0; i < 6; i++) if (entry(table, i * 0x2aaaaaab, i) !== undefined) found++;
  expect(found).toBe(6);
});

describe('clearing', () => {
  const KEYS = Array.from({ length: 2000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  const PAGE = 1024;

  function fill(table: Table): number {
    for (const key of KEYS) table.store(key, key, 0, 1, BOUND_EXACT, 0, 0, 1);
    return KEYS.filter((key) => entry(table, key, key) !== undefined).length;
  }

  test('leaves nothing, and until the table is opened only the part for practice is written', () => {
    const memory = new SharedArrayBuffer(64 * 1024);
    const words = new Int32Array(memory);
    const table = createTable(memory, undefined, undefined, 4096);
    expect(fill(table)).toBe(256);
    expect(table.hashFull()).toBe(1000);
    expect(words.subarray(PAGE).every((word) => word === 0)).toBe(true);
    table.clear();
    expect(words.every((word) => word === 0)).toBe(true);
    table.open();
    expect(fill(table)).toBeGreaterThan(1500);
    table.clear();
    expect(words.every((word) => word === 0)).toBe(true);
  });

  test('touches only the pages that have been written since the last time, by whichever thread', () => {
    const memory = new SharedArrayBuffer(4 * 4096 + 64);
    const words = new Int32Array(memory);
    const notes = new Uint8Array(notesBytes(memory.byteLength));
    expect(notes).toHaveLength(5);
    const table = createTable(memory, undefined, notes);
    // The lowest key and the highest: the first page and the last.
    createTable(memory, undefined, notes).store(0, 5, 0, 1, BOUND_EXACT, 0, 0, 1);
    table.store(-1, 5, 0, 1, BOUND_EXACT, 0, 0, 1);
    expect([...notes]).toEqual([1, 0, 0, 0, 1]);
    words[2 * PAGE] = 7;
    table.clear();
    expect([...notes]).toEqual([0, 0, 0, 0, 0]);
    expect([...words].filter((word) => word !== 0)).toEqual([7]);
  });
});

test('fullness counts the entries of this search, per mille', () => {
  const table = newTable(64 * 32);
  expect(table.hashFull()).toBe(0);
  for (let i = 0; i < 1000; i++) table.store(Math.imul(i, 0x9e3779b1), i, 0, 1, BOUND_EXACT, 0, 0, 1);
  expect(table.hashFull()).toBeGreaterThan(900);
  table.newSearch();
  expect(table.hashFull()).toBe(0);
  table.clear();
  expect(entry(table, 0, 0)).toBeUndefined();
});
