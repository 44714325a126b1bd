/** Records of games: reading what is around, writing the standard form, broken games, and the way there and back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen } from '../src/rules/fen.ts';
import { formatTurn } from '../src/rules/notation.ts';
import {
  createPgnGame,
  createPgnTurn,
  formatPgn,
  type PgnGame,
  type PgnLine,
  parsePgn,
  pgnStart,
  readPgn,
} from '../src/rules/pgn.ts';
import { type Position, playTurn, undoTurn } from '../src/rules/position.ts';
import { AVALANCHE, BALANCED_AVALANCHE, REVERSED_AVALANCHE, VARIANTS } from '../src/rules/variants.ts';
import { pickTurn, play, startPosition, walks } from './walks.ts';

function only(text: string): PgnGame {
  const games = parsePgn(text);
  expect(games.length).toBe(1);
  return games[0]!;
}

function start(game: PgnGame): Position {
  const result = pgnStart(game);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** The turns of a line in the protocol's form, variations in brackets: what the reader made of the movetext. */
function turnsOf(game: PgnGame): string {
  const position = start(game);
  const lineText = (line: PgnLine): string => {
    const words = line.turns.map((node) => {
      const variations = node.variations.map((variation) => ` (${lineText(variation)})`).join('');
      const text = formatTurn(position, node.turn) + variations;
      playTurn(position, node.turn);
      return text;
    });
    for (const _ of line.turns) undoTurn(position);
    return words.join(' ');
  };
  return lineText(game.line);
}

const FOUR = 'e2e4,d7d6 e7e5,a2a3 g1f3,a7a6 f8e7,b2b3';

