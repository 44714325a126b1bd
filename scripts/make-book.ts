/**
 * Makes a book of balanced openings with the engine itself:
 *
 *     node scripts/run.mjs scripts/make-book.ts VARIANT [count=512] [seed=1] [nodes=10000] [engine=dist/serac]
 *
 * From the start position some turns are drawn by lot among those that the engine likes nearly as well as its best;
 * what comes out is searched more deeply and kept if the score is within 60 centipawns, nothing is pending or decided,
 * and neither the position nor its mirror image is there already. Everything is searched to a fixed number of nodes
 * from an empty table, so that the same engine and seed give the same book. Written to src/match/books/VARIANT.epd.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { completeEngine } from '../src/match/engine-words.ts';
import { parseInfo } from '../src/match/info.ts';
import { EngineProcess } from '../src/match/process.ts';
import { createRandom, type Random } from '../src/match/random.ts';
import { startReaper } from '../src/match/reaper.ts';
import { UciClient } from '../src/match/uci-client.ts';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { parseTurn } from '../src/rules/notation.ts';
import { hasWinningChoice, outcomeOf } from '../src/rules/outcome.ts';
import { keyText, mover, type Position, playTurn } from '../src/rules/position.ts';
import { type Variant, variantOf } from '../src/rules/variants.ts';

/** A position is balanced if its score is no further from 0, in centipawns. */
const BALANCED = 60;
/** How many turns an opening has. */
const SHORTEST = 4;
const LONGEST = 7;
/** For drawing turns: how many are ranked, how much worse than the best they may be, how many nodes that costs. */
const RANKED = 24;
const CLOSE = 45;
const RANKING_NODES = 2500;
/** No two turns from the start may be the beginning of more than this share of the book. */
const LARGEST_SHARE = 1 / 16;

interface Ranked {
  readonly turn: string;
  readonly score: number;
}

const [variantName = '', ...settings] = process.argv.slice(2);
const setting = (key: string, otherwise: string) =>
  settings.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? otherwise;
const count = Number(setting('count', '512'));
const nodes = Number(setting('nodes', '10000'));
const command = resolve(setting('engine', 'dist/serac'));

