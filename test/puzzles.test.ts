/**
 * Forced wins and traps that the search has to see, proved by brute force (scripts/harvest-puzzles.ts; puzzles.tsv comes
 * from another program). Run on the bundled code, as the engine runs.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** The share of solved puzzles by kind. */
function solve(file: string, nodes: number, ...kinds: string[]): Map<string, number> {
  const args = [join('scripts', 'run.mjs'), join('scripts', 'puzzles.ts'), join('test', 'data', file)];
  const { stdout } = spawnSync(process.execPath, [...args, String(nodes), ...kinds], {
    cwd: root,
    encoding: 'utf8',
  });
  const rows = [...stdout.matchAll(/^(\S+) (\d+)\/(\d+)$/gm)];
  return new Map(rows.map(([, kind, solved, all]) => [kind, Number(solved) / Number(all)]));
}

test.each(['puzzles.tsv', 'mates.tsv'])('all wins in 1 and 2 of %s within 20,000 nodes', (file) => {
  expect(solve(file, 20_000, '1', '2')).toEqual(
    new Map([
      ['1', 1],
      ['2', 1],
    ]),
  );
});

test.each(['puzzles.tsv', 'mates.tsv'])('95 of 100 wins in 3 of %s within 300,000 nodes', (file) => {
  expect(solve(file, 300_000, '3').get('3')).toBeGreaterThanOrEqual(0.95);
});

test('98 of 100 traps within 20,000 nodes, of every kind', () => {
  const kinds = ['choice-1', 'choice-2', 'forced-push', 'self-check', 'own-push', 'escape'];
  const shares = solve('traps.tsv', 20_000);
  expect([...shares.keys()].sort()).toEqual(kinds.sort());
  for (const share of shares.values()) expect(share).toBeGreaterThanOrEqual(0.98);
});
