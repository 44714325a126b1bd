/**
 * `npm run bench`: how long the parts of the engine take, on the code as it is bundled.
 *
 * One position serves all tasks, since V8 makes the best code for a position only while there is one of them; what
 * a task returns is summed up, so that no work can be optimised away.
 */
import { Bench, type TaskResult } from 'tinybench';
import { createEvaluator } from '../src/evaluate/evaluate.ts';
import { attackTables, bishopIndex, rookIndex } from '../src/rules/attacks.ts';
import { KEY_HIGH, KEY_LOW, OCCUPIED } from '../src/rules/board.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { createPerft, type PerftMode } from '../src/rules/perft.ts';
import { mover } from '../src/rules/position.ts';
import { createTable, tableBytes } from '../src/search/table.ts';
import { MIDDLEGAME, START, setUp } from './positions.ts';

const position = setUp(START);
const { words } = position;
const perft = createPerft(position);
const evaluator = createEvaluator(position);
const tables = attackTables();
const table = createTable(new SharedArrayBuffer(tableBytes(16)));
/** What one call of a task counts for, by its name. */
const units = new Map<string, { count: number; unit: string }>();
let sink = 0;

const bench = new Bench({ time: 1000, warmupTime: 500 });

function task(name: string, fen: string, count: number, unit: string, work: () => number): void {
  units.set(name, { count, unit });
  bench.add(
    name,
    () => {
      sink = (sink + work()) | 0;
    },
    { beforeAll: () => void setUp(fen, position) },
  );
}

for (const [place, fen] of [
  ['start', START],
  ['middlegame', MIDDLEGAME],
] as const) {
  for (const mode of ['bulk', 'nested', 'single'] satisfies PerftMode[]) {
    const depth = mode === 'bulk' ? 3 : 2;
    setUp(fen, position);
    task(`perft ${mode} ${place}`, fen, perft.count(depth, 'bulk'), 'turns', () => perft.count(depth, mode));
  }
}

task('rook look-ups', MIDDLEGAME, 64, 'look-ups', () => {
  const low = words[OCCUPIED] | words[OCCUPIED + 2];
  const high = words[OCCUPIED + 1] | words[OCCUPIED + 3];
  let sum = 0;
  for (let s = 0; s < 64; s++)
    sum ^= tables.sliders[rookIndex(tables.places, tables.parameters, s, low, high)];
  return sum;
});
task('bishop look-ups', MIDDLEGAME, 64, 'look-ups', () => {
  const low = words[OCCUPIED] | words[OCCUPIED + 2];
  const high = words[OCCUPIED + 1] | words[OCCUPIED + 3];
  let sum = 0;
  for (let s = 0; s < 64; s++)
    sum ^= tables.sliders[bishopIndex(tables.places, tables.parameters, s, low, high)];
  return sum;
});

setUp(MIDDLEGAME, position);
const turns = Int32Array.from(legalTurns(position));
task('make and unmake', MIDDLEGAME, turns.length, 'turns', () => {
  const side = mover(position);
  let sum = 0;
  for (let i = 0; i < turns.length; i++) {
    side.makeTurn(turns[i]);
    sum ^= words[KEY_LOW];
    side.unmakeTurn(turns[i]);
  }
  return sum;
});
const moves = new Int32Array(256);
task('generate moves', MIDDLEGAME, 1, 'lists', () => mover(position).generateMoves(moves, 0));
task('evaluate', MIDDLEGAME, 1, 'positions', () => evaluator.evaluate());
task('evaluate, remembered', MIDDLEGAME, 1, 'positions', () => evaluator.evaluateAt(0));
task('evaluate, far above the window', MIDDLEGAME, 1, 'positions', () => evaluator.valueUpTo(0, -3000));

// Keys that step through the whole table: nearly every probe is a cache miss, as in a search.
const step = 0x9e3779b9 | 0;
let key = 0;
task('table probe and store', START, 1024, 'probes', () => {
  let hits = 0;
  for (let i = 0; i < 1024; i++) {
    key = (key + step) | 0;
    if (table.probe(key, words[KEY_HIGH] ^ key, 0)) hits++;
    else table.store(key, words[KEY_HIGH] ^ key, 0, 1, 1, 0, 0, 1);
  }
  return hits;
});

async function main(): Promise<void> {
  evaluator.reset(0);
  await bench.run();
  console.table(bench.tasks.map(({ name, result }) => row(name, result)));
  if (sink === 0.5) console.log(sink);
}

function row(name: string, result: Readonly<TaskResult>): Record<string, string> {
  const { count, unit } = units.get(name)!;
  if (result.state !== 'completed') throw new Error(`${name}: ${result.state}`);
  const nanoseconds = (1e6 * result.latency.p50) / count;
  return {
    task: name,
    'median ns': nanoseconds.toFixed(2),
    'million a second': (1e3 / nanoseconds).toFixed(2),
    of: unit,
    '± %': result.latency.rme.toFixed(1),
  };
}

void main();