describe('movetext', () => {
  test.each([
    ['as it is written', '1. e4/d6 e5/a3 2. Nf3/a6 Be7/b3 *'],
    ['without blanks behind the numbers', '1.e4/d6 e5/a3 2.Nf3/a6 Be7/b3'],
    ['without numbers', 'e4/d6 e5/a3 Nf3/a6 Be7/b3'],
    ['with every number', '1. e4/d6 1... e5/a3 2. Nf3/a6 2... Be7/b3 1-0'],
    ['with other dots', '1 e4/d6 1...e5/a3 2.. Nf3/a6 2… Be7/b3 1-0'],
    ['with wrong numbers', '9. e4/d6 7... e5/a3 12345. Nf3/a6 1. Be7/b3'],
    ['in many lines', '1.\ne4/d6\r\n\r\ne5/a3\r2.\n\n\nNf3/a6\tBe7/b3\n\n*'],
    ['turns in the protocol’s form', '1. e2e4,d7d6 e7e5,a2a3 2. g1f3,a7a6 f8e7,b2b3 *'],
    ['signs', '1. e4/d6! e5/a3?? 2. Nf3/a6!? !! Be7/b3+?! 1/2-1/2'],
    ['comments of both kinds', '1. e4/d6 {one} e5/a3;two} {\n2. Nf3/a6{three\nlines}Be7/b3;end'],
    ['escape lines', '%hidden {\n1. e4/d6\n% ( hidden\ne5/a3\n%\n2. Nf3/a6 Be7/b3\n%'],
    ['glyphs without blanks', '1. e4/d6$1$2 e5/a3$10{x}2. Nf3/a6 Be7/b3 *'],
    ['a byte order mark', '\ufeff1. e4/d6 e5/a3 2. Nf3/a6 Be7/b3 *'],
  ])('%s', (_, text) => {
    const game = only(text);
    expect(game.error).toBe(undefined);
    expect(turnsOf(game)).toBe(FOUR);
  });

  test('comments and glyphs lie where they were', () => {
    const game = only(
      '{a} ;b\n$9 1. e4/d6 {c} $1 {d  d\n d} ! (1. d4/d6) {e} $3 (1. c4/d6) {f} e5/a3?! {} { } {g} 0-1 {h} ;i\n',
    );
    expect(game.line.before).toEqual(['a', 'b']);
    const [first, second] = game.line.turns;
    expect([first!.nags, first!.comments, first!.after]).toEqual([
      [1, 1, 3],
      ['c', 'd d d'],
      ['e', 'f'],
    ]);
    expect(first!.variations.length).toBe(2);
    expect([second!.nags, second!.comments, second!.after]).toEqual([[6], ['g', 'h', 'i'], []]);
    expect(game.result).toBe('0-1');
  });

  const NESTED =
    '1. e4/d6 (1. d4/d6 e5/a3 (1... a6/a3 2. e4/b6 (2. Nf3/b6) 2... c6/b3) 2. dxe5/a6) (1. c4/d6 {x}) e5/a3 (1... a6/b3) 2. Nf3/a6 *';

  test('variations as a tree', () => {
    const game = only(NESTED);
    expect(game.error).toBe(undefined);
    expect(turnsOf(game)).toBe(
      'e2e4,d7d6 (d2d4,d7d6 e7e5,a2a3 (a7a6,a2a3 e2e4,b7b6 (g1f3,b7b6) c7c6,b2b3) d4e5,a7a6) (c2c4,d7d6) ' +
        'e7e5,a2a3 (a7a6,b2b3) g1f3,a7a6',
    );
  });

  test('variations skipped, and what stands in them', () => {
    const game = only('1. e4/d6 (1. nonsense { ( } 1-0 (2) ) {c} e5/a3 *');
    expect(game.error?.message).toBe('illegal turn "nonsense": "nonsense" is no move');
    const [skipped] = parsePgn('1. e4/d6 (1. nonsense { ( } 1-0 (2) ) {c} e5/a3 *', { variations: false });
    expect(skipped!.error).toBe(undefined);
    expect(turnsOf(skipped!)).toBe('e2e4,d7d6 e7e5,a2a3');
    expect(skipped!.line.turns[0]!.comments).toEqual(['c']);
    expect(parsePgn(NESTED, { variations: false }).map(turnsOf)).toEqual(['e2e4,d7d6 e7e5,a2a3 g1f3,a7a6']);
  });

  test('empty variations are dropped, those with a comment kept', () => {
    const game = only('1. e4/d6 () ({x}) (()) e5/a3 *');
    expect(game.error?.message).toBe('"(" before any turn');
    const kept = only('1. e4/d6 () ({x}) ( ) e5/a3 *');
    expect(kept.line.turns[0]!.variations).toEqual([{ before: ['x'], turns: [] }]);
    expect(parsePgn(formatPgn(kept))).toEqual([kept]);
  });

  test('choices, winning choices and castling', () => {
    const game = only(
      '[FEN "4k3/8/8/8/8/8/p6P/4K2R w K - 0 9"]\n\n9. O-O/a1 a1=Q/Qxf1/h3+ 10. Kxf1 Kd8/h4 *',
    );
    expect(turnsOf(game)).toBe('e1g1,a2a1 a1q,a1f1,h2h3 g1f1 e8d8,h3h4');
    const won = only('[FEN "7k/8/8/8/8/8/p7/7K w - - 0 1"]\n1. Kg1/a1 a1=R# 0-1');
    expect(turnsOf(won)).toBe('h1g1,a2a1 a1r');
    expect(only('[FEN "7k/8/8/8/8/8/p7/7K w - - 0 1"]\n1. Kg1/a1 a1=R# 2. Kf1 *').error?.message).toBe(
      'illegal turn "Kf1": the game is over, the king can be taken',
    );
  });
});

