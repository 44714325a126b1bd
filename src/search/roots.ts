/** The turns of the root, the most promising first, so that there is an answer before any search. */
import { legalTurns } from '../rules/generate.ts';
import { mover } from '../rules/position.ts';
import { CHOICE, type Move, type Turn, turnChoice, turnKind, turnMove, turnPush } from '../rules/turn.ts';
import { winningChoice } from './endings.ts';
import { type Bound, MATE, MATE_BOUND } from './limits.ts';
import type { Parts } from './parts.ts';

/** A turn of the root and what the search knows about it. */
export interface Root {
  readonly turn: Turn;
  /** A capture, a promotion, a turn out of check: never reduced. */
  readonly loud: boolean;
  /** A guess before any search. */
  promise: number;
  /** -MATE unless it has been the best of an iteration, so that sorting leaves all others in their order. */
  score: number;
  bound: Bound;
  /** The depth of that iteration, 0 if there was none. */
  depth: number;
  selectiveDepth: number;
  line: readonly Turn[];
}

/** Of what a push adds to the value of a turn, in centipawns: more is a matter of that one turn. */
const LARGEST_PUSH_PART = 300;

export type RootParts = Pick<Parts, 'position' | 'evaluator' | 'exchange'>;
export type ListRoots = (wanted: readonly Turn[] | undefined, hasty: boolean) => Root[];

/**
 * Makes the function that lists the turns to search: those wanted, or all. A `hasty` list does not look at each of
 * them, which takes some tenths of a millisecond: the value of a turn is nearly the sum of its move's and its push's,
 * so each move is looked at with one push, and each push with the best move.
 */
export function createRoots({ position, evaluator, exchange }: RootParts): ListRoots {
  const pushParts = new Int32Array(64);

  function list(wanted: readonly Turn[] | undefined, hasty: boolean): Root[] {
    const all = legalTurns(position);
    const asked = wanted === undefined ? all : all.filter((turn) => wanted.includes(turn));
    const turns = asked.length > 0 ? asked : all;
    // A choice decides more than its turn's other parts.
    const inParts = hasty && mover(position).pendingPawn() < 0;
    const roots = inParts ? listByParts(turns) : rootsOf(turns, promiseOf);
    return roots.sort((a, b) => b.promise - a.promise);
  }

  function listByParts(turns: readonly Turn[]): Root[] {
    const known = new Map<Turn, number>();
    const look = (turn: Turn): number => {
      const value = known.get(turn) ?? promiseOf(turn);
      known.set(turn, value);
      return value;
    };
    const better = (one: Turn, other: Turn): Turn => (look(other) > look(one) ? other : one);
    /** A turn of each move, one that does not lose at once if there is one. */
    const samples = new Map<Move, Turn>();
    for (const turn of turns) {
      const sample = samples.get(turnMove(turn));
      if (sample === undefined || look(sample) < -MATE_BOUND) samples.set(turnMove(turn), turn);
    }
    const best = [...samples.values()].reduce(better);
    pushParts.fill(0);
    for (const turn of turns) {
      if (turnMove(turn) !== turnMove(best)) continue;
      const part = look(turn) - look(best);
      pushParts[turnPush(turn)] = Math.max(-LARGEST_PUSH_PART, Math.min(LARGEST_PUSH_PART, part));
    }
    const expected = (turn: Turn): number => {
      const sample = samples.get(turnMove(turn)) ?? turn;
      return look(sample) + pushParts[turnPush(turn)] - pushParts[turnPush(sample)];
    };
    return firstKnown(
      rootsOf(turns, (turn) => known.get(turn) ?? expected(turn)),
      known,
      look,
    );
  }

  // Not by `map`: whether V8 takes its result for an array with holes depends on whether it has compiled the call, and
  // a search compiled for one kind would be thrown away at the other.
  function rootsOf(turns: readonly Turn[], promise: (turn: Turn) => number): Root[] {
    const roots: Root[] = [];
    for (const turn of turns) roots.push(rootOf(turn, promise(turn)));
    return roots;
  }

  /** Looks at the most promising turn until it is one that has been looked at: it may be the answer as it is. */
  function firstKnown(roots: Root[], known: ReadonlyMap<Turn, number>, look: (turn: Turn) => number): Root[] {
    for (;;) {
      const first = roots.reduce((one, other) => (other.promise > one.promise ? other : one));
      if (known.has(first.turn)) return roots;
      first.promise = look(first.turn);
    }
  }

  function rootOf(turn: Turn, promise: number): Root {
    const loud =
      turnKind(turn) === CHOICE || mover(position).inCheck() || exchange.victimValue(turnMove(turn)) !== 0;
    return {
      turn,
      loud,
      promise,
      score: -MATE,
      bound: 'upper',
      depth: 0,
      selectiveDepth: 0,
      line: [turn],
    };
  }

  /** What a turn is worth to its player before any search, in centipawns. */
  function promiseOf(turn: Turn): number {
    if (turnKind(turn) === CHOICE) return MATE - 1;
    const us = mover(position);
    const move = turnMove(turn);
    const choice = turnChoice(turn);
    const pending = us.pendingPawn();
    if (choice !== 0) us.choose(pending, choice);
    // What the exchange on the arrival square still costs.
    const risk = exchange.value(move) - exchange.victimValue(move);
    if (choice !== 0) us.unchoose(pending, choice);
    us.makeTurn(turn);
    const promise = valueAfter() + Math.min(0, risk);
    us.unmakeTurn(turn);
    return promise;
  }

  function valueAfter(): number {
    const them = mover(position);
    if (them.attacksKing()) return 1 - MATE;
    const pending = them.pendingPawn();
    if (pending >= 0 && winningChoice(them, pending) !== 0) return 2 - MATE;
    return -evaluator.evaluate() | 0;
  }

  return list;
}
