/**
 * The command line of `serac match`, in the manner of cutechess-cli: options with one dash (two are accepted), each
 * followed by its words, up to the next that begins with a dash and is no number.
 */
import { resolve } from 'node:path';
import { completeEngine } from './engine-words.ts';
import { type Draft, MATCH_WORDS, type MatchWord } from './match-words.ts';
import { randomSeed } from './random.ts';
import type { MatchSettings, OpeningSettings, Outputs } from './settings.ts';
import { isTimed } from './time-control.ts';
import { suggestion, UsageError } from './usage.ts';

/** A resumed match may be given these anew. */
export interface Changes {
  readonly rounds?: number;
  readonly concurrency?: number;
}

export type Command =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'play';
      readonly settings: MatchSettings;
      readonly state: string;
      readonly display: Display;
    }
  | { readonly kind: 'resume'; readonly state: string; readonly changes: Changes; readonly display: Display }
  | {
      readonly kind: 'merge';
      readonly states: readonly string[];
      readonly outputs: Outputs;
    };

export type Display = 'live' | 'plain' | undefined;

const REFUSED: Readonly<Record<string, string>> = {
  debug: 'use -log FILE',
  tb: 'there are no tablebases for Avalanche',
  bookmode: 'use -openings',
  engines: 'engines are described on the command line only',
  quick: 'use -engine and -each',
  config: 'use -resume FILE',
  'use-affinity': 'pin the whole runner with taskset',
  output: 'use -display live|plain, or -json FILE for programs',
  compliance: 'use "serac check COMMAND"',
};

const NO_OUTPUTS: Outputs = { pgn: '', pgnMinimal: false, epd: '', json: '', livePgn: '', log: '' };

/** With -sprt and no -rounds: practically without end. */
const OPEN_ROUNDS = 1_000_000;

const WORDS = new Map<string, MatchWord>(
  Object.values(MATCH_WORDS).flatMap((group) => Object.entries(group)),
);

const SHORT_USAGE =
  'usage: serac match -engine cmd=A -engine cmd=B -each tc=10+0.1 [-OPTION …]; more by serac match --help';

/** Throws a UsageError. */
export function parseCommandLine(words: readonly string[]): Command {
  if (words.length === 0) throw new UsageError(SHORT_USAGE);
  if (words.some((word) => /^--?(help|h)$/.test(word))) return { kind: 'help' };
  const draft = readDraft(words);
  if (draft.merge !== undefined) {
    refuseOthers(draft, 'merge', ['merge', 'outputs']);
    const outputs = { ...NO_OUTPUTS, ...draft.outputs };
    for (const [file, option] of [
      [outputs.livePgn, '-livepgn'],
      [outputs.log, '-log'],
    ]) {
      if (file !== '') throw new UsageError(`-merge does not go together with ${option}`);
    }
    return { kind: 'merge', states: draft.merge, outputs };
  }
  if (draft.resume !== undefined) {
    refuseOthers(draft, 'resume', ['resume', 'rounds', 'concurrency', 'display']);
    const { resume, display, rounds, concurrency } = draft;
    const changes = {
      ...(rounds === undefined ? {} : { rounds }),
      ...(concurrency === undefined ? {} : { concurrency }),
    };
    return { kind: 'resume', state: resume, changes, display };
  }
  return {
    kind: 'play',
    settings: complete(draft),
    state: draft.state ?? defaultState(),
    display: draft.display,
  };
}

function readDraft(words: readonly string[]): Draft {
  const draft: Draft = {};
  const seen = new Set<string>();
  for (let at = 0; at < words.length; ) {
    const option = words[at]!;
    const name = option.replace(/^--?/, '').toLowerCase();
    if (!option.startsWith('-'))
      throw new UsageError(`unexpected word "${option}": options begin with a dash`);
    const known = WORDS.get(name);
    if (known === undefined) throw new UsageError(unknownOption(option, name));
    let end = at + 1;
    while (end < words.length && !/^-(?!\.?\d)/.test(words[end]!)) end++;
    const values = words.slice(at + 1, end);
    if (values.length < known.least)
      throw new UsageError(`-${name}: something is missing: -${name} ${known.usage}`);
    if (values.length > known.most) {
      throw new UsageError(`-${name}: unexpected word "${values[known.most]}"`);
    }
    if (seen.has(name) && name !== 'engine' && name !== 'each')
      throw new UsageError(`-${name} is given twice`);
    seen.add(name);
    known.read(draft, values, `-${name}`);
    at = end;
  }
  return draft;
}