describe('tags', () => {
  test('escapes, several in a line, blanks, roster tags that say nothing', () => {
    const game = only(
      '[Event "a \\"b\\" \\\\ c\\d"] [Site "?"]\n[ White  "" ] [Date "????.??.??"][Round "-"]\n[Black "The "Big" one"]\n' +
        '[Result "1-0"]\n[SetUp "1"]\n[Variant "Avalanche"]\n[Date "2024.??.??"]\n\n*',
    );
    expect([...game.tags]).toEqual([
      ['Event', 'a "b" \\ c\\d'],
      ['White', ''],
      ['Round', '-'],
      ['Black', 'The "Big" one'],
      ['Variant', 'Avalanche'],
      ['Date', '2024.??.??'],
    ]);
    expect([game.error, game.result]).toEqual([undefined, '*']);
  });

  test.each([
    ['Avalanche', AVALANCHE],
    ['Balanced Avalanche', BALANCED_AVALANCHE],
    ['Reversed Avalanche', REVERSED_AVALANCHE],
    ['balancedavalanche', BALANCED_AVALANCHE],
    ['ReversedAvalanche', REVERSED_AVALANCHE],
    ['AVALANCHE', AVALANCHE],
  ])('variant %s', (name, variant) => {
    const game = only(`[Variant "${name}"]\n\n*`);
    expect(start(game).variant).toBe(variant);
    expect(formatFen(start(game))).toBe(variant.startFen);
  });

  test('no variant is Avalanche', () => {
    expect(only('*').tags.get('Variant')).toBe('Avalanche');
  });

  test('the balanced first turn, the reversed king', () => {
    expect(turnsOf(only('[Variant "Balanced Avalanche"]\n1. e4 e5/a3 2. Nf3/a6'))).toBe(
      'e2e4 e7e5,a2a3 g1f3,a7a6',
    );
    const text =
      '[Variant "Reversed Avalanche"]\n[FEN "r2k3r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1"]\n\n1... O-O-O/a3 2. O-O/a6 *';
    expect(turnsOf(only(text))).toBe('d8b8,a2a3 e1g1,a7a6');
  });

  test('results', () => {
    const results = parsePgn(
      '1-0 0-1 1/2-1/2 * 1/2 ½-½ [Result "0-1"]\n1. e4/d6\n\n[Result "x"]\n1. e4/d6 1-0',
    );
    expect(results.map((game) => game.result)).toEqual([
      '1-0',
      '0-1',
      '1/2-1/2',
      '*',
      '1/2-1/2',
      '1/2-1/2',
      '0-1',
      '1-0',
    ]);
  });
});

describe('several games', () => {
  test.each([
    ['as they are written', '[Event "a"]\n\n1. e4/d6 1-0\n\n[Event "b"]\n\n1. d4/d6 0-1\n'],
    ['without results', '[Event "a"]\n\n1. e4/d6\n\n[Event "b"]\n\n1. d4/d6'],
    ['without blank lines', '[Event "a"]\n1. e4/d6 *\n[Event "b"]\n1. d4/d6 *'],
    ['in one line', '[Event "a"] 1. e4/d6 * [Event "b"] 1. d4/d6 *'],
    ['with a variation that is not closed', '[Event "a"]\n\n1. e4/d6 (1. c4/d6\n\n[Event "b"]\n\n1. d4/d6'],
    ['with a comment that is not closed', '[Event "a"]\n\n1. e4/d6 {oh\n\n[Event "b"]\n\n1. d4/d6 {x} *'],
  ])('%s', (_, text) => {
    const games = parsePgn(text);
    expect(games.map((game) => game.tags.get('Event'))).toEqual(['a', 'b']);
    expect(games.map((game) => turnsOf({ ...game, line: mainLine(game) }))).toEqual([
      'e2e4,d7d6',
      'd2d4,d7d6',
    ]);
  });

  function mainLine(game: PgnGame): PgnLine {
    return { before: [], turns: game.line.turns.map(({ turn }) => createPgnTurn(turn)) };
  }

  test('without tags, one result after another', () => {
    expect(parsePgn('1. e4/d6 1-0 1. d4/d6 0-1 *').map(turnsOf)).toEqual(['e2e4,d7d6', 'd2d4,d7d6', '']);
  });

  test('tags alone, a blank line and more tags', () => {
    const games = parsePgn('[Event "a"]\n[Round "1"]\n\n[Event "b"]\n[Event "c"]\n\n');
    expect(games.map((game) => [...game.tags.values()])).toEqual([
      ['a', '1', 'Avalanche'],
      ['c', 'Avalanche'],
    ]);
  });

  test('comments between games belong to the next one, behind a result to the last', () => {
    const games = parsePgn('{a}\n[Event "x"]\n{b} 1. e4/d6 * {c}\n{d}\n[Event "y"]\n{e} * ;f\n;g\n');
    expect(games.map((game) => game.line.before)).toEqual([
      ['a', 'b'],
      ['d', 'e', 'f'],
    ]);
    expect(games[0]!.line.turns[0]!.comments).toEqual(['c']);
  });

  test('nothing', () => {
    for (const text of ['', ' \n\r\n', '%x\n', '{x}', ';x', '\ufeff']) expect(parsePgn(text)).toEqual([]);
  });

  test('read one at a time', () => {
    const games = readPgn(`1. e4/d6 * ${'1. nonsense * '.repeat(100_000)}`);
    const first = games.next();
    expect(first.done).toBe(false);
    expect(turnsOf(first.value as PgnGame)).toBe('e2e4,d7d6');
    expect((games.next().value as PgnGame).error?.line).toBe(1);
  });
});

