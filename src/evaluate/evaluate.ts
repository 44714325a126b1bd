/**
 * The evaluation: a position in, centipawns out.
 *
 * The part that depends on single pieces is carried along by ply: the search tells what it is about to play and the
 * sums are updated, not reckoned anew. Everything behind this front may be exchanged without touching the search.
 */
import { count } from '../rules/bitboard.ts';
import {
  BISHOP,
  type Colour,
  colourOf,
  EMPTY,
  KING,
  type Kind,
  KNIGHT,
  OCCUPIED,
  PAWN,
  QUEEN,
  ROOK,
  SIDE,
  type Square,
  WHITE,
} from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { CASTLING, type Move, PROMOTION } from '../rules/turn.ts';
import { squareTables } from './squares.ts';
import { bareOf, createTerms, fullOf } from './terms.ts';
import { BARE_CLOSE, BARE_EDGE, GREATEST } from './weights.ts';

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
  /** `evaluate` with the sums carried to `ply`. */
  evaluateAt(ply: number): number;
}

const PLIES = 256;
/** A ply that no search reaches. */
const SPARE = PLIES - 1;
/** The pawns on the board at which only the first number of a pair counts. */
const FULL_PAWNS = 16;

export function createEvaluator(position: Position): Evaluator {
  const words = position.words;
  const squares = position.squares;
  const { full, bare } = squareTables();
  const terms = createTerms(position);
  const termPieces = terms.pieces;
  const termPawns = terms.pawns;
  const termKing = terms.king;
  /** White's sums less Black's by ply: at the node, and after the move of its turn. */
  const fullAt = new Int32Array(PLIES);
  const bareAt = new Int32Array(PLIES);
  const fullMoved = new Int32Array(PLIES);
  const bareMoved = new Int32Array(PLIES);

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
    const sum = (termPieces(0) - termPieces(1) + termPawns(0) - termPawns(1) + termKing(0) - termKing(1)) | 0;
    const pawns = count(words[0], words[1]) + count(words[12], words[13]);
    const share = Math.min(pawns, FULL_PAWNS);
    const fullSum = (fullAt[ply] + fullOf(sum)) | 0;
    const bareSum = (bareAt[ply] + bareOf(sum)) | 0;
    // Division towards zero, so that a mirrored position has exactly the opposite value.
    let value = ((Math.imul(fullSum, share) + Math.imul(bareSum, FULL_PAWNS - share)) / FULL_PAWNS) | 0;
    if (pawns === 0) value = withoutPawns(value);
    value = (value + bareKing(0) - bareKing(1)) | 0;
    if (value > GREATEST) value = GREATEST;
    else if (value < -GREATEST) value = -GREATEST;
    return words[SIDE] === WHITE ? value : -value | 0;
  }

  /** Without pawns a small advantage does not win. */
  function withoutPawns(value: number): number {
    if ((heavy(0) | heavy(1)) === 0 && minors(0) < 2 && minors(1) < 2) return 0;
    const size = value < 0 ? -value : value;
    return size < 420 ? (value / 4) | 0 : value;
  }

  function heavy(side: number): number {
    const r = side * 12 + 2 * ROOK;
    const q = side * 12 + 2 * QUEEN;
    return words[r] | words[r + 1] | words[q] | words[q + 1];
  }

  function minors(side: number): number {
    const n = side * 12 + 2 * KNIGHT;
    const b = side * 12 + 2 * BISHOP;
    return count(words[n] | words[b], words[n + 1] | words[b + 1]);
  }

  /** What `side` gains by driving a bare king to the edge with its own king close. */
  function bareKing(side: number): number {
    const theirs = OCCUPIED + 2 - 2 * side;
    const low = words[theirs];
    const high = words[theirs + 1];
    if (((low & (low - 1)) | (high & (high - 1))) !== 0 || (low !== 0 && high !== 0)) return 0;
    if (heavy(side) === 0 && minors(side) < 2) return 0;
    const ours = side * 12 + 2 * KING;
    const their = squareIn(low, high);
    const own = squareIn(words[ours], words[ours + 1]);
    const file = their & 7;
    const rank = their >> 3;
    const middle = (file > 3 ? file - 4 : 3 - file) + (rank > 3 ? rank - 4 : 3 - rank);
    const apart = Math.max(Math.abs(file - (own & 7)), Math.abs(rank - (own >> 3)));
    return (BARE_EDGE * middle + BARE_CLOSE * (7 - apart)) | 0;
  }

  function squareIn(low: number, high: number): Square {
    return low !== 0 ? 31 - Math.clz32(low) : 63 - Math.clz32(high);
  }

  function evaluate(): number {
    reset(SPARE);
    return evaluateAt(SPARE);
  }

  function explain(): string {
    const rows = [
      row('term', 'White', 'Black', 'White less Black'),
      row('', 'full  bare', 'full  bare', 'full  bare'),
      squaresRow(),
      termRow('mobility, attack', terms.pieces),
      termRow('pawns', terms.pawns),
      termRow('king, pushes', terms.king),
    ];
    const pawns = count(words[0], words[1]) + count(words[12], words[13]);
    const value = evaluate();
    rows.push(
      `${pawns} pawns: ${Math.min(pawns, FULL_PAWNS)}/16 of "full", the rest of "bare"`,
      `value for White ${words[SIDE] === WHITE ? value : -value}, for the mover ${value} centipawns`,
    );
    return rows.join('\n');
  }

  function row(name: string, white: string, black: string, difference: string): string {
    return `${name.padEnd(18)}${white.padStart(14)}${black.padStart(14)}${difference.padStart(18)}`;
  }

  function pairText(fullValue: number, bareValue: number): string {
    return `${fullValue} ${String(bareValue).padStart(5)}`;
  }

  function termRow(name: string, term: (side: number) => number): string {
    const white = term(0);
    const black = term(1);
    return row(
      name,
      pairText(fullOf(white), bareOf(white)),
      pairText(fullOf(black), bareOf(black)),
      pairText(fullOf(white) - fullOf(black), bareOf(white) - bareOf(black)),
    );
  }

  function squaresRow(): string {
    const sums = [0, 0, 0, 0];
    for (let square = 0; square < 64; square++) {
      const piece = squares[square];
      if (piece === EMPTY) continue;
      const colour: Colour = colourOf(piece);
      const sign = colour === WHITE ? 1 : -1;
      sums[2 * colour] += sign * full[64 * piece + square];
      sums[2 * colour + 1] += sign * bare[64 * piece + square];
    }
    const [whiteFull, whiteBare, blackFull, blackBare] = sums;
    return row(
      'pieces, squares',
      pairText(whiteFull, whiteBare),
      pairText(blackFull, blackBare),
      pairText(whiteFull - blackFull, whiteBare - blackBare),
    );
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
  };
}
