/**
 * The evaluation a second time, slowly and plainly: for a position, how often each weight of schema.ts counts, White's
 * times less Black's. The sum of these amounts times the weights is what src/evaluate says, which a test holds
 * against it; positions without any pawn, which have rules of their own, are left out.
 */

import { MOST_CHECKS } from '../../src/evaluate/side/king.ts';
import { ATTACK_MOST, ATTACK_PIECE, ATTACK_SQUARE, ATTACK_STEP } from '../../src/evaluate/side/pieces.ts';
import { halfBoardIndex } from '../../src/evaluate/squares.ts';
import {
  BISHOP,
  type Colour,
  colourOf,
  EMPTY,
  KING,
  type Kind,
  KNIGHT,
  kindOf,
  PAWN,
  pieceOf,
  QUEEN,
  RIGHTS,
  ROOK,
  SIDE,
  type Square,
  WHITE,
} from '../../src/rules/board.ts';
import type { Position } from '../../src/rules/position.ts';
import { groupAt, PAIRS } from './schema.ts';

/** The pawns on the board at which only the first weight of a pair counts. */
export const FULL_PAWNS = 16;

export interface Tracer {
  /** Reports the amounts that are not 0, in the order of the weights' pairs. */
  trace(report: (feature: number, amount: number) => void): void;
  /** How many sixteenths of the first weight of each pair count; the rest is the second's. */
  share(): number;
}

const EAST_WEST = [1, -1] as const;
const ROOK_STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const BISHOP_STEPS = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
const KING_STEPS = [...ROOK_STEPS, ...BISHOP_STEPS];
const KNIGHT_STEPS = [1, -1, 2, -2]
  .flatMap((a) => [1, -1, 2, -2].map((b) => [a, b] as const))
  .filter(([a, b]) => Math.abs(a) !== Math.abs(b));

/** The square some files and ranks away; -1 beyond the edge. */
function step(square: Square, [files, ranks]: readonly [number, number]): Square {
  const file = (square & 7) + files;
  const rank = (square >> 3) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? 8 * rank + file : -1;
}

/** For each square and each of KING_STEPS the squares that way, nearest first. */
const RAYS = Array.from({ length: 64 }, (_, square) =>
  KING_STEPS.map((way) => {
    const squares: Square[] = [];
    for (let at = step(square, way); at >= 0; at = step(at, way)) squares.push(at);
    return squares;
  }),
);
const LEAPS = Array.from({ length: 64 }, (_, square) =>
  KNIGHT_STEPS.map((way) => step(square, way)).filter((to) => to >= 0),
);
const NEIGHBOURS = RAYS.map((rays) => rays.flatMap((ray) => ray.slice(0, 1)));
/** The ways of a rook, a bishop, a queen among KING_STEPS. */
const WAYS: Readonly<Record<Kind, readonly [number, number]>> = {
  [ROOK]: [0, 4],
  [BISHOP]: [4, 8],
  [QUEEN]: [0, 8],
};

const AT = {
  squares: [
    'PAWN_SQUARES',
    'KNIGHT_SQUARES',
    'BISHOP_SQUARES',
    'ROOK_SQUARES',
    'QUEEN_SQUARES',
    'KING_SQUARES',
  ].map(groupAt),
  mobility: [-1, ...['KNIGHT_MOBILITY', 'BISHOP_MOBILITY', 'ROOK_MOBILITY', 'QUEEN_MOBILITY'].map(groupAt)],
  bishopPair: groupAt('BISHOP_PAIR'),
  rookFile: groupAt('ROOK_FILE'),
  pawnThreat: groupAt('PAWN_THREAT'),
  attack: groupAt('ATTACK'),
  passed: groupAt('PASSED'),
  blocked: groupAt('BLOCKED'),
  doubled: groupAt('DOUBLED'),
  kingNearOwn: groupAt('KING_NEAR_OWN'),
  kingNearTheirs: groupAt('KING_NEAR_THEIRS'),
  promotionCheck: groupAt('PROMOTION_CHECK'),
  pushes: groupAt('PUSHES'),
  openableLine: groupAt('OPENABLE_LINE'),
  frozenLine: groupAt('FROZEN_LINE'),
  pawnBeforeKing: groupAt('PAWN_BEFORE_KING'),
  right: groupAt('RIGHT'),
  escapes: groupAt('ESCAPES'),
  checks: groupAt('CHECKS'),
  tempo: groupAt('TEMPO'),
};

