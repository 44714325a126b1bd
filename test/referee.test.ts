/** The referee against the tables: perft, the hand-made cases of the rules, SAN, mates in one. */
import { describe, expect, test } from 'vitest';
import {
  afterTurn,
  fenOf,
  isLegal,
  type RefereePosition,
  refereePerft,
  refereePosition,
  refereeTurns,
  START_FENS,
  sanOf,
  statusOf,
  successors,
} from './referee.ts';
import { readPerftTable, readTable } from './tables.ts';

describe('perft', () => {
  const rows = readPerftTable().filter(({ depth, turns }) => depth <= 2 && turns <= 20_000);
  test.each(rows)('$variant $fen depth $depth is $turns', ({ variant, fen, depth, turns }) => {
    expect(refereePerft(refereePosition(variant, fen), depth)).toBe(turns);
  });

  test.each([
    ['avalanche', 160, 27_488],
    ['balancedavalanche', 20, 3_112],
    ['reversedavalanche', 160, 27_488],
  ])('of the start position of %s', (variant, one, two) => {
    const start = refereePosition(variant, START_FENS[variant]!);
    expect([0, 1, 2].map((depth) => refereePerft(start, depth))).toEqual([1, one, two]);
  });
});

describe('cases', () => {
  test.each(readTable('rules-cases.tsv'))('%s %s %s: %s', (variant, fen, turns, verdict, winner, _why) => {
    const list = turns === '-' ? [] : turns!.split(' ');
    let position = refereePosition(variant!, fen!);
    const last = verdict === 'illegal' ? list.pop() : undefined;
    for (const turn of list) position = afterTurn(position, turn);
    if (last !== undefined) {
      expect(isLegal(position, last)).toBe(false);
      expect(() => afterTurn(position, last)).toThrow(`illegal turn ${last}`);
    } else {
      expect(statusOf(position)).toEqual({ status: verdict, winner: winner === 'none' ? undefined : winner });
    }
  });
});

describe('san', () => {
  test.each(readTable('san.tsv'))('%s %s %s is %s', (variant, fen, turn, san) => {
    expect(sanOf(refereePosition(variant!, fen!), turn!)).toBe(san);
  });
});

describe('puzzles', () => {
  /** Won at once, or every answer is a self-check. */
  function wins(after: RefereePosition): boolean {
    const mover = after.toMove === 'white' ? 'black' : 'white';
    const { status, winner } = statusOf(after);
    if (status !== 'ongoing') return winner === mover;
    return successors(after).every(([, answered]) => statusOf(answered).winner === mover);
  }

  const inOne = readTable('puzzles.tsv').filter(([, , turns]) => turns === '1');
  test.each(inOne)('%s %s in %s: %s', (variant, fen, _turns, solutions) => {
    const found = successors(refereePosition(variant!, fen!)).filter(([, after]) => wins(after));
    expect(found.map(([turn]) => turn)).toEqual(solutions!.split(' ').sort());
  });
});

describe('fen', () => {
  test('comes out as it went in', () => {
    for (const { variant, fen, depth, theme } of readPerftTable()) {
      if (depth !== 1 || theme.includes('mean nothing')) continue;
      const withoutEnPassant = fen.replace(/ [a-h][36] /, ' - ');
      expect(fenOf(refereePosition(variant, fen))).toBe(withoutEnPassant);
    }
  });

  test('loses the rights that king and rook contradict', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1';
    expect(fenOf(refereePosition('avalanche', fen))).toBe('r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1');
    expect(fenOf(refereePosition('reversedavalanche', fen))).toBe('r3k2r/8/8/8/8/8/8/R3K1R1 w Q - 0 1');
  });

  test.each([
    ['two pawns await promotion', 'P6P/8/8/4k3/8/8/8/4K3 w - - 0 1'],
    ['cannot be pending', 'P7/8/8/4k3/8/8/8/4K3 b - - 0 1'],
    ['pawn behind its home rank', 'p7/8/8/4k3/8/8/8/4K3 w - - 0 1'],
    ['not one k', '8/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['not one K', '4k3/8/8/8/8/8/K7/4K3 w - - 0 1'],
    ['not eight files', '4k3/8/8/8/8/7/8/4K3 w - - 0 1'],
    ['not eight ranks', '4k3/8/8/8/8/8/4K3 w - - 0 1'],
  ])('refuses: %s', (why, fen) => {
    expect(() => refereePosition('avalanche', fen)).toThrow(why);
  });
});

test('a finished game has no turn', () => {
  const won = afterTurn(refereePosition('avalanche', 'P6k/7p/8/8/8/8/7P/K7 w - - 0 1'), 'a8q');
  expect(statusOf(won)).toEqual({ status: 'promotioncheck', winner: 'white' });
  expect(won.toMove).toBe('white');
  expect(refereeTurns(won)).toEqual([]);
});
