/** The search: right results, limits kept, lines legal, the same every time. */
import { describe, expect, test } from 'vitest';
import { BENCH_POSITIONS } from '../src/engine/bench.ts';
import { UNLIMITED } from '../src/engine/thread.ts';
import { createEvaluator, type Evaluator } from '../src/evaluate/evaluate.ts';
import { CLOCK, DEPTH } from '../src/rules/board.ts';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { isLegalTurn, legalTurns } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { hasWinningChoice, outcomeOf } from '../src/rules/outcome.ts';
import { createPosition, mover, type Position, playTurn, undoTurn } from '../src/rules/position.ts';
import { CHOICE, NO_TURN, type Turn, turnKind } from '../src/rules/turn.ts';
import { AVALANCHE, VARIANTS, type Variant, variantOf } from '../src/rules/variants.ts';
import { createEndings } from '../src/search/endings.ts';
import {
  CONTROL_PONDER,
  CONTROL_PONDERED_MS,
  CONTROL_STOP,
  CONTROL_WORDS,
  MATE,
  MAX_PLY,
  mateDistance,
  type SearchInfo,
  type SearchLimits,
  type SearchResult,
} from '../src/search/limits.ts';
import { createSearch, type SearchOptions } from '../src/search/search.ts';
import { createTable, tableBytes } from '../src/search/table.ts';
import { readTable } from './tables.ts';
import { losesAtOnce, pickTurn, startPosition } from './walks.ts';

const NO_LIMITS: SearchLimits = { ...UNLIMITED, now: () => 0 };

interface Answer extends SearchResult {
  readonly infos: readonly SearchInfo[];
}

interface Searcher {
  readonly position: Position;
  readonly control: Int32Array;
  run(limits: Partial<SearchLimits>): Answer;
  newGame(): void;
}

function newSearcher(options: SearchOptions, megabytes = 1): Searcher {
  const position = createPosition();
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  const table = createTable(new SharedArrayBuffer(tableBytes(megabytes)));
  const search = createSearch(position, table, control, options);
  const run = (limits: Partial<SearchLimits>): Answer => {
    const infos: SearchInfo[] = [];
    const result = search.run({ ...NO_LIMITS, ...limits }, (info) => infos.push(info));
    return { ...result, infos };
  };
  return { position, control, run, newGame: search.newGame };
}

// Shared by all tests, because compiled code is fastest for the first search of a process.
const usual = newSearcher({});
const guarded = newSearcher({ guarded: true });
const plain = newSearcher({ guarded: true, plain: true });

/** The shared search, new and with this position. */
function at(fen: string, variant = AVALANCHE, searcher = usual): Searcher {
  const parsed = parseFen(fen, variant, searcher.position);
  if (!parsed.ok) throw new Error(parsed.error);
  searcher.newGame();
  searcher.control.fill(0);
  return searcher;
}

function start(): Searcher {
  return at(AVALANCHE.startFen);
}

function bestOf(fen: string, limits: Partial<SearchLimits>): Answer & { readonly text: string } {
  const searcher = at(fen);
  const answer = searcher.run(limits);
  return { ...answer, text: answer.best === NO_TURN ? 'none' : formatTurn(searcher.position, answer.best) };
}

function turnOf(position: Position, text: string): Turn {
  const turn = parseTurn(position, text);
  if (!turn.ok) throw new Error(turn.error);
  return turn.value;
}

function playText(position: Position, text: string): void {
  playTurn(position, turnOf(position, text));
}

interface Sample {
  readonly fen: string;
  readonly variant: Variant;
}

/** Positions out of seeded random games of all variants, not finished. */
function samples(count: number, seed: number): Sample[] {
  const found: Sample[] = [];
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state >> 4;
  };
  while (found.length < count) {
    const variant = VARIANTS[found.length % 3]!;
    const position = startPosition(variant);
    const length = random() % 60;
    for (let i = 0; i < length; i++) {
      const turn = pickTurn(position, random());
      if (turn === undefined || turnKind(turn) === CHOICE) break;
      playTurn(position, turn);
    }
    if (outcomeOf(position).ending === undefined) found.push({ fen: formatFen(position), variant });
  }
  return found;
}

