/** The grammar of UCI, both ways: lines, commands, options, answers. Case numbers are those of public bug reports. */
import { describe, expect, test, vi } from 'vitest';
import { HIGHEST_RATING, LOWEST_RATING } from '../src/engine/skill.ts';
import { type Command, type GoCommand, parseCommand } from '../src/protocol/command.ts';
import { bestLine, infoLine, remarkLine } from '../src/protocol/format.ts';
import { createLineReader, MAX_LINE } from '../src/protocol/lines.ts';
import { OPTIONS, type Option, optionLines, parseSetting } from '../src/protocol/options.ts';
import { createPace } from '../src/protocol/pace.ts';
import { MATE } from '../src/search/limits.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('lines', () => {
  function read(...pieces: string[]): string[] {
    const reader = createLineReader();
    const lines = pieces.flatMap((piece) => reader.push(bytes(piece)));
    const last = reader.end();
    return last === undefined ? lines : [...lines, last];
  }

  test('end with \\n or \\r\\n, the last one perhaps with nothing (case 21)', () => {
    expect(read('uci\nisready\r\n\n  go \nquit')).toEqual(['uci', 'isready', '', '  go ', 'quit']);
  });

  test('may be split anywhere (case 18)', () => {
    const text = 'position startpos moves e2e4,d7d6\r\ngo depth 1\r\n';
    expect(read(...text)).toEqual(read(text));
  });

  test('may hold characters of several bytes, split in the middle', () => {
    const reader = createLineReader();
    const all = bytes('setoption name Büro\n');
    expect([...all].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual(['setoption name Büro']);
  });

  test('of a megabyte are read (case 37)', () => {
    const long = `position startpos moves ${'e2e4,d7d6 '.repeat(105_000)}`;
    const pieces: string[] = [];
    for (let i = 0; i < long.length; i += 65_536) pieces.push(long.slice(i, i + 65_536));
    expect(read(...pieces, '\nquit\n')).toEqual([long, 'quit']);
  });

  test('longer than any command are dropped, and the next one is read', () => {
    const reader = createLineReader();
    const piece = new Uint8Array(1 << 20).fill(97);
    for (let size = 0; size <= MAX_LINE; size += piece.length) expect(reader.push(piece)).toEqual([]);
    expect(reader.push(bytes('\nstop\n'))).toEqual(['stop']);
  });
});

