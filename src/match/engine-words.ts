/** The words behind `-engine` and `-each`: `name=A cmd=serac tc=10+0.1 option.Hash=64`. */
import { resolve } from 'node:path';
import type { EngineOption, EngineSettings, RestartMode } from './settings.ts';
import { NO_CLOCK, parseTimeControl } from './time-control.ts';
import { readChoice, readNumber, readWhole, splitPair, suggestion, UsageError } from './usage.ts';

type Draft = { -readonly [K in keyof EngineSettings]?: EngineSettings[K] };

interface EngineWord {
  readonly usage: string;
  readonly help: string;
  /** Takes the value into the draft; for a flag the value is empty. */
  readonly read: (draft: Draft, value: string) => void;
  readonly flag?: boolean;
}

const RESTART_MODES: readonly RestartMode[] = ['auto', 'on', 'off'];

/** By key; `option.NAME=` and the keys of cutechess-cli that need no action are treated apart. */
export const ENGINE_WORDS: Readonly<Record<string, EngineWord>> = {
  cmd: {
    usage: 'cmd=COMMAND',
    help: 'the program; one executable, never split at blanks',
    read: (draft, value) => {
      draft.command = value;
    },
  },
  arg: {
    usage: 'arg=ARG',
    help: 'one argument for it; as often as needed',
    read: (draft, value) => {
      draft.args = [...(draft.args ?? []), value];
    },
  },
  name: {
    usage: 'name=NAME',
    help: 'its name in the tables; default: what it says itself',
    read: (draft, value) => {
      if (value.trim() === '') throw new UsageError('name=: a name is empty');
      draft.name = value;
    },
  },
  dir: {
    usage: 'dir=DIR',
    help: 'its working directory',
    read: (draft, value) => {
      draft.directory = resolve(value);
    },
  },
  tc: {
    usage: 'tc=TIME',
    help: '[moves/][minutes:]seconds[+increment], or inf',
    read: (draft, value) => {
      draft.time = parseTimeControl(value);
    },
  },
  st: {
    usage: 'st=SECONDS',
    help: 'a fixed time for each move, instead of tc',
    read: (draft, value) => {
      const perMove = Math.round(readNumber(value, 'st', 0) * 1000);
      if (perMove === 0) throw new UsageError(`st=${value}: no time at all`);
      draft.time = { ...NO_CLOCK, perMove };
    },
  },
  depth: {
    usage: 'depth=N',
    help: 'search at most N turns deep',
    read: (draft, value) => {
      draft.depth = readWhole(value, 'depth', 1);
    },
  },
  nodes: {
    usage: 'nodes=N',
    help: 'search at most N nodes',
    read: (draft, value) => {
      draft.nodes = readWhole(value, 'nodes', 1, 1e15);
    },
  },
  timemargin: {
    usage: 'timemargin=MS',
    help: 'forgive overstepping the time by so much (default 0)',
    read: (draft, value) => {
      draft.margin = readNumber(value, 'timemargin', 0);
    },
  },
  restart: {
    usage: 'restart=auto|on|off',
    help: 'start the process anew for each game? (default auto: only after a fault)',
    read: (draft, value) => {
      draft.restart = readChoice(value, 'restart', RESTART_MODES);
    },
  },
  stderr: {
    usage: 'stderr=FILE',
    help: 'keep what it writes to stderr',
    read: (draft, value) => {
      draft.stderr = resolve(value);
    },
  },
  initstr: {
    usage: 'initstr=TEXT',
    help: 'lines to send before uci, separated by \\n',
    read: (draft, value) => {
      draft.startLines = value.split('\\n');
    },
  },
  tscale: {
    usage: 'tscale=F',
    help: 'be F times as patient: uciok 10 s, readyok 15 s, answer after stop 15 s, quit 5 s',
    read: (draft, value) => {
      draft.patience = readNumber(value, 'tscale', 0.01);
    },
  },
  whitepov: {
    usage: 'whitepov',
    help: "its scores are from White's point of view",
    flag: true,
    read: (draft) => {
      draft.whiteView = true;
    },
  },
};

export const OPTION_USAGE = { usage: 'option.NAME=VALUE', help: 'a UCI option (buttons: option.NAME=)' };

const REFUSED: Readonly<Record<string, string>> = {
  conf: 'engines are described on the command line only: cmd=, arg=, option.NAME=',
  book: 'the runner plays no book for an engine: use -openings',
  ponder: 'pondering is not supported',
  trust: "an engine's claims are never believed",
  args: 'give each argument as arg=… of its own',
  plies: 'say depth=',
};

/** Reads the words of one `-engine` or `-each`. */
export function readEngineWords(words: readonly string[], where: '-engine' | '-each'): Draft {
  const draft: Draft = {};
  for (const word of words) {
    const [key, value] = splitPair(word) ?? [word, ''];
    if (key.startsWith('option.')) {
      const option: EngineOption = { name: key.slice(7), value, shared: where === '-each' };
      draft.options = [...(draft.options ?? []), option];
      continue;
    }
    if (key === 'proto' && value === 'uci') continue;
    readKnownWord(draft, key, value, word, where);
  }
  return draft;
}

function readKnownWord(draft: Draft, key: string, value: string, word: string, where: string): void {
  const known = ENGINE_WORDS[key];
  if (known === undefined) {
    const why = REFUSED[key];
    if (why !== undefined) throw new UsageError(`${where}: ${key}= is not supported: ${why}`);
    const names = [...Object.keys(ENGINE_WORDS), 'option.'];
    throw new UsageError(`${where}: unknown word "${word}"${suggestion(key, names)}`);
  }
  if (known.flag !== true && !word.includes('=')) {
    throw new UsageError(`${where}: "${word}" needs a value: ${known.usage}`);
  }
  known.read(draft, value);
}

/** What -each says for all, overruled by what -engine says for one. */
export function completeEngine(each: Draft, own: Draft): EngineSettings {
  const named = new Set((own.options ?? []).map((option) => option.name.toLowerCase()));
  const shared = (each.options ?? []).filter((option) => !named.has(option.name.toLowerCase()));
  return {
    name: '',
    command: '',
    directory: '',
    stderr: '',
    startLines: [],
    restart: 'auto',
    whiteView: false,
    patience: 1,
    time: NO_CLOCK,
    margin: 0,
    depth: 0,
    nodes: 0,
    ...each,
    ...own,
    args: [...(each.args ?? []), ...(own.args ?? [])],
    options: [...shared, ...(own.options ?? [])],
  };
}
