/**
 * Harvests puzzles from quick games of the engine against itself: `node scripts/run.mjs scripts/harvest-puzzles.ts
 * MATES TRAPS [SEED]` writes the files MATES (forced wins in 1 to 4) and TRAPS.
 *
 * Every line is proved by brute force (solver.ts): the solutions given are all that there are. A trap is a position
 * where the game's own rules decide:
 *
 *     choice-1      a winning choice is on the board
 *     choice-2      a forced win in 2 that some answers meet with a winning choice
 *     forced-push   a forced win in 2: whatever is answered, its push gives a winning choice
 *     self-check    a win in 1 by leaving nothing but self-checks
 *     own-push      a mating move that one's own push may undo: only some pushes keep the mate
 *     escape        most turns lose at once; the solutions are those after which the opponent has no win in 1
 */
import { writeFileSync } from 'node:fs';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn } from '../src/rules/notation.ts';
import { outcomeOf } from '../src/rules/outcome.ts';
import { createPosition, mover, playTurn } from '../src/rules/position.ts';
import { CHOICE, type Turn, turnKind, turnMove } from '../src/rules/turn.ts';
import { VARIANTS } from '../src/rules/variants.ts';
import { CONTROL_WORDS, MAX_PLY } from '../src/search/limits.ts';
import { createSearch } from '../src/search/search.ts';
import { createTable, tableBytes } from '../src/search/table.ts';
import { createSolver, leavesOnlySelfChecks, shareOfGivenChoices, TooLong } from './solver.ts';

const NODES = 300;
/** Positions of a game, counted from its end, that are looked at. */
const LAST = 8;
/** Turns that one proof may take. */
const BUDGET = 20_000_000;
const WANTED_MATES = [110, 110, 90, 40];
const WANTED_TRAPS: Record<string, number> = {
  'choice-1': 15,
  'choice-2': 25,
  'forced-push': 15,
  'self-check': 25,
  'own-push': 25,
  escape: 25,
};

const [matesFile, trapsFile, seedText = '1'] = process.argv.slice(2);
if (matesFile === undefined || trapsFile === undefined) throw new Error('usage: MATES TRAPS [SEED]');

let state = Number(seedText) >>> 0;
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

const position = createPosition();
const table = createTable(new SharedArrayBuffer(tableBytes(4)));
const search = createSearch(position, table, new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS)));
const solver = createSolver(position, BUDGET);
const limits = {
  depth: MAX_PLY - 1,
  nodes: NODES,
  mate: 0,
  softMs: Number.POSITIVE_INFINITY,
  hardMs: Number.POSITIVE_INFINITY,
  start: 0,
  multiPv: 1,
  searchTurns: undefined,
  now: () => 0,
};

const mates: string[][] = [[], [], [], []];
const traps = new Map<string, string[]>(Object.keys(WANTED_TRAPS).map((kind) => [kind, []]));

/** Plays one game; returns the FENs of its last positions. */
function playGame(number: number): string[] {
  const variant = VARIANTS[number % VARIANTS.length];
  const start = parseFen(variant.startFen, variant, position);
  if (!start.ok) throw new Error(start.error);
  search.newGame();
  const fens: string[] = [];
  const randomTurns = 4 + Math.floor(random() * 5);
  for (let ply = 0; outcomeOf(position).ending === undefined && ply < 300; ply++) {
    fens.push(formatFen(position));
    const turns = legalTurns(position);
    const turn =
      ply < randomTurns ? turns[Math.floor(random() * turns.length)] : search.run(limits, () => {}).best;
    playTurn(position, turn);
  }
  return fens.slice(-LAST);
}

function solutions(turns: readonly Turn[]): string {
  return turns
    .map((turn) => formatTurn(position, turn))
    .sort()
    .join(' ');
}

function keep(lines: string[], wanted: number, fen: string, ...fields: string[]): boolean {
  if (lines.length >= wanted) return false;
  lines.push([position.variant.name, fen, ...fields].join('\t'));
  return true;
}

/** The kind of trap that a position with these winning turns is; undefined if it is none. */
function trapKind(n: number, turns: readonly Turn[], all: readonly Turn[]): string | undefined {
  if (n === 1) {
    if (turns.every((turn) => turnKind(turn) === CHOICE)) return 'choice-1';
    if (turns.every((turn) => leavesOnlySelfChecks(position, turn))) return 'self-check';
    const undone = all.some(
      (turn) => !turns.includes(turn) && turns.some((t) => turnMove(t) === turnMove(turn)),
    );
    return undone ? 'own-push' : undefined;
  }
  if (n !== 2) return undefined;
  const shares = turns.map((turn) => shareOfGivenChoices(position, turn));
  if (shares.every((share) => share === 1)) return 'forced-push';
  return shares.some((share) => share > 0) ? 'choice-2' : undefined;
}

/** Looks at the position `before` turns before the end of its game; at most one puzzle comes of it. */
function look(fen: string, before: number): boolean {
  const parsed = parseFen(fen, position.variant, position);
  if (!parsed.ok) throw new Error(parsed.error);
  const all = legalTurns(position);
  // The game was won in so many turns if its winner is to move here: there is hardly a shorter win to look for.
  const most = Math.min(
    before % 2 === 1 ? (before + 1) / 2 : 1,
    all.length < 25 ? 4 : all.length < 100 ? 3 : 2,
  );
  const { n, turns } = solver.solve(most);
  if (n > 0) {
    const kind = trapKind(n, turns, all);
    if (kind !== undefined && keep(traps.get(kind)!, WANTED_TRAPS[kind], fen, kind, solutions(turns)))
      return true;
    return keep(mates[n - 1], WANTED_MATES[n - 1], fen, String(n), solutions(turns));
  }
  if (all.length < 10 || traps.get('escape')!.length >= WANTED_TRAPS.escape || mover(position).inCheck())
    return false;
  const safe = solver.safeTurns(1);
  if (safe.length === 0 || safe.length > all.length * 0.25) return false;
  return keep(traps.get('escape')!, WANTED_TRAPS.escape, fen, 'escape', solutions(safe));
}

function missing(): boolean {
  return (
    mates.some((lines, i) => lines.length < WANTED_MATES[i]) ||
    [...traps].some(([kind, lines]) => lines.length < WANTED_TRAPS[kind])
  );
}

const started = Date.now();
let games = 0;
while (missing() && Date.now() - started < 10 * 60_000) {
  const fens = playGame(games++);
  // A few positions of a game, apart from each other, so that the puzzles differ.
  let last = -2;
  fens.forEach((fen, i) => {
    if (i - last < 2) return;
    try {
      if (look(fen, fens.length - i)) last = i;
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
    }
  });
  if (games % 50 === 0) {
    const counts = [
      ...mates.map((lines) => lines.length),
      ...[...traps].map(([kind, lines]) => `${kind} ${lines.length}`),
    ];
    console.log(`${games} games: mates and traps ${counts.join(', ')}`);
  }
}

const command = `scripts/harvest-puzzles.ts, seed ${seedText}, ${games} games at ${NODES} nodes a turn`;
writeFileSync(
  matesFile,
  [
    `# Forced wins: variant, FEN, N (the least number of own turns), all first turns that win in N. Proved by brute force.`,
    `# ${command}`,
    ...mates.flat(),
    '',
  ].join('\n'),
);
writeFileSync(
  trapsFile,
  [
    '# Traps: variant, FEN, kind (they stand in the script), the turns that are right. Proved by brute force.',
    `# ${command}`,
    ...[...traps.values()].flat(),
    '',
  ].join('\n'),
);
