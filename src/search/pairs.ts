/**
 * The pairs of a move and a push of a node, in descending promise, none of them made before it is its turn.
 *
 * The value of a turn is nearly the sum of its two parts' values. So a pair falls behind the best pair of its move by
 * as much as its push falls behind that pair's push, and all moves' pairs are merged by these sums: the more pushes of
 * a move have been tried, the lower it stands. What a node searches is therefore the best few pushes of many moves,
 * not all pushes of a few; and the cost grows with the pairs that are asked for, not with all there are.
 */
import { BIT_HIGH, BIT_LOW } from '../rules/bitboard.ts';
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
import { highestRank } from './push-ranks.ts';

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
  meet(ply: number, at: number, pusher: number): boolean;
  /**
   * Takes the most promising push of the move at `at`, which is met and has one left; 0 where a turn without a push has been
   * recalled. `hashTurn` may be NO_TURN.
   */
  takePush(ply: number, at: number, pusher: number, hashTurn: Turn): number;
  /** Has the move at `at`, which is met, a pair left? */
  isLeft(at: number): boolean;
  /** Puts the pair that has just been taken off until `recall`; `push` is 0 for a turn without one. */
  postpone(at: number, pusher: number, push: number): void;
  /** Brings what has been put off back, all at once. */
  recall(ply: number, end: number): void;
  /** How many pairs of the move at `at` have been taken. */
  taken(at: number): number;
  /** The move at `at` was the how-manieth of its node to be met, from 1. */
  order(at: number): number;
  /** Gives up what is left of the move at `at`. */
  drop(at: number): void;
  /** The same for several moves of a ply, one after the other; then `refresh` has to be called. */
  strike(at: number): void;
  refresh(ply: number, end: number): void;
}

/** What the rank -1, for no push, is as a bit of a set; no push has it. */
const NO_RANK = 63;

/** The moves of a ply in blocks, so that the best of them need not be looked for among all. */
const BLOCK_SHIFT = 3;
const BLOCK = 1 << BLOCK_SHIFT;
const BLOCKS = MOVES >> BLOCK_SHIFT;

/** Lower than the promise of any pair. */
const NOTHING = -(1 << 30);

/** The greater of two promises, whose difference does not overflow, without a branch. */
function greater(a: number, b: number): number {
  const less = (a - b) | 0;
  return (a - (less & (less >> 31))) | 0;
}

