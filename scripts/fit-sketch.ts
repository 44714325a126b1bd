/**
 * Fits the sketch of the evaluation: `node scripts/run.mjs scripts/fit-sketch.ts FILE … [out=FILE]`. The files hold games
 * of scripts/datagen.ts. The sketch is what the piece-square sums and the pawns' terms alone can say of the value; its
 * boards are those that come nearest to the evaluation of the work tree (least squares, with a ridge that holds what is
 * hardly ever seen to the evaluation's own boards) in positions one random turn off the games, which is what a search
 * mostly has at its leaves. Prints how far off it is in games that it has not seen; `out` gets the boards,
 * src/evaluate/sketch-weights.ts if they are to be the engine's.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createEvaluator } from '../src/evaluate/evaluate.ts';
import { bareOf, fullOf } from '../src/evaluate/pairs.ts';
import { createPawnTerms } from '../src/evaluate/pawns.ts';
import { halfBoardIndex } from '../src/evaluate/squares.ts';
import * as WEIGHTS from '../src/evaluate/weights.ts';
import { createRandom } from '../src/match/random.ts';
import { BLACK, colourOf, EMPTY, kindOf, SIDE, WHITE } from '../src/rules/board.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { createPosition, mover, playTurn, undoTurn } from '../src/rules/position.ts';
import { type Game, GameFileError, readGames, setStart } from './data/game-file.ts';
import { factorise, solve } from './tune/logistic.ts';
import { HELD_OUT, isOrdinary } from './tune/samples.ts';
import { FULL_PAWNS } from './tune/trace.ts';
import { sketchText } from './tune/weights-file.ts';

const BOARDS = [
  WEIGHTS.PAWN_SQUARES,
  WEIGHTS.KNIGHT_SQUARES,
  WEIGHTS.BISHOP_SQUARES,
  WEIGHTS.ROOK_SQUARES,
  WEIGHTS.QUEEN_SQUARES,
  WEIGHTS.KING_SQUARES,
];
const HALF = 32;
/** The pairs of all boards and the one for being to move, two unknowns each. */
const PAIRS = BOARDS.length * HALF + 1;
const UNKNOWNS = 2 * PAIRS;
/** Positions of a feature that weigh as much as the evaluation's own board does. */
const RIDGE = 30;
/** Of the positions of a game one in so many is taken. */
const ONE_IN = 2;
/** Beyond this many centipawns nothing hangs on the value. */
const LARGEST_VALUE = 3000;

interface Sample {
  /** Pairs, one for each piece, and its sign; White's less Black's. */
  readonly pairs: readonly number[];
  readonly signs: readonly number[];
  /** The share of the first number of each pair. */
  readonly full: number;
  /** For White, in centipawns: the evaluation, and what the pawns' terms say. */
  readonly value: number;
  readonly pawns: number;
  /** 1 if White is to move, -1 if Black is. */
  readonly side: number;
  readonly heldOut: boolean;
}

const position = createPosition();
const evaluator = createEvaluator(position);
const pawnTerms = createPawnTerms(position, WEIGHTS);
const random = createRandom(1);

function valueForWhite(): number {
  const value = evaluator.evaluate();
  return position.words[SIDE] === WHITE ? value : -value;
}

function sampleHere(heldOut: boolean): Sample {
  const pairs: number[] = [];
  const signs: number[] = [];
  let pawnCount = 0;
  position.squares.forEach((piece, square) => {
    if (piece === EMPTY) return;
    const isBlack = colourOf(piece) === BLACK;
    if (kindOf(piece) === 0) pawnCount++;
    pairs.push(HALF * kindOf(piece) + halfBoardIndex(isBlack ? square ^ 56 : square));
    signs.push(isBlack ? -1 : 1);
  });
  const side = position.words[SIDE] === WHITE ? 1 : -1;
  pairs.push(PAIRS - 1);
  signs.push(side);
  const full = Math.min(pawnCount, FULL_PAWNS) / FULL_PAWNS;
  const packed = pawnTerms.difference();
  const pawns = full * fullOf(packed) + (1 - full) * bareOf(packed);
  return { pairs, signs, full, value: valueForWhite(), pawns, side, heldOut };
}

