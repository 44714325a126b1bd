/** The running games as a PGN file that is replaced whole, so that a reader never sees half a game. */
import { rename, writeFile } from 'node:fs/promises';
import { gamePgn, type PartialRecord, type PgnSetup } from './game-pgn.ts';

export interface LivePgn {
  /** The game has gone on, or (undefined) it has ended. */
  update(number: number, record: PartialRecord | undefined): void;
}

/** A file is written at most so often: turns of a few milliseconds each need not all be seen. */
const PAUSE_MS = 100;

export function createLivePgn(file: string, setup: PgnSetup): LivePgn {
  if (file === '') return { update() {} };
  const games = new Map<number, PartialRecord>();
  let changed = false;
  let writing = false;

  async function writeAll(): Promise<void> {
    if (writing) return;
    writing = true;
    while (changed) {
      changed = false;
      const numbers = [...games.keys()].sort((a, b) => a - b);
      const text = numbers.map((number) => gamePgn(games.get(number)!, setup)).join('\n');
      // A disk that refuses is no reason to end a match: the next turn tries again.
      await replace(file, text).catch(() => {});
      await new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
    writing = false;
  }

  return {
    update(number, record) {
      if (record === undefined) games.delete(number);
      else games.set(number, record);
      changed = true;
      void writeAll();
    },
  };
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
