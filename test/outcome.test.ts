/** How games end: every case of the rules, repetition along games, insufficient material by hand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOCK } from '../src/rules/board.ts';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { parseTurn } from '../src/rules/notation.ts';
import {
  hasWinningChoice,
  isFifty,
  isInsufficient,
  isThreefold,
  outcomeOf,
  repetitionCount,
} from '../src/rules/outcome.ts';
import { mover, type Position, playTurn, undoTurn } from '../src/rules/position.ts';
import { CHOICE, turnKind } from '../src/rules/turn.ts';
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

function playText(position: Position, texts: string): void {
  for (const text of texts.split(' ').filter((t) => t !== '')) {
    const turn = parseTurn(position, text);
    if (!turn.ok) throw new Error(turn.error);
    playTurn(position, turn.value);
  }
}

/** The outcome as the tables write it. */
function verdictOf(position: Position): [string, string] {
  const { ending, winner } = outcomeOf(position);
  return [ending ?? 'ongoing', winner === undefined ? 'none' : ['white', 'black'][winner]!];
}

const ENDINGS: Readonly<Record<string, string>> = {
  selfcheck: 'self-check',
  promotioncheck: 'winning choice',
  fifty: 'fifty moves',
  insufficient: 'insufficient material',
};

describe('the cases of the rules', () => {
  for (const [variant, fen, turns, status, winner, why] of readTable('rules-cases.tsv')) {
    test(`${why}: ${turns}`, () => {
      const position = read(fen!, variant);
      if (status === 'illegal') {
        const texts = turns!.split(' ');
        playText(position, texts.slice(0, -1).join(' '));
        expect(parseTurn(position, texts.at(-1)!).ok).toBe(false);
        return;
      }
      playText(position, turns === '-' ? '' : turns!);
      expect(verdictOf(position)).toEqual([ENDINGS[status!] ?? status, winner]);
    });
  }
});

describe('in the order of section 3', () => {
  test.each([
    ['self-check before the fifty moves', '4k3/4R3/8/8/8/8/8/4K3 w - - 100 80', 'self-check', 'white'],
    ['mate before the fifty moves', 'R6k/8/7K/8/8/8/8/8 b - - 100 80', 'checkmate', 'white'],
    ['stalemate before the fifty moves', '7k/5K2/6Q1/8/8/8/8/8 b - - 100 80', 'stalemate', 'none'],
    ['fifty moves before insufficient material', '7k/8/8/8/8/8/8/K7 w - - 100 80', 'fifty moves', 'none'],
    ['99 are not 100', '7k/8/8/8/8/8/8/KR6 w - - 99 80', 'ongoing', 'none'],
    ['more than 100', '7k/8/8/8/8/8/8/KR6 w - - 345 80', 'fifty moves', 'none'],
    ['a choice that could win is no win yet', 'P6k/8/8/8/8/8/8/K7 w - - 0 80', 'ongoing', 'none'],
    ['... and does not stop the fifty moves', 'P6k/8/8/8/8/8/8/K7 w - - 100 80', 'fifty moves', 'none'],
  ])('%s', (_, fen, ending, winner) => {
    expect(verdictOf(read(fen))).toEqual([ending, winner]);
  });

  const SHUFFLE = 'a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1 g8h8';

  test('threefold before insufficient material', () => {
    const position = read('7k/8/8/8/8/8/8/K7 w - - 0 1');
    playText(position, SHUFFLE.slice(0, -5));
    expect(verdictOf(position)).toEqual(['insufficient material', 'none']);
    playText(position, SHUFFLE.slice(-4));
    expect(verdictOf(position)).toEqual(['threefold', 'none']);
  });

  test('fifty moves before threefold', () => {
    const position = read('7k/8/8/8/8/8/8/KR6 w - - 92 1');
    playText(position, 'b1b2 h8h7 b2b1 h7h8 b1b2 h8h7 b2b1 h7h8');
    expect([isFifty(position), isThreefold(position)]).toEqual([true, true]);
    expect(verdictOf(position)).toEqual(['fifty moves', 'none']);
  });
});

describe('winning choices', () => {
  test.each([
    ['queen', 'P6k/8/8/8/8/8/8/K7 w - - 0 1', true],
    ['knight alone', 'P7/2k5/8/8/8/8/8/K7 w - - 0 1', true],
    ['bishop or queen', '7P/8/8/8/8/8/8/k6K w - - 0 1', true],
    ['of Black', '7k/8/8/8/8/8/8/p6K b - - 0 1', true],
    ['the line is closed', 'Pn5k/8/8/8/8/8/8/K7 w - - 0 1', false],
    ['no pawn on the last rank', '7k/P7/8/8/8/8/8/K7 w - - 0 1', false],
    ['the game is over already', 'P6k/8/8/8/8/8/8/K6R w - - 0 1', false],
  ])('%s', (_, fen, expected) => {
    const position = read(fen);
    expect(hasWinningChoice(position)).toBe(expected);
    expect(formatFen(position)).toBe(fen);
  });

  test('played, told from a self-check, and taken back', () => {
    const position = read('6k1/5ppp/8/8/8/8/p7/1R5K w - - 0 1');
    playText(position, 'b1b8,a2a1');
    expect(verdictOf(position)).toEqual(['ongoing', 'none']);
    expect(hasWinningChoice(position)).toBe(true);
    playText(position, 'a1q');
    expect(verdictOf(position)).toEqual(['winning choice', 'black']);
    expect(legalTurns(position)).toEqual([]);
    expect(hasWinningChoice(position)).toBe(false);
    // The same board out of a FEN: only that the king can be taken is to be seen.
    expect(verdictOf(read(formatFen(position)))).toEqual(['self-check', 'black']);
    undoTurn(position);
    expect(verdictOf(position)).toEqual(['ongoing', 'none']);
  });
});

