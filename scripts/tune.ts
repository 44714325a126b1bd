/**
 * Learns the evaluation's weights from self-play games (scripts/datagen.ts):
 *
 *     node scripts/run.mjs scripts/tune.ts FILE … [lambda=0.3,0.5,0.8] [ridge=60] [threads=N] [out=FILE]
 *
 * Logistic regression on a blend of each game's result (lambda of it) and the search's score, by Newton's method, with a
 * ridge that holds what the games say little about to what it was. Of several lambdas the one whose weights predict the
 * results of held-out games best is taken. Prints the losses and each weight with its standard error (bootstrap by
 * game); `out` gets the weights, src/evaluate/weights.ts if they are to be the engine's. Centipawns keep the meaning that
 * they have: the scale of the logistic curve is fitted to the weights of the work tree and kept.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { GameFileError, readGames } from './data/game-file.ts';
import { type Counts, type Crew, serveCrew, startCrew } from './tune/crew.ts';
import { errorsOf, type Fit, fitScales, fitWeights, mean, type Scales } from './tune/fit.ts';
import { GROUPS, presentWeights } from './tune/schema.ts';
import { weightsText } from './tune/weights-file.ts';

const REPLICATES = 50;

interface Asked {
  readonly files: readonly string[];
  readonly lambdas: readonly number[];
  readonly ridge: number;
  readonly threads: number;
  readonly out: string | undefined;
}

function readWords(words: readonly string[]): Asked | undefined {
  const files = words.filter((word) => !word.includes('='));
  const given = new Map(
    words
      .filter((word) => word.includes('='))
      .map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  const asked = {
    files,
    lambdas: (given.get('lambda') ?? '0.3,0.5,0.8').split(',').map(Number),
    ridge: Number(given.get('ridge') ?? 60),
    threads: Number(given.get('threads') ?? availableParallelism()),
    out: given.get('out'),
  };
  const isKnown = [...given.keys()].every((key) => ['lambda', 'ridge', 'threads', 'out'].includes(key));
  const isRight =
    asked.lambdas.every((lambda) => lambda >= 0 && lambda <= 1) && asked.ridge > 0 && asked.threads >= 1;
  return files.length > 0 && isKnown && isRight ? asked : undefined;
}

/** One line on each file, for the head of the weights. */
function describeFiles(files: readonly string[]): string[] {
  return files.map((file) => {
    const { settings, games } = readGames(file);
    return `${basename(file)}: ${games.length} games at ${settings.nodes} nodes a turn, seed ${settings.seed}`;
  });
}

async function chooseFit(crew: Crew, prior: Float64Array, scales: Scales, asked: Asked): Promise<Fit> {
  let best: Fit | undefined;
  for (const lambda of asked.lambdas) {
    const fit = await fitWeights(crew, prior, scales, lambda, asked.ridge);
    console.log(
      `lambda ${lambda}: loss ${fit.learnt.toFixed(5)}, on held-out games ${fit.heldOut.toFixed(5)}`,
    );
    if (best === undefined || fit.heldOut < best.heldOut) best = fit;
  }
  return best!;
}

function remarksOf(
  asked: Asked,
  files: readonly string[],
  counts: Counts,
  scales: Scales,
  fit: Fit,
): string[] {
  const before = mean(scales.before.heldOut).toFixed(5);
  const chance = (100 / (1 + Math.exp(-100 / scales.value))).toFixed(1);
  return [
    'Made by scripts/tune.ts from games that scripts/datagen.ts made:',
    ...files.map((line) => `    ${line}`),
    `${counts.positions} quiet positions of ${counts.games} games, lambda ${fit.target.lambda}, ridge ${asked.ridge}.`,
    `Loss on held-out games ${fit.heldOut.toFixed(5)} nats (${before} with the weights before, ` +
      `${mean(scales.ofScores.heldOut).toFixed(5)} with the scores of the searches).`,
    `Scale ${scales.value}: 100 centipawns stand for ${chance} % of the points, 0 for half of them.`,
  ];
}

function printWeights(weights: Float64Array, errors: Float64Array): void {
  const text = (i: number) => `${Math.round(weights[i])}±${Math.round(errors[i])}`;
  for (const { name, size, at } of GROUPS) {
    const pairs = Array.from(
      { length: size },
      (_, i) => `[${text(2 * (at + i))}, ${text(2 * (at + i) + 1)}]`,
    );
    console.log(`${name}: ${pairs.join(' ')}`);
  }
}

async function tune(asked: Asked): Promise<void> {
  const start = performance.now();
  const files = describeFiles(asked.files);
  const prior = presentWeights();
  const crew = startCrew(__filename, asked.files, asked.threads);
  const counts = await crew.count();
  const each = (counts.features / counts.positions).toFixed(1);
  console.log(`${counts.positions} positions of ${counts.games} games, ${each} features each`);
  const scales = await fitScales(crew, prior);
  console.log(
    `before: scale ${scales.value}, loss ${mean(scales.before.learnt).toFixed(5)}, ` +
      `on held-out games ${mean(scales.before.heldOut).toFixed(5)}`,
  );
  console.log(
    `scores of the searches: scale ${scales.score}, ` +
      `on held-out games ${mean(scales.ofScores.heldOut).toFixed(5)}`,
  );
  const fit = await chooseFit(crew, prior, scales, asked);
  printWeights(fit.weights, await errorsOf(crew, fit, prior, scales, asked.ridge, REPLICATES));
  await crew.close();
  if (asked.out !== undefined)
    writeFileSync(asked.out, weightsText(fit.weights, remarksOf(asked, files, counts, scales, fit)));
  console.log(`${((performance.now() - start) / 1000).toFixed(0)} s`);
}

async function main(): Promise<void> {
  const asked = readWords(process.argv.slice(2));
  if (asked === undefined) {
    const options = '[lambda=0.3,0.5,0.8] [ridge=60] [threads=N] [out=FILE]';
    console.error(`usage: node scripts/run.mjs scripts/tune.ts FILE … ${options}`);
    process.exitCode = 2;
    return;
  }
  try {
    await tune(asked);
  } catch (error) {
    if (!(error instanceof GameFileError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (isMainThread) void main();
else serveCrew();
