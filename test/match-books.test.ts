/** The books that come with the program: enough openings, all of them open, balanced by their own account, different. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readBook, shippedBook } from '../src/match/openings.ts';
import { parseFen } from '../src/rules/fen.ts';
import { hasWinningChoice, outcomeOf } from '../src/rules/outcome.ts';
import { keyText, mover } from '../src/rules/position.ts';
import { VARIANTS } from '../src/rules/variants.ts';

const SETTINGS = {
  file: '',
  format: 'epd',
  order: 'random',
  start: 1,
  plies: 0,
  policy: 'encounter',
} as const;

describe.each(VARIANTS.map((variant) => [variant.name, variant] as const))('%s', (_, variant) => {
  const book = readBook(SETTINGS, variant, 1);
  const fens = Array.from({ length: book.count }, (_, i) => book.at(i).fen);
  const positions = fens.map((fen) => {
    const position = parseFen(fen, variant);
    if (!position.ok) throw new Error(position.error);
    return position.value;
  });

  test('at least 500, of either side to move', () => {
    expect(book.count).toBeGreaterThanOrEqual(500);
    const white = fens.filter((fen) => fen.includes(' w ')).length;
    expect(white).toBeGreaterThan(book.count / 4);
    expect(white).toBeLessThan((3 * book.count) / 4);
  });

  test('nothing decided, no choice pending', () => {
    for (const position of positions) {
      expect(outcomeOf(position).ending).toBeUndefined();
      expect(hasWinningChoice(position)).toBe(false);
      expect(mover(position).pendingPawn()).toBe(-1);
    }
  });

  test('no position twice, nor as a mirror image with the colours exchanged', () => {
    const keys = new Set(positions.map(keyText));
    expect(keys.size).toBe(book.count);
    const mirrored = fens.map((fen) => {
      const [board = '', side, rights = '-'] = fen.split(' ');
      const swap = (text: string) =>
        text.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));
      const other = `${swap(board.split('/').reverse().join('/'))} ${side === 'w' ? 'b' : 'w'} ${swap(rights)} - 0 1`;
      const position = parseFen(other, variant);
      return position.ok ? keyText(position.value) : '';
    });
    for (const [i, key] of mirrored.entries()) {
      // A position that is its own mirror image is no second one.
      if (key !== keyText(positions[i]!)) expect(keys.has(key)).toBe(false);
    }
  });

  test('scores within 60 centipawns', () => {
    const lines = readFileSync(shippedBook(variant), 'utf8').trimEnd().split('\n');
    const scores = lines.map((line) => Number(/ ce (-?\d+);$/.exec(line)?.[1]));
    expect(scores.every((score) => Math.abs(score) <= 60)).toBe(true);
  });
});
