/** The engine without a process around it: what happens when search threads die, hang or cannot be had. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createEngine, type Engine } from '../src/engine/engine.ts';
import { flipFen } from '../src/engine/flip.ts';
import type { Platform } from '../src/engine/pool.ts';
import type { Report } from '../src/engine/report.ts';
import { type GoRequest, PLAIN_GO } from '../src/engine/request.ts';
import { createTasks, type Task } from '../src/engine/tasks.ts';
import { now, type Thread, type ThreadEvents, type ThreadRequest } from '../src/engine/thread.ts';
import { nodeThreads } from '../src/engine/thread-node.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { createPosition } from '../src/rules/position.ts';
import { AVALANCHE, REVERSED_AVALANCHE } from '../src/rules/variants.ts';
import { CONTROL_BEST, CONTROL_BEST_DEPTH, CONTROL_BEST_SCORE, CONTROL_STOP } from '../src/search/limits.ts';
import { isLegal, refereePosition, START_FENS } from './referee.ts';

const START = refereePosition('avalanche', START_FENS.avalanche);
const TURNS = legalTurns(createPosition());
const GO: GoRequest = { ...PLAIN_GO, depth: 1 };

interface Heard {
  readonly remarks: string[];
  readonly reports: Report[];
  readonly best: (string | undefined)[];
}

let running: Engine[] = [];
let threads: Thread[] = [];
afterEach(() => {
  for (const engine of running) engine.stop();
  for (const thread of threads) thread.end();
  running = [];
  threads = [];
});

function listen(platform: Platform): { engine: Engine; heard: Heard } {
  const heard: Heard = { remarks: [], reports: [], best: [] };
  const engine = createEngine(
    {
      ...platform,
      startThread(memory, events) {
        const thread = platform.startThread(memory, events);
        threads.push(thread);
        return thread;
      },
    },
    {
      report: (report) => heard.reports.push(report),
      finished() {},
      best: (turn) => heard.best.push(turn),
      divided() {},
      counted() {},
      benched() {},
      remark: (text) => heard.remarks.push(text),
    },
    1,
  );
  running.push(engine);
  return { engine, heard };
}

const allocate = (bytes: number) => new SharedArrayBuffer(bytes);

/** Threads of this kind: `behave` is told of each request and answers with the thread's events. */
function fakes(behave: (request: ThreadRequest, events: ThreadEvents, count: number) => void): Platform {
  let count = 0;
  return {
    allocate,
    startThread(_, events) {
      const number = ++count;
      queueMicrotask(() => events.reply({ type: 'ready' }));
      return { post: (request) => queueMicrotask(() => behave(request, events, number)), end() {} };
    },
  };
}

function answer(request: ThreadRequest, events: ThreadEvents): void {
  if (request.type !== 'search') events.reply({ type: 'done' });
  else {
    const result = { best: TURNS[7], ponder: 0, score: 12, depth: 1, nodes: 160 };
    events.reply({ type: 'found', result });
  }
}

const settled = (engine: Engine) => new Promise<void>((done) => engine.whenDone(done));

describe('the warm-up of a new thread', () => {
  test('is cut short by a search, not by a new game', () => {
    let control: Int32Array = new Int32Array(1);
    const { engine } = listen({
      allocate,
      startThread(memory) {
        control = new Int32Array(memory.control);
        return { post() {}, end() {} };
      },
    });
    engine.prepare();
    engine.newGame();
    expect(control[CONTROL_STOP]).toBe(0);
    engine.go(PLAIN_GO, now());
    expect(control[CONTROL_STOP]).toBe(1);
  });
});

describe('the dry run of a new thread', () => {
  test('is heard by nobody, and forgotten', async () => {
    const posted: string[] = [];
    const practices: boolean[] = [];
    const { engine, heard } = listen(
      fakes((request, events) => {
        posted.push(request.type);
        if (request.type === 'search') practices.push(request.practice);
        answer(request, events);
      }),
    );
    engine.prepare();
    await new Promise<void>((done) => engine.whenReady(done));
    expect(posted.length).toBeGreaterThan(2);
    expect(posted.slice(0, -1).every((type) => type === 'search')).toBe(true);
    expect(posted.at(-1)).toBe('new game');
    expect(heard).toEqual({ remarks: [], reports: [], best: [] });
    expect(practices.length).toBeGreaterThan(2);
    expect(practices).not.toContain(false);
    engine.go(GO, now());
    await settled(engine);
    expect(practices.at(-1)).toBe(false);
    expect(heard.best).toHaveLength(1);
  });

  test('ends when there is something to do', async () => {
    let searches = 0;
    const { engine, heard } = listen(
      fakes((request, events) => {
        if (request.type === 'search' && ++searches === 2) engine.go(GO, now());
        answer(request, events);
      }),
    );
    engine.prepare();
    await new Promise<void>((done) => engine.whenReady(done));
    await settled(engine);
    expect(searches).toBe(3);
    expect(heard.best).toHaveLength(1);
  });

  test('is not tried again with the thread after one that died in it', async () => {
    let searches = 0;
    const { engine, heard } = listen(
      fakes((request, events) => {
        if (request.type === 'search' && ++searches < 5) events.died('of practice');
        else answer(request, events);
      }),
    );
    engine.prepare();
    await new Promise<void>((done) => engine.whenReady(done));
    expect(searches).toBe(1);
    expect(heard.remarks).toEqual(['search thread lost: of practice']);
  });
});

