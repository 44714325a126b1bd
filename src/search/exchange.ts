/**
 * What a capture wins when both sides go on taking on its square, each with the least piece first (static exchange
 * evaluation), and each taking part in the one thing that is special here: whoever has just taken also pushes. A
 * pawn that guards the square and has a free square ahead is pushed past it before it can take back, so it guards
 * nothing; a second one does. The line that such a push opens counts for both sides.
 */
import { attackTables, bishopIndex, rookIndex } from '../rules/attacks.ts';
import { BIT_HIGH, BIT_LOW, first, offHeapInts, offHeapIntsOf } from '../rules/bitboard.ts';
import { BISHOP, EMPTY, KING, KNIGHT, OCCUPIED, PAWN, QUEEN, ROOK } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { CASTLING, type Move, PROMOTION } from '../rules/turn.ts';
import { EXCHANGE_VALUES } from './params.ts';

export interface Exchange {
  /** The centipawns that the legal move `move` wins (less than 0: loses) on its square. */
  value(move: Move): number;
  /** Does `move` lose nothing? Quicker than `value` where the victim is worth the taker. */
  holds(move: Move): boolean;
  /** The value of what `move` takes, and of what it promotes to. */
  victimValue(move: Move): number;
}

// The scratch words.
const OCCUPIED_LOW = 0;
const OCCUPIED_HIGH = 1;
const ATTACKERS_LOW = 2;
const ATTACKERS_HIGH = 3;

