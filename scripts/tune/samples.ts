/** The training positions of some games as arrays: what of each position the fit has to know. */

import { SIDE, WHITE } from '../../src/rules/board.ts';
import { createPosition, type Position } from '../../src/rules/position.ts';
import type { Game } from '../data/game-file.ts';
import { visitQuiet } from '../data/quiet.ts';
import { createTracer, FULL_PAWNS } from './trace.ts';

/** One in so many games is held out: nothing is learnt from it, the losses reported are those of its positions. */
export const HELD_OUT = 8;

export interface Samples {
  readonly count: number;
  /** Where each position's features begin, and where the last one's end. */
  readonly starts: Uint32Array;
  /** The features that are not zero: which, and how much, White's less Black's. */
  readonly features: Uint16Array;
  readonly amounts: Float32Array;
  /** The share of the first number of each pair of weights. */
  readonly full: Float32Array;
  /** Of the game, for White: 1, 0.5 or 0. */
  readonly results: Float32Array;
  /** Of the search, for White, in centipawns. */
  readonly scores: Float32Array;
  /** 1 / √(positions of the game): they share one result. */
  readonly weights: Float32Array;
  readonly games: Uint32Array;
  readonly heldOut: Uint8Array;
}

/** A growing list of numbers without the overhead of an array. */
class Column<T extends Float32Array | Uint32Array | Uint16Array | Uint8Array> {
  #values: T;
  #make: (length: number) => T;
  length = 0;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#values = make(1024);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#make(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  done(): T {
    return this.#values.subarray(0, this.length) as T;
  }
}

/** Has the position what the weights are about? Without pawns the evaluation knows other rules (no-pawns.ts). */
export function isOrdinary({ words }: Position): boolean {
  return (words[0] | words[1] | words[12] | words[13]) !== 0;
}

export function collectSamples(games: Iterable<Game>): Samples {
  const position = createPosition();
  const tracer = createTracer(position);
  const starts = new Column((n) => new Uint32Array(n));
  const features = new Column((n) => new Uint16Array(n));
  const amounts = new Column((n) => new Float32Array(n));
  const full = new Column((n) => new Float32Array(n));
  const results = new Column((n) => new Float32Array(n));
  const scores = new Column((n) => new Float32Array(n));
  const weights = new Column((n) => new Float32Array(n));
  const numbers = new Column((n) => new Uint32Array(n));
  const heldOut = new Column((n) => new Uint8Array(n));
  let gamesSeen = 0;
  for (const game of games) {
    const before = results.length;
    visitQuiet(position, game, (index) => {
      if (!isOrdinary(position)) return;
      starts.push(features.length);
      tracer.trace((feature, amount) => {
        features.push(feature);
        amounts.push(amount);
      });
      full.push(tracer.share() / FULL_PAWNS);
      results.push(game.result);
      scores.push(position.words[SIDE] === WHITE ? game.scores[index] : -game.scores[index]);
      numbers.push(gamesSeen);
      heldOut.push(game.number % HELD_OUT === 0 ? 1 : 0);
    });
    const positions = results.length - before;
    for (let i = 0; i < positions; i++) weights.push(1 / Math.sqrt(positions));
    gamesSeen++;
  }
  starts.push(features.length);
  return {
    count: results.length,
    starts: starts.done(),
    features: features.done(),
    amounts: amounts.done(),
    full: full.done(),
    results: results.done(),
    scores: scores.done(),
    weights: weights.done(),
    games: numbers.done(),
    heldOut: heldOut.done(),
  };
}
