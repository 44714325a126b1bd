/** Reads the tables of test/data: fields between tabs, lines that begin with `#` are comments. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { START_FENS } from './referee.ts';

/** The lines of a table, `startpos` in the second field replaced by the start position of the variant in the first. */
export function readTable(name: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, 'data', name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([variant, fen, ...rest]) => [variant!, fen === 'startpos' ? START_FENS[variant!]! : fen!, ...rest]);
}

export interface PerftRow {
  readonly variant: string;
  readonly fen: string;
  readonly depth: number;
  readonly turns: number;
  readonly theme: string;
}

export function readPerftTable(): PerftRow[] {
  return readTable('perft.tsv').map(([variant, fen, depth, turns, theme]) => ({
    variant: variant!,
    fen: fen!,
    depth: Number(depth),
    turns: Number(turns),
    theme: theme!,
  }));
}
