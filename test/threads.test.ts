/** Several threads on one search: what they share, what becomes of those that die or hang, and the built engine. */
import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createEngine, type Engine } from '../src/engine/engine.ts';
import type { Report } from '../src/engine/report.ts';
import { type GoRequest, PLAIN_GO } from '../src/engine/request.ts';
import {
  now,
  type SharedMemory,
  type ThreadEvents,
  type ThreadRequest,
  UNLIMITED,
} from '../src/engine/thread.ts';
import { parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { createPosition } from '../src/rules/position.ts';
import { AVALANCHE } from '../src/rules/variants.ts';
import { CONTROL_SEARCH, CONTROL_STOP, MATE } from '../src/search/limits.ts';
import { POLL_NODES } from '../src/search/params.ts';
import { createSearch } from '../src/search/search.ts';
import { createTable, notesBytes, tableBytes } from '../src/search/table.ts';
import { controlWords, createTeam, elect, type Vote } from '../src/search/team.ts';
import { createWatch } from '../src/search/watch.ts';
import { type EngineProcess, infoOf, startEngine } from './engine-process.ts';
import { isLegal, refereePosition, START_FENS } from './referee.ts';

const START = refereePosition('avalanche', START_FENS.avalanche);
const TURNS = legalTurns(createPosition());
const NO_LIMITS = { ...UNLIMITED, now: () => 0 };

function control(threads: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * controlWords(threads)));
}

describe('a team', () => {
  test('adds up the nodes of those who work for the same search, and of no others', () => {
    const words = control(4);
    const [first, second, third, late] = [0, 1, 2, 3].map((thread) => createTeam(words, thread));
    late.join(6);
    late.publishNodes(1_000_000);
    words[CONTROL_SEARCH] = 7;
    for (const team of [first, second, third]) team.join(7);
    first.publishNodes(1);
    second.publishNodes(5_000_000_000);
    third.publishNodes(300);
    expect(first.nodesOfOthers()).toBe(5_000_000_300);
    expect(third.nodesOfOthers()).toBe(5_000_000_001);
    expect([first, second, third, late].map((team) => team.isOver())).toEqual([false, false, false, true]);
    first.leave();
    expect([second, third].map((team) => team.isOver())).toEqual([true, true]);
  });

  test('of one has nothing to share', () => {
    const team = createTeam(control(1), 0);
    team.join(0);
    team.publishNodes(5);
    expect([team.size, team.nodesOfOthers(), team.isOver()]).toEqual([1, 0, false]);
    expect(team.votesOfOthers()).toEqual([]);
  });

  test('counts no more nodes in sum than are allowed', () => {
    const words = control(2);
    const watches = [0, 1].map((thread) => createWatch(words, createTeam(words, thread)));
    words[CONTROL_SEARCH] = 1;
    for (const watch of watches) watch.start({ ...NO_LIMITS, nodes: 10_000, search: 1 });
    const counts = [0, 0];
    // The first is three times as fast.
    for (let i = 0; !watches.every((watch) => watch.stopped()); i++) {
      const who = i % 4 === 0 ? 1 : 0;
      if (!watches[who].stopped() && !watches[who].tick()) counts[who]++;
    }
    expect(counts[0] + counts[1]).toBe(10_000);
    expect(counts[0]).toBeGreaterThan(counts[1]);
    expect(watches[0].nodes()).toBe(10_000);
  });

  test('has one age of the table, which its first thread moves', () => {
    const words = control(2);
    const memory = new SharedArrayBuffer(tableBytes(1));
    const notes = new Uint8Array(notesBytes(memory.byteLength));
    const searches = [0, 1].map((thread) => {
      const position = createPosition();
      const table = createTable(memory, createTeam(words, thread).age, notes);
      return { table, search: createSearch(position, table, words, { thread }) };
    });
    const [first, second] = searches;
    for (const { search } of searches) search.run({ ...NO_LIMITS, depth: 6 }, () => {});
    const full = first.table.hashFull();
    expect(full).toBeGreaterThan(0);
    expect(second.table.hashFull()).toBe(full);
    first.table.newSearch();
    expect(second.table.hashFull()).toBe(0);
    second.search.newGame();
    second.search.run({ ...NO_LIMITS, depth: 1 }, () => {});
    // It has forgotten nothing of the table.
    const known = new Int32Array(memory).filter((word) => word !== 0).length;
    expect(known).toBeGreaterThan(0);
    first.search.newGame();
    expect(new Int32Array(memory).filter((word) => word !== 0)).toHaveLength(0);
  });
});

