/** Clocks without a clock: the limits for one turn, and whole games played on paper with them. */
import { describe, expect, test } from 'vitest';
import {
  AT_ONCE,
  type Clock,
  clockLimits,
  isNearlyDown,
  moveTimeLimits,
  nodesAtOnce,
  timeLimits,
} from '../src/engine/clock.ts';
import { PLAIN_GO } from '../src/engine/request.ts';
import { BLACK, WHITE } from '../src/rules/board.ts';

const CLOCK: Clock = { left: 60_000, increment: 0, turnsToGo: undefined, overhead: 30, turnsPlayed: 0 };

function limits(clock: Partial<Clock>) {
  return clockLimits({ ...CLOCK, ...clock });
}

describe('one turn', () => {
  test('shares the rest among the turns of a game of usual length', () => {
    expect(limits({}).softMs).toBeCloseTo((60_000 - 180) / 22 - 2);
    expect(limits({ turnsPlayed: 10 }).softMs).toBeCloseTo((60_000 - 180) / 16 - 2);
    expect(limits({ turnsPlayed: 100 }).softMs).toBeCloseTo((60_000 - 180) / 10 - 2);
  });

  test('is broken off at four times that, and before a third of the rest is gone', () => {
    expect(limits({}).hardMs).toBeCloseTo(4 * ((60_000 - 180) / 22 - 2));
    expect(limits({ turnsPlayed: 100 }).hardMs).toBeCloseTo((60_000 - 180) / 3);
  });

  test('spends most of the increment', () => {
    expect(limits({ increment: 1000 }).softMs - limits({}).softMs).toBeCloseTo(700);
  });

  test('saves increments while there is little time', () => {
    for (const increment of [1, 10, 50]) {
      let left = 40;
      for (let turn = 0; turn < 200; turn++)
        left += increment - limits({ left, increment, turnsPlayed: turn }).softMs;
      expect(left).toBeGreaterThan(30 + 3.5 * increment);
    }
  });

  test('is made at once when only the overhead is left, or less', () => {
    expect(limits({ left: 30 })).toEqual(AT_ONCE);
    expect(limits({ left: 0, increment: 1000 })).toEqual(AT_ONCE);
    expect(limits({ left: -5000 })).toEqual(AT_ONCE);
    expect(limits({ left: 70 })).toEqual(AT_ONCE);
  });

  test('is nearly made at once below a tenth of a second', () => {
    for (const left of [100, 90, 80, 50]) expect(limits({ left, increment: 1 }).hardMs).toBeLessThan(5);
  });

  test('keeps the overhead at the last turn before a control (case 48)', () => {
    const { softMs, hardMs } = limits({ left: 5000, turnsToGo: 1 });
    expect(hardMs).toBeLessThanOrEqual(5000 - 30);
    expect(softMs).toBeGreaterThan(2000);
  });

  test('is in time when the increment is larger than the rest (case 50)', () => {
    const { hardMs } = limits({ left: 50, increment: 2000 });
    expect(hardMs).toBeLessThanOrEqual(20);
    expect(hardMs).toBeGreaterThan(0);
  });

  test('never plans below the overhead, whatever the clock', () => {
    for (const left of [1, 31, 50, 100, 1000, 60_000, 7_200_000]) {
      for (const increment of [-100, 0, 1, 100, 10_000, 1_000_000]) {
        for (const turnsToGo of [undefined, 1, 2, 3, 40, 100_000]) {
          for (const turnsPlayed of [0, 5, 30, 1000]) {
            for (const overhead of [0, 30, 1000]) {
              const { softMs, hardMs } = clockLimits({ left, increment, turnsToGo, overhead, turnsPlayed });
              expect(softMs).toBeGreaterThanOrEqual(0);
              expect(softMs).toBeLessThanOrEqual(hardMs);
              expect(hardMs).toBeLessThanOrEqual(Math.max(0, left - overhead));
            }
          }
        }
      }
    }
  });
});

test('a turn at once is given fewer nodes the less is left', () => {
  const nodes = (left: number) => nodesAtOnce({ ...CLOCK, left });
  expect(nodesAtOnce(undefined)).toBe(300);
  expect([60_000, 130, 100, 80, 50, 30, 0, -5].map(nodes)).toEqual([300, 300, 210, 150, 60, 20, 20, 20]);
});

