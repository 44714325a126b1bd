/**
 * How fast the built engine answers, as medians: from the start of the process to `uciok`, `isready` and `stop` during
 * a search, from `quit` and from the end of the input to the end of the process, and how exactly `movetime` is kept.
 *
 *     node scripts/run.mjs scripts/latency.ts [RUNS]
 */
import { resolve } from 'node:path';
import { EngineProcess } from '../src/match/process.ts';
import { startReaper } from '../src/match/reaper.ts';

const SETTINGS = { command: resolve('dist', 'serac'), args: [], directory: '', stderr: '' };
const reaper = startReaper();
const RUNS = Number(process.argv[2] ?? 20);

interface Engine {
  readonly process: EngineProcess;
  /** When the next line that begins with this was read. */
  line(start: string): Promise<number>;
  /** Returns when it was written. */
  send(line: string): number;
  /** When it had ended. */
  readonly gone: Promise<number>;
}

function start(command = SETTINGS.command, args: readonly string[] = []): Engine {
  let wanted: { start: string; found: (at: number) => void } | undefined;
  let ended: (at: number) => void = () => {};
  const gone = new Promise<number>((done) => {
    ended = done;
  });
  const events = {
    line(line: string, at: number) {
      if (wanted === undefined || !line.startsWith(wanted.start)) return;
      const { found } = wanted;
      wanted = undefined;
      found(at);
    },
    end: () => ended(performance.now()),
  };
  const child = new EngineProcess({ ...SETTINGS, command, args }, events, reaper);
  return {
    process: child,
    line: (text) =>
      new Promise((found) => {
        wanted = { start: text, found };
      }),
    send(line) {
      child.write(`${line}\n`);
      return performance.now();
    },
    gone,
  };
}

async function ready(): Promise<Engine> {
  const engine = start();
  engine.send('uci\nisready');
  await engine.line('readyok');
  return engine;
}

/** Measures one after another; what each returns is in milliseconds. */
async function measure(name: string, once: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) times.push(await once());
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
  console.log(
    `${name.padEnd(44)} median ${at(0.5).padStart(7)}   90 % ${at(0.9).padStart(7)}   worst ${at(1).padStart(7)}`,
  );
}

async function main(): Promise<void> {
  console.log(`milliseconds, ${RUNS} runs each`);

  await measure('start of an empty Node program', async () => {
    const before = performance.now();
    const program = start(process.execPath, ['-e', 'console.log("started")']);
    const after = await program.line('started');
    await program.gone;
    return after - before;
  });

  await measure('process start to uciok', async () => {
    const before = performance.now();
    const engine = start();
    engine.send('uci');
    const after = await engine.line('uciok');
    engine.process.kill();
    await engine.gone;
    return after - before;
  });

  await measure('process start to the first readyok', async () => {
    const before = performance.now();
    const engine = await ready();
    const after = performance.now();
    engine.process.kill();
    await engine.gone;
    return after - before;
  });

  const engine = await ready();

  async function search(): Promise<void> {
    engine.send('position startpos\ngo infinite');
    await engine.line('info depth');
  }

  await measure('isready during a search', async () => {
    await search();
    const sent = engine.send('isready');
    const after = await engine.line('readyok');
    engine.send('stop');
    await engine.line('bestmove');
    return after - sent;
  });

  await measure('stop to bestmove', async () => {
    await search();
    const sent = engine.send('stop');
    return (await engine.line('bestmove')) - sent;
  });

  await measure('go depth 1 to bestmove', async () => {
    const sent = engine.send('go depth 1');
    return (await engine.line('bestmove')) - sent;
  });

  for (const [words, planned] of [
    ['movetime 1000', 1000],
    ['movetime 100', 100],
    ['wtime 50 btime 50 winc 2000 binc 2000', 50],
  ] as const) {
    await measure(`go ${words}`, async () => {
      const sent = engine.send(`go ${words}`);
      const taken = (await engine.line('bestmove')) - sent;
      if (taken > planned) console.log(`late: ${taken.toFixed(1)} of ${planned}`);
      return taken;
    });
  }
  engine.send('quit');
  await engine.gone;

  await measure('quit during a search to the end', async () => {
    const one = await ready();
    one.send('position startpos\ngo infinite');
    await one.line('info depth 4 ');
    const sent = one.send('quit');
    return (await one.gone) - sent;
  });

  await measure('end of input during a search to the end', async () => {
    const one = await ready();
    one.send('position startpos\ngo infinite');
    await one.line('info depth 4 ');
    const sent = performance.now();
    one.process.closeInput();
    return (await one.gone) - sent;
  });
}

void main().finally(() => reaper.close());