describe('votes', () => {
  const vote = (turn: number, score: number, depth: number): Vote => ({ turn, score, depth });

  test.each([
    ['alone', [vote(1, 20, 5)], 1],
    ['a deeper search with the same score', [vote(1, 20, 5), vote(2, 20, 7)], 2],
    ['a tie is won by the first', [vote(1, 20, 5), vote(2, 20, 5)], 1],
    ['a much better score', [vote(1, 90, 5), vote(2, 20, 7)], 1],
    ['two who agree', [vote(1, 30, 6), vote(2, 25, 6), vote(2, 24, 6)], 2],
    ['the shorter win', [vote(1, MATE - 5, 9), vote(2, MATE - 3, 4), vote(1, MATE - 5, 9)], 2],
    ['no forced loss', [vote(1, 3 - MATE, 9), vote(2, -300, 8)], 2],
  ])('%s', (_, votes, turn) => {
    expect(elect(votes).turn).toBe(turn);
  });

  test('a turn comes with what the deepest of its voters says', () => {
    expect(elect([vote(1, 30, 6), vote(2, 25, 6), vote(2, 24, 7)])).toEqual(vote(2, 24, 7));
  });

  test('of another thread are followed, and shown', () => {
    const words = control(2);
    const position = createPosition();
    const parsed = parseFen(AVALANCHE.startFen, AVALANCHE, position);
    expect(parsed.ok).toBe(true);
    const search = createSearch(position, createTable(new SharedArrayBuffer(tableBytes(1))), words);
    const second = createTeam(words, 1);
    words[CONTROL_SEARCH] = 5;
    second.join(5);
    words[second.bestWord + 1] = 4000;
    words[second.bestWord + 2] = 30;
    words[second.bestWord] = TURNS[99];
    const pvs: (readonly number[])[] = [];
    const { best, score, depth } = search.run({ ...NO_LIMITS, nodes: 3000, search: 5 }, ({ pv }) =>
      pvs.push(pv),
    );
    expect([best, score, depth]).toEqual([TURNS[99], 4000, 30]);
    expect(pvs.at(-1)?.[0]).toBe(best);
  });
});

interface Heard {
  readonly remarks: string[];
  readonly reports: Report[];
  readonly best: (string | undefined)[];
}

interface Fake {
  readonly memory: SharedMemory;
  readonly events: ThreadEvents;
  readonly requests: ThreadRequest[];
  ended: boolean;
}

