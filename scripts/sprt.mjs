/**
 * A match of two revisions in one command: `node scripts/sprt.mjs NEW OLD [MATCH OPTION …]`.
 *
 * `.` stands for the work tree. Without further options: 5,000 nodes a turn, both colours of each opening of the book, until SPRT [0, 30] decides. What is given is passed to `serac match` instead of that, for example
 * `-each tc=8+0.08 -sprt elo0=0 elo1=10 alpha=0.05 beta=0.05 -concurrency 2`. The runner is that of the work tree.
 */
import { spawnSync } from 'node:child_process';
import { buildRevision, withFolder } from './revisions.mjs';

const DEFAULTS = '-each nodes=5000 -sprt elo0=0 elo1=30 alpha=0.05 beta=0.05'.split(' ');

const [newer, older, ...options] = process.argv.slice(2);
if (newer === undefined || older === undefined) {
  console.error('usage: node scripts/sprt.mjs NEW OLD [MATCH OPTION …]');
  process.exit(2);
}
withFolder((folder) => {
  const a = buildRevision(newer, folder);
  const b = buildRevision(older, folder);
  const { launcher } = buildRevision('.', folder);
  const args = [
    'match',
    ...['-engine', `name=${a.name}`, `cmd=${a.launcher}`],
    ...['-engine', `name=${b.name}${a.name === b.name ? '-b' : ''}`, `cmd=${b.launcher}`],
    ...['-repeat', '-recover'],
    ...(options.some((option) => option === '-each' || option === '-sprt')
      ? options
      : [...DEFAULTS, ...options]),
  ];
  const { status } = spawnSync(launcher, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
