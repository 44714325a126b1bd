/** The options of `serac match`, as a table: how each is written, what it does, how it is read. */
import { resolve } from 'node:path';
import { VARIANTS, variantOf } from '../rules/variants.ts';
import { type completeEngine, readEngineWords } from './engine-words.ts';
import { SEED_LIMIT } from './random.ts';
import type { MatchSettings, OpeningSettings, Outputs } from './settings.ts';
import { readChoice, readNumber, readWhole, splitPair, suggestion, UsageError } from './usage.ts';

type EngineDraft = Parameters<typeof completeEngine>[1];

/** The settings as far as they have been read. */
export type Draft = {
  -readonly [K in keyof Omit<MatchSettings, 'engines' | 'outputs' | 'openings'>]?: MatchSettings[K];
} & {
  each?: EngineDraft;
  engineDrafts?: EngineDraft[];
  outputs?: { -readonly [K in keyof Outputs]?: Outputs[K] };
  openings?: OpeningSettings | 'none';
  state?: string;
  resume?: string;
  merge?: string[];
  display?: 'live' | 'plain';
};

export interface MatchWord {
  readonly usage: string;
  readonly help: string;
  /** How many words may follow it. */
  readonly least: number;
  readonly most: number;
  readonly read: (draft: Draft, words: readonly string[], option: string) => void;
}

/** An option with one value. */
function one(
  usage: string,
  help: string,
  read: (draft: Draft, value: string, option: string) => void,
): MatchWord {
  return { usage, help, least: 1, most: 1, read: (draft, words, option) => read(draft, words[0]!, option) };
}

function flag(help: string, read: (draft: Draft) => void): MatchWord {
  return { usage: '', help, least: 0, most: 0, read };
}

function many(usage: string, help: string, read: MatchWord['read'], least = 1): MatchWord {
  return { usage, help, least, most: 1000, read };
}

function output(key: keyof Outputs, help: string): MatchWord {
  return one('FILE', help, (draft, value, option) => {
    if (value === '') throw new UsageError(`${option}: the file name is empty`);
    draft.outputs = { ...draft.outputs, [key]: resolve(value.replace(/^file=/, '')) };
  });
}

/** `key=value` words by key; every key must be one of `keys`. */
function readPairs(words: readonly string[], option: string, keys: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const word of words) {
    const [key, value] = splitPair(word) ?? [word, undefined];
    if (!keys.includes(key)) {
      throw new UsageError(`${option}: unknown word "${word}"${suggestion(key, keys)}`);
    }
    if (value === undefined || value === '') throw new UsageError(`${option}: "${word}" needs a value`);
    pairs.set(key, value);
  }
  return pairs;
}

function required(pairs: Map<string, string>, key: string, option: string): string {
  const value = pairs.get(key);
  if (value === undefined) throw new UsageError(`${option}: ${key}= is missing`);
  return value;
}

function readOpenings(draft: Draft, words: readonly string[], option: string): void {
  if (words.length === 1 && words[0] === 'none') {
    draft.openings = 'none';
    return;
  }
  const pairs = readPairs(words, option, ['file', 'format', 'order', 'start', 'plies', 'policy', 'seed']);
  const file = pairs.get('file') ?? '';
  const guess = file.toLowerCase().endsWith('.pgn') ? 'pgn' : 'epd';
  draft.openings = {
    file: file === '' ? '' : resolve(file),
    format: readChoice(pairs.get('format') ?? guess, `${option} format`, ['epd', 'pgn']),
    order: readChoice(pairs.get('order') ?? 'sequential', `${option} order`, ['random', 'sequential']),
    start: readWhole(pairs.get('start') ?? '1', `${option} start`, 1),
    plies: readWhole(pairs.get('plies') ?? '0', `${option} plies`, 0),
    policy: readPolicy(pairs.get('policy') ?? 'default', option),
  };
  const seed = pairs.get('seed');
  if (seed !== undefined) draft.seed = readWhole(seed, `${option} seed`, 0, SEED_LIMIT - 1);
}

function readPolicy(value: string, option: string): OpeningSettings['policy'] {
  const policy = readChoice(value, `${option} policy`, ['default', 'encounter', 'round']);
  return policy === 'default' ? 'encounter' : policy;
}