function unknownOption(option: string, name: string): string {
  const why = REFUSED[name];
  if (why !== undefined) return `${option} is not supported: ${why}`;
  return `unknown option ${option}${suggestion(name, [...WORDS.keys()]).replace('"', '"-')}`;
}

function refuseOthers(draft: Draft, mode: string, allowed: readonly string[]): void {
  for (const key of Object.keys(draft)) {
    if (!allowed.includes(key)) throw new UsageError(`-${mode} does not go together with ${optionOf(key)}`);
  }
}

function optionOf(key: string): string {
  if (key === 'engineDrafts') return '-engine';
  if (key === 'seed') return '-srand';
  if (key === 'outputs') return '-pgnout and other files of results';
  return `-${key.toLowerCase()}`;
}

const SHIPPED_BOOK: OpeningSettings = {
  file: '',
  format: 'epd',
  order: 'random',
  start: 1,
  plies: 0,
  policy: 'encounter',
};

function complete(draft: Draft): MatchSettings {
  const engines = (draft.engineDrafts ?? []).map((own) => completeEngine(draft.each ?? {}, own));
  const games = draft.games ?? 2;
  const repeat = Math.min(draft.repeat ?? 2, games);
  const { rounds, sprt, shard } = draft;
  const settings: MatchSettings = {
    engines,
    variant: draft.variant ?? 'avalanche',
    tournament: draft.tournament ?? 'round-robin',
    leaders: draft.leaders ?? 1,
    games,
    rounds: rounds ?? (sprt === undefined ? 1 : OPEN_ROUNDS),
    repeat,
    swap: draft.swap ?? true,
    reverse: draft.reverse ?? false,
    concurrency: draft.concurrency ?? 1,
    wait: draft.wait ?? 0,
    openings: draft.openings === 'none' ? undefined : (draft.openings ?? SHIPPED_BOOK),
    // Parts of one schedule must draw the same openings without having talked to each other.
    seed: draft.seed ?? (shard === undefined ? randomSeed() : 1),
    draw: draft.draw,
    resign: draft.resign,
    maxMoves: draft.maxMoves ?? 0,
    sprt,
    ratingInterval: draft.ratingInterval ?? 10,
    outputs: { ...NO_OUTPUTS, ...draft.outputs },
    recover: draft.recover ?? false,
    event: draft.event ?? 'Serac match',
    site: draft.site ?? '?',
    shard,
  };
  checkWhole(settings, rounds);
  return settings;
}

/** What no option can judge by itself. */
function checkWhole(settings: MatchSettings, rounds: number | undefined): void {
  const { engines, sprt, shard } = settings;
  if (engines.length < 2)
    throw new UsageError(`at least two engines are needed (-engine), given: ${engines.length}`);
  engines.forEach((engine, i) => {
    const who = engine.name === '' ? `engine ${i + 1}` : engine.name;
    if (engine.command === '') throw new UsageError(`${who}: no command (cmd=)`);
    if (!isTimed(engine.time) && engine.depth === 0 && engine.nodes === 0) {
      throw new UsageError(`${who}: no limit for its thinking (tc=, st=, depth= or nodes=)`);
    }
    const namesake = engines.findIndex((other) => other.name === engine.name);
    if (engine.name !== '' && namesake < i) throw new UsageError(`two engines are called ${engine.name}`);
  });
  if (sprt !== undefined && engines.length !== 2) throw new UsageError('-sprt needs exactly two engines');
  if (settings.tournament === 'gauntlet' && settings.leaders >= engines.length) {
    throw new UsageError(
      `-seeds: ${settings.leaders} of ${engines.length} engines leave nobody to play against`,
    );
  }
  if (shard !== undefined && rounds === undefined) {
    throw new UsageError('-shard needs -rounds: parts of a schedule without end have no size');
  }
}

function defaultState(): string {
  const stamp = new Date()
    .toISOString()
    .slice(0, 19)
    .replaceAll('-', '')
    .replaceAll(':', '')
    .replace('T', '-');
  return resolve(`serac-${stamp}.state`);
}