describe('a broken game', () => {
  test.each([
    ['1. e4/d6\nNf6/d9 2. d4/d6', 2, '"d9" is no push', 'illegal turn "Nf6/d9": '],
    ['1. e4/d6\n\ne5 2. d4/d6', 3, 'a push is missing', 'illegal turn "e5": '],
    ['1. e4/d6 [%clk 1]', 1, '"[%clk 1]" is no tag'],
    ['1. e4/d6 }', 1, '"}" out of place'],
    ['1. e4/d6 )', 1, '")" without "("'],
    ['(1. e4/d6)', 1, '"(" before any turn'],
    ['1. e4/d6\n(1. d4/d6\n e5/a3', 2, '"(" is not closed'],
    ['1. e4/d6 $x', 1, '"$x" is no glyph from $0 to $999'],
    ['1. e4/d6 $1000', 1, '"$1000" is no glyph from $0 to $999'],
    ['1. e4/d6\n{ never', 2, '"{ never" is not closed'],
    ['\n[Event "a\n[Site "b"]\n\n1. e4/d6', 2, '"[Event "a" is no tag'],
    ['[Event a]\n\n1. e4/d6', 1, '"[Event a]" is no tag'],
    ['[Event "a"]\n[Variant "Chess960"]\n\n1. e4/d6', 2, 'unknown variant "Chess960"'],
    ['[Event "a"]\n[FEN "8/8 w"]\n\n1. e4/d6', 2, 'FEN: castling rights missing after "w"'],
    ['[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Ka2', 1, 'FEN: Black has no king'],
    [`1. e4/d6 ${'(1. d4/d6 '.repeat(101)}`, 1, '"(" too deep inside other variations'],
  ])('%s', (text, line, reason, before = '') => {
    const tail = '\n\n[Event "next"]\n\n1. d4/d6 1-0\n';
    for (const games of [parsePgn(text), parsePgn(text + tail)]) {
      expect(games[0]!.error).toEqual({ line, message: before + reason });
    }
    const next = parsePgn(text + tail).at(-1)!;
    expect(next.tags.get('Event')).toBe('next');
    expect([turnsOf(next), next.result, next.error]).toEqual(['d2d4,d7d6', '1-0', undefined]);
  });

  test('keeps the turns before the fault, its tags and its result', () => {
    const game = only(
      '[White "A"]\n\n1. e4/d6 (1. d4/d6 e5/a3) e5/a3 2. Nf3/zz Nc6/b3 (2... x) 1/2-1/2 {bye}',
    );
    expect(turnsOf(game)).toBe('e2e4,d7d6 (d2d4,d7d6 e7e5,a2a3) e7e5,a2a3');
    expect([game.tags.get('White'), game.result]).toEqual(['A', '1/2-1/2']);
    expect(game.error?.message).toBe('illegal turn "Nf3/zz": "zz" is no push');
  });

  test('in a variation', () => {
    const game = only('1. e4/d6 (1. d4/d6 (1. zz)) e5/a3 1-0');
    expect(turnsOf(game)).toBe('e2e4,d7d6 (d2d4,d7d6)');
    expect(game.result).toBe('1-0');
  });

  test('lines are counted through all kinds of line ends', () => {
    expect(only('1. e4/d6\r\n\r\n{a\r\nb}\r;c\r\n%d\nzz').error?.line).toBe(7);
  });

  test('words that are names of the language', () => {
    for (const word of ['constructor', '__proto__', 'toString']) {
      expect(only(`[${word} "x"]\n\n1. ${word} *`).error?.message).toContain(`"${word}" is no move`);
    }
  });
});

