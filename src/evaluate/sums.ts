/**
 * What single pieces contribute to a value, carried along by ply: the search tells what it is about to play and the sums
 * are updated, not reckoned anew. White's less Black's, at the node, and after the move of its turn.
 */
import { offHeapInts } from '../rules/bitboard.ts';
import { KING, type Kind, KNIGHT, PAWN, ROOK, type Square } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { CASTLING, type Move, PROMOTION } from '../rules/turn.ts';
import { bareOf, fullOf, type Weights } from './pairs.ts';
import { sketchTable, squareTables } from './squares.ts';

/** Sums are for plies below this. */
export const PLIES = 256;
/** The sketch's sums are packed pairs. If they might outgrow that, on a board full of queens, nothing is sketched. */
const LARGEST_SKETCH = 20000;

/** What the search tells the evaluation, so that nothing has to be summed anew. */
export interface Carried {
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
}

export interface Sums extends Carried {
  /** By ply: with sixteen pawns, without any, and the sketch's sum as a packed pair. */
  readonly full: Int32Array;
  readonly bare: Int32Array;
  readonly sketch: Int32Array;
  /** What the sketch misses for White, as the last node of the line whose value was reckoned has left it. */
  readonly missed: Int32Array;
  /** Not 0 if the sketch's sums can be relied on. */
  readonly isSketched: Int32Array;
}

export function createSums(position: Position, weights: Weights): Sums {
  const squares = position.squares;
  const { full, bare } = squareTables(weights);
  const sketch = sketchTable();
  const fullAt = new Int32Array(PLIES);
  const bareAt = new Int32Array(PLIES);
  const sketchAt = new Int32Array(PLIES);
  const fullMoved = new Int32Array(PLIES);
  const bareMoved = new Int32Array(PLIES);
  const sketchMoved = new Int32Array(PLIES);
  const missed = new Int32Array(PLIES);
  const isSketched = offHeapInts(1);

  function reset(ply: number): void {
    let fullSum = 0;
    let bareSum = 0;
    let sketchSum = 0;
    let size = 0;
    for (let square = 0; square < 64; square++) {
      const at = (squares[square] << 6) | square;
      fullSum = (fullSum + full[at]) | 0;
      bareSum = (bareSum + bare[at]) | 0;
      sketchSum = (sketchSum + sketch[at]) | 0;
      size += Math.max(Math.abs(fullOf(sketch[at])), Math.abs(bareOf(sketch[at])));
    }
    fullAt[ply] = fullSum;
    bareAt[ply] = bareSum;
    sketchAt[ply] = sketchSum;
    missed[ply] = ply === 0 ? 0 : missed[ply - 1];
    isSketched[0] = size <= LARGEST_SKETCH ? 1 : 0;
  }

  function applyChoice(ply: number, square: Square, kind: Kind): void {
    const side = square >= 56 ? 0 : 6;
    const pawn = ((side + PAWN) << 6) | square;
    const piece = ((side + kind) << 6) | square;
    fullAt[ply] += full[piece] - full[pawn];
    bareAt[ply] += bare[piece] - bare[pawn];
    sketchAt[ply] += sketch[piece] - sketch[pawn];
  }

  function undoChoice(ply: number, square: Square, kind: Kind): void {
    const side = square >= 56 ? 0 : 6;
    const pawn = ((side + PAWN) << 6) | square;
    const piece = ((side + kind) << 6) | square;
    fullAt[ply] -= full[piece] - full[pawn];
    bareAt[ply] -= bare[piece] - bare[pawn];
    sketchAt[ply] -= sketch[piece] - sketch[pawn];
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
    let sketchSum = (sketchAt[ply] + sketch[target] - sketch[source] - sketch[captured]) | 0;
    if (kind === CASTLING) {
      const rook = (piece + ROOK - KING) << 6;
      const rookFrom = rook | (from & 56) | (to > from ? 7 : 0);
      const rookTo = rook | ((from + to) >> 1);
      fullSum = (fullSum + full[rookTo] - full[rookFrom]) | 0;
      bareSum = (bareSum + bare[rookTo] - bare[rookFrom]) | 0;
      sketchSum = (sketchSum + sketch[rookTo] - sketch[rookFrom]) | 0;
    }
    fullMoved[ply] = fullSum;
    bareMoved[ply] = bareSum;
    sketchMoved[ply] = sketchSum;
  }

  function beforePush(ply: number, from: Square): void {
    const pawn = squares[from];
    const source = (pawn << 6) | from;
    const target = pawn === PAWN ? source + 8 : source - 8;
    fullAt[ply + 1] = (fullMoved[ply] + full[target] - full[source]) | 0;
    bareAt[ply + 1] = (bareMoved[ply] + bare[target] - bare[source]) | 0;
    sketchAt[ply + 1] = (sketchMoved[ply] + sketch[target] - sketch[source]) | 0;
    missed[ply + 1] = missed[ply];
  }

  function withoutPush(ply: number): void {
    fullAt[ply + 1] = fullMoved[ply];
    bareAt[ply + 1] = bareMoved[ply];
    sketchAt[ply + 1] = sketchMoved[ply];
    missed[ply + 1] = missed[ply];
  }

  function pass(ply: number): void {
    fullAt[ply + 1] = fullAt[ply];
    bareAt[ply + 1] = bareAt[ply];
    sketchAt[ply + 1] = sketchAt[ply];
    missed[ply + 1] = missed[ply];
  }

  return {
    full: fullAt,
    bare: bareAt,
    sketch: sketchAt,
    missed,
    isSketched,
    reset,
    applyChoice,
    undoChoice,
    beforeMove,
    beforePush,
    withoutPush,
    pass,
  };
}
