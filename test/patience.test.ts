/** How long a search thinks: pure factors, and what the watch over a search makes of them. */
import { describe, expect, test } from 'vitest';
import { CONTROL_PONDER, CONTROL_PONDERED_MS, CONTROL_WORDS } from '../src/search/limits.ts';
import { createPatience, deadlines, stretch } from '../src/search/patience.ts';
import { createTeam } from '../src/search/team.ts';
import { createWatch, type Watch } from '../src/search/watch.ts';

describe('the factor on the soft limit', () => {
  const calm = { stable: 2, drop: 0, forced: false };

  test('falls with every iteration that finds the same turn', () => {
    const factors = [0, 1, 2, 3, 4, 50].map((stable) => stretch({ ...calm, stable }));
    expect(factors).toEqual([...factors].sort((a, b) => b - a));
    expect(factors[0]).toBeGreaterThan(1.2);
    expect(factors.at(-1)).toBeLessThan(0.8);
  });

  test('grows with the loss of score, up to the double', () => {
    const factors = [-500, 0, 20, 40, 80, 1000, 60_000].map((drop) => stretch({ ...calm, drop }));
    expect(factors).toEqual([...factors].sort((a, b) => a - b));
    expect(factors.at(-1)).toBeCloseTo(2 * factors[1]);
    expect(factors[0]).toBeGreaterThan(0.8 * factors[1]);
  });

  test('is nothing where there is one turn only', () => {
    expect(stretch({ ...calm, drop: 500, forced: true })).toBe(0);
  });

  test('follows the iterations', () => {
    const patience = createPatience(false);
    const first = patience.after(1, 50);
    expect(patience.after(1, 50)).toBeLessThan(first);
    const changed = patience.after(2, 50);
    expect(changed).toBe(first);
    expect(patience.after(2, -50)).toBeGreaterThan(changed);
    expect(createPatience(true).after(1, 0)).toBe(0);
  });
});

describe('deadlines', () => {
  test('stay in order, and within the hard limit', () => {
    for (const factor of [0, 0.5, 1, 1.5, 3, 100]) {
      const { softMs, breakMs, hardMs } = deadlines(100, 400, factor);
      expect(softMs).toBeLessThanOrEqual(breakMs);
      expect(breakMs).toBeLessThanOrEqual(hardMs);
      expect(hardMs).toBe(400);
    }
  });

  test('of a fixed time do not move', () => {
    for (const factor of [0, 1, 3]) {
      expect(deadlines(500, 500, factor)).toEqual({ softMs: 500, breakMs: 500, hardMs: 500 });
      expect(deadlines(Infinity, Infinity, factor).softMs).toBe(Infinity);
    }
  });
});

