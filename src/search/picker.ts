/**
 * The moves of a node in the order of their promise, and what moves and pushes gain. Which push a move is tried with is
 * settled in pairs.ts.
 *
 * The lists of all plies lie in one array each; a ply's moves begin at MOVES × ply. The next best entry is found by
 * selection when it is asked for, since most nodes ask for few.
 */
import { squareTables } from '../evaluate/squares.ts';
import { attackTables } from '../rules/attacks.ts';
import { offHeapIntsOf } from '../rules/bitboard.ts';
import {
  CHOICE_GIVING,
  type Colour,
  EMPTY,
  KING,
  KNIGHT,
  OCCUPIED,
  PAWN,
  PUSHABLE,
  QUEEN,
  SELF_CHECKING,
} from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { createSides } from '../rules/sides.ts';
import { CASTLING, type Move, PROMOTION, type Turn } from '../rules/turn.ts';
import type { Exchange } from './exchange.ts';
import { type History, moveSlot } from './history.ts';
import { MAX_PLY } from './limits.ts';
import {
  CASTLING_GAIN,
  EXCHANGE_VALUES,
  ORDER_BAD_CAPTURE,
  ORDER_GAIN_WEIGHT,
  ORDER_GOOD_CAPTURE,
  ORDER_HASH,
  ORDER_KILLER,
  ORDER_SECOND_KILLER,
  ORDER_UNDERPROMOTION,
} from './params.ts';
import { createPushRanks, highestRank, type PushRanks } from './push-ranks.ts';

const CASTLING_ORDER = CASTLING_GAIN * ORDER_GAIN_WEIGHT;

/** Room for the moves of a ply. */
export const MOVES = 256;

export interface Picker {
  readonly moves: Int32Array;
  /** Lists all moves of `side` and returns the index behind them. `hashTurn` is NO_TURN or comes first. */
  listMoves(ply: number, side: Colour, hashTurn: Turn): number;
  /** The same for promotions and captures of pieces worth at least `least` alone, by victim. */
  listCaptures(ply: number, side: Colour, hashTurn: Turn, least: number): number;
  /**
   * May the move at `at` have the promise it has? A capture is listed as a good one; if it turns out to lose by the
   * exchange, which most nodes need not know of most captures, the answer is no and it is put among the bad ones.
   */
  isSound(at: number): boolean;
  /** Brings the best of the moves `at` to `end` to the front and returns it. */
  nextMove(at: number, end: number): Move;
  /** The order value of each move, by its index; `pairs.ts` lowers them as pairs are used up, `isSound` that of a bad capture. */
  readonly moveScores: Int32Array;
  /** The single push that suits the capture `move` best, -1 if each one loses or there is none. */
  bestPush(pusher: number, move: Move): number;
  /** What the mover gains by `move`, in centipawns, by the piece-square tables alone. */
  moveGain(move: Move): number;
  /** What `pusher` gains by pushing the opponent's pawn on `from`. */
  pushGain(pusher: number, from: number): number;
  /** The most that any push gains. */
  readonly mostPushGain: number;
  /** What that counts on the scale of the moves' order, and the order itself. */
  readonly pushRanks: PushRanks;
}

