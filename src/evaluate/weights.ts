/**
 * Every learnt number of the evaluation, in centipawns: a generated file, not to be edited.
 *
 * Made by scripts/tune.ts from games that scripts/datagen.ts made:
 *     r5.bin: 70000 games at 400 nodes a turn, seed 5
 *     r6.bin: 42871 games at 400 nodes a turn, seed 6
 * 1994182 quiet positions of 112877 games, lambda 0.95, ridge 60.
 * Loss on held-out games 0.52567 nats (0.52676 with the weights before, 0.49852 with the scores of the searches).
 * Scale 353: 100 centipawns stand for 57.0 % of the points, 0 for half of them.
 *
 * A pair is [with sixteen pawns on the board, without any]; what is meant in between lies in proportion to the pawns
 * left, because in this game it is they that change it. Boards are half boards for White, a-file to d-file, the last
 * rank first; the other half is its mirror image. Material is in the squares.
 */

export type Pair = readonly [number, number];

/** A pawn; on the last rank it awaits its choice. */
export const PAWN_SQUARES: readonly Pair[] = [
  [960, 1000], [960, 1000], [960, 1000], [960, 1000],
  [470, 544], [380, 517], [469, 527], [376, 535],
  [203, 503], [215, 514], [208, 527], [232, 477],
  [126, 378], [145, 373], [130, 355], [162, 312],
  [104, 264], [92, 272], [126, 195], [111, 215],
  [98, 206], [67, 187], [69, 191], [66, 159],
  [85, 212], [42, 176], [63, 172], [22, 99],
  [0, 0], [0, 0], [0, 0], [0, 0],
];

/** A knight. */
export const KNIGHT_SQUARES: readonly Pair[] = [
  [207, 194], [287, 268], [271, 280], [269, 250],
  [291, 228], [285, 288], [349, 279], [314, 298],
  [293, 291], [381, 302], [373, 314], [378, 359],
  [296, 307], [360, 355], [366, 367], [371, 398],
  [327, 273], [367, 306], [360, 367], [357, 401],
  [255, 288], [271, 355], [305, 388], [279, 352],
  [226, 304], [207, 282], [323, 323], [301, 347],
  [236, 256], [202, 266], [181, 306], [206, 307],
];

/** A bishop. */
export const BISHOP_SQUARES: readonly Pair[] = [
  [277, 378], [326, 368], [309, 370], [284, 302],
  [289, 457], [410, 396], [354, 298], [337, 325],
  [345, 394], [367, 375], [388, 405], [389, 442],
  [293, 348], [400, 379], [430, 401], [424, 462],
  [363, 357], [327, 388], [363, 438], [431, 414],
  [342, 391], [375, 321], [395, 435], [354, 441],
  [394, 372], [368, 376], [395, 383], [371, 379],
  [248, 428], [357, 346], [305, 384], [416, 334],
];

/** A rook. */
export const ROOK_SQUARES: readonly Pair[] = [
  [399, 602], [481, 626], [403, 615], [405, 564],
  [430, 580], [458, 595], [477, 590], [551, 574],
  [474, 588], [511, 578], [380, 643], [403, 600],
  [330, 618], [452, 542], [439, 590], [441, 553],
  [301, 590], [345, 567], [478, 574], [380, 602],
  [364, 572], [399, 593], [431, 563], [435, 530],
  [363, 543], [406, 567], [400, 579], [457, 548],
  [315, 567], [355, 558], [406, 602], [404, 602],
];

/** A queen. */
export const QUEEN_SQUARES: readonly Pair[] = [
  [996, 930], [948, 1017], [933, 1051], [1016, 1087],
  [938, 1094], [971, 1125], [1028, 1203], [1037, 1226],
  [1122, 1151], [1068, 1135], [1098, 1139], [1065, 1214],
  [1043, 1095], [1031, 1118], [1083, 1192], [1095, 1185],
  [959, 1132], [995, 1132], [1031, 1173], [1071, 1146],
  [969, 1153], [945, 1165], [1026, 1175], [1060, 1104],
  [973, 1113], [988, 1136], [999, 1127], [1019, 1136],
  [881, 1080], [900, 1040], [961, 1073], [933, 1152],
];

/** The king. */
export const KING_SQUARES: readonly Pair[] = [
  [-63, -56], [-62, 1], [-79, -29], [-88, -27],
  [-58, -28], [-67, 16], [-73, 34], [-77, 48],
  [-50, -19], [-69, 49], [-45, 76], [-57, 99],
  [-41, -45], [-47, 46], [-41, 60], [-5, 78],
  [-31, -53], [-100, 25], [-151, 45], [-112, 69],
  [2, -72], [-114, 23], [-176, 31], [-216, 47],
  [38, -81], [19, -18], [-76, -10], [-74, -27],
  [77, -88], [73, -88], [18, -90], [43, -100],
];

/** By the number of squares that a knight attacks and neither an own man nor their pawns cover. */
export const KNIGHT_MOBILITY: readonly Pair[] = [
  [-26, 35], [-26, 75], [-15, 54], [-2, 68], [-5, 48], [-3, 48], [5, 44], [17, 44],
  [57, -5],
];

