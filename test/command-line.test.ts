/** The command line of the built launcher: `serac WORD …`. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
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
    for (const word of ['bench', 'perft', 'match', 'check', '--version', 'reversedavalanche']) {
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
});
