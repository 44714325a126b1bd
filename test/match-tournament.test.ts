/**
 * Whole tournaments between small engines: kinds of tournament and variants, the files they leave, interruptions of
 * every kind. SERAC_KILLS=20 kills and resumes as often as that.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GameRecord } from '../src/match/record.ts';
import { readState } from '../src/match/state.ts';
import { WHITE } from '../src/rules/board.ts';
import { formatFen } from '../src/rules/fen.ts';
import { outcomeOf } from '../src/rules/outcome.ts';
import { type PgnGame, parsePgn, pgnStart } from '../src/rules/pgn.ts';
import { playTurn } from '../src/rules/position.ts';
import { createKit, type Kit, until } from './match-kit.ts';

let kit: Kit;

beforeAll(async () => {
  kit = await createKit();
});

afterAll(() => kit.remove());

function engines(...names: string[]): string[] {
  return names.flatMap((name) => ['-engine', `name=${name}`, `cmd=${kit.engine}`]);
}

/** Three openings whose games differ. */
const BOOK = [
  'rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  'rnbqkbnr/pppp1ppp/4p3/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1',
  'rnbqkbnr/pp1ppppp/2p5/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1',
].join('\n');

function book(): string {
  const file = kit.path('book.epd');
  writeFileSync(file, BOOK);
  return file;
}

interface Files {
  readonly state: string;
  readonly pgn: string;
  readonly json: string;
  readonly epd: string;
  /** The words that ask for them. */
  readonly words: readonly string[];
}

function files(): Files {
  const [state, pgn, json, epd] = ['x.state', 'x.pgn', 'x.json', 'x.epd'].map((name) => kit.path(name)) as [
    string,
    string,
    string,
    string,
  ];
  return { state, pgn, json, epd, words: ['-state', state, '-pgnout', pgn, '-json', json, '-epdout', epd] };
}

const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

/** Replays a game by the rules and holds its result against what the arbiter said. */
function replay(game: PgnGame, record: GameRecord): void {
  expect(game.error).toBeUndefined();
  const start = pgnStart(game);
  if (!start.ok) throw new Error(start.error);
  for (const { turn } of game.line.turns) {
    expect(outcomeOf(start.value).ending).toBeUndefined();
    playTurn(start.value, turn);
  }
  expect(game.line.turns).toHaveLength(record.turns.length);
  expect(formatFen(start.value)).toBe(record.finalFen);
  expect(game.result).toBe(record.score);
  expect(game.tags.get('Termination')).toBe(record.termination);
  const { ending, winner } = outcomeOf(start.value);
  if (record.termination !== 'normal') return;
  expect(ending).toBe(record.kind);
  expect(winner === undefined ? '1/2-1/2' : winner === WHITE ? '1-0' : '0-1').toBe(game.result);
}

