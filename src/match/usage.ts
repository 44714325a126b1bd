/** Mistakes on the command line, and readers of the values that stand there. */

/** A mistake of the person who typed: one line, exit code 2. */
export class UsageError extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such folder',
  EISDIR: 'is a folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'no permission to write',
  ENOSPC: 'no space left on the disk',
};

/** What the system said about a file, in our words if we have some. */
export function reasonOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

/** `key=value` split at the first `=`; undefined if there is none. */
export function splitPair(word: string): readonly [string, string] | undefined {
  const at = word.indexOf('=');
  return at < 1 ? undefined : [word.slice(0, at), word.slice(at + 1)];
}

export function readNumber(text: string, what: string, least = Number.NEGATIVE_INFINITY): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new UsageError(`${what}: "${text}" is not a number`);
  if (value < least) throw new UsageError(`${what}: ${text} is below ${least}`);
  return value;
}

export function readWhole(text: string, what: string, least: number, most = 2 ** 32): number {
  const value = readNumber(text, what, least);
  if (!Number.isInteger(value)) throw new UsageError(`${what}: "${text}" is not a whole number`);
  if (value > most) throw new UsageError(`${what}: ${text} is above ${most}`);
  return value;
}

export function readChoice<T extends string>(text: string, what: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text.toLowerCase());
  if (found === undefined) {
    throw new UsageError(`${what}: "${text}" is none of ${choices.join(', ')}${suggestion(text, choices)}`);
  }
  return found;
}

/** `; did you mean "…"?` for the nearest of `names`, or nothing if none is near. */
export function suggestion(word: string, names: readonly string[]): string {
  const distances = names.map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }));
  distances.sort((a, b) => a.far - b.far);
  const best = distances[0];
  const near = best !== undefined && best.far <= Math.max(1, Math.floor(word.length / 3));
  return near ? `; did you mean "${best.name}"?` : '';
}

/** How many letters must be changed, added, dropped or swapped with their neighbour. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
