/**
 * `npm run bench:native [FOLDER]`: our perft rates beside those of the native counting program, as ratios.
 *
 * FOLDER holds that program's source and its `build.sh`; it is built if there is a C++ compiler. It is no part of this
 * repository, and optional: without an argument the environment variable SERAC_NATIVE names the folder, or else
 * one beside the clone is looked at. The two are timed in turn, round by round, in CPU time, so that a busy machine
 * slows both.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPerft, type PerftMode } from '../src/rules/perft.ts';
import { MIDDLEGAME, START, setUp } from './positions.ts';

const ROUNDS = 7;
/** CPU microseconds of our side of a round. */
const ROUND_TIME = 400_000;

/** Our way of counting, the native command that does the same work, the depth that it is run to. */
const WAYS: readonly (readonly [PerftMode, string, number])[] = [
  ['bulk', 'perft', 4],
  ['nested', 'nested', 3],
  ['single', 'noBulk', 3],
];

const source = process.argv[2] ?? process.env.SERAC_NATIVE ?? '../shared/oracle';
if (!existsSync(join(source, 'build.sh'))) {
  console.log(`no native program to compare with: ${source} has no build.sh (npm run bench:native FOLDER)`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'native-'));
  try {
    const built = spawnSync('sh', [join(source, 'build.sh')], {
      env: { ...process.env, BUILD: folder },
      encoding: 'utf8',
    });
    if (built.status === 0) compare(join(folder, 'limit'));
    else console.log(`the native program does not build here: ${built.stderr.trim().split('\n')[0]}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compare(program: string): void {
  const position = setUp(START);
  const perft = createPerft(position);
  // All kinds of turns and all ways first: code that V8 has made for one position alone is thrown away at the next.
  for (const [mode] of WAYS) {
    for (const fen of [START, MIDDLEGAME]) {
      setUp(fen, position);
      perft.count(3, mode);
    }
  }
  for (const [place, fen] of [
    ['start', START],
    ['middlegame', MIDDLEGAME],
  ] as const) {
    for (const [mode, command, depth] of WAYS) {
      setUp(fen, position);
      const ours: number[] = [];
      const native: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(ourRate(() => perft.count(3, mode)));
        native.push(nativeRate(program, command, fen, depth));
      }
      const ratios = ours.map((rate, i) => native[i] / rate);
      console.log(
        `${place.padEnd(11)} ${mode.padEnd(7)} ours ${median(ours).toFixed(1).padStart(7)}  ` +
          `native ${median(native).toFixed(1).padStart(7)} million turns/s  native/ours ${median(ratios).toFixed(2)}`,
      );
    }
  }
}

/** Million turns a CPU second. */
function ourRate(count: () => number): number {
  const start = process.cpuUsage();
  let turns = 0;
  let spent = 0;
  do {
    turns += count();
    const { user, system } = process.cpuUsage(start);
    spent = user + system;
  } while (spent < ROUND_TIME);
  return turns / spent;
}

function nativeRate(program: string, command: string, fen: string, depth: number): number {
  const { stdout } = spawnSync(program, [command, 'avalanche', fen, String(depth)], { encoding: 'utf8' });
  const rate = /([\d.]+) Mturns/.exec(stdout);
  if (rate === null) throw new Error(`unexpected answer: ${stdout}`);
  return Number(rate[1]);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
