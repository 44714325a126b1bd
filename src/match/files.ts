/** Looks at the files that a match will write before anything starts. */
import { closeSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { MatchSettings } from './settings.ts';
import { reasonOf, UsageError } from './usage.ts';

type Place = readonly [what: string, file: string];

/**
 * Throws a UsageError if a file cannot be written because of its folder, or if two of them, state files included, are
 * one. Nothing is created.
 */
export function checkFiles({ outputs, openings }: MatchSettings, states: readonly string[]): void {
  const written: readonly Place[] = [
    ['-pgnout', outputs.pgn],
    ['-epdout', outputs.epd],
    ['-json', outputs.json],
    ['-livepgn', outputs.livePgn],
    ['-log', outputs.log],
  ];
  const read: Place[] = [['the openings', openings?.file ?? '']];
  refuseSame(written.filter(isGiven), [...states.map((file): Place => ['the state file', file]), ...read]);
  for (const [, file] of written.filter(isGiven)) checkPlace(file, file);
  for (const file of states) checkPlace(file, `state file ${file}`);
  if (outputs.livePgn !== '') checkLivePgn(outputs.livePgn);
}

const isGiven = ([, file]: Place) => file !== '';

function refuseSame(written: readonly Place[], others: readonly Place[]): void {
  const seen = new Map<string, string>(others.filter(isGiven).map(([what, file]) => [trueName(file), what]));
  for (const [what, file] of written) {
    const other = seen.get(trueName(file));
    if (other !== undefined) throw new UsageError(`${what} and ${other} are the same file: ${file}`);
    seen.set(trueName(file), what);
  }
}

/** Without symbolic links, as far as the path is there. */
function trueName(file: string): string {
  for (const [head, tail] of [
    [file, ''],
    [dirname(file), basename(file)],
  ] as const) {
    try {
      return join(realpathSync(head), tail);
    } catch {
      // Not there yet.
    }
  }
  return file;
}

function checkPlace(file: string, what: string): void {
  if (look(dirname(file))?.isDirectory() !== true) throw new UsageError(`${what}: no such folder`);
  if (look(file)?.isDirectory() === true) throw new UsageError(`${what}: is a folder`);
}

function look(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

/** That file is replaced again and again: games that have been finished must not be lost by it. */
function checkLivePgn(file: string): void {
  const found = look(file);
  if (found === undefined) return;
  if (!found.isFile()) throw new UsageError(`-livepgn ${file}: not a file that can be replaced`);
  if (holdsFinishedGames(file)) {
    throw new UsageError(`-livepgn ${file}: holds finished games, which would be lost; name another file`);
  }
}

const PIECE = 1 << 20;
/** No Result tag is longer: so much of a piece is looked at again with the next one. */
const OVERLAP = 64;

function holdsFinishedGames(file: string): boolean {
  const buffer = Buffer.alloc(PIECE);
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    let rest = '';
    for (let size = readSync(handle, buffer); size > 0; size = readSync(handle, buffer)) {
      const text = rest + buffer.toString('latin1', 0, size);
      if (/\[\s*Result\s+"[^*"]/.test(text)) return true;
      rest = text.slice(-OVERLAP);
    }
    return false;
  } catch (error) {
    throw new UsageError(`-livepgn ${file}: ${reasonOf(error)}`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
