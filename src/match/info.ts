/** What an engine says about its search: `info` lines and option lines, read leniently. */

export interface SearchInfo {
  readonly depth: number | undefined;
  /** Centipawns from the engine's view; a mate counts as far more. */
  readonly score: number | undefined;
  /** Own turns to a forced end, negative if the engine is the one who loses. */
  readonly mate: number | undefined;
  readonly nodes: number | undefined;
  readonly time: number | undefined;
  readonly pv: readonly string[];
}

export const NO_INFO: SearchInfo = {
  depth: undefined,
  score: undefined,
  mate: undefined,
  nodes: undefined,
  time: undefined,
  pv: [],
};

/** A mate in n own turns is worth MATE_SCORE - n. */
export const MATE_SCORE = 1_000_000;

/** Is the line one whose score counts: the best line, no mere bound? */
export function isScoreLine(line: string): boolean {
  if (!line.includes(' score ') || line.includes('bound')) return false;
  const at = line.indexOf(' multipv ');
  return at < 0 || /^ multipv 1( |$)/.test(line.slice(at, at + 11));
}

export function parseInfo(line: string): SearchInfo {
  const words = line.trim().split(/\s+/);
  const pvAt = words.indexOf('pv');
  const head = pvAt < 0 ? words : words.slice(0, pvAt);
  const number = (key: string) => {
    const at = head.indexOf(key);
    const value = at < 0 ? Number.NaN : Number(head[at + 1]);
    return Number.isFinite(value) ? value : undefined;
  };
  const mate = number('mate');
  return {
    depth: number('depth'),
    mate,
    score: mate === undefined ? number('cp') : (mate > 0 ? MATE_SCORE : -MATE_SCORE) - mate,
    nodes: number('nodes'),
    time: number('time'),
    pv: pvAt < 0 ? [] : words.slice(pvAt + 1),
  };
}

/** `+0.35`, `-M4`: as cutechess-cli writes scores into comments. */
export function formatScore(info: SearchInfo): string | undefined {
  if (info.mate !== undefined) return `${info.mate > 0 ? '+' : '-'}M${Math.abs(info.mate)}`;
  if (info.score === undefined) return undefined;
  const pawns = (info.score / 100).toFixed(2);
  return info.score > 0 ? `+${pawns}` : pawns === '-0.00' ? '0.00' : pawns;
}

export type OptionType = 'check' | 'spin' | 'combo' | 'button' | 'string';

export interface DeclaredOption {
  readonly name: string;
  readonly type: OptionType | undefined;
  readonly standard: string | undefined;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly choices: readonly string[];
}

/** `option name N type T default D min A max B var X …`; undefined if there is no name. */
export function parseOption(line: string): DeclaredOption | undefined {
  const name = /^\s*option\s+name\s+(.+?)(?:\s+type\s|\s*$)/.exec(line)?.[1];
  if (name === undefined) return undefined;
  const rest = /\stype\s+(.*)$/.exec(line)?.[1] ?? '';
  const type = rest.split(/\s+/)[0];
  const parts = rest.split(/\s+(?=(?:default|min|max|var)(?:\s|$))/).slice(1);
  const value = (key: string) =>
    parts
      .find((part) => part.split(/\s/)[0] === key)
      ?.slice(key.length)
      .trim();
  const number = (key: string) => (value(key) === undefined ? undefined : Number(value(key)));
  return {
    name,
    type: isOptionType(type) ? type : undefined,
    standard: value('default'),
    least: number('min'),
    most: number('max'),
    choices: parts.filter((part) => part.startsWith('var')).map((part) => part.slice(3).trim()),
  };
}

function isOptionType(text: string | undefined): text is OptionType {
  return text !== undefined && ['check', 'spin', 'combo', 'button', 'string'].includes(text);
}

/** What is wrong with `value` for this option; undefined if nothing. */
export function objection(option: DeclaredOption, value: string): string | undefined {
  const { type, least, most, choices } = option;
  if (type === 'check' && !['true', 'false'].includes(value.toLowerCase()))
    return 'is neither true nor false';
  if (type === 'combo' && !choices.some((choice) => choice.toLowerCase() === value.toLowerCase())) {
    return `is none of ${choices.join(', ')}`;
  }
  if (type !== 'spin') return undefined;
  if (!/^[+-]?\d+$/.test(value)) return 'is not a whole number';
  if (least !== undefined && Number(value) < least) return `is below ${least}`;
  if (most !== undefined && Number(value) > most) return `is above ${most}`;
  return undefined;
}
