/**
 * Every learnt number of the evaluation, in centipawns: a generated file, not to be edited.
 *
 * Made by scripts/tune.ts from games that scripts/datagen.ts made:
 *     r1.bin: 14987 games at 400 nodes a turn, seed 1
 * 225144 quiet positions of 14987 games, lambda 0.9, ridge 60.
 * Loss on held-out games 0.52014 nats (0.54177 with the weights before, 0.50749 with the scores of the searches).
 * Scale 393: 100 centipawns stand for 56.3 % of the points, 0 for half of them.
 *
 * A pair is [with sixteen pawns on the board, without any]; what is meant in between lies in proportion to the pawns
 * left, because in this game it is they that change it. Boards are half boards for White, a-file to d-file, the last
 * rank first; the other half is its mirror image. Material is in the squares.
 */

export type Pair = readonly [number, number];

/** A pawn; on the last rank it awaits its choice. */
export const PAWN_SQUARES: readonly Pair[] = [
  [960, 1000], [960, 1000], [960, 1000], [960, 1000],
  [474, 553], [405, 548], [483, 458], [450, 455],
  [293, 329], [309, 376], [253, 391], [301, 316],
  [174, 310], [185, 268], [162, 255], [191, 238],
  [160, 224], [128, 211], [138, 207], [137, 196],
  [152, 223], [111, 159], [97, 196], [95, 148],
  [142, 191], [93, 169], [109, 154], [81, 174],
  [0, 0], [0, 0], [0, 0], [0, 0],
];

/** A knight. */
export const KNIGHT_SQUARES: readonly Pair[] = [
  [208, 211], [275, 261], [279, 272], [277, 269],
  [266, 266], [277, 295], [278, 256], [289, 297],
  [290, 287], [285, 320], [304, 299], [331, 325],
  [321, 321], [318, 350], [337, 328], [343, 360],
  [326, 296], [338, 297], [260, 350], [332, 394],
  [238, 315], [298, 336], [306, 381], [305, 276],
  [358, 274], [270, 268], [322, 310], [325, 335],
  [263, 264], [236, 308], [289, 297], [248, 267],
];

/** A bishop. */
export const BISHOP_SQUARES: readonly Pair[] = [
  [293, 393], [342, 381], [350, 391], [346, 378],
  [345, 373], [344, 396], [312, 373], [370, 368],
  [295, 377], [433, 391], [348, 379], [360, 423],
  [373, 366], [379, 392], [400, 417], [412, 405],
  [355, 382], [341, 381], [382, 418], [394, 406],
  [313, 411], [396, 409], [376, 433], [388, 461],
  [391, 362], [404, 412], [404, 409], [418, 367],
  [329, 333], [371, 391], [364, 377], [381, 404],
];

/** A rook. */
export const ROOK_SQUARES: readonly Pair[] = [
  [450, 579], [438, 546], [464, 567], [459, 535],
  [450, 540], [478, 569], [481, 565], [494, 554],
  [473, 583], [451, 561], [462, 594], [463, 574],
  [439, 603], [424, 516], [459, 558], [428, 507],
  [343, 529], [422, 545], [448, 531], [440, 539],
  [467, 514], [462, 528], [470, 545], [454, 493],
  [415, 570], [438, 570], [415, 568], [456, 543],
  [351, 547], [410, 553], [489, 536], [431, 571],
];

/** A queen. */
export const QUEEN_SQUARES: readonly Pair[] = [
  [966, 1033], [1001, 1088], [1011, 1084], [1046, 1112],
  [1034, 1116], [1036, 1116], [1106, 1171], [1066, 1159],
  [1087, 1174], [1062, 1119], [1088, 1158], [1111, 1162],
  [1121, 1127], [1079, 1101], [1098, 1162], [1087, 1188],
  [1007, 1150], [1015, 1168], [1119, 1164], [1081, 1164],
  [1032, 1143], [1053, 1138], [1036, 1204], [1096, 1122],
  [1041, 1109], [1024, 1094], [1024, 1138], [1103, 1135],
  [996, 1100], [1036, 1085], [1031, 1122], [1026, 1077],
];

/** The king. */
export const KING_SQUARES: readonly Pair[] = [
  [-60, -51], [-70, -29], [-80, -16], [-91, -20],
  [-60, -20], [-71, -6], [-79, 5], [-90, 9],
  [-61, -8], [-71, 5], [-79, 24], [-89, 20],
  [-59, 5], [-63, 31], [-80, 25], [-74, 51],
  [-55, -34], [-75, -4], [-92, 30], [-90, 47],
  [-2, -8], [-55, -3], [-71, 25], [-108, 15],
  [-11, -10], [-10, 12], [-45, 9], [-48, -4],
  [32, -44], [75, -52], [30, -34], [-3, -54],
];

/** By the number of squares that a knight attacks and neither an own man nor their pawns cover. */
export const KNIGHT_MOBILITY: readonly Pair[] = [
  [-48, 6], [-41, 24], [-20, -11], [-6, 20], [0, 8], [4, 25], [18, 45], [16, 63],
  [-19, 18],
];