describe('writing', () => {
  test('a new game', () => {
    const game = createPgnGame(BALANCED_AVALANCHE);
    game.tags.set('TimeControl', '10+0.1').set('White', 'Serac \\ "0.1"').set('Date', '2024.05.01');
    expect(formatPgn(game)).toBe(
      [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "2024.05.01"]',
        '[Round "?"]',
        '[White "Serac \\\\ \\"0.1\\""]',
        '[Black "?"]',
        '[Result "*"]',
        '[Variant "Balanced Avalanche"]',
        '[TimeControl "10+0.1"]',
        '',
        '*',
        '',
      ].join('\n'),
    );
  });

  test('a game from a position, Black to move, with all that it can hold', () => {
    const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/P7/1PPP1PPP/RNBQKBNR b KQkq - 0 12';
    const game = only(
      `[FEN "${fen}"]\n{start} 12... Nf6/b3 $1 {x} (12... d6/b3 13. d4/a6) ({y} 12... c6/c3) {z} 13. Nf3/a6!? ;odd } one\n Nc6/c3 1-0`,
    );
    expect(formatPgn(game)).toBe(
      [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "?"]',
        '[Black "?"]',
        '[Result "1-0"]',
        '[Variant "Avalanche"]',
        '[SetUp "1"]',
        `[FEN "${fen}"]`,
        '',
        '{start} 12... Nf6/b3 $1 {x} (12... d6/b3 13. d4/a6) ({y} 12... c6/c3) {z} 13.',
        'Nf3/a6 $5 ;odd } one',
        '13... Nc6/c3 1-0',
        '',
      ].join('\n'),
    );
  });

  test('the start position of the variant needs no FEN', () => {
    expect(createPgnGame(AVALANCHE, AVALANCHE.startFen).tags.has('FEN')).toBe(false);
    expect(createPgnGame(REVERSED_AVALANCHE, AVALANCHE.startFen).tags.get('FEN')).toBe(AVALANCHE.startFen);
  });

  test('a tag cannot break out of its line', () => {
    const game = createPgnGame(AVALANCHE);
    game.tags.set('Event', 'a"]\n[White "b\r\nc\\');
    const again = only(formatPgn(game));
    expect([again.tags.get('Event'), again.tags.get('White')]).toEqual(['a"] [White "b c\\', undefined]);
  });

  test('lines stay short, and none begins with a percent sign or a bracket', () => {
    const game = only('1. e4/d6 e5/a3');
    game.line.turns[0]!.comments.push(Array.from({ length: 300 }, (_, i) => `${'%[w'[i % 3]}${i}`).join(' '));
    game.line.turns[0]!.comments.push('a } b');
    game.line.turns[1]!.comments.push(' two\n\n [lines]\t');
    const lines = formatPgn(game).split('\n\n')[1]!.split('\n');
    for (const line of lines) {
      expect(line.length).toBeLessThan(80);
      expect(line).toMatch(/^[^%[]|^$/);
    }
    const [again] = parsePgn(formatPgn(game));
    expect(again!.line.turns[0]).toEqual(game.line.turns[0]);
    expect(again!.line.turns[1]!.comments).toEqual(['two [lines]']);
  });

  test('comments of a game whose start is broken are kept', () => {
    const game = only('[Variant "Chess"]\n{a} *');
    expect(only(formatPgn(game)).line).toEqual(game.line);
    expect(game.line.before).toEqual(['a']);
  });
});

// ---------------------------------------------------------------- there and back

interface LinePlan {
  before: string[];
  turns: { pick: number; nags: number[]; comments: string[]; variations: LinePlan[]; after: string[] }[];
}

const comments = fc.array(
  fc
    .oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.lorem({ maxCount: 30 }),
      fc.constantFrom('}', '{', '%x', '; y }', '[A "b"]'),
    )
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => text !== ''),
  { maxLength: 2 },
);

function linePlans(depth: number, maxLength: number): fc.Arbitrary<LinePlan> {
  const variations: fc.Arbitrary<LinePlan[]> =
    depth === 0 ? fc.constant([]) : fc.array(linePlans(depth - 1, 4), { maxLength: 2 });
  const turn = fc.record({
    pick: fc.nat(),
    nags: fc.array(fc.nat(999), { maxLength: 2 }),
    comments,
    variations,
    after: comments,
  });
  return fc.record({ before: comments, turns: fc.array(turn, { maxLength }) });
}

/** The plan played out from `position`: a line such as the reader would make it. */
function build(plan: LinePlan, position: Position): PgnLine {
  const line: PgnLine = { before: plan.before, turns: [] };
  for (const step of plan.turns) {
    const turn = pickTurn(position, step.pick);
    if (turn === undefined) break;
    const variations = step.variations
      .map((variation) => build(variation, position))
      .filter((variation) => variation.before.length + variation.turns.length > 0);
    line.turns.push({
      turn,
      nags: step.nags,
      comments: step.comments,
      variations,
      after: variations.length > 0 ? step.after : [],
    });
    playTurn(position, turn);
  }
  for (const _ of line.turns) undoTurn(position);
  return line;
}

