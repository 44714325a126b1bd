/** Endings that have to be won, a few of each: scripts/endings.ts plays them out by the hundred. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

test.each([
  ['KQK', 2000, 5],
  ['KRK', 2000, 5],
  ['KBBK', 3000, 5],
  ['KBNK', 20_000, 2],
])(
  '%s is won within the fifty-move rule at %i nodes a turn',
  (name, nodes, games) => {
    const args = [
      join('scripts', 'run.mjs'),
      join('scripts', 'endings.ts'),
      `games=${games}`,
      `nodes=${nodes}`,
      name,
    ];
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stdout).toContain(`${name} ${games}/${games} won`);
  },
  240_000,
);
