/**
 * Perft of every position of perft.tsv, in all three ways of counting and by `divide`.
 *
 * Counts up to three million turns run here, the rules being loaded file by file; the deeper ones run in a child
 * process, bundled as the product is, where each colour has its own copy of the hot half. At depth 4 the three start
 * positions have up to 10^9 turns and are counted in bulk alone. Depth 5 of the start positions (2·10^10 to 2·10^11
 * turns, minutes to an hour each) is not counted here.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseFen } from '../src/rules/fen.ts';
import { createPerft, type PerftMode } from '../src/rules/perft.ts';
import { createPosition } from '../src/rules/position.ts';
import { variantOf } from '../src/rules/variants.ts';
import type { PerftJob } from './perft-runner.ts';
import { type PerftRow, readPerftTable } from './tables.ts';

const MODES: readonly PerftMode[] = ['bulk', 'nested', 'single'];
const IN_PROCESS = 3_000_000;
/** Beyond this, bulk counting only. */
const ALL_MODES = 20_000_000;
const LARGEST = 10_000_000_000;

const rows = readPerftTable();
const position = createPosition();
const perft = createPerft(position);

function setUp({ variant, fen }: PerftRow): void {
  const parsed = parseFen(fen, variantOf(variant)!, position);
  if (!parsed.ok) throw new Error(parsed.error);
}

describe('in process', () => {
  const shallow = rows.filter(({ turns }) => turns <= IN_PROCESS);

  test.each(shallow)('$variant $fen depth $depth is $turns ($theme)', (row) => {
    setUp(row);
    const counts = MODES.map((mode) => perft.count(row.depth, mode));
    expect(counts).toEqual(MODES.map(() => row.turns));
    const divided = perft.divide(row.depth).map(({ count }) => count);
    expect(divided.reduce((sum, count) => sum + count, 0)).toBe(row.turns);
  });

  test('depth 0 is 1, also of a finished game, which has 0 at any other', () => {
    for (const row of rows.filter(({ depth }) => depth === 1)) {
      setUp(row);
      expect(MODES.map((mode) => perft.count(0, mode))).toEqual([1, 1, 1]);
    }
    // The side to move could take the king.
    const fen = '4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1';
    setUp({ variant: 'avalanche', fen, depth: 1, turns: 0, theme: '' });
    expect([0, 1, 2, 3].map((depth) => perft.count(depth, 'bulk'))).toEqual([1, 0, 0, 0]);
    expect([0, 1, 2, 3].map((depth) => perft.count(depth, 'single'))).toEqual([1, 0, 0, 0]);
    expect(perft.divide(2)).toEqual([]);
  });
});

describe('bundled', () => {
  const deep = rows.filter(({ turns }) => turns > IN_PROCESS && turns <= LARGEST);
  const jobs = deep.flatMap((row) =>
    MODES.filter((mode) => mode === 'bulk' || row.turns <= ALL_MODES).map((mode) => ({ ...row, mode })),
  );
  let counts: number[] = [];

  beforeAll(async () => {
    counts = await countBundled(jobs);
  }, 240_000);

  test('every job has a count', () => {
    expect(counts).toHaveLength(jobs.length);
  });

  const numbered = jobs.map((job, index) => ({ ...job, index }));
  test.each(numbered)('$variant $fen depth $depth is $turns ($mode)', ({ turns, index }) => {
    expect(counts[index]).toBe(turns);
  });
});

/** Bundles perft-runner.ts and runs it on the jobs. */
function countBundled(jobs: readonly PerftJob[]): Promise<number[]> {
  const scripts = resolve(import.meta.dirname, '../scripts');
  const args = [join(scripts, 'run.mjs'), join(import.meta.dirname, 'perft-runner.ts')];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(output.trim().split('\n').map(Number));
      else reject(new Error(`perft-runner.ts ended with ${status}`));
    });
    child.stdin.end(JSON.stringify(jobs));
  });
}