describe('forced wins', () => {
  for (const [variant, fen, distance, turns] of readTable('puzzles.tsv')) {
    test(`in ${distance}: ${fen}`, () => {
      const { position, run } = at(fen!, variantOf(variant!));
      const { best, score } = run({ nodes: 300_000, mate: Number(distance) });
      expect(turns!.split(' ')).toContain(formatTurn(position, best));
      expect(mateDistance(score)).toBe(Number(distance));
    });
  }

  test('a winning choice is the whole turn', () => {
    const { text, score, infos } = bestOf('P6k/8/8/8/8/8/8/K7 w - - 0 1', { depth: 3 });
    expect(['a8q', 'a8r']).toContain(text);
    expect(score).toBe(MATE - 1);
    expect(infos.at(-1)!.pv.length).toBe(1);
  });

  test('a choice that does not win is followed by a turn', () => {
    const { text, score } = bestOf('P7/7k/8/8/8/8/8/K7 w - - 0 1', { depth: 4 });
    expect(text).toMatch(/^a8q,/);
    expect(score).toBeGreaterThan(500);
  });

  test.each([
    [
      'only self-checking turns',
      '1n1Qk1n1/r2p1r2/bNpPP3/1BP4p/pPK4P/P1R3p1/5QP1/2B1N1R1 b - - 0 23',
      1 - MATE,
    ],
    ['two of them', '2bqkr2/2N1n2p/np1PP2P/1Pp2pp1/Q4pPR/P1r5/R1p1N3/2B1KB2 b - - 0 16', 1 - MATE],
    [
      'some give the opponent his choice',
      '1n4nr/PP3k1q/8/4p1p1/2r1PPPp/4K2P/3p2BB/1nb3rR w - - 0 21',
      2 - MATE,
    ],
    ['all do', '1n4k1/r1n5/4b2r/Q4p1p/Pb1B1PpP/1Pp1p1PR/2pNp3/RN2K3 w - - 0 33', 2 - MATE],
  ])('all turns lose at once: %s', (_, fen, score) => {
    for (const depth of [1, 2, 3]) expect(bestOf(fen, { depth }).score).toBe(score);
  });
});

describe('losing turns', () => {
  test('are not chosen where there are others, however short the search', () => {
    let traps = 0;
    for (const { fen, variant } of samples(120, 11)) {
      const { position, run } = at(fen, variant);
      const turns = legalTurns(position);
      const losing = turns.filter((turn) => losesAtOnce(position, turn));
      if (losing.length === 0 || losing.length === turns.length) continue;
      traps++;
      for (const nodes of [1, 20, 500]) {
        expect(losing).not.toContain(run({ nodes }).best);
        expect(losing).not.toContain(run({ nodes, depth: 1 }).best);
      }
    }
    expect(traps).toBeGreaterThan(15);
  });

  test('score as what they are when they are asked for', () => {
    for (const { fen, variant } of samples(60, 17)) {
      const { position, run } = at(fen, variant);
      for (const turn of legalTurns(position)
        .filter((other) => losesAtOnce(position, other))
        .slice(0, 2)) {
        const { score, best } = run({ depth: 3, searchTurns: [turn] });
        playTurn(position, turn);
        const checksItself = mover(position).attacksKing();
        undoTurn(position);
        expect(best).toBe(turn);
        expect(score).toBe(checksItself ? 1 - MATE : 2 - MATE);
      }
    }
  });
});

