/**
 * Damaged FENs and turns: each is refused with one clear line or accepted as what it says, and nothing else happens.
 *
 *     SERAC_FUZZ_STRINGS=100000 SERAC_FUZZ_SEED=7 npx vitest run test/strings-fuzz.test.ts
 */
import { describe, expect, test } from 'vitest';
import { createRandom, type Random, randomSeed } from '../src/match/random.ts';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { createPosition, keyText, playTurn } from '../src/rules/position.ts';
import { parseSan } from '../src/rules/san.ts';
import { VARIANTS } from '../src/rules/variants.ts';
import { refereePosition, refereeTurns } from './referee.ts';

const STRINGS = Number(process.env.SERAC_FUZZ_STRINGS ?? 4000);
const FRESH_SEED = Number(process.env.SERAC_FUZZ_SEED ?? randomSeed());
/** The referee is slow: it is asked about every so many of the accepted ones. */
const REFEREED = 40;
const LONGEST_ERROR = 300;

const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1',
  'P6k/7p/8/8/8/8/7P/K7 w - - 0 1',
  'k5KP/5PPP/6P1/8/8/bb6/8/8 w - - 0 1',
  '5b1P/P1Pnk3/1p2B1rK/1r2Q3/1pP2Q2/3R4/2ppNPP1/8 w - - 12 58',
  'r3k2r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R w KQkq - 99 80',
  '8/P5P1/8/2k5/5K2/8/p5p1/8 b - e3 0 1',
];
const FEN_LETTERS = 'KQRBNPkqrbnp/ 12345678wb-09+axA\tü\u0000';
const TURN_LETTERS = 'abcdefgh12345678qrbn,;-=x+#/OQRBNK 0\tü\u0000';

/** A few letters are taken out, put in, exchanged or doubled, or all behind some place is cut off. */
function mutate(text: string, letters: string, random: Random): string {
  let mutated = text;
  for (let i = 1 + random.next(4); i > 0; i--) {
    const at = random.next(mutated.length + 1);
    const letter = letters[random.next(letters.length)];
    const [head, tail] = [mutated.slice(0, at), mutated.slice(at)];
    switch (random.next(6)) {
      case 0:
        mutated = head + letter + tail;
        break;
      case 1:
        mutated = head + tail.slice(1);
        break;
      case 2:
        mutated = random.next(8) === 0 ? head : mutated;
        break;
      case 3:
        mutated = head + tail.slice(0, 5) + tail;
        break;
      default:
        mutated = head + letter + tail.slice(1);
    }
  }
  return mutated;
}

function expectClear(error: string, text: string): void {
  expect(error, text).toMatch(/^[^\n\r]{5,}$/);
  expect(error.length, text).toBeLessThan(LONGEST_ERROR + text.length);
}

describe.each([
  ['the fixed seed', 20_231_129],
  ['a fresh seed', FRESH_SEED],
])('%s (%d)', (_, seed) => {
  test('FENs', { timeout: 60_000 + 2 * STRINGS }, () => {
    const random = createRandom(seed);
    const position = createPosition();
    let accepted = 0;
    for (let i = 0; i < STRINGS; i++) {
      const text = mutate(FENS[random.next(FENS.length)], FEN_LETTERS, random);
      const variant = VARIANTS[random.next(VARIANTS.length)];
      const parsed = parseFen(text, variant, position);
      if (!parsed.ok) {
        expectClear(parsed.error, text);
        continue;
      }
      accepted++;
      const again = formatFen(position);
      const reread = parseFen(again, variant);
      expect(reread.ok && formatFen(reread.value), text).toBe(again);
      expect(reread.ok && keyText(reread.value), text).toBe(keyText(position));
      const turns = legalTurns(position);
      if (accepted % REFEREED !== 0) continue;
      const theirs = refereeTurns(refereePosition(variant.name, again));
      expect(turns.map((turn) => formatTurn(position, turn)).sort(), text).toEqual([...theirs].sort());
    }
    expect(accepted).toBeGreaterThan(STRINGS / 100);
    expect(accepted).toBeLessThan(STRINGS);
  });

  test('turns', { timeout: 60_000 + 2 * STRINGS }, () => {
    const random = createRandom(seed);
    const position = createPosition();
    let accepted = 0;
    for (let i = 0; i < STRINGS; ) {
      const variant = VARIANTS[random.next(VARIANTS.length)];
      const parsed = parseFen(FENS[random.next(FENS.length)], variant, position);
      if (!parsed.ok) throw new Error(parsed.error);
      for (let turn = 0; turn < 12; turn++) {
        const turns = legalTurns(position);
        if (turns.length === 0) break;
        const texts = new Map(turns.map((legal) => [formatTurn(position, legal), legal]));
        const before = [formatFen(position), keyText(position)];
        const all = [...texts.keys()];
        for (let j = 0; j < 25; j++, i++) {
          const text = mutate(all[random.next(all.length)], TURN_LETTERS, random);
          const read = parseTurn(position, text);
          // Only the very text of a legal turn is one.
          expect(read.ok ? read.value : undefined, text).toBe(texts.get(text));
          if (read.ok) accepted++;
          else expectClear(read.error, text);
          const san = parseSan(position, text);
          if (san.ok) expect(turns).toContain(san.value);
          else expectClear(san.error, text);
        }
        expect([formatFen(position), keyText(position)]).toEqual(before);
        playTurn(position, turns[random.next(turns.length)]);
      }
    }
    expect(accepted).toBeGreaterThan(0);
  });
});
