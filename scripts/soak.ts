/**
 * One engine process that plays many fast games against itself: does its memory grow, are its answers in time, and
 * is it quiet afterwards? `node scripts/run.mjs scripts/soak.ts [GAMES] [SECONDS+INCREMENT] [LAUNCHER]`; Linux only.
 *
 * Memory is what /proc says, after the first 50 games, every 50 and at the end. An answer is late by the time between
 * the write of `go` and the reading of `bestmove` beyond the hard limit that the engine's clock makes of the request.
 * The exit code is 1 if memory has grown by 5 % or more, or an idle engine uses 1 % of a core or more.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { timeLimits } from '../src/engine/clock.ts';
import { loadGame, startOf } from '../src/engine/game.ts';
import { PLAIN_GO } from '../src/engine/request.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { outcomeOf } from '../src/rules/outcome.ts';
import { createPosition, playTurn, sideToMove } from '../src/rules/position.ts';
import { AVALANCHE } from '../src/rules/variants.ts';

const OVERHEAD_MS = 30;
const FIRST_LOOK = 50;
const IDLE_MS = 10_000;
/** Turns at the start that depend on the number of the game, so that no two are alike. */
const OPENING_TURNS = 2;
const LONGEST_GAME = 300;

class Engine {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(launcher: string) {
    this.#child = spawn(launcher, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.pid = this.#child.pid ?? 0;
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  send(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  async until(word: string): Promise<string> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error('the engine is gone');
      if (value.split(' ')[0] === word) return value;
    }
  }
}

/** Resident kilobytes: all of them, and the part that is the program's own, not pages of files that are mapped. */
function resident(pid: number): { total: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const value = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { total: value('VmRSS'), own: value('RssAnon') + value('RssShmem') };
}

function megabytes(kilobytes: number): string {
  return (kilobytes / 1024).toFixed(1);
}

/** Milliseconds, in steps of ten. */
function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

const [games = '500', control = '0.1+0.001', launcher = resolve('dist/serac')] = process.argv.slice(2);
const [base, increment] = control.split('+').map((seconds) => 1000 * Number(seconds));
const engine = new Engine(launcher);
const position = createPosition();
const delays: number[] = [];
let turnsPlayed = 0;
let overruns = 0;

async function ready(): Promise<void> {
  engine.send('isready');
  await engine.until('readyok');
}

async function playGame(number: number): Promise<void> {
  engine.send('ucinewgame');
  await ready();
  loadGame(startOf(AVALANCHE), position);
  const clocks = [base, base];
  const texts: string[] = [];
  while (texts.length < LONGEST_GAME && outcomeOf(position).ending === undefined) {
    const turns = legalTurns(position);
    const side = sideToMove(position);
    let text: string;
    if (texts.length < OPENING_TURNS) {
      text = formatTurn(position, turns[(number * (texts.length === 0 ? 37 : 11)) % turns.length]);
    } else {
      const [whiteTime, blackTime] = clocks.map(Math.round);
      const words = { whiteTime, blackTime, whiteIncrement: increment, blackIncrement: increment };
      const limits = timeLimits({ ...PLAIN_GO, ...words }, side, OVERHEAD_MS, texts.length >> 1);
      const start = performance.now();
      engine.send(`position startpos moves ${texts.join(' ')}`);
      engine.send(`go wtime ${whiteTime} btime ${blackTime} winc ${increment} binc ${increment}`);
      text = (await engine.until('bestmove')).split(' ')[1];
      const took = performance.now() - start;
      delays.push(took - (limits?.hardMs ?? 0));
      clocks[side] -= took;
      if (clocks[side] < 0) {
        overruns++;
        clocks[side] = base;
      }
      clocks[side] += increment;
    }
    const turn = parseTurn(position, text);
    if (!turn.ok) throw new Error(`${text} after ${texts.join(' ')}: ${turn.error}`);
    playTurn(position, turn.value);
    texts.push(text);
    turnsPlayed++;
  }
}

async function soak(): Promise<boolean> {
  engine.send('uci');
  await engine.until('uciok');
  let first = 0;
  let last = 0;
  for (let game = 1; game <= Number(games); game++) {
    await playGame(game);
    if (game % FIRST_LOOK !== 0 && game !== Number(games)) continue;
    const { total, own } = resident(engine.pid);
    last = total;
    first ||= last;
    console.log(
      `${game} games, ${turnsPlayed} turns: ${megabytes(total)} MB, without files ${megabytes(own)} MB`,
    );
  }
  delays.sort((a, b) => a - b);
  const percentile = (share: number) => delays[Math.floor(share * (delays.length - 1))].toFixed(1);
  console.log(
    `beyond the hard limit, ms: median ${percentile(0.5)}, 99 % ${percentile(0.99)}, ` +
      `99.9 % ${percentile(0.999)}, worst ${percentile(1)}; clock overrun ${overruns} times`,
  );
  await ready();
  const before = cpuTime(engine.pid);
  await new Promise((done) => setTimeout(done, IDLE_MS));
  const idle = cpuTime(engine.pid) - before;
  console.log(`idle: ${idle} ms of CPU in ${IDLE_MS / 1000} s`);
  engine.send('quit');
  const growth = (100 * (last - first)) / first;
  console.log(`memory: ${growth.toFixed(1)} % more than after the first ${FIRST_LOOK} games`);
  return growth < 5 && idle < IDLE_MS / 100;
}

soak().then((good) => {
  process.exitCode = good ? 0 : 1;
});