describe('draws', () => {
  test('bare kings', () => {
    expect(bestOf('8/8/4k3/8/8/8/8/K7 w - - 0 1', { depth: 5 }).score).toBe(0);
  });

  test('the fifty-move rule, unless the hundredth half-move mates', () => {
    expect(bestOf('k7/8/8/8/3K4/8/8/1Q6 w - - 98 80', { depth: 4 }).score).toBe(0);
    expect(bestOf('k7/8/8/8/3K4/8/8/1Q6 w - - 0 80', { depth: 4 }).score).toBeGreaterThan(500);
    const mates = bestOf('k7/8/1K6/8/8/8/8/2Q5 w - - 99 80', { depth: 3 });
    expect(mates.score).toBe(MATE - 1);
  });

  test('a root that is drawn already is searched as if the game went on', () => {
    expect(bestOf('k7/8/1K6/8/8/8/8/2Q5 w - - 100 80', { depth: 3 }).score).toBe(MATE - 1);
    expect(bestOf('k7/8/8/8/3K4/8/8/1Q6 w - - 100 80', { depth: 4 }).score).toBeGreaterThan(500);
  });

  test('stalemate: the only turn that does not give it away', () => {
    const { score } = bestOf('7k/8/5K2/6Q1/8/8/8/8 b - - 0 1', { depth: 1 });
    expect(score).toBeLessThan(0);
    expect(bestOf('k7/2Q5/8/8/8/8/8/K7 b - - 0 1', { depth: 3 })).toMatchObject({ best: NO_TURN, score: 0 });
  });

  test('the first repetition since the root, the second since the game began', () => {
    const { position } = at('k6r/8/8/8/8/8/8/KR6 w - - 0 1');
    const { isRepetition } = createEndings(position);
    const playAll = (texts: string) => {
      for (const text of texts.split(' ')) playText(position, text);
    };
    playAll('b1b2 h8h7 b2b1');
    expect(isRepetition(3)).toBe(false);
    playAll('h7h8');
    expect(position.words[CLOCK]).toBe(4);
    expect(isRepetition(4)).toBe(true);
    expect(isRepetition(3)).toBe(false);
    playAll('b1b2 h8h7 b2b1 h7h8');
    expect(isRepetition(0)).toBe(true);
    playAll('b1c1');
    expect(isRepetition(9)).toBe(false);
  });

  test('a turn to a position that has been there twice', () => {
    const { position, run } = at('k7/8/8/8/3K4/8/8/2Q5 w - - 0 1');
    for (const text of 'c1b2 a8a7 b2b1 a7a8 b1b2 a8a7 b2b1 a7a8'.split(' ')) playText(position, text);
    const scoreOf = (text: string) => run({ depth: 3, searchTurns: [turnOf(position, text)] }).score;
    expect(scoreOf('b1b2')).toBe(0);
    expect(scoreOf('b1c1')).toBeGreaterThan(500);
  });
});

describe('a finished root', () => {
  test.each([
    ['checkmate', 'k7/1Q6/1K6/8/8/8/8/8 b - - 0 1', -MATE],
    ['stalemate', 'k7/2Q5/8/8/8/8/8/K7 b - - 0 1', 0],
    ['the opponent has checked himself', 'k6R/8/8/8/8/8/8/K7 w - - 0 1', MATE],
  ])('%s', (_, fen, score) => {
    const { best, ponder, infos, score: found } = bestOf(fen, { depth: 5 });
    expect([best, ponder, found]).toEqual([NO_TURN, NO_TURN, score]);
    expect(infos.map((info) => [info.depth, info.score, info.pv.length])).toEqual([[0, score, 0]]);
  });
});

