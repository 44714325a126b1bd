/**
 * Forced wins and traps that the search has to see, proved by brute force (scripts/harvest-puzzles.ts; puzzles.tsv comes
 * from another program). Run on the bundled code, as the engine runs.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

interface Result {
  readonly solved: number;
  readonly all: number;
}

/** How many puzzles are solved, by kind. */
function solve(file: string, nodes: number, ...kinds: string[]): Map<string, Result> {
  const args = [join('scripts', 'run.mjs'), join('scripts', 'puzzles.ts'), join('test', 'data', file)];
  const { stdout } = spawnSync(process.execPath, [...args, String(nodes), ...kinds], {
    cwd: root,
    encoding: 'utf8',
  });
  const rows = [...stdout.matchAll(/^(\S+) (\d+)\/(\d+)$/gm)];
  return new Map(rows.map(([, kind, solved, all]) => [kind, { solved: Number(solved), all: Number(all) }]));
}

test.each(['puzzles.tsv', 'mates.tsv'])('all wins in 1 and 2 of %s within 20,000 nodes', (file) => {
  const results = solve(file, 20_000, '1', '2');
  expect([...results.keys()].sort()).toEqual(['1', '2']);
  for (const { solved, all } of results.values()) expect(solved).toBe(all);
});

test.each(['puzzles.tsv', 'mates.tsv'])('95 of 100 wins in 3 of %s within 300,000 nodes', (file) => {
  const { solved, all } = solve(file, 300_000, '3').get('3')!;
  expect(solved / all).toBeGreaterThanOrEqual(0.95);
});

test('98 of 100 traps within 20,000 nodes, and 9 of 10 of every kind', () => {
  const kinds = ['choice-1', 'choice-2', 'forced-push', 'self-check', 'own-push', 'escape'];
  const results = solve('traps.tsv', 20_000);
  expect([...results.keys()].sort()).toEqual(kinds.sort());
  let [solved, all] = [0, 0];
  for (const [kind, result] of results) {
    expect(result.solved / result.all, kind).toBeGreaterThanOrEqual(0.9);
    solved += result.solved;
    all += result.all;
  }
  expect(solved / all).toBeGreaterThanOrEqual(0.98);
});
