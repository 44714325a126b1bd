/** An engine under test: everything it writes is kept with its time, every wait fails with a reason. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineProcess } from '../process.ts';
import type { Reaper } from '../reaper.ts';

/** The engine has failed the case; the message says how. */
export class Failure extends Error {}
/** The case does not apply to this engine; the message says why. */
export class Skip extends Error {}

export interface Line {
  readonly text: string;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

export interface ProbeSettings {
  readonly command: string;
  readonly args: readonly string[];
  readonly reaper: Reaper;
  /** Milliseconds that an answer may take that should come at once. */
  readonly patience: number;
}

let probes = 0;

export class Probe {
  readonly lines: Line[] = [];
  readonly patience: number;
  /** Lines before this one have been waited for. */
  #seen = 0;
  #wake: () => void = () => {};
  #end: string | undefined;
  readonly #process: EngineProcess;
  readonly #stderr = join(tmpdir(), `serac-check-${process.pid}-${++probes}`);

  constructor({ command, args, reaper, patience }: ProbeSettings) {
    this.patience = patience;
    const events = {
      line: (text: string, at: number) => {
        this.lines.push({ text, at });
        this.#wake();
      },
      end: (why: string) => {
        this.#end = why;
        this.#wake();
      },
    };
    this.#process = new EngineProcess({ command, args, directory: '', stderr: this.#stderr }, events, reaper);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** How it ended; undefined while it runs. */
  get ended(): string | undefined {
    return this.#end;
  }

  /** Sends lines. */
  send(...lines: string[]): void {
    this.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** Sends text as it is. */
  write(text: string): void {
    this.#process.write(text);
  }

  closeInput(): void {
    this.#process.closeInput();
  }

  /** The next line that fits, lines before it are passed over. */
  async next(pattern: RegExp, ms = this.patience): Promise<Line> {
    const deadline = performance.now() + ms;
    for (;;) {
      for (; this.#seen < this.lines.length; this.#seen++) {
        if (pattern.test(this.lines[this.#seen]!.text)) return this.lines[this.#seen++]!;
      }
      if (this.#end !== undefined)
        throw new Failure(`the process ended (${this.#end}) before ${name(pattern)}`);
      if (performance.now() >= deadline) throw new Failure(`no ${name(pattern)} within ${Math.round(ms)} ms`);
      await this.#something(deadline);
    }
  }

  /** For so long no line may come that fits. */
  async quiet(ms: number, pattern = /^/): Promise<void> {
    const deadline = performance.now() + ms;
    for (;;) {
      for (; this.#seen < this.lines.length; this.#seen++) {
        const { text } = this.lines[this.#seen]!;
        if (pattern.test(text)) throw new Failure(`unexpected: ${short(text)}`);
      }
      if (this.#end !== undefined) throw new Failure(`the process ended (${this.#end})`);
      if (performance.now() >= deadline) return;
      await this.#something(deadline);
    }
  }

  /** Waits for the end of the process and says how it came. */
  async exit(ms: number): Promise<string> {
    const deadline = performance.now() + ms;
    while (this.#end === undefined) {
      if (performance.now() >= deadline) throw new Failure(`still running after ${ms} ms`);
      await this.#something(deadline);
    }
    return this.#end;
  }

  /** Where the next wait begins: to look at lines that came since. */
  mark(): number {
    return this.lines.length;
  }

  /** Processor time used so far, in milliseconds; undefined where the system does not tell. */
  processorTime(): number | undefined {
    try {
      const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return undefined;
    }
  }

  /** What it wrote to stderr. */
  errors(): string {
    return readFileSync(this.#stderr, 'utf8');
  }

  /** Ends it, however it behaves. */
  async close(): Promise<void> {
    this.#process.kill();
    while (this.#end === undefined) await this.#something(performance.now() + 1000);
    rmSync(this.#stderr, { force: true });
  }

  /** Fulfilled when something has happened, or at the deadline. */
  #something(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function name(pattern: RegExp): string {
  return pattern.source
    .replace(/^\^/, '')
    .replace(/\\b.*$/, '')
    .replace(/\$$/, '');
}

export function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