/** An engine over threads that do as `behave` says, told of each request. */
function fakeEngine(behave: (request: ThreadRequest, fake: Fake) => void): {
  engine: Engine;
  heard: Heard;
  fakes: Fake[];
} {
  const heard: Heard = { remarks: [], reports: [], best: [] };
  const fakes: Fake[] = [];
  const engine = createEngine(
    {
      allocate: (bytes) => new SharedArrayBuffer(bytes),
      startThread(memory, events) {
        const fake: Fake = { memory, events, requests: [], ended: false };
        fakes.push(fake);
        queueMicrotask(() => events.reply({ type: 'ready' }));
        return {
          post: (request) =>
            queueMicrotask(() => {
              fake.requests.push(request);
              behave(request, fake);
            }),
          end() {
            fake.ended = true;
          },
        };
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
  return { engine, heard, fakes };
}

function answer(request: ThreadRequest, { events }: Fake): void {
  if (request.type !== 'search') events.reply({ type: 'done' });
  else
    events.reply({ type: 'found', result: { best: TURNS[7], ponder: 0, score: 12, depth: 1, nodes: 160 } });
}

const GO: GoRequest = { ...PLAIN_GO, depth: 4 };
const settled = (engine: Engine) => new Promise<void>((done) => engine.whenDone(done));
const typesOf = (fake: Fake) => fake.requests.map(({ type }) => type);

describe('threads beside the first', () => {
  test('share its memory, search the same root without its clock, and are told of a new game', async () => {
    const { engine, heard, fakes } = fakeEngine(answer);
    engine.setThreads(3);
    engine.go({ ...PLAIN_GO, moveTime: 1000 }, now());
    engine.newGame();
    await settled(engine);
    expect(fakes.map(({ memory }) => memory.thread)).toEqual([0, 1, 2]);
    expect(new Set(fakes.map(({ memory }) => memory.table)).size).toBe(1);
    expect(new Set(fakes.map(({ memory }) => memory.control)).size).toBe(1);
    // What they store while they warm up is forgotten at the end of it.
    expect(fakes.map(typesOf)).toEqual([
      ['new game', 'search', 'new game'],
      ['search', 'new game'],
      ['search', 'new game'],
    ]);
    const searches = fakes.flatMap(({ requests }) => requests.filter((request) => request.type === 'search'));
    expect(new Set(searches.map(({ limits }) => limits.search)).size).toBe(1);
    expect(searches.map(({ limits }) => limits.hardMs)).toEqual([970, Infinity, Infinity]);
    expect(heard.best).toHaveLength(1);
  });

  test('that are late hold up the clearing of the table, but no search', async () => {
    const held: (() => void)[] = [];
    const { engine, heard, fakes } = fakeEngine((request, fake) => {
      if (fake.memory.thread === 1 && request.type === 'search') held.push(() => answer(request, fake));
      else answer(request, fake);
    });
    engine.setThreads(2);
    engine.go(GO, now());
    engine.go(GO, now());
    engine.clearTable();
    engine.go(GO, now());
    for (let i = 0; i < 50; i++) await Promise.resolve();
    expect(heard.best).toHaveLength(2);
    expect(typesOf(fakes[0])).toEqual(['new game', 'search', 'search']);
    for (const release of held) release();
    await settled(engine);
    expect(heard.best).toHaveLength(3);
    expect(typesOf(fakes[0])).toEqual(['new game', 'search', 'search', 'clear table', 'search']);
  });

  test('that die are replaced, and the search goes on', async () => {
    const { engine, heard, fakes } = fakeEngine((request, fake) => {
      if (fakes.indexOf(fake) === 1 && request.type === 'search') fake.events.died('out of memory');
      else answer(request, fake);
    });
    engine.setThreads(2);
    engine.go(GO, now());
    await settled(engine);
    engine.newGame();
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks).toEqual(['search thread lost: out of memory']);
    expect(heard.best).toHaveLength(2);
    expect(fakes.map(({ memory }) => memory.thread)).toEqual([0, 1, 1]);
    expect(fakes[2].memory.table).toBe(fakes[0].memory.table);
    expect(typesOf(fakes[2])).toContain('search');
  });

  test('that hang are replaced when the table is to be cleared', async () => {
    vi.useFakeTimers();
    try {
      const { engine, heard, fakes } = fakeEngine((request, fake) => {
        if (fakes.indexOf(fake) !== 1) answer(request, fake);
      });
      engine.setThreads(2);
      engine.go(GO, now());
      await vi.advanceTimersByTimeAsync(10);
      engine.newGame();
      engine.go(GO, now());
      await vi.advanceTimersByTimeAsync(10_000);
      expect(heard.best).toHaveLength(2);
      expect(heard.remarks).toEqual(['search thread lost: it does not obey']);
      expect(fakes.map(({ ended }) => ended)).toEqual([false, true, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are all replaced when the first one dies', async () => {
    const { engine, heard, fakes } = fakeEngine((request, fake) => {
      if (fakes.indexOf(fake) === 0 && request.type === 'search') fake.events.died('boom');
      else answer(request, fake);
    });
    engine.setThreads(2);
    engine.go(GO, now());
    await settled(engine);
    engine.go(GO, now());
    await settled(engine);
    expect(heard.remarks).toEqual(['search thread lost: boom']);
    expect(heard.best).toHaveLength(2);
    expect(heard.best.every((turn) => isLegal(START, turn ?? ''))).toBe(true);
    expect(fakes.map(({ memory, ended }) => [memory.thread, ended])).toEqual([
      [0, true],
      [1, true],
      [0, false],
      [1, false],
    ]);
  });

  test('have no part in limited strength, nor in a few nodes', async () => {
    const { engine, fakes } = fakeEngine(answer);
    engine.setThreads(2);
    engine.go({ ...PLAIN_GO, nodes: 20 }, now());
    engine.settings.level = 3;
    engine.go(GO, now());
    await settled(engine);
    expect(typesOf(fakes[1])).toEqual([]);
    expect(fakes[0].requests).toHaveLength(3);
  });
});

const engines: EngineProcess[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.kill();
});

async function start(...lines: string[]): Promise<EngineProcess> {
  const engine = await startEngine();
  engines.push(engine);
  engine.send(...lines);
  await engine.sync();
  return engine;
}

function lastInfo(engine: EngineProcess): Record<string, string> {
  return infoOf(engine.lines.findLast((line) => line.startsWith('info depth')) ?? '');
}

/** On a machine of one core there is one thread. */
describe.skipIf(availableParallelism() < 2)('Threads 2 of the built engine', () => {
  const MATE_IN_ONE = 'rn1qkbnr/pbppp3/1p4pp/5p2/PP1P4/2P1P2P/5PP1/RNBQKBNR w KQkq - 0 4';

  test('searches: legal turns, the nodes asked for, forced wins, stop, ponder, several lines', async () => {
    const engine = await start('setoption name Threads value 2', 'position startpos');
    for (const nodes of [3000, 30_000, 200_000]) {
      expect(isLegal(START, (await engine.best(`go nodes ${nodes}`))[1])).toBe(true);
      // A thread may take nodes that another, held up by the system just then, is taking: at most until the next look.
      expect(Math.abs(Number(lastInfo(engine).nodes) - nodes)).toBeLessThanOrEqual(POLL_NODES);
    }
    engine.send('go infinite');
    await engine.line(/ depth 4 /);
    const [, stopped] = await engine.best('stop');
    expect(lastInfo(engine).pv.split(' ')[0]).toBe(stopped);
    engine.send('go ponder movetime 100');
    await engine.line(/ depth 4 /);
    await engine.best('ponderhit');
    engine.send('setoption name MultiPV value 3', 'go depth 3');
    await engine.line(/ multipv 3 /);
    await engine.line(/^bestmove/);
    engine.send('setoption name MultiPV value 1', 'setoption name UCI_Variant value balancedavalanche');
    const [, mating] = await engine.best('ucinewgame', `position fen ${MATE_IN_ONE}`, 'go depth 5');
    expect([mating, lastInfo(engine).score]).toEqual(['d1h5,g6g5', 'mate 1']);
    expect((await engine.quit()).code).toBe(0);
  });

  test('takes another Hash, and one thread is the old one again', async () => {
    const engine = await start('position startpos');
    const summary = () => [lastInfo(engine).nodes, lastInfo(engine).score, lastInfo(engine).pv];
    await engine.best('go depth 4');
    const alone = summary();
    engine.send('setoption name Threads value 2', 'setoption name Hash value 4');
    await engine.best('go depth 4');
    engine.send('setoption name Clear Hash', 'ucinewgame');
    await engine.best('go depth 4');
    engine.send('setoption name Threads value 1', 'setoption name Hash value 16');
    await engine.best('go depth 4');
    expect(summary()).toEqual(alone);
    engine.send('setoption name Threads value 9999');
    expect(await engine.sync()).toEqual(['info string option Threads cannot be "9999"']);
    expect(engine.errors).toBe('');
  });

  test('is told of in the options', async () => {
    const engine = await start();
    const cores = availableParallelism();
    expect(engine.lines).toContain(`option name Threads type spin default 1 min 1 max ${cores}`);
  });

  test('shares a stop that comes at once', async () => {
    const engine = await start('setoption name Threads value 2', 'position startpos');
    for (let i = 0; i < 30; i++)
      expect(isLegal(START, (await engine.best('go infinite', 'stop'))[1])).toBe(true);
  });
});

test('the stop word ends every thread', () => {
  const words = control(2);
  const watch = createWatch(words, createTeam(words, 1));
  words[CONTROL_SEARCH] = 1;
  watch.start({ ...NO_LIMITS, search: 1 });
  expect(watch.tick()).toBe(false);
  words[CONTROL_STOP] = 1;
  for (let i = 0; i < 1024; i++) watch.tick();
  expect(watch.stopped()).toBe(true);
});