test('a clock is nearly down where a turn costs more than there is to be thought', () => {
  const down = (clock: Partial<Clock>) => isNearlyDown({ ...CLOCK, ...clock });
  expect([200, 100, 71, 69, 40, 30, 0, -5].map((left) => down({ left, increment: 1 }))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  // Not where a search is worth it: before the control, or when the increment will be there.
  expect(down({ left: 65, turnsToGo: 1 })).toBe(false);
  expect(down({ left: 65, increment: 100 })).toBe(false);
});

describe('a fixed time', () => {
  test('is used but for the overhead (case 51)', () => {
    expect(moveTimeLimits(1000, 30)).toEqual({ softMs: 970, hardMs: 970 });
  });

  test('shorter than the overhead is used by half', () => {
    expect(moveTimeLimits(20, 30).hardMs).toBe(10);
    expect(moveTimeLimits(0, 30)).toEqual(AT_ONCE);
    expect(moveTimeLimits(-7, 30)).toEqual(AT_ONCE);
  });
});

describe('a request', () => {
  const ask = (words: Partial<typeof PLAIN_GO>, side: typeof WHITE | typeof BLACK = WHITE) =>
    timeLimits({ ...PLAIN_GO, ...words }, side, 30, 0);

  test('without a word about time has no limit in time', () => {
    expect(ask({ depth: 5, nodes: 1000 })).toBeUndefined();
  });

  test('is about the own clock', () => {
    const both = { whiteTime: 10_000, blackTime: 500, whiteIncrement: 100, blackIncrement: 0 };
    expect(ask(both)).toEqual(limits({ left: 10_000, increment: 100 }));
    expect(ask(both, BLACK)).toEqual(limits({ left: 500 }));
  });

  test('may have one clock only (case 47)', () => {
    expect(ask({ whiteTime: 100 }, BLACK)).toEqual(limits({ left: 100 }));
    expect(ask({ blackTime: 100 }, WHITE)).toEqual(limits({ left: 100 }));
  });

  test('may say 0, which is a time too (case 45)', () => {
    expect(ask({ whiteTime: 0, blackTime: 1000 })).toEqual(AT_ONCE);
  });

  test('may have a negative clock: the own one is over, the other one does not matter (case 46)', () => {
    expect(ask({ whiteTime: -50, blackTime: 1000 })).toEqual(AT_ONCE);
    expect(ask({ whiteTime: 1000, blackTime: -50 })).toEqual(limits({ left: 1000 }));
  });

  test('with an increment and no clock counts on the increment alone', () => {
    expect(ask({ whiteIncrement: 1000 })?.hardMs).toBeLessThanOrEqual(970);
    expect(ask({ movesToGo: 10 })).toEqual(AT_ONCE);
  });

  test('with movestogo 0 has no control', () => {
    expect(ask({ whiteTime: 1000, movesToGo: 0 })).toEqual(limits({ left: 1000 }));
  });

  test('with a clock and a fixed time keeps both', () => {
    expect(ask({ whiteTime: 60_000, moveTime: 100 })?.hardMs).toBe(70);
    expect(ask({ whiteTime: 100, moveTime: 60_000 })?.hardMs).toBe(limits({ left: 100 }).hardMs);
  });
});

interface Game {
  readonly minutes: number;
  readonly increment: number;
  /** Turns to a control, after which the time is added again. */
  readonly period?: number;
  /** What each turn costs beyond the search. */
  readonly lag: number;
  readonly turns: number;
}

/** Plays with every turn broken off only at its hard limit; returns the least that was on the clock. */
function leastLeft({ minutes, increment, period, lag, turns }: Game): number {
  let left = minutes * 60_000;
  let least = left;
  for (let turn = 0; turn < turns; turn++) {
    const turnsToGo = period === undefined ? undefined : period - (turn % period);
    const { hardMs } = clockLimits({ left, increment, turnsToGo, overhead: 30, turnsPlayed: turn });
    left -= hardMs + lag;
    least = Math.min(least, left);
    left += increment;
    if (period !== undefined && (turn + 1) % period === 0) left += minutes * 60_000;
  }
  return least;
}

describe('whole games, every turn thought about as long as it may be', () => {
  test.each<[string, Game]>([
    ['40/60 (case 49)', { minutes: 1, increment: 0, period: 40, lag: 0, turns: 400 }],
    ['5/1', { minutes: 1 / 60, increment: 0, period: 5, lag: 0, turns: 200 }],
    ['1/1', { minutes: 1 / 60, increment: 0, period: 1, lag: 0, turns: 200 }],
    ['1+0', { minutes: 1 / 60, increment: 0, lag: 0, turns: 500 }],
    ['1+0.01', { minutes: 1 / 60, increment: 10, lag: 5, turns: 500 }],
    ['0.1+0.001', { minutes: 0.1 / 60, increment: 1, lag: 1, turns: 500 }],
    ['sudden death in five minutes', { minutes: 5, increment: 0, lag: 0, turns: 500 }],
    ['15+10', { minutes: 15, increment: 10_000, lag: 20, turns: 500 }],
    ['0.2+3', { minutes: 0.2 / 60, increment: 3000, lag: 30, turns: 500 }],
  ])('%s never leaves less than the overhead', (_, game) => {
    expect(leastLeft(game)).toBeGreaterThanOrEqual(30 - game.lag);
  });

  test('use what they have: half of it in the first thirteen turns', () => {
    let left = 60_000;
    for (let turn = 0; turn < 13; turn++) left -= limits({ left, turnsPlayed: turn }).softMs;
    expect(left).toBeLessThan(30_000);
  });
});
