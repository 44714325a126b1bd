/** The learnt weights: their names, how many pairs each has, what they mean, and all of them in one row. */
import * as present from '../../src/evaluate/weights.ts';

export interface Group {
  readonly name: string;
  readonly caption: string;
  /** Pairs. `single`: one pair that is not in a list. `board`: half a board, four a line. */
  readonly size: number;
  readonly form: 'single' | 'list' | 'board';
  /** The first pair's place among all. */
  readonly at: number;
}

const FORMS: readonly (readonly [name: string, size: number, form: Group['form'], caption: string])[] = [
  ['PAWN_SQUARES', 32, 'board', 'A pawn; on the last rank it awaits its choice.'],
  ['KNIGHT_SQUARES', 32, 'board', 'A knight.'],
  ['BISHOP_SQUARES', 32, 'board', 'A bishop.'],
  ['ROOK_SQUARES', 32, 'board', 'A rook.'],
  ['QUEEN_SQUARES', 32, 'board', 'A queen.'],
  ['KING_SQUARES', 32, 'board', 'The king.'],
  [
    'KNIGHT_MOBILITY',
    9,
    'list',
    'By the number of squares that a knight attacks and neither an own man nor their pawns cover.',
  ],
  ['BISHOP_MOBILITY', 14, 'list', 'A bishop likewise.'],
  ['ROOK_MOBILITY', 15, 'list', 'A rook.'],
  ['QUEEN_MOBILITY', 28, 'list', 'A queen.'],
  ['BISHOP_PAIR', 1, 'single', 'Two bishops or more.'],
  ['ROOK_FILE', 2, 'list', 'A rook on a file without own pawns: without any, and with pawns of theirs.'],
  ['PAWN_THREAT', 4, 'list', 'A knight, bishop, rook, queen that their pawns attack.'],
  [
    'ATTACK',
    17,
    'list',
    'By sixteenths of the strength of an attack on their king (ATTACK_PIECE and ATTACK_SQUARE in pieces.ts).',
  ],
  ['PASSED', 8, 'list', 'A pawn without pawns of theirs ahead, on its file or beside it; by its rank.'],
  ['BLOCKED', 8, 'list', 'A pawn that has no free square ahead; by its rank.'],
  ['DOUBLED', 1, 'single', 'A pawn that has an own one ahead on its file.'],
  ['KING_NEAR_OWN', 8, 'list', 'A passed pawn, by the steps of its own king to the square ahead.'],
  ['KING_NEAR_THEIRS', 8, 'list', 'And by the steps of their king.'],
  [
    'PROMOTION_CHECK',
    2,
    'list',
    'A pawn that can step to its last rank and would attack their king there: as a knight, as a queen.',
  ],
  [
    'PUSHES',
    9,
    'list',
    'By the number of pushes that the side has: who has few will soon have to make a bad one.',
  ],
  [
    'OPENABLE_LINE',
    1,
    'single',
    'Their rook, bishop or queen looks at the king through one own pawn: a push opens the line.',
  ],
  ['FROZEN_LINE', 1, 'single', 'The same through one of their pawns, which must not be pushed.'],
  ['PAWN_BEFORE_KING', 1, 'single', 'An own pawn on one of the three squares in front of the king.'],
  ['RIGHT', 1, 'single', 'A castling right kept.'],
  ['ESCAPES', 9, 'list', 'By the number of squares beside the king, not their own, that nothing attacks.'],
  [
    'CHECKS',
    12,
    'list',
    'Safe checks that they can give: one, two, three by knights, then by bishops, by rooks, by queens.',
  ],
  ['TEMPO', 1, 'single', 'Being to move.'],
];

export const GROUPS: readonly Group[] = FORMS.map(([name, size, form, caption], i) => {
  const at = FORMS.slice(0, i).reduce((sum, [, before]) => sum + before, 0);
  return { name, size, form, caption, at };
});

/** How many pairs there are. */
export const PAIRS = GROUPS.reduce((sum, { size }) => sum + size, 0);

export function groupAt(name: string): number {
  const group = GROUPS.find((one) => one.name === name);
  if (group === undefined) throw new Error(`no weights are called ${name}`);
  return group.at;
}

/** The weights of src/evaluate/weights.ts in one row: full, bare, full, bare, … in the order of GROUPS. */
export function presentWeights(): Float64Array {
  const byName: Readonly<Record<string, unknown>> = present;
  const row = GROUPS.flatMap(({ name, size, form }) => {
    const pairs = (form === 'single' ? [byName[name]] : byName[name]) as readonly present.Pair[];
    if (pairs.length !== size) throw new Error(`${name}: ${pairs.length} pairs, not ${size}`);
    return pairs.flat();
  });
  return Float64Array.from(row);
}
