/**
 * The evaluation: a position in, centipawns out.
 *
 * What single pieces contribute is carried along by ply (sums.ts). Everything behind this front may be exchanged without touching the search.
 */
import { count, offHeapInts } from '../rules/bitboard.ts';
import { BLACK, KEY_HIGH, KEY_LOW, SIDE, WHITE } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { createBlackKing, createBlackPieces } from './black.ts';
import { explainTerms } from './explain.ts';
import { createNoPawns } from './no-pawns.ts';
import { bareOf, fullOf, pack, type Weights } from './pairs.ts';
import { createPawnTerms } from './pawns.ts';
import { createPawnAttacks, createSets } from './sets.ts';
import { TO_MOVE } from './sketch-weights.ts';
import { type Carried, createSums, PLIES } from './sums.ts';
import * as WEIGHTS from './weights.ts';
import { createWhiteKing, createWhitePieces } from './white.ts';

export interface Evaluator extends Carried {
  /** The value of the position for the mover. */
  evaluate(): number;
  /** The same as a table of its terms. */
  explain(): string;
  /** `evaluate` with the sums carried to `ply`, or what is remembered of the position. */
  evaluateAt(ply: number): number;
  /** The same, reckoned in any case. */
  reckonAt(ply: number): number;
  /**
   * `evaluateAt` for a search that only has to know that the value is `high` or more, if it is: what is clearly above may
   * be a lower bound from `high` on, at a fraction of the price (lazy evaluation).
   */
  valueUpTo(ply: number, high: number): number;
  /** What `evaluateAt` will say about, give or take CLEARLY, by the sketch alone; more than any value where there is none. */
  expectedAt(ply: number): number;
  /** `evaluateAt` where `expectedAt` has just been asked of the same position: goes on with what that has reckoned. */
  evaluateExpected(ply: number): number;
  /** The value at `ply` is known from elsewhere to be `value`. */
  noteAt(ply: number, value: number): void;
  /** What the sums and the pawns' terms alone say of the value; it means nothing without pawns. */
  sketchAt(ply: number): number;
  /** The same with its sums reckoned from the board. */
  sketch(): number;
}

// What `expectedAt` leaves for `evaluateExpected`.
const PAWN_COUNT = 0;
const PAWN_SUM = 1;
/** A ply that no search reaches. */
const SPARE = PLIES - 1;
/** Above every value and every bound of a window. */
const ANY = 1 << 17;
/** Values remembered by the position's key, two words each. One in five is asked for again while it is there. */
const REMEMBERED = 1 << 14;
const TAG = ~0xffff;
/** The pawns on the board at which only the first number of a pair counts. */
const FULL_PAWNS = 16;

/**
 * What the sketch misses is much the same one turn later: so much of what it missed at the last node of the line whose
 * value was reckoned is added to it, in quarters. In the nodes of a quiescence search that leaves a deviation of 128
 * centipawns, and of 100 values above beta 83 are seen to be clearly above it, 2.1 % of these wrongly (3 million nodes,
 * 1 Dec 2026).
 */
const KEPT_MISS = 3;
/** How far above beta, or below alpha, that has to be to be believed. */
export const CLEARLY = 125;

/** Evaluations stay within this, apart from every mate score. */
export const GREATEST = 19999;

