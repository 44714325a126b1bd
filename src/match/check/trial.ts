/** The vocabulary of the cases: starting an engine, having it search, judging what it answers by the rules. */
import { parseFen } from '../../rules/fen.ts';
import { parseTurn } from '../../rules/notation.ts';
import { outcomeOf } from '../../rules/outcome.ts';
import { type Position, playTurn } from '../../rules/position.ts';
import type { Variant } from '../../rules/variants.ts';
import { Failure, type Line, Probe, type ProbeSettings, short } from './probe.ts';

export interface Case {
  /** For -only and for the table. */
  readonly name: string;
  /** What a good engine does. */
  readonly title: string;
  /** Public reports of engines that did not. */
  readonly seen?: string;
  /** It measures time: on a busy machine a failure may be the machine's, so it counts only if it comes three times. */
  readonly timed?: true;
  readonly run: (trial: Trial) => Promise<void>;
}

export interface Search {
  readonly best: string;
  readonly ponder: string | undefined;
  readonly infos: readonly string[];
  readonly elapsed: number;
}

/** What `bestmove` says when there is no turn. */
export const NO_TURN = /^(\(none\)|0000)$/;

export class Trial {
  readonly variant: Variant;
  readonly #settings: ProbeSettings;
  readonly #probes: Probe[] = [];

  constructor(settings: ProbeSettings, variant: Variant) {
    this.#settings = settings;
    this.variant = variant;
  }

  /** A new process that has been told nothing. */
  start(): Probe {
    const probe = new Probe(this.#settings);
    this.#probes.push(probe);
    return probe;
  }

  /** A new process, greeted, set to the variant and ready. */
  async ready(): Promise<Probe> {
    const probe = this.start();
    await this.greet(probe);
    if (probe.lines.some(({ text }) => /^option name UCI_Variant /i.test(text))) {
      probe.send(`setoption name UCI_Variant value ${this.variant.name}`);
    }
    await isReady(probe);
    return probe;
  }

  /** Programs may need some time to start. */
  async greet(probe: Probe): Promise<void> {
    probe.send('uci');
    await probe.next(/^uciok\b/, 10_000);
  }

  async close(): Promise<void> {
    await Promise.all(this.#probes.map((probe) => probe.close()));
  }

  /** The position of `startpos` or `fen …`, with `moves …`. */
  position(text: string): Position {
    const [, given, moves] = /^(startpos|fen .*?)(?: moves ?(.*))?$/.exec(text)!;
    const position = parseFen(given === 'startpos' ? this.variant.startFen : given!.slice(4), this.variant);
    if (!position.ok) throw new Error(position.error);
    for (const turn of moves?.split(' ').filter((word) => word !== '') ?? []) play(position.value, turn);
    return position.value;
  }

  /** Has it search; the answer must be a legal turn, or none where the game is over. */
  async search(probe: Probe, place: string, go: string, ms = 5000): Promise<Search> {
    const from = probe.mark();
    const start = performance.now();
    probe.send(`position ${place}`, go);
    const line = await probe.next(/^bestmove\b/, ms);
    return this.judge(place, probe.lines.slice(from), line, start);
  }

  /** Judges a `bestmove` line by the rules. */
  judge(place: string, lines: readonly Line[], line: Line, start: number): Search {
    const [, best = '', , ponder] = line.text.split(/\s+/);
    const position = this.position(place);
    const over = isOver(position);
    if (over && !NO_TURN.test(best)) throw new Failure(`the game is over, but: ${short(line.text)}`);
    if (!over) requireLegal(position, best, line.text);
    const infos = lines.map(({ text }) => text).filter((text) => text.startsWith('info'));
    return { best, ponder, infos, elapsed: line.at - start };
  }
}

/** Is there no turn to be made? Draws by repetition and the like leave one. */
function isOver(position: Position): boolean {
  const { ending } = outcomeOf(position);
  return (
    ending === 'checkmate' || ending === 'stalemate' || ending === 'self-check' || ending === 'winning choice'
  );
}

export function play(position: Position, text: string): void {
  const turn = parseTurn(position, text);
  if (!turn.ok) throw new Error(turn.error);
  playTurn(position, turn.value);
}

export function requireLegal(position: Position, text: string, line: string): void {
  const turn = parseTurn(position, text);
  if (!turn.ok) throw new Failure(`${turn.error}; ${short(line)}`);
}

export async function isReady(probe: Probe, ms = 10_000): Promise<void> {
  probe.send('isready');
  await probe.next(/^readyok$/, ms);
}

export function require(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Failure(reason);
}

/** The numbers behind `key` in the info lines. */
export function valuesOf(infos: readonly string[], key: string): number[] {
  return infos.flatMap((line) => {
    const value = new RegExp(` ${key} (-?\\d+)`).exec(line)?.[1];
    return value === undefined ? [] : [Number(value)];
  });
}

export function principal(infos: readonly string[]): string[] | undefined {
  const line = infos.findLast(
    (text) => / score /.test(text) && / pv /.test(text) && !/ multipv ([2-9]|\d\d)/.test(text),
  );
  return line === undefined ? undefined : / pv (.*)$/.exec(line)![1]!.trim().split(/\s+/);
}
