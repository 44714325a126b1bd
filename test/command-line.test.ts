/** The command line of the built launcher: `serac WORD …`. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LAUNCHER, run } from './engine-process.ts';

describe('the launcher', () => {
  test('is one executable file that Node runs (case 69)', () => {
    expect(statSync(LAUNCHER).mode & 0o111).toBe(0o111);
    expect(readFileSync(LAUNCHER, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(readFileSync(`${LAUNCHER}.cmd`, 'utf8')).toBe('@node "%~dp0serac" %*\r\n');
  });

  test('works through a symbolic link, and alone in another folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'serac test '));
    try {
      const link = join(folder, 'link');
      symlinkSync(LAUNCHER, link);
      const copy = join(folder, 'copy');
      copyFileSync(LAUNCHER, copy);
      for (const command of [link, copy]) {
        const output = execFileSync(command, { input: 'uci\ngo depth 1\n', encoding: 'utf8', cwd: folder });
        expect(output).toMatch(/^uciok$/m);
        expect(output).toMatch(/^bestmove /m);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is what package.json names, and its version', async () => {
    const root = dirname(dirname(LAUNCHER));
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(join(root, manifest.bin.serac)).toBe(LAUNCHER);
    expect((await run('', ['--version'])).lines).toEqual([`Serac ${manifest.version}`]);
  });
});

describe('serac', () => {
  test('--help names every command', async () => {
    const { lines, code } = await run('', ['--help']);
    const text = lines.join('\n');
    for (const word of ['bench', 'perft', 'match', 'check', 'page', '--version', 'reversedavalanche']) {
      expect(text).toContain(word);
    }
    expect(code).toBe(0);
  });

  test('bench ends with its nodes and speed, the same nodes each time', async () => {
    const [one, two] = [await run('', ['bench', '1']), await run('', ['bench', '1'])];
    expect(one.lines).toHaveLength(41);
    expect(one.lines.at(-1)).toMatch(/^[1-9]\d* nodes \d+ nps$/);
    expect(two.lines.at(-1)?.split(' ')[0]).toBe(one.lines.at(-1)?.split(' ')[0]);
    expect(one.code).toBe(0);
  });

  test('perft counts', async () => {
    const { lines, code } = await run('', ['perft', 'avalanche', 'startpos', '2']);
    expect(lines).toHaveLength(162);
    expect(lines.at(-1)).toBe('Nodes searched: 27488');
    expect(code).toBe(0);
    const fen = 'P6k/7p/8/8/8/8/7P/K7 w - - 0 1';
    expect((await run('', ['perft', 'balancedavalanche', fen, '1'])).lines).toContain('a8q: 1');
    expect((await run('', ['perft', 'reversedavalanche', 'startpos', '0'])).lines.at(-1)).toBe(
      'Nodes searched: 1',
    );
  });

  test.each<[string[], RegExp]>([
    [['nonsense'], /unknown argument "nonsense"/],
    [['--frobnicate'], /unknown argument/],
    [['--version', 'extra'], /"extra" after --version/],
    [['--help', 'extra'], /"extra" after --help/],
    [['bench', 'deep'], /no depth: "deep"/],
    [['bench', '0'], /no depth/],
    [['bench', '1', '2'], /"2" after the depth/],
    [['perft'], /wants a variant, a FEN and a depth/],
    [['perft', 'chess', 'startpos', '1'], /no variant "chess"/],
    [['perft', 'avalanche', 'startpos', 'x'], /no depth: "x"/],
    [['perft', 'avalanche', 'startpos', '99'], /no depth/],
    [['perft', 'avalanche', 'nonsense', '1'], /FEN/],
    [['perft', 'avalanche', '8/8/8/8/8/8/8/K1k5', 'w', '-', '-', '0', '1', '2'], /quotes/],
  ])('%j: one clear line, exit code 2', async (args, message) => {
    const { lines, errors, code } = await run('', args);
    expect(lines).toEqual([]);
    expect(errors).toMatch(message);
    expect(errors.trimEnd()).not.toContain('\n');
    expect(code).toBe(2);
  });

  test.each([
    ['--help', '--help'],
    ['bench', 'bench 1'],
    ['perft', 'perft avalanche startpos 2'],
  ])('%s: a reader that is gone is no error of ours, a full disk is one', (_, words) => {
    const shell = (line: string) =>
      spawnSync('bash', ['-c', line, LAUNCHER], { encoding: 'utf8', timeout: 20_000 });
    // The reader goes before anything is written.
    const gone = shell(`(sleep 0.2; "$0" ${words}; echo $? >&2) | true`);
    expect(gone.stderr).toBe('141\n');
    if (!existsSync('/dev/full')) return;
    const full = shell(`"$0" ${words} >/dev/full`);
    expect(full.stderr).toMatch(/^serac: the output cannot be written: .*no space.*\n$/);
    expect(full.status).toBe(1);
  });

  test('page: a folder, and a file without games, are refused in one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'serac test '));
    try {
      const file = join(folder, 'letter.txt');
      for (const text of ['Dear friend,\nhow are you?\n', '', '\x7fELF\0\0\x01', '{ "a": 1 }', '# Title\n']) {
        writeFileSync(file, text);
        const { lines, errors, code } = await run('', ['page', '--no-open', file]);
        expect(lines).toEqual([]);
        expect(errors).toMatch(/^serac: page: ".*" holds no games .*\n$/);
        expect(code).toBe(2);
      }
      for (const words of [[folder], ['--watch', folder]]) {
        const { errors, code } = await run('', ['page', '--no-open', ...words]);
        expect(errors).toMatch(/^serac: page: ".*" is a folder .*\n$/);
        expect(code).toBe(2);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
