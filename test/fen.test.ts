/** FEN: what is accepted, what every error says, and the way there and back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { createPosition, keyText, type Position } from '../src/rules/position.ts';
import { AVALANCHE, BALANCED_AVALANCHE, REVERSED_AVALANCHE, VARIANTS } from '../src/rules/variants.ts';
import { readTable } from './tables.ts';
import { play, walks } from './walks.ts';

function read(text: string, variant = AVALANCHE): Position {
  const result = parseFen(text, variant);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function errorOf(text: string, variant = AVALANCHE): string {
  const result = parseFen(text, variant);
  return result.ok ? 'no error' : result.error;
}

const KINGS = '4k3/8/8/8/8/8/8/4K3';

describe('what is read', () => {
  test.each(VARIANTS.map((variant) => [variant.name, variant] as const))('start of %s', (_, variant) => {
    expect(formatFen(read(variant.startFen, variant))).toBe(variant.startFen);
    expect(read(variant.startFen, variant).variant).toBe(variant);
  });

  test('a new position is the start of avalanche', () => {
    expect(formatFen(createPosition())).toBe(AVALANCHE.startFen);
    expect(keyText(createPosition())).toBe(keyText(read(AVALANCHE.startFen)));
  });

  test.each([
    ['counters left out', `${KINGS} w - -`, `${KINGS} w - - 0 1`],
    ['en passant left out too', `${KINGS} b -`, `${KINGS} b - - 0 1`],
    ['move number left out', `${KINGS} w - - 7`, `${KINGS} w - - 7 1`],
    ['move number 0', `${KINGS} w - - 7 0`, `${KINGS} w - - 7 1`],
    ['leading zeros', `${KINGS} w - - 007 012`, `${KINGS} w - - 7 12`],
    ['an en passant square', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2'],
    ['blanks around', `  ${KINGS}\t w   - - 0 1\r\n`, `${KINGS} w - - 0 1`],
    ['gaps in two digits', '4k3/44/8/8/8/8/8/4K3 w - - 0 1', `${KINGS} w - - 0 1`],
    [
      'rights in another order',
      'r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1',
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
    ],
    ['the largest counters', `${KINGS} b - - 9999 9999`, `${KINGS} b - - 9999 9999`],
    ['a king that can be taken', '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'],
    ['kings side by side', '8/8/8/3kK3/8/8/8/8 w - - 0 1', '8/8/8/3kK3/8/8/8/8 w - - 0 1'],
    ['a pending pawn', 'P6k/8/8/8/8/8/8/7K w - - 0 1', 'P6k/8/8/8/8/8/8/7K w - - 0 1'],
    ['a black pending pawn', '7k/8/8/8/8/8/8/p6K b - - 0 1', '7k/8/8/8/8/8/8/p6K b - - 0 1'],
  ])('%s', (_, text, fen) => {
    expect(formatFen(read(text))).toBe(fen);
  });

  test.each([
    ['no rook, no right', AVALANCHE, '4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1', 'Qk'],
    ['the king is not at home', AVALANCHE, 'r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'KQ'],
    ['reversed: at home on d8', REVERSED_AVALANCHE, 'r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'KQkq'],
    ['reversed: not on e8', REVERSED_AVALANCHE, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'KQ'],
    ['the rook is the opponent’s', AVALANCHE, '4k3/8/8/8/8/8/8/r3K2R w KQ - 0 1', 'K'],
    ['none is left', BALANCED_AVALANCHE, `${KINGS} w KQkq - 0 1`, '-'],
  ])('false castling rights are dropped: %s', (_, variant, text, rights) => {
    expect(formatFen(read(text, variant)).split(' ')[2]).toBe(rights);
  });

  test('into a position that was used before', () => {
    const position = read('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 33 44');
    const result = parseFen(REVERSED_AVALANCHE.startFen, REVERSED_AVALANCHE, position);
    expect(result.ok && result.value).toBe(position);
    expect(formatFen(position)).toBe(REVERSED_AVALANCHE.startFen);
    expect(keyText(position)).toBe(keyText(read(REVERSED_AVALANCHE.startFen, REVERSED_AVALANCHE)));
  });

  test('an error leaves that position as it was', () => {
    const position = read('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 33 44');
    expect(parseFen(`${KINGS} w - - 0 x`, REVERSED_AVALANCHE, position).ok).toBe(false);
    expect(formatFen(position)).toBe('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 33 44');
    expect(position.variant).toBe(AVALANCHE);
  });
});

describe('what is refused, and how', () => {
  test.each([
    ['', 'FEN: it is empty'],
    ['   ', 'FEN: it is empty'],
    ['startpos', 'FEN: side to move missing after "startpos"'],
    [KINGS, `FEN: side to move missing after "4k3/8/8/8/8/8/8/4K3"`],
    [`${KINGS} w`, 'FEN: castling rights missing after "w"'],
    [`${KINGS} W - - 0 1`, 'FEN: side to move must be w or b, not "W"'],
    [`${KINGS} white - - 0 1`, 'FEN: side to move must be w or b, not "white"'],
    [`${KINGS} w - - 0 1 moves`, 'FEN: "moves" after the sixth field'],
    ['4k3/8/8/8/8/8/4K3 w - - 0 1', 'FEN: fewer than eight ranks in "4k3/8/8/8/8/8/4K3"'],
    ['4k3/8/8/8/8/8/8/8/4K3 w - - 0 1', 'FEN: more than eight ranks in "4k3/8/8/8/8/8/8/8/4K3"'],
    ['4k3/8/8/8/8/8/8/4K3/ w - - 0 1', 'FEN: more than eight ranks in "4k3/8/8/8/8/8/8/4K3/"'],
    ['4k3/8/8/9/8/8/8/4K3 w - - 0 1', 'FEN: "9" is no piece, in rank 5'],
    ['4k3/8/8/0/8/8/8/4K3 w - - 0 1', 'FEN: "0" is no piece, in rank 5'],
    ['4k3/8/8/3X4/8/8/8/4K3 w - - 0 1', 'FEN: "X" is no piece, in rank 5'],
    ['4k3/8/8/3♕4/8/8/8/4K3 w - - 0 1', 'FEN: "♕" is no piece, in rank 5'],
    ['4k3/8/8/8/8/7/8/4K3 w - - 0 1', 'FEN: rank 3 is too short: "7"'],
    ['4k3/8//8/8/8/8/4K3 w - - 0 1', 'FEN: rank 6 is too short: ""'],
    ['4k4/8/8/8/8/8/8/4K3 w - - 0 1', 'FEN: rank 8 is too long: "4k4"'],
    ['4k3/8/8/8/8/8/8/4K3q w - - 0 1', 'FEN: rank 1 is too long: "4K3q"'],
    ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'FEN: Black has no king'],
    ['4k3/8/8/8/8/8/8/8 w - - 0 1', 'FEN: White has no king'],
    ['4k3/8/8/8/8/K7/8/4K3 w - - 0 1', 'FEN: White has two kings, on e1 and a3'],
    ['kk6/8/8/8/8/8/8/4K3 w - - 0 1', 'FEN: Black has two kings, on a8 and b8'],
    ['4k3/8/8/8/8/8/8/4KP2 w - - 0 1', 'FEN: the white pawn on f1 stands behind its home rank'],
    ['p3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'FEN: the black pawn on a8 stands behind its home rank'],
    ['P3k3/8/8/8/8/8/8/4K3 b - - 0 1', 'FEN: the white pawn on a8 awaits promotion, but Black is to move'],
    ['4k3/8/8/8/8/8/8/4K2p w - - 0 1', 'FEN: the black pawn on h1 awaits promotion, but White is to move'],
    [
      'P3k2P/8/8/8/8/8/8/4K3 w - - 0 1',
      'FEN: the white pawn on h8 awaits promotion, and so does the one on a8',
    ],
    [`${KINGS} w KX - 0 1`, 'FEN: "X" is no castling right, in "KX"'],
    [`${KINGS} w HAha - 0 1`, 'FEN: "H" is no castling right, in "HAha"'],
    [`${KINGS} w K- - 0 1`, 'FEN: "-" is no castling right, in "K-"'],
    [`${KINGS} w KQK - 0 1`, 'FEN: castling right "K" given twice, in "KQK"'],
    [`${KINGS} w - e9 0 1`, 'FEN: en passant must be - or a square, not "e9"'],
    [`${KINGS} w - 0 1`, 'FEN: en passant must be - or a square, not "0"'],
    [`${KINGS} w - - -1 1`, 'FEN: half-move clock must be a number from 0 on, not "-1"'],
    [`${KINGS} w - - 1.5 1`, 'FEN: half-move clock must be a number from 0 on, not "1.5"'],
    [`${KINGS} w - - ١ 1`, 'FEN: half-move clock must be a number from 0 on, not "١"'],
    [`${KINGS} w - - 10000 1`, 'FEN: half-move clock too large: "10000"'],
    [`${KINGS} w - - 0 one`, 'FEN: move number must be a number from 0 on, not "one"'],
    [`${KINGS} w - - 0 1e3`, 'FEN: move number must be a number from 0 on, not "1e3"'],
    [`${KINGS} w - - 0 99999999999999999999`, 'FEN: move number too large: "99999999999999999999"'],
  ])('%s', (text, error) => {
    expect(errorOf(text)).toBe(error);
  });

  test('hostile text: one short line without control characters, at once', () => {
    const long = 'x'.repeat(5_000_000);
    const texts = [
      long,
      '8/'.repeat(2_500_000),
      '1'.repeat(5_000_000),
      ' '.repeat(5_000_000),
      ' w'.repeat(2_500_000),
      `${KINGS} w ${long}`,
      `${KINGS} w - - ${'9'.repeat(5_000_000)} 1`,
      `${KINGS} w - - 0 1 ${long}`,
      `${KINGS} ${'\u{1f600}'.repeat(1_000_000)} - - 0 1`,
      `${KINGS} w\u0000\u0007\u001b[2J - - 0 1`,
      `${KINGS} \u202ew\ud800 - - 0 1`,
    ];
    const start = performance.now();
    for (const text of texts) {
      const error = errorOf(text);
      expect(error).toMatch(/^FEN: [^\p{C}]+$/u);
      expect(error.length).toBeLessThan(120);
    }
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('random and damaged text never throws', () => {
    const damaged = fc
      .tuple(
        fc.constantFrom(...VARIANTS.map((v) => v.startFen)),
        fc.nat(70),
        fc.nat(3),
        fc.string({ maxLength: 3 }),
      )
      .map(([fen, at, drop, put]) => fen.slice(0, at) + put + fen.slice(at + drop));
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), damaged);
    fc.assert(
      fc.property(text, fc.constantFrom(...VARIANTS), (fen, variant) => {
        const result = parseFen(fen, variant);
        if (!result.ok) {
          expect(result.error).toMatch(/^FEN: [^\p{C}]+$/u);
        } else {
          // Whatever was accepted is a position that can be written and read again.
          const written = formatFen(result.value);
          expect(formatFen(read(written, variant))).toBe(written);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test('there and back along random games', () => {
  fc.assert(
    fc.property(walks(60), (walk) => {
      play(walk, (position) => {
        const fen = formatFen(position);
        const again = read(fen, walk.variant);
        expect(formatFen(again)).toBe(fen);
        expect(again.squares).toEqual(position.squares);
        expect(keyText(again)).toBe(keyText(position));
      });
    }),
    { numRuns: 60 },
  );
});

test('every position of the tables comes back as it was written, false rights and en passant aside', () => {
  const essence = (fen: string) => fen.split(' ').toSpliced(2, 2);
  for (const table of ['san.tsv', 'rules-cases.tsv', 'perft.tsv', 'puzzles.tsv']) {
    for (const [name, fen] of readTable(table)) {
      const variant = VARIANTS.find((v) => v.name === name)!;
      const written = formatFen(read(fen!, variant));
      expect(essence(written)).toEqual(essence(fen!));
      expect(formatFen(read(written, variant))).toBe(written);
    }
  }
});