describe('insufficient material', () => {
  test.each([
    ['kings', '7k/8/8/8/8/8/8/K7', true],
    ['a knight', '7k/8/8/8/8/8/8/KN6', true],
    ['a knight of Black in the other half', '6nk/8/8/8/8/8/8/K7', true],
    ['two knights', '7k/8/8/8/8/8/8/KNN5', false],
    ['a knight each', '6nk/8/8/8/8/8/8/KN6', false],
    ['knight and bishop', '7k/8/8/8/8/8/8/KNB5', false],
    ['knight against bishop', '6bk/8/8/8/8/8/8/KN6', false],
    ['a bishop', '7k/8/8/8/8/8/8/KB6', true],
    ['two bishops on one colour', '7k/8/8/8/8/8/B7/KB6', true],
    ['two bishops on both colours', '7k/8/8/8/8/8/1B6/KB6', false],
    ['bishops on one colour in both halves', '6bk/8/4B3/8/8/8/8/KB6', true],
    ['bishops on both colours in both halves', '5b1k/8/4B3/8/8/8/8/KB6', false],
    ['a pawn', '7k/8/8/8/8/8/P7/K7', false],
    ['a pending pawn', 'P6k/8/8/8/8/8/8/K7', false],
    ['a rook', '7k/8/8/8/8/8/8/K6r', false],
    ['a queen', '7k/8/8/8/8/8/8/K6q', false],
  ])('%s', (_, board, expected) => {
    expect(isInsufficient(read(`${board} w - - 0 1`))).toBe(expected);
  });

  test('every bishop alone, every pair by the colours of their squares', () => {
    for (let a = 1; a < 63; a++) {
      for (let b = a + 1; b < 63; b++) {
        const squares = new Array<string>(64).fill('1');
        squares[0] = 'k';
        squares[63] = 'K';
        squares[a] = 'b';
        squares[b] = 'B';
        const board = Array.from({ length: 8 }, (_, i) => squares.slice(8 * i, 8 * i + 8).join('')).join('/');
        const same = (a + (a >> 3)) % 2 === (b + (b >> 3)) % 2;
        expect(isInsufficient(read(`${board} w - - 0 1`))).toBe(same);
      }
    }
  });
});

describe('repetition', () => {
  test('counted from the position that was set up, whatever its clock says', () => {
    const position = read('7k/8/8/8/8/8/8/KR6 w - - 60 90');
    const counts: number[] = [];
    for (const text of 'b1b2 h8h7 b2b1 h7h8 b1b2 h8h7 b2b1 h7h8 b1b2'.split(' ')) {
      playText(position, text);
      counts.push(repetitionCount(position));
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3]);
    expect(isThreefold(position)).toBe(true);
    for (let i = 0; i < 3; i++) undoTurn(position);
    expect([repetitionCount(position), isThreefold(position)]).toEqual([2, false]);
  });

  test('castling rights count', () => {
    const position = read('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
    playText(position, 'a1b1 e8d8 b1a1 d8e8');
    expect(repetitionCount(position)).toBe(1);
    playText(position, 'a1b1 e8d8 b1a1 d8e8');
    expect(repetitionCount(position)).toBe(2);
  });

  test('a turn with a push is final', () => {
    const position = read('7k/p7/8/8/8/8/8/KR6 w - - 0 1');
    playText(position, 'b1b2,a7a6 h8h7 b2b1,a6a5 h7h8');
    expect(repetitionCount(position)).toBe(1);
    expect(position.words[CLOCK]).toBe(1);
  });

  test('a very long game', () => {
    const position = read('7k/8/8/8/8/8/8/KR6 w - - 0 1');
    for (let i = 0; i < 2500; i++) playText(position, 'b1b2 h8h7 b2b1 h7h8');
    expect(isThreefold(position)).toBe(true);
    playText(position, 'b1b8');
    expect(repetitionCount(position)).toBe(1);
  });

  test('as counted by hand along random endings', () => {
    const fens = [
      '7k/8/8/8/8/8/8/KR6 w - - 0 1',
      '4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1',
      '7k/p7/P7/8/8/8/8/KB6 b - - 3 9',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...fens),
        fc.array(fc.nat(2), { maxLength: 80, size: 'max' }),
        (fen, picks) => {
          const position = read(fen);
          const seen: string[] = [];
          const essence = () => formatFen(position).split(' ').slice(0, 3).join(' ');
          seen.push(essence());
          for (const pick of picks) {
            const turns = legalTurns(position);
            if (turns.length === 0) return;
            playTurn(position, turns[pick % turns.length]!);
            seen.push(essence());
            expect(repetitionCount(position)).toBe(seen.filter((text) => text === essence()).length);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('along random games an outcome without turns is decided, and hasWinningChoice tells what can be played', () => {
  fc.assert(
    fc.property(walks(80), (walk) => {
      play(walk, (position) => {
        const turns = legalTurns(position);
        const { ending } = outcomeOf(position);
        const over = ['checkmate', 'stalemate', 'self-check', 'winning choice'].includes(ending ?? '');
        expect(over).toBe(turns.length === 0);
        expect(ending === 'checkmate').toBe(
          turns.length === 0 && mover(position).inCheck() && !mover(position).attacksKing(),
        );
        expect(hasWinningChoice(position)).toBe(turns.some((turn) => turnKind(turn) === CHOICE));
      });
    }),
    { numRuns: 100 },
  );
});
