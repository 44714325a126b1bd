/**
 * What single pieces contribute to a value, carried along by ply: the search tells what it is about to play and the sums
 * are updated, not reckoned anew. White's less Black's, at the node, and after the move of its turn.
 */
import { offHeapInts } from '../rules/bitboard.ts';
import { BLACK, KING, type Kind, KNIGHT, PAWN, pieceOf, ROOK, type Square } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { CASTLING, type Move, PROMOTION } from '../rules/turn.ts';
import { bareOf, fullOf, pack, type Weights } from './pairs.ts';
import { sketchTable, squareTables } from './squares.ts';

/** Sums are for plies below this. */
export const PLIES = 256;
/**
 * The sums are packed pairs. They are no use, on a board full of queens, where one side's men count more than this: 8
 * promotions add 9,600 at most and the terms beside the sums less than 7,000, together less than 32,768.
 */
const LARGEST_SUM = 14000;

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

const FIRST_BLACK = pieceOf(BLACK, PAWN);

export interface Sums extends Carried {
  /** By ply: the evaluation's sum and the sketch's, as packed pairs. */
  readonly own: Int32Array;
  readonly sketch: Int32Array;
  /** What the sketch misses for White: at this ply, or else at the last one above it where the value was reckoned. */
  readonly missed: Int32Array;
  /** Not 0 if the sums can be relied on; else the evaluation has to ask `full` and `bare`, and there is no sketch. */
  readonly isCarried: Int32Array;
  /** The two halves of the evaluation's sum, reckoned from the board. */
  full(): number;
  bare(): number;
}

export function createSums(position: Position, weights: Weights): Sums {
  const squares = position.squares;
  const { full, bare } = squareTables(weights);
  const own = full.map((value, i) => pack([value, bare[i]]));
  const sketch = sketchTable();
  /** What a man may add to any of the sums. */
  const size = own.map((_, i) =>
    Math.max(...[full[i], bare[i], fullOf(sketch[i]), bareOf(sketch[i])].map(Math.abs)),
  );
  const ownAt = new Int32Array(PLIES);
  const sketchAt = new Int32Array(PLIES);
  const ownMoved = new Int32Array(PLIES);
  const sketchMoved = new Int32Array(PLIES);
  const missed = new Int32Array(PLIES);
  const isCarried = offHeapInts(1);

  function reset(ply: number): void {
    let ownSum = 0;
    let sketchSum = 0;
    let whiteSize = 0;
    let blackSize = 0;
    for (let square = 0; square < 64; square++) {
      const at = (squares[square] << 6) | square;
      ownSum = (ownSum + own[at]) | 0;
      sketchSum = (sketchSum + sketch[at]) | 0;
      if (squares[square] < FIRST_BLACK) whiteSize = (whiteSize + size[at]) | 0;
      else blackSize = (blackSize + size[at]) | 0;
    }
    ownAt[ply] = ownSum;
    sketchAt[ply] = sketchSum;
    missed[ply] = ply === 0 ? 0 : missed[ply - 1];
    isCarried[0] = Math.max(whiteSize, blackSize) <= LARGEST_SUM ? 1 : 0;
  }

  function sumOf(table: Int32Array): number {
    let sum = 0;
    for (let square = 0; square < 64; square++) sum += table[(squares[square] << 6) | square];
    return sum;
  }

  function applyChoice(ply: number, square: Square, kind: Kind): void {
    const side = square >= 56 ? 0 : 6;
    const pawn = ((side + PAWN) << 6) | square;
    const piece = ((side + kind) << 6) | square;
    ownAt[ply] += own[piece] - own[pawn];
    sketchAt[ply] += sketch[piece] - sketch[pawn];
  }

  function undoChoice(ply: number, square: Square, kind: Kind): void {
    const side = square >= 56 ? 0 : 6;
    const pawn = ((side + PAWN) << 6) | square;
    const piece = ((side + kind) << 6) | square;
    ownAt[ply] -= own[piece] - own[pawn];
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
    let ownSum = (ownAt[ply] + own[target] - own[source] - own[captured]) | 0;
    let sketchSum = (sketchAt[ply] + sketch[target] - sketch[source] - sketch[captured]) | 0;
    if (kind === CASTLING) {
      const rook = (piece + ROOK - KING) << 6;
      const rookFrom = rook | (from & 56) | (to > from ? 7 : 0);
      const rookTo = rook | ((from + to) >> 1);
      ownSum = (ownSum + own[rookTo] - own[rookFrom]) | 0;
      sketchSum = (sketchSum + sketch[rookTo] - sketch[rookFrom]) | 0;
    }
    ownMoved[ply] = ownSum;
    sketchMoved[ply] = sketchSum;
  }

  function beforePush(ply: number, from: Square): void {
    const pawn = squares[from];
    const source = (pawn << 6) | from;
    const target = pawn === PAWN ? source + 8 : source - 8;
    ownAt[ply + 1] = (ownMoved[ply] + own[target] - own[source]) | 0;
    sketchAt[ply + 1] = (sketchMoved[ply] + sketch[target] - sketch[source]) | 0;
    missed[ply + 1] = missed[ply];
  }

  function withoutPush(ply: number): void {
    ownAt[ply + 1] = ownMoved[ply];
    sketchAt[ply + 1] = sketchMoved[ply];
    missed[ply + 1] = missed[ply];
  }

  function pass(ply: number): void {
    ownAt[ply + 1] = ownAt[ply];
    sketchAt[ply + 1] = sketchAt[ply];
    missed[ply + 1] = missed[ply];
  }

  return {
    own: ownAt,
    sketch: sketchAt,
    full: () => sumOf(full),
    bare: () => sumOf(bare),
    missed,
    isCarried,
    reset,
    applyChoice,
    undoChoice,
    beforeMove,
    beforePush,
    withoutPush,
    pass,
  };
}
