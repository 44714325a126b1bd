/** The merged order of moves and pushes: every pair that does not lose at once, once, in descending promise. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY, PUSHABLE, SIDE, squareOf } from '../src/rules/board.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { mover, type Position, playTurn, sideToMove, undoTurn } from '../src/rules/position.ts';
import { NO_TURN, PROMOTION, type Turn, turnCode, turnKind, turnMove, turnPush } from '../src/rules/turn.ts';
import { AVALANCHE } from '../src/rules/variants.ts';
import { winningChoice } from '../src/search/endings.ts';
import { createExchange } from '../src/search/exchange.ts';
import { createHistory, type History, moveSlot } from '../src/search/history.ts';
import { createPairs } from '../src/search/pairs.ts';
import { ORDER_GAIN_WEIGHT, REST_HASH } from '../src/search/params.ts';
import { createPicker } from '../src/search/picker.ts';
import { pickTurn, startPosition, type Walk, walks } from './walks.ts';

const PLY = 3;

interface Order {
  readonly turns: readonly Turn[];
  /** The promise that each of them had when it was taken. */
  readonly promises: readonly number[];
}

/** Takes all pairs as a node does; those that `postpones` names are put off once. */
function takeAll(
  position: Position,
  history: History,
  hash: Turn,
  postpones: (turn: Turn) => boolean,
): Order {
  const picker = createPicker(position, history, createExchange(position));
  const pairs = createPairs(position, history, picker);
  const us = mover(position);
  const colour = position.words[SIDE];
  const end = picker.listMoves(PLY, sideToMove(position), hash);
  const turns: Turn[] = [];
  const promises: number[] = [];
  let recalled = false;
  pairs.begin(PLY, end);
  for (;;) {
    const at = pairs.next(PLY, end);
    if (at < 0) {
      if (recalled) return { turns, promises };
      recalled = true;
      pairs.recall(PLY, end);
      continue;
    }
    const promise = picker.moveScores[at];
    const move = picker.moves[at];
    const isNew = !pairs.isMet(at);
    if (isNew) pairs.appraise(at, colour);

    us.makeMove(move);
    let hasPair = true;
    let bare = false;
    if (isNew) {
      us.findPushes();
      bare = (position.words[PUSHABLE] | position.words[PUSHABLE + 1]) === 0;
      hasPair = pairs.meet(PLY, at, colour) || bare;
    }
    if (hasPair) {
      const push = bare ? 0 : pairs.takePush(PLY, at, colour, hash);
      const turn = turnCode(move, push, 0);
      if (!recalled && postpones(turn)) pairs.postpone(at, colour, push);
      else {
        turns.push(turn);
        promises.push(promise);
      }
    }
    us.unmakeMove(move);
  }
}

/** By the rules: does the turn leave the own king attacked, or a pawn to the opponent whose choice wins? */
function losesAtOnce(position: Position, turn: Turn): boolean {
  playTurn(position, turn);
  const them = mover(position);
  const pending = them.pendingPawn();
  const loses = them.attacksKing() || (pending >= 0 && winningChoice(them, pending) !== 0);
  undoTurn(position);
  return loses;
}

/** Positions without a pending pawn and their turns that do not lose at once, and numbers to draw from. */
const cases = fc.tuple(
  walks(40),
  fc.array(fc.integer({ min: -8000, max: 8000 }), { minLength: 50, maxLength: 50 }),
);

function check(
  sample: readonly [Walk, readonly number[]],
  body: (position: Position, history: History, expected: readonly Turn[], draws: readonly number[]) => void,
): void {
  const [{ variant, picks }, draws] = sample;
  const position = startPosition(variant);
  for (const pick of picks) {
    const turn = pickTurn(position, pick);
    if (turn === undefined) break;
    playTurn(position, turn);
  }
  // The search never asks for the turns of a game that is over.
  if (mover(position).pendingPawn() >= 0 || mover(position).attacksKing()) return;
  const history = createHistory();
  for (let i = 0; i < history.moves.length; i++) history.moves[i] = draws[(i * 7) % draws.length];
  body(
    position,
    history,
    legalTurns(position).filter((turn) => !losesAtOnce(position, turn)),
    draws,
  );
}

function sorted(turns: readonly Turn[]): Turn[] {
  return [...turns].sort((a, b) => a - b);
}

test('each pair that does not lose at once is taken once, and the promises descend after the first pairs', () => {
  fc.assert(
    fc.property(cases, (sample) => {
      check(sample, (position, history, expected) => {
        const { turns, promises } = takeAll(position, history, NO_TURN, () => false);
        expect(sorted(turns)).toEqual(sorted(expected));
        // Any one move's promises descend, and so do those of all quiet pairs.
        const last = new Map<number, number>();
        turns.forEach((turn, i) => {
          const before = last.get(turnMove(turn));
          if (before !== undefined) expect(promises[i]).toBeLessThanOrEqual(before);
          last.set(turnMove(turn), promises[i]!);
        });
        for (let i = 1; i < promises.length; i++) expect(promises[i]).toBeLessThanOrEqual(promises[i - 1]!);
      });
    }),
    { numRuns: 200, seed: 20261130 },
  );
});

