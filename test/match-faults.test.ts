/**
 * What becomes of engines that misbehave: for each fault the verdict and the Termination tag, with the tournament going
 * on. A faulty engine meets a sound one in two games, so that it has either colour.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PgnGame, parsePgn } from '../src/rules/pgn.ts';
import { createKit, type Finished, type Kit, until } from './match-kit.ts';

let kit: Kit;

beforeAll(async () => {
  kit = await createKit();
});

afterAll(() => kit.remove());

interface Outcome extends Finished {
  readonly games: PgnGame[];
}

/** Two games of `bad` against a sound engine; patience is cut where a fault would have to be waited for. */
async function meet(
  fault: string,
  words: readonly string[] = [],
  own: readonly string[] = [],
): Promise<Outcome> {
  const pgn = kit.path('games.pgn');
  const finished = await kit.run([
    ...['match', '-engine', 'name=bad', `cmd=${kit.engine}`, `arg=${fault}`, ...own],
    ...['-engine', 'name=good', `cmd=${kit.engine}`],
    ...['-each', 'tc=10+0.2', 'tscale=0.5', '-openings', 'none', '-maxmoves', '12'],
    ...['-pgnout', pgn, '-state', 'none', ...words],
  ]);
  let text = '';
  try {
    text = readFileSync(pgn, 'utf8');
  } catch {
    // The match did not begin.
  }
  return { ...finished, games: parsePgn(text) };
}

const SOON = ['tc=1', 'tscale=0.25'];
/** From the first turn on: with so little time a busy machine might not get to the third. */
const FIRST = 'arg=from=1';