/** Are exactly the scheduled games there, once each and in order, in every file? */
function checkFiles({ state, pgn, json, epd }: Files, count: number): GameRecord[] {
  const contents = readState(state);
  const { names } = contents.tournament;
  expect(contents.damaged).toBe(0);
  const records = [...contents.games.values()].sort((a, b) => a.number - b.number);
  expect(records.map((record) => record.number)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  const games = parsePgn(readFileSync(pgn, 'utf8'));
  expect(games).toHaveLength(count);
  records.forEach((record, i) => {
    const { tags } = games[i]!;
    expect([tags.get('White'), tags.get('Black')]).toEqual([names[record.white], names[record.black]]);
    expect(tags.get('Round')).toBe(String(record.round));
    replay(games[i]!, record);
  });
  expect(lines(epd)).toEqual(records.map((record) => record.finalFen));
  const told = lines(json).map((line) => JSON.parse(line) as { number: number });
  expect(told.map(({ number }) => number).sort((a, b) => a - b)).toEqual(records.map(({ number }) => number));
  return records;
}

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

describe('interruptions', () => {
  const kills = Number(process.env.SERAC_KILLS ?? '4');
  const rounds = Math.max(12, 2 * kills);
  const total = 2 * rounds;
  /** Twelve pairs of games of some tenths of a second. */
  const words = (own: Files) => [
    ...[
      'match',
      ...engines('A', 'B'),
      '-each',
      'tc=10',
      'arg=think=5',
      '-maxmoves',
      '10',
      '-concurrency',
      '2',
    ],
    ...[
      '-rounds',
      String(rounds),
      '-openings',
      `file=${book()}`,
      'order=random',
      '-srand',
      '7',
      ...own.words,
    ],
  ];
  const played = (own: Files) => (existsSync(own.state) ? lines(own.state).length - 1 : 0);

  test('killed at any moment and resumed: every game once, nobody left', async () => {
    const own = files();
    writeFileSync(own.pgn, '[Event "Earlier"]\n\n*\n\n');
    let run = kit.start(words(own));
    for (let i = 0; i < kills; i++) {
      const before = played(own);
      const goal = before + 1 + Math.floor(Math.random() * 2);
      if (goal >= total) break;
      await until(() => played(own) >= goal || run.child.exitCode !== null);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      run.child.kill('SIGKILL');
      await run.done;
      await until(() => kit.engines().length === 0);
      // What a power cut may leave: half a line, half a game.
      appendFileSync(own.state, '{"sum":"0123abcd","game":{"numb');
      appendFileSync(own.pgn, '[Event "Serac ma');
      run = kit.start(['match', '--resume', own.state]);
    }
    const { code, out } = await run.done;
    expect(code).toBe(0);
    expect(out).toContain(`${total} of ${total} games finished.`);
    expect(readFileSync(own.pgn, 'utf8').startsWith('[Event "Earlier"]\n\n*\n\n')).toBe(true);
    writeFileSync(own.pgn, readFileSync(own.pgn, 'utf8').slice('[Event "Earlier"]\n\n*\n\n'.length));
    const records = checkFiles(own, total);
    // The same openings in the same places as in a run that nobody disturbed.
    const fens = records.map(({ fen }) => fen);
    for (let i = 0; i < total; i += 2) expect(fens[i]).toBe(fens[i + 1]);
    expect(new Set(fens.slice(0, 6)).size).toBe(3);
    await until(() => kit.engines().length === 0);
  });

  test('Ctrl-C says how to go on, keeps what is finished, and a resumption may ask for more rounds', async () => {
    const own = files();
    const { child, done } = kit.start(words(own));
    await until(() => played(own) >= 3);
    child.kill('SIGINT');
    const { code, out } = await done;
    expect(code).toBe(130);
    expect(out).toContain(`Interrupted; to go on: serac match -resume ${own.state}`);
    expect(parsePgn(readFileSync(own.pgn, 'utf8'))).toHaveLength(played(own));
    const again = await kit.run([
      'match',
      '-resume',
      own.state,
      '-rounds',
      String(rounds + 1),
      '-concurrency',
      '3',
    ]);
    expect(again.code).toBe(0);
    checkFiles(own, total + 2);
  });

  test('damage is seen: a game whose line is spoilt is played again', async () => {
    const own = files();
    expect((await kit.run(words(own))).code).toBe(0);
    const text = readFileSync(own.state, 'utf8').split('\n');
    text[5] = text[5]!.replace('"score"', '"scare"');
    writeFileSync(own.state, text.join('\n'));
    truncateSync(own.pgn, 1000);
    const again = await kit.run(['match', '-resume', own.state]);
    expect(again.err).toContain('1 damaged line(s)');
    expect(again.code).toBe(0);
    expect(again.out).toContain(`Resuming: ${total - 1} games are played already`);
    expect(readState(own.state).games.size).toBe(total);
    expect(parsePgn(readFileSync(own.pgn, 'utf8'))).toHaveLength(total);
  });

  test('a second runner, another book, an old state file: refused', async () => {
    const own = files();
    const all = words(own);
    const { child, done } = kit.start(all);
    await until(() => played(own) >= 1);
    const second = await kit.run(['match', '-resume', own.state]);
    expect([second.code, second.err]).toEqual([2, expect.stringMatching(/in use by process \d+\n$/)]);
    child.kill('SIGINT');
    await done;
    const anew = await kit.run(all);
    expect([anew.code, anew.err]).toEqual([2, expect.stringContaining('exists; go on with it by -resume')]);
    const file = all.find((word) => word.startsWith('file='))!.slice(5);
    appendFileSync(file, '\n8/4k3/8/8/8/8/3R4/4K3 w - -\n');
    const changed = await kit.run(['match', '-resume', own.state]);
    expect([changed.code, changed.err]).toEqual([2, expect.stringContaining('no longer those')]);
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