const oneLine = fc
  .oneof(fc.string(), fc.string({ unit: 'binary' }))
  .map((text) => text.replace(/[\r\n]/g, ' '));
const tags = fc.dictionary(
  fc.oneof(
    fc.constantFrom('Event', 'White', 'Black', 'Round', 'Date'),
    fc.stringMatching(/^[A-Za-z0-9_]{1,9}$/),
  ),
  oneLine.filter((value) => value !== '?'),
);

test('what was written is read back as it was', () => {
  fc.assert(
    fc.property(
      walks(40),
      linePlans(3, 20),
      tags,
      fc.constantFrom('1-0' as const, '0-1' as const, '1/2-1/2' as const, '*' as const),
      (walk, plan, extra, result) => {
        let position = startPosition(walk.variant);
        if (walk.picks.length % 2 === 0) play(walk, (visited) => (position = visited));
        const game = createPgnGame(walk.variant, formatFen(position));
        for (const [name, value] of Object.entries(extra)) {
          if (!['Variant', 'FEN', 'SetUp', 'Result'].includes(name)) game.tags.set(name, value);
        }
        game.line = build(plan, start(game));
        game.result = result;
        const text = formatPgn(game);
        expect(parsePgn(text)).toEqual([game]);
        // Several in one text, and the same text out of what was read.
        expect(parsePgn(`${text}\n${text}`)).toEqual([game, game]);
        expect(formatPgn(parsePgn(text)[0]!)).toBe(text);
      },
    ),
    { numRuns: 150 },
  );
});

test('random and damaged text never throws, and what is read of it can be written', () => {
  const whole = formatPgn(
    only(
      '[Event "a"]\n[Variant "Avalanche"]\n\n1. e4/d6 {x} (1. d4/d6 $1 (1. c4/d6)) e5/a3 2. Nf3/a6!? ;y }\n 1-0',
    ),
  );
  const damaged = fc
    .array(
      fc.tuple(
        fc.nat(300),
        fc.nat(5),
        fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('{', '}', '(', ')', '[', '"', '\n', '*')),
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((edits) =>
      edits.reduce((text, [at, drop, put]) => text.slice(0, at) + put + text.slice(at + drop), whole + whole),
    );
  const soup = fc
    .array(
      fc.constantFrom(
        '1. e4/d6',
        'e5/a3',
        '(',
        ')',
        '{',
        '}',
        ';',
        '\n',
        '[Event "a"]',
        '*',
        '1-0',
        '$1',
        '%',
        ' ',
        '[',
        '"]',
      ),
    )
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), damaged, soup), (text) => {
      for (const game of parsePgn(text)) {
        if (game.error !== undefined) expect(game.error.message).toMatch(/^[^\p{C}]{1,140}$/u);
        const again = parsePgn(formatPgn(game));
        if (pgnStart(game).ok) expect(again).toEqual([{ ...game, error: undefined }]);
      }
      parsePgn(text, { variations: false });
    }),
    { numRuns: 1500 },
  );
});

test('a large file is read in reasonable time, hostile ones too', () => {
  const texts = [
    formatPgn(only('1. e4/d6 e5/a3 2. Nf3/a6 Be7/b3 3. Bc4/c6 Nf6/c3 1-0')).repeat(2000),
    'x * '.repeat(10_000),
    '('.repeat(1_000_000),
    '[Event "x"]\n\n1. e4/d6 {foo\n\n'.repeat(5000),
    `[Event "${'"  '.repeat(1_000_000)}`,
    `1. e4/d6 {${'\n\n[A "b" x'.repeat(300_000)}`,
    'x'.repeat(10_000_000),
    '1'.repeat(10_000_000),
  ];
  const begin = performance.now();
  for (const text of texts) for (const game of readPgn(text)) expect(game.line.turns.length).toBeLessThan(7);
  expect(performance.now() - begin).toBeLessThan(20_000);
});

test('all variants are known by the title that is written', () => {
  for (const variant of VARIANTS)
    expect(start(only(formatPgn(createPgnGame(variant)))).variant).toBe(variant);
});
