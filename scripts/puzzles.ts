/**
 * Which puzzles does the search solve? `node scripts/run.mjs scripts/puzzles.ts FILE NODES [KIND …]` reads a table of
 * puzzles (variant, FEN, kind, the right turns), gives each NODES nodes with an empty table, and prints the puzzles that
 * fail and a line `KIND SOLVED/ALL` for each kind. Kinds are compared as texts: the N of a forced win, or a trap's name.
 */
import { readFileSync } from 'node:fs';
import { parseFen } from '../src/rules/fen.ts';
import { formatTurn } from '../src/rules/notation.ts';
import { createPosition } from '../src/rules/position.ts';
import { variantOf } from '../src/rules/variants.ts';
import { CONTROL_WORDS, MAX_PLY } from '../src/search/limits.ts';
import { createSearch } from '../src/search/search.ts';
import { createTable, tableBytes } from '../src/search/table.ts';

const [file, nodesText, ...kinds] = process.argv.slice(2);
if (file === undefined || !(Number(nodesText) > 0)) {
  console.error('usage: puzzles.ts FILE NODES [KIND …]');
  process.exit(2);
}
const position = createPosition();
const table = createTable(new SharedArrayBuffer(tableBytes(16)));
const search = createSearch(position, table, new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS)));
const limits = {
  depth: MAX_PLY - 1,
  nodes: Number(nodesText),
  mate: 0,
  softMs: Number.POSITIVE_INFINITY,
  hardMs: Number.POSITIVE_INFINITY,
  start: 0,
  multiPv: 1,
  searchTurns: undefined,
  now: () => 0,
};

function isSolved(variantName: string, fen: string, right: readonly string[]): boolean {
  const variant = variantOf(variantName);
  if (variant === undefined) throw new Error(`unknown variant ${variantName}`);
  const parsed = parseFen(fen, variant, position);
  if (!parsed.ok) throw new Error(parsed.error);
  search.newGame();
  const found = formatTurn(position, search.run(limits, () => {}).best);
  if (right.includes(found)) return true;
  console.log(`failed: ${variantName}\t${fen}\t${found} instead of ${right.join(' ')}`);
  return false;
}

const tally = new Map<string, { solved: number; all: number }>();
for (const line of readFileSync(file, 'utf8').split('\n')) {
  if (line === '' || line.startsWith('#')) continue;
  const [variant, fen, kind, right] = line.split('\t');
  if (kinds.length > 0 && !kinds.includes(kind)) continue;
  const count = tally.get(kind) ?? { solved: 0, all: 0 };
  tally.set(kind, count);
  count.all++;
  if (isSolved(variant, fen, right.split(' '))) count.solved++;
}
for (const [kind, { solved, all }] of tally) console.log(`${kind} ${solved}/${all}`);
