/**
 * Every number of the evaluation, in centipawns. A pair is [with sixteen pawns on the board, without any]; what is
 * meant in between lies in proportion to the pawns left, because in this game it is they that change it.
 */

export type Pair = readonly [number, number];

/** Knight, bishop, rook, queen. Lines open early here: a bishop is worth more than a knight. */
export const PIECE_VALUES: readonly Pair[] = [
  [300, 300],
  [370, 390],
  [450, 540],
  [1060, 1130],
];

/**
 * A pawn by its rank, from the owner's first (which none stands on) to the last, where it awaits its choice.
 * The opponent pushes it forward, so that a pawn at home is worth nearly as much as one that has come far.
 */
export const PAWN_VALUES: readonly Pair[] = [
  [0, 0],
  [160, 190],
  [160, 190],
  [180, 210],
  [210, 230],
  [230, 240],
  [260, 260],
  [960, 1000],
];

/** Half a board for White, a-file to d-file, the last rank first; the other half is its mirror image. */
export type HalfBoard = readonly number[];

export const PAWN_SQUARES: HalfBoard = [
  0,
  0,
  0,
  0, //
  0,
  0,
  0,
  0, //
  0,
  0,
  0,
  0, //
  -6,
  0,
  4,
  8, //
  -6,
  0,
  8,
  12, //
  -4,
  0,
  4,
  6, //
  0,
  0,
  0,
  0, //
  0,
  0,
  0,
  0, //
];

export const KNIGHT_SQUARES: HalfBoard = [
  -40,
  -25,
  -15,
  -10, //
  -20,
  -10,
  5,
  10, //
  -10,
  8,
  18,
  22, //
  -8,
  8,
  20,
  26, //
  -10,
  4,
  16,
  22, //
  -16,
  0,
  10,
  12, //
  -24,
  -14,
  -4,
  0, //
  -40,
  -22,
  -16,
  -12, //
];

export const BISHOP_SQUARES: HalfBoard = [
  -12,
  -8,
  -6,
  -6, //
  -6,
  0,
  2,
  4, //
  -2,
  6,
  8,
  10, //
  0,
  8,
  12,
  14, //
  0,
  8,
  12,
  14, //
  0,
  8,
  8,
  8, //
  -4,
  6,
  2,
  2, //
  -12,
  -8,
  -10,
  -8, //
];

export const ROOK_SQUARES: HalfBoard = [
  4,
  6,
  8,
  8, //
  10,
  12,
  14,
  14, //
  0,
  2,
  4,
  4, //
  -2,
  0,
  2,
  4, //
  -4,
  0,
  2,
  4, //
  -4,
  0,
  2,
  4, //
  -6,
  0,
  2,
  4, //
  -4,
  0,
  4,
  6, //
];

export const QUEEN_SQUARES: HalfBoard = [
  -4,
  0,
  4,
  6, //
  0,
  4,
  8,
  8, //
  0,
  6,
  10,
  12, //
  -2,
  4,
  10,
  12, //
  -2,
  4,
  8,
  10, //
  -4,
  2,
  6,
  6, //
  -8,
  -2,
  0,
  2, //
  -12,
  -8,
  -6,
  -4, //
];

/** With many pawns on the board a king wants to stand aside, behind pieces, where no line can be opened to it. */
export const KING_SQUARES_FULL: HalfBoard = [
  -60,
  -70,
  -80,
  -90, //
  -60,
  -70,
  -80,
  -90, //
  -60,
  -70,
  -80,
  -90, //
  -60,
  -70,
  -80,
  -90, //
  -50,
  -60,
  -70,
  -80, //
  -30,
  -40,
  -55,
  -65, //
  0,
  0,
  -25,
  -45, //
  20,
  30,
  -5,
  -30, //
];

export const KING_SQUARES_BARE: HalfBoard = [
  -40,
  -26,
  -18,
  -12, //
  -24,
  -8,
  2,
  8, //
  -14,
  4,
  16,
  22, //
  -10,
  8,
  22,
  28, //
  -10,
  8,
  22,
  28, //
  -14,
  4,
  16,
  22, //
  -24,
  -8,
  2,
  8, //
  -40,
  -26,
  -18,
  -12, //
];

/** For each square a piece attacks that none of its own side stands on: knight, bishop, rook, queen. */
export const MOBILITY: readonly Pair[] = [
  [5, 5],
  [6, 7],
  [3, 6],
  [2, 5],
];
/** The number of such squares that counts as nothing gained or lost. */
export const MOBILITY_USUAL = [4, 5, 5, 9] as const;

/** A pawn without an opposing pawn ahead on its own or a neighbouring file, by its rank. */
export const PASSED: readonly Pair[] = [
  [0, 0],
  [10, 10],
  [10, 15],
  [15, 30],
  [30, 50],
  [50, 70],
  [70, 90],
  [0, 0],
];
/** Each pawn that has another of its side ahead on its file. */
export const DOUBLED: Pair = [-50, -60];
/** A free square ahead of a pawn on its sixth and its seventh rank. */
export const FREE_SIXTH: Pair = [60, 80];
export const FREE_SEVENTH: Pair = [180, 220];

/** By the number of pushes that do not lose at once: he who has few will soon have to make a bad one. */
export const PUSHES: readonly Pair[] = [
  [-50, -40],
  [-140, -140],
  [-120, -120],
  [-60, -60],
  [0, 0],
];

/** An opposing rook, bishop or queen that looks at the king through one pawn of the king's side: a push opens it. */
export const OPENABLE_LINE: Pair = [-24, -12];
/** The same through one of their own pawns, which the king's side must not push. */
export const FROZEN_LINE: Pair = [-30, -16];
/** Each pawn of the own side on the three squares in front of the king: it can be pushed and opens the line. */
export const PAWN_BEFORE_KING: Pair = [-12, -6];
/** Each castling right kept. */
export const RIGHT: Pair = [30, 20];

/** What a knight, bishop, rook, queen counts that attacks the king's neighbourhood, and each square of it. */
export const ATTACK_PIECE = [10, 10, 14, 22] as const;
export const ATTACK_SQUARE = [3, 3, 4, 4] as const;
/** The danger is the square of that sum divided by this, at most ATTACK_MOST. */
export const ATTACK_DIVISOR = 24;
export const ATTACK_MOST = 500;

/** A bare king: for each step that it stands away from the middle, and each step that the kings are close. */
export const BARE_EDGE = 24;
export const BARE_CLOSE = 8;

/** Evaluations stay within this, apart from every mate score. */
export const GREATEST = 19999;