describe('limits', () => {
  test('the number of nodes is exact', () => {
    for (const { fen, variant } of samples(6, 3)) {
      for (const nodes of [1, 2, 100, 1024, 1025, 5000]) {
        const { nodes: counted, score, depth } = at(fen, variant).run({ nodes });
        if (Math.abs(score) < MATE - MAX_PLY && depth < MAX_PLY - 1) expect(counted).toBe(nodes);
        expect(counted).toBeLessThanOrEqual(nodes);
      }
    }
  });

  test('there is a legal turn and a report even for one node, or none', () => {
    for (const { fen, variant } of samples(20, 7)) {
      const { position, run, control } = at(fen, variant);
      const one = run({ nodes: 1 });
      expect(isLegalTurn(position, one.best)).toBe(true);
      expect(one.infos.length).toBe(1);
      expect(one.infos[0]!.pv[0]).toBe(one.best);
      control[CONTROL_STOP] = 1;
      const none = run({});
      expect(isLegalTurn(position, none.best)).toBe(true);
      expect([none.nodes, none.infos.length]).toEqual([0, 1]);
    }
  });

  test('the depth', () => {
    const { depth, infos } = start().run({ depth: 3 });
    expect(depth).toBe(3);
    expect(infos.map((info) => info.depth)).toEqual([1, 2, 3]);
  });

  test('far from its end a search looks at the clock less often, and is not late for that', () => {
    let looks = 0;
    const now = () => 1000 + 100 * looks++;
    const { nodes } = start().run({ start: 1000, now, hardMs: 3000 });
    // Thirty looks, of 1,024 nodes each in the last second, of eight times as many before. Reports look at it too.
    expect(looks).toBeLessThanOrEqual(35);
    expect(nodes).toBeGreaterThan(50_000);
    expect(nodes).toBeLessThan(20 * 8192 + 10 * 1024);
  });

  test('the hard limit breaks off, the soft limit begins no new depth', () => {
    let time = 1000;
    const now = () => ++time;
    const hard = start().run({ start: 1000, now, hardMs: 100 });
    expect(hard.nodes).toBeGreaterThan(25_000);
    expect(hard.nodes).toBeLessThan(125_000);
    time = 1000;
    const soft = start().run({ start: 1000, now, softMs: 10 });
    // The depth that was begun in time has been finished, and no other begun. How sure the search is makes the ten
    // milliseconds 6.3 to 30 (patience.ts).
    expect(soft.nodes).toBe(start().run({ depth: soft.depth }).nodes);
    expect(soft.infos.map(({ depth }) => depth)).toEqual(Array.from({ length: soft.depth }, (_, i) => i + 1));
    expect(soft.infos.at(-2)!.time).toBeLessThan(30);
    expect(soft.infos.at(-1)!.time).toBeGreaterThan(6);
  });

  test('while pondering time does not count, and in a fixed time the pondered one never does', () => {
    const searcher = start();
    const nodesWithin = (hardMs: number, nodes: number) => {
      let time = 0;
      const now = () => ++time;
      searcher.newGame();
      return searcher.run({ now, hardMs, nodes }).nodes;
    };
    const alone = nodesWithin(10, 50_000);
    expect(alone).toBeLessThan(15_000);
    searcher.control[CONTROL_PONDERED_MS] = 20;
    const hit = nodesWithin(10, 50_000);
    expect(hit).toBeGreaterThan(2 * alone);
    expect(hit).toBeLessThan(35_000);
    searcher.control[CONTROL_PONDER] = 1;
    expect(nodesWithin(10, 50_000)).toBe(50_000);
  });

  test('what has been pondered shortens the turn on a clock: the first iteration is enough', () => {
    const searcher = start();
    const depthAfter = (pondered: number) => {
      let time = pondered;
      searcher.newGame();
      searcher.control[CONTROL_PONDERED_MS] = pondered;
      return searcher.run({ now: () => ++time, start: 0, softMs: 100, hardMs: 400 }).depth;
    };
    expect(depthAfter(0)).toBeGreaterThan(3);
    expect(depthAfter(300)).toBe(1);
    expect(depthAfter(100_000)).toBe(1);
  });

  test('searchTurns', () => {
    const { position, run } = start();
    const turns = legalTurns(position).slice(40, 43);
    const { best, infos } = run({ depth: 3, multiPv: 9, searchTurns: turns });
    expect(turns).toContain(best);
    expect(new Set(infos.filter((info) => info.depth === 3).map((info) => info.pv[0]))).toEqual(
      new Set(turns),
    );
  });

  test('a proved win ends the search, an endless one goes on', () => {
    const fen = 'k7/8/1K6/8/8/8/8/2Q5 w - - 0 1';
    expect(bestOf(fen, { nodes: 100_000 }).depth).toBeLessThan(4);
    expect(bestOf(fen, { depth: 20 }).depth).toBeLessThan(4);
    expect(bestOf(fen, {}).depth).toBe(MAX_PLY - 1);
  });
});