/** A bishop likewise. */
export const BISHOP_MOBILITY: readonly Pair[] = [
  [-62, -117], [-57, -26], [-55, -20], [-50, 18], [-45, 37], [-42, 35], [-38, 38], [-30, 16],
  [-33, 19], [-25, 7], [-10, -10], [-3, -48], [51, 3], [55, -50],
];

/** A rook. */
export const ROOK_MOBILITY: readonly Pair[] = [
  [-112, -113], [-104, -26], [-104, 8], [-96, 52], [-86, 89], [-74, 102], [-57, 106], [-84, 160],
  [-65, 157], [-78, 161], [-64, 164], [-59, 141], [-47, 147], [-55, 113], [-55, 151],
];

/** A queen. */
export const QUEEN_MOBILITY: readonly Pair[] = [
  [-165, -101], [-143, -161], [-123, -178], [-106, -184], [-97, -142], [-90, -95], [-81, -110], [-78, -92],
  [-81, -55], [-75, -18], [-66, -2], [-78, 25], [-87, 36], [-73, 21], [-84, 82], [-99, 89],
  [-113, 116], [-98, 122], [-82, 120], [-66, 129], [13, 115], [24, 111], [53, 97], [77, 127],
  [48, 91], [38, 92], [38, 77], [36, 81],
];

/** Two bishops or more. */
export const BISHOP_PAIR: Pair = [15, 112];

/** A rook on a file without own pawns: without any, and with pawns of theirs. */
export const ROOK_FILE: readonly Pair[] = [
  [40, -3], [64, 158],
];

/** A knight, bishop, rook, queen that their pawns attack. */
export const PAWN_THREAT: readonly Pair[] = [
  [-78, -126], [-44, -90], [-36, -127], [4, -82],
];

/** By sixteenths of the strength of an attack on their king (ATTACK_PIECE and ATTACK_SQUARE in pieces.ts). */
export const ATTACK: readonly Pair[] = [
  [35, -25], [32, -1], [63, 57], [154, 120], [188, 146], [203, 123], [310, 97], [484, 220],
  [498, 245], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250],
  [500, 250],
];

/** A pawn without pawns of theirs ahead, on its file or beside it; by its rank. */
export const PASSED: readonly Pair[] = [
  [0, 0], [-21, -70], [-22, -30], [-25, 34], [18, 39], [76, 78], [4, 293], [0, 0],
];

/** A pawn that has no free square ahead; by its rank. */
export const BLOCKED: readonly Pair[] = [
  [0, 0], [-41, 161], [-63, 220], [-48, 161], [-71, 48], [-111, -126], [-73, -405], [0, 0],
];

/** A pawn that has an own one ahead on its file. */
export const DOUBLED: Pair = [-5, -267];

/** A passed pawn, by the steps of its own king to the square ahead. */
export const KING_NEAR_OWN: readonly Pair[] = [
  [4, 115], [8, 47], [2, 26], [-2, -19], [15, -43], [11, -34], [-47, -20], [-146, 5],
];

/** And by the steps of their king. */
export const KING_NEAR_THEIRS: readonly Pair[] = [
  [93, -208], [77, -5], [23, 19], [7, 25], [-25, 46], [-98, 73], [-109, 74], [-124, 55],
];

/** A pawn that can step to its last rank and would attack their king there: as a knight, as a queen. */
export const PROMOTION_CHECK: readonly Pair[] = [
  [144, 275], [56, 483],
];

/** By the number of pushes that the side has: who has few will soon have to make a bad one. */
export const PUSHES: readonly Pair[] = [
  [-134, 217], [-224, -92], [-191, -253], [-143, -162], [-72, -74], [-10, -16], [63, -36], [134, 19],
  [207, 37],
];

/** Their rook, bishop or queen looks at the king through one own pawn: a push opens the line. */
export const OPENABLE_LINE: Pair = [-169, 24];

/** The same through one of their pawns, which must not be pushed. */
export const FROZEN_LINE: Pair = [-12, -79];

/** An own pawn on one of the three squares in front of the king. */
export const PAWN_BEFORE_KING: Pair = [8, -34];

/** A castling right kept. */
export const RIGHT: Pair = [8, 30];

/** By the number of squares beside the king, not their own, that nothing attacks. */
export const ESCAPES: readonly Pair[] = [
  [-73, 66], [-39, 37], [-21, 34], [-4, 26], [6, 12], [30, -16], [35, -6], [15, -52],
  [50, -101],
];

/** Safe checks that they can give: one, two, three by knights, then by bishops, by rooks, by queens. */
export const CHECKS: readonly Pair[] = [
  [-130, -84], [-187, -20], [-15, -26], [-49, -98], [-105, -23], [0, 0], [-147, -78], [-122, -155],
  [-61, -194], [-73, -210], [-80, -256], [-92, -279],
];

/** Being to move. */
export const TEMPO: Pair = [78, 50];
