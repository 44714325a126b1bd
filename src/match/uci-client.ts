/**
 * The runner's end of the protocol with one engine. Nothing here throws because of an engine: what goes wrong is
 * returned as a fault, every wait has an end, and an engine that broke one is dead afterwards.
 */
import {
  type DeclaredOption,
  isScoreLine,
  NO_INFO,
  parseInfo,
  parseOption,
  type SearchInfo,
} from './info.ts';
import type { Connection, ProcessEvents } from './process.ts';
import type { EngineSettings } from './settings.ts';

export interface Fault {
  readonly kind: 'disconnects' | 'stalls';
  readonly detail: string;
}

export interface Answer {
  /** The turn as the engine wrote it; empty if `bestmove` stood alone. */
  readonly turn: string;
  /** From the moment `go` was written to the moment the answer was read. */
  readonly elapsed: number;
  readonly info: SearchInfo;
}

export type Reply = { readonly answer: Answer } | { readonly fault: Fault };

export interface ClientEvents {
  /** A `bestmove` that nobody asked for. */
  stray?: (turn: string) => void;
  /** The process ended while nobody waited for it. */
  lost?: (fault: Fault) => void;
  /** All traffic; `sign` is `>` to the engine, `<` from it. */
  log?: (sign: '>' | '<', line: string) => void;
}

// How long the runner is patient, in milliseconds, times the engine's own factor.
const UCIOK_MS = 10_000;
const READYOK_MS = 15_000;
const STOP_MS = 15_000;
const QUIT_MS = 5_000;
/** After the flag has fallen an engine gets so long before it is told to stop: its answer may be on the way. */
const FLAG_GRACE_MS = 200;
/** Without a clock: silence after which the engine is asked whether it lives, and how often it may only say that. */
const SILENCE_MS = 30_000;
const MOST_PINGS = 20;
/** More output for one turn is no report but a flood. */
const FLOOD = 64 * 1024 * 1024;

interface Wait {
  /** Looks at a line; true ends the wait. */
  readonly seen: (line: string, at: number) => boolean;
  readonly end: (fault: Fault | undefined) => void;
}

export class UciClient {
  /** What the engine called itself. */
  id = '';
  readonly options: DeclaredOption[] = [];
  events: ClientEvents = {};
  readonly #settings: EngineSettings;
  readonly #process: Connection;
  #wait: Wait | undefined;
  #lastInfo = '';
  #fault: Fault | undefined;
  #ended: () => void = () => {};
  /** Fulfilled when the process is gone. */
  readonly gone = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  constructor(settings: EngineSettings, connect: (events: ProcessEvents) => Connection) {
    this.#settings = settings;
    this.#process = connect({
      line: (line, at) => this.#read(line, at),
      end: (why) => this.#end(why),
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** False once it has ended or been given up. */
  get usable(): boolean {
    return this.#fault === undefined && this.#process.running;
  }

  /** From the start to `uciok`; options are then known. */
  async handshake(): Promise<Fault | undefined> {
    for (const line of this.#settings.startLines) this.send(line);
    const fault = await this.#expect('uci', UCIOK_MS, 'no uciok', (line) => {
      const words = line.trim().split(/\s+/);
      if (words[0] === 'id' && words[1] === 'name') this.id = words.slice(2).join(' ');
      const option = words[0] === 'option' ? parseOption(line) : undefined;
      if (option !== undefined) this.options.push(option);
      return words[0] === 'uciok';
    });
    return fault;
  }

  option(name: string): DeclaredOption | undefined {
    return this.options.find((option) => option.name.toLowerCase() === name.toLowerCase());
  }

  setOption(name: string, value: string): void {
    const declared = this.option(name);
    const suffix = declared?.type === 'button' || value === '' ? '' : ` value ${value}`;
    this.send(`setoption name ${declared?.name ?? name}${suffix}`);
  }

  newGame(): Promise<Fault | undefined> {
    return this.#expect('ucinewgame\nisready', READYOK_MS, 'no readyok', (line) => line.trim() === 'readyok');
  }