describe('several lines', () => {
  test('are sorted, different, and equal to minimax', () => {
    for (const { fen, variant } of samples(8, 23)) {
      const { position, run } = at(fen, variant, plain);
      const values = legalTurns(position).map((turn) => valueOfTurn(position, turn, 2));
      values.sort((a, b) => b - a);
      const { infos } = run({ depth: 2, multiPv: 5 });
      const last = infos.filter((info) => info.depth === infos.at(-1)!.depth);
      expect(last.map((info) => info.line)).toEqual(values.slice(0, 5).map((_, i) => i + 1));
      expect(new Set(last.map((info) => info.pv[0])).size).toBe(last.length);
      if (infos.at(-1)!.depth === 2) expect(last.map((info) => info.score)).toEqual(values.slice(0, 5));
    }
  });

  test('are sorted whenever the search is broken off', () => {
    for (const { fen, variant } of samples(9, 29)) {
      for (const nodes of [1, 50, 3000, 20_000]) {
        const { position, run } = at(fen, variant);
        const { best, infos } = run({ nodes, multiPv: 3 });
        const lines = Math.min(3, legalTurns(position).length);
        const last = infos.slice(-lines);
        expect(last.map((info) => info.line)).toEqual([1, 2, 3].slice(0, lines));
        expect(last.map((info) => info.score)).toEqual(last.map((info) => info.score).sort((a, b) => b - a));
        expect(last[0]!.pv[0]).toBe(best);
      }
    }
  });
});

const evaluators = new WeakMap<Position, Evaluator>();

function evaluate(position: Position): number {
  const evaluator = evaluators.get(position) ?? createEvaluator(position);
  evaluators.set(position, evaluator);
  return evaluator.evaluate();
}

/** Minimax without anything else: the value of a position for its mover, losing pushes included. */
function minimax(position: Position, depth: number, ply: number): number {
  const side = mover(position);
  if (side.attacksKing()) return MATE - ply;
  if (hasWinningChoice(position)) return MATE - ply - 1;
  if (depth === 0) return evaluate(position);
  if (position.words[CLOCK]! >= 100) return 0;
  const turns = legalTurns(position);
  if (turns.length === 0) return side.inCheck() ? ply - MATE : 0;
  let best = -MATE;
  for (const turn of turns) {
    playTurn(position, turn);
    best = Math.max(best, -minimax(position, depth - 1, ply + 1));
    undoTurn(position);
  }
  return best;
}

function valueOfTurn(position: Position, turn: Turn, depth: number): number {
  if (turnKind(turn) === CHOICE) return MATE - 1;
  playTurn(position, turn);
  const value = -minimax(position, depth - 1, 1);
  undoTurn(position);
  return value + 0;
}

describe('the size of the table', () => {
  test.each([
    [2, [16, 32, 64]],
    [3, [32, 64]],
  ])('does not change the bench at depth %i: MB %j', (depth, sizes) => {
    const counts = sizes.map((megabytes) => {
      const { newGame, position, run } = newSearcher({}, megabytes);
      return BENCH_POSITIONS.filter((_, i) => i % 3 === 0).map(({ variant, fen }) => {
        newGame();
        parseFen(fen, variant, position);
        return run({ depth }).nodes;
      });
    });
    for (const other of counts.slice(1)) expect(other).toEqual(counts[0]);
  });
});

describe('lines', () => {
  test('are legal to the end, and end where the game does', () => {
    for (const { fen, variant } of samples(30, 41)) {
      const { position, run } = at(fen, variant, guarded);
      const { infos, best, ponder } = run({ nodes: 4000, multiPv: 2 });
      for (const { pv, score, bound } of infos) {
        const before = position.words[DEPTH];
        for (const turn of pv) {
          expect(isLegalTurn(position, turn)).toBe(true);
          playTurn(position, turn);
        }
        if (bound === 'exact' && Math.abs(score) > MATE - MAX_PLY) {
          expect(pv.length).toBeLessThanOrEqual(MATE - Math.abs(score));
        }
        while (position.words[DEPTH]! > before!) undoTurn(position);
      }
      playTurn(position, best);
      if (ponder !== NO_TURN) expect(isLegalTurn(position, ponder)).toBe(true);
      undoTurn(position);
    }
  });
});

describe('determinism', () => {
  test('the same nodes, turn and score after a new game, and in another search', () => {
    for (const { fen, variant } of samples(6, 43)) {
      for (const limits of [{ nodes: 5000 }, { depth: 2 }, { nodes: 3000, multiPv: 3 }]) {
        const searcher = at(fen, variant);
        const first = searcher.run(limits);
        searcher.run({ nodes: 777 });
        const second = at(fen, variant).run(limits);
        const third = at(fen, variant, guarded).run(limits);
        for (const answer of [second, third]) {
          expect([answer.best, answer.score, answer.nodes]).toEqual([first.best, first.score, first.nodes]);
        }
      }
    }
  });
});
