/**
 * Fits the chances of src/engine/wdl.ts to games: `node scripts/run.mjs scripts/fit-wdl.ts FILE …`. A file is a PGN with
 * the scores that `serac match` writes behind the turns, or games of scripts/datagen.ts. Prints the two numbers, and the
 * model beside what happened.
 *
 * win = 1 / (1 + exp((a - score) / b)), loss the same with the score reversed, and the rest are draws: a is about
 * half of the width in which games are drawn, b how uncertain a score is. The likeliest pair is found by steps that are halved.
 */
import { readFileSync } from 'node:fs';
import { type PgnGame, readPgn } from '../src/rules/pgn.ts';
import { type Game, isGameFile, readGames } from './data/game-file.ts';

interface Sample {
  readonly score: number;
  /** For the one whose score it is: 1, 0.5 or 0. */
  readonly points: number;
}

/** A sample and how much it counts. */
interface Weighted extends Sample {
  readonly weight: number;
}

/** The scores of a game share one result: a hundred of them say ten times as much as one. */
function weighted(game: readonly Sample[]): Weighted[] {
  const weight = 1 / Math.sqrt(game.length);
  return game.map((sample) => ({ ...sample, weight }));
}

/** Scores beyond this say nothing about the shape of the middle. */
const LARGEST_SCORE = 1500;
const LEAST_CHANCE = 1e-6;

function samplesOfPgn(game: PgnGame): Sample[] {
  // Games lost on the clock were not decided by the position.
  if (game.result === '*' || game.tags.get('Termination') === 'time forfeit') return [];
  const forWhite = game.result === '1-0' ? 1 : game.result === '0-1' ? 0 : 0.5;
  const whiteBegins = game.tags.get('FEN')?.split(' ')[1] !== 'b';
  return game.line.turns.flatMap(({ comments }, i) => {
    const score = /^([+-]?\d+\.\d+)\/\d/.exec(comments[0] ?? '');
    if (score === null) return [];
    const points = (i % 2 === 0) === whiteBegins ? forWhite : 1 - forWhite;
    const centipawns = Math.round(Number(score[1]) * 100);
    return Math.abs(centipawns) <= LARGEST_SCORE ? [{ score: centipawns, points }] : [];
  });
}

function samplesOfGame({ start, turns, scores, result }: Game): Sample[] {
  return turns.flatMap((_, i) => {
    const points = (start.side + i) % 2 === 0 ? result : 1 - result;
    return Math.abs(scores[i]) <= LARGEST_SCORE ? [{ score: scores[i], points }] : [];
  });
}

/** The games of a file, each as its samples. */
function readSamples(file: string): Sample[][] {
  if (isGameFile(file)) return readGames(file).games.map(samplesOfGame);
  return [...readPgn(readFileSync(file, 'utf8'))].map(samplesOfPgn);
}

function chances(score: number, a: number, b: number): { win: number; draw: number; loss: number } {
  const win = 1 / (1 + Math.exp((a - score) / b));
  const loss = 1 / (1 + Math.exp((a + score) / b));
  return { win, draw: 1 - win - loss, loss };
}

function cost(samples: readonly Weighted[], a: number, b: number): number {
  let sum = 0;
  let weights = 0;
  for (const { score, points, weight } of samples) {
    const { win, draw, loss } = chances(score, a, b);
    sum -= weight * Math.log(Math.max(LEAST_CHANCE, points === 1 ? win : points === 0 ? loss : draw));
    weights += weight;
  }
  return sum / weights;
}

function likeliest(samples: readonly Weighted[]): { a: number; b: number } {
  let [a, b] = [20, 200];
  let least = cost(samples, a, b);
  for (let step = 64; step >= 0.5; ) {
    const tries = [
      [a + step, b],
      [a - step, b],
      [a, b + step],
      [a, b - step],
    ];
    let better = false;
    for (const [nextA, nextB] of tries) {
      if (nextA < 0 || nextB < 1) continue;
      const found = cost(samples, nextA, nextB);
      if (found >= least) continue;
      [a, b, least, better] = [nextA, nextB, found, true];
    }
    if (!better) step /= 2;
  }
  return { a, b };
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node scripts/run.mjs scripts/fit-wdl.ts FILE …');
  process.exit(2);
}
const games = files.flatMap(readSamples);
const samples = games.flatMap(weighted);
if (samples.length === 0) {
  console.error('no scores in these games');
  process.exit(1);
}
const { a, b } = likeliest(samples);
console.log(`${games.length} games, ${samples.length} scores: a = ${a.toFixed(0)}, b = ${b.toFixed(0)}`);
console.log('   scores     number   won   drawn   lost   model');
for (const middle of [-1200, -800, -500, -300, -150, -50, 50, 150, 300, 500, 800, 1200]) {
  const width = Math.max(50, Math.abs(middle) / 4);
  const near = samples.filter(({ score }) => Math.abs(score - middle) <= width);
  const sumOf = (some: readonly Weighted[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  const share = (points: number) => sumOf(near.filter((sample) => sample.points === points)) / sumOf(near);
  const { win, draw, loss } = chances(middle, a, b);
  const columns = [share(1), share(0.5), share(0), win, draw, loss].map((x) => x.toFixed(3).padStart(6));
  console.log(
    `${String(middle).padStart(6)} ± ${String(width).padEnd(4)} ${String(near.length).padStart(6)} ${columns.join(' ')}`,
  );
}