export function createTracer(position: Position): Tracer {
  const { squares, words } = position;
  const amounts = new Float64Array(PAIRS);
  const kings: [Square, Square] = [0, 0];
  const men: [Square[], Square[]] = [[], []];
  /** By colour and kind: how many of them attack each square. */
  const attackers = [0, 1].map(() => Array.from({ length: 6 }, () => new Uint8Array(64)));
  const attacked = [new Uint8Array(64), new Uint8Array(64)];
  /** Of each man on the board. */
  const attacksOf: Square[][] = Array.from({ length: 64 }, () => []);

  const isPawn = (square: Square, colour: Colour) => squares[square] === pieceOf(colour, PAWN);
  const isOwn = (square: Square, colour: Colour) =>
    squares[square] !== EMPTY && colourOf(squares[square]) === colour;
  const forward = (colour: Colour) => (colour === WHITE ? 8 : -8);
  /** A square's rank as its colour counts. */
  const rankFor = (square: Square, colour: Colour) => (colour === WHITE ? square >> 3 : 7 - (square >> 3));

  function alongRays(from: Square, kind: Kind, gone: Square): Square[] {
    const [first, end] = WAYS[kind];
    return RAYS[from].slice(first, end).flatMap((ray) => {
      const stop = ray.findIndex((square) => squares[square] !== EMPTY && square !== gone);
      return stop < 0 ? ray : ray.slice(0, stop + 1);
    });
  }

  function attacks(square: Square, colour: Colour, kind: Kind): Square[] {
    if (kind === PAWN)
      return EAST_WEST.map((file) => step(square, [file, colour === WHITE ? 1 : -1])).filter((to) => to >= 0);
    if (kind === KNIGHT) return LEAPS[square];
    if (kind === KING) return NEIGHBOURS[square];
    return alongRays(square, kind, -1);
  }

  function survey(): void {
    for (const colour of [0, 1]) {
      men[colour] = [];
      attacked[colour].fill(0);
      for (const squaresOfKind of attackers[colour]) squaresOfKind.fill(0);
    }
    squares.forEach((piece, square) => {
      if (piece === EMPTY) return;
      const [colour, kind] = [colourOf(piece), kindOf(piece)];
      men[colour].push(square);
      if (kind === KING) kings[colour] = square;
      attacksOf[square] = attacks(square, colour, kind);
      for (const to of attacksOf[square]) {
        attackers[colour][kind][to]++;
        attacked[colour][to]++;
      }
    });
  }

  // ------------------------------------------------------------------ one side's terms; `sign` 1 for White, -1 for Black

  function tracePiece(square: Square, kind: Kind, colour: Colour, sign: number): number {
    const enemy: Colour = colour === WHITE ? 1 : 0;
    const zone = NEIGHBOURS[kings[enemy]];
    const mobility = attacksOf[square].filter(
      (to) => !isOwn(to, colour) && attackers[enemy][PAWN][to] === 0,
    ).length;
    amounts[AT.mobility[kind] + mobility] += sign;
    if (attackers[enemy][PAWN][square] > 0) amounts[AT.pawnThreat + kind - KNIGHT] += sign;
    if (kind === ROOK) {
      const file = Array.from({ length: 8 }, (_, rank) => 8 * rank + (square & 7));
      if (!file.some((to) => isPawn(to, colour)))
        amounts[AT.rookFile + (file.some((to) => isPawn(to, enemy)) ? 1 : 0)] += sign;
    }
    const near = attacksOf[square].filter((to) => zone.includes(to)).length;
    return near === 0 ? 0 : ATTACK_PIECE[kind - KNIGHT] + ATTACK_SQUARE[kind - KNIGHT] * near;
  }

  function tracePawn(square: Square, colour: Colour, sign: number): void {
    const enemy: Colour = colour === WHITE ? 1 : 0;
    const rank = rankFor(square, colour);
    const file = square & 7;
    const isAhead = (to: Square) => rankFor(to, colour) > rank;
    const isPassed = !men[enemy].some(
      (to) => isPawn(to, enemy) && isAhead(to) && Math.abs((to & 7) - file) <= 1,
    );
    const ahead = (square + forward(colour)) & 63;
    if (isPassed) {
      amounts[AT.passed + rank] += sign;
      amounts[AT.kingNearOwn + distance(kings[colour], ahead)] += sign;
      amounts[AT.kingNearTheirs + distance(kings[enemy], ahead)] += sign;
    }
    if (men[colour].some((to) => isPawn(to, colour) && isAhead(to) && (to & 7) === file))
      amounts[AT.doubled] += sign;
    if (rank === 7) return;
    if (squares[ahead] !== EMPTY) amounts[AT.blocked + rank] += sign;
    else if (rank === 6) {
      if (LEAPS[ahead].includes(kings[enemy])) amounts[AT.promotionCheck] += sign;
      else if (alongRays(ahead, QUEEN, square).includes(kings[enemy])) amounts[AT.promotionCheck + 1] += sign;
    }
  }

  /** Lines to the king that one pawn shuts; returns the pawns of the enemy's that must not be pushed for that. */
  function traceLines(colour: Colour, sign: number): Square[] {
    const frozen: Square[] = [];
    RAYS[kings[colour]].forEach((ray, way) => {
      // A push along the file leaves the line shut.
      if (KING_STEPS[way][0] === 0) return;
      const [shut, slider] = ray.filter((square) => squares[square] !== EMPTY);
      if (slider === undefined || kindOf(squares[shut]) !== PAWN || isOwn(slider, colour)) return;
      const kind = kindOf(squares[slider]);
      if (kind !== QUEEN && kind !== (way < 4 ? ROOK : BISHOP)) return;
      if (isOwn(shut, colour)) amounts[AT.openableLine] += sign;
      else {
        amounts[AT.frozenLine] += sign;
        frozen.push(shut);
      }
    });
    return frozen;
  }

  function traceKing(colour: Colour, sign: number): void {
    const enemy: Colour = colour === WHITE ? 1 : 0;
    const king = kings[colour];
    const frozen = traceLines(colour, sign);
    for (const file of [-1, 0, 1]) {
      const front = step(king, [file, colour === WHITE ? 1 : -1]);
      if (front >= 0 && isPawn(front, colour)) amounts[AT.pawnBeforeKing] += sign;
    }
    const rights = (words[RIGHTS] >> (2 * colour)) & 3;
    amounts[AT.right] += sign * ((rights & 1) + (rights >> 1));
    const pushes = men[enemy].filter((square) => {
      const to = square + forward(enemy);
      return isPawn(square, enemy) && to >= 0 && to < 64 && squares[to] === EMPTY && !frozen.includes(square);
    }).length;
    amounts[AT.pushes + pushes] += sign;
    const escapes = NEIGHBOURS[king].filter((to) => !isOwn(to, colour) && attacked[enemy][to] === 0).length;
    amounts[AT.escapes + escapes] += sign;
    for (let kind = KNIGHT; kind <= QUEEN; kind++) {
      const from = attacks(king, enemy, kind);
      const checks = from.filter(
        (to) => attackers[enemy][kind][to] > 0 && !isOwn(to, enemy) && attacked[colour][to] === 0,
      ).length;
      if (checks > 0)
        amounts[AT.checks + MOST_CHECKS * (kind - KNIGHT) + Math.min(checks, MOST_CHECKS) - 1] += sign;
    }
  }

  function traceSide(colour: Colour): void {
    const sign = colour === WHITE ? 1 : -1;
    let strength = 0;
    let bishops = 0;
    for (const square of men[colour]) {
      const kind = kindOf(squares[square]);
      amounts[AT.squares[kind] + halfBoardIndex(colour === WHITE ? square : square ^ 56)] += sign;
      if (kind === PAWN) tracePawn(square, colour, sign);
      else if (kind !== KING) strength += tracePiece(square, kind, colour, sign);
      if (kind === BISHOP) bishops++;
    }
    if (bishops > 1) amounts[AT.bishopPair] += sign;
    strength = Math.min(strength, ATTACK_MOST);
    const at = AT.attack + Math.floor(strength / ATTACK_STEP);
    amounts[at] += sign * (1 - (strength % ATTACK_STEP) / ATTACK_STEP);
    amounts[at + 1] += (sign * (strength % ATTACK_STEP)) / ATTACK_STEP;
    traceKing(colour, sign);
  }

  return {
    trace(report) {
      amounts.fill(0);
      survey();
      traceSide(0);
      traceSide(1);
      amounts[AT.tempo] += words[SIDE] === WHITE ? 1 : -1;
      amounts.forEach((amount, feature) => {
        if (amount !== 0) report(feature, amount);
      });
    },
    share() {
      const pawns = squares.filter((piece) => piece !== EMPTY && kindOf(piece) === PAWN).length;
      return Math.min(pawns, FULL_PAWNS);
    },
  };
}

/** In steps of a king. */
function distance(a: Square, b: Square): number {
  return Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));
}