/** The positions one random turn off a game; none with a check, a choice that is due, or without pawns. */
function collect(game: Game, into: Sample[]): void {
  setStart(position, game.start);
  for (const played of game.turns) {
    const turns = random.next(ONE_IN) === 0 ? legalTurns(position) : [];
    if (turns.length > 0) {
      playTurn(position, turns[random.next(turns.length)]);
      const us = mover(position);
      const isPlain = us.pendingPawn() < 0 && !us.inCheck() && !us.attacksKing() && isOrdinary(position);
      if (isPlain && Math.abs(valueForWhite()) <= LARGEST_VALUE)
        into.push(sampleHere(game.number % HELD_OUT === 0));
      undoTurn(position);
    }
    playTurn(position, played);
  }
}

function ownBoards(): Float64Array {
  return Float64Array.from([...BOARDS.flat(), WEIGHTS.TEMPO].flat());
}

function sketchOf(sample: Sample, boards: Float64Array): number {
  let sum = sample.pawns;
  sample.pairs.forEach((pair, i) => {
    sum += sample.signs[i] * (sample.full * boards[2 * pair] + (1 - sample.full) * boards[2 * pair + 1]);
  });
  return sum;
}

/** The boards nearest to the values: own boards plus what least squares adds to them. */
function nearestBoards(samples: readonly Sample[]): Float64Array {
  const boards = ownBoards();
  const matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  const side = new Float64Array(UNKNOWNS);
  for (let i = 0; i < UNKNOWNS; i++) matrix[i * UNKNOWNS + i] = RIDGE;
  for (const sample of samples) {
    const missing = sample.value - sketchOf(sample, boards);
    const shares = [sample.full, 1 - sample.full];
    const indices = sample.pairs.flatMap((pair) => [2 * pair, 2 * pair + 1]);
    const amounts = sample.signs.flatMap((sign) => [sign * shares[0], sign * shares[1]]);
    for (let a = 0; a < indices.length; a++) {
      side[indices[a]] += amounts[a] * missing;
      for (let b = 0; b < indices.length; b++) {
        if (indices[b] <= indices[a]) matrix[indices[a] * UNKNOWNS + indices[b]] += amounts[a] * amounts[b];
      }
    }
  }
  factorise(matrix, UNKNOWNS);
  solve(matrix, UNKNOWNS, side);
  return boards.map((value, i) => value + side[i]);
}

/** The mean and the deviation of what is missing, for the mover. */
function errorOf(samples: readonly Sample[], boards: Float64Array): { mean: number; deviation: number } {
  const errors = samples.map((sample) => sample.side * (sample.value - sketchOf(sample, boards)));
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const squares = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / errors.length) };
}

function main(): void {
  const words = process.argv.slice(2);
  const out = words.find((word) => word.startsWith('out='))?.slice('out='.length);
  const files = words.filter((word) => !word.startsWith('out='));
  if (files.length === 0) {
    console.error('usage: node scripts/run.mjs scripts/fit-sketch.ts FILE … [out=FILE]');
    process.exitCode = 2;
    return;
  }
  const samples: Sample[] = [];
  const remarks: string[] = [];
  for (const file of files) {
    const { games } = readGames(file);
    remarks.push(`    ${basename(file)}: ${games.length} games`);
    for (const game of games) collect(game, samples);
  }
  const learnt = samples.filter(({ heldOut }) => !heldOut);
  const unseen = samples.filter(({ heldOut }) => heldOut);
  const boards = nearestBoards(learnt);
  const [before, after] = [ownBoards(), boards].map((one) => errorOf(unseen, one));
  console.log(`${samples.length} positions, one random turn off the games`);
  for (const [name, { mean, deviation }] of [
    ['own boards', before],
    ['sketch', after],
  ] as const) {
    console.log(
      `${name} with pawns' terms: error ${mean.toFixed(0)}, deviation ${deviation.toFixed(0)} centipawns`,
    );
  }
  const summary = `${samples.length} positions; off by ${after.deviation.toFixed(0)} centipawns (deviation, games not seen).`;
  if (out !== undefined) writeFileSync(out, sketchText(boards, [...remarks, summary]));
}

try {
  main();
} catch (error) {
  if (!(error instanceof GameFileError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
