/** Openings: read from EPD or PGN, put in order by a seed, one for each place in the schedule. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatFen, parseFen } from '../rules/fen.ts';
import { formatTurn } from '../rules/notation.ts';
import { outcomeOf } from '../rules/outcome.ts';
import { pgnStart, readPgn } from '../rules/pgn.ts';
import { playTurn } from '../rules/position.ts';
import { type Variant, variantOf } from '../rules/variants.ts';
import { createRandom, shuffled } from './random.ts';
import type { OpeningSettings } from './settings.ts';
import { reasonOf, UsageError } from './usage.ts';

export interface Opening {
  readonly fen: string;
  /** Turns that are given, in the protocol's form. */
  readonly turns: readonly string[];
}

export interface OpeningBook {
  readonly count: number;
  /** What is in the file, so that a changed one is noticed. */
  readonly digest: string;
  /** The opening at a place of the schedule, from 0; the book begins anew (if random, reshuffled) at its end. */
  at(place: number): Opening;
}

/** Only the start position. */
export function startPositionBook(variant: Variant): OpeningBook {
  const opening = { fen: variant.startFen, turns: [] };
  return { count: 1, digest: 'none', at: () => opening };
}

/** The book of a variant that comes with the program. */
export function shippedBook(variant: Variant): string {
  return join(__dirname, 'books', `${variant.name}.epd`);
}

/** Throws a UsageError that names the file, and the line or game, if something is wrong with it. */
export function readBook(settings: OpeningSettings, variant: Variant, seed: number): OpeningBook {
  const file = settings.file === '' ? shippedBook(variant) : settings.file;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`openings ${file}: ${reasonOf(error)}`);
  }
  const openings =
    settings.format === 'epd'
      ? readEpd(text, file, variant)
      : readPgnBook(text, file, variant, settings.plies);
  if (openings.length === 0) throw new UsageError(`openings ${file}: there is none in it`);
  if (settings.start > openings.length) {
    throw new UsageError(`openings ${file}: start=${settings.start}, but there are only ${openings.length}`);
  }
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return arrange(openings, digest, settings, seed);
}

function arrange(openings: Opening[], digest: string, settings: OpeningSettings, seed: number): OpeningBook {
  const { length } = openings;
  const orders = new Map<number, number[]>();
  const orderOf = (cycle: number) => {
    let order = orders.get(cycle);
    if (order === undefined) {
      order = shuffled(length, createRandom(seed + cycle));
      orders.set(cycle, order);
    }
    return order;
  };
  const at = (place: number) => {
    const shifted = place + settings.start - 1;
    if (settings.order === 'sequential') return openings[shifted % length]!;
    return openings[orderOf(Math.floor(shifted / length))[shifted % length]!]!;
  };
  return { count: length, digest, at };
}

/** One FEN a line, with or without counters and EPD operators behind it. */
function readEpd(text: string, file: string, variant: Variant): Opening[] {
  const openings: Opening[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    const words = line.trim().split(/\s+/);
    const counters =
      /^\d+$/.test(words[4] ?? '') && /^\d+;?$/.test(words[5] ?? '') ? words.slice(4, 6) : ['0', '1'];
    const fen = [...words.slice(0, 4), ...counters].join(' ').replace(';', '');
    const position = parseFen(fen, variant);
    const where = `openings ${file}, line ${index + 1}`;
    if (!position.ok) throw new UsageError(`${where}: ${position.error}`);
    const { ending } = outcomeOf(position.value);
    if (ending !== undefined) throw new UsageError(`${where}: the game is over (${ending})`);
    openings.push({ fen: formatFen(position.value), turns: [] });
  });
  return openings;
}

function readPgnBook(text: string, file: string, variant: Variant, plies: number): Opening[] {
  const openings: Opening[] = [];
  for (const game of readPgn(text, { variations: false })) {
    const where = `openings ${file}, game ${openings.length + 1}`;
    const named = game.tags.get('Variant');
    if (named !== undefined && variantOf(named) !== variant) {
      throw new UsageError(`${where}: its Variant is "${named}", not ${variant.name}`);
    }
    game.tags.set('Variant', variant.name);
    if (game.error !== undefined)
      throw new UsageError(`${where}: ${game.error.message} (line ${game.error.line})`);
    const start = pgnStart(game);
    if (!start.ok) throw new UsageError(`${where}: ${start.error}`);
    const position = start.value;
    const fen = formatFen(position);
    const turns: string[] = [];
    for (const { turn } of game.line.turns) {
      if (plies > 0 && turns.length === plies) break;
      turns.push(formatTurn(position, turn));
      playTurn(position, turn);
    }
    const { ending } = outcomeOf(position);
    if (ending !== undefined) {
      throw new UsageError(`${where}: the game is over (${ending}); plies= takes only its beginning`);
    }
    openings.push({ fen, turns });
  }
  return openings;
}