export function createPairs(position: Position, history: History, picker: Picker): Pairs {
  const words = position.words;
  const squares = position.squares;
  const moves = picker.moves;
  /** Of the next pair of each move. */
  const promises = picker.moveScores;
  const moveHistory = history.moves;
  const killers = history.killers;
  const { rank: rankSet, ranked, ranks, values, squares: squaresByRank } = picker.pushRanks;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const size = MAX_PLY * MOVES;
  /** What a move contributes to the promise of its pairs after the first one. */
  const shares = new Int32Array(size);
  /** What the best of its pushes is worth. */
  const bestPushes = new Int32Array(size);
  /** The pushes not taken yet, as sets of ranks (push-ranks.ts). */
  const leftLow = new Int32Array(size);
  const leftHigh = new Int32Array(size);
  /** Pushes taken; -1 before the move is met. */
  const takes = new Int32Array(size);
  /** The pushes put off, likewise; the bit of NO_RANK stands for a turn without a push. */
  const laterLow = new Int32Array(size);
  const laterHigh = new Int32Array(size);
  const orders = new Int32Array(size);
  /** The promise of the best pair of each block. */
  const tops = new Int32Array(MAX_PLY * BLOCKS);
  /** Moves met, by ply. */
  const meetings = new Int32Array(MAX_PLY);

  function begin(ply: number, end: number): void {
    meetings[ply] = 0;
    for (let i = ply * MOVES; i < end; i++) takes[i] = -1;
    // What the last block has no moves for.
    for (let i = end; (i & (BLOCK - 1)) !== 0; i++) promises[i] = NOTHING;
    refresh(ply, end);
  }

  /** Finds out what each block's best pair promises. */
  function refresh(ply: number, end: number): void {
    for (let i = ply * MOVES; i < end; i += BLOCK) refreshBlock(i);
  }

  /** The same for the block of the move at `at`. Written out: a loop would take longer to end than to run. */
  function refreshBlock(at: number): void {
    const i = at & -BLOCK;
    const a = greater(promises[i], promises[i + 1]);
    const b = greater(promises[i + 2], promises[i + 3]);
    const c = greater(promises[i + 4], promises[i + 5]);
    const d = greater(promises[i + 6], promises[i + 7]);
    tops[i >> BLOCK_SHIFT] = greater(greater(a, b), greater(c, d));
  }

  function next(ply: number, end: number): number {
    let best = mostPromising(ply, end);
    while (best >= 0 && !picker.isSound(best)) {
      refreshBlock(best);
      best = mostPromising(ply, end);
    }
    return best;
  }

  // The best block by arithmetic: a branch on each new maximum is one that no processor foresees.
  function mostPromising(ply: number, end: number): number {
    const last = (end + BLOCK - 1) >> BLOCK_SHIFT;
    let most = NOTHING;
    let block = -1;
    for (let i = ply * BLOCKS; i < last; i++) {
      const less = (most - tops[i]) | 0;
      const isMore = less >> 31;
      most = (most - (less & isMore)) | 0;
      block ^= (block ^ i) & isMore;
    }
    if (block < 0) return -1;
    let at = block << BLOCK_SHIFT;
    while (promises[at] !== most) at++;
    return at;
  }

  function stays(ply: number, end: number, at: number): boolean {
    if (promises[at] === NOTHING) return false;
    const limit = (promises[at] + STAY_MARGIN) | 0;
    const last = (end + BLOCK - 1) >> BLOCK_SHIFT;
    for (let i = ply * BLOCKS; i < last; i++) if (tops[i] > limit) return false;
    return true;
  }

  function appraise(at: number, pusher: number): void {
    shares[at] = promises[at] < ORDER_QUIET ? promises[at] : shareOf(at, pusher);
  }

  function isMet(at: number): boolean {
    return takes[at] >= 0;
  }

  function meet(ply: number, at: number, pusher: number): boolean {
    const low = words[PUSHABLE] & ~(words[SELF_CHECKING] | words[CHOICE_GIVING]);
    const high = words[PUSHABLE + 1] & ~(words[SELF_CHECKING + 1] | words[CHOICE_GIVING + 1]);
    rankSet(pusher, low, high);
    leftLow[at] = ranked[0];
    leftHigh[at] = ranked[1];
    takes[at] = 0;
    laterLow[at] = 0;
    laterHigh[at] = 0;
    meetings[ply]++;
    orders[at] = meetings[ply];
    if ((low | high) === 0) {
      drop(at);
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

  function takePush(ply: number, at: number, pusher: number, hashTurn: Turn): number {
    const base = pusher << 6;
    let low = leftLow[at];
    let high = leftHigh[at];
    // The best push, the second best, and beside them that of the latest killer, which is worth more than its rank.
    const killer = ranks[base | ((killers[ply << 1] >> 16) & 63)];
    const hasKiller = has(low, high, killer);
    if (hasKiller) {
      low &= ~bitLow[killer];
      high &= ~bitHigh[killer];
    }
    let rank = highestRank(low, high);
    const next = highestRank(low & ~bitLow[rank & NO_RANK], high & ~bitHigh[rank & NO_RANK]);
    let most = rank < 0 ? NOTHING : values[base | rank];
    let second = next < 0 ? NOTHING : values[base | next];
    if (hasKiller) {
      const value = (values[base | killer] + KILLER_PUSH) | 0;
      if (value > most) {
        second = most;
        most = value;
        rank = killer;
      } else if (value > second) second = value;
    }
    if (takes[at] === 0) {
      bestPushes[at] = most;
      const favourite = ranks[base | favouritePush(ply, moves[at], hashTurn)];
      if (favourite !== rank && has(leftLow[at], leftHigh[at], favourite)) {
        second = most;
        rank = favourite;
      }
    }
    takes[at]++;
    leftLow[at] &= ~bitLow[rank & NO_RANK];
    leftHigh[at] &= ~bitHigh[rank & NO_RANK];
    promises[at] = second === NOTHING ? NOTHING : (shares[at] + second - bestPushes[at]) | 0;
    refreshBlock(at);
    return rank < 0 ? 0 : squaresByRank[base | rank];
  }

  function isLeft(at: number): boolean {
    return promises[at] !== NOTHING;
  }

  function has(low: number, high: number, rank: number): boolean {
    return ((low & bitLow[rank & NO_RANK]) | (high & bitHigh[rank & NO_RANK])) !== 0;
  }

  /** The push that goes with `move` in the hash turn or a killer, 0 if it is in none of them. */
  function favouritePush(ply: number, move: Move, hashTurn: Turn): number {
    const first = killers[ply << 1];
    const second = killers[(ply << 1) + 1];
    if ((hashTurn & 0xffff) === move) return (hashTurn >> 16) & 63;
    if ((first & 0xffff) === move) return (first >> 16) & 63;
    return (second & 0xffff) === move ? (second >> 16) & 63 : 0;
  }

  function postpone(at: number, pusher: number, push: number): void {
    const rank = ranks[(pusher << 6) | push] & NO_RANK;
    if (takes[at] > 0) takes[at]--;
    laterLow[at] |= bitLow[rank];
    laterHigh[at] |= bitHigh[rank];
  }

  function recall(ply: number, end: number): void {
    for (let i = ply * MOVES; i < end; i++) {
      // What stands at a move that this node has not met is left from another node.
      if (takes[i] < 0 || (laterLow[i] | laterHigh[i]) === 0) continue;
      leftLow[i] = laterLow[i];
      leftHigh[i] = laterHigh[i] & ~bitHigh[NO_RANK];
      laterLow[i] = 0;
      laterHigh[i] = 0;
      // Their order among each other matters little now.
      promises[i] = -orders[i];
    }
    refresh(ply, end);
  }

  function taken(at: number): number {
    return takes[at];
  }

  function order(at: number): number {
    return orders[at];
  }

  function drop(at: number): void {
    promises[at] = NOTHING;
    refreshBlock(at);
  }

  function strike(at: number): void {
    promises[at] = NOTHING;
  }

  return {
    begin,
    next,
    stays,
    appraise,
    isMet,
    meet,
    takePush,
    isLeft,
    postpone,
    recall,
    taken,
    order,
    drop,
    strike,
    refresh,
  };
}