test('the hash turn comes first, and nothing is lost by putting pairs off', () => {
  fc.assert(
    fc.property(cases, (sample) => {
      check(sample, (position, history, expected, draws) => {
        if (expected.length === 0) return;
        const hash = expected[Math.abs(draws[0]!) % expected.length]!;
        const { turns } = takeAll(
          position,
          history,
          hash,
          (turn) => turn !== hash && (turn * 7 + draws[1]!) % 3 === 0,
        );
        expect(turns[0]).toBe(hash);
        expect(sorted(turns)).toEqual(sorted(expected));
      });
    }),
    { numRuns: 200, seed: 20261130 },
  );
});

test('as the sum has it: with two moves and two pushes the better push of the second comes before the worse of the first', () => {
  const position = startPosition(AVALANCHE);
  const history = createHistory();
  const [a, b] = legalTurns(position)
    .map(turnMove)
    .filter((move, i, all) => all.indexOf(move) === i);
  const picker = createPicker(position, history, createExchange(position));
  // The pushes of two pawns, the one by far the better.
  const order = (from: number): number => picker.pushGain(0, from) * ORDER_GAIN_WEIGHT;
  const byOrder = [...'abcdefgh'].map((file) => squareOf(`${file}7`)).sort((x, y) => order(y) - order(x));
  const better = byOrder[0]!;
  const worse = byOrder[7]!;
  const gap = order(better) - order(worse);
  expect(gap).toBeGreaterThan(100);
  // The moves a and b stand out, b by half that less.
  const natural = (move: number): number => picker.moveGain(move) * ORDER_GAIN_WEIGHT;
  history.moves[moveSlot(0, a!)] = 7000 - natural(a!);
  history.moves[moveSlot(0, b!)] = 7000 - natural(b!) - (gap >> 1);
  const { turns } = takeAll(position, history, NO_TURN, () => false);
  const place = (move: number, push: number): number =>
    turns.findIndex((turn) => turnMove(turn) === move && turnPush(turn) === push);
  const places = [place(a!, better), place(b!, better), place(a!, worse), place(b!, worse)];
  expect(places[0]).toBe(0);
  expect(places).toEqual([...places].sort((x, y) => x - y));
});

test('the hash move behind its best push stands where its own worth puts it, and a little higher', () => {
  let compared = 0;
  fc.assert(
    fc.property(cases, (sample) =>
      check(sample, (position, history, _, draws) => {
        const plain = takeAll(position, history, NO_TURN, () => false);
        const hash = plain.turns[(draws[0] + 8000) % plain.turns.length];
        const pairsOfIt = (order: Order): number[] =>
          order.turns.flatMap((turn, i) => (turnMove(turn) === turnMove(hash) ? [i] : []));
        const [first, second] = pairsOfIt(plain);
        const isQuiet =
          position.squares[(turnMove(hash) >> 6) & 63] === EMPTY && turnKind(hash) !== PROMOTION;
        if (second === undefined || !isQuiet) return;
        const led = takeAll(position, history, plain.turns[first], () => false);
        expect(led.turns[0]).toBe(plain.turns[first]);
        expect(led.promises[pairsOfIt(led)[1]]).toBe(plain.promises[second] + REST_HASH);
        compared++;
      }),
    ),
    { numRuns: 200, seed: 20261130 },
  );
  expect(compared).toBeGreaterThan(20);
});

test('what one node has put off and left is nothing to the next node of the same ply', () => {
  const position = startPosition(AVALANCHE);
  const history = createHistory();
  const picker = createPicker(position, history, createExchange(position));
  const pairs = createPairs(position, history, picker);
  const us = mover(position);
  const end = picker.listMoves(PLY, sideToMove(position), NO_TURN);
  pairs.begin(PLY, end);
  const at = pairs.next(PLY, end);
  pairs.appraise(at, 0);
  us.makeMove(picker.moves[at]);
  us.findPushes();
  expect(pairs.meet(PLY, at, 0)).toBe(true);
  pairs.postpone(at, 0, pairs.takePush(PLY, at, 0, NO_TURN));
  us.unmakeMove(picker.moves[at]);

  picker.listMoves(PLY, sideToMove(position), NO_TURN);
  pairs.begin(PLY, end);
  for (let i = pairs.next(PLY, end); i >= 0; i = pairs.next(PLY, end)) pairs.drop(i);
  pairs.recall(PLY, end);
  expect(pairs.next(PLY, end)).toBe(-1);
});
