/** The engine as a single file with Node in it: built, and run where there is no Node. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAUNCHER } from './engine-process.ts';

const ROOT = resolve(import.meta.dirname, '..');

describe('npm run executable', () => {
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'serac executable '));
    program = join(folder, process.platform === 'win32' ? 'serac.exe' : 'serac');
    execFileSync(process.execPath, [join(ROOT, 'scripts/executable.mjs'), folder], { stdio: 'pipe' });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(args: readonly string[], input = '') {
    const { stdout, stderr, status } = spawnSync(program, [...args], {
      input,
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: '' },
    });
    return { lines: stdout.split(/\r?\n/).slice(0, -1), stderr, status };
  }

  test('plays without Node on the path, its search thread included (case 69)', () => {
    const { lines, stderr, status } = run([], 'uci\r\nisready\r\nposition startpos\r\ngo depth 3\r\n');
    expect(lines).toContain('uciok');
    expect(lines).toContain('readyok');
    expect(lines.some((line) => line.startsWith('info depth 3 '))).toBe(true);
    expect(lines.at(-1)).toMatch(/^bestmove [a-h][1-8][a-h][1-8],[a-h]7[a-h]6/);
    expect(lines.filter((line) => line.startsWith('info string'))).toEqual([]);
    expect([stderr, status]).toEqual(['', 0]);
  });

  test('finds the same as the launcher', () => {
    const nodes = (lines: readonly string[]) => lines.at(-1)?.split(' ')[0];
    const launcher = execFileSync(process.execPath, [LAUNCHER, 'bench', '2'], { encoding: 'utf8' });
    expect(nodes(run(['bench', '2']).lines)).toBe(nodes(launcher.trimEnd().split('\n')));
  });

  test('says what it cannot do', () => {
    const help = run(['--help']).lines.join('\n');
    expect(help).toMatch(/^ {2}serac perft /m);
    expect(help).not.toMatch(/^ {2}serac (match|check|page)/m);
    const { stderr, status } = run(['match']);
    expect(stderr).toMatch(/^serac: match is not part of the single executable .*\n$/);
    expect(status).toBe(2);
  });
});
