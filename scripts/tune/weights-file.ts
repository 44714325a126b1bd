/** Writes src/evaluate/weights.ts. */
import { GROUPS } from './schema.ts';

/** The text of the file; `remarks` say where the numbers come from, line by line. */
export function weightsText(weights: Float64Array, remarks: readonly string[]): string {
  const pair = (i: number) => `[${Math.round(weights[2 * i])}, ${Math.round(weights[2 * i + 1])}]`;
  const groups = GROUPS.map(({ name, size, form, caption, at }) => {
    const pairs = Array.from({ length: size }, (_, i) => pair(at + i));
    const head = `/** ${caption} */\nexport const ${name}`;
    if (form === 'single') return `${head}: Pair = ${pairs[0]};\n`;
    return `${head}: readonly Pair[] = [\n${rows(pairs, form === 'board' ? 4 : 8)}];\n`;
  });
  return [...HEAD, ...remarks.map((line) => ` * ${line}`.trimEnd()), ...TAIL, groups.join('\n')].join('\n');
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
