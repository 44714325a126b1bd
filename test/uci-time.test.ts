/**
 * Conversations with the built engine over pipes: how soon it answers and leaves, and what it costs to let it wait.
 * Runs while no other test does. The numbers in the names are those of public bug reports about other engines.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EngineProcess, startEngine } from './engine-process.ts';
import { afterTurn, isLegal, refereePosition, START_FENS, statusOf } from './referee.ts';
import { fastest, timeOf } from './stopwatch.ts';

const START = refereePosition('avalanche', START_FENS.avalanche);
const ONE_TURN = 'kr6/8/8/8/8/8/8/K7 w - - 0 1';

const engines: EngineProcess[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.kill();
});

async function start(...lines: string[]): Promise<EngineProcess> {
  const engine = await startEngine();
  engines.push(engine);
  engine.send(...lines);
  return engine;
}

describe('at once, on an idle machine within 20 ms,', () => {
  let engine: EngineProcess;
  beforeAll(async () => {
    engine = await startEngine();
    engine.send('position startpos');
  });
  afterAll(() => engine?.kill());

  test('isready is answered during a search (case 1)', async () => {
    engine.send('go infinite');
    await engine.line(/ depth 3 /);
    expect(await fastest(100, () => timeOf(() => engine.sync()))).toBeLessThan(100);
    await engine.best('stop');
  });

  test('a perft is stopped', async () => {
    const stopped = async () => {
      engine.send('go perft 8');
      await engine.sync();
      await setTimeout(100);
      engine.send('stop');
      return timeOf(() => engine.line(/^info string perft stopped/));
    };
    expect(await fastest(100, stopped)).toBeLessThan(100);
  });

  // On a machine of one core there is one thread.
  test.each([1, 2].filter((threads) => threads <= availableParallelism()))(
    'a search of %i threads is stopped',
    async (threads) => {
      engine.send(`setoption name Threads value ${threads}`);
      const stopped = async () => {
        engine.send('go infinite');
        await engine.line(/ depth 4 /);
        return timeOf(() => engine.best('stop'));
      };
      expect(await fastest(100, stopped)).toBeLessThan(100);
      engine.send('setoption name Threads value 1');
    },
  );

  test.each([
    ['movetime 0'],
    ['movetime -1'],
    ['depth 0'],
    ['nodes 0'],
    ['mate 0'],
    ['wtime 0 btime 1000'],
    ['wtime -50 btime 1000'],
    ['wtime 5 btime 1000'],
    ['wtime 1 winc 100000'],
    ['movetime'],
    ['depth x'],
  ])('go %s is answered with a turn and a score (cases 44 to 46)', async (words) => {
    const answered = () =>
      timeOf(async () => {
        const from = engine.lines.length;
        expect(isLegal(START, (await engine.best(`go ${words}`))[1])).toBe(true);
        expect(engine.lines.slice(from).some((line) => line.startsWith('info depth'))).toBe(true);
      });
    expect(await fastest(100, answered)).toBeLessThan(100);
  });
});

describe('on a clock', () => {
  test('movetime is kept, the overhead taken off (case 51)', async () => {
    const engine = await start('position startpos');
    const waited = await fastest(450, () => timeOf(() => engine.best('go movetime 400')));
    expect(waited).toBeGreaterThan(200);
    expect(waited).toBeLessThan(450);
  });

  test('only one clock is told: an answer in time for either side (case 47)', async () => {
    const engine = await start();
    for (const position of ['startpos', 'startpos moves e2e4,d7d6']) {
      for (const words of ['wtime 100', 'btime 100']) {
        const answered = () => timeOf(() => engine.best(`position ${position}`, `go ${words}`));
        expect(await fastest(100, answered)).toBeLessThan(100);
      }
    }
  });

  test('wtime 50 winc 2000 is answered long before the increment (case 50)', async () => {
    const engine = await start('position startpos');
    const answered = () => timeOf(() => engine.best('go wtime 50 btime 50 winc 2000 binc 2000'));
    expect(await fastest(100, answered)).toBeLessThan(100);
  });

  test('the only turn is made at once', async () => {
    const engine = await start(`position fen ${ONE_TURN}`);
    const answered = () => timeOf(() => engine.best('go wtime 600000 btime 600000'));
    expect(await fastest(100, answered)).toBeLessThan(100);
  });

  test('the first turns of a game are answered as fast as later ones (case 54)', async () => {
    /** The middle one of the times for the turns of a game, 3 ms on an idle machine. */
    async function middle(): Promise<number> {
      const engine = await start();
      const waits: number[] = [];
      let position = START;
      const turns: string[] = [];
      while (waits.length < 20 && statusOf(position).status === 'ongoing') {
        engine.send(`position startpos moves ${turns.join(' ')}`, 'go wtime 40 btime 40 winc 1 binc 1');
        let turn = '';
        waits.push(
          await timeOf(async () => {
            [, turn] = (await engine.line(/^bestmove/)).split(' ');
          }),
        );
        position = afterTurn(position, turn);
        turns.push(turn);
      }
      return waits.sort((a, b) => a - b)[waits.length >> 1];
    }
    expect(await fastest(40, middle)).toBeLessThan(40);
  });

  test('that is nearly gone 100 turns take less than two seconds, on an idle machine 0.2', async () => {
    const engine = await start('position startpos');
    const hundred = () =>
      timeOf(async () => {
        for (let i = 0; i < 100; i++) await engine.best('go wtime 31 btime 31 winc 0 binc 0');
      });
    expect(await fastest(2000, hundred)).toBeLessThan(2000);
  });

  test('a larger Move Overhead makes for shorter thinking (case 52)', async () => {
    const engine = await start('position startpos', 'setoption name Move Overhead value 900');
    const answered = () => timeOf(() => engine.best('go wtime 1000 btime 1000 movestogo 1'));
    expect(await fastest(200, answered)).toBeLessThan(200);
  });
});

