/**
 * The bench of two revisions, in turn: `node scripts/compare-bench.mjs NEW OLD [ROUNDS]` (`.` is the work tree). Says
 * whether they search the same nodes, and the ratio of their speeds round by round, which a busy machine does not change
 * much.
 */
import { execFileSync } from 'node:child_process';
import { buildRevision, withFolder } from './revisions.mjs';

const [newer, older, rounds = '5'] = process.argv.slice(2);
if (newer === undefined || older === undefined) {
  console.error('usage: node scripts/compare-bench.mjs NEW OLD [ROUNDS]');
  process.exit(2);
}

/** @param {string} launcher */
function bench(launcher) {
  const last = execFileSync(launcher, ['bench'], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  const [, nodes, speed] = /^(\d+) nodes (\d+) nps$/.exec(last) ?? [];
  if (nodes === undefined) throw new Error(`${launcher} bench: unexpected last line "${last}"`);
  return { nodes: Number(nodes), speed: Number(speed) };
}

withFolder((folder) => {
  const a = buildRevision(newer, folder);
  const b = buildRevision(older, folder);
  const ratios = [];
  for (let round = 0; round < Number(rounds); round++) {
    const one = bench(a.launcher);
    const other = bench(b.launcher);
    ratios.push(one.speed / other.speed);
    console.log(
      `${a.name} ${one.nodes} nodes ${one.speed} nps   ${b.name} ${other.nodes} nodes ${other.speed} nps   ` +
        `speed ratio ${ratios[round].toFixed(3)}${one.nodes === other.nodes ? '   same nodes' : ''}`,
    );
  }
  console.log(`median speed ratio ${ratios.sort((x, y) => x - y)[ratios.length >> 1].toFixed(3)}`);
});