describe('a thread that dies', () => {
  test('in a search: a remark, a score, a legal turn, and a new thread', async () => {
    const { engine, heard } = listen(
      fakes((request, events, count) => {
        if (count === 1 && request.type === 'search') events.died('out of memory');
        else answer(request, events);
      }),
    );
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks).toEqual(['search thread lost: out of memory']);
    expect(heard.reports).toHaveLength(1);
    expect(heard.best).toHaveLength(1);
    expect(isLegal(START, heard.best[0] ?? '')).toBe(true);
    engine.go(GO, now());
    await settled(engine);
    expect(threads).toHaveLength(2);
    expect(heard.best).toHaveLength(2);
    expect(heard.remarks).toHaveLength(1);
  });

  test('in a search that had found something: that is played', async () => {
    const { engine, heard } = listen(
      fakes((_, events) => {
        const pv = [TURNS[42]];
        const numbers = { depth: 3, selectiveDepth: 4, line: 1, score: 5, nodes: 9, time: 1, hashFull: 0 };
        events.reply({ type: 'info', info: { ...numbers, bound: 'exact', pv } });
        events.died('internal error');
      }),
    );
    engine.go(GO, now());
    await settled(engine);
    expect(heard.best).toEqual(heard.reports.map((report) => report.pv[0]));
  });

  test('in go infinite: the answer is held back until stop', async () => {
    const { engine, heard } = listen(fakes((_, events) => events.died('internal error')));
    engine.go(PLAIN_GO, now());
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(heard.remarks).toHaveLength(1);
    expect(heard.best).toEqual([]);
    engine.stop();
    expect(heard.best).toHaveLength(1);
  });

  test('in every search: every go is answered all the same', async () => {
    const { engine, heard } = listen(fakes((_, events) => events.died('internal error')));
    for (let i = 0; i < 10; i++) engine.go(GO, now());
    await settled(engine);
    expect(heard.best).toHaveLength(10);
    expect(heard.best.every((turn) => isLegal(START, turn ?? ''))).toBe(true);
  });

  test('when idle, in ucinewgame or in perft: it is replaced', async () => {
    let idle: ThreadEvents | undefined;
    const { engine, heard } = listen(
      fakes((request, events, count) => {
        idle = events;
        if (request.type === 'new game' && count === 2) events.died('two');
        else if (request.type === 'perft' && count === 3) events.died('three');
        else answer(request, events);
      }),
    );
    engine.go(GO, now());
    await settled(engine);
    idle?.died('one');
    engine.newGame();
    engine.perft(3);
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks.map((text) => text.split(': ')[1])).toEqual(['one', 'two', 'three']);
    expect(heard.best).toHaveLength(2);
  });

  test('at its start: nothing is tried again before it is needed, and every go is answered', async () => {
    let starts = 0;
    const { engine, heard } = listen({
      allocate,
      startThread(_, events) {
        starts++;
        queueMicrotask(() => events.died('no such file'));
        return { post() {}, end() {} };
      },
    });
    engine.prepare();
    await settled(engine);
    expect(heard.remarks).toEqual(['search thread does not start: no such file']);
    engine.go(GO, now());
    await settled(engine);
    expect(starts).toBe(2);
    expect(isLegal(START, heard.best[0] ?? '')).toBe(true);
    let ready = false;
    engine.whenReady(() => {
      ready = true;
    });
    await settled(engine);
    expect(ready).toBe(true);
  });

  test('of Node itself, by an exception', async () => {
    const code = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', () => { throw new Error('boom'); });
      parentPort.postMessage({ type: 'ready' });`;
    const { engine, heard } = listen({ allocate, startThread: nodeThreads({ code }) });
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks[0]).toBe('search thread lost: boom');
    expect(isLegal(START, heard.best[0] ?? '')).toBe(true);
  });

  test('of Node itself, by memory that runs away', { timeout: 120_000 }, async () => {
    const code = `
      const { parentPort } = require('node:worker_threads');
      const kept = [];
      parentPort.on('message', () => { for (;;) kept.push(new Array(100000).fill(0.5)); });
      parentPort.postMessage({ type: 'ready' });`;
    const { engine, heard } = listen({ allocate, startThread: nodeThreads({ code }) });
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks[0]).toMatch(/^search thread lost: .*memory/);
    expect(heard.best).toHaveLength(1);
    expect(isLegal(START, heard.best[0] ?? '')).toBe(true);
  });

  test('of Node itself, by leaving', async () => {
    const code = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', () => process.exit(3));
      parentPort.postMessage({ type: 'ready' });`;
    const { engine, heard } = listen({ allocate, startThread: nodeThreads({ code }) });
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks[0]).toBe('search thread lost: exit code 3');
    expect(heard.best).toHaveLength(1);
  });
});

