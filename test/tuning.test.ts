/** The whole way from self-play to learnt weights, by the command that the README names, on a sample of seconds. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tuning-'));
afterAll(() => rmSync(folder, { recursive: true }));

function tune(...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('scripts', 'tuning.mjs'), ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('games, weights and chances come out of one command', () => {
  const { status, output } = tune(`folder=${folder}`, 'games=90', 'nodes=40', 'seed=5', 'threads=2');
  expect(output).toContain('90 of 90 games');
  expect(status).toBe(0);
  const losses = [...output.matchAll(/^lambda \S+: loss (\S+), on held-out games (\S+)$/gm)];
  expect(losses.length).toBe(3);
  const before = Number(/^before: scale \d+, loss (\S+),/m.exec(output)?.[1]);
  for (const [, learnt] of losses) expect(Number(learnt)).toBeLessThan(before);
  expect(output).toMatch(/90 games, \d+ scores: a = \d+, b = \d+/);
  const [, own, sketch] =
    /own boards .* deviation (\d+) [\s\S]*sketch .* deviation (\d+) /.exec(output) ?? [];
  expect(Number(sketch)).toBeLessThan(Number(own));
  const boards = readFileSync(join(folder, 'sketch-weights.ts'), 'utf8');
  expect(boards).toContain('games-40-5.bin: 90 games');
  expect(boards).toContain('export const TO_MOVE: Pair = [');
  const weights = readFileSync(join(folder, 'weights.ts'), 'utf8');
  expect(weights).toContain('games-40-5.bin: 90 games at 40 nodes a turn, seed 5');
  expect(weights).toContain('export const TEMPO: Pair = [');
}, 240_000);

test('a damaged file of games is named', () => {
  const file = join(folder, 'games-40-5.bin');
  expect(existsSync(file)).toBe(true);
  const args = [join('scripts', 'run.mjs'), join('scripts', 'tune.ts'), join(folder, 'weights.ts')];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(stderr).toContain('weights.ts: not a file of self-play games');
  expect(status).toBe(1);
});

test('an unknown setting is refused', () => {
  const { status, output } = tune('game=90');
  expect(output).toContain('no such setting: game');
  expect(status).toBe(2);
});