/** Fault, words for its engine, reason without the colour, Termination tag. */
const FORFEITS: readonly [string, readonly string[], RegExp, string][] = [
  ['exits', [], /^\w+ disconnects: exit code 3$/, 'abandoned'],
  ['crashes', [], /^\w+ disconnects: signal SIGSEGV$/, 'abandoned'],
  ['hangs', ['tc=0.2'], /^\w+ loses on time$/, 'time forfeit'],
  [
    'hangs-after-stop',
    [...SOON, FIRST],
    /^\w+'s connection stalls: no bestmove within 3.8 s after stop$/,
    'stalled connection',
  ],
  ['deaf', [...SOON, FIRST], /^\w+'s connection stalls: no bestmove/, 'stalled connection'],
  ['illegal-turn', [], /^\w+ makes an illegal move: e1e8,e7e6/, 'illegal move'],
  ['missing-push', [], /^\w+ makes an illegal move: \w{4} \(a push is missing\)$/, 'illegal move'],
  ['upper-case', [], /^\w+ makes an illegal move: [A-Z]\d/, 'illegal move'],
  ['no-move', [], /^\w+ makes an illegal move: \(none\)$/, 'illegal move'],
  ['late', ['tc=0.2'], /^\w+ loses on time$/, 'time forfeit'],
  ['late', ['tc=inf', 'st=0.1'], /^\w+ loses on time$/, 'time forfeit'],
  ['no-readyok', SOON, /^\w+'s connection stalls: no readyok within 3.8 s$/, 'stalled connection'],
  ['no-uciok', SOON, /^\w+'s connection stalls: no uciok within 2.5 s$/, 'stalled connection'],
  ['double-bestmove', [], /^\w+ makes an illegal move: \S+ \(bestmove without go\)$/, 'illegal move'],
  [
    'garbage-flood',
    ['tc=0.2', FIRST],
    /^\w+'s connection stalls: (floods its output|no bestmove)/,
    'stalled connection',
  ],
];

describe('forfeits', () => {
  test.concurrent('without a clock a dead engine is noticed, too', async ({ expect }) => {
    const crash = await meet('exits', ['-recover'], ['tc=inf', 'nodes=100']);
    expect(crash.games.map((game) => game.tags.get('Termination'))).toEqual(['abandoned', 'abandoned']);
  });

  test.concurrent.each(FORFEITS)('%s %j', async (fault, own, reason, termination) => {
    const { code, games, out } = await meet(fault, ['-recover'], own);
    expect(code).toBe(0);
    expect(games).toHaveLength(2);
    games.forEach((game, i) => {
      const last = game.line.turns.at(-1)?.comments.at(-1) ?? game.line.before.at(-1) ?? '';
      const said = last.split(', ').at(-1)!;
      expect(game.error).toBeUndefined();
      expect(said).toMatch(reason);
      expect(said.startsWith(i === 0 ? 'White' : 'Black')).toBe(true);
      expect(game.tags.get('Termination')).toBe(termination);
      expect(game.result).toBe(i === 0 ? '0-1' : '1-0');
      expect(out).toContain(
        `Finished game ${i + 1} (${i === 0 ? 'bad vs good' : 'good vs bad'}): ${game.result} {${said}}`,
      );
    });
    expect(out).toContain('Score of bad vs good: 0 - 2 - 0  [0.000] 2');
  });

  test.concurrent('without a clock a deaf engine is noticed, too', async ({ expect }) => {
    const deaf = await meet('deaf', ['-recover'], ['tc=inf', 'nodes=100', 'tscale=0.15']);
    expect(deaf.out).toMatch(/White's connection stalls: no answer to isready within 2.3 s/);
  });
});

describe('no reason to lose', () => {
  test.each(['sound', 'odd-lines', 'bad-line'])('%s', async (fault) => {
    const { code, games, out } = await meet(fault);
    expect(code).toBe(0);
    expect(games.map((game) => game.tags.get('Termination'))).toEqual(['adjudication', 'adjudication']);
    const warning = /Warning: illegal main line of bad: illegal turn "e1e8,a7a6"/;
    if (fault === 'bad-line') expect(out).toMatch(warning);
    else expect(out).not.toMatch(warning);
  });
});

describe('without -recover', () => {
  test('a crash ends the match', async () => {
    const { code, games, out } = await meet('exits', ['-rounds', '3']);
    expect(code).toBe(1);
    expect(games).toHaveLength(1);
    expect(out).toContain('Match ended early by a fault');
  });

  test('an illegal move does not', async () => {
    const { code, games } = await meet('illegal-turn', ['-rounds', '2']);
    expect(code).toBe(0);
    expect(games).toHaveLength(4);
  });

  test('an engine that never says uciok keeps the match from beginning', async () => {
    const { code, games, err } = await meet('no-uciok', [], SOON);
    expect(code).toBe(1);
    expect(games).toHaveLength(0);
    expect(err).toBe('serac match: bad stalls: no uciok within 2.5 s\n');
  });
});

describe('mistakes that show before the first game', () => {
  test.each([
    [['-each', 'option.Hahs=5'], /no engine has an option "Hahs"|has no option "Hahs"; did you mean "Hash"/],
    [['-each', 'option.Hash=abc'], /option Hash: "abc" is not a whole number/],
    [['-each', 'option.Hash=5000'], /option Hash: "5000" is above 1024/],
    [['-openings', 'file=/nowhere/book.epd'], /openings \/nowhere\/book.epd: no such file/],
    [['-engine', 'cmd=/nowhere/engine', 'name=C'], /cmd=\/nowhere\/engine: no such program/],
    [['-engine', 'cmd=node engine.js', 'name=C'], /a command is one executable; its arguments go into arg=/],
    [['-pgnout', '/nowhere/games.pgn'], /\/nowhere\/games.pgn: no such folder/],
    [['-log', '/nowhere/x.log'], /\/nowhere\/x.log: no such folder/],
    [['-livepgn', '/nowhere/x.pgn'], /\/nowhere\/x.pgn: no such folder/],
    [['-epdout', '/proc/x.epd'], /\/proc\/x.epd/],
    [['-state', '/nowhere/x.state'], /state file \/nowhere\/x.state/],
    [['-resume', '/nowhere/x.state'], /./],
  ])('%j', async (words, message) => {
    const base = ['-engine', 'name=A', `cmd=${kit.engine}`, '-engine', 'name=B', `cmd=${kit.engine}`];
    const openings = words[0] === '-openings' ? [] : ['-openings', 'none'];
    const state = words[0] === '-state' ? [] : ['-state', 'none'];
    const { code, err, out } = await kit.run([
      'match',
      ...base,
      '-each',
      'nodes=1',
      ...openings,
      ...state,
      ...words,
    ]);
    expect(err).toMatch(message);
    expect(err.trim()).not.toContain('\n');
    expect(code).toBe(2);
    expect(out).not.toContain('Started game');
  });
});

describe('nobody is left behind', () => {
  const words = () => [
    ...[
      'match',
      '-engine',
      'name=A',
      `cmd=${kit.engine}`,
      'arg=stays',
      '-engine',
      'name=B',
      `cmd=${kit.engine}`,
    ],
    ...['-each', 'tc=10', 'tscale=0.2', 'arg=think=20', '-openings', 'none', '-rounds', '50'],
    ...['-concurrency', '2', '-state', 'none'],
  ];

  test('an engine that ignores quit, end of input and signals, and has a child', async () => {
    const { code } = await kit.run([...words().slice(0, -6), '-maxmoves', '3', '-state', 'none']);
    expect(code).toBe(0);
    await until(() => kit.engines().length === 0);
  });

  test('killed while engines are being started', async () => {
    for (let i = 0; i < 8; i++) {
      const { child, done } = kit.start([...words(), '-each', 'restart=on', '-maxmoves', '1']);
      await until(() => kit.engines().length > 0);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      child.kill('SIGKILL');
      await done;
      await until(() => kit.engines().length === 0);
    }
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('after %s', async (signal) => {
    const { child, done } = kit.start(words());
    await until(() => kit.engines().length >= 4);
    child.kill(signal);
    const { code } = await done;
    expect(code).toBe(signal === 'SIGKILL' ? null : 130);
    await until(() => kit.engines().length === 0);
  });
});