function readSprt(draft: Draft, words: readonly string[], option: string): void {
  const pairs = readPairs(words, option, ['elo0', 'elo1', 'alpha', 'beta', 'model']);
  const number = (key: string, otherwise?: string) =>
    readNumber(pairs.get(key) ?? otherwise ?? required(pairs, key, option), `${option} ${key}`);
  const elo0 = number('elo0');
  const elo1 = number('elo1');
  const alpha = number('alpha', '0.05');
  const beta = number('beta', '0.05');
  if (elo0 >= elo1) throw new UsageError(`${option}: elo0=${elo0} is not below elo1=${elo1}`);
  if (!(alpha > 0 && beta > 0 && alpha + beta < 1)) {
    throw new UsageError(`${option}: alpha and beta must be above 0 and below 1 together`);
  }
  const model = readChoice(pairs.get('model') ?? 'logistic', `${option} model`, ['logistic', 'normalized']);
  draft.sprt = { elo0, elo1, alpha, beta, model };
}

function readPgnOut(draft: Draft, words: readonly string[], option: string): void {
  const [file, ...rest] = words;
  if (file === '' || file === 'file=') throw new UsageError(`${option}: the file name is empty`);
  for (const word of rest) {
    if (word !== 'min' && word !== 'fi') throw new UsageError(`${option}: unknown word "${word}" (min, fi)`);
  }
  // Only finished games are ever written, so that `fi` is always so.
  const pgn = resolve(file!.replace(/^file=/, ''));
  draft.outputs = { ...draft.outputs, pgn, pgnMinimal: rest.includes('min') };
}

function readShard(draft: Draft, value: string, option: string): void {
  const parts = /^(\d+)\/(\d+)$/.exec(value);
  if (parts === null) throw new UsageError(`${option}: "${value}" is not of the form K/N`);
  const count = readWhole(parts[2]!, option, 1);
  draft.shard = { index: readWhole(parts[1]!, option, 1, count), count };
}

