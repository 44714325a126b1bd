/**
 * The evaluation: a position in, centipawns out.
 *
 * The part that depends on single pieces is carried along by ply: the search tells what it is about to play and the
 * sums are updated, not reckoned anew. Everything behind this front may be exchanged without touching the search.
 */
import { count } from '../rules/bitboard.ts';
import {
  BLACK,
  KEY_HIGH,
  KEY_LOW,
  KING,
  type Kind,
  KNIGHT,
  PAWN,
  ROOK,
  SIDE,
  type Square,
  WHITE,
} from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { CASTLING, type Move, PROMOTION } from '../rules/turn.ts';
import { createBlackKing, createBlackPieces } from './black.ts';
import { explainTerms } from './explain.ts';
import { createNoPawns } from './no-pawns.ts';
import { bareOf, fullOf, pack, type Weights } from './pairs.ts';
import { createPawnTerms } from './pawns.ts';
import { createPawnAttacks, createSets } from './sets.ts';
import { squareTables } from './squares.ts';
import * as WEIGHTS from './weights.ts';
import { createWhiteKing, createWhitePieces } from './white.ts';

export interface Evaluator {
  /** The value of the position for the mover. */
  evaluate(): number;
  /** The same as a table of its terms. */
  explain(): string;

  /** Reckons the sums of the position at `ply` from the board. */
  reset(ply: number): void;
  /** The pending pawn at `ply` is to become `kind`. `undoChoice` takes that back. */
  applyChoice(ply: number, square: Square, kind: Kind): void;
  undoChoice(ply: number, square: Square, kind: Kind): void;
  /** `move` is about to be made at `ply`. */
  beforeMove(ply: number, move: Move): void;
  /** After beforeMove: the turn at `ply` ends with this pawn of the opponent's pushed. */
  beforePush(ply: number, from: Square): void;
  /** After beforeMove: the turn at `ply` ends without a push. */
  withoutPush(ply: number): void;
  /** The mover at `ply` passes (a null move). */
  pass(ply: number): void;
  /** `evaluate` with the sums carried to `ply`, or what is remembered of the position. */
  evaluateAt(ply: number): number;
  /** The same, reckoned in any case. */
  reckonAt(ply: number): number;
}

const PLIES = 256;
/** A ply that no search reaches. */
const SPARE = PLIES - 1;
/** Values remembered by the position's key, two words each. One in five is asked for again while it is there. */
const REMEMBERED = 1 << 14;
const TAG = ~0xffff;
/** The pawns on the board at which only the first number of a pair counts. */
const FULL_PAWNS = 16;

/** Evaluations stay within this, apart from every mate score. */
export const GREATEST = 19999;

