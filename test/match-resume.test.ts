/** Interruptions of every kind, and what is there after going on. SERAC_KILLS=20 kills and resumes as often as that. */
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
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