export function createExchange(position: Position): Exchange {
  const words = position.words;
  const squares = position.squares;
  const tables = attackTables();
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const pawnAttacks = tables.pawn;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const scratch = offHeapInts(4);
  /** What the side that takes has won so far, by the number of captures. */
  const gain = new Int32Array(40);
  /** By piece code; EMPTY is worth nothing. */
  const worthOf = offHeapIntsOf(...EXCHANGE_VALUES, ...EXCHANGE_VALUES, 0);

  /** Writes who attacks `square`, of both sides, through the squares that have become free. */
  function findAttackers(square: number): void {
    const s = square << 1;
    const low = scratch[OCCUPIED_LOW];
    const high = scratch[OCCUPIED_HIGH];
    const rook = rookIndex(places, parameters, square, low, high);
    const bishop = bishopIndex(places, parameters, square, low, high);
    const queensLow = words[2 * QUEEN] | words[12 + 2 * QUEEN];
    const queensHigh = words[2 * QUEEN + 1] | words[12 + 2 * QUEEN + 1];
    // A pawn attacks the square if a pawn of the other colour there would attack it.
    scratch[ATTACKERS_LOW] =
      low &
      ((sliders[rook] & (words[2 * ROOK] | words[12 + 2 * ROOK] | queensLow)) |
        (sliders[bishop] & (words[2 * BISHOP] | words[12 + 2 * BISHOP] | queensLow)) |
        (knightAttacks[s] & (words[2 * KNIGHT] | words[12 + 2 * KNIGHT])) |
        (kingAttacks[s] & (words[2 * KING] | words[12 + 2 * KING])) |
        (pawnAttacks[128 + s] & words[2 * PAWN]) |
        (pawnAttacks[s] & words[12 + 2 * PAWN]));
    scratch[ATTACKERS_HIGH] =
      high &
      ((sliders[rook + 1] & (words[2 * ROOK + 1] | words[12 + 2 * ROOK + 1] | queensHigh)) |
        (sliders[bishop + 1] & (words[2 * BISHOP + 1] | words[12 + 2 * BISHOP + 1] | queensHigh)) |
        (knightAttacks[s + 1] & (words[2 * KNIGHT + 1] | words[12 + 2 * KNIGHT + 1])) |
        (kingAttacks[s + 1] & (words[2 * KING + 1] | words[12 + 2 * KING + 1])) |
        (pawnAttacks[128 + s + 1] & words[2 * PAWN + 1]) |
        (pawnAttacks[s + 1] & words[12 + 2 * PAWN + 1]));
  }

  /** Pushes away one pawn of `side` that guards `square`, if one has a free square ahead. */
  function pushGuard(side: number, square: number): boolean {
    const pawns = side * 12 + 2 * PAWN;
    let low = scratch[ATTACKERS_LOW] & words[pawns];
    let high = scratch[ATTACKERS_HIGH] & words[pawns + 1];
    while ((low | high) !== 0) {
      const from = first(low, high);
      const ahead = side === 0 ? from + 8 : from - 8;
      if (
        ahead !== square &&
        ((scratch[OCCUPIED_LOW] & bitLow[ahead]) | (scratch[OCCUPIED_HIGH] & bitHigh[ahead])) === 0
      ) {
        scratch[OCCUPIED_LOW] ^= bitLow[from] | bitLow[ahead];
        scratch[OCCUPIED_HIGH] ^= bitHigh[from] | bitHigh[ahead];
        return true;
      }
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }
    return false;
  }

  /** The square of the least piece of `side` among the attackers, -1 if there is none. */
  function leastAttacker(side: number): number {
    const low = scratch[ATTACKERS_LOW] & words[OCCUPIED + 2 * side];
    const high = scratch[ATTACKERS_HIGH] & words[OCCUPIED + 2 * side + 1];
    if ((low | high) === 0) return -1;
    for (let i = side * 12; i < side * 12 + 12; i += 2) {
      const a = low & words[i];
      const b = high & words[i + 1];
      if ((a | b) !== 0) return first(a, b);
    }
    return -1;
  }

  function value(move: Move): number {
    const from = move & 63;
    const to = (move >> 6) & 63;
    const kind = (move >> 14) & 3;
    if (kind === CASTLING) return 0;
    const taker = squares[from];
    const own = taker < 6 ? 0 : 1;
    let atRisk = worthOf[taker];
    gain[0] = worthOf[squares[to]];
    if (kind === PROMOTION) {
      const promoted = EXCHANGE_VALUES[((move >> 12) & 3) + KNIGHT] | 0;
      gain[0] += promoted - worthOf[PAWN];
      atRisk = promoted;
    }
    scratch[OCCUPIED_LOW] = ((words[OCCUPIED] | words[OCCUPIED + 2]) & ~bitLow[from]) | bitLow[to];
    scratch[OCCUPIED_HIGH] = ((words[OCCUPIED + 1] | words[OCCUPIED + 3]) & ~bitHigh[from]) | bitHigh[to];
    let side = 1 - own;
    let n = 0;
    for (;;) {
      findAttackers(to);
      // The side that has just taken pushes: a guarding pawn goes past the square.
      if (pushGuard(side, to)) findAttackers(to);
      // A piece that is on the square, or has been, is none of the attackers.
      scratch[ATTACKERS_LOW] &= ~bitLow[to];
      scratch[ATTACKERS_HIGH] &= ~bitHigh[to];
      const next = leastAttacker(side);
      if (next < 0) break;
      if (squares[next] === KING || squares[next] === KING + 6) {
        // The king takes only what is not guarded any more.
        const other = OCCUPIED + 2 - 2 * side;
        if (((scratch[ATTACKERS_LOW] & words[other]) | (scratch[ATTACKERS_HIGH] & words[other + 1])) !== 0)
          break;
      }
      n = (n + 1) | 0;
      gain[n] = (atRisk - gain[n - 1]) | 0;
      atRisk = worthOf[squares[next]];
      scratch[OCCUPIED_LOW] &= ~bitLow[next];
      scratch[OCCUPIED_HIGH] &= ~bitHigh[next];
      side = (1 - side) | 0;
    }
    // From the last capture back: each side takes only if that is better than leaving off.
    for (; n > 0; n--) {
      const after = -gain[n] | 0;
      if (after < gain[n - 1]) gain[n - 1] = after;
    }
    return gain[0];
  }

  function holds(move: Move): boolean {
    const victim = squares[(move >> 6) & 63];
    if (victim !== EMPTY && move >> 14 === 0 && worthOf[victim] >= worthOf[squares[move & 63]]) return true;
    return value(move) >= 0;
  }

  function victimValue(move: Move): number {
    const promotes = move >> 14 === PROMOTION ? EXCHANGE_VALUES[QUEEN] - EXCHANGE_VALUES[PAWN] : 0;
    return (worthOf[squares[(move >> 6) & 63]] + promotes) | 0;
  }

  return { value, holds, victimValue };
}