describe('a thread that hangs', () => {
  const numbers = { depth: 3, selectiveDepth: 4, line: 1, score: 5, nodes: 9, time: 1, hashFull: 0 };
  const info = { ...numbers, bound: 'exact' as const, pv: [TURNS[42]] };

  test('when its time is over: what it has found is played in time, and the thread replaced', async () => {
    vi.useFakeTimers();
    try {
      const { engine, heard } = listen(
        fakes((request, events, count) => {
          if (count > 1) answer(request, events);
          else events.reply({ type: 'info', info });
        }),
      );
      engine.go({ ...PLAIN_GO, moveTime: 1000 }, now());
      await vi.advanceTimersByTimeAsync(970);
      expect(heard.best).toEqual([]);
      await vi.advanceTimersByTimeAsync(10);
      expect(heard.best).toEqual([heard.reports[0].pv[0]]);
      engine.go(GO, now());
      await vi.advanceTimersByTimeAsync(10_000);
      expect(heard.remarks).toEqual(['search thread lost: it does not obey']);
      expect(heard.best).toHaveLength(2);
      expect(threads).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('when it is late only: its late answer is not a second one', async () => {
    vi.useFakeTimers();
    try {
      const { engine, heard } = listen(
        fakes((request, events) => {
          events.reply({ type: 'info', info });
          setTimeout(() => answer(request, events), 1100);
        }),
      );
      for (const ponder of [false, true]) {
        engine.go({ ...PLAIN_GO, moveTime: 1000, ponder }, now());
        if (ponder) engine.ponderHit();
        await vi.advanceTimersByTimeAsync(2000);
      }
      expect(heard.best).toHaveLength(2);
      expect(heard.remarks).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('when it is told to stop: it is replaced', async () => {
    vi.useFakeTimers();
    try {
      const { engine, heard } = listen(fakes(() => {}));
      engine.go(PLAIN_GO, now());
      await vi.advanceTimersByTimeAsync(100_000);
      expect(heard.best).toEqual([]);
      engine.stop();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(heard.best).toHaveLength(1);
      expect(heard.remarks).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a thread that answers nonsense', () => {
  test('an illegal turn is not passed on', async () => {
    const { engine, heard } = listen(
      fakes((_, events) => {
        const result = { best: 12345, ponder: 54321, score: 0, depth: 1, nodes: 1 };
        events.reply({ type: 'found', result });
      }),
    );
    engine.go(GO, now());
    await settled(engine);
    expect(isLegal(START, heard.best[0] ?? '')).toBe(true);
  });
});

describe('a clock that is nearly down', () => {
  test('is answered without the search thread', async () => {
    const posted: string[] = [];
    const { engine, heard } = listen(fakes((request) => posted.push(request.type)));
    await new Promise<void>((done) => engine.whenReady(done));
    const hurried = { ...PLAIN_GO, whiteTime: 40, blackTime: 40, whiteIncrement: 1, blackIncrement: 1 };
    engine.go(hurried, now());
    expect(heard.best).toHaveLength(1);
    expect(isLegal(START, heard.best[0] ?? '')).toBe(true);
    expect(heard.reports.map(({ pv }) => pv)).toEqual([heard.best]);
    engine.go({ ...hurried, searchTurns: ['a2a3'] }, now());
    expect(heard.best[1]?.startsWith('a2a3,')).toBe(true);
    expect(posted).toEqual([]);
  });
});

describe('the clock', () => {
  test('starts when the line was read, not when the search begins (case 53)', async () => {
    const starts: number[] = [];
    const { engine } = listen(
      fakes((request, events) => {
        if (request.type === 'search') starts.push(request.limits.start);
        answer(request, events);
      }),
    );
    const readAt = now() - 20;
    engine.go({ ...PLAIN_GO, moveTime: 1000 }, readAt);
    await settled(engine);
    expect(starts).toEqual([readAt]);
  });

  test('that shows next to nothing is answered for by the watch, thread or no thread', async () => {
    vi.useFakeTimers();
    try {
      const { engine, heard } = listen(fakes(() => {}));
      for (const request of [{ whiteTime: 20 }, { moveTime: 0 }, { whiteTime: 100, whiteIncrement: 1 }]) {
        const before = heard.best.length;
        engine.go({ ...PLAIN_GO, ...request }, now());
        await vi.advanceTimersByTimeAsync(8);
        expect(heard.best).toHaveLength(before + 1);
        // The next one needs a thread that obeys.
        await vi.advanceTimersByTimeAsync(10_000);
      }
      expect(heard.best.every((turn) => isLegal(START, turn ?? ''))).toBe(true);
      expect(heard.reports.length).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test('of the next turn runs while the thread is still late from the one before', async () => {
    vi.useFakeTimers();
    try {
      const posted: number[] = [];
      const { engine, heard } = listen(
        fakes((request, events) => {
          if (request.type === 'search') posted.push(now());
          setTimeout(() => answer(request, events), 400);
        }),
      );
      engine.go({ ...PLAIN_GO, moveTime: 100 }, now());
      await vi.advanceTimersByTimeAsync(120);
      expect(heard.best).toHaveLength(1);
      engine.go({ ...PLAIN_GO, moveTime: 100 }, now());
      await vi.advanceTimersByTimeAsync(120);
      expect(heard.best).toHaveLength(2);
      expect(posted).toHaveLength(1);
      engine.go({ ...PLAIN_GO, depth: 1 }, now());
      await vi.advanceTimersByTimeAsync(2000);
      expect(heard.best).toHaveLength(3);
      expect(posted).toHaveLength(3);
      expect(heard.remarks).toEqual([]);
      expect(heard.best.every((turn) => isLegal(START, turn ?? ''))).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is watched: what the search has found is known without any report of it', async () => {
    vi.useFakeTimers();
    try {
      let words = new Int32Array(new SharedArrayBuffer(4));
      const platform = fakes(() => {
        words[CONTROL_BEST] = TURNS[42];
        words[CONTROL_BEST_SCORE] = -17;
        words[CONTROL_BEST_DEPTH] = 3;
      });
      const { engine, heard } = listen({
        ...platform,
        startThread(memory, events) {
          words = new Int32Array(memory.control);
          return platform.startThread(memory, events);
        },
      });
      engine.go({ ...PLAIN_GO, moveTime: 100 }, now());
      await vi.advanceTimersByTimeAsync(200);
      expect(heard.reports).toMatchObject([{ score: -17, depth: 3, line: 1 }]);
      expect(heard.best).toEqual(heard.reports.map((report) => report.pv[0]));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a limited strength', () => {
  const searches: Extract<ThreadRequest, { type: 'search' }>[] = [];
  const spy = fakes((request, events) => {
    if (request.type === 'search') searches.push(request);
    answer(request, events);
  });

  async function limitsOf(engine: Engine, request: Partial<GoRequest>) {
    searches.length = 0;
    engine.go({ ...PLAIN_GO, ...request }, now());
    engine.stop();
    await settled(engine);
    return searches[0].limits;
  }

  test('has few nodes and does not see every turn', async () => {
    const { engine, heard } = listen(spy);
    expect(await limitsOf(engine, { depth: 3 })).toMatchObject({ nodes: Infinity, searchTurns: undefined });
    engine.settings.level = 0;
    const limits = await limitsOf(engine, { whiteTime: 60_000, blackTime: 60_000 });
    expect(limits.nodes).toBe(15);
    expect(limits.searchTurns!.length).toBeLessThan(40);
    expect(limits.searchTurns!.length).toBeGreaterThan(0);
    expect(await limitsOf(engine, { whiteTime: 100 })).toMatchObject({ nodes: 15, depth: 1 });
    expect(await limitsOf(engine, { nodes: 3, depth: 5 })).toMatchObject({ nodes: 3, depth: 5 });
    const asked = await limitsOf(engine, { depth: 2, searchTurns: ['e2e4'] });
    expect(asked.searchTurns!.length).toBeGreaterThan(0);
    expect(asked.searchTurns!.length).toBeLessThanOrEqual(8);
    expect(heard.remarks).toEqual([]);
  });

  test('sees the same in the same game, other turns in the next', async () => {
    const { engine } = listen(spy);
    engine.settings.level = 2;
    const first = (await limitsOf(engine, { depth: 1 })).searchTurns;
    expect((await limitsOf(engine, { depth: 1 })).searchTurns).toEqual(first);
    engine.newGame();
    expect((await limitsOf(engine, { depth: 1 })).searchTurns).not.toEqual(first);
  });

  test('is not for analysis', async () => {
    const { engine } = listen(spy);
    engine.settings.level = 0;
    for (const request of [{}, { infinite: true }, { mate: 2 }]) {
      expect(await limitsOf(engine, request)).toMatchObject({ nodes: Infinity, searchTurns: undefined });
    }
    engine.settings.analyse = true;
    expect(await limitsOf(engine, { depth: 9 })).toMatchObject({ nodes: Infinity, searchTurns: undefined });
  });
});

describe('memory for the table', () => {
  test('that is not there: the old one stays, the same may be asked for again', async () => {
    let available = 8 * 1024 * 1024;
    const { engine, heard } = listen({
      ...fakes(answer),
      allocate(bytes) {
        if (bytes > available) throw new RangeError('no more');
        return new SharedArrayBuffer(bytes);
      },
    });
    engine.setTableSize(16);
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks).toEqual(['no memory for a table of 16 MB: no more']);
    expect(heard.best).toHaveLength(1);
    engine.setTableSize(16);
    available *= 2;
    engine.setTableSize(16);
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks).toHaveLength(2);
    expect(threads).toHaveLength(2);
    expect(heard.best).toHaveLength(2);
  });
});

describe('tasks', () => {
  function task(long: boolean): Task & { finish: () => void; begun: boolean } {
    const self = {
      long,
      begun: false,
      finish: () => {},
      begin(finish: () => void) {
        self.begun = true;
        self.finish = finish;
      },
      stop() {},
      isEndless: () => false,
      isStopped: () => false,
    };
    return self;
  }

  test('are done one after another', () => {
    const tasks = createTasks<Task>();
    const [one, two] = [task(true), task(true)];
    tasks.add(one);
    tasks.add(two);
    expect([one.begun, two.begun]).toEqual([true, false]);
    one.finish();
    expect(two.begun).toBe(true);
    expect(tasks.all()).toEqual([two]);
    two.finish();
    expect(tasks.all()).toEqual([]);
  });

  test('that are short are waited for, long ones are not', () => {
    const tasks = createTasks<Task>();
    const [short, long] = [task(false), task(true)];
    const heard: string[] = [];
    tasks.add(short);
    tasks.add(long);
    tasks.whenReady(() => heard.push('first'));
    expect(heard).toEqual([]);
    short.finish();
    expect(heard).toEqual(['first']);
    tasks.whenReady(() => heard.push('second'));
    expect(heard).toEqual(['first', 'second']);
    tasks.whenIdle(() => heard.push('idle'));
    long.finish();
    expect(heard).toEqual(['first', 'second', 'idle']);
  });

  test('that finish at once do not pile up on the stack', () => {
    const tasks = createTasks<Task>();
    const first = task(true);
    tasks.add(first);
    let count = 0;
    for (let i = 0; i < 20_000; i++) {
      tasks.add({
        ...task(true),
        begin(finish) {
          count++;
          finish();
        },
      });
    }
    first.finish();
    expect(count).toBe(20_000);
  });
});

describe('flip', () => {
  test('turns the board upside down, in the reversed variant by half a turn', () => {
    const fen = 'r3k2r/pppqbppp/8/8/8/8/8/4K2R w Kkq - 6 9';
    expect(flipFen(fen, AVALANCHE)).toBe('4k2r/8/8/8/8/8/PPPQBPPP/R3K2R b KQk - 6 9');
    expect(flipFen(flipFen(fen, AVALANCHE), AVALANCHE)).toBe(fen);
    const start = REVERSED_AVALANCHE.startFen;
    expect(flipFen(start, REVERSED_AVALANCHE)).toBe(start.replace(' w ', ' b '));
    expect(flipFen('r2k4/8/8/8/8/8/8/4K2R w Kq - 0 1', REVERSED_AVALANCHE)).toBe(
      'r2k4/8/8/8/8/8/8/4K2R b Kq - 0 1',
    );
  });
});