export function createPicker(position: Position, history: History, exchange: Exchange): Picker {
  const words = position.words;
  const squares = position.squares;
  const sides = createSides(position);
  const pawnAttacks = attackTables().pawn;
  const moves = new Int32Array(MAX_PLY * MOVES);
  const moveScores = new Int32Array(MAX_PLY * MOVES);
  const moveHistory = history.moves;
  const killers = history.killers;
  const holds = exchange.holds;
  /** The piece-square tables half-way between full and bare, for White. */
  const worth = middleTable();
  /** The same for the piece's own side, as it counts in the order of the moves. */
  const orderWorth = worth.map((value, i) => Math.imul(i < 6 * 64 ? value : -value, ORDER_GAIN_WEIGHT));
  /** By 64 × pusher + the square of the opponent's pawn. */
  const pushGains = pushGainTable(worth);
  const pushRanks = createPushRanks(pushGains.map((gain) => Math.imul(gain, ORDER_GAIN_WEIGHT)));
  const ranked = pushRanks.ranked;
  const worthOf = offHeapIntsOf(...EXCHANGE_VALUES, ...EXCHANGE_VALUES, 0);

  function listMoves(ply: number, side: Colour, hashTurn: Turn): number {
    const start = ply * MOVES;
    const end = sides.generateMoves(side, moves, start);
    const hashMove = hashTurn & 0xffff;
    const firstKiller = killers[ply << 1] & 0xffff;
    const secondKiller = killers[(ply << 1) + 1] & 0xffff;
    for (let i = start; i < end; i++) {
      const move = moves[i];
      let score: number;
      if (move === hashMove) score = ORDER_HASH;
      else if (squares[(move >> 6) & 63] !== EMPTY || move >> 14 === PROMOTION) score = captureScore(move);
      else if (move === firstKiller) score = ORDER_KILLER;
      else if (move === secondKiller) score = ORDER_SECOND_KILLER;
      else score = (moveHistory[moveSlot(side, move)] + quietOrder(move)) | 0;
      moveScores[i] = score;
    }
    return end;
  }

  /** Victims first, then the cheaper taker. What loses by the exchange comes last, but that is found out later. */
  function captureScore(move: Move): number {
    if (move >> 14 === PROMOTION) {
      const promotion = (move >> 12) & 3;
      if (promotion === 0) return 0;
      if (promotion !== QUEEN - KNIGHT) return ORDER_UNDERPROMOTION;
    }
    return (ORDER_GOOD_CAPTURE + victimScore(move)) | 0;
  }

  function isSound(at: number): boolean {
    const score = moveScores[at];
    if (score < ORDER_GOOD_CAPTURE || score >= ORDER_HASH || holds(moves[at])) return true;
    moveScores[at] = (score - ORDER_GOOD_CAPTURE + ORDER_BAD_CAPTURE) | 0;
    return false;
  }

  function victimScore(move: Move): number {
    const victim = worthOf[squares[(move >> 6) & 63]] << 4;
    const promotes = move >> 14 === PROMOTION ? 1000 << 4 : 0;
    return (victim + promotes - (worthOf[squares[move & 63]] >> 4)) | 0;
  }

  function listCaptures(ply: number, side: Colour, hashTurn: Turn, least: number): number {
    const start = ply * MOVES;
    const their = 12 - 12 * side;
    // The kinds stand in ascending order of their worth.
    let low = -1;
    let high = -1;
    for (let kind = PAWN; worthOf[kind] < least && kind < KING; kind++) {
      low &= ~words[their + 2 * kind];
      high &= ~words[their + 2 * kind + 1];
    }
    // Nothing to be had, and no pawn that could promote.
    const taken = OCCUPIED + 2 - 2 * side;
    const near = side === 0 ? words[1] & 0x00ff0000 : words[12] & 0xff00;
    if (((words[taken] & low) | (words[taken + 1] & high) | near) === 0) return start;
    const end = sides.generateCaptures(side, moves, start, low, high);
    const hashMove = hashTurn & 0xffff;
    for (let i = start; i < end; i++) {
      const move = moves[i];
      const poor = move >> 14 === PROMOTION && ((move >> 12) & 3) !== QUEEN - KNIGHT;
      if (move === hashMove) moveScores[i] = ORDER_HASH;
      else moveScores[i] = poor ? ORDER_UNDERPROMOTION : victimScore(move);
    }
    return end;
  }

  function nextMove(at: number, end: number): Move {
    let best = bestMove(at, end);
    while (!isSound(best)) best = bestMove(at, end);
    const score = moveScores[best];
    const move = moves[best];
    moves[best] = moves[at];
    moveScores[best] = moveScores[at];
    moves[at] = move;
    moveScores[at] = score;
    return move;
  }

  function bestMove(at: number, end: number): number {
    let best = at;
    let score = moveScores[at];
    for (let i = at + 1; i < end; i++) {
      if (moveScores[i] > score) {
        best = i;
        score = moveScores[i];
      }
    }
    return best;
  }

  function bestPush(pusher: number, move: Move): number {
    const to = (move >> 6) & 63;
    // Their pawns that guard the capture square stand where a pawn of the pusher there would attack.
    const guards = (pusher << 7) + (to << 1);
    const guardsLow = pawnAttacks[guards];
    const guardsHigh = pawnAttacks[guards + 1];
    let low = words[PUSHABLE] & ~(words[SELF_CHECKING] | words[CHOICE_GIVING]);
    let high = words[PUSHABLE + 1] & ~(words[SELF_CHECKING + 1] | words[CHOICE_GIVING + 1]);
    if (((low & guardsLow) | (high & guardsHigh)) !== 0) {
      low &= guardsLow;
      high &= guardsHigh;
    }
    pushRanks.rank(pusher, low, high);
    const rank = highestRank(ranked[0], ranked[1]);
    return rank < 0 ? -1 : pushRanks.squares[(pusher << 6) | rank];
  }

  function moveGain(move: Move): number {
    const from = move & 63;
    const to = (move >> 6) & 63;
    const piece = squares[from];
    const kind = move >> 14;
    const becomes = kind === PROMOTION ? (piece + KNIGHT + ((move >> 12) & 3)) | 0 : piece;
    let gain = (worth[(becomes << 6) | to] - worth[(piece << 6) | from] - worth[(squares[to] << 6) | to]) | 0;
    if (piece >= 6) gain = -gain | 0;
    // Castling brings the rook into play.
    return kind === CASTLING ? (gain + CASTLING_GAIN) | 0 : gain;
  }

  /** `moveGain` of a move that neither takes nor promotes, on the scale of the moves' order. */
  function quietOrder(move: Move): number {
    const from = move & 63;
    const row = squares[from] << 6;
    const gain = (orderWorth[row | ((move >> 6) & 63)] - orderWorth[row | from]) | 0;
    return move >> 14 === CASTLING ? (gain + CASTLING_ORDER) | 0 : gain;
  }

  function pushGain(pusher: number, from: number): number {
    return pushGains[(pusher << 6) | from];
  }

  return {
    moves,
    moveScores,
    listMoves,
    listCaptures,
    nextMove,
    isSound,
    bestPush,
    moveGain,
    pushGain,
    mostPushGain: Math.max(...pushGains),
    pushRanks,
  };
}

function middleTable(): Int32Array {
  const { full, bare } = squareTables();
  // Rounded towards zero, the same for both colours.
  return full.map((value, i) => ((value + bare[i]) / 2) | 0);
}

function pushGainTable(worth: Int32Array): Int32Array {
  const gains = new Int32Array(128);
  for (let from = 8; from < 56; from++) {
    // White pushes black pawns (piece 6) down: their loss in value is White's gain.
    gains[from] = worth[6 * 64 + from - 8] - worth[6 * 64 + from];
    gains[64 + from] = worth[from] - worth[from + 8];
  }
  return gains;
}