/** A bishop likewise. */
export const BISHOP_MOBILITY: readonly Pair[] = [
  [-55, -44], [-54, -44], [-51, -43], [-29, -20], [-21, 12], [-11, 17], [-12, 34], [-16, 42],
  [-12, 39], [25, 32], [34, 45], [43, 14], [42, 43], [59, 47],
];

/** A rook. */
export const ROOK_MOBILITY: readonly Pair[] = [
  [-75, -96], [-46, -103], [-47, -68], [-46, -7], [-41, 14], [-30, 33], [-9, 28], [-27, 78],
  [11, 94], [12, 65], [10, 93], [13, 85], [53, 92], [16, 49], [21, 76],
];

/** A queen. */
export const QUEEN_MOBILITY: readonly Pair[] = [
  [-66, -47], [-69, -49], [-71, -67], [-60, -99], [-33, -48], [-39, -37], [-43, -33], [-31, -71],
  [-20, -39], [-19, -17], [-3, 0], [5, 22], [6, 12], [10, 4], [26, 55], [-9, 60],
  [31, 60], [41, 74], [21, 61], [27, 65], [35, 96], [31, 91], [31, 64], [39, 102],
  [35, 75], [34, 86], [34, 76], [36, 84],
];

/** Two bishops or more. */
export const BISHOP_PAIR: Pair = [18, 42];

/** A rook on a file without own pawns: without any, and with pawns of theirs. */
export const ROOK_FILE: readonly Pair[] = [
  [13, 20], [62, 175],
];

/** A knight, bishop, rook, queen that their pawns attack. */
export const PAWN_THREAT: readonly Pair[] = [
  [-56, -80], [-35, -5], [-12, -67], [-16, -15],
];

/** By sixteenths of the strength of an attack on their king (ATTACK_PIECE and ATTACK_SQUARE in pieces.ts). */
export const ATTACK: readonly Pair[] = [
  [9, -44], [12, -13], [46, 40], [110, 112], [173, 108], [252, 110], [371, 178], [495, 243],
  [500, 249], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250], [500, 250],
  [500, 250],
];

/** A pawn without pawns of theirs ahead, on its file or beside it; by its rank. */
export const PASSED: readonly Pair[] = [
  [0, 0], [-19, -23], [-43, 27], [-17, 39], [-9, 80], [31, 138], [121, 184], [0, 0],
];

/** A pawn that has no free square ahead; by its rank. */
export const BLOCKED: readonly Pair[] = [
  [0, 0], [-39, 91], [-14, 87], [-5, 48], [-31, -15], [-95, -125], [-203, -345], [0, 0],
];

/** A pawn that has an own one ahead on its file. */
export const DOUBLED: Pair = [-51, -173];

/** A passed pawn, by the steps of its own king to the square ahead. */
export const KING_NEAR_OWN: readonly Pair[] = [
  [-5, 20], [-2, 7], [-12, 44], [0, 23], [0, 24], [19, 20], [-39, 38], [-83, 3],
];

/** And by the steps of their king. */
export const KING_NEAR_THEIRS: readonly Pair[] = [
  [21, -76], [47, 34], [14, 25], [-38, 52], [-61, 40], [-63, 50], [-18, 50], [-23, 5],
];

/** A pawn that can step to its last rank and would attack their king there: as a knight, as a queen. */
export const PROMOTION_CHECK: readonly Pair[] = [
  [43, 68], [99, 182],
];

/** By the number of pushes that the side has: who has few will soon have to make a bad one. */
export const PUSHES: readonly Pair[] = [
  [-54, 126], [-146, -150], [-163, -238], [-97, -154], [-22, -1], [-11, 17], [18, 17], [29, 15],
  [75, 7],
];

/** Their rook, bishop or queen looks at the king through one own pawn: a push opens the line. */
export const OPENABLE_LINE: Pair = [-46, -14];

/** The same through one of their pawns, which must not be pushed. */
export const FROZEN_LINE: Pair = [-17, -47];

/** An own pawn on one of the three squares in front of the king. */
export const PAWN_BEFORE_KING: Pair = [-8, -20];

/** A castling right kept. */
export const RIGHT: Pair = [24, 27];

/** By the number of squares beside the king, not their own, that nothing attacks. */
export const ESCAPES: readonly Pair[] = [
  [-43, 13], [-12, 12], [6, -10], [9, 27], [13, 11], [20, 7], [3, 7], [-3, -23],
  [7, -44],
];

/** Safe checks that they can give: one, two, three by knights, then by bishops, by rooks, by queens. */
export const CHECKS: readonly Pair[] = [
  [-103, -75], [-47, -36], [-1, 0], [-63, -74], [-22, -12], [0, 0], [-102, -92], [-37, -89],
  [-11, -30], [-91, -84], [-51, -143], [-60, -147],
];

/** Being to move. */
export const TEMPO: Pair = [48, 60];
