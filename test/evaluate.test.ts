/** The evaluation: fair to both colours, within its bounds, and knowing the few things it must know. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEvaluator, GREATEST } from '../src/evaluate/evaluate.ts';

import * as WEIGHTS from '../src/evaluate/weights.ts';
import { BLACK, CLOCK, EMPTY, PAWN, RIGHTS, SIDE, WHITE } from '../src/rules/board.ts';
import { parseFen } from '../src/rules/fen.ts';
import {
  clearPosition,
  copyPosition,
  createPosition,
  finishSetup,
  type Position,
  playTurn,
  putPiece,
} from '../src/rules/position.ts';
import { CHOICE, turnChoice, turnKind, turnMove, turnPush } from '../src/rules/turn.ts';
import { AVALANCHE, VARIANTS } from '../src/rules/variants.ts';
import { pickTurn, play, startPosition, walks } from './walks.ts';

/** The position with colours exchanged and the board turned upside down. */
function mirrored(position: Position): Position {
  const { words, squares, variant } = position;
  const mirror = createPosition();
  clearPosition(mirror, variant);
  for (let square = 0; square < 64; square++) {
    const piece = squares[square]!;
    if (piece !== EMPTY) putPiece(mirror, piece < 6 ? piece + 6 : piece - 6, square ^ 56);
  }
  const rights = words[RIGHTS]!;
  finishSetup(mirror, {
    side: words[SIDE] === WHITE ? BLACK : WHITE,
    rights: ((rights & 3) << 2) | (rights >> 2),
    clock: words[CLOCK]!,
    number: 1,
  });
  // A reversed king at home would drop rights that its mirror image has.
  mirror.words[RIGHTS] = ((rights & 3) << 2) | (rights >> 2);
  return mirror;
}

function worthOf(fen: string): number {
  const parsed = parseFen(fen, AVALANCHE);
  if (!parsed.ok) throw new Error(parsed.error);
  return createEvaluator(parsed.value).evaluate();
}

describe('fairness', () => {
  test('a position and its mirror image have the same value for the mover', () => {
    let positions = 0;
    fc.assert(
      fc.property(walks(120), (walk) => {
        play(walk, (position) => {
          positions++;
          const value = createEvaluator(position).evaluate();
          expect(createEvaluator(mirrored(position)).evaluate()).toBe(value);
          expect(Math.abs(value)).toBeLessThanOrEqual(GREATEST);
          expect(Number.isInteger(value)).toBe(true);
        });
      }),
      { numRuns: 40, seed: 1 },
    );
    expect(positions).toBeGreaterThanOrEqual(1000);
  });

  test('the start position of the plain game is worth being to move', () => {
    expect(worthOf(AVALANCHE.startFen)).toBe(WEIGHTS.TEMPO[0]);
  });

  test('the other player sees the opposite value, but for being to move', () => {
    const fen = '4k3/pp4q1/8/8/8/3N4/PPP5/4K2R w K - 0 1';
    const tempo = (5 * WEIGHTS.TEMPO[0] + 11 * WEIGHTS.TEMPO[1]) / 16;
    const both = worthOf(fen) + worthOf(fen.replace(' w ', ' b '));
    expect(Math.abs(both - 2 * tempo)).toBeLessThanOrEqual(2);
  });
});

describe('bounds', () => {
  test('hold for a board full of queens', () => {
    const queens = 'QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQ1k w - - 0 1';
    const value = worthOf(queens);
    expect(value).toBe(GREATEST);
  });
});

describe('knowledge', () => {
  test('each piece is worth something', () => {
    const bare = worthOf('4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1');
    for (const piece of ['N', 'B', 'R', 'Q']) {
      expect(worthOf(`4k3/pppp4/8/8/8/8/PPPP4/${piece}3K3 w - - 0 1`)).toBeGreaterThan(bare + 200);
    }
  });

  test('a bare king is driven to the edge, the own king helping', () => {
    const middle = worthOf('8/8/8/3k4/8/8/Q7/K7 w - - 0 1');
    const edge = worthOf('3k4/8/8/8/8/8/Q7/K7 w - - 0 1');
    const close = worthOf('3k4/8/3K4/8/8/8/Q7/8 w - - 0 1');
    expect(edge).toBeGreaterThan(middle);
    expect(close).toBeGreaterThan(edge);
  });

  test('one piece that cannot win alone is worth nothing without pawns', () => {
    expect(worthOf('4k3/8/8/8/8/8/8/N3K3 w - - 0 1')).toBe(0);
    expect(worthOf('4k2n/8/8/8/8/8/8/B3K3 w - - 0 1')).toBe(0);
  });

  test('a pawn pending is worth nearly a queen', () => {
    const pawn = worthOf('P3k3/pppp4/8/8/8/8/8/4K3 w - - 0 1');
    const queen = worthOf('Q3k3/pppp4/8/8/8/8/8/4K3 w - - 0 1');
    expect(queen - pawn).toBeGreaterThan(0);
    expect(queen - pawn).toBeLessThan(300);
  });

  test('it is bad to have one push left', () => {
    const many = worthOf('4k3/8/8/pppp4/8/8/8/R3K3 w - - 0 1');
    const blocked =
      worthOf('4k3/8/8/pppp4/BBB5/8/8/R3K3 w - - 0 1') - worthOf('4k3/8/8/8/BBB5/8/8/R3K3 w - - 0 1');
    const alone = worthOf('4k3/8/8/p7/8/8/8/R3K3 w - - 0 1') - worthOf('4k3/8/8/8/8/8/8/R3K3 w - - 0 1');
    // Four pawns cost less than four times one: the one alone takes the choice away.
    expect(many - worthOf('4k3/8/8/8/8/8/8/R3K3 w - - 0 1')).toBeGreaterThan(4 * alone);
    expect(blocked).toBeLessThan(0);
  });
});