describe('ponderhit', () => {
  /** Milliseconds from ponderhit to the answer, `thinking` having been waited for before. */
  function hit(engine: EngineProcess, words: string, thinking: () => Promise<unknown>): Promise<number> {
    return fastest(400, async () => {
      engine.send('ucinewgame', 'position startpos', `go ponder ${words}`);
      const from = engine.lines.length;
      await thinking();
      expect(engine.lines.slice(from).some((line) => line.startsWith('bestmove'))).toBe(false);
      return timeOf(() => engine.best('ponderhit'));
    });
  }

  test('is when the limits begin to count (case 58)', async () => {
    const engine = await start();
    const waited = await hit(engine, 'movetime 300', () => engine.line(/ depth 4 /));
    expect(waited).toBeGreaterThan(100);
    expect(waited).toBeLessThan(400);
  });

  test('does not make think again what has been thought before (case 58)', async () => {
    // A plan of 0.5 s for the turn, of 2.1 s at the most, however doubtful it is.
    const waited = await hit(await start(), 'wtime 12000 btime 12000', () => setTimeout(2800));
    expect(waited).toBeLessThan(400);
  });
});

describe('leaves within a second, on an idle machine within 0.2,', () => {
  const states: [string, string[]][] = [
    ['at the very start', []],
    ['idle', ['uci', 'isready']],
    ['infinite', ['position startpos', 'go infinite']],
    ['pondering', ['position startpos', 'go ponder wtime 1000 btime 1000']],
    ['on the clock', ['position startpos', 'go wtime 600000 btime 600000']],
    ['in a fixed time', ['go movetime 60000']],
    ['in perft', ['go perft 5']],
    ['in bench', ['bench 20']],
    ['with more waiting', ['go depth 30', 'go infinite', 'bench']],
    ['at a finished position', ['position fen 4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1', 'go infinite']],
  ];

  test.each(states)('at quit %s, exit code 0 (case 13)', async (_, lines) => {
    const left = async () => {
      const engine = lines.length === 0 ? new EngineProcess() : await startEngine();
      engines.push(engine);
      engine.send(...lines, 'isready');
      await engine.line(/^readyok$/);
      const ms = await timeOf(async () => expect(await engine.quit()).toEqual({ code: 0, signal: null }));
      expect(engine.errors).toBe('');
      return ms;
    };
    expect(await fastest(1000, left)).toBeLessThan(1000);
  });

  test.each([['infinite'], ['ponder'], ['ponder wtime 60000 btime 60000'], ['']])(
    'at EOF after go %s (cases 14, 15)',
    async (words) => {
      const left = async () => {
        const engine = await start('position startpos', `go ${words}`);
        await engine.sync();
        return timeOf(async () => {
          engine.closeInput();
          expect((await engine.gone()).code).toBe(0);
        });
      };
      expect(await fastest(1000, left)).toBeLessThan(1000);
    },
  );
});

describe.runIf(process.platform === 'linux')('CPU time', () => {
  /** Milliseconds of CPU that the process has used, in steps of ten. */
  function cpuTime(pid: number): number {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  }

  /** What it uses within a second; at first the garbage of a search may still be collected. */
  function cpuWithinASecond(engine: EngineProcess): Promise<number> {
    return fastest(30, async () => {
      const before = cpuTime(engine.pid);
      await setTimeout(1000);
      return cpuTime(engine.pid) - before;
    });
  }

  test('an idle engine uses none (case 16)', async () => {
    const engine = await start();
    expect(await engine.best('go depth 3')).toHaveLength(4);
    expect(await cpuWithinASecond(engine)).toBeLessThan(30);
  });

  test('nor does one that holds its answer to go infinite back (cases 6, 40)', async () => {
    // A finished game.
    const engine = await start('position fen Pn5k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1', 'go infinite');
    await engine.line(/^info depth/);
    expect(await cpuWithinASecond(engine)).toBeLessThan(30);
    await engine.best('stop');
  });
});