export function createEvaluator(position: Position, weights: Weights = WEIGHTS): Evaluator {
  const words = position.words;
  const squares = position.squares;
  const { full, bare } = squareTables(weights);
  const sets = createSets();
  const pawnAttacks = createPawnAttacks(position, sets);
  const whitePieces = createWhitePieces(position, sets, weights, WHITE);
  const blackPieces = createBlackPieces(position, sets, weights, BLACK);
  const whiteKing = createWhiteKing(position, sets, weights, WHITE);
  const blackKing = createBlackKing(position, sets, weights, BLACK);
  const pawnTerms = createPawnTerms(position, weights);
  const valueWithoutPawns = createNoPawns(position, sets).value;
  const tempo = pack(weights.TEMPO);
  /** White's sums less Black's by ply: at the node, and after the move of its turn. */
  const fullAt = new Int32Array(PLIES);
  const bareAt = new Int32Array(PLIES);
  const fullMoved = new Int32Array(PLIES);
  const bareMoved = new Int32Array(PLIES);
  const remembered = new Int32Array(2 * REMEMBERED);

  function reset(ply: number): void {
    let fullSum = 0;
    let bareSum = 0;
    for (let square = 0; square < 64; square++) {
      const at = (squares[square] << 6) | square;
      fullSum = (fullSum + full[at]) | 0;
      bareSum = (bareSum + bare[at]) | 0;
    }
    fullAt[ply] = fullSum;
    bareAt[ply] = bareSum;
  }

  function applyChoice(ply: number, square: Square, kind: Kind): void {
    const side = square >= 56 ? 0 : 6;
    const pawn = ((side + PAWN) << 6) | square;
    const piece = ((side + kind) << 6) | square;
    fullAt[ply] += full[piece] - full[pawn];
    bareAt[ply] += bare[piece] - bare[pawn];
  }

  function undoChoice(ply: number, square: Square, kind: Kind): void {
    const side = square >= 56 ? 0 : 6;
    const pawn = ((side + PAWN) << 6) | square;
    const piece = ((side + kind) << 6) | square;
    fullAt[ply] -= full[piece] - full[pawn];
    bareAt[ply] -= bare[piece] - bare[pawn];
  }

  function beforeMove(ply: number, move: Move): void {
    const from = move & 63;
    const to = (move >> 6) & 63;
    const kind = (move >> 14) & 3;
    const piece = squares[from];
    const becomes = kind === PROMOTION ? (piece + KNIGHT - PAWN + ((move >> 12) & 3)) | 0 : piece;
    const source = (piece << 6) | from;
    const target = (becomes << 6) | to;
    const captured = (squares[to] << 6) | to;
    let fullSum = (fullAt[ply] + full[target] - full[source] - full[captured]) | 0;
    let bareSum = (bareAt[ply] + bare[target] - bare[source] - bare[captured]) | 0;
    if (kind === CASTLING) {
      const rook = (piece + ROOK - KING) << 6;
      const rookFrom = rook | (from & 56) | (to > from ? 7 : 0);
      const rookTo = rook | ((from + to) >> 1);
      fullSum = (fullSum + full[rookTo] - full[rookFrom]) | 0;
      bareSum = (bareSum + bare[rookTo] - bare[rookFrom]) | 0;
    }
    fullMoved[ply] = fullSum;
    bareMoved[ply] = bareSum;
  }

  function beforePush(ply: number, from: Square): void {
    const pawn = squares[from];
    const source = (pawn << 6) | from;
    const target = pawn === PAWN ? source + 8 : source - 8;
    fullAt[ply + 1] = (fullMoved[ply] + full[target] - full[source]) | 0;
    bareAt[ply + 1] = (bareMoved[ply] + bare[target] - bare[source]) | 0;
  }

  function withoutPush(ply: number): void {
    fullAt[ply + 1] = fullMoved[ply];
    bareAt[ply + 1] = bareMoved[ply];
  }

  function pass(ply: number): void {
    fullAt[ply + 1] = fullAt[ply];
    bareAt[ply + 1] = bareAt[ply];
  }

  function evaluateAt(ply: number): number {
    // The high word of the key, and the upper half of the low one over the value: its lower half is the place.
    const keyLow = words[KEY_LOW];
    const keyHigh = words[KEY_HIGH];
    const at = (keyLow << 1) & (2 * REMEMBERED - 2);
    const tagged = remembered[at + 1];
    if (remembered[at] === keyHigh && ((tagged ^ keyLow) & TAG) === 0) return (tagged << 16) >> 16;
    const value = reckonAt(ply);
    remembered[at] = keyHigh;
    remembered[at + 1] = (keyLow & TAG) | (value & 0xffff);
    return value;
  }

  function reckonAt(ply: number): number {
    pawnAttacks();
    let sum = words[SIDE] === WHITE ? tempo : -tempo | 0;
    // The kings last: they read what the pieces of both sides attack.
    sum = (sum + whitePieces() - blackPieces() + pawnTerms(0) - pawnTerms(1)) | 0;
    sum = (sum + whiteKing() - blackKing()) | 0;
    const pawns = count(words[0], words[1]) + count(words[12], words[13]);
    const share = Math.min(pawns, FULL_PAWNS);
    const fullSum = (fullAt[ply] + fullOf(sum)) | 0;
    const bareSum = (bareAt[ply] + bareOf(sum)) | 0;
    // Division towards zero, so that a mirrored position has exactly the opposite value.
    let value = ((Math.imul(fullSum, share) + Math.imul(bareSum, FULL_PAWNS - share)) / FULL_PAWNS) | 0;
    if (pawns === 0) value = valueWithoutPawns(value);
    if (value > GREATEST) value = GREATEST;
    else if (value < -GREATEST) value = -GREATEST;
    return words[SIDE] === WHITE ? value : -value | 0;
  }

  function evaluate(): number {
    reset(SPARE);
    return reckonAt(SPARE);
  }

  function explain(): string {
    const value = evaluate();
    const pawns = count(words[0], words[1]) + count(words[12], words[13]);
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
    reset,
    applyChoice,
    undoChoice,
    beforeMove,
    beforePush,
    withoutPush,
    pass,
    evaluateAt,
    reckonAt,
  };
}
