/** Keeps two runners from working on one state file. The lock of a runner that is dead does not count. */
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { reasonOf, UsageError } from './usage.ts';

/** Locks `file`; the returned function unlocks it. Throws a UsageError if a living runner has it. */
export function lock(file: string): () => void {
  const path = `${file}.lock`;
  const mine = `${process.pid} ${hostname()}\n`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' });
      return () => unlock(path, mine);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new UsageError(`state file ${file}: cannot be locked: ${reasonOf(error)}`);
    }
    const owner = livingOwner(path);
    if (owner !== undefined) throw new UsageError(`state file ${file}: in use by process ${owner}`);
    unlock(path);
  }
  throw new UsageError(`state file ${file}: cannot be locked`);
}

/** The process that holds the lock, if it lives on this machine and is a runner. */
function livingOwner(path: string): number | undefined {
  const [pid, host] = readOr(path, '').trim().split(' ');
  const owner = Number(pid);
  if (host !== hostname() || !Number.isInteger(owner) || owner <= 0 || owner === process.pid)
    return undefined;
  try {
    process.kill(owner, 0);
  } catch {
    return undefined;
  }
  // Numbers are used again: on Linux another program with the number can be told apart.
  const command = readOr(`/proc/${owner}/cmdline`, 'match');
  return /match|vitest/.test(command) ? owner : undefined;
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}

function unlock(path: string, mine?: string): void {
  try {
    if (mine === undefined || readFileSync(path, 'utf8') === mine) unlinkSync(path);
  } catch {
    // Somebody else has removed it.
  }
}
