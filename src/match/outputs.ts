/** The files that results go to: PGN and final positions in the order of the games, JSON lines as games end. */
import { closeSync, ftruncateSync, openSync, statSync, writeFile } from 'node:fs';
import { promisify } from 'node:util';
import { gamePgn, type PgnSetup } from './game-pgn.ts';
import type { GameRecord } from './record.ts';
import type { Outputs } from './settings.ts';
import { reasonOf, UsageError } from './usage.ts';

export interface ResultFiles {
  add(record: GameRecord): void;
  /** Writes what waited for earlier games that will not come any more, and closes. */
  close(): Promise<void>;
}

export interface Offsets {
  readonly pgn: number;
  readonly epd: number;
  readonly json: number;
}

export function fileLength(file: string): number {
  if (file === '') return 0;
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

export function currentOffsets(outputs: Outputs): Offsets {
  return { pgn: fileLength(outputs.pgn), epd: fileLength(outputs.epd), json: fileLength(outputs.json) };
}

/**
 * Opens the files and cuts them to `offsets`: whatever an interrupted run wrote behind is written anew. `order` is the
 * sequence of game numbers in which PGN and EPD are written.
 */
export function openResults(setup: PgnSetup, offsets: Offsets, order: Iterator<number>): ResultFiles {
  const { outputs } = setup.settings;
  const pgn = openFile(outputs.pgn, offsets.pgn);
  const epd = openFile(outputs.epd, offsets.epd);
  const json = openFile(outputs.json, offsets.json);
  const waiting = new Map<number, GameRecord>();
  let due = order.next();

  function writeGame(record: GameRecord): void {
    if (outputs.pgn !== '') pgn.write(`${gamePgn(record, setup)}\n`);
    if (outputs.epd !== '') epd.write(`${record.finalFen}\n`);
  }

  return {
    add(record) {
      if (outputs.json !== '') json.write(`${jsonLine(record, setup.names)}\n`);
      waiting.set(record.number, record);
      for (; due.done !== true && waiting.has(due.value); due = order.next()) {
        writeGame(waiting.get(due.value)!);
        waiting.delete(due.value);
      }
    },
    async close() {
      for (const number of [...waiting.keys()].sort((a, b) => a - b)) writeGame(waiting.get(number)!);
      waiting.clear();
      await Promise.all([pgn.close(), epd.close(), json.close()]);
    },
  };
}

/** One game for programs: the record with the engines' names in place of their numbers. */
export function jsonLine(record: GameRecord, names: readonly string[]): string {
  return JSON.stringify({ ...record, white: names[record.white], black: names[record.black] });
}

interface AppendFile {
  write(text: string): void;
  close(): Promise<void>;
}

const writeAsync = promisify(writeFile);

function openFile(file: string, length: number): AppendFile {
  if (file === '') return { write() {}, close: async () => {} };
  let handle: number;
  try {
    handle = openSync(file, 'a');
    if (fileLength(file) > length) ftruncateSync(handle, length);
  } catch (error) {
    throw new UsageError(`${file}: cannot be written: ${reasonOf(error)}`);
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    write(text) {
      last = last.then(() => writeAsync(handle, text));
    },
    close: () => last.then(() => closeSync(handle)),
  };
}