describe('commands', () => {
  const parse = (line: string) => parseCommand(line) as Command;

  test.each(['uci', 'isready', 'ucinewgame', 'stop', 'ponderhit', 'quit', 'd', 'eval', 'flip'])(
    '%s',
    (name) => {
      expect(parse(name)).toEqual({ name });
      expect(parse(`\t ${name}  `)).toEqual({ name });
    },
  );

  test('an empty line is none', () => {
    expect(parseCommand('')).toBeUndefined();
    expect(parseCommand(' \t ')).toBeUndefined();
  });

  test('unknown words in front are skipped (case 23)', () => {
    expect(parse('joho debug on')).toEqual({ name: 'debug', on: true });
    expect(parse('joho position fen X w moves a b')).toEqual({
      name: 'position',
      fen: 'X w',
      turns: ['a', 'b'],
    });
    expect(parse('hello there')).toEqual({ name: 'unknown', text: 'hello there' });
  });

  test('debug (case 24)', () => {
    expect(parse('debug on')).toEqual({ name: 'debug', on: true });
    expect(parse('debug off')).toEqual({ name: 'debug', on: false });
  });

  test('bench with and without a depth', () => {
    expect(parse('bench')).toEqual({ name: 'bench', depth: undefined });
    expect(parse('bench 3')).toEqual({ name: 'bench', depth: 3 });
  });

  test('setoption: blanks in name and value (case 25), no value (case 28), an empty one (case 27)', () => {
    const set = (line: string) => parse(`setoption ${line}`);
    expect(set('name Book File value C:\\My Books\\a b.bin')).toEqual({
      name: 'setoption',
      option: 'Book File',
      value: 'C:\\My Books\\a b.bin',
    });
    expect(set('name Clear Hash')).toEqual({ name: 'setoption', option: 'Clear Hash', value: undefined });
    expect(set('name UCI_Variant value')).toEqual({ name: 'setoption', option: 'UCI_Variant', value: '' });
    expect(set(' name  Move\tOverhead  value  7 ')).toEqual({
      name: 'setoption',
      option: 'Move Overhead',
      value: '7',
    });
    expect(set('name Revaluation value x')).toEqual({ name: 'setoption', option: 'Revaluation', value: 'x' });
    expect(set('Hash value 3').name).toBe('faulty');
  });

  test('position', () => {
    expect(parse('position startpos')).toEqual({ name: 'position', fen: undefined, turns: [] });
    expect(parse('position startpos moves')).toEqual({ name: 'position', fen: undefined, turns: [] });
    expect(parse('position  startpos\tmoves e2e4,d7d6  e7e5,a2a3')).toEqual({
      name: 'position',
      fen: undefined,
      turns: ['e2e4,d7d6', 'e7e5,a2a3'],
    });
    expect(parse('position fen 8/8 w - - 0 1 moves a8q')).toEqual({
      name: 'position',
      fen: '8/8 w - - 0 1',
      turns: ['a8q'],
    });
    expect(parse('position').name).toBe('faulty');
    expect(parse('position moves e2e4').name).toBe('faulty');
  });

  describe('go', () => {
    const go = (words: string) => parse(`go ${words}`) as GoCommand;

    test('every word alone (case 68)', () => {
      expect(go('wtime 1000').whiteTime).toBe(1000);
      expect(go('btime 1000').blackTime).toBe(1000);
      expect(go('winc 10').whiteIncrement).toBe(10);
      expect(go('binc 10').blackIncrement).toBe(10);
      expect(go('movestogo 40').movesToGo).toBe(40);
      expect(go('movetime 500').moveTime).toBe(500);
      expect(go('depth 6').depth).toBe(6);
      expect(go('nodes 10000').nodes).toBe(10_000);
      expect(go('mate 3').mate).toBe(3);
      expect(go('perft 2').perft).toBe(2);
      expect(go('infinite').infinite).toBe(true);
      expect(go('ponder').ponder).toBe(true);
    });

    test('the words in any order, unknown ones skipped', () => {
      const command = go('joho binc 3 foo wtime 1 btime 2 ponder');
      expect(command).toMatchObject({ blackIncrement: 3, whiteTime: 1, blackTime: 2, ponder: true });
      expect(command.infinite).toBe(false);
    });

    test('searchmoves up to the next word of go (case 43)', () => {
      expect(go('searchmoves e2e4,d7d6 g1f3 depth 3')).toMatchObject({
        searchTurns: ['e2e4,d7d6', 'g1f3'],
        depth: 3,
      });
      expect(go('depth 3 searchmoves e2e4')).toMatchObject({ searchTurns: ['e2e4'], depth: 3 });
      expect(go('depth 3').searchTurns).toBeUndefined();
    });

    test('negative and decimal numbers (case 46)', () => {
      expect(go('wtime -250 btime 60000.0 winc +5')).toMatchObject({
        whiteTime: -250,
        blackTime: 60_000,
        whiteIncrement: 5,
      });
      expect(Object.is(go('wtime -0.5').whiteTime, 0)).toBe(true);
    });

    test('a limit that cannot be read is 0, not a search without end', () => {
      expect(go('movetime')).toMatchObject({ moveTime: 0 });
      expect(go('movetime depth 3')).toMatchObject({ moveTime: 0, depth: 3 });
      expect(go('depth many nodes 5')).toMatchObject({ depth: 0, nodes: 5 });
    });

    test('enormous numbers stay numbers', () => {
      expect(go(`nodes ${'9'.repeat(400)}`).nodes).toBe(Number.MAX_SAFE_INTEGER);
    });
  });
});

describe('options', () => {
  test('announced as every GUI expects (case 31)', () => {
    expect(optionLines()).toEqual([
      'option name Hash type spin default 16 min 1 max 4096',
      'option name Clear Hash type button',
      'option name Threads type spin default 1 min 1 max 1',
      'option name Ponder type check default false',
      'option name MultiPV type spin default 1 min 1 max 500',
      'option name Move Overhead type spin default 30 min 0 max 5000',
      'option name Skill Level type spin default 20 min 0 max 20',
      'option name UCI_LimitStrength type check default false',
      `option name UCI_Elo type spin default ${LOWEST_RATING} min ${LOWEST_RATING} max ${HIGHEST_RATING}`,
      'option name UCI_ShowWDL type check default false',
      'option name UCI_AnalyseMode type check default false',
      'option name UCI_Opponent type string default <empty>',
      expect.stringMatching(/^option name UCI_EngineAbout type string default Serac \S+ by \S.*$/),
      'option name UCI_Variant type combo default avalanche var avalanche var balancedavalanche var reversedavalanche',
    ]);
  });

  test('defaults lie within their bounds (case 31)', () => {
    for (const option of Object.values<Option>(OPTIONS)) {
      if (option.type === 'spin') {
        expect(option.initial).toBeGreaterThanOrEqual(option.min);
        expect(option.initial).toBeLessThanOrEqual(option.max);
      }
      if (option.type === 'combo') expect(option.values).toContain(option.initial);
    }
  });

  test('names and combo values are compared without case (case 26)', () => {
    expect(parseSetting('HASH', '32')).toEqual({ setting: { name: 'Hash', value: 32 } });
    expect(parseSetting('uci_variant', 'ReversedAvalanche')).toEqual({
      setting: { name: 'UCI_Variant', value: 'reversedavalanche' },
    });
    expect(parseSetting('clear hash', undefined)).toMatchObject({ setting: { name: 'Clear Hash' } });
    expect(parseSetting('ponder', 'TRUE')).toEqual({ setting: { name: 'Ponder', value: true } });
  });

  test('texts may be empty, or hold anything (cases 25, 27)', () => {
    for (const [value, read] of [
      ['GM 2800 human Garry Kasparov', 'GM 2800 human Garry Kasparov'],
      ['', ''],
      [undefined, ''],
      ['<empty>', ''],
    ]) {
      expect(parseSetting('uci_opponent', value)).toEqual({ setting: { name: 'UCI_Opponent', value: read } });
    }
  });

  test.each([
    ['Hash', '0'],
    ['Hash', '4097'],
    ['Hash', 'many'],
    ['Hash', ''],
    ['Hash', '1e3'],
    ['Threads', '2'],
    ['MultiPV', '0'],
    ['Ponder', 'maybe'],
    ['Ponder', ''],
    ['UCI_Variant', 'chess'],
    ['UCI_Variant', ''],
    ['UCI_Variant', undefined],
    ['UCI_Elo', '100'],
    ['Skill Level', '21'],
    ['UCI_LimitStrength', 'yes'],
    ['UCI_Options', '1500'],
    ['', '1'],
  ])('%s = %s is refused with one line (cases 27, 28, 32)', (name, value) => {
    const parsed = parseSetting(name, value);
    expect(parsed).toHaveProperty('problem');
    expect('problem' in parsed && parsed.problem).not.toMatch(/\n/);
  });
});

