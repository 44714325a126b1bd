/** An engine's process: lines out, lines in with the time they were read, and a sure end for it and its children. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Reaper } from './reaper.ts';

export interface ProcessSettings {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  /** A file for stderr; empty: thrown away. */
  readonly stderr: string;
}

export interface ProcessEvents {
  /** `at` is the time the line was read, in milliseconds of `performance.now()`. */
  line(line: string, at: number): void;
  /** The process has ended and all its output has been seen; `why` says how, in a few words. */
  end(why: string): void;
}

/** What the protocol needs of a process. */
export interface Connection {
  /** Characters read since the count was last set to 0. */
  received: number;
  readonly pid: number | undefined;
  readonly running: boolean;
  /** Writes whole lines, each with its line end. */
  write(text: string): void;
  kill(): void;
}

/** A line longer than this is dropped: nothing in the protocol is near it. */
const LONGEST_LINE = 4 * 1024 * 1024;

export class EngineProcess implements Connection {
  received = 0;
  #child: ChildProcess | undefined;
  #rest = '';
  #dropping = false;
  readonly #events: ProcessEvents;
  readonly #reaper: Reaper;

  constructor(settings: ProcessSettings, events: ProcessEvents, reaper: Reaper) {
    this.#events = events;
    this.#reaper = reaper;
    this.#start(settings);
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #start(settings: ProcessSettings): void {
    const stderr = settings.stderr === '' ? 'ignore' : openSync(settings.stderr, 'a');
    // A process group of its own: a Ctrl-C on the terminal is the runner's alone, and the whole group can be killed.
    const child = spawn(settings.command, [...settings.args], {
      cwd: settings.directory === '' ? process.cwd() : settings.directory,
      env: { ...process.env, ...this.#reaper.environment },
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', stderr],
    });
    if (typeof stderr === 'number') closeSync(stderr);
    this.#child = child;
    if (child.pid !== undefined) this.#reaper.add(child.pid);
    child.stdin!.on('error', () => {});
    child.stdout!.setEncoding('utf8');
    child.stdout!.on('data', (chunk: string) => this.#read(chunk));
    child.on('error', (error) => this.#end(`cannot be started: ${error.message}`));
    // What it leaves behind would keep the pipe open: first the group, then the end of the output.
    child.on('exit', () => this.kill());
    child.on('close', (code, signal) =>
      this.#end(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  }

  /** Writes whole lines, each with its line end. */
  write(text: string): void {
    const stdin = this.#child?.stdin;
    if (stdin?.writable === true) stdin.write(text);
  }

  /** Closes its input. */
  closeInput(): void {
    this.#child?.stdin?.end();
  }

  /** Kills the process and all its children at once. */
  kill(): void {
    const child = this.#child;
    if (child?.pid === undefined) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nobody is left.
    }
  }

  #read(chunk: string): void {
    const at = performance.now();
    this.received += chunk.length;
    let from = 0;
    for (;;) {
      const end = chunk.indexOf('\n', from);
      if (end < 0) break;
      const line = this.#rest + chunk.slice(from, end);
      this.#rest = '';
      from = end + 1;
      if (this.#dropping) this.#dropping = false;
      else this.#events.line(line.endsWith('\r') ? line.slice(0, -1) : line, at);
    }
    if (this.#dropping) return;
    this.#rest += chunk.slice(from);
    if (this.#rest.length > LONGEST_LINE) {
      this.#rest = '';
      this.#dropping = true;
    }
  }

  #end(why: string): void {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    if (child.pid !== undefined) this.#reaper.remove(child.pid);
    this.#events.end(why);
  }
}
