/** The table of UCI options: what `uci` announces and what `setoption` accepts. */
import { FULL_SKILL, HIGHEST_RATING, LOWEST_RATING } from '../engine/skill.ts';
import { VARIANTS } from '../rules/variants.ts';
import { VERSION } from '../version.ts';

interface Spin {
  readonly type: 'spin';
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}
interface Check {
  readonly type: 'check';
  readonly initial: boolean;
}
interface Combo {
  readonly type: 'combo';
  readonly initial: string;
  readonly values: readonly string[];
}
interface Button {
  readonly type: 'button';
}
interface Text {
  readonly type: 'string';
  readonly initial: string;
}
export type Option = Spin | Check | Combo | Button | Text;

/** How the protocol writes a text of no letters. */
const EMPTY = '<empty>';

/** The machine's number of cores is known where the program starts. */
const ONE_CORE = 1;

/** More than an entry index of 30 bits and the typed arrays of every supported engine can hold is not offered. */
const MAX_HASH = 4096;

export const OPTIONS = {
  Hash: { type: 'spin', initial: 16, min: 1, max: MAX_HASH },
  'Clear Hash': { type: 'button' },
  Threads: { type: 'spin', initial: 1, min: 1, max: ONE_CORE },
  Ponder: { type: 'check', initial: false },
  MultiPV: { type: 'spin', initial: 1, min: 1, max: 500 },
  'Move Overhead': { type: 'spin', initial: 30, min: 0, max: 5000 },
  'Skill Level': { type: 'spin', initial: FULL_SKILL, min: 0, max: FULL_SKILL },
  UCI_LimitStrength: { type: 'check', initial: false },
  UCI_Elo: { type: 'spin', initial: LOWEST_RATING, min: LOWEST_RATING, max: HIGHEST_RATING },
  UCI_ShowWDL: { type: 'check', initial: false },
  UCI_AnalyseMode: { type: 'check', initial: false },
  UCI_Opponent: { type: 'string', initial: '' },
  UCI_EngineAbout: {
    type: 'string',
    initial: `Serac ${VERSION} by the Serac developers, an engine for Avalanche chess, free software (GPL-3.0-or-later)`,
  },
  UCI_Variant: { type: 'combo', initial: VARIANTS[0].name, values: VARIANTS.map((variant) => variant.name) },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;
const OPTION_NAMES = Object.keys(OPTIONS) as OptionName[];

type NamesOf<T extends Option> = {
  [K in OptionName]: (typeof OPTIONS)[K]['type'] extends T['type'] ? K : never;
}[OptionName];

/** A setting that may be applied. */
export type Setting =
  | { readonly name: NamesOf<Spin>; readonly value: number }
  | { readonly name: NamesOf<Check>; readonly value: boolean }
  | { readonly name: NamesOf<Combo> | NamesOf<Text>; readonly value: string }
  | { readonly name: 'Clear Hash' };

export function optionLines(cores = ONE_CORE): string[] {
  return OPTION_NAMES.map((name) => `option name ${name} ${describe(optionOf(name, cores))}`);
}

function optionOf(name: OptionName, cores: number): Option {
  return name === 'Threads' ? { ...OPTIONS.Threads, max: cores } : OPTIONS[name];
}

function describe(option: Option): string {
  switch (option.type) {
    case 'spin':
      return `type spin default ${option.initial} min ${option.min} max ${option.max}`;
    case 'check':
      return `type check default ${option.initial}`;
    case 'combo':
      return `type combo default ${option.initial} ${option.values.map((value) => `var ${value}`).join(' ')}`;
    case 'string':
      return `type string default ${option.initial === '' ? EMPTY : option.initial}`;
    case 'button':
      return 'type button';
  }
}

/** Reads a `setoption`. Names and combo values are compared without case; the problem is one line. */
export function parseSetting(
  name: string,
  value: string | undefined,
  cores = ONE_CORE,
): { readonly setting: Setting } | { readonly problem: string } {
  const key = OPTION_NAMES.find((k) => k.toLowerCase() === name.toLowerCase());
  if (key === undefined) return { problem: `no option "${name}"` };
  const option = optionOf(key, cores);
  const read = option.type === 'button' ? true : readValue(option, value ?? '');
  if (read === undefined) return { problem: `option ${key} cannot be "${value ?? ''}"` };
  return { setting: { name: key, value: read } as Setting };
}

function readValue(option: Spin | Check | Combo | Text, text: string): number | boolean | string | undefined {
  const lower = text.toLowerCase();
  switch (option.type) {
    case 'spin': {
      const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
      return value >= option.min && value <= option.max ? value : undefined;
    }
    case 'check':
      return lower === 'true' ? true : lower === 'false' ? false : undefined;
    case 'string':
      return lower === EMPTY ? '' : text;
    case 'combo':
      return option.values.find((candidate) => candidate.toLowerCase() === lower);
  }
}
