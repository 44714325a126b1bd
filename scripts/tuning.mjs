/**
 * The way from nothing to learnt weights in one command: `npm run tune -- [games=N] [nodes=N] [seed=N] [threads=N]
 * [folder=build/tuning] [out=FILE]`.
 *
 * Plays the games (datagen.ts), learns from them (tune.ts), fits the sketch of the evaluation (fit-sketch.ts) and the
 * chances to win, draw and lose (fit-wdl.ts). With the settings that are the default it is a small sample of some minutes,
 * whose weights are looked at and thrown away; its sketch is that of the engine's own weights. Those came from over a
 * million positions; `out=src/evaluate/weights.ts` puts new ones where they belong, and their sketch beside them. For a
 * second round the same is done again, with the engine that has learnt, and another seed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const defaults = { games: '3000', nodes: '400', seed: '1', threads: '', folder: 'build/tuning', out: '' };
const given = Object.fromEntries(process.argv.slice(2).map((word) => word.split(/=(.*)/s).slice(0, 2)));
const unknown = Object.keys(given).find((key) => !(key in defaults));
if (unknown !== undefined) {
  console.error(`tuning: no such setting: ${unknown}; there are ${Object.keys(defaults).join(', ')}`);
  process.exit(2);
}
const settings = { ...defaults, ...given };
const threads = settings.threads === '' ? [] : [`threads=${settings.threads}`];
const games = join(settings.folder, `games-${settings.nodes}-${settings.seed}.bin`);
const out = settings.out === '' ? join(settings.folder, 'weights.ts') : settings.out;

mkdirSync(settings.folder, { recursive: true });
run(
  'datagen.ts',
  games,
  `games=${settings.games}`,
  `nodes=${settings.nodes}`,
  `seed=${settings.seed}`,
  ...threads,
);
run('tune.ts', games, `out=${out}`, ...threads);
// After the weights: if they are now the engine's, it is them that the sketch stands for.
const isEngines = resolve(out) === resolve('src', 'evaluate', 'weights.ts');
const sketch = join(isEngines ? join('src', 'evaluate') : settings.folder, 'sketch-weights.ts');
run('fit-sketch.ts', games, `out=${sketch}`);
run('fit-wdl.ts', games);

/**
 * @param {string} script
 * @param {string[]} args
 */
function run(script, ...args) {
  const words = [join('scripts', 'run.mjs'), join('scripts', script), ...args];
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