describe('values by ply', () => {
  test('what is remembered is what is reckoned', () => {
    const position = createPosition();
    const evaluator = createEvaluator(position);
    // Every position twice, and many that share a place with another.
    for (let round = 0; round < 2; round++) {
      fc.assert(
        fc.property(walks(120), (walk) => {
          play(walk, (current) => {
            copyPosition(current, position);
            evaluator.reset(3);
            expect(evaluator.evaluateAt(3)).toBe(evaluator.reckonAt(3));
          });
        }),
        { numRuns: 60, seed: 3 },
      );
    }
  });

  test('the sketch is near the value, and a bound that stands for a value is mostly right', () => {
    let positions = 0;
    let squares = 0;
    let bounds = 0;
    let wrong = 0;
    fc.assert(
      fc.property(walks(120), (walk) => {
        play(walk, (position) => {
          if (!position.squares.some((piece) => piece === PAWN || piece === PAWN + 6)) return;
          const evaluator = createEvaluator(position);
          const value = evaluator.evaluate();
          if (Math.abs(value) > 3000) return;
          positions++;
          squares += (value - evaluator.sketch()) ** 2;
          evaluator.reset(0);
          for (const high of [-1000, -300, 0, 300, 1000]) {
            const bound = evaluator.valueUpTo(0, high);
            if (bound === value) continue;
            expect(bound).toBeGreaterThanOrEqual(high);
            bounds++;
            if (value < high) wrong++;
          }
        });
      }),
      { numRuns: 60, seed: 4 },
    );
    expect(positions).toBeGreaterThan(1000);
    // With the evaluation's own boards in place of the sketch's it would be more.
    expect(Math.sqrt(squares / positions)).toBeLessThan(150);
    expect(bounds).toBeGreaterThan(positions);
    expect(wrong / bounds).toBeLessThan(0.02);
  });

  test('three quarters of what the sketch misses are kept for the turns that follow', () => {
    let turnsSeen = 0;
    fc.assert(
      fc.property(walks(120), fc.nat(), (walk, pick) => {
        const position = startPosition(walk.variant);
        for (const before of walk.picks) {
          const turn = pickTurn(position, before);
          if (turn === undefined) return;
          playTurn(position, turn);
        }
        const turn = pickTurn(position, pick);
        if (turn === undefined || turnKind(turn) === CHOICE || turnChoice(turn) !== 0) return;
        const evaluator = createEvaluator(position);
        evaluator.reset(0);
        const missed = evaluator.evaluateAt(0) - evaluator.sketchAt(0);
        evaluator.beforeMove(0, turnMove(turn));
        if (turnPush(turn) === 0) evaluator.withoutPush(0);
        else evaluator.beforePush(0, turnPush(turn));
        playTurn(position, turn);
        if (!position.squares.some((piece) => piece === PAWN || piece === PAWN + 6)) return;
        turnsSeen++;
        const expected = evaluator.sketch() - Math.trunc(0.75 * missed);
        expect(evaluator.sketchAt(1)).toBe(evaluator.sketch());
        expect(evaluator.expectedAt(1)).toBe(expected);
        // 125 below what is expected is the highest bound that is believed.
        expect(evaluator.valueUpTo(1, expected - 125)).toBe(expected - 125);
        expect(evaluator.valueUpTo(1, expected - 124)).toBe(evaluator.evaluate());
      }),
      { numRuns: 250, seed: 5 },
    );
    expect(turnsSeen).toBeGreaterThan(50);
  });

  test('a board full of queens is not sketched, since its sums would not fit', () => {
    const parsed = parseFen('QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/6p1/k1K5 w - - 0 1', AVALANCHE);
    if (!parsed.ok) throw new Error(parsed.error);
    const evaluator = createEvaluator(parsed.value);
    evaluator.reset(0);
    for (const high of [-GREATEST, -1000, 0, 1000]) expect(evaluator.valueUpTo(0, high)).toBe(GREATEST);
    expect(evaluator.evaluate()).toBe(GREATEST);
  });
});

test('the table of terms ends with the value', () => {
  for (const variant of VARIANTS) {
    const parsed = parseFen(variant.startFen, variant);
    if (!parsed.ok) throw new Error(parsed.error);
    const evaluator = createEvaluator(parsed.value);
    const text = evaluator.explain();
    expect(text.split('\n').length).toBeGreaterThan(5);
    expect(text.endsWith(`for the mover ${evaluator.evaluate()} centipawns`)).toBe(true);
  }
});
