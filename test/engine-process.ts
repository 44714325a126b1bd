/** Drives the built engine over pipes as a GUI does: writes lines, waits for lines, never for a length of time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The built engine, or another one by its name in the environment. */
export const LAUNCHER = process.env.SERAC_LAUNCHER ?? resolve(import.meta.dirname, '..', 'dist', 'serac');

/** Longer than any wait should last, even on a busy machine. */
const PATIENCE_MS = 20_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface Wait {
  readonly matches: (line: string) => boolean;
  readonly resolve: (line: string) => void;
}

export class EngineProcess {
  /** Every line of stdout so far. */
  readonly lines: string[] = [];
  /** Everything on stderr so far. */
  errors = '';
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  #rest = '';
  /** Lines before this one have been waited for. */
  #seen = 0;
  #wait: Wait | undefined;

  constructor(args: readonly string[] = []) {
    if (!existsSync(LAUNCHER)) throw new Error('dist/serac is missing: npm run build');
    const child = spawn(LAUNCHER, [...args], { stdio: 'pipe' });
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    child.stdin.on('error', () => {});
    this.exited = new Promise((done) => child.on('close', (code, signal) => done({ code, signal })));
  }

  /** Drops the lines seen so far. */
  forget(): void {
    this.lines.length = 0;
    this.#seen = 0;
  }

  /** Stops listening to it, as a program that has died. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  #read(text: string): void {
    const pieces = (this.#rest + text).split('\n');
    this.#rest = pieces.pop() ?? '';
    this.lines.push(...pieces);
    this.#look();
  }

  #look(): void {
    while (this.#wait !== undefined && this.#seen < this.lines.length) {
      const line = this.lines[this.#seen++];
      if (!this.#wait.matches(line)) continue;
      const { resolve: found } = this.#wait;
      this.#wait = undefined;
      found(line);
    }
  }

  /** Writes bytes as they are. */
  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  send(...lines: string[]): void {
    this.write(lines.map((line) => `${line}\n`).join(''));
  }

  closeInput(): void {
    this.#child.stdin?.end();
  }

  /** The next line that fits, from behind the last one waited for. */
  line(wanted: RegExp | ((line: string) => boolean)): Promise<string> {
    const matches = typeof wanted === 'function' ? wanted : (line: string) => wanted.test(line);
    return within(
      new Promise((found) => {
        this.#wait = { matches, resolve: found };
        this.#look();
      }),
      () => `no line ${wanted} among\n${this.lines.slice(-30).join('\n')}\n${this.errors}`,
    );
  }

  /** Sends lines, and the words of the next `bestmove`. */
  async best(...lines: string[]): Promise<string[]> {
    this.send(...lines);
    return (await this.line(/^bestmove/)).split(' ');
  }

  /** Everything that comes before the answer to `isready`, sent now. */
  async sync(): Promise<string[]> {
    const from = this.#seen;
    this.send('isready');
    await this.line(/^readyok$/);
    return this.lines.slice(from, this.#seen - 1);
  }

  /** Waits for the process to be gone, without asking it to. */
  async gone(): Promise<Exit> {
    return within(this.exited, () => `still running; its last lines\n${this.lines.slice(-10).join('\n')}`);
  }

  async quit(): Promise<Exit> {
    this.send('quit');
    return this.gone();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

/** An engine that is greeted and ready. */
export async function startEngine(): Promise<EngineProcess> {
  const engine = new EngineProcess();
  engine.send('uci');
  await engine.line(/^uciok$/);
  await engine.sync();
  return engine;
}

/** Runs a whole conversation, or a command line, to the end of the process. */
export async function run(
  input: string,
  args: readonly string[] = [],
): Promise<Exit & { lines: string[]; errors: string }> {
  const engine = new EngineProcess(args);
  engine.write(input);
  engine.closeInput();
  const exit = await engine.gone();
  return { ...exit, lines: engine.lines, errors: engine.errors };
}

function within<T>(promise: Promise<T>, complaint: () => string): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(complaint())), PATIENCE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The values of an info line by their words; `pv` holds the rest of the line. */
export function infoOf(line: string): Record<string, string> {
  const [head, pv] = line.split(' pv ');
  const words = head.split(' ').slice(1);
  const values: Record<string, string> = pv === undefined ? {} : { pv };
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 'score') {
      values.score = `${words[i + 1]} ${words[i + 2]}`;
      i += 2;
    } else if (words[i] === 'lowerbound' || words[i] === 'upperbound') values.bound = words[i];
    else values[words[i]] = words[++i];
  }
  return values;
}