describe('answers', () => {
  const report = {
    depth: 7,
    selectiveDepth: 12,
    line: 1,
    score: -35,
    bound: 'exact',
    nodes: 123_456,
    time: 250.4,
    hashFull: 17,
    pv: ['e2e4,d7d6', 'e7e5,a2a3'],
  } as const;

  test('info', () => {
    expect(infoLine(report)).toBe(
      'info depth 7 seldepth 12 multipv 1 score cp -35 nodes 123456 nps 493824 hashfull 17 time 250 pv e2e4,d7d6 e7e5,a2a3',
    );
  });

  test('bounds', () => {
    expect(infoLine({ ...report, bound: 'lower' })).toContain(' score cp -35 lowerbound nodes ');
    expect(infoLine(report, true)).toMatch(/ score cp -35 wdl \d+ \d+ \d+ nodes /);
    expect(infoLine({ ...report, bound: 'upper' })).toContain(' score cp -35 upperbound nodes ');
  });

  test.each([
    [MATE - 1, 1],
    [MATE - 2, 1],
    [MATE - 3, 2],
    [MATE - 5, 3],
    [-(MATE - 2), -1],
    [-(MATE - 4), -2],
  ])('the score %d is mate %d: full turns, the sign from the mover (case 61)', (score, mate) => {
    expect(infoLine({ ...report, score })).toContain(` score mate ${mate} nodes`);
  });

  test('no time has passed', () => {
    expect(infoLine({ ...report, time: 0, nodes: 5 })).toContain(' nps 5000 hashfull 17 time 0 ');
  });

  test('bestmove', () => {
    expect(bestLine('e2e4,d7d6', undefined)).toBe('bestmove e2e4,d7d6');
    expect(bestLine('e2e4,d7d6', 'e7e5,a2a3')).toBe('bestmove e2e4,d7d6 ponder e7e5,a2a3');
    expect(bestLine(undefined, undefined)).toBe('bestmove (none)');
  });

  test('a remark is one line', () => {
    expect(remarkLine(' a\nb\tc ')).toBe('info string a b c');
  });
});

describe('the pace of info lines (case 65)', () => {
  function paced(feed: (info: (text: string, isFirst: boolean) => void) => void): string[] {
    vi.useFakeTimers();
    try {
      const lines: string[] = [];
      const pace = createPace((line) => lines.push(line));
      feed(pace.info);
      vi.advanceTimersByTime(100_000);
      pace.flush();
      return lines;
    } finally {
      vi.useRealTimers();
    }
  }

  test('few lines pass at once', () => {
    const lines = paced((info) => {
      for (let i = 0; i < 40; i++) info(`${i}`, true);
    });
    expect(lines).toHaveLength(40);
  });

  test('a flood is thinned out, the newest line comes through', () => {
    const lines = paced((info) => {
      for (let i = 0; i < 10_000; i++) {
        info(`${i}`, true);
        vi.advanceTimersByTime(1);
      }
    });
    expect(lines.length).toBeGreaterThan(400);
    expect(lines.length).toBeLessThan(600);
    expect(lines.at(-1)).toBe('9999');
  });

  test('the lines of one depth stay together', () => {
    const lines = paced((info) => {
      for (let depth = 0; depth < 200; depth++) {
        for (let line = 0; line < 10; line++) info(`${depth}/${line}`, line === 0);
        vi.advanceTimersByTime(10);
      }
    });
    expect(lines.length).toBeLessThan(250);
    lines.forEach((text, i) => {
      expect(text.endsWith(`/${i % 10}`)).toBe(true);
      expect(text.split('/')[0]).toBe(lines[i - (i % 10)].split('/')[0]);
    });
    expect(lines.at(-1)).toBe('199/9');
  });
});
