/** Turns in the protocol's form: the way there and back, and the reason in every refusal. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { isLegalTurn, legalTurns } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { keyText, type Position, playTurn } from '../src/rules/position.ts';
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

describe('the cases of the rules', () => {
  for (const [variant, fen, turns, verdict, , why] of readTable('rules-cases.tsv')) {
    if (turns === '-') continue;
    test(`${why}: ${turns}`, () => {
      const position = read(fen!, variant);
      const texts = turns!.split(' ');
      for (const [i, text] of texts.entries()) {
        const turn = parseTurn(position, text);
        const last = i === texts.length - 1;
        expect(turn.ok).toBe(!(last && verdict === 'illegal'));
        if (!turn.ok) continue;
        expect(formatTurn(position, turn.value)).toBe(text);
        playTurn(position, turn.value);
      }
    });
  }
});

test('all legal turns of a position are written differently and read back', () => {
  const position = read('2r1k2r/1P5p/8/8/3p4/8/P2P3P/R3K2R w KQk - 0 1');
  const turns = legalTurns(position);
  const texts = turns.map((turn) => formatTurn(position, turn));
  expect(new Set(texts).size).toBe(turns.length);
  expect(texts).toContain('b7c8q,h7h6');
  texts.forEach((text, i) => {
    expect(parseTurn(position, text)).toEqual({ ok: true, value: turns[i] });
  });
});

const PENDING = 'P6k/1p4pp/8/8/8/8/r6P/6K1 w - - 0 1';

describe('why a turn is refused', () => {
  test.each([
    ['a push is missing', 'startpos', 'e2e4'],
    ['no black pawn on d2 can be pushed', 'startpos', 'e2e4,d2d3'],
    ['no black pawn on g8 can be pushed', 'startpos', 'e2e4,g8f6'],
    ['no black pawn on d5 can be pushed', '4k3/8/8/3p4/3P4/8/7p/4K3 w - - 0 1', 'e1e2,d5d4'],
    [
      'no white pawn on e2 can be pushed',
      'rnbqkbnr/ppp1pppp/8/8/8/4r3/PPPPPPPP/RNBQKBNR b KQkq - 0 1',
      'a7a6,e2e3',
    ],
    ['d7d5 is no push, a pawn is pushed one square ahead', 'startpos', 'e2e4,d7d5'],
    ['d7d8 is no push, a pawn is pushed one square ahead', 'startpos', 'e2e4,d7d8'],
    ['no push follows this move', '4k3/8/8/3p4/8/4N3/7P/4K3 w - - 0 1', 'e3d5,d5d4'],
    ['"d7" is no push', 'startpos', 'e2e4,d7'],
    ['"" is no push', 'startpos', 'e2e4,'],
    ['"a7a6" after the push', 'startpos', 'e2e4,d7d6,a7a6'],
    ['e2e5 is not a legal move', 'startpos', 'e2e5,d7d6'],
    ['no piece stands on e3', 'startpos', 'e3e4,d7d6'],
    ["the piece on d7 is the opponent's", 'startpos', 'd7d6,e2e4'],
    ['h2h3 is not a legal move, the king is in check', '4k3/8/8/bp6/8/8/7P/4K3 w - - 0 1', 'h2h3,b5b4'],
    ['b7b8 does not say what the pawn becomes', '4k3/1P6/2p5/8/8/8/8/4K3 w - - 0 1', 'b7b8,c6c5'],
    ['e2e4q is not a legal move', 'startpos', 'e2e4q,d7d6'],
    ['"b7b8k" is no move', '4k3/1P6/2p5/8/8/8/8/4K3 w - - 0 1', 'b7b8k,c6c5'],
    ['"E2E4" is no move', 'startpos', 'E2E4,d7d6'],
    ['"" is no move', 'startpos', ''],
    ['"0000" is no move', 'startpos', '0000'],
    ['"(none)" is no move', 'startpos', '(none)'],
    ['"e2e4 " is no move', 'startpos', 'e2e4 ,d7d6'],
    ['e1h1 is not a legal move', 'r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1', 'e1h1,a7a6'],
    ['no pawn awaits a promotion choice', 'startpos', 'a8n,e2e4,d7d6'],
    ['the promotion choice for a8 is missing', PENDING, 'h2h3,h7h6'],
    ['the pawn that awaits its choice stands on a8', PENDING, 'b8q,h2h3,h7h6'],
    ['a pawn cannot become "k"', PENDING, 'a8k,h2h3,h7h6'],
    ['a pawn cannot become "p"', PENDING, 'a8p'],
    ['a pawn cannot become "x"', PENDING, 'a8x'],
    ['a8q wins at once, nothing follows it', PENDING, 'a8q,h2h3,h7h6'],
    ['a move is missing after the choice', PENDING, 'a8n'],
    ['a push is missing', PENDING, 'a8n,h2h3'],
    ['a8a7 is not a legal move', PENDING, 'a8n,a8a7,h7h6'],
    ['the game is over, the king can be taken', '4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1', 'e7e8,h7h6'],
  ])('%s: %s %s', (reason, fen, text) => {
    const position = read(fen);
    const before = [formatFen(position), keyText(position)];
    expect(parseTurn(position, text)).toEqual({ ok: false, error: `illegal turn "${text}": ${reason}` });
    expect([formatFen(position), keyText(position)]).toEqual(before);
  });

  test('the balanced first turn has no push', () => {
    const position = read('startpos', 'balancedavalanche');
    expect(parseTurn(position, 'e2e4').ok).toBe(true);
    expect(parseTurn(position, 'e2e4,d7d6')).toEqual({
      ok: false,
      error: 'illegal turn "e2e4,d7d6": no push follows this move',
    });
  });

  test('a finished game has no turn', () => {
    const mated = read('Pn5k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1');
    expect(parseTurn(mated, 'a8b8,h7h6').ok).toBe(false);
    for (const kind of 'qrbn') expect(parseTurn(mated, `a8${kind}`).ok).toBe(false);
  });
});

test('hostile text: one short line without control characters', () => {
  const position = read('startpos');
  for (const text of [
    'e2e4,'.repeat(1_000_000),
    'x'.repeat(5_000_000),
    ','.repeat(64),
    '\u0000\u001b',
    '\ud800',
  ]) {
    const result = parseTurn(position, text);
    const error = result.ok ? '' : result.error;
    expect(error).toMatch(/^illegal turn "[^\p{C}]+$/u);
    expect(error.length).toBeLessThan(120);
  }
});

test('there and back along random games; random text is accepted exactly if it is a legal turn', () => {
  const square = fc.integer({ min: 0, max: 63 }).map((s) => 'abcdefgh'[s & 7] + String((s >> 3) + 1));
  const piece = fc.constantFrom('', 'q', 'n', 'k');
  const noise = fc
    .array(
      fc.tuple(square, square, piece).map((part) => part.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join(','));
  fc.assert(
    fc.property(walks(50), fc.array(fc.oneof(noise, fc.string())), (walk, texts) => {
      play(walk, (position) => {
        const turns = legalTurns(position);
        const written = new Map(turns.map((turn) => [formatTurn(position, turn), turn]));
        expect(written.size).toBe(turns.length);
        for (const [text, turn] of [...written].slice(0, 40)) {
          expect(parseTurn(position, text)).toEqual({ ok: true, value: turn });
        }
        for (const text of texts) {
          const result = parseTurn(position, text);
          expect(result.ok ? result.value : undefined).toBe(written.get(text));
          if (result.ok) expect(isLegalTurn(position, result.value)).toBe(true);
        }
      });
    }),
    { numRuns: 40 },
  );
});
