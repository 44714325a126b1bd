/** The files of `serac match` before anything starts, when parts are put together, and when there is no room. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readState } from '../src/match/state.ts';
import { parsePgn } from '../src/rules/pgn.ts';
import { lines, newFiles, sound } from './match-files.ts';
import { createKit, type Kit } from './match-kit.ts';

let kit: Kit;

beforeAll(async () => {
  kit = await createKit();
});

afterAll(() => kit.remove());

/** A match of two games a round. */
const words = (...more: string[]) => [
  ...['match', ...sound(kit, 'A', 'B'), '-each', 'nodes=1', '-openings', 'none', '-maxmoves', '2'],
  ...more,
];

/** Refused in one line, and nothing was created in the folder. */
async function refused(argv: readonly string[], reason: RegExp): Promise<void> {
  const before = readdirSync(kit.folder);
  const { code, out, err } = await kit.run(argv);
  expect(err).toMatch(reason);
  expect(err.trimEnd()).not.toContain('\n');
  expect([code, out]).toEqual([2, '']);
  expect(readdirSync(kit.folder)).toEqual(before);
}

describe('one file for two things', () => {
  const outputs = ['-pgnout', '-epdout', '-json', '-livepgn', '-log'];
  const pairs = outputs.flatMap((one, i) => outputs.slice(i + 1).map((other) => [one, other] as const));

  test.each(pairs)('%s and %s', async (one, other) => {
    const paths = ['same.txt', join(kit.folder, 'nowhere', '..', 'same.txt')] as const;
    const reason = /^serac match: -[a-z]+ and -[a-z]+ are the same file: .*same\.txt\n$/;
    await refused(words('-state', 'none', one, paths[0], other, paths[1]), reason);
  });

  test.each(outputs)('%s and the state file', async (one) => {
    await refused(words('-state', 'same.txt', one, './same.txt'), /and the state file are the same file/);
  });

  test('a link, the openings, the state files that are put together', async () => {
    const folder = kit.path('folder');
    mkdirSync(folder);
    const link = kit.path('link');
    symlinkSync(folder, link);
    const linked = ['-pgnout', join(folder, 'x'), '-json', join(link, 'x')];
    await refused(words('-state', 'none', ...linked), /-json and -pgnout are the same file/);
    const book = kit.path('book.epd');
    writeFileSync(book, 'rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n');
    const opened = words('-epdout', book).filter((w) => w !== '-openings' && w !== 'none');
    await refused([...opened, '-openings', `file=${book}`, '-state', kit.path('s')], /and the openings are/);
    const { state } = newFiles(kit);
    expect((await kit.run(words('-state', state))).code).toBe(0);
    const text = readFileSync(state, 'utf8');
    await refused(['match', '-merge', state, '-json', state], /-json and the state file are the same file/);
    await refused(['match', '-merge', state, '-json', 'm', '-pgnout', 'm'], /are the same file/);
    expect(readFileSync(state, 'utf8')).toBe(text);
  });
});

describe('files that cannot be', () => {
  test.each([
    [['-state', '/nowhere/x.state'], /state file \/nowhere\/x\.state: no such folder\n/],
    [['-state', '/'], /state file \/: is a folder\n/],
    [['-state', 'none', '-epdout', '/tmp'], /: \/tmp: is a folder\n/],
    [['-state', 'none', '-livepgn', '/dev/null'], /-livepgn \/dev\/null: not a file that can be replaced\n/],
  ])('%j', (more, reason) => refused(words(...more), reason));

  test('a folder is no state file', () => refused(['match', '-resume', '/tmp'], /file \/tmp: is a folder\n/));

  test('finished games are not lost to the running ones', async () => {
    const live = kit.path('live.pgn');
    const [running, finished] = ['[Event "x"]\n[Result "*"]\n\n*\n\n', '[Result "1/2-1/2"]\n\n1/2-1/2\n'];
    // Far behind, and across the pieces in which the file is read.
    const text = running + ' '.repeat((1 << 20) - running.length - 8) + finished;
    writeFileSync(live, text);
    await refused(words('-state', 'none', '-livepgn', live), /-livepgn .*live\.pgn: holds finished games/);
    expect(readFileSync(live, 'utf8')).toBe(text);
    writeFileSync(live, running);
    expect((await kit.run(words('-state', 'none', '-livepgn', live))).code).toBe(0);
  });
});

test('parts put together twice: the files are written anew', async () => {
  const { state } = newFiles(kit);
  await kit.run(words('-rounds', '2', '-state', state));
  const [pgn, json, epd] = [kit.path('m.pgn'), kit.path('m.json'), kit.path('m.epd')] as const;
  for (let i = 0; i < 2; i++) {
    const outputs = ['-pgnout', pgn, 'min', '-json', json, '-epdout', epd];
    expect((await kit.run(['match', '-merge', state, ...outputs])).code).toBe(0);
    expect(parsePgn(readFileSync(pgn, 'utf8'))).toHaveLength(4);
    expect(lines(json)).toHaveLength(4);
    expect(lines(epd)).toHaveLength(4);
  }
});

test('fewer rounds than are begun: refused, and the state file stays as it is', async () => {
  const { state } = newFiles(kit);
  await kit.run(words('-rounds', '3', '-state', state));
  const text = readFileSync(state, 'utf8');
  await refused(['match', '-resume', state, '-rounds', '2'], /-rounds: 2 is too few: games of round 3 are/);
  expect(readFileSync(state, 'utf8')).toBe(text);
  expect((await kit.run(['match', '-resume', state, '-rounds', '3'])).code).toBe(0);
});

describe('the output', () => {
  test.runIf(existsSync('/dev/full'))('that finds no room is no success', () => {
    const { state } = newFiles(kit);
    for (const argv of [words('-state', state), ['match', '--help'], ['check', '--help']]) {
      const line = `"$@" > /dev/full`;
      const runner = [process.execPath, join(kit.folder, 'match.cjs'), ...argv];
      const { status, stderr } = spawnSync('sh', ['-c', line, 'sh', ...runner], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([1, expect.stringContaining('no space left')]);
    }
    // The match has gone on to its end all the same.
    expect(readState(state).games.size).toBe(2);
  });
});
