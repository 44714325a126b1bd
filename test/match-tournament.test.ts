/** Whole tournaments between small engines: kinds of tournament, variants, the lines and files they leave, parts. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readState } from '../src/match/state.ts';
import { parsePgn } from '../src/rules/pgn.ts';
import { checkFiles, type Files, lines, newFiles, sound, writeBook } from './match-files.ts';
import { createKit, type Kit, until } from './match-kit.ts';

let kit: Kit;

beforeAll(async () => {
  kit = await createKit();
});

afterAll(() => kit.remove());

const engines = (...names: string[]) => sound(kit, ...names);
const files = () => newFiles(kit);
const book = () => writeBook(kit);

/** The lines of a run that do not depend on time. */
function table(out: string): string {
  return out.slice(out.indexOf('Rank Name'));
}

describe('kinds of tournament', () => {
  test.each(['avalanche', 'balancedavalanche', 'reversedavalanche'])(
    'round robin of three, %s',
    async (variant) => {
      const own = files();
      const { code, out, err } = await kit.run([
        ...[
          'match',
          ...engines('A', 'B', 'C'),
          '-each',
          'tc=10+0.1',
          '-variant',
          variant,
          '-openings',
          'none',
        ],
        ...['-rounds', '2', '-concurrency', '2', '-ratinginterval', '5', ...own.words],
      ]);
      expect(err).toBe('');
      expect(code).toBe(0);
      const records = checkFiles(own, 12);
      expect(records.every((record) => record.termination === 'normal')).toBe(true);
      expect(out).toContain('Started game 1 of 12 (B vs C)\n');
      expect(out.match(/^Rank Name/gm)).toHaveLength(3);
      expect(table(out)).toMatch(/\n {3}1 [ABC] .*\n {3}2 [ABC] .*\n {3}3 [ABC] /);
      expect(out).toContain('12 of 12 games finished.\nFinished match\n');
      expect(kit.engines()).toEqual([]);
    },
  );

  test('no clock runs before the engines of all first games are ready', async () => {
    const log = kit.path('traffic.log');
    const words = ['-each', 'tc=10+0.1', '-openings', 'none', '-rounds', '3', '-concurrency', '3'];
    const outputs = ['-log', log, '-state', 'none'];
    const { code } = await kit.run(['match', ...engines('A', 'B'), ...words, ...outputs]);
    expect(code).toBe(0);
    const traffic = lines(log);
    const first = traffic.findIndex((line) => line.includes(': go '));
    expect(traffic.slice(0, first).filter((line) => line.endsWith(': readyok'))).toHaveLength(6);
  });

  test('a gauntlet', async () => {
    const own = files();
    const { code } = await kit.run([
      ...[
        'match',
        ...engines('A', 'B', 'C'),
        '-each',
        'nodes=1',
        '-tournament',
        'gauntlet',
        '-maxmoves',
        '5',
      ],
      ...['-openings', `file=${book()}`, ...own.words],
    ]);
    expect(code).toBe(0);
    const records = checkFiles(own, 4);
    expect(records.map(({ white, black }) => `${white}${black}`)).toEqual(['01', '10', '02', '20']);
    expect(new Set(records.map(({ fen }) => fen)).size).toBe(2);
  });

  test('two engines: the lines of cutechess-cli', async () => {
    const { out } = await kit.run([
      ...['match', ...engines('A', 'B'), '-each', 'st=1', '-maxmoves', '4', '-rounds', '2'],
      ...['-openings', `file=${book()}`, '-state', 'none'],
    ]);
    expect(out).toMatch(/^Started game 1 of 4 \(A vs B\)$/m);
    expect(out).toMatch(
      /^Finished game 1 \(A vs B\): 1\/2-1\/2 \{Draw by adjudication: maximum game length\}$/m,
    );
    expect(out).toMatch(/^Score of A vs B: 0 - 0 - 4 {2}\[0\.500\] 4$/m);
    expect(out).toMatch(/^Elo difference: 0\.0 \+\/- 0\.0, LOS: 50\.0 %, DrawRatio: 100\.0 %$/m);
    expect(out).toMatch(/^Ptnml\(0-2\): \[0, 0, 2, 0, 0\]$/m);
  });

  test('an SPRT ends as soon as it is decided, not before and not by a limit nobody set', async () => {
    const own = files();
    const { code, out } = await kit.run([
      ...['match', ...engines('A'), '-engine', 'name=B', `cmd=${kit.engine}`, 'arg=no-move', 'arg=from=1'],
      ...['-each', 'tc=10', '-sprt', 'elo0=0', 'elo1=100', '-openings', 'none', ...own.words],
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^SPRT: llr [23]\.\d+ \(1\d\d\.\d%\), lbound -2\.94, ubound 2\.94 - H1 was accepted$/m,
    );
    expect(out).toMatch(
      /^Endings: illegal move \d+\nWins of A: illegal move \d+\nForfeits: B illegal move \d+$/m,
    );
    const games = readState(own.state).games.size;
    expect(games).toBeGreaterThan(4);
    expect(games).toBeLessThan(100);
    // Resumed, there is nothing left to play.
    const again = await kit.run(['match', '-resume', own.state]);
    expect(again.code).toBe(0);
    expect(again.out).toContain('H1 was accepted');
    expect(readState(own.state).games.size).toBe(games);
  });

  test('engines that give no name, and a live PGN', async () => {
    const live = kit.path('live.pgn');
    const { child, done } = kit.start([
      ...[
        'match',
        '-engine',
        `cmd=${kit.engine}`,
        '-engine',
        `cmd=${kit.engine}`,
        '-each',
        'tc=10',
        'arg=think=20',
      ],
      ...['-openings', 'none', '-livepgn', live, '-state', 'none'],
    ]);
    await until(() => existsSync(live) && /\[PlyCount "[4-9]"\]/.test(readFileSync(live, 'utf8')));
    const [game] = parsePgn(readFileSync(live, 'utf8'));
    expect(game!.error).toBeUndefined();
    expect(game!.result).toBe('*');
    expect([game!.tags.get('White'), game!.tags.get('Black')]).toEqual([
      'Faulty (sound)',
      'Faulty (sound) (2)',
    ]);
    child.kill('SIGINT');
    expect((await done).code).toBe(130);
  });
});

describe('parts on several machines', () => {
  test('three parts give the table, the PGN and the verdict of one run', async () => {
    const shared = book();
    const words = (own: Files) => [
      ...['match', ...engines('A'), '-engine', 'name=B', `cmd=${kit.engine}`, 'arg=no-move', 'arg=from=4'],
      ...['-each', 'tc=10', '-rounds', '9', '-openings', `file=${shared}`, 'order=random', '-srand', '3'],
      ...['-sprt', 'elo0=0', 'elo1=300', '-state', own.state],
    ];
    const whole = files();
    const one = await kit.run(words(whole));
    expect(one.code).toBe(0);
    const parts = [1, 2, 3].map(() => files());
    const runs = await Promise.all(parts.map((part, i) => kit.run([...words(part), '-shard', `${i + 1}/3`])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(runs[0]!.out).toContain('Part 1 of 3: 6 of 18 games');

    const pgn = kit.path('merged.pgn');
    const merged = await kit.run(['match', '-merge', ...parts.map(({ state }) => state), '-pgnout', pgn]);
    expect(merged.err).toBe('');
    expect(merged.code).toBe(0);
    expect(merged.out).toContain('Score of A vs B: 18 - 0 - 0  [1.000] 18');
    expect(merged.out).toContain('18 of 18 games finished.');
    expect(merged.out).toMatch(/first decided at game \d+: SPRT: .* - H1 was accepted/);
    const games = parsePgn(readFileSync(pgn, 'utf8'));
    expect(games.map((game) => game.tags.get('White'))).toEqual(
      games.map((_, i) => (i % 2 === 0 ? 'A' : 'B')),
    );
    // The openings are those of the undivided run.
    const undivided = [...readState(whole.state).games.values()];
    for (const { number, fen } of undivided) expect(games[number - 1]!.tags.get('FEN')).toBe(fen);

    const twice = await kit.run(['match', '-merge', parts[0]!.state, parts[0]!.state]);
    expect([twice.code, twice.err]).toEqual([2, expect.stringMatching(/game 1 is in .* and in /)]);
    const foreign = files();
    await kit.run([...words(foreign), '-maxmoves', '1']);
    const other = await kit.run(['match', '-merge', parts[0]!.state, foreign.state]);
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('another tournament')]);
  });
});
