/**
 * Every learnt number of the evaluation, in centipawns: a generated file, not to be edited.
 *
 * Set by hand, and by few games of an early version; what is 0 has not been learnt yet.
 *
 * A pair is [with sixteen pawns on the board, without any]; what is meant in between lies in proportion to the pawns
 * left, because in this game it is they that change it. Boards are half boards for White, a-file to d-file, the last
 * rank first; the other half is its mirror image. Material is in the squares.
 */

export type Pair = readonly [number, number];

/** A pawn; on the last rank it awaits its choice. */
export const PAWN_SQUARES: readonly Pair[] = [
  [960, 1000], [960, 1000], [960, 1000], [960, 1000],
  [440, 480], [440, 480], [440, 480], [440, 480],
  [290, 320], [290, 320], [290, 320], [290, 320],
  [204, 224], [210, 230], [214, 234], [218, 238],
  [174, 204], [180, 210], [188, 218], [192, 222],
  [156, 186], [160, 190], [164, 194], [166, 196],
  [160, 190], [160, 190], [160, 190], [160, 190],
  [0, 0], [0, 0], [0, 0], [0, 0],
];

/** A knight. */
export const KNIGHT_SQUARES: readonly Pair[] = [
  [260, 260], [275, 275], [285, 285], [290, 290],
  [280, 280], [290, 290], [305, 305], [310, 310],
  [290, 290], [308, 308], [318, 318], [322, 322],
  [292, 292], [308, 308], [320, 320], [326, 326],
  [290, 290], [304, 304], [316, 316], [322, 322],
  [284, 284], [300, 300], [310, 310], [312, 312],
  [276, 276], [286, 286], [296, 296], [300, 300],
  [260, 260], [278, 278], [284, 284], [288, 288],
];

/** A bishop. */
export const BISHOP_SQUARES: readonly Pair[] = [
  [358, 378], [362, 382], [364, 384], [364, 384],
  [364, 384], [370, 390], [372, 392], [374, 394],
  [368, 388], [376, 396], [378, 398], [380, 400],
  [370, 390], [378, 398], [382, 402], [384, 404],
  [370, 390], [378, 398], [382, 402], [384, 404],
  [370, 390], [378, 398], [378, 398], [378, 398],
  [366, 386], [376, 396], [372, 392], [372, 392],
  [358, 378], [362, 382], [360, 380], [362, 382],
];

/** A rook. */
export const ROOK_SQUARES: readonly Pair[] = [
  [454, 544], [456, 546], [458, 548], [458, 548],
  [460, 550], [462, 552], [464, 554], [464, 554],
  [450, 540], [452, 542], [454, 544], [454, 544],
  [448, 538], [450, 540], [452, 542], [454, 544],
  [446, 536], [450, 540], [452, 542], [454, 544],
  [446, 536], [450, 540], [452, 542], [454, 544],
  [444, 534], [450, 540], [452, 542], [454, 544],
  [446, 536], [450, 540], [454, 544], [456, 546],
];

/** A queen. */
export const QUEEN_SQUARES: readonly Pair[] = [
  [1056, 1126], [1060, 1130], [1064, 1134], [1066, 1136],
  [1060, 1130], [1064, 1134], [1068, 1138], [1068, 1138],
  [1060, 1130], [1066, 1136], [1070, 1140], [1072, 1142],
  [1058, 1128], [1064, 1134], [1070, 1140], [1072, 1142],
  [1058, 1128], [1064, 1134], [1068, 1138], [1070, 1140],
  [1056, 1126], [1062, 1132], [1066, 1136], [1066, 1136],
  [1052, 1122], [1058, 1128], [1060, 1130], [1062, 1132],
  [1048, 1118], [1052, 1122], [1054, 1124], [1056, 1126],
];

/** The king. */
export const KING_SQUARES: readonly Pair[] = [
  [-60, -40], [-70, -26], [-80, -18], [-90, -12],
  [-60, -24], [-70, -8], [-80, 2], [-90, 8],
  [-60, -14], [-70, 4], [-80, 16], [-90, 22],
  [-60, -10], [-70, 8], [-80, 22], [-90, 28],
  [-50, -10], [-60, 8], [-70, 22], [-80, 28],
  [-30, -14], [-40, 4], [-55, 16], [-65, 22],
  [0, -24], [0, -8], [-25, 2], [-45, 8],
  [20, -40], [30, -26], [-5, -18], [-30, -12],
];

