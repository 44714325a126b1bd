/**
 * The pairs of a move and a push of a node, in descending promise, none of them made before it is its turn.
 *
 * The value of a turn is nearly the sum of its two parts' values. So a pair falls behind the best pair of its move by
 * as much as its push falls behind that pair's push, and all moves' pairs are merged by these sums: the more pushes of
 * a move have been tried, the lower it stands. What a node searches is therefore the best few pushes of many moves,
 * not all pushes of a few; and the cost grows with the pairs that are asked for, not with all there are.
 */
import { CHOICE_GIVING, EMPTY, PUSHABLE, SELF_CHECKING } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { type Move, PROMOTION, type Turn } from '../rules/turn.ts';
import { type History, moveSlot } from './history.ts';
import { MAX_PLY } from './limits.ts';
import {
  KILLER_PUSH,
  ORDER_GAIN_WEIGHT,
  ORDER_HASH,
  ORDER_KILLER,
  ORDER_QUIET,
  REST_CAPTURE,
  REST_HASH,
  REST_KILLER,
  STAY_MARGIN,
} from './params.ts';
import { MOVES, type Picker } from './picker.ts';

export interface Pairs {
  /** The moves of `ply` have been listed, and none of their pairs has been tried. */
  begin(ply: number, end: number): void;
  /** The index of the move of `ply`, before `end`, that has the most promising pair left; -1 if no pair is left. */
  next(ply: number, end: number): number;
  /** Has the move at `at`, made just now, a pair left that is about as promising as any other move's? */
  stays(ply: number, end: number, at: number): boolean;
  /** Before the move at `at` is made for the first time: notes what it is worth beside its best push. */
  appraise(at: number, pusher: number): void;
  /** Has `meet` been called for the move at `at`? */
  isMet(at: number): boolean;
  /**
   * After makeMove and findPushes of the move at `at`, for the first time: notes those of its pushes that do not lose
   * at once. False if there are none; then the move has no pairs.
   */
  meet(ply: number, at: number): boolean;
  /**
   * Takes the most promising push of the move at `at`, which is met and has one left; 0 where a turn without a push has been
   * recalled. `hashTurn` may be NO_TURN.
   */
  takePush(ply: number, at: number, pusher: number, hashTurn: Turn): number;
  /** Puts the pair that has just been taken off until `recall`; `push` is 0 for a turn without one. */
  postpone(at: number, push: number): void;
  /** Brings what has been put off back, all at once. */
  recall(ply: number, end: number): void;
  /** How many pairs of the move at `at` have been taken. */
  taken(at: number): number;
  /** The move at `at` was the how-manieth of its node to be met, from 1. */
  order(at: number): number;
  /** Gives up what is left of the move at `at`. */
  drop(at: number): void;
}

/** Lower than the promise of any pair. */
const NOTHING = -(1 << 30);