  /** Has it search; `allowed` is the time after which the flag has fallen, Infinity without a clock. */
  async go(position: string, go: string, allowed: number): Promise<Reply> {
    if (this.#fault !== undefined) return { fault: this.#fault };
    this.#lastInfo = '';
    this.#process.received = 0;
    const start = performance.now();
    let answer: Answer | undefined;
    const waiting = new Promise<Fault | undefined>((resolve) => {
      const watch = Number.isFinite(allowed) ? this.#watchFlag(allowed) : this.#watchSilence();
      const seen = (line: string, at: number) => {
        watch.heard(line);
        const words = /^\s*bestmove(?:\s+(\S+))?/.exec(line);
        if (words === null) return false;
        answer = { turn: words[1] ?? '', elapsed: at - start, info: NO_INFO };
        return true;
      };
      const end = (fault: Fault | undefined) => {
        watch.off();
        resolve(fault);
      };
      this.#wait = { seen, end };
    });
    this.send(`${position}\n${go}`);
    const fault = await waiting;
    if (answer === undefined) return { fault: fault! };
    const info = this.#lastInfo === '' ? NO_INFO : parseInfo(this.#lastInfo);
    return { answer: { ...answer, info } };
  }

  /** Says quit, and kills after a while. */
  async quit(): Promise<void> {
    this.events = { ...(this.events.log === undefined ? {} : { log: this.events.log }) };
    this.send('quit');
    const timer = setTimeout(() => this.kill(), QUIT_MS * this.#settings.patience);
    await this.gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill();
  }

  send(text: string): void {
    if (this.events.log !== undefined) {
      for (const line of text.split('\n')) this.events.log('>', line);
    }
    this.#process.write(`${text}\n`);
  }

  /** Sends something and waits until a line satisfies; gives up after `ms` and then kills. */
  #expect(
    text: string,
    ms: number,
    what: string,
    satisfies: (line: string) => boolean,
  ): Promise<Fault | undefined> {
    if (this.#fault !== undefined) return Promise.resolve(this.#fault);
    return new Promise((resolve) => {
      const patience = ms * this.#settings.patience;
      const timer = setTimeout(() => this.#giveUp(`${what} within ${seconds(patience)}`), patience);
      const end = (fault: Fault | undefined) => {
        clearTimeout(timer);
        resolve(fault);
      };
      this.#wait = { seen: satisfies, end };
      this.send(text);
    });
  }

  /** With a clock: `stop` when the flag has fallen, the end of patience some time later. */
  #watchFlag(allowed: number): { heard(line: string): void; off(): void } {
    const patience = STOP_MS * this.#settings.patience;
    let timer = setTimeout(() => {
      this.send('stop');
      timer = setTimeout(() => this.#giveUp(`no bestmove within ${seconds(patience)} after stop`), patience);
    }, allowed + FLAG_GRACE_MS);
    return { heard() {}, off: () => clearTimeout(timer) };
  }

  /** Without a clock: a silent engine is asked for `readyok`; one that says nothing else for long is given up, too. */
  #watchSilence(): { heard(line: string): void; off(): void } {
    const patience = READYOK_MS * this.#settings.patience;
    const silence = SILENCE_MS * this.#settings.patience;
    let timer: NodeJS.Timeout;
    let pings = 0;
    const ping = () => {
      if (++pings > MOST_PINGS) return this.#giveUp(`no word but readyok within ${seconds(pings * silence)}`);
      this.send('isready');
      timer = setTimeout(() => this.#giveUp(`no answer to isready within ${seconds(patience)}`), patience);
    };
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(ping, silence);
    };
    rest();
    const heard = (line: string) => {
      if (line.trim() !== 'readyok') pings = 0;
      rest();
    };
    return { heard, off: () => clearTimeout(timer) };
  }

  #read(line: string, at: number): void {
    this.events.log?.('<', line);
    if (line.startsWith('info') && isScoreLine(line)) this.#lastInfo = line;
    const wait = this.#wait;
    if (wait?.seen(line, at) === true) {
      this.#wait = undefined;
      wait.end(undefined);
    } else if (wait !== undefined) {
      if (this.#process.received > FLOOD) this.#giveUp('floods its output');
    } else {
      const stray = /^\s*bestmove(?:\s+(\S+))?/.exec(line);
      if (stray !== null) this.events.stray?.(stray[1] ?? '');
    }
  }

  #giveUp(detail: string): void {
    this.#fail({ kind: 'stalls', detail });
    this.kill();
  }

  #end(why: string): void {
    this.#fail({ kind: 'disconnects', detail: why });
    this.#ended();
  }

  #fail(fault: Fault): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    const wait = this.#wait;
    this.#wait = undefined;
    if (wait !== undefined) wait.end(fault);
    else this.events.lost?.(fault);
  }
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toFixed(1))} s`;
}
