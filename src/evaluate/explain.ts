/** The evaluation as a table, a row for each term: the same code, run with the weights of one term alone. */
import { BLACK, type Colour, colourOf, EMPTY, kindOf, SIDE, WHITE } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { createBlackKing, createBlackPieces } from './black.ts';
import { bareOf, fullOf, type Pair, type Weights } from './pairs.ts';
import { createPawnTerms } from './pawns.ts';
import { createPawnAttacks, createSets } from './sets.ts';
import { squareTables } from './squares.ts';
import { createWhiteKing, createWhitePieces } from './white.ts';

type Name = keyof Weights;

const KINDS = ['pawns', 'knights', 'bishops', 'rooks', 'queens', 'king'];
const PIECE_TERMS: readonly Name[] = [
  'KNIGHT_MOBILITY',
  'BISHOP_MOBILITY',
  'ROOK_MOBILITY',
  'QUEEN_MOBILITY',
  'BISHOP_PAIR',
  'ROOK_FILE',
  'PAWN_THREAT',
  'ATTACK',
];
const PAWN_TERMS: readonly Name[] = [
  'PASSED',
  'BLOCKED',
  'DOUBLED',
  'KING_NEAR_OWN',
  'KING_NEAR_THEIRS',
  'PROMOTION_CHECK',
];
const KING_TERMS: readonly Name[] = [
  'PUSHES',
  'OPENABLE_LINE',
  'FROZEN_LINE',
  'PAWN_BEFORE_KING',
  'RIGHT',
  'ESCAPES',
  'CHECKS',
];

/** The rows: title, White's and Black's pair of values, and White's less Black's. */
export function explainTerms(position: Position, weights: Weights): string[] {
  const sets = createSets();
  const rows = [
    row('', 'White', 'Black', 'White less Black'),
    row('', 'full  bare', 'full  bare', 'full  bare'),
    ...squareRows(position, weights),
  ];
  const add = (names: readonly Name[], create: (weights: Weights, colour: Colour) => () => number): void => {
    for (const name of names) {
      const some = only(weights, name);
      const [ofWhite, ofBlack] = [create(some, WHITE)(), create(some, BLACK)()];
      rows.push(pairRow(titleOf(name), unpack(ofWhite), unpack(ofBlack)));
    }
  };
  createPawnAttacks(position, sets)();
  add(PIECE_TERMS, (some, colour) =>
    (colour === WHITE ? createWhitePieces : createBlackPieces)(position, sets, some, colour),
  );
  add(PAWN_TERMS, (some, colour) => {
    const terms = createPawnTerms(position, some);
    return () => terms.of(colour);
  });
  add(KING_TERMS, (some, colour) =>
    (colour === WHITE ? createWhiteKing : createBlackKing)(position, sets, some, colour),
  );
  const none: Pair = [0, 0];
  const isWhite = position.words[SIDE] === WHITE;
  rows.push(pairRow('tempo', isWhite ? weights.TEMPO : none, isWhite ? none : weights.TEMPO));
  return rows;
}

/** Weights that are all 0 but those of one name. */
function only(weights: Weights, name: Name): Weights {
  const zero = (value: readonly unknown[]): unknown[] =>
    value.map((one) => (Array.isArray(one) ? zero(one) : 0));
  const blank = Object.entries(weights).map(([key, value]) => [key, key === name ? value : zero(value)]);
  return Object.fromEntries(blank) as Weights;
}

function titleOf(name: Name): string {
  return name.toLowerCase().replaceAll('_', ' ');
}

function unpack(packed: number): Pair {
  return [fullOf(packed), bareOf(packed)];
}

function squareRows({ squares }: Position, weights: Weights): string[] {
  const { full, bare } = squareTables(weights);
  const sums = KINDS.map(() => [0, 0, 0, 0]);
  squares.forEach((piece, square) => {
    if (piece === EMPTY) return;
    const colour: Colour = colourOf(piece);
    const sign = colour === WHITE ? 1 : -1;
    sums[kindOf(piece)][2 * colour] += sign * full[64 * piece + square];
    sums[kindOf(piece)][2 * colour + 1] += sign * bare[64 * piece + square];
  });
  return sums.map(([a, b, c, d], kind) => pairRow(`${KINDS[kind]} on squares`, [a, b], [c, d]));
}

function pairRow(title: string, white: Pair, black: Pair): string {
  const difference: Pair = [white[0] - black[0], white[1] - black[1]];
  return row(title, pairText(white), pairText(black), pairText(difference));
}

function pairText([full, bare]: Pair): string {
  return `${full} ${String(bare).padStart(5)}`;
}

function row(title: string, white: string, black: string, difference: string): string {
  return `${title.padEnd(20)}${white.padStart(13)}${black.padStart(13)}${difference.padStart(18)}`;
}
