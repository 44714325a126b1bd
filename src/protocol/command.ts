/** A line of UCI → a command. Knows the protocol's grammar and nothing about chess. */
import { type GoRequest, PLAIN_GO } from '../engine/request.ts';

export interface GoCommand extends GoRequest {
  readonly name: 'go';
}

export type Command =
  | {
      readonly name: 'uci' | 'isready' | 'ucinewgame' | 'stop' | 'ponderhit' | 'quit' | 'd' | 'eval' | 'flip';
    }
  | { readonly name: 'debug'; readonly on: boolean }
  | { readonly name: 'bench'; readonly depth: number | undefined }
  | { readonly name: 'setoption'; readonly option: string; readonly value: string | undefined }
  | { readonly name: 'position'; readonly fen: string | undefined; readonly turns: readonly string[] }
  | GoCommand
  /** A line without any word we know. */
  | { readonly name: 'unknown'; readonly text: string }
  /** A known word whose line cannot be used. */
  | { readonly name: 'faulty'; readonly problem: string };

const NAMES = new Set([
  'uci',
  'isready',
  'ucinewgame',
  'stop',
  'ponderhit',
  'quit',
  'd',
  'eval',
  'flip',
  'debug',
  'bench',
  'setoption',
  'position',
  'go',
]);

/** The command of a line; undefined for an empty one. Unknown words in front are skipped, as the protocol asks. */
export function parseCommand(line: string): Command | undefined {
  const words = line.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const at = words.findIndex((word) => NAMES.has(word));
  if (at < 0) return { name: 'unknown', text: words.join(' ') };
  const name = words[at];
  const rest = words.slice(at + 1);
  switch (name) {
    case 'debug':
      return { name, on: rest[0] !== 'off' };
    case 'bench':
      return { name, depth: rest.length > 0 ? numberOf(rest[0]) : undefined };
    case 'setoption':
      return parseSetOption(line);
    case 'position':
      return parsePosition(rest);
    case 'go':
      return parseGo(rest);
    default:
      return { name } as Command;
  }
}

/** Names and values may hold blanks: the name ends at the first word `value`, the value at the end of the line. */
function parseSetOption(line: string): Command {
  const match = /(?:^|\s)setoption\s+name\s+(.*)$/.exec(line);
  if (match === null) return { name: 'faulty', problem: 'setoption without a name' };
  const body = match[1].trim();
  const split = /(?:^|\s)value(?=\s|$)/.exec(body);
  const option = (split === null ? body : body.slice(0, split.index)).trim().replace(/\s+/g, ' ');
  const value = split === null ? undefined : body.slice(split.index + split[0].length).trim();
  return { name: 'setoption', option, value };
}

function parsePosition(words: readonly string[]): Command {
  const kind = words.findIndex((word) => word === 'startpos' || word === 'fen');
  if (kind < 0) return { name: 'faulty', problem: 'position without startpos or fen' };
  const moves = words.indexOf('moves', kind + 1);
  const turns = moves < 0 ? [] : words.slice(moves + 1);
  if (words[kind] === 'startpos') return { name: 'position', fen: undefined, turns };
  const fen = words.slice(kind + 1, moves < 0 ? undefined : moves).join(' ');
  return { name: 'position', fen, turns };
}

type NumberName = {
  [K in keyof GoRequest]: GoRequest[K] extends number | undefined ? K : never;
}[keyof GoRequest];

const NUMBER_WORDS = new Map<string, NumberName>([
  ['wtime', 'whiteTime'],
  ['btime', 'blackTime'],
  ['winc', 'whiteIncrement'],
  ['binc', 'blackIncrement'],
  ['movestogo', 'movesToGo'],
  ['movetime', 'moveTime'],
  ['depth', 'depth'],
  ['nodes', 'nodes'],
  ['mate', 'mate'],
  ['perft', 'perft'],
]);

function isGoWord(word: string): boolean {
  return NUMBER_WORDS.has(word) || word === 'infinite' || word === 'ponder' || word === 'searchmoves';
}

function parseGo(words: readonly string[]): Command {
  const numbers: Partial<Record<NumberName, number>> = {};
  let infinite = false;
  let ponder = false;
  let searchTurns: string[] | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const numeric = NUMBER_WORDS.get(word);
    if (numeric !== undefined) {
      // A missing or unreadable value counts as 0, "at once": the other reading would be a search without end.
      const value = i + 1 < words.length ? numberOf(words[i + 1]) : undefined;
      if (value !== undefined || (i + 1 < words.length && !isGoWord(words[i + 1]))) i++;
      numbers[numeric] = value ?? 0;
    } else if (word === 'infinite') infinite = true;
    else if (word === 'ponder') ponder = true;
    else if (word === 'searchmoves') {
      searchTurns ??= [];
      while (i + 1 < words.length && !isGoWord(words[i + 1])) searchTurns.push(words[++i]);
    }
  }
  return { ...PLAIN_GO, ...numbers, name: 'go', infinite, ponder, searchTurns };
}

/** A whole number, perhaps written with a sign or with decimals; undefined for anything else. */
export function numberOf(word: string): number | undefined {
  if (!/^[+-]?\d+(\.\d*)?$/.test(word)) return undefined;
  const value = Math.trunc(Number(word));
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value)) + 0;
}
