/** Pushes (part 3 of a turn, RULES.md section 2): which of their pawns, and which of these pushes lose at once. */
import type { AttackTables } from '../attacks.ts';
import { BIT_HIGH, BIT_LOW, first } from '../bitboard.ts';
import {
  BALANCED,
  BISHOP,
  CHOICE_GIVING,
  type Colour,
  DEPTH,
  FRAME_SIZE,
  FRAME_STATE,
  FRAME_TURN,
  OCCUPIED,
  PAWN,
  PUSHABLE,
  QUEEN,
  ROOK,
  SELF_CHECKING,
  type Square,
} from '../board.ts';
import { CASTLING, type Move, type Turn } from '../turn.ts';
import {
  type Arrays,
  CASTLE_KING_TO,
  CASTLE_ROOK_FROM,
  CASTLE_ROOK_TO,
  CASTLE_SIZE,
  PAWN_HOME_HIGH,
  PAWN_HOME_LOW,
} from './arrays.ts';
import type { King } from './king.ts';
import type { Shifts } from './shifts.ts';

export type Pushes = ReturnType<typeof createPushes>;

export function createPushes(
  arrays: Arrays,
  tables: AttackTables,
  colour: Colour,
  shifts: Shifts,
  king: King,
) {
  const us = colour;
  const them = us === 0 ? 1 : 0;
  const words = arrays.words;
  const squares = arrays.squares;
  const frames = arrays.frames;
  const castles = arrays.castles;
  const knightAttacks = tables.knight;
  const pawnAttacks = tables.pawn;
  const bishopLines = tables.bishopLines;
  const between = tables.between;
  const line = tables.line;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const theirs = them * 12;
  const ourPawns = us * 12 + 2 * PAWN;
  const theirPawns = them * 12 + 2 * PAWN;
  const theirPawnPiece = them * 6 + PAWN;
  const step = us === 0 ? 8 : -8;
  const firstRight = us === 0 ? 0 : 2;
  const aheadLow = shifts.aheadLow;
  const aheadHigh = shifts.aheadHigh;
  const kingSquare = king.kingSquare;
  const attackedByThem = king.attackedByThem;

  /** By the square of our king: their pawns whose push attacks it. */
  const checkingPushes = new Int32Array(128);
  /** At 64 × our king's square + a pawn's: 1 if the pawn's push may leave the king attacked. */
  const risky = new Uint8Array(4096);
  fillTables();

  function fillTables(): void {
    for (let square = 0; square < 64; square++) {
      const low = pawnAttacks[128 * us + 2 * square];
      const high = pawnAttacks[128 * us + 2 * square + 1];
      const rank = 0xff << (square & 24);
      checkingPushes[2 * square] = aheadLow(low, high);
      checkingPushes[2 * square + 1] = aheadHigh(low, high);
      const riskyLow = checkingPushes[2 * square] | bishopLines[2 * square] | (square < 32 ? rank : 0);
      const riskyHigh =
        checkingPushes[2 * square + 1] | bishopLines[2 * square + 1] | (square < 32 ? 0 : rank);
      for (let pawn = 0; pawn < 64; pawn++) {
        risky[64 * square + pawn] =
          (riskyLow & bitLow[pawn]) !== 0 || (riskyHigh & bitHigh[pawn]) !== 0 ? 1 : 0;
      }
    }
  }

  /** The balanced variant's first turn, before it is made: sixteen pawns at home (RULES.md section 1). */
  function isBalancedFirstTurn(): boolean {
    return (
      us === 0 &&
      words[BALANCED] !== 0 &&
      words[ourPawns] === PAWN_HOME_LOW &&
      words[theirPawns + 1] === PAWN_HOME_HIGH &&
      words[ourPawns + 1] === 0 &&
      words[theirPawns] === 0
    );
  }

  /** The same after the move is made, and before its push would be. */
  function wasBalancedFirstTurn(): boolean {
    if (us !== 0 || words[BALANCED] === 0) return false;
    const frame = (words[DEPTH] - 1) * FRAME_SIZE;
    const from = frames[frame + FRAME_TURN] & 63;
    const to = (frames[frame + FRAME_TURN] >> 6) & 63;
    const pawnMoved = squares[to] === us * 6 + PAWN;
    const pawnTaken = ((frames[frame + FRAME_STATE] >> 4) & 15) === theirPawnPiece;
    // All in one, since the later ones of several conditions would be met so rarely that compiled code did not know them.
    const displaced =
      words[theirPawns] |
      (pawnTaken ? bitLow[to] : 0) |
      ((words[theirPawns + 1] | (pawnTaken ? bitHigh[to] : 0)) ^ PAWN_HOME_HIGH) |
      (words[ourPawns] ^ (pawnMoved ? bitLow[from] | bitLow[to] : 0) ^ PAWN_HOME_LOW) |
      (words[ourPawns + 1] ^ (pawnMoved ? bitHigh[from] | bitHigh[to] : 0));
    return displaced === 0;
  }

  /** Writes PUSHABLE: their pawns `pawns` with an empty square in front, the board being occupied by (low, high). */
  function writePushable(pawnsLow: number, pawnsHigh: number, low: number, high: number): void {
    words[PUSHABLE] = pawnsLow & ~aheadLow(low, high);
    words[PUSHABLE + 1] = pawnsHigh & ~aheadHigh(low, high);
  }

  function findPushable(): void {
    // One call for both cases: compiled code would not know the one that is rare.
    const all = wasBalancedFirstTurn() ? 0 : -1;
    writePushable(
      words[theirPawns] & all,
      words[theirPawns + 1] & all,
      words[OCCUPIED] | words[OCCUPIED + 2],
      words[OCCUPIED + 1] | words[OCCUPIED + 3],
    );
  }

  function findPushes(): void {
    findPushable();
    findLosingPushes();
  }

  /**
   * Of the set PUSHABLE, the pushes that lose at once. Self-checking are those that attack our king with the pawn,
   * and those of a pawn that is alone between our king and a slider on a rank or a diagonal (on a file the pawn
   * goes on blocking). Choice-giving are those to the last rank from where a queen or a knight attacks our king.
   */
  function findLosingPushes(): void {
    const pushableLow = words[PUSHABLE];
    const pushableHigh = words[PUSHABLE + 1];
    const king = kingSquare();
    const k = king << 1;
    let checkingLow = checkingPushes[k] & pushableLow;
    let checkingHigh = checkingPushes[k + 1] & pushableHigh;
    const queensLow = words[theirs + 2 * QUEEN];
    const queensHigh = words[theirs + 2 * QUEEN + 1];
    const rank = 0xff << (king & 24);
    let low = bishopLines[k] & (words[theirs + 2 * BISHOP] | queensLow);
    let high = bishopLines[k + 1] & (words[theirs + 2 * BISHOP + 1] | queensHigh);
    if (king < 32) low |= rank & (words[theirs + 2 * ROOK] | queensLow);
    else high |= rank & (words[theirs + 2 * ROOK + 1] | queensHigh);
    if ((low | high) !== 0) {
      const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
      const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
      do {
        const square = first(low, high);
        const b = ((king << 6) | square) << 1;
        const inLow = between[b] & occupiedLow;
        const inHigh = between[b + 1] & occupiedHigh;
        if (((inLow & (inLow - 1)) | (inHigh & (inHigh - 1))) === 0 && (inLow === 0 || inHigh === 0)) {
          checkingLow |= inLow & pushableLow;
          checkingHigh |= inHigh & pushableHigh;
        }
        low &= ~bitLow[square];
        high &= ~bitHigh[square];
      } while ((low | high) !== 0);
    }
    words[SELF_CHECKING] = checkingLow;
    words[SELF_CHECKING + 1] = checkingHigh;
    const promoting =
      us === 0 ? pushableLow & ~checkingLow & 0x0000ff00 : pushableHigh & ~checkingHigh & 0x00ff0000;
    words[CHOICE_GIVING] = 0;
    words[CHOICE_GIVING + 1] = 0;
    if (promoting !== 0) words[CHOICE_GIVING + (us === 0 ? 0 : 1)] = choiceGiving(promoting, king);
  }

  /** Of their pawns `set` on their seventh rank, those that a push lets become a piece that attacks our king. */
  function choiceGiving(set: number, king: Square): number {
    let giving = 0;
    for (let left = set; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const from = (us === 0 ? 31 : 63) - Math.clz32(bit);
      const to = from - step;
      const k = king << 1;
      if (((knightAttacks[k] & bitLow[to]) | (knightAttacks[k + 1] & bitHigh[to])) !== 0) {
        giving |= bit;
        continue;
      }
      const b = ((king << 6) | to) << 1;
      if ((line[b] | line[b + 1]) === 0) continue;
      // The pawn has left its square: seen from its last rank the file is open there.
      const inLow = between[b] & (words[OCCUPIED] | words[OCCUPIED + 2]) & ~bitLow[from];
      const inHigh = between[b + 1] & (words[OCCUPIED + 1] | words[OCCUPIED + 3]) & ~bitHigh[from];
      if ((inLow | inHigh) === 0) giving |= bit;
    }
    return giving;
  }

  /** Writes PUSHABLE as it will be after the legal move `move`, which is not made. */
  function findPushesOf(move: Move): void {
    const from = move & 63;
    const to = (move >> 6) & 63;
    let low = ((words[OCCUPIED] | words[OCCUPIED + 2]) & ~bitLow[from]) | bitLow[to];
    let high = ((words[OCCUPIED + 1] | words[OCCUPIED + 3]) & ~bitHigh[from]) | bitHigh[to];
    if (move >> 14 === CASTLING) {
      const c =
        (castles[firstRight * CASTLE_SIZE + CASTLE_KING_TO] === to ? firstRight : firstRight + 1) *
        CASTLE_SIZE;
      const home = castles[c + CASTLE_ROOK_FROM];
      const away = castles[c + CASTLE_ROOK_TO];
      low = (low & ~bitLow[home]) | bitLow[away];
      high = (high & ~bitHigh[home]) | bitHigh[away];
    }
    if (isBalancedFirstTurn()) writePushable(0, 0, 0, 0);
    else writePushable(words[theirPawns] & ~bitLow[to], words[theirPawns + 1] & ~bitHigh[to], low, high);
  }

  function isSelfCheck(turn: Turn): boolean {
    const push = (turn >> 16) & 63;
    const king = kingSquare();
    if (push === 0 || risky[(king << 6) | push] === 0) return false;
    return attackedByThem(king);
  }

  return { isBalancedFirstTurn, findPushable, findPushes, findPushesOf, isSelfCheck };
}
