/** Counts perft in the bundled form of the rules: reads a list of jobs (JSON) from stdin, prints one count a line. */
import { readFileSync } from 'node:fs';
import { parseFen } from '../src/rules/fen.ts';
import { createPerft, type PerftMode } from '../src/rules/perft.ts';
import { createPosition } from '../src/rules/position.ts';
import { variantOf } from '../src/rules/variants.ts';

export interface PerftJob {
  readonly variant: string;
  readonly fen: string;
  readonly depth: number;
  readonly mode: PerftMode;
}

const jobs = JSON.parse(readFileSync(0, 'utf8')) as PerftJob[];
const position = createPosition();
const perft = createPerft(position);
for (const { variant, fen, depth, mode } of jobs) {
  const parsed = parseFen(fen, variantOf(variant)!, position);
  if (!parsed.ok) throw new Error(parsed.error);
  console.log(perft.count(depth, mode));
}