export function createPairs(position: Position, history: History, picker: Picker): Pairs {
  const words = position.words;
  const squares = position.squares;
  const moves = picker.moves;
  /** Of the next pair of each move. */
  const promises = picker.moveScores;
  const moveHistory = history.moves;
  const killers = history.killers;
  const size = MAX_PLY * MOVES;
  /** What a move contributes to the promise of its pairs after the first one. */
  const shares = new Int32Array(size);
  /** What the best of its pushes is worth. */
  const bestPushes = new Int32Array(size);
  /** The pushes not taken yet. */
  const leftLow = new Int32Array(size);
  const leftHigh = new Int32Array(size);
  /** Pushes taken; -1 before the move is met. */
  const takes = new Int32Array(size);
  /** The pushes put off; the lowest bit, which is no pawn's, stands for a turn without a push. */
  const laterLow = new Int32Array(size);
  const laterHigh = new Int32Array(size);
  const orders = new Int32Array(size);
  /** Moves met, by ply. */
  const meetings = new Int32Array(MAX_PLY);

  function begin(ply: number, end: number): void {
    meetings[ply] = 0;
    for (let i = ply * MOVES; i < end; i++) takes[i] = -1;
  }

  function next(ply: number, end: number): number {
    let best = mostPromising(ply, end);
    while (best >= 0 && !picker.isSound(best)) best = mostPromising(ply, end);
    return best;
  }

  // The maximum by arithmetic and only then its place: a branch on each new maximum is one that no processor foresees.
  function mostPromising(ply: number, end: number): number {
    const start = ply * MOVES;
    let most = NOTHING;
    for (let i = start; i < end; i++) {
      const less = (most - promises[i]) | 0;
      most = (most - (less & (less >> 31))) | 0;
    }
    if (most === NOTHING) return -1;
    let at = start;
    while (promises[at] !== most) at++;
    return at;
  }

  function stays(ply: number, end: number, at: number): boolean {
    if (promises[at] === NOTHING) return false;
    const limit = (promises[at] + STAY_MARGIN) | 0;
    for (let i = ply * MOVES; i < end; i++) if (promises[i] > limit) return false;
    return true;
  }

  function appraise(at: number, pusher: number): void {
    shares[at] = promises[at] < ORDER_QUIET ? promises[at] : shareOf(at, pusher);
  }

  function isMet(at: number): boolean {
    return takes[at] >= 0;
  }

  function meet(ply: number, at: number): boolean {
    const low = words[PUSHABLE] & ~(words[SELF_CHECKING] | words[CHOICE_GIVING]);
    const high = words[PUSHABLE + 1] & ~(words[SELF_CHECKING + 1] | words[CHOICE_GIVING + 1]);
    leftLow[at] = low;
    leftHigh[at] = high;
    takes[at] = 0;
    laterLow[at] = 0;
    laterHigh[at] = 0;
    meetings[ply]++;
    orders[at] = meetings[ply];
    if ((low | high) === 0) {
      promises[at] = NOTHING;
      return false;
    }
    return true;
  }

  /** What a hash move, a good capture or a killer is worth on the scale of quiet moves. */
  function shareOf(at: number, pusher: number): number {
    const move = moves[at];
    const gain = Math.imul(picker.moveGain(move), ORDER_GAIN_WEIGHT);
    const loud = squares[(move >> 6) & 63] !== EMPTY || move >> 14 === PROMOTION;
    const natural = (gain + (loud ? REST_CAPTURE : moveHistory[moveSlot(pusher, move)])) | 0;
    if (promises[at] === ORDER_HASH) return (natural + REST_HASH) | 0;
    return promises[at] <= ORDER_KILLER ? (natural + REST_KILLER) | 0 : natural;
  }

  // The best push and the second best by arithmetic too, as numbers of a value and a square: of equals the lower square
  // comes first.
  function takePush(ply: number, at: number, pusher: number, hashTurn: Turn): number {
    const killerPush = (killers[ply << 1] >> 16) & 63;
    let most = NOTHING;
    let second = NOTHING;
    for (let half = 0; half < 64; half += 32) {
      for (let left = half === 0 ? leftLow[at] : leftHigh[at]; left !== 0; left &= left - 1) {
        const from = half + 31 - Math.clz32(left & -left);
        let value = picker.pushOrder(pusher, from);
        if (from === killerPush) value = (value + KILLER_PUSH) | 0;
        const ranked = (value << 6) | (63 ^ from);
        const over = (ranked - most) | 0;
        const gain = over & ~(over >> 31);
        most = (most + gain) | 0;
        const rise = (ranked - gain - second) | 0;
        second = (second + (rise & ~(rise >> 31))) | 0;
      }
    }
    let push = most === NOTHING ? 0 : 63 ^ (most & 63);
    if (takes[at] === 0) {
      bestPushes[at] = most >> 6;
      const favourite = favouritePush(ply, moves[at], hashTurn);
      if (favourite !== push && isLeft(at, favourite)) {
        second = most;
        push = favourite;
      }
    }
    takes[at]++;
    if (push < 32) leftLow[at] &= ~(1 << push);
    else leftHigh[at] &= ~(1 << (push - 32));
    promises[at] = second === NOTHING ? NOTHING : (shares[at] + (second >> 6) - bestPushes[at]) | 0;
    return push;
  }

  function isLeft(at: number, push: number): boolean {
    return (((push < 32 ? leftLow[at] : leftHigh[at]) >>> (push & 31)) & 1) !== 0;
  }

  /** The push that goes with `move` in the hash turn or a killer, 0 if it is in none of them. */
  function favouritePush(ply: number, move: Move, hashTurn: Turn): number {
    const first = killers[ply << 1];
    const second = killers[(ply << 1) + 1];
    if ((hashTurn & 0xffff) === move) return (hashTurn >> 16) & 63;
    if ((first & 0xffff) === move) return (first >> 16) & 63;
    return (second & 0xffff) === move ? (second >> 16) & 63 : 0;
  }

  function postpone(at: number, push: number): void {
    if (takes[at] > 0) takes[at]--;
    if (push < 32) laterLow[at] |= 1 << push;
    else laterHigh[at] |= 1 << (push - 32);
  }

  function recall(ply: number, end: number): void {
    for (let i = ply * MOVES; i < end; i++) {
      // What stands at a move that this node has not met is left from another node.
      if (takes[i] < 0 || (laterLow[i] | laterHigh[i]) === 0) continue;
      leftLow[i] = laterLow[i] & ~1;
      leftHigh[i] = laterHigh[i];
      laterLow[i] = 0;
      laterHigh[i] = 0;
      // Their order among each other matters little now.
      promises[i] = -orders[i];
    }
  }

  function taken(at: number): number {
    return takes[at];
  }

  function order(at: number): number {
    return orders[at];
  }

  function drop(at: number): void {
    promises[at] = NOTHING;
  }

  return { begin, next, stays, appraise, isMet, meet, takePush, postpone, recall, taken, order, drop };
}