async function main(variant: Variant): Promise<void> {
  const engine = await startEngine(variant);
  const random = createRandom(Number(setting('seed', '1')));
  const rank = createRanking(engine);
  const book = new Map<string, string>();
  const beginnings = new Map<string, number>();
  let tried = 0;
  for (; book.size < count; tried++) {
    const turns = await drawTurns(variant, random, rank);
    const beginning = turns.slice(0, 2).join(' ');
    if ((beginnings.get(beginning) ?? 0) >= Math.max(2, count * LARGEST_SHARE)) continue;
    const position = positionAfter(variant, turns);
    if (!isOpen(position) || book.has(keyOf(position))) continue;
    const score = await searchDeeply(engine, position);
    if (score === undefined || Math.abs(score) > BALANCED) continue;
    book.set(keyOf(position), `${formatFen(position).split(' ').slice(0, 4).join(' ')} ce ${score};`);
    beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
    if (book.size % 32 === 0) console.log(`${variant.name}: ${book.size} of ${tried + 1} tried`);
  }
  await engine.quit();
  const file = resolve('src/match/books', `${variant.name}.epd`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${[...book.values()].sort().join('\n')}\n`);
  console.log(`${file}: ${book.size} openings of ${tried} tried`);
}

async function startEngine(variant: Variant): Promise<UciClient> {
  const settings = completeEngine({}, { command });
  const client = new UciClient(settings, (events) => new EngineProcess(settings, events, startReaper()));
  const fault = await client.handshake();
  if (fault !== undefined) throw new Error(`${command} ${fault.kind}: ${fault.detail}`);
  client.setOption('UCI_Variant', variant.name);
  client.setOption('Hash', '4');
  return client;
}

/** Runs a search from scratch and returns its info lines. */
async function search(engine: UciClient, place: string, limit: number, lines: number): Promise<string[]> {
  const infos: string[] = [];
  engine.setOption('MultiPV', String(lines));
  await engine.newGame();
  engine.events.log = (sign, line) => {
    if (sign === '<' && line.startsWith('info ') && line.includes(' pv ')) infos.push(line);
  };
  const reply = await engine.go(place, `go nodes ${limit}`, Number.POSITIVE_INFINITY);
  delete engine.events.log;
  if ('fault' in reply) throw new Error(`${command} ${reply.fault.kind}: ${reply.fault.detail}`);
  return infos;
}

/** The turns that are nearly as good as the best, by the last depth that ranked them all. */
function createRanking(engine: UciClient): (position: Position) => Promise<Ranked[]> {
  const known = new Map<string, Ranked[]>();
  return async (position) => {
    const key = keyText(position);
    let ranked = known.get(key);
    if (ranked === undefined) {
      const infos = await search(engine, `position fen ${formatFen(position)}`, RANKING_NODES, RANKED);
      ranked = lastComplete(infos);
      known.set(key, ranked);
    }
    return ranked;
  };
}

function lastComplete(infos: readonly string[]): Ranked[] {
  const byTurn = new Map<string, Ranked & { depth: number }>();
  for (const line of infos) {
    const info = parseInfo(line);
    const [turn] = info.pv;
    if (turn === undefined || info.score === undefined) continue;
    byTurn.set(turn, { turn, score: info.score, depth: info.depth ?? 0 });
  }
  const depths = [...byTurn.values()].map(({ depth }) => depth);
  const deepest = Math.max(...depths);
  // A last depth that was broken off ranks only some.
  const depth = depths.filter((d) => d === deepest).length >= 4 ? deepest : deepest - 1;
  const ranked = [...byTurn.values()].filter((one) => one.depth === depth);
  const best = Math.max(...ranked.map(({ score }) => score));
  return ranked.filter(({ score }) => score >= best - CLOSE).sort((a, b) => (a.turn < b.turn ? -1 : 1));
}

async function drawTurns(
  variant: Variant,
  random: Random,
  rank: (position: Position) => Promise<Ranked[]>,
): Promise<string[]> {
  const turns: string[] = [];
  const length = SHORTEST + random.next(LONGEST - SHORTEST + 1);
  const position = positionAfter(variant, []);
  while (turns.length < length && isOpen(position)) {
    const ranked = await rank(position);
    if (ranked.length === 0) break;
    const { turn } = ranked[random.next(ranked.length)]!;
    turns.push(turn);
    play(position, turn);
  }
  return turns;
}

function positionAfter(variant: Variant, turns: readonly string[]): Position {
  const position = parseFen(variant.startFen, variant);
  if (!position.ok) throw new Error(position.error);
  for (const turn of turns) play(position.value, turn);
  return position.value;
}

function play(position: Position, text: string): void {
  const turn = parseTurn(position, text);
  if (!turn.ok) throw new Error(turn.error);
  playTurn(position, turn.value);
}

/** Nothing decided, no promotion choice due. */
function isOpen(position: Position): boolean {
  if (outcomeOf(position).ending !== undefined || hasWinningChoice(position)) return false;
  return mover(position).pendingPawn() < 0;
}

/** The same for a position and its mirror image with the colours exchanged. */
function keyOf(position: Position): string {
  const fen = formatFen(position);
  const [board = '', side, rights = '-'] = fen.split(' ');
  const mirrored = parseFen(
    `${swapCase(board.split('/').reverse().join('/'))} ${side === 'w' ? 'b' : 'w'} ${swapCase(rights)} - 0 1`,
    position.variant,
  );
  const own = keyText(position);
  const other = mirrored.ok ? keyText(mirrored.value) : own;
  return [own, other].sort()[0]!;
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

/** The score after a search that was long enough; undefined for a forced end. */
async function searchDeeply(engine: UciClient, position: Position): Promise<number | undefined> {
  const infos = await search(engine, `position fen ${formatFen(position)}`, nodes, 1);
  const last = infos.filter((line) => !line.includes('bound')).at(-1);
  const info = last === undefined ? undefined : parseInfo(last);
  return info?.mate === undefined ? info?.score : undefined;
}

const variant = variantOf(variantName);
if (variant === undefined) {
  console.error(
    'usage: node scripts/run.mjs scripts/make-book.ts VARIANT [count=512] [seed=1] [nodes=10000]',
  );
  process.exit(2);
}
void main(variant);
