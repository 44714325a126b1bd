/**
 * The rules against another program: `node scripts/run.mjs scripts/differential.ts ORACLE COUNT SEED`.
 *
 * ORACLE is a program with the commands `random`, `children`, `batch` and `san` (one position a line, fields between
 * ` ; `). COUNT positions out of its random games, a third of each variant, are compared: the status, the list of
 * turns and their number counted by sets, the FEN after every turn; of one turn a position the status after it and its
 * SAN. Every difference is printed; one is enough to end with exit code 1.
 */
import { spawnSync } from 'node:child_process';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn } from '../src/rules/notation.ts';
import { type Ending, outcomeOf } from '../src/rules/outcome.ts';
import { createPosition, mover, type Position, playTurn, undoTurn } from '../src/rules/position.ts';
import { formatSan, parseSan } from '../src/rules/san.ts';
import { VARIANTS, type Variant } from '../src/rules/variants.ts';

/** Positions handed to the other program at a time. */
const CHUNK = 500;

const STATUS: Readonly<Record<Ending, string>> = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  'self-check': 'selfcheck',
  'winning choice': 'promotioncheck',
  'fifty moves': 'fifty',
  threefold: 'threefold',
  'insufficient material': 'insufficient',
};

const [oracle, countText = '21000', seedText = '1'] = process.argv.slice(2);
if (oracle === undefined || !/^\d+$/.test(countText) || !/^\d+$/.test(seedText)) {
  console.error('usage: node scripts/run.mjs scripts/differential.ts ORACLE [COUNT] [SEED]');
  process.exit(2);
}

const totals = {
  positions: 0,
  distinct: 0,
  pending: 0,
  finished: 0,
  turns: 0,
  statuses: 0,
  sans: 0,
  differences: 0,
};
const perVariant = Math.ceil(Number(countText) / VARIANTS.length);
for (const variant of VARIANTS) compareVariant(variant, perVariant, Number(seedText));
console.log(
  Object.entries(totals)
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);
process.exitCode = totals.differences === 0 ? 0 : 1;

function ask(args: readonly string[], input = ''): string[][] {
  const { stdout, stderr, status, error } = spawnSync(oracle!, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${oracle} ${args.join(' ')}: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ; '));
}

function compareVariant(variant: Variant, count: number, seed: number): void {
  const positions = ask(['random', variant.name, String(seed), String(count)]);
  totals.positions += positions.length;
  // Games begin alike: what comes again need not be compared again.
  const statuses = new Map(positions.map(([fen, , , status]) => [fen!, status!]));
  totals.distinct += statuses.size;
  const fens = [...statuses.keys()];
  for (let i = 0; i < fens.length; i += CHUNK) compareChunk(variant, fens.slice(i, i + CHUNK), statuses);
}

function compareChunk(
  variant: Variant,
  fens: readonly string[],
  statuses: ReadonlyMap<string, string>,
): void {
  const children = new Map<string, Map<string, string>>(fens.map((fen) => [fen, new Map()]));
  for (const [fen, turn, after] of ask(['children', variant.name], `${fens.join('\n')}\n`)) {
    children.get(fen!)!.set(turn!, after!);
  }
  const position = createPosition();
  const samples: { fen: string; turn: string; after: string; status: string }[] = [];
  for (const [index, fen] of fens.entries()) {
    const parsed = parseFen(fen, variant, position);
    if (!parsed.ok) {
      differ(variant, fen, 'FEN', parsed.error, 'readable');
      continue;
    }
    compare(variant, fen, 'FEN', formatFen(position), fen);
    compare(variant, fen, 'status', statusOf(position), statuses.get(fen)!);
    const wanted = children.get(fen)!;
    compareTurns(variant, fen, position, wanted);
    totals.turns += wanted.size;
    if (wanted.size === 0) totals.finished++;
    else samples.push(sample(variant, fen, position, wanted, index));
    if (mover(position).pendingPawn() >= 0) totals.pending++;
  }
  const answers = ask(['batch', variant.name], `${samples.map(({ after }) => after).join('\n')}\n`);
  for (const [i, { fen, turn, status }] of samples.entries()) {
    // Read from its FEN, a game won by a choice looks like any other whose king can be taken.
    const theirs = answers[i]![3]!;
    compare(variant, fen, `status after ${turn}`, status === 'promotioncheck' ? 'selfcheck' : status, theirs);
    totals.statuses++;
  }
}

/** Every turn and the position after it; nothing but the first difference of a kind is printed. */
function compareTurns(
  variant: Variant,
  fen: string,
  position: Position,
  wanted: ReadonlyMap<string, string>,
): void {
  const turns = legalTurns(position);
  const texts = turns.map((turn) => formatTurn(position, turn));
  const mine = new Set(texts);
  compare(variant, fen, 'turns twice', String(texts.length - mine.size), '0');
  compare(variant, fen, 'missing turns', [...wanted.keys()].filter((text) => !mine.has(text)).join(' '), '');
  compare(variant, fen, 'turns too many', texts.filter((text) => !wanted.has(text)).join(' '), '');
  if (!mover(position).attacksKing()) {
    compare(variant, fen, 'countTurns', String(mover(position).countTurns()), String(wanted.size));
  }
  for (const [i, turn] of turns.entries()) {
    playTurn(position, turn);
    compare(variant, fen, `FEN after ${texts[i]}`, formatFen(position), wanted.get(texts[i]!) ?? 'illegal');
    undoTurn(position);
  }
  compare(variant, fen, 'FEN after taking back', formatFen(position), fen);
}

/** One turn of a position: its status here, its SAN on both sides. */
function sample(
  variant: Variant,
  fen: string,
  position: Position,
  wanted: ReadonlyMap<string, string>,
  index: number,
): { fen: string; turn: string; after: string; status: string } {
  const turns = legalTurns(position).filter((turn) => wanted.has(formatTurn(position, turn)));
  const turn = turns[(index * 7919) % turns.length]!;
  const text = formatTurn(position, turn);
  const san = formatSan(position, turn);
  compare(variant, fen, `SAN of ${text}`, san, ask(['san', variant.name, fen, text])[0]![0]!);
  const back = parseSan(position, san);
  compare(variant, fen, `turn of ${san}`, back.ok ? formatTurn(position, back.value) : back.error, text);
  totals.sans++;
  playTurn(position, turn);
  const status = statusOf(position);
  undoTurn(position);
  return { fen, turn: text, after: wanted.get(text)!, status };
}

function statusOf(position: Position): string {
  const { ending } = outcomeOf(position);
  return ending === undefined ? 'ongoing' : STATUS[ending];
}

function compare(variant: Variant, fen: string, what: string, mine: string, theirs: string): void {
  if (mine !== theirs) differ(variant, fen, what, mine, theirs);
}

function differ(variant: Variant, fen: string, what: string, mine: string, theirs: string): void {
  totals.differences++;
  console.log(`${variant.name}\t${fen}\t${what}: ${mine}, not ${theirs}`);
}
