/** Perft for one player's turns, the three ways of counting; each turn's other half is the opponent's copy. */
import { KNIGHT, MAX_MOVES, PUSHABLE, QUEEN, SELF_CHECKING } from '../board.ts';
import type { Side } from '../position.ts';
import { CHOICE, MOVE_MASK } from '../turn.ts';

/** Sequences of `depth` turns, `depth` at least 1; that the mover does not find the other king attacked is known. */
export interface PerftSide {
  /** The last ply is counted by sets, not made. */
  bulk(depth: number, opponent: PerftSide): number;
  /** Every turn is made, a move once for all of its pushes. */
  nested(depth: number, opponent: PerftSide): number;
  /** Every turn is made by itself out of a list, with key, clock and the test for a self-check. */
  single(depth: number, start: number, opponent: PerftSide): number;
}

export function createPerftSide(
  side: Side,
  words: Int32Array,
  moves: Int32Array,
  turns: Int32Array,
): PerftSide {
  const pendingPawn = side.pendingPawn;
  const choose = side.choose;
  const unchoose = side.unchoose;
  const attacksKing = side.attacksKing;
  const generateMoves = side.generateMoves;
  const makeMove = side.makeMove;
  const unmakeMove = side.unmakeMove;
  const findPushable = side.findPushable;
  const findPushes = side.findPushes;
  const makePush = side.makePush;
  const unmakePush = side.unmakePush;
  const countTurns = side.countTurns;
  const generateTurns = side.generateTurns;
  const makeTurn = side.makeTurn;
  const unmakeTurn = side.unmakeTurn;
  const isSelfCheck = side.isSelfCheck;

  /** Self-checks met by `single`: their test must not look like work that nobody wants. */
  const found = new Int32Array(32);

  function bulk(depth: number, opponent: PerftSide): number {
    return depth === 1 ? countTurns() : overChoices(depth, 1, opponent);
  }

  function nested(depth: number, opponent: PerftSide): number {
    return overChoices(depth, 0, opponent);
  }

  function overChoices(depth: number, counted: number, opponent: PerftSide): number {
    const pending = pendingPawn();
    if (pending < 0) return overMoves(depth, counted, opponent);
    let sum = 0;
    for (let choice = QUEEN; choice >= KNIGHT; choice--) {
      choose(pending, choice);
      if (!attacksKing()) sum += overMoves(depth, counted, opponent);
      else if (depth === 1) sum++;
      unchoose(pending, choice);
    }
    return sum;
  }

  function overMoves(depth: number, counted: number, opponent: PerftSide): number {
    if (depth === 1) return overLeaves();
    const start = depth * MAX_MOVES;
    const end = generateMoves(moves, start);
    let sum = 0;
    for (let i = start; i < end; i++) {
      const move = moves[i];
      makeMove(move);
      findPushes();
      let low = words[PUSHABLE];
      let high = words[PUSHABLE + 1];
      if ((low | high) === 0) sum += below(depth - 1, counted, opponent);
      low &= ~words[SELF_CHECKING];
      high &= ~words[SELF_CHECKING + 1];
      for (; low !== 0; low &= low - 1) {
        const from = 31 - Math.clz32(low & -low);
        makePush(from);
        sum += below(depth - 1, counted, opponent);
        unmakePush(from);
      }
      for (; high !== 0; high &= high - 1) {
        const from = 63 - Math.clz32(high & -high);
        makePush(from);
        sum += below(depth - 1, counted, opponent);
        unmakePush(from);
      }
      unmakeMove(move);
    }
    return sum;
  }

  function below(depth: number, counted: number, opponent: PerftSide): number {
    return counted !== 0 ? opponent.bulk(depth, self) : opponent.nested(depth, self);
  }

  /** The last ply of `nested`. */
  function overLeaves(): number {
    const end = generateMoves(moves, 0);
    let sum = 0;
    for (let i = 0; i < end; i++) {
      const move = moves[i];
      makeMove(move);
      findPushable();
      let low = words[PUSHABLE];
      let high = words[PUSHABLE + 1];
      if ((low | high) === 0) sum++;
      for (; low !== 0; low &= low - 1) {
        const from = 31 - Math.clz32(low & -low);
        makePush(from);
        sum++;
        unmakePush(from);
      }
      for (; high !== 0; high &= high - 1) {
        const from = 63 - Math.clz32(high & -high);
        makePush(from);
        sum++;
        unmakePush(from);
      }
      unmakeMove(move);
    }
    return sum;
  }

  function single(depth: number, start: number, opponent: PerftSide): number {
    const end = generateTurns(turns, start);
    if (depth === 1) return singleLeaves(start, end);
    let sum = 0;
    for (let i = start; i < end; i++) {
      const turn = turns[i];
      if ((turn & MOVE_MASK) >> 14 === CHOICE) continue;
      makeTurn(turn);
      if (!isSelfCheck(turn)) sum += opponent.single(depth - 1, end, self);
      unmakeTurn(turn);
    }
    return sum;
  }

  /** The last ply of `single`: the turns from `start` to `end`. */
  function singleLeaves(start: number, end: number): number {
    let selfChecks = 0;
    for (let i = start; i < end; i++) {
      const turn = turns[i];
      if ((turn & MOVE_MASK) >> 14 === CHOICE) continue;
      makeTurn(turn);
      if (isSelfCheck(turn)) selfChecks++;
      unmakeTurn(turn);
    }
    found[0] += selfChecks;
    return end - start;
  }

  const self: PerftSide = { bulk, nested, single };
  return self;
}
