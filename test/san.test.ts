/** Turns for people: the table of the rules, what the reader forgives and what it does not, random games. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { keyText, type Position } from '../src/rules/position.ts';
import { formatSan, parseSan } from '../src/rules/san.ts';
import type { Turn } from '../src/rules/turn.ts';
import { variantOf } from '../src/rules/variants.ts';
import { readTable } from './tables.ts';
import { play, startPosition, walks } from './walks.ts';

function read(fen: string, variant = 'avalanche'): Position {
  const wanted = variantOf(variant)!;
  if (fen === 'startpos') return startPosition(wanted);
  const result = parseFen(fen, wanted);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function turnOf(position: Position, text: string): Turn {
  const turn = parseTurn(position, text);
  if (!turn.ok) throw new Error(turn.error);
  return turn.value;
}

describe('the table of the rules', () => {
  for (const [variant, fen, text, san, why] of readTable('san.tsv')) {
    test(`${san}: ${why}`, () => {
      const position = read(fen!, variant);
      const turn = turnOf(position, text!);
      const before = [formatFen(position), keyText(position)];
      expect(formatSan(position, turn)).toBe(san);
      expect(parseSan(position, san!)).toEqual({ ok: true, value: turn });
      expect([formatFen(position), keyText(position)]).toEqual(before);
    });
  }
});

const CASTLE = 'r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1';
const PROMOTE = 'r3k3/1P6/2p5/8/8/8/8/4K3 w q - 0 1';
const CHOOSE = '7k/7p/8/8/8/8/7P/p5K1 b - - 0 1';
const KNIGHTS = 'k7/7p/8/3N4/8/8/4K3/1N1N4 w - - 0 1';

describe('the signs at the end', () => {
  test.each([
    ['mate by the push', '6bk/6pp/8/8/8/8/1B6/K7 w - - 0 1', 'a1b1,g7g6', 'Kb1/g6#'],
    ['the push ends the check of the move', '8/8/8/2p5/6k1/8/8/R6K w - - 0 1', 'a1a4,c5c4', 'Ra4/c4'],
    ['a self-check without check', '4k3/8/8/8/8/5p2/7P/4K3 w - - 0 1', 'h2h3,f3f2', 'h3/f2'],
    ['a self-check that mates', '7k/6pp/6PP/8/8/r1p2K2/8/1R6 w - - 0 1', 'b1b8,c3c2', 'Rb8/c2+'],
    ['a winning choice', 'P6k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1', 'a8q', 'a8=Q#'],
  ])('%s', (_, fen, text, san) => {
    const position = read(fen);
    expect(formatSan(position, turnOf(position, text))).toBe(san);
  });
});

describe('the reader understands', () => {
  test.each([
    [
      'startpos',
      'e2e4,d7d6',
      ['e4/d6', 'e2e4/d7d6', 'e2-e4/d7-d6', 'Pe4/d6', 'e2e4,d7d6', 'e4,d6', 'ee4/d6', 'e4/d6+'],
    ],
    [
      'startpos',
      'g1f3,h7h6',
      ['Nf3/h6', 'Ngf3/h6', 'N1f3/h6', 'Ng1f3/h6', 'Ng1-f3/h6', 'Nxf3/h6', 'g1f3/h6', 'Nf3!?/h6?!'],
    ],
    [CASTLE, 'e1g1,a7a6', ['O-O/a6', '0-0/a6', 'o-o/a6', 'O-O+/a6#', 'e1g1/a6', 'Ke1g1/a6']],
    [CASTLE, 'e1c1,a7a6', ['O-O-O/a6', '0-0-0/a6', 'o-o-o/a6', 'O-O-O!!/a6']],
    [
      PROMOTE,
      'b7a8q,c6c5',
      [
        'bxa8=Q/c5',
        'bxa8=Q/c5+',
        'bxa8Q/c5',
        'bxa8=q/c5',
        'ba8Q/c5',
        'bxa8(Q)/c5',
        'b7xa8=Q+/c5#',
        'b7a8q,c6c5',
      ],
    ],
    [
      CHOOSE,
      'a1n,h8g8,h2h3',
      ['a1=N/Kg8/h3', 'a1N/Kg8/h3', 'a1=n/Kg8/h3', 'a1n,h8g8,h2h3', 'a1(N)/Kg8/h3', 'a1=N!/Kh8g8/h2h3??'],
    ],
    [CHOOSE, 'a1q', ['a1=Q#', 'a1=Q', 'a1Q', 'a1q', 'a1=Q+!']],
    [KNIGHTS, 'd1c3,h7h6', ['Nd1c3/h6', 'Nd1xc3/h6', 'd1c3/h6']],
    [KNIGHTS, 'd5c3,h7h6', ['N5c3/h6', 'Nd5c3/h6']],
    ['4k3/8/8/3p4/8/4N3/7P/4K3 w - - 0 1', 'e3d5', ['Nxd5', 'Nd5', 'N:d5', 'Nexd5', 'e3d5']],
  ])('%s %s', (fen, text, forms) => {
    const position = read(fen);
    const turn = turnOf(position, text);
    for (const form of forms)
      expect([form, parseSan(position, form)]).toEqual([form, { ok: true, value: turn }]);
  });

  test.each([
    ['O-O/a3', 'd8f8,a2a3'],
    ['O-O-O/a3', 'd8b8,a2a3'],
    ['d8f8/a3', 'd8f8,a2a3'],
  ])('castling of the reversed king: %s', (san, text) => {
    const position = read('r2k3r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1', 'reversedavalanche');
    expect(parseSan(position, san)).toEqual({ ok: true, value: turnOf(position, text) });
  });

  test('by the position whether b8=N/d6 is a choice and a move or a promotion and a push', () => {
    const promotion = read('4k3/1P6/3p4/8/8/8/8/4K3 w - - 0 1');
    expect(parseSan(promotion, 'b8=N/d5')).toEqual({ ok: true, value: turnOf(promotion, 'b7b8n,d6d5') });
    const choice = read('1P2k3/8/8/3P4/8/8/8/4K3 w - - 0 1');
    expect(parseSan(choice, 'b8=N/d6')).toEqual({ ok: true, value: turnOf(choice, 'b8n,d5d6') });
  });
});

describe('why a turn is refused', () => {
  test.each([
    ['a push is missing', 'startpos', 'e4'],
    ['e5 is not a legal move', 'startpos', 'e5/d6'],
    ['"Ze4" is no move', 'startpos', 'Ze4/d6'],
    ['"" is no move', 'startpos', ''],
    ['"--" is no move', 'startpos', '--'],
    ['"Nf9" is no move', 'startpos', 'Nf9/d6'],
    ['"E4" is no move', 'startpos', 'E4/d6'],
    ['"D6" is no push', 'startpos', 'e4/D6'],
    ['no black pawn on d6 can be pushed', 'startpos', 'e4/d5'],
    ['no black pawn on d2 can be pushed', 'startpos', 'e4/d1'],
    ['no pawn can be pushed to d8', 'startpos', 'e4/d8'],
    ['d7d5 is no push, a pawn is pushed one square ahead', 'startpos', 'e4/d7d5'],
    ['"c6" after the push', 'startpos', 'e4/d6/c6'],
    ['O-O is not a legal move', 'startpos', 'O-O/d6'],
    ['Kg1 is not a legal move', CASTLE, 'Kg1/a6'],
    ['"O-O-O-O" is no move', CASTLE, 'O-O-O-O/a6'],
    ['"O-0" is no move', CASTLE, 'O-0/a6'],
    ['Nc3 can be played from b1 and d1 and d5', KNIGHTS, 'Nc3/h6'],
    ['Ndc3 can be played from d1 and d5', KNIGHTS, 'Ndc3/h6'],
    ['N1c3 can be played from b1 and d1', KNIGHTS, 'N1c3/h6'],
    ['b8 does not say what the pawn becomes', PROMOTE, 'b8/c5'],
    ['"b8=K" is no move', PROMOTE, 'b8=K/c5'],
    ['the promotion choice for a1 is missing', CHOOSE, 'Kg8/h3'],
    ['a pawn cannot become "K"', CHOOSE, 'a1=K/Kg8/h3'],
    ['a1=Q# wins at once, nothing follows it', CHOOSE, 'a1=Q#/Kg8/h3'],
    ['a move is missing after the choice', CHOOSE, 'a1=N'],
    ['Kh1 is not a legal move, the king is in check', '4k3/8/8/8/8/8/8/r5K1 w - - 0 1', 'Kh1'],
  ])('%s: %s %s', (reason, fen, text) => {
    const position = read(fen);
    expect(parseSan(position, text)).toEqual({ ok: false, error: `illegal turn "${text}": ${reason}` });
  });

  test('a pawn’s capture must name its file', () => {
    const position = read('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1');
    expect(parseSan(position, 'd5').ok).toBe(false);
    expect(parseSan(position, 'exd5').ok).toBe(true);
  });
});

test('hostile text: one short line without control characters', () => {
  const position = read('startpos');
  for (const text of [
    '!'.repeat(5_000_000),
    'e4/'.repeat(1_000_000),
    '\u0000/\u001b',
    '\ud800',
    'Ng1'.repeat(9),
  ]) {
    const result = parseSan(position, text);
    const error = result.ok ? '' : result.error;
    expect(error).toMatch(/^illegal turn "[^\p{C}]+$/u);
    expect(error.length).toBeLessThan(140);
  }
});

test('along random games all turns have different texts, and each is read back', () => {
  fc.assert(
    fc.property(walks(60), fc.nat(), (walk, some) => {
      play(walk, (position) => {
        const turns = legalTurns(position);
        const texts = turns.map((turn) => formatSan(position, turn));
        expect(new Set(texts).size).toBe(turns.length);
        for (let i = some % 7; i < turns.length; i += 7) {
          expect(parseSan(position, texts[i]!)).toEqual({ ok: true, value: turns[i] });
          expect(parseSan(position, texts[i]!.replace(/[+#x=]/g, ''))).toEqual({ ok: true, value: turns[i] });
          expect(parseSan(position, formatTurn(position, turns[i]!))).toEqual({ ok: true, value: turns[i] });
        }
      });
    }),
    { numRuns: 40 },
  );
});

test('random and damaged text never throws', () => {
  const position = read(CHOOSE);
  const start = read('startpos');
  const damaged = fc
    .tuple(
      fc.constantFrom('a1=N/Kg8/h3', 'Ng1xf3+/h6', 'O-O-O/a6#', 'bxa8=Q/c5+', 'e4/d6'),
      fc.nat(10),
      fc.string({ maxLength: 2 }),
    )
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), damaged), (text) => {
      for (const where of [position, start]) {
        const result = parseSan(where, text);
        if (result.ok) expect(legalTurns(where)).toContain(result.value);
        else expect(result.error).toMatch(/^illegal turn "[^\p{C}]+$/u);
      }
    }),
    { numRuns: 2000 },
  );
});
