/** Writes the generated files of src/evaluate: weights.ts and sketch-weights.ts. */
import { GROUPS, type Group } from './schema.ts';

/** The text of the file; `remarks` say where the numbers come from, line by line. */
export function weightsText(weights: Float64Array, remarks: readonly string[]): string {
  const groups = GROUPS.map((group) => groupText(group, weights));
  return [...HEAD, ...remarks.map((line) => ` * ${line}`.trimEnd()), ...TAIL, groups.join('\n')].join('\n');
}

/** The text of the sketch's file: its boards and what being to move is worth, in one row of pairs. */
export function sketchText(weights: Float64Array, remarks: readonly string[]): string {
  const groups = SKETCH_NAMES.map((name, i) => {
    const form = i < SKETCH_BOARDS ? 'board' : 'single';
    return groupText({ name, caption: '', size: form === 'board' ? 32 : 1, form, at: 32 * i }, weights);
  });
  const head = [...SKETCH_HEAD, ...remarks.map((line) => ` * ${line}`), ' */', ''];
  return [...head, "import type { Pair } from './weights.ts';", '', groups.join('\n')].join('\n');
}

function groupText({ name, caption, size, form, at }: Group, weights: Float64Array): string {
  const pair = (i: number) => `[${Math.round(weights[2 * i])}, ${Math.round(weights[2 * i + 1])}]`;
  const pairs = Array.from({ length: size }, (_, i) => pair(at + i));
  const head = `${caption === '' ? '' : `/** ${caption} */\n`}export const ${name}`;
  if (form === 'single') return `${head}: Pair = ${pairs[0]};\n`;
  return `${head}: readonly Pair[] = [\n${rows(pairs, form === 'board' ? 4 : 8)}];\n`;
}

function rows(pairs: readonly string[], width: number): string {
  const lines = [];
  for (let i = 0; i < pairs.length; i += width) lines.push(`  ${pairs.slice(i, i + width).join(', ')},\n`);
  return lines.join('');
}

const HEAD = [
  '/**',
  ' * Every learnt number of the evaluation, in centipawns: a generated file, not to be edited.',
  ' *',
];

const TAIL = [
  ' *',
  ' * A pair is [with sixteen pawns on the board, without any]; what is meant in between lies in proportion to the pawns',
  ' * left, because in this game it is they that change it. Boards are half boards for White, a-file to d-file, the last',
  ' * rank first; the other half is its mirror image. Material is in the squares.',
  ' */',
  '',
  'export type Pair = readonly [number, number];',
  '',
];

const SKETCH_NAMES = ['PAWNS', 'KNIGHTS', 'BISHOPS', 'ROOKS', 'QUEENS', 'KINGS', 'TO_MOVE'];
const SKETCH_BOARDS = 6;

const SKETCH_HEAD = [
  '/**',
  " * What the piece-square sums have to be so that they and the pawns' terms come as near as they can to the whole",
  ' * evaluation: a generated file, not to be edited, laid out like weights.ts and to be made anew with it.',
  ' *',
  ' * Made by scripts/fit-sketch.ts from games that scripts/datagen.ts made:',
];