/** In the order of the help text, by heading. */
export const MATCH_WORDS: Readonly<Record<string, Readonly<Record<string, MatchWord>>>> = {
  'Who plays': {
    engine: many('WORD …', 'an engine (words below)', (draft, words) => {
      draft.engineDrafts = [...(draft.engineDrafts ?? []), readEngineWords(words, '-engine')];
    }),
    each: many('WORD …', 'the same words for every engine', (draft, words) => {
      const each = readEngineWords(words, '-each');
      const options = [...(draft.each?.options ?? []), ...(each.options ?? [])];
      draft.each = { ...draft.each, ...each, options };
    }),
    variant: one(
      'NAME',
      `${VARIANTS.map((v) => v.name).join(', ')} (default avalanche)`,
      (draft, value, option) => {
        const variant = variantOf(value);
        const names = VARIANTS.map((v) => v.name);
        if (variant === undefined) {
          throw new UsageError(
            `${option}: "${value}" is none of ${names.join(', ')}${suggestion(value, names)}`,
          );
        }
        draft.variant = variant.name;
      },
    ),
  },
  'How many games': {
    tournament: one(
      'TYPE',
      'round-robin (default) or gauntlet (the first against the rest)',
      (draft, value, option) => {
        const type = value.toLowerCase() === 'roundrobin' ? 'round-robin' : value;
        draft.tournament = readChoice(type, option, ['round-robin', 'gauntlet']);
      },
    ),
    seeds: one('N', 'in a gauntlet: the first N engines meet all others', (draft, value, option) => {
      draft.leaders = readWhole(value, option, 1);
    }),
    games: one('N', 'games of an encounter, colours alternate (default 2)', (draft, value, option) => {
      draft.games = readWhole(value, option, 1);
    }),
    rounds: one(
      'N',
      'how often everybody meets (default 1; with -sprt until it is decided)',
      (draft, value, option) => {
        draft.rounds = readWhole(value, option, 1, 1e7);
      },
    ),
    repeat: {
      usage: '[N]',
      help: 'play each opening N times in a row (default 2: once with either colour)',
      least: 0,
      most: 1,
      read: (draft, words, option) => {
        draft.repeat = readWhole(words[0] ?? '2', option, 1);
      },
    },
    noswap: flag('do not alternate colours', (draft) => {
      draft.swap = false;
    }),
    reverse: flag('begin with reversed colours', (draft) => {
      draft.reverse = true;
    }),
    sprt: many(
      'elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]',
      'stop when it is decided whether the first of two engines is better by elo0 or by elo1',
      readSprt,
    ),
    concurrency: one('N', 'games at the same time (default 1)', (draft, value, option) => {
      draft.concurrency = readWhole(value, option, 1, 4096);
    }),
    wait: one('MS', 'pause before each game', (draft, value, option) => {
      draft.wait = readWhole(value, option, 0);
    }),
  },
  Openings: {
    openings: many(
      '[file=FILE] [format=epd|pgn] [order=random|sequential] [start=N] [plies=N] [policy=encounter|round] [seed=N]',
      'default: the book that comes with the program, in random order; "none": the start position',
      readOpenings,
    ),
    srand: one('N', 'seed of the random order (default: drawn, and told)', (draft, value, option) => {
      draft.seed = readWhole(value, option, 0, SEED_LIMIT - 1);
    }),
  },
  'Ending games early': {
    draw: many(
      'movenumber=FROM movecount=N score=CP',
      'drawn when from move FROM on both scores were within CP for N moves in a row; captures and pawn moves (not pushes) start anew',
      (draft, words, option) => {
        const pairs = readPairs(words, option, ['movenumber', 'movecount', 'score']);
        draft.draw = {
          moveNumber: readWhole(required(pairs, 'movenumber', option), `${option} movenumber`, 0),
          moveCount: readWhole(required(pairs, 'movecount', option), `${option} movecount`, 1),
          score: readWhole(required(pairs, 'score', option), `${option} score`, 0),
        };
      },
    ),
    resign: many(
      'movecount=N score=CP [twosided=true]',
      'lost when the own score was at most -CP for N moves in a row (twosided: and the other agreed)',
      (draft, words, option) => {
        const pairs = readPairs(words, option, ['movecount', 'score', 'twosided']);
        draft.resign = {
          moveCount: readWhole(required(pairs, 'movecount', option), `${option} movecount`, 1),
          score: readWhole(required(pairs, 'score', option), `${option} score`, 1),
          twoSided:
            readChoice(pairs.get('twosided') ?? 'false', `${option} twosided`, ['true', 'false']) === 'true',
        };
      },
    ),
    maxmoves: one('N', 'drawn after N full moves (default 0: never)', (draft, value, option) => {
      draft.maxMoves = readWhole(value, option, 0);
    }),
  },
  Results: {
    pgnout: many(
      'FILE [min] [fi]',
      'games as PGN, in their order (min: no comments; fi: only finished games, which is always so)',
      readPgnOut,
    ),
    epdout: output('epd', 'final positions'),
    json: output('json', 'one line of JSON a game, as they end'),
    livepgn: output(
      'livePgn',
      'the running games, rewritten at every turn (not a file that holds finished games)',
    ),
    log: output('log', 'all lines from and to the engines'),
    ratinginterval: one(
      'N',
      'statistics or table after every N games (default 10; 0: at the end)',
      (draft, value, option) => {
        draft.ratingInterval = readWhole(value, option, 0);
      },
    ),
    event: one('TEXT', 'the Event tag', (draft, value) => {
      draft.event = value;
    }),
    site: one('TEXT', 'the Site tag', (draft, value) => {
      draft.site = value;
    }),
    display: one(
      'live|plain',
      'a live line or plain lines (default: live on a terminal)',
      (draft, value, option) => {
        draft.display = readChoice(value, option, ['live', 'plain']);
      },
    ),
  },
  'Faults, interruptions, several machines': {
    recover: flag(
      'after a crash or a stall start the engine anew and go on, instead of ending the match',
      (draft) => {
        draft.recover = true;
      },
    ),
    state: one(
      'FILE',
      'where the tournament is kept (default serac-DATE-TIME.state; "none": nowhere)',
      (draft, value) => {
        draft.state = value === 'none' ? value : resolve(value);
      },
    ),
    resume: one(
      'FILE',
      'go on with an interrupted tournament (also: more -rounds, other -concurrency)',
      (draft, value) => {
        draft.resume = resolve(value);
      },
    ),
    shard: one('K/N', 'play only the K-th of N equal parts of the schedule', readShard),
    merge: many(
      'FILE …',
      'one table, PGN and SPRT verdict from the state files of all parts; -pgnout, -epdout and -json are then written anew',
      (draft, words) => {
        draft.merge = words.map((word) => resolve(word));
      },
    ),
  },
};
