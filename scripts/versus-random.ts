/**
 * The engine against a player of random turns, over pipes: `node scripts/run.mjs scripts/versus-random.ts [GAMES] [SEED]
 * [LAUNCHER]`.
 *
 * The board, the legality of every turn that the engine plays or announces in a line, and the end of the game are
 * judged by the referee of the tests, which shares no code with the engine; the clock runs from the write of `go`
 * to the reading of `bestmove`. Anything but a win of the engine is printed, and the exit code is 1.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  afterTurn,
  isLegal,
  type RefereePosition,
  refereePosition,
  refereeTurns,
  START_FENS,
  statusOf,
} from '../test/referee.ts';

const CLOCK_MS = 1000;
const INCREMENT_MS = 10;
const VARIANTS = Object.keys(START_FENS);

interface Tally {
  won: number;
  turns: number;
  lineTurns: number;
  slowest: number;
  faults: string[];
  endings: Map<string, number>;
}

/** A linear congruential stream of numbers in [0, 1), high bits only (Knuth's MMIX constants would need 64 bits). */
function randomStream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

class Engine {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(launcher: string) {
    this.#child = spawn(launcher, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  send(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  /** Reads to the line that begins with `word`; returns all that came, that line last. */
  async until(word: string): Promise<string[]> {
    const lines: string[] = [];
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error('the engine has left');
      lines.push(value);
      if (value.startsWith(word)) return lines;
    }
  }
}

/** Counts the turns of a line; throws at one that the referee does not allow. */
function checkLine(from: RefereePosition, info: string): number {
  const turns = (/ pv (.*)$/.exec(info)?.[1] ?? '').split(' ').filter((turn) => turn !== '');
  let position = from;
  for (const turn of turns) {
    if (!isLegal(position, turn)) throw new Error(`illegal turn ${turn} in "${info}"`);
    position = afterTurn(position, turn);
  }
  return turns.length;
}

async function playGame(engine: Engine, number: number, random: () => number, tally: Tally): Promise<void> {
  const variant = VARIANTS[number % VARIANTS.length];
  const engineIsWhite = Math.floor(number / VARIANTS.length) % 2 === 0;
  engine.send(`setoption name UCI_Variant value ${variant}`);
  engine.send('ucinewgame');
  engine.send('isready');
  await engine.until('readyok');
  let position = refereePosition(variant, START_FENS[variant]);
  const played: string[] = [];
  let clock = CLOCK_MS;
  const where = () => `game ${number} (${variant}), after ${played.join(' ')}`;
  while (statusOf(position).status === 'ongoing') {
    const enginesTurn = (played.length % 2 === 0) === engineIsWhite;
    let turn: string;
    if (enginesTurn) {
      const times = `wtime ${clock} btime ${clock} winc ${INCREMENT_MS} binc ${INCREMENT_MS}`;
      engine.send(`position startpos${played.length > 0 ? ` moves ${played.join(' ')}` : ''}`);
      const start = performance.now();
      engine.send(`go ${times}`);
      const lines = await engine.until('bestmove');
      const spent = performance.now() - start;
      tally.slowest = Math.max(tally.slowest, spent);
      if (spent > clock) tally.faults.push(`${where()}: ${spent.toFixed(0)} ms of ${clock.toFixed(0)} used`);
      clock = Math.max(1, Math.round(clock - spent)) + INCREMENT_MS;
      for (const line of lines)
        if (line.startsWith('info depth')) tally.lineTurns += checkLine(position, line);
      turn = lines[lines.length - 1].split(' ')[1];
      if (!isLegal(position, turn)) {
        tally.faults.push(`${where()}: illegal ${turn}`);
        return;
      }
    } else {
      const turns = refereeTurns(position);
      turn = turns[Math.floor(random() * turns.length)];
    }
    played.push(turn);
    tally.turns++;
    position = afterTurn(position, turn);
  }
  const { status, winner } = statusOf(position);
  tally.endings.set(status, (tally.endings.get(status) ?? 0) + 1);
  if (winner === (engineIsWhite ? 'white' : 'black')) tally.won++;
  else tally.faults.push(`${where()}: ${status}`);
}

async function main(): Promise<void> {
  const games = Number(process.argv[2] ?? 300);
  const seed = Number(process.argv[3] ?? 1);
  const launcher = resolve(process.argv[4] ?? 'dist/serac');
  const random = randomStream(seed);
  const tally: Tally = { won: 0, turns: 0, lineTurns: 0, slowest: 0, faults: [], endings: new Map() };
  const engine = new Engine(launcher);
  engine.send('uci');
  await engine.until('uciok');
  for (let i = 0; i < games; i++) await playGame(engine, i, random, tally);
  engine.send('quit');
  for (const fault of tally.faults) console.log(fault);
  console.log(
    `${tally.won} of ${games} games won, ${tally.turns} turns, ${tally.lineTurns} turns of lines checked`,
  );
  console.log(`endings: ${[...tally.endings].map(([ending, n]) => `${ending} ${n}`).join(', ')}`);
  console.log(`slowest answer ${tally.slowest.toFixed(0)} ms`);
  process.exitCode = tally.won === games && tally.faults.length === 0 ? 0 : 1;
}

void main();
