/**
 * The state file: everything needed to go on after a crash, a kill or a power cut. One line of JSON for the
 * tournament, then one for each finished game, appended and flushed to the disk the moment it ends. Each line begins
 * with a checksum of the rest; a line that is cut off or damaged is as if it had never been written.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { GameRecord } from './record.ts';
import type { MatchSettings } from './settings.ts';
import { reasonOf, UsageError } from './usage.ts';

const FORMAT = 1;

/** The first line. */
export interface Tournament {
  readonly format: number;
  readonly settings: MatchSettings;
  /** The engines' names as they stand in tables. */
  readonly names: readonly string[];
  readonly bookDigest: string;
  /** How long the output files were when the tournament began: what stands before belongs to others. */
  readonly offsets: { readonly pgn: number; readonly epd: number; readonly json: number };
}

/** A change of mind at a resumption. */
export interface Change {
  readonly rounds?: number;
  readonly concurrency?: number;
}

export interface StateContents {
  readonly tournament: Tournament;
  /** By number; the first record of a number counts. */
  readonly games: ReadonlyMap<number, GameRecord>;
  /** Where the last good line ends. */
  readonly length: number;
  /** Lines that could not be read, a cut-off last one included. */
  readonly damaged: number;
}

type Entry = { tournament: Tournament } | { game: GameRecord } | { change: Change };

/** A whole line of the file. */
export function sealed(entry: Entry): string {
  const body = JSON.stringify(entry).slice(1);
  return `{"sum":"${checksum(body)}",${body}\n`;
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

const SEAL = /^\{"sum":"([0-9a-f]{8})",/;

function unsealed(line: string): Entry | undefined {
  const seal = SEAL.exec(line);
  if (seal === null || checksum(line.slice(seal[0].length)) !== seal[1]) return undefined;
  return JSON.parse(line) as Entry;
}

/** Reads a state file; throws a UsageError if there is no tournament in it. */
export function readState(file: string): StateContents {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UsageError(`state file ${file}: ${reasonOf(error)}`);
  }
  let tournament: Tournament | undefined;
  const games = new Map<number, GameRecord>();
  let damaged = 0;
  let length = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const entry = end < 0 ? undefined : unsealed(bytes.toString('utf8', from, end));
    from = end < 0 ? bytes.length : end + 1;
    if (entry === undefined) {
      damaged++;
      continue;
    }
    length = from;
    if ('tournament' in entry) tournament ??= entry.tournament;
    else if ('game' in entry && !games.has(entry.game.number)) games.set(entry.game.number, entry.game);
    else if ('change' in entry && tournament !== undefined) tournament = changed(tournament, entry.change);
  }
  if (tournament === undefined) throw new UsageError(`state file ${file}: no tournament in it`);
  if (tournament.format !== FORMAT) throw new UsageError(`state file ${file}: written by another version`);
  return { tournament, games, length, damaged };
}

function changed(tournament: Tournament, change: Change): Tournament {
  return { ...tournament, settings: { ...tournament.settings, ...change } };
}

export interface StateFile {
  /** Fulfilled when the record is on the disk. */
  append(game: GameRecord): Promise<void>;
  close(): Promise<void>;
}

const NO_FILE: StateFile = { append: async () => {}, close: async () => {} };

export function noState(): StateFile {
  return NO_FILE;
}

/** Throws a UsageError if there is a file of this name already. */
export function refuseExisting(file: string): void {
  if (!existsSync(file)) return;
  throw new UsageError(`state file ${file}: exists; go on with it by -resume ${file}, or remove it`);
}

/** Begins a new state file; throws a UsageError if it exists or cannot be written. */
export function createState(file: string, tournament: Omit<Tournament, 'format'>): StateFile {
  let handle: number;
  try {
    handle = openSync(file, 'wx');
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') refuseExisting(file);
    throw new UsageError(`state file ${file}: ${reasonOf(error)}`);
  }
  writeFileSync(handle, sealed({ tournament: { format: FORMAT, ...tournament } }));
  fsyncSync(handle);
  flushFolder(dirname(file));
  return writer(handle);
}

/** Opens a state file to go on with it: what is damaged at its end is cut off. */
export function continueState(file: string, contents: StateContents, change: Change): StateFile {
  truncateSync(file, contents.length);
  const handle = openSync(file, 'a');
  if (Object.keys(change).length > 0) {
    writeFileSync(handle, sealed({ change }));
    fsyncSync(handle);
  }
  return writer(handle);
}

/** A new file survives a power cut only when its folder is on the disk as well. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

const writeAsync = promisify(writeFile);
const fsyncAsync = promisify(fsync);

/** Writes one after the other and off the main thread: a slow disk must not cost the engines time. */
function writer(handle: number): StateFile {
  let last: Promise<void> = Promise.resolve();
  const enqueue = (task: () => Promise<void>) => {
    last = last.then(task);
    return last;
  };
  return {
    append: (game) =>
      enqueue(async () => {
        await writeAsync(handle, sealed({ game }));
        await fsyncAsync(handle);
      }),
    close: () => enqueue(async () => closeSync(handle)),
  };
}
