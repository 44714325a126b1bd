/** `serac check` on engines that behave and on some that do not. That Serac itself passes all is tried by CI. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../src/match/check/check.ts';
import { createKit, type Kit } from './match-kit.ts';

let kit: Kit;

beforeAll(async () => {
  kit = await createKit();
});

afterAll(() => kit.remove());

const check = (only: string, ...engine: string[]) =>
  kit.run(['check', '-patience', '3000', '-only', only, kit.engine, ...engine]);

describe('verdicts', () => {
  test.concurrent.each([
    ['silent-start', 'sound'],
    ['variant-kept', 'sound'],
    ['two-go', 'sound'],
    ['long-game', 'sound'],
    ['legal-lines', 'sound'],
    ['quit-idle', 'sound'],
  ])('%s: the %s engine passes', async (only, fault) => {
    const { code, out } = await check(only, fault, 'think=5');
    expect(out).toMatch(new RegExp(`\n {2}pass {2}${only} `));
    expect(out).toContain('\n1 passed, 0 failed\n');
    expect(code).toBe(0);
  });

  test.concurrent.each([
    ['no-isready', ['no-uciok'], /no uciok within 10000 ms/],
    ['info-before', ['no-move', 'from=1'], /illegal turn "\(none\)"/],
    ['two-go', ['double-bestmove', 'from=1'], /unexpected: bestmove/],
    ['drawn-root', ['exits', 'from=2'], /the process ended \(exit code 3\) before bestmove/],
    ['infinite-holds', ['sound'], /unexpected: bestmove/],
    ['legal-lines', ['bad-line', 'from=1'], /e1e8/],
    ['stderr', ['noisy', 'from=1'], /stderr: x+…/],
    ['identity', ['sound'], /no "id author"/],
    ['quit-idle', ['stays'], /still running after 3000 ms/],
  ] as const)('%s: %j fails', async (only, engine, reason) => {
    const { code, out } = await check(only, ...engine);
    expect(out).toMatch(/\n {2}FAIL {2}/);
    expect(out).toMatch(reason);
    expect(code).toBe(1);
  });

  test('nobody is left', () => expect(kit.engines()).toEqual([]));
});

describe('the command line', () => {
  test.each([
    [['-onyl', 'x', 'engine'], /unknown option -onyl; did you mean "only"/],
    [['-only', 'nosuchcase', process.execPath], /no case is called so/],
    [['-variant', 'chess', process.execPath], /unknown variant "chess"/],
    [['-only'], /-only needs a value/],
    [['/nowhere/engine'], /no such program/],
  ])('%j', async (words, message) => {
    const { code, err } = await kit.run(['check', ...words]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  test('without words one line of usage, a mistake; help when it is asked for; every case has a name of its own', async () => {
    expect(await kit.run(['check'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^serac check: usage: serac check \[-variant .*--help\n$/),
    });
    expect(await kit.run(['check', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('serac check [-variant'),
    });
    const names = CASES.flatMap(([, cases]) => cases.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });
});