describe('the watch', () => {
  let time = 0;
  const control = new Int32Array(CONTROL_WORDS);
  const limits = { depth: 99, nodes: Infinity, mate: 0, softMs: 100, hardMs: 400, start: 0, multiPv: 1 };

  function startWatch(changes: Partial<typeof limits> = {}): Watch {
    time = 0;
    control.fill(0);
    const watch = createWatch(control, createTeam(control, 0));
    watch.start({ ...limits, ...changes, searchTurns: undefined, now: () => time });
    return watch;
  }

  /** Searches on; is it broken off? */
  function isBroken(watch: Watch, at: number): boolean {
    time = at;
    for (let i = 0; i < 5000; i++) if (watch.tick()) return true;
    return false;
  }

  test('begins no depth after the stretched soft limit', () => {
    const watch = startWatch();
    time = 99;
    expect(watch.mayDeepen()).toBe(true);
    time = 101;
    expect(watch.mayDeepen()).toBe(false);
    watch.stretch(1.5);
    expect(watch.mayDeepen()).toBe(true);
    time = 151;
    expect(watch.mayDeepen()).toBe(false);
    watch.stretch(10);
    time = 399;
    expect(watch.mayDeepen()).toBe(true);
    time = 401;
    expect(watch.mayDeepen()).toBe(false);
  });

  test('breaks an iteration off in time, a doubtful one at the hard limit', () => {
    expect(isBroken(startWatch(), 190)).toBe(false);
    expect(isBroken(startWatch(), 210)).toBe(true);
    const doubtful = startWatch();
    doubtful.setDoubt(true);
    expect(isBroken(doubtful, 390)).toBe(false);
    expect(isBroken(doubtful, 410)).toBe(true);
  });

  test('ends at once where there is one turn only, but not while pondering or without a clock', () => {
    const watch = startWatch();
    watch.stretch(0);
    expect(watch.mayDeepen()).toBe(false);
    const endless = startWatch({ softMs: Infinity, hardMs: Infinity });
    endless.stretch(0);
    expect(endless.mayDeepen()).toBe(true);
    const pondering = startWatch();
    control[CONTROL_PONDER] = 1;
    pondering.stretch(0);
    expect(pondering.mayDeepen()).toBe(true);
    time = 5000;
    control[CONTROL_PONDERED_MS] = 5000;
    control[CONTROL_PONDER] = 0;
    expect(pondering.mayDeepen()).toBe(false);
  });

  describe('after pondering', () => {
    /** A search that has been pondering for `pondered` ms, with one iteration complete, when the hit comes. */
    function hitAfter(pondered: number, changes: Partial<typeof limits> = {}): Watch {
      const watch = startWatch(changes);
      control[CONTROL_PONDER] = 1;
      watch.stretch(1);
      expect(isBroken(watch, pondered)).toBe(false);
      expect(watch.mayDeepen()).toBe(true);
      control[CONTROL_PONDERED_MS] = pondered;
      control[CONTROL_PONDER] = 0;
      return watch;
    }

    test('the time before the hit is part of the soft limit', () => {
      const watch = hitAfter(60);
      time = 99;
      expect(watch.mayDeepen()).toBe(true);
      time = 101;
      expect(watch.mayDeepen()).toBe(false);
      expect(isBroken(hitAfter(60), 199)).toBe(false);
      expect(isBroken(hitAfter(60), 201)).toBe(true);
    });

    test('beyond the soft limit the answer comes at once, in the middle of an iteration too', () => {
      expect(isBroken(hitAfter(101), 101)).toBe(true);
      expect(hitAfter(101).mayDeepen()).toBe(false);
      const sure = hitAfter(80);
      sure.stretch(0.7);
      expect(isBroken(sure, 80)).toBe(true);
    });

    test('a turn that loses its value gets what is left of the hard limit, if anything is', () => {
      for (const [pondered, at, broken] of [
        [101, 399, false],
        [101, 401, true],
        [401, 401, true],
      ] as const) {
        const watch = hitAfter(pondered);
        watch.setDoubt(true);
        expect(isBroken(watch, at)).toBe(broken);
      }
    });

    test('a fixed time begins with the hit', () => {
      const fixed = { softMs: 300, hardMs: 300 };
      expect(isBroken(hitAfter(5000, fixed), 5299)).toBe(false);
      expect(isBroken(hitAfter(5000, fixed), 5301)).toBe(true);
      expect(hitAfter(5000, fixed).mayDeepen()).toBe(true);
    });

    test('without a complete iteration the clock is what counts', () => {
      const watch = startWatch();
      control[CONTROL_PONDERED_MS] = 5000;
      expect(isBroken(watch, 5199)).toBe(false);
      expect(isBroken(watch, 5201)).toBe(true);
    });
  });

  test('looks at the clock more often where there is little time', () => {
    const ticks = (hardMs: number) => {
      const watch = startWatch({ softMs: 1, hardMs });
      watch.tick();
      time = 1e9;
      let count = 1;
      while (!watch.tick()) count++;
      return count;
    };
    expect(ticks(1000)).toBeGreaterThan(4 * ticks(20));
  });
});