/** By the number of squares that a knight attacks and neither an own man nor their pawns cover. */
export const KNIGHT_MOBILITY: readonly Pair[] = [
  [-20, -20], [-15, -15], [-10, -10], [-5, -5], [0, 0], [5, 5], [10, 10], [15, 15],
  [20, 20],
];

/** A bishop likewise. */
export const BISHOP_MOBILITY: readonly Pair[] = [
  [-30, -35], [-24, -28], [-18, -21], [-12, -14], [-6, -7], [0, 0], [6, 7], [12, 14],
  [18, 21], [24, 28], [30, 35], [36, 42], [42, 49], [48, 56],
];

/** A rook. */
export const ROOK_MOBILITY: readonly Pair[] = [
  [-15, -30], [-12, -24], [-9, -18], [-6, -12], [-3, -6], [0, 0], [3, 6], [6, 12],
  [9, 18], [12, 24], [15, 30], [18, 36], [21, 42], [24, 48], [27, 54],
];

/** A queen. */
export const QUEEN_MOBILITY: readonly Pair[] = [
  [-18, -45], [-16, -40], [-14, -35], [-12, -30], [-10, -25], [-8, -20], [-6, -15], [-4, -10],
  [-2, -5], [0, 0], [2, 5], [4, 10], [6, 15], [8, 20], [10, 25], [12, 30],
  [14, 35], [16, 40], [18, 45], [20, 50], [22, 55], [24, 60], [26, 65], [28, 70],
  [30, 75], [32, 80], [34, 85], [36, 90],
];

/** Two bishops or more. */
export const BISHOP_PAIR: Pair = [0, 0];

/** A rook on a file without own pawns: without any, and with pawns of theirs. */
export const ROOK_FILE: readonly Pair[] = [
  [0, 0], [0, 0],
];

/** A knight, bishop, rook, queen that their pawns attack. */
export const PAWN_THREAT: readonly Pair[] = [
  [0, 0], [0, 0], [0, 0], [0, 0],
];

/** By sixteenths of the strength of an attack on their king (ATTACK_PIECE and ATTACK_SQUARE in pieces.ts). */
export const ATTACK: readonly Pair[] = [
  [0, 0], [10, 5], [42, 21], [96, 48], [170, 85], [266, 133], [384, 192], [500, 250],
  [500, 250], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250],
  [500, 250],
];

/** A pawn without pawns of theirs ahead, on its file or beside it; by its rank. */
export const PASSED: readonly Pair[] = [
  [0, 0], [10, 10], [10, 15], [15, 30], [30, 50], [50, 70], [70, 90], [0, 0],
];

/** A pawn that has no free square ahead; by its rank. */
export const BLOCKED: readonly Pair[] = [
  [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [-60, -80], [-180, -220], [0, 0],
];

/** A pawn that has an own one ahead on its file. */
export const DOUBLED: Pair = [-50, -60];

/** A passed pawn, by the steps of its own king to the square ahead. */
export const KING_NEAR_OWN: readonly Pair[] = [
  [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0],
];

/** And by the steps of their king. */
export const KING_NEAR_THEIRS: readonly Pair[] = [
  [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0],
];

/** A pawn that can step to its last rank and would attack their king there: as a knight, as a queen. */
export const PROMOTION_CHECK: readonly Pair[] = [
  [0, 0], [0, 0],
];

/** By the number of pushes that the side has: who has few will soon have to make a bad one. */
export const PUSHES: readonly Pair[] = [
  [-50, -40], [-140, -140], [-120, -120], [-60, -60], [0, 0], [0, 0], [0, 0], [0, 0],
  [0, 0],
];

/** Their rook, bishop or queen looks at the king through one own pawn: a push opens the line. */
export const OPENABLE_LINE: Pair = [-24, -12];

/** The same through one of their pawns, which must not be pushed. */
export const FROZEN_LINE: Pair = [-30, -16];

/** An own pawn on one of the three squares in front of the king. */
export const PAWN_BEFORE_KING: Pair = [-12, -6];

/** A castling right kept. */
export const RIGHT: Pair = [30, 20];

/** By the number of squares beside the king, not their own, that nothing attacks. */
export const ESCAPES: readonly Pair[] = [
  [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0],
  [0, 0],
];

/** Safe checks that they can give: one, two, three by knights, then by bishops, by rooks, by queens. */
export const CHECKS: readonly Pair[] = [
  [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0],
  [0, 0], [0, 0], [0, 0], [0, 0],
];

/** Being to move. */
export const TEMPO: Pair = [0, 0];
