/** For the tests of `serac match`: the runner and a misbehaving engine as programs, and ways to run and look at them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
// @ts-expect-error: a script without types
import { bundle } from '../scripts/bundle.mjs';

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Kit {
  readonly folder: string;
  readonly engine: string;
  /** A fresh path inside the folder. */
  path(name: string): string;
  /** Runs `serac` with these words to its end. */
  run(words: readonly string[]): Promise<Finished>;
  /** Starts it; `done` is fulfilled at its end. */
  start(words: readonly string[]): { child: ChildProcess; done: Promise<Finished> };
  /** Processes of the engine, and children of theirs, that are alive. */
  engines(): number[];
  remove(): void;
}

const ROOT = resolve(import.meta.dirname, '..');

export async function createKit(): Promise<Kit> {
  const folder = mkdtempSync(join(tmpdir(), 'serac-match-'));
  const engine = join(folder, 'faulty-engine');
  const runner = join(folder, 'match.cjs');
  await bundle(join(ROOT, 'src/match/main.ts'), runner);
  await bundle(join(ROOT, 'test/faulty-engine.ts'), engine, { banner: { js: '#!/usr/bin/env node' } });
  chmodSync(engine, 0o755);
  let paths = 0;

  function start(words: readonly string[]) {
    const child = spawn(process.execPath, [runner, ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const done = new Promise<Finished>((resolve) => {
      child.on('close', (code) => resolve({ code, out, err }));
    });
    return { child, done };
  }

  return {
    folder,
    engine,
    path: (name) => join(folder, `${++paths}-${name}`),
    run: (words) => start(words).done,
    start,
    engines: () => processesOf(engine),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The processes whose command line has this program, or names it at its end; none where there is no /proc. */
function processesOf(program: string): number[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words.some((word) => word === program || word.endsWith(`# ${program}`));
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Fulfilled when `holds` does; looks again and again, for as long as a busy machine may need. */
export async function until(holds: () => boolean, ms = 20_000): Promise<void> {
  const end = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > end) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
