/**
 * The search without pruning, reductions and quiescence against minimax on the referee, with positions of any width:
 * `node scripts/run.mjs scripts/minimax.ts [COUNT] [DEPTH] [SEED]`, 300 positions at depth 3 if nothing is said.
 *
 * The referee is slow and a position of the opening has four million lines of three turns, so that here the minimax
 * leaves out what cannot change the value. Every difference is printed; one is enough to end with exit code 1.
 */
import { parseFen } from '../src/rules/fen.ts';
import { outcomeOf } from '../src/rules/outcome.ts';
import { createPosition } from '../src/rules/position.ts';
import { VARIANTS } from '../src/rules/variants.ts';
import { createMinimax, plainSearch, randomGame, randomNumbers } from '../test/minimax.ts';
import { refereePosition } from '../test/referee.ts';

const [count = 300, depth = 3, seed = 1] = process.argv.slice(2).map(Number);
if (![count, depth, seed].every((number) => Number.isInteger(number) && number > 0)) {
  console.error('usage: node scripts/run.mjs scripts/minimax.ts [COUNT] [DEPTH] [SEED]');
  process.exit(2);
}
const minimax = createMinimax({ pruned: true });
const search = plainSearch();
const position = createPosition();
const random = randomNumbers(seed);
const started = Date.now();
let differences = 0;
for (let i = 0; i < count; ) {
  const variant = VARIANTS[i % VARIANTS.length];
  const fen = randomGame(random, variant.name);
  if (!parseFen(fen, variant, position).ok || outcomeOf(position).ending !== undefined) continue;
  i++;
  const found = search({ variant: variant.name, fen }, depth);
  const value = minimax.value(refereePosition(variant.name, fen), depth, found);
  if (found !== value) {
    differences++;
    console.log(`${variant.name} ${fen}: search ${found}, minimax ${value}`);
  }
  if (i % 10 === 0) console.error(`${i} positions, ${Math.round((Date.now() - started) / 1000)} s`);
}
console.log(`${count} positions at depth ${depth}, differences ${differences}`);
process.exitCode = differences === 0 ? 0 : 1;
