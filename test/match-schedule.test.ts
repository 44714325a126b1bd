/** The plain parts of a tournament: pairings, openings, clocks, adjudication, what engines say, what is counted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createAdjudicator } from '../src/match/adjudicator.ts';
import { parseCommandLine } from '../src/match/command-line.ts';
import { duration, liveScreen, statusLine } from '../src/match/display.ts';
import { estimate } from '../src/match/elo.ts';
import { formatScore, isScoreLine, objection, parseInfo, parseOption } from '../src/match/info.ts';
import { readBook } from '../src/match/openings.ts';
import { createRandom, shuffled } from '../src/match/random.ts';
import { scoreLine, sprtLine } from '../src/match/report.ts';
import { createSchedule } from '../src/match/schedule.ts';
import type { MatchSettings, OpeningSettings } from '../src/match/settings.ts';
import { createClock, parseTimeControl, punch } from '../src/match/time-control.ts';
import { UsageError } from '../src/match/usage.ts';
import { BLACK, WHITE } from '../src/rules/board.ts';
import { AVALANCHE, BALANCED_AVALANCHE } from '../src/rules/variants.ts';

function settingsOf(engines: number, ...words: string[]): MatchSettings {
  const players = Array.from({ length: engines }, (_, i) => ['-engine', `cmd=e${i}`]).flat();
  const command = parseCommandLine([...players, '-each', 'tc=1', ...words]);
  if (command.kind !== 'play') throw new Error('no match');
  return command.settings;
}

function gamesOf(engines: number, ...words: string[]) {
  const schedule = createSchedule(settingsOf(engines, ...words));
  return Array.from({ length: schedule.total }, (_, i) => schedule.game(i + 1));
}

describe('schedule', () => {
  test('two engines: each opening with either colour', () => {
    const games = gamesOf(2, '-rounds', '3');
    expect(games.map(({ white, black }) => `${white}${black}`)).toEqual(['01', '10', '01', '10', '01', '10']);
    expect(games.map(({ opening }) => opening)).toEqual([0, 0, 1, 1, 2, 2]);
    expect(games.map(({ round }) => round)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  test.each([2, 3, 4, 5, 6, 7])(
    'round robin of %d: everybody meets everybody as often, with either colour',
    (n) => {
      const games = gamesOf(n, '-rounds', '2');
      expect(games).toHaveLength(2 * n * (n - 1));
      const met = new Map<string, number>();
      for (const { white, black } of games)
        met.set(`${white} ${black}`, (met.get(`${white} ${black}`) ?? 0) + 1);
      expect(met.size).toBe(n * (n - 1));
      expect([...met.values()].every((count) => count === 2)).toBe(true);
      // Every encounter has an opening of its own.
      expect(new Set(games.map(({ opening }) => opening)).size).toBe(games.length / 2);
    },
  );

  test('gauntlets of one and of two leaders', () => {
    const one = gamesOf(4, '-tournament', 'gauntlet', '-games', '1');
    expect(one.map(({ white, black }) => `${white}${black}`)).toEqual(['01', '02', '03']);
    const two = gamesOf(4, '-tournament', 'gauntlet', '-seeds', '2', '-games', '1');
    expect(two.map(({ white, black }) => `${white}${black}`)).toEqual(['02', '12', '03', '13']);
  });

  test('colours', () => {
    const colours = (...words: string[]) =>
      gamesOf(2, ...words)
        .map(({ white }) => white)
        .join('');
    expect(colours('-games', '1', '-rounds', '4')).toBe('0101');
    expect(colours('-games', '4')).toBe('0101');
    expect(colours('-games', '4', '-noswap')).toBe('0000');
    expect(colours('-games', '4', '-reverse')).toBe('1010');
  });

  test('openings: how often repeated, whether shared by a round', () => {
    const openings = (...words: string[]) =>
      gamesOf(3, '-rounds', '2', ...words).map(({ opening }) => opening);
    expect(openings('-games', '1')).toEqual([0, 1, 2, 3, 4, 5]);
    expect(openings('-games', '4').slice(0, 8)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(openings('-games', '2', '-repeat', '1').slice(0, 4)).toEqual([0, 1, 2, 3]);
    expect(openings('-openings', 'policy=round')).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
  });

  test('parts keep pairs together, and all parts are the whole', () => {
    const parts = [1, 2, 3].map((k) => createSchedule(settingsOf(2, '-rounds', '10', '-shard', `${k}/3`)));
    const numbers = parts.map((part) =>
      Array.from({ length: part.total }, (_, i) => part.game(i + 1)).filter(part.isOwn),
    );
    expect(numbers.map((games) => games.length)).toEqual(parts.map((part) => part.own));
    const all = numbers.flat().map(({ number }) => number);
    expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    for (const games of numbers) {
      for (const { pair } of games) expect(games.filter((game) => game.pair === pair)).toHaveLength(2);
    }
  });
});

describe('openings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'serac-openings-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;

  function book(text: string, settings: Partial<OpeningSettings> = {}, seed = 1, variant = AVALANCHE) {
    const file = join(folder, `${++files}.epd`);
    writeFileSync(file, text);
    const all: OpeningSettings = {
      ...{ file, format: 'epd', order: 'sequential', start: 1, plies: 0, policy: 'encounter' },
      ...settings,
    };
    return readBook(all, variant, seed);
  }

  const EPD = [
    '8/4k3/8/8/8/8/3R4/4K3 w - - id "one";',
    '8/4k3/8/8/8/8/4R3/3K4 w - - 3 20',
    '8/4k3/8/8/8/8/2R5/4K3 w - -',
  ].join('\r\n');
  const rook = (fen: string) => fen.split('/')[6];

  test('EPD, with and without counters and operations', () => {
    const read = book(`# a comment\n\n${EPD.replace('4R3', '5R2')}\n`);
    expect(read.count).toBe(3);
    expect(read.at(0)).toEqual({ fen: '8/4k3/8/8/8/8/3R4/4K3 w - - 0 1', turns: [] });
    expect(read.at(1).fen).toBe('8/4k3/8/8/8/8/5R2/3K4 w - - 3 20');
    expect(read.at(3)).toEqual(read.at(0));
  });

  test('start, order and seed', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `8/4k3/8/8/8/8/3R4/4K3 w - - 0 ${i + 1}`).join('\n');
    expect(book(lines, { start: 7 }).at(0).fen).toContain(' 0 7');
    const order = (seed: number, from = 0) => {
      const read = book(lines, { order: 'random' }, seed);
      return Array.from({ length: 30 }, (_, i) => read.at(from + i).fen);
    };
    expect(order(5)).toEqual(order(5));
    expect(order(5)).not.toEqual(order(6));
    expect(new Set(order(5)).size).toBe(30);
    // The second time through the book is in another order, still complete.
    expect(new Set(order(5, 30)).size).toBe(30);
    expect(order(5, 30)).not.toEqual(order(5));
  });

  test('PGN, up to a number of turns', () => {
    const pgn = '[Event "x"]\n[Variant "Avalanche"]\n\n1. e4/d6 Nf6/a3 2. Nc3/g6 *\n\n1. d4/e6 *\n';
    const read = book(pgn, { format: 'pgn' });
    expect(read.count).toBe(2);
    expect(read.at(0).turns).toEqual(['e2e4,d7d6', 'g8f6,a2a3', 'b1c3,g7g6']);
    expect(book(pgn, { format: 'pgn', plies: 1 }).at(0).turns).toEqual(['e2e4,d7d6']);
    expect(() => book(pgn, { format: 'pgn' }, 1, BALANCED_AVALANCHE)).toThrow(/Variant is "Avalanche"/);
  });

  test.each([
    ['8/4k3/8/8/8/8/3R4/4K3 x - -', /line 1: /],
    [`${EPD}\n`, /line 2: the game is over \(self-check\)/],
    ['', /there is none in it/],
  ])('%j is refused', (text, message) => {
    expect(() => book(text)).toThrow(UsageError);
    expect(() => book(text)).toThrow(message);
    expect(rook(EPD)).toBe('3R4');
  });

  test('a start behind the end is refused', () => {
    expect(() => book('8/4k3/8/8/8/8/3R4/4K3 w - -', { start: 2 })).toThrow(/start=2, but there are only 1/);
  });

  test('random numbers: even, and the same everywhere', () => {
    const random = createRandom(1);
    const first = Array.from({ length: 5 }, () => random.next(1000));
    expect(first).toEqual(
      Array.from(
        { length: 5 },
        (
          (again) => () =>
            again.next(1000)
        )(createRandom(1)),
      ),
    );
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[random.next(10)]!++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
    expect(shuffled(100, random).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });
});

describe('clocks', () => {
  test('an increment is granted after the move, overstepping loses', () => {
    const clock = createClock(parseTimeControl('1+0.5'));
    expect(punch(clock, 400, 0)).toBe(true);
    expect(clock.left).toBe(1100);
    expect(punch(clock, 1100, 0)).toBe(true);
    expect(clock.left).toBe(500);
    expect(punch(clock, 501, 0)).toBe(false);
  });

  test('a margin is forgiven but stays owed', () => {
    const clock = createClock(parseTimeControl('1'));
    expect(punch(clock, 1040, 50)).toBe(true);
    expect(punch(clock, 20, 50)).toBe(false);
  });

  test('periods', () => {
    const clock = createClock(parseTimeControl('2/10'));
    punch(clock, 4000, 0);
    expect(clock).toMatchObject({ left: 6000, movesToGo: 1 });
    punch(clock, 4000, 0);
    expect(clock).toMatchObject({ left: 12_000, movesToGo: 2 });
  });

  test('a time for each move, none at all', () => {
    const clock = createClock({ moves: 0, time: 0, increment: 0, perMove: 100 });
    expect([punch(clock, 90, 0), punch(clock, 100, 0), punch(clock, 101, 0)]).toEqual([true, true, false]);
    expect(punch(createClock(parseTimeControl('inf')), 1e9, 0)).toBe(true);
  });
});

describe('adjudication', () => {
  const turn = (ply: number, score: number | undefined, progress = false) => {
    const side = ply % 2 === 1 ? WHITE : BLACK;
    return { side, ply, score, progress } as const;
  };

  test('a draw needs both scores for some moves in a row', () => {
    const judge = createAdjudicator({
      draw: { moveNumber: 2, moveCount: 2, score: 10 },
      resign: undefined,
      maxMoves: 0,
    });
    expect(judge(turn(1, 0))).toBeUndefined();
    expect(judge(turn(2, 5))).toBeUndefined();
    expect(judge(turn(3, 50))).toBeUndefined();
    expect(judge(turn(4, -10))).toBeUndefined();
    expect(judge(turn(5, 0, true))).toBeUndefined();
    expect(judge(turn(6, 0))).toBeUndefined();
    expect(judge(turn(7, 0))).toBeUndefined();
    expect(judge(turn(8, 0))).toMatchObject({ score: '1/2-1/2', reason: 'Draw by adjudication' });
  });

  test('resignation, alone and with the other agreeing', () => {
    const rule = { moveCount: 2, score: 500, twoSided: false };
    const alone = createAdjudicator({ draw: undefined, resign: rule, maxMoves: 0 });
    expect(alone(turn(2, -600))).toBeUndefined();
    expect(alone(turn(3, 0))).toBeUndefined();
    expect(alone(turn(4, -500))).toMatchObject({ score: '1-0', reason: 'White wins by adjudication' });
    const both = createAdjudicator({ draw: undefined, resign: { ...rule, twoSided: true }, maxMoves: 0 });
    const scores = [600, -600, 600, -600];
    expect(scores.map((score, i) => both(turn(i + 1, score))?.score)).toEqual([
      undefined,
      undefined,
      undefined,
      '1-0',
    ]);
    const unsure = createAdjudicator({ draw: undefined, resign: { ...rule, twoSided: true }, maxMoves: 0 });
    const doubts = [600, -600, 400, -600];
    expect(doubts.map((score, i) => unsure(turn(i + 1, score))?.score).at(-1)).toBeUndefined();
  });

  test('no score, no verdict; the longest game', () => {
    const judge = createAdjudicator({
      draw: { moveNumber: 0, moveCount: 1, score: 10 },
      resign: { moveCount: 1, score: 500, twoSided: false },
      maxMoves: 2,
    });
    expect([1, 2, 3].map((ply) => judge(turn(ply, undefined)))).toEqual([undefined, undefined, undefined]);
    expect(judge(turn(4, undefined))).toMatchObject({ kind: 'move limit', termination: 'adjudication' });
  });
});

describe('what engines say', () => {
  test('info lines', () => {
    const info = parseInfo(
      'info depth 12 seldepth 20 score cp -35 nodes 1000 time 51 pv e2e4,d7d6 g8f6,a2a3',
    );
    expect(info).toMatchObject({ depth: 12, score: -35, mate: undefined, nodes: 1000, time: 51 });
    expect(info.pv).toEqual(['e2e4,d7d6', 'g8f6,a2a3']);
    expect(formatScore(info)).toBe('-0.35');
    expect(formatScore(parseInfo('info depth 3 score mate 5'))).toBe('+M5');
    expect(formatScore(parseInfo('info score mate -2'))).toBe('-M2');
    expect(formatScore(parseInfo('info score cp 0'))).toBe('0.00');
    expect(formatScore(parseInfo('info depth 1'))).toBeUndefined();
    expect(parseInfo('info score mate 3').score!).toBeGreaterThan(parseInfo('info score mate 4').score!);
  });

  test('lines whose score counts', () => {
    expect(isScoreLine('info depth 1 score cp 3 pv a2a3')).toBe(true);
    expect(isScoreLine('info depth 1 multipv 1 score cp 3')).toBe(true);
    expect(isScoreLine('info depth 1 multipv 2 score cp 3')).toBe(false);
    expect(isScoreLine('info depth 1 multipv 10 score cp 3')).toBe(false);
    expect(isScoreLine('info depth 1 score cp 3 upperbound')).toBe(false);
    expect(isScoreLine('info string hello')).toBe(false);
  });

  test('options and values for them', () => {
    const spin = parseOption('option name Move Overhead type spin default 30 min 0 max 5000')!;
    expect(spin).toMatchObject({ name: 'Move Overhead', type: 'spin', standard: '30', least: 0, most: 5000 });
    expect([objection(spin, '30'), objection(spin, '-1'), objection(spin, 'x')]).toEqual([
      undefined,
      'is below 0',
      'is not a whole number',
    ]);
    const combo = parseOption('option name UCI_Variant type combo default chess var chess var avalanche')!;
    expect(combo.choices).toEqual(['chess', 'avalanche']);
    expect(objection(combo, 'Avalanche')).toBeUndefined();
    expect(objection(combo, 'atomic')).toBe('is none of chess, avalanche');
    expect(parseOption('option name Book File type string default <empty>')).toMatchObject({
      standard: '<empty>',
    });
    expect(parseOption('option name Clear Hash type button')).toMatchObject({
      type: 'button',
      standard: undefined,
    });
    expect(parseOption('option type spin')).toBeUndefined();
  });
});

describe('what is shown', () => {
  test('the lines that scripts read', () => {
    const results = { wins: 10, losses: 8, draws: 2 };
    const tally = { players: [results] } as unknown as Parameters<typeof scoreLine>[1];
    expect(scoreLine(['A', 'B'], tally)).toBe('Score of A vs B: 10 - 8 - 2  [0.550] 20');
    const bounds = { lower: Math.log(0.05 / 0.95), upper: Math.log(0.95 / 0.05) };
    expect(sprtLine({ llr: 2.9512, ...bounds, verdict: 'H1' })).toBe(
      'SPRT: llr 2.95 (100.2%), lbound -2.94, ubound 2.94 - H1 was accepted',
    );
    expect(sprtLine({ llr: 0, ...bounds, verdict: undefined })).toBe(
      'SPRT: llr 0 (0.0%), lbound -2.94, ubound 2.94',
    );
  });

  test('the live line is replaced, lines stay above it', () => {
    let written = '';
    const screen = liveScreen({ write: (text) => (written += text), columns: 12 });
    screen.status('0123456789abcdef');
    screen.line('a line');
    screen.close();
    expect(written).toBe('\r\x1b[2K0123456789a\r\x1b[2Ka line\n\r\x1b[2K0123456789a\r\x1b[2K');
  });

  test('progress', () => {
    const line = statusLine({
      ...{ names: ['A', 'B'], played: 50, total: 200, newGames: 25, elapsedMs: 90_000, points: [30, 20] },
      estimate: estimate([15, 10, 25]),
      sprt: { llr: 0.5, lower: -2.944, upper: 2.944, verdict: undefined },
    });
    expect(line).toContain('██░░░░░░░░ 50/200  A 30 : 20 B  Elo +70.4 ± ');
    expect(line).toContain('LLR 0.50 [-2.94, 2.94]  1000 games/h  9 min left');
    expect([30, 600, 7200, 400_000].map(duration)).toEqual(['30 s', '10 min', '2 h 0 min', '4 d 15 h']);
  });
});
