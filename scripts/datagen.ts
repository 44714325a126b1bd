/**
 * Self-play games for tuning, into one file (data/game-file.ts says how it is laid out):
 *
 *     node scripts/run.mjs scripts/datagen.ts FILE [games=1000] [nodes=600] [seed=1] [threads=N] [pause-while=FILE]
 *
 * A file that is there already is gone on with, from its last whole game, if it was made with the same settings. Games
 * depend on their number, the seed and the nodes a turn alone, and are written in the order of their numbers, so the file
 * is the same however many threads made it. Threads: as many as the machine has, if not said. `pause-while`: no game
 * is begun while that file exists.
 */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createPosition } from '../src/rules/position.ts';
import { VARIANTS } from '../src/rules/variants.ts';
import { encodeGame, GameFileError, type GameSettings, openForGames } from './data/game-file.ts';
import { visitQuiet } from './data/quiet.ts';
import { createSelfPlay } from './data/self-play.ts';

const ENGINE = 'serac';
const REPORT_MS = 5000;
const PAUSE_LOOK_MS = 1000;

interface Played {
  readonly number: number;
  readonly block: Buffer;
  readonly positions: number;
}

interface Asked {
  readonly file: string;
  readonly games: number;
  readonly settings: GameSettings;
  readonly threads: number;
  readonly pauseWhile: string | undefined;
}

function readWords(words: readonly string[]): Asked | undefined {
  const [file, ...rest] = words;
  const given = new Map(rest.map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]));
  const number = (key: string, otherwise: number) => Number(given.get(key) ?? otherwise);
  const asked = {
    file: file ?? '',
    games: number('games', 1000),
    settings: { seed: number('seed', 1), nodes: number('nodes', 600), engine: ENGINE },
    threads: number('threads', availableParallelism()),
    pauseWhile: given.get('pause-while'),
  };
  const known = ['games', 'nodes', 'seed', 'threads', 'pause-while'];
  const numbers = [asked.games, asked.settings.seed, asked.settings.nodes, asked.threads];
  const isRight = file !== undefined && numbers.every((n) => Number.isSafeInteger(n) && n > 0);
  return isRight && [...given.keys()].every((key) => known.includes(key)) ? asked : undefined;
}

/** The FENs of the books that come with the program. */
function readBooks(): string[][] {
  return VARIANTS.map(({ name }) =>
    readFileSync(resolve('src/match/books', `${name}.epd`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `${line.split(' ').slice(0, 4).join(' ')} 0 1`),
  );
}

/** A worker thread: plays the games whose numbers it is sent. */
function serve(): void {
  const { settings, books } = workerData as { settings: GameSettings; books: string[][] };
  const selfPlay = createSelfPlay(settings, books);
  const position = createPosition();
  parentPort!.on('message', (number: number) => {
    const game = selfPlay.play(number);
    let positions = 0;
    visitQuiet(position, game, () => positions++);
    parentPort!.postMessage({ number, block: encodeGame(game), positions } satisfies Played);
  });
}

/** Lines about how far it has got. */
function createProgress(first: number, last: number): (games: number, positions: number) => string {
  const start = performance.now();
  let kept = 0;
  return (games, positions) => {
    kept += positions;
    const seconds = (performance.now() - start) / 1000;
    const left = ((last - games) * seconds) / Math.max(1, games - first);
    const rate = `${(kept / seconds).toFixed(0)} positions/s`;
    return `${games} of ${last} games, ${kept} positions for training, ${rate}, ${(left / 60).toFixed(1)} min left`;
  };
}

function generate(asked: Asked): void {
  const writer = openForGames(asked.file, asked.settings);
  const progress = createProgress(writer.next, asked.games);
  const early = new Map<number, Played>();
  let asking = writer.next;
  let reported = performance.now();
  let positions = 0;

  const workers = Array.from({ length: Math.min(asked.threads, Math.max(0, asked.games - asking)) }, () => {
    return new Worker(__filename, { workerData: { settings: asked.settings, books: readBooks() } });
  });
  console.log(
    `${asked.file}: ${writer.next} games are there, ${asked.games} wanted, ${workers.length} threads`,
  );

  const ask = (worker: Worker): void => {
    if (asking >= asked.games) {
      void worker.terminate();
    } else if (asked.pauseWhile !== undefined && existsSync(asked.pauseWhile)) {
      setTimeout(() => ask(worker), PAUSE_LOOK_MS);
    } else {
      worker.postMessage(asking++);
    }
  };
  const keep = (played: Played): void => {
    early.set(played.number, played);
    for (let next = early.get(writer.next); next !== undefined; next = early.get(writer.next)) {
      early.delete(next.number);
      writer.write(Buffer.from(next.block));
      positions += next.positions;
    }
    if (performance.now() - reported < REPORT_MS && writer.next < asked.games) return;
    reported = performance.now();
    console.log(progress(writer.next, positions));
    positions = 0;
  };
  for (const worker of workers) {
    worker.on('message', (played: Played) => {
      keep(played);
      ask(worker);
    });
    worker.on('error', (error) => {
      console.error(error);
      process.exit(1);
    });
    ask(worker);
  }
  process.on('exit', () => writer.close());
}

if (isMainThread) {
  const asked = readWords(process.argv.slice(2));
  if (asked === undefined) {
    const options = '[games=1000] [nodes=600] [seed=1] [threads=N] [pause-while=FILE]';
    console.error(`usage: node scripts/run.mjs scripts/datagen.ts FILE ${options}`);
    process.exit(2);
  }
  try {
    generate(asked);
  } catch (error) {
    if (!(error instanceof GameFileError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
} else {
  serve();
}