export function createEvaluator(position: Position, weights: Weights = WEIGHTS): Evaluator {
  const words = position.words;
  const sums = createSums(position, weights);
  const { own, sketch: sketched, isCarried, missed } = sums;
  const sets = createSets();
  const pawnAttacks = createPawnAttacks(position, sets);
  const whitePieces = createWhitePieces(position, sets, weights, WHITE);
  const blackPieces = createBlackPieces(position, sets, weights, BLACK);
  const whiteKing = createWhiteKing(position, sets, weights, WHITE);
  const blackKing = createBlackKing(position, sets, weights, BLACK);
  const pawnTerms = createPawnTerms(position, weights).difference;
  const valueWithoutPawns = createNoPawns(position, sets).value;
  const tempo = pack(weights.TEMPO);
  const toMove = pack(TO_MOVE);
  const remembered = new Int32Array(2 * REMEMBERED);
  const sketchWork = offHeapInts(2);

  function evaluateAt(ply: number): number {
    return finish(ply, pawnTerms(), pawnCount());
  }

  function evaluateExpected(ply: number): number {
    return finish(ply, sketchWork[PAWN_SUM], sketchWork[PAWN_COUNT]);
  }

  function finish(ply: number, pawnSum: number, pawns: number): number {
    const at = placeOf(words[KEY_LOW]);
    const value = isRemembered(at) ? recall(at) : remember(at, reckon(ply, pawnSum, pawns));
    miss(ply, value, sketchOf(ply, pawnSum, pawns));
    return value;
  }

  // What is remembered is not asked first: the answer must not hang on what has been searched before.
  function valueUpTo(ply: number, high: number): number {
    const expected = expectedAt(ply);
    if (expected - CLEARLY >= high && expected <= GREATEST) return (expected - CLEARLY) | 0;
    return evaluateExpected(ply);
  }

  function expectedAt(ply: number): number {
    const pawns = pawnCount();
    const pawnSum = pawnTerms();
    sketchWork[PAWN_COUNT] = pawns;
    sketchWork[PAWN_SUM] = pawnSum;
    if (pawns === 0 || isCarried[0] === 0) return ANY;
    const kept = (Math.imul(missed[ply], KEPT_MISS) / 4) | 0;
    return (sketchOf(ply, pawnSum, pawns) + (words[SIDE] === WHITE ? kept : -kept)) | 0;
  }

  function noteAt(ply: number, value: number): void {
    miss(ply, value, sketchAt(ply));
  }

  function miss(ply: number, value: number, outline: number): void {
    if (isCarried[0] === 0) missed[ply] = 0;
    else missed[ply] = words[SIDE] === WHITE ? value - outline : outline - value;
  }

  // A place holds the high word of the key, and the upper half of the low one over the value; most of the lower half is the place.
  function placeOf(keyLow: number): number {
    return (keyLow << 1) & (2 * REMEMBERED - 2);
  }

  function isRemembered(at: number): boolean {
    return remembered[at] === words[KEY_HIGH] && ((remembered[at + 1] ^ words[KEY_LOW]) & TAG) === 0;
  }

  function recall(at: number): number {
    return (remembered[at + 1] << 16) >> 16;
  }

  function remember(at: number, value: number): number {
    remembered[at] = words[KEY_HIGH];
    remembered[at + 1] = (words[KEY_LOW] & TAG) | (value & 0xffff);
    return value;
  }

  function reckonAt(ply: number): number {
    return reckon(ply, pawnTerms(), pawnCount());
  }

  function reckon(ply: number, pawnSum: number, pawns: number): number {
    pawnAttacks();
    let sum = words[SIDE] === WHITE ? tempo : -tempo | 0;
    // The kings last: they read what the pieces of both sides attack.
    sum = (sum + whitePieces() - blackPieces() + pawnSum) | 0;
    sum = (sum + whiteKing() - blackKing()) | 0;
    let value: number;
    if (isCarried[0] !== 0) {
      sum = (sum + own[ply]) | 0;
      value = blend(fullOf(sum), bareOf(sum), pawns);
    } else value = blend(sums.full() + fullOf(sum), sums.bare() + bareOf(sum), pawns);
    if (pawns === 0) value = valueWithoutPawns(value);
    if (value > GREATEST) value = GREATEST;
    else if (value < -GREATEST) value = -GREATEST;
    return words[SIDE] === WHITE ? value : -value | 0;
  }

  function sketchOf(ply: number, pawnSum: number, pawns: number): number {
    const sum = (sketched[ply] + pawnSum + (words[SIDE] === WHITE ? toMove : -toMove)) | 0;
    const value = blend(fullOf(sum), bareOf(sum), pawns);
    return words[SIDE] === WHITE ? value : -value | 0;
  }

  function sketchAt(ply: number): number {
    return sketchOf(ply, pawnTerms(), pawnCount());
  }

  function sketch(): number {
    sums.reset(SPARE);
    return sketchAt(SPARE);
  }

  function evaluate(): number {
    sums.reset(SPARE);
    return reckonAt(SPARE);
  }

  function pawnCount(): number {
    return count(words[0] | words[12], words[1] | words[13]);
  }

  function explain(): string {
    const value = evaluate();
    const pawns = pawnCount();
    const forWhite = words[SIDE] === WHITE ? value : -value;
    return [
      ...explainTerms(position, weights),
      `${pawns} pawns: ${Math.min(pawns, FULL_PAWNS)}/16 of "full", the rest of "bare"`,
      `value for White ${forWhite}, for the mover ${value} centipawns`,
    ].join('\n');
  }

  return {
    evaluate,
    explain,
    reset: sums.reset,
    applyChoice: sums.applyChoice,
    undoChoice: sums.undoChoice,
    beforeMove: sums.beforeMove,
    beforePush: sums.beforePush,
    withoutPush: sums.withoutPush,
    pass: sums.pass,
    evaluateAt,
    reckonAt,
    valueUpTo,
    expectedAt,
    evaluateExpected,
    noteAt,
    sketchAt,
    sketch,
  };
}

/** What a pair comes to with so many pawns; division towards zero, so that a mirrored position has the opposite value. */
function blend(fullSum: number, bareSum: number, pawns: number): number {
  const share = Math.min(pawns, FULL_PAWNS);
  // As a whole number before it is divided, or else V8 would divide fractions.
  const sum = (Math.imul(fullSum, share) + Math.imul(bareSum, FULL_PAWNS - share)) | 0;
  return (sum / FULL_PAWNS) | 0;
}
