/**
 * One player's side of a position: legal moves, pushes, making and taking back, counting.
 *
 * The hot half of the rules, and a twin module: `createSide` makes closures over one position's arrays and one
 * colour, and the bundle holds a copy for each colour (scripts/bundle.mjs), so that V8 sees the arrays and `us`
 * as constants. Hence the style: integers only, sets as two words (low, high) written out, no allocation.
 * "Ahead" is the direction in which our pawns go; the opponent's pawns are pushed the other way, behind.
 */
import { type AttackTables, bishopIndex, rookIndex } from './attacks.ts';
import { BIT_HIGH, BIT_LOW, count, FILE_A, FILE_H, first, offHeapInts } from './bitboard.ts';
import {
  BALANCED,
  BISHOP,
  BLOCKS,
  CHECKERS,
  CHOICE_GIVING,
  CLOCK,
  type Colour,
  DEPTH,
  EMPTY,
  FRAME_CLOCKS,
  FRAME_KEY_HIGH,
  FRAME_KEY_LOW,
  FRAME_SIZE,
  FRAME_STATE,
  FRAME_TURN,
  FRONTS,
  KEY_HIGH,
  KEY_LOW,
  KING,
  type Kind,
  KNIGHT,
  LOSSES,
  OCCUPIED,
  PAWN,
  PINNED,
  PUSHABLE,
  QUEEN,
  RIGHTS,
  ROOK,
  SELF_CHECKING,
  SIDE,
  type Square,
} from './board.ts';
import type { Side } from './position.ts';
import { CASTLING, CHOICE, MOVE_MASK, type Move, NORMAL, PROMOTION, type Turn } from './turn.ts';
import type { ZobristKeys } from './zobrist.ts';

/** The arrays of one position that its two sides share. */
export interface Arrays {
  readonly words: Int32Array;
  readonly squares: Uint8Array;
  readonly frames: Int32Array;
  /** The four castlings in the order of the rights' bits, CASTLE_SIZE words each; they depend on the variant. */
  readonly castles: Int32Array;
  /** By square: the rights that survive a move from or to it. */
  readonly keptRights: Uint8Array;
}

// A castling, as words of `Arrays.castles`.
export const CASTLE_KING_FROM = 0;
export const CASTLE_KING_TO = 1;
export const CASTLE_ROOK_FROM = 2;
export const CASTLE_ROOK_TO = 3;
/** The squares between king and rook, in the half of the board that the castling takes place in. */
export const CASTLE_EMPTY = 4;
export const CASTLE_SIZE = 8;

/** `Turn` codes have 25 bits; the frame keeps a choice's square above them. */
export const TURN_BITS = 25;
/** Move and push of a turn. */
const CHOICELESS_MASK = (1 << 22) - 1;

const PAWN_HOME_LOW = 0x0000ff00;
const PAWN_HOME_HIGH = 0x00ff0000;

export function createSide(arrays: Arrays, tables: AttackTables, zobrist: ZobristKeys, colour: Colour): Side {
  const us = colour;
  const them = us === 0 ? 1 : 0;

  const words = arrays.words;
  const squares = arrays.squares;
  const frames = arrays.frames;
  const castles = arrays.castles;
  const keptRights = arrays.keptRights;
  const sliders = tables.sliders;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const pawnAttacks = tables.pawn;
  const rookLines = tables.rookLines;
  const bishopLines = tables.bishopLines;
  const between = tables.between;
  const line = tables.line;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const pieceKeys = zobrist.pieces;
  const rightsKeys = zobrist.rights;
  const sideKeyLow = zobrist.side[0] | 0;
  const sideKeyHigh = zobrist.side[1] | 0;

  // Where the bitboards lie among the words.
  const ours = us * 12;
  const theirs = them * 12;
  const ourPawns = ours + 2 * PAWN;
  const theirPawns = theirs + 2 * PAWN;
  const ourKing = ours + 2 * KING;
  const theirKing = theirs + 2 * KING;
  const ourPieces = OCCUPIED + 2 * us;
  const theirPieces = OCCUPIED + 2 * them;

  const theirPawnPiece = them * 6 + PAWN;
  const step = us === 0 ? 8 : -8;
  const firstRight = us === 0 ? 0 : 2;

  /** By the square of our king: their pawns whose push attacks it. */
  const checkingPushes = new Int32Array(128);
  /** By the square of our king: where a pawn of theirs stands whose push may leave the king attacked. */
  const riskyPushes = new Int32Array(128);
  /** By the square of a pawn of theirs: the words that its push exchanges on the board and in the key. */
  const pushLow = new Int32Array(64);
  const pushHigh = new Int32Array(64);
  const pushKeys = new Int32Array(128);
  /** By piece: 0 for a pawn, whose move resets the clock. */
  const clockMasks = offHeapInts(13).fill(-1);
  clockMasks[us * 6 + PAWN] = 0;
  fillPushTables();
  // What collectTargets finds.
  const movers = new Int32Array(128);
  const moversLow = new Int32Array(128);
  const moversHigh = new Int32Array(128);
  /** Used by the whole-turn generator only. */
  const moveList = new Int32Array(256);

  function fillPushTables(): void {
    for (let square = 0; square < 64; square++) {
      const low = pawnAttacks[128 * us + 2 * square];
      const high = pawnAttacks[128 * us + 2 * square + 1];
      checkingPushes[2 * square] = aheadLow(low, high);
      checkingPushes[2 * square + 1] = aheadHigh(low, high);
      const rank = 0xff << (square & 24);
      riskyPushes[2 * square] =
        checkingPushes[2 * square] | bishopLines[2 * square] | (square < 32 ? rank : 0);
      riskyPushes[2 * square + 1] =
        checkingPushes[2 * square + 1] | bishopLines[2 * square + 1] | (square < 32 ? 0 : rank);
      const to = square - step;
      if (to < 0 || to > 63) continue;
      pushLow[square] = bitLow[square] | bitLow[to];
      pushHigh[square] = bitHigh[square] | bitHigh[to];
      for (let half = 0; half < 2; half++) {
        pushKeys[2 * square + half] =
          pieceKeys[2 * (64 * theirPawnPiece + square) + half] ^
          pieceKeys[2 * (64 * theirPawnPiece + to) + half];
      }
    }
  }

  // A set moved one rank ahead or behind.
  function aheadLow(low: number, high: number): number {
    return us === 0 ? low << 8 : (low >>> 8) | (high << 24);
  }
  function aheadHigh(low: number, high: number): number {
    return us === 0 ? (high << 8) | (low >>> 24) : high >>> 8;
  }
  function behindLow(low: number, high: number): number {
    return us === 0 ? (low >>> 8) | (high << 24) : low << 8;
  }
  function behindHigh(low: number, high: number): number {
    return us === 0 ? high >>> 8 : (high << 8) | (low >>> 24);
  }

  // ------------------------------------------------------------------ attacks

  function kingSquare(): Square {
    return first(words[ourKing], words[ourKing + 1]);
  }

  /** Does a knight or a slider of theirs attack `square`, the board being occupied by (low, high)? */
  function attackedByPieces(square: Square, low: number, high: number): boolean {
    const s = square << 1;
    if ((knightAttacks[s] & words[theirs + 2 * KNIGHT]) !== 0) return true;
    if ((knightAttacks[s + 1] & words[theirs + 2 * KNIGHT + 1]) !== 0) return true;
    const queensLow = words[theirs + 2 * QUEEN];
    const queensHigh = words[theirs + 2 * QUEEN + 1];
    const rooksLow = words[theirs + 2 * ROOK] | queensLow;
    const rooksHigh = words[theirs + 2 * ROOK + 1] | queensHigh;
    if (((rookLines[s] & rooksLow) | (rookLines[s + 1] & rooksHigh)) !== 0) {
      const i = rookIndex(parameters, square, low, high);
      if (((sliders[i] & rooksLow) | (sliders[i + 1] & rooksHigh)) !== 0) return true;
    }
    const bishopsLow = words[theirs + 2 * BISHOP] | queensLow;
    const bishopsHigh = words[theirs + 2 * BISHOP + 1] | queensHigh;
    if (((bishopLines[s] & bishopsLow) | (bishopLines[s + 1] & bishopsHigh)) !== 0) {
      const i = bishopIndex(parameters, square, low, high);
      if (((sliders[i] & bishopsLow) | (sliders[i + 1] & bishopsHigh)) !== 0) return true;
    }
    return false;
  }

  function attackedByThem(square: Square): boolean {
    const s = square << 1;
    const p = 128 * us + s;
    return (
      ((pawnAttacks[p] & words[theirPawns]) | (pawnAttacks[p + 1] & words[theirPawns + 1])) !== 0 ||
      ((kingAttacks[s] & words[theirKing]) | (kingAttacks[s + 1] & words[theirKing + 1])) !== 0 ||
      attackedByPieces(
        square,
        words[OCCUPIED] | words[OCCUPIED + 2],
        words[OCCUPIED + 1] | words[OCCUPIED + 3],
      )
    );
  }

  function inCheck(): boolean {
    return attackedByThem(kingSquare());
  }

  function attacksKing(): boolean {
    const square = first(words[theirKing], words[theirKing + 1]);
    const s = square << 1;
    const p = 128 * them + s;
    if (((pawnAttacks[p] & words[ourPawns]) | (pawnAttacks[p + 1] & words[ourPawns + 1])) !== 0) return true;
    if (((kingAttacks[s] & words[ourKing]) | (kingAttacks[s + 1] & words[ourKing + 1])) !== 0) return true;
    const knights = ours + 2 * KNIGHT;
    if (((knightAttacks[s] & words[knights]) | (knightAttacks[s + 1] & words[knights + 1])) !== 0)
      return true;
    const low = words[OCCUPIED] | words[OCCUPIED + 2];
    const high = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const queensLow = words[ours + 2 * QUEEN];
    const queensHigh = words[ours + 2 * QUEEN + 1];
    const rooksLow = words[ours + 2 * ROOK] | queensLow;
    const rooksHigh = words[ours + 2 * ROOK + 1] | queensHigh;
    if (((rookLines[s] & rooksLow) | (rookLines[s + 1] & rooksHigh)) !== 0) {
      const i = rookIndex(parameters, square, low, high);
      if (((sliders[i] & rooksLow) | (sliders[i + 1] & rooksHigh)) !== 0) return true;
    }
    const bishopsLow = words[ours + 2 * BISHOP] | queensLow;
    const bishopsHigh = words[ours + 2 * BISHOP + 1] | queensHigh;
    if (((bishopLines[s] & bishopsLow) | (bishopLines[s + 1] & bishopsHigh)) !== 0) {
      const i = bishopIndex(parameters, square, low, high);
      return ((sliders[i] & bishopsLow) | (sliders[i + 1] & bishopsHigh)) !== 0;
    }
    return false;
  }

  // ------------------------------------------------------------------ pins, checkers, the king's squares

  /** Writes CHECKERS and PINNED: who attacks our king, and which of our pieces must stay on a line with it. */
  function findPins(king: Square): void {
    const k = king << 1;
    const p = 128 * us + k;
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    let checkersLow = (knightAttacks[k] & words[theirs + 2 * KNIGHT]) | (pawnAttacks[p] & words[theirPawns]);
    let checkersHigh =
      (knightAttacks[k + 1] & words[theirs + 2 * KNIGHT + 1]) | (pawnAttacks[p + 1] & words[theirPawns + 1]);
    let pinnedLow = 0;
    let pinnedHigh = 0;
    const queensLow = words[theirs + 2 * QUEEN];
    const queensHigh = words[theirs + 2 * QUEEN + 1];
    let low =
      (rookLines[k] & (words[theirs + 2 * ROOK] | queensLow)) |
      (bishopLines[k] & (words[theirs + 2 * BISHOP] | queensLow));
    let high =
      (rookLines[k + 1] & (words[theirs + 2 * ROOK + 1] | queensHigh)) |
      (bishopLines[k + 1] & (words[theirs + 2 * BISHOP + 1] | queensHigh));
    while ((low | high) !== 0) {
      const square = first(low, high);
      const b = ((king << 6) | square) << 1;
      const inLow = between[b] & occupiedLow;
      const inHigh = between[b + 1] & occupiedHigh;
      if ((inLow | inHigh) === 0) {
        checkersLow |= bitLow[square];
        checkersHigh |= bitHigh[square];
      } else if (((inLow & (inLow - 1)) | (inHigh & (inHigh - 1))) === 0 && (inLow === 0 || inHigh === 0)) {
        pinnedLow |= inLow & words[ourPieces];
        pinnedHigh |= inHigh & words[ourPieces + 1];
      }
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    words[CHECKERS] = checkersLow;
    words[CHECKERS + 1] = checkersHigh;
    words[PINNED] = pinnedLow;
    words[PINNED + 1] = pinnedHigh;
  }

  /** Their pawns' attacks, the low half. */
  function pawnCoverLow(): number {
    const low = words[theirPawns];
    const high = words[theirPawns + 1];
    const sideLow = ((low & ~FILE_H) << 1) | ((low & ~FILE_A) >>> 1);
    const sideHigh = ((high & ~FILE_H) << 1) | ((high & ~FILE_A) >>> 1);
    return behindLow(sideLow, sideHigh);
  }

  function pawnCoverHigh(): number {
    const low = words[theirPawns];
    const high = words[theirPawns + 1];
    const sideLow = ((low & ~FILE_H) << 1) | ((low & ~FILE_A) >>> 1);
    const sideHigh = ((high & ~FILE_H) << 1) | ((high & ~FILE_A) >>> 1);
    return behindHigh(sideLow, sideHigh);
  }

  /** Of the squares (low, high), one half of them empty, those in which our king would not be attacked by a piece. */
  function safeSquares(half: number, squaresLeft: number, withoutLow: number, withoutHigh: number): number {
    let safe = 0;
    for (let left = squaresLeft; left !== 0; left &= left - 1) {
      const bit = left & -left;
      if (!attackedByPieces(half + 31 - Math.clz32(bit), withoutLow, withoutHigh)) safe |= bit;
    }
    return safe;
  }

  /** May we castle by right `i` (0 to 3)? That we are not in check is known. */
  function mayCastle(i: number): boolean {
    if ((words[RIGHTS] & (1 << i)) === 0) return false;
    const c = i * CASTLE_SIZE;
    const occupied =
      us === 0 ? words[OCCUPIED] | words[OCCUPIED + 2] : words[OCCUPIED + 1] | words[OCCUPIED + 3];
    if ((castles[c + CASTLE_EMPTY] & occupied) !== 0) return false;
    // The rook lands on the square that the king crosses.
    return !attackedByThem(castles[c + CASTLE_ROOK_TO]) && !attackedByThem(castles[c + CASTLE_KING_TO]);
  }

  // ------------------------------------------------------------------ legal moves (part 2 of a turn)

  function emit(list: Int32Array, start: number, from: Square, low: number, high: number): number {
    let at = start;
    for (let a = low; a !== 0; a &= a - 1) list[at++] = from | ((31 - Math.clz32(a & -a)) << 6);
    for (let b = high; b !== 0; b &= b - 1) list[at++] = from | ((63 - Math.clz32(b & -b)) << 6);
    return at;
  }

  /** Pawn moves to the squares of a set, each from the square `delta` before it. */
  function emitPawns(list: Int32Array, start: number, low: number, high: number, delta: number): number {
    let at = start;
    for (let a = low; a !== 0; a &= a - 1) {
      const to = 31 - Math.clz32(a & -a);
      list[at++] = (to - delta) | (to << 6);
    }
    for (let b = high; b !== 0; b &= b - 1) {
      const to = 63 - Math.clz32(b & -b);
      list[at++] = (to - delta) | (to << 6);
    }
    return at;
  }

  /** The same on the last rank, `set` being its half of the board. */
  function emitPromotions(list: Int32Array, start: number, set: number, delta: number): number {
    let at = start;
    for (let a = set; a !== 0; a &= a - 1) {
      const to = (us === 0 ? 63 : 31) - Math.clz32(a & -a);
      const move = (to - delta) | (to << 6) | (PROMOTION << 14);
      list[at++] = move | ((QUEEN - KNIGHT) << 12);
      list[at++] = move | ((ROOK - KNIGHT) << 12);
      list[at++] = move | ((BISHOP - KNIGHT) << 12);
      list[at++] = move | ((KNIGHT - KNIGHT) << 12);
    }
    return at;
  }

  /** Moves of the pawns (low, high) to targets of (targetsLow, targetsHigh); with `quiet` 0 no simple steps. */
  function emitPawnMoves(
    list: Int32Array,
    start: number,
    low: number,
    high: number,
    targetsLow: number,
    targetsHigh: number,
    quiet: number,
  ): number {
    let at = start;
    const freeLow = ~(words[OCCUPIED] | words[OCCUPIED + 2]);
    const freeHigh = ~(words[OCCUPIED + 1] | words[OCCUPIED + 3]);
    let oneLow = aheadLow(low, high) & freeLow;
    let oneHigh = aheadHigh(low, high) & freeHigh;
    // The third rank lies in our own half.
    const third = us === 0 ? oneLow & 0x00ff0000 : oneHigh & 0x0000ff00;
    const two = us === 0 ? (third << 8) & freeLow & targetsLow : (third >>> 8) & freeHigh & targetsHigh;
    oneLow &= targetsLow;
    oneHigh &= targetsHigh;
    const enemyLow = words[theirPieces] & targetsLow;
    const enemyHigh = words[theirPieces + 1] & targetsHigh;
    const eLow = (low & ~FILE_H) << 1;
    const eHigh = (high & ~FILE_H) << 1;
    const wLow = (low & ~FILE_A) >>> 1;
    const wHigh = (high & ~FILE_A) >>> 1;
    let eastLow = aheadLow(eLow, eHigh) & enemyLow;
    let eastHigh = aheadHigh(eLow, eHigh) & enemyHigh;
    let westLow = aheadLow(wLow, wHigh) & enemyLow;
    let westHigh = aheadHigh(wLow, wHigh) & enemyHigh;
    const last =
      us === 0 ? (oneHigh | eastHigh | westHigh) & 0xff000000 : (oneLow | eastLow | westLow) & 0xff;
    if (last !== 0) {
      if (us === 0) {
        at = emitPromotions(list, at, oneHigh & 0xff000000, step);
        at = emitPromotions(list, at, eastHigh & 0xff000000, step + 1);
        at = emitPromotions(list, at, westHigh & 0xff000000, step - 1);
        oneHigh &= 0x00ffffff;
        eastHigh &= 0x00ffffff;
        westHigh &= 0x00ffffff;
      } else {
        at = emitPromotions(list, at, oneLow & 0xff, step);
        at = emitPromotions(list, at, eastLow & 0xff, step + 1);
        at = emitPromotions(list, at, westLow & 0xff, step - 1);
        oneLow &= ~0xff;
        eastLow &= ~0xff;
        westLow &= ~0xff;
      }
    }
    at = emitPawns(list, at, eastLow, eastHigh, step + 1);
    at = emitPawns(list, at, westLow, westHigh, step - 1);
    if (quiet === 0) return at;
    at = emitPawns(list, at, oneLow, oneHigh, step);
    return us === 0 ? emitPawns(list, at, two, 0, 2 * step) : emitPawns(list, at, 0, two, 2 * step);
  }

  /**
   * Collects the legal targets, within a set of allowed squares, of king, knights and sliders (a queen twice, as
   * bishop and as rook) into `movers`, `moversLow` and `moversHigh`; returns how many there are. Writes CHECKERS,
   * PINNED and BLOCKS, the squares on which a piece other than the king answers the check: all if there is none,
   * none if it is a double check.
   */
  function collectTargets(allowedLow: number, allowedHigh: number): number {
    const king = kingSquare();
    findPins(king);
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];

    const enemyKing = first(words[theirKing], words[theirKing + 1]) << 1;
    const k = king << 1;
    const kingLow = kingAttacks[k] & allowedLow & ~kingAttacks[enemyKing] & ~pawnCoverLow();
    const kingHigh = kingAttacks[k + 1] & allowedHigh & ~kingAttacks[enemyKing + 1] & ~pawnCoverHigh();
    const withoutLow = occupiedLow & ~bitLow[king];
    const withoutHigh = occupiedHigh & ~bitHigh[king];
    movers[0] = king;
    moversLow[0] = kingLow === 0 ? 0 : safeSquares(0, kingLow, withoutLow, withoutHigh);
    moversHigh[0] = kingHigh === 0 ? 0 : safeSquares(32, kingHigh, withoutLow, withoutHigh);
    let n = 1;

    const checkersLow = words[CHECKERS];
    const checkersHigh = words[CHECKERS + 1];
    const pinnedLow = words[PINNED];
    const pinnedHigh = words[PINNED + 1];
    let blocksLow = -1;
    let blocksHigh = -1;
    if ((checkersLow | checkersHigh) !== 0) {
      if (
        ((checkersLow & (checkersLow - 1)) | (checkersHigh & (checkersHigh - 1))) !== 0 ||
        (checkersLow !== 0 && checkersHigh !== 0)
      ) {
        words[BLOCKS] = 0;
        words[BLOCKS + 1] = 0;
        return n;
      }
      const b = ((king << 6) | first(checkersLow, checkersHigh)) << 1;
      blocksLow = checkersLow | between[b];
      blocksHigh = checkersHigh | between[b + 1];
    }
    words[BLOCKS] = blocksLow;
    words[BLOCKS + 1] = blocksHigh;
    const targetsLow = allowedLow & blocksLow;
    const targetsHigh = allowedHigh & blocksHigh;

    let low = words[ours + 2 * KNIGHT] & ~pinnedLow;
    let high = words[ours + 2 * KNIGHT + 1] & ~pinnedHigh;
    while ((low | high) !== 0) {
      const from = first(low, high);
      movers[n] = from;
      moversLow[n] = knightAttacks[from << 1] & targetsLow;
      moversHigh[n] = knightAttacks[(from << 1) + 1] & targetsHigh;
      n++;
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }

    low = words[ours + 2 * BISHOP] | words[ours + 2 * QUEEN];
    high = words[ours + 2 * BISHOP + 1] | words[ours + 2 * QUEEN + 1];
    while ((low | high) !== 0) {
      const from = first(low, high);
      const i = bishopIndex(parameters, from, occupiedLow, occupiedHigh);
      let toLow = sliders[i] & targetsLow;
      let toHigh = sliders[i + 1] & targetsHigh;
      if (((pinnedLow & bitLow[from]) | (pinnedHigh & bitHigh[from])) !== 0) {
        const l = ((king << 6) | from) << 1;
        toLow &= line[l];
        toHigh &= line[l + 1];
      }
      movers[n] = from;
      moversLow[n] = toLow;
      moversHigh[n] = toHigh;
      n++;
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }

    low = words[ours + 2 * ROOK] | words[ours + 2 * QUEEN];
    high = words[ours + 2 * ROOK + 1] | words[ours + 2 * QUEEN + 1];
    while ((low | high) !== 0) {
      const from = first(low, high);
      const i = rookIndex(parameters, from, occupiedLow, occupiedHigh);
      let toLow = sliders[i] & targetsLow;
      let toHigh = sliders[i + 1] & targetsHigh;
      if (((pinnedLow & bitLow[from]) | (pinnedHigh & bitHigh[from])) !== 0) {
        const l = ((king << 6) | from) << 1;
        toLow &= line[l];
        toHigh &= line[l + 1];
      }
      movers[n] = from;
      moversLow[n] = toLow;
      moversHigh[n] = toHigh;
      n++;
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }
    return n;
  }

  /** All legal moves, or with `quiet` 0 the captures and promotions alone. */
  function generate(list: Int32Array, start: number, quiet: number): number {
    let at = start;
    const n =
      quiet !== 0
        ? collectTargets(~words[ourPieces], ~words[ourPieces + 1])
        : collectTargets(words[theirPieces], words[theirPieces + 1]);
    for (let i = 0; i < n; i++) at = emit(list, at, movers[i], moversLow[i], moversHigh[i]);
    if (quiet !== 0 && (words[CHECKERS] | words[CHECKERS + 1]) === 0 && words[RIGHTS] !== 0) {
      for (let i = firstRight; i < firstRight + 2; i++) {
        if (mayCastle(i)) list[at++] = castlingMove(i);
      }
    }
    // Pawns: those that are free all together, pinned ones singly. Their steps may promote, so `allowed` does not apply.
    const blocksLow = words[BLOCKS];
    const blocksHigh = words[BLOCKS + 1];
    const pinnedLow = words[PINNED];
    const pinnedHigh = words[PINNED + 1];
    let low = words[ourPawns];
    let high = words[ourPawns + 1];
    at = emitPawnMoves(list, at, low & ~pinnedLow, high & ~pinnedHigh, blocksLow, blocksHigh, quiet);
    low &= pinnedLow;
    high &= pinnedHigh;
    const k = movers[0] << 6;
    while ((low | high) !== 0) {
      const from = first(low, high);
      const l = (k | from) << 1;
      at = emitPawnMoves(
        list,
        at,
        bitLow[from],
        bitHigh[from],
        blocksLow & line[l],
        blocksHigh & line[l + 1],
        quiet,
      );
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }
    return at;
  }

  function castlingMove(i: number): Move {
    const c = i * CASTLE_SIZE;
    return castles[c + CASTLE_KING_FROM] | (castles[c + CASTLE_KING_TO] << 6) | (CASTLING << 14);
  }

  function generateMoves(list: Int32Array, at: number): number {
    return generate(list, at, 1);
  }

  function generateCaptures(list: Int32Array, at: number): number {
    return generate(list, at, 0);
  }

  /** The squares that the piece on `from`, no pawn and no king, attacks; an index into `sliders` or `knightAttacks`. */
  function reaches(kind: Kind, from: Square, to: Square): boolean {
    const low = words[OCCUPIED] | words[OCCUPIED + 2];
    const high = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const toLow = bitLow[to];
    const toHigh = bitHigh[to];
    if (kind === KNIGHT) {
      return ((knightAttacks[from << 1] & toLow) | (knightAttacks[(from << 1) + 1] & toHigh)) !== 0;
    }
    if (kind !== BISHOP) {
      const i = rookIndex(parameters, from, low, high);
      if (((sliders[i] & toLow) | (sliders[i + 1] & toHigh)) !== 0) return true;
    }
    if (kind === ROOK) return false;
    const i = bishopIndex(parameters, from, low, high);
    return ((sliders[i] & toLow) | (sliders[i + 1] & toHigh)) !== 0;
  }

  /** Can our pawn go from `from` to `to`, the king's safety aside? */
  function pawnReaches(from: Square, to: Square): boolean {
    const p = 128 * us + (from << 1);
    if (((pawnAttacks[p] & bitLow[to]) | (pawnAttacks[p + 1] & bitHigh[to])) !== 0)
      return squares[to] !== EMPTY;
    if (squares[to] !== EMPTY) return false;
    if (to === from + step) return true;
    return to === from + 2 * step && from >> 3 === (us === 0 ? 1 : 6) && squares[from + step] === EMPTY;
  }

  function isLegalCastling(from: Square, to: Square): boolean {
    for (let i = firstRight; i < firstRight + 2; i++) {
      const c = i * CASTLE_SIZE;
      if (castles[c + CASTLE_KING_FROM] !== from || castles[c + CASTLE_KING_TO] !== to) continue;
      return mayCastle(i) && !inCheck();
    }
    return false;
  }

  function isLegalKingMove(king: Square, to: Square): boolean {
    const k = king << 1;
    if (((kingAttacks[k] & bitLow[to]) | (kingAttacks[k + 1] & bitHigh[to])) === 0) return false;
    const enemyKing = first(words[theirKing], words[theirKing + 1]) << 1;
    const coveredLow = kingAttacks[enemyKing] | pawnCoverLow();
    const coveredHigh = kingAttacks[enemyKing + 1] | pawnCoverHigh();
    if (((coveredLow & bitLow[to]) | (coveredHigh & bitHigh[to])) !== 0) return false;
    return !attackedByPieces(
      to,
      (words[OCCUPIED] | words[OCCUPIED + 2]) & ~bitLow[king],
      (words[OCCUPIED + 1] | words[OCCUPIED + 3]) & ~bitHigh[king],
    );
  }

  function isLegalMove(move: Move): boolean {
    const from = move & 63;
    const to = (move >> 6) & 63;
    const kind = squares[from] - 6 * us;
    if ((move & ~MOVE_MASK) !== 0 || kind < PAWN || kind > KING || squares[from] === EMPTY) return false;
    const target = squares[to];
    if (target !== EMPTY && target >= 6 === (us === 1)) return false;
    const special = move >> 14;
    if (special !== PROMOTION && (move & (3 << 12)) !== 0) return false;
    if (special === CASTLING) return kind === KING && isLegalCastling(from, to);
    const promotes = kind === PAWN && to >> 3 === (us === 0 ? 7 : 0);
    if (special !== (promotes ? PROMOTION : NORMAL)) return false;
    if (kind === KING) return isLegalKingMove(from, to);
    if (kind === PAWN ? !pawnReaches(from, to) : !reaches(kind, from, to)) return false;
    return keepsKingSafe(from, to);
  }

  /** Does the move of a piece other than the king answer every check and respect every pin? */
  function keepsKingSafe(from: Square, to: Square): boolean {
    const king = kingSquare();
    findPins(king);
    const toLow = bitLow[to];
    const toHigh = bitHigh[to];
    const checkersLow = words[CHECKERS];
    const checkersHigh = words[CHECKERS + 1];
    if ((checkersLow | checkersHigh) !== 0) {
      if (count(checkersLow, checkersHigh) > 1) return false;
      const b = ((king << 6) | first(checkersLow, checkersHigh)) << 1;
      if ((((checkersLow | between[b]) & toLow) | ((checkersHigh | between[b + 1]) & toHigh)) === 0)
        return false;
    }
    if (((words[PINNED] & bitLow[from]) | (words[PINNED + 1] & bitHigh[from])) === 0) return true;
    const l = ((king << 6) | from) << 1;
    return ((line[l] & toLow) | (line[l + 1] & toHigh)) !== 0;
  }

  // ------------------------------------------------------------------ making and taking back

  function pendingPawn(): Square {
    const set = us === 0 ? words[ourPawns + 1] & 0xff000000 : words[ourPawns] & 0xff;
    return set === 0 ? -1 : (us === 0 ? 63 : 31) - Math.clz32(set);
  }

  /** Puts a piece of `after` where one of `before` stands, both ours. */
  function exchange(square: Square, before: Kind, after: Kind): void {
    const low = bitLow[square];
    const high = bitHigh[square];
    const b = 2 * (64 * (us * 6 + before) + square);
    const a = 2 * (64 * (us * 6 + after) + square);
    words[ours + 2 * before] ^= low;
    words[ours + 2 * before + 1] ^= high;
    words[ours + 2 * after] ^= low;
    words[ours + 2 * after + 1] ^= high;
    words[KEY_LOW] ^= pieceKeys[b] ^ pieceKeys[a];
    words[KEY_HIGH] ^= pieceKeys[b + 1] ^ pieceKeys[a + 1];
    squares[square] = us * 6 + after;
  }

  function choose(square: Square, kind: Kind): void {
    exchange(square, PAWN, kind);
  }

  function unchoose(square: Square, kind: Kind): void {
    exchange(square, kind, PAWN);
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

  /** Makes a turn without a choice; without a push too it is a move alone. One pass, so that the key is written once. */
  function makeMove(turn: Turn): void {
    const from = turn & 63;
    const to = (turn >> 6) & 63;
    const push = (turn >> 16) & 63;
    const piece = squares[from];
    const captured = squares[to];
    const rights = words[RIGHTS];
    const clock = words[CLOCK];
    const frame = words[DEPTH] * FRAME_SIZE;
    let keyLow = words[KEY_LOW];
    let keyHigh = words[KEY_HIGH];
    let newClock = (clock + 1) & clockMasks[piece];
    frames[frame + FRAME_KEY_LOW] = keyLow;
    frames[frame + FRAME_KEY_HIGH] = keyHigh;
    frames[frame + FRAME_STATE] = rights | (captured << 4);
    frames[frame + FRAME_TURN] = turn;
    words[DEPTH] = words[DEPTH] + 1;

    const toLow = bitLow[to];
    const toHigh = bitHigh[to];
    const low = bitLow[from] | toLow;
    const high = bitHigh[from] | toHigh;
    words[2 * piece] ^= low;
    words[2 * piece + 1] ^= high;
    words[ourPieces] ^= low;
    words[ourPieces + 1] ^= high;
    squares[from] = EMPTY;
    squares[to] = piece;
    const keyFrom = 2 * (64 * piece + from);
    const keyTo = 2 * (64 * piece + to);
    keyLow ^= pieceKeys[keyFrom] ^ pieceKeys[keyTo] ^ sideKeyLow;
    keyHigh ^= pieceKeys[keyFrom + 1] ^ pieceKeys[keyTo + 1] ^ sideKeyHigh;
    if (captured !== EMPTY) {
      words[2 * captured] ^= toLow;
      words[2 * captured + 1] ^= toHigh;
      words[theirPieces] ^= toLow;
      words[theirPieces + 1] ^= toHigh;
      keyLow ^= pieceKeys[2 * (64 * captured + to)];
      keyHigh ^= pieceKeys[2 * (64 * captured + to) + 1];
      newClock = 0;
    }
    frames[frame + FRAME_CLOCKS] = clock | (newClock << 16);
    words[CLOCK] = newClock;
    words[SIDE] = them;

    const kept = rights & keptRights[from] & keptRights[to];
    if (kept !== rights) {
      words[RIGHTS] = kept;
      keyLow ^= rightsKeys[2 * rights] ^ rightsKeys[2 * kept];
      keyHigh ^= rightsKeys[2 * rights + 1] ^ rightsKeys[2 * kept + 1];
    }
    if (push !== 0) {
      keyLow ^= pushKeys[2 * push];
      keyHigh ^= pushKeys[2 * push + 1];
      words[CLOCK] = 0;
      movePawn(push);
      squares[push] = EMPTY;
      squares[push - step] = theirPawnPiece;
    }
    words[KEY_LOW] = keyLow;
    words[KEY_HIGH] = keyHigh;
    const special = (turn >> 14) & 3;
    if (special !== NORMAL) {
      if (special === PROMOTION) exchange(to, PAWN, ((turn >> 12) & 3) + KNIGHT);
      else moveRook(to, 1);
    }
  }

  /** Exchanges, on the bitboards, their pawn's square `from` and the one that it is pushed to. */
  function movePawn(from: Square): void {
    const low = pushLow[from];
    const high = pushHigh[from];
    words[theirPawns] ^= low;
    words[theirPawns + 1] ^= high;
    words[theirPieces] ^= low;
    words[theirPieces + 1] ^= high;
  }

  /** Moves the rook of the castling that brings our king to `kingTo`: forth (1) or back (0). */
  function moveRook(kingTo: Square, forth: number): void {
    const c =
      (castles[firstRight * CASTLE_SIZE + CASTLE_KING_TO] === kingTo ? firstRight : firstRight + 1) *
      CASTLE_SIZE;
    const home = castles[c + CASTLE_ROOK_FROM];
    const away = castles[c + CASTLE_ROOK_TO];
    const low = bitLow[home] | bitLow[away];
    const high = bitHigh[home] | bitHigh[away];
    words[ours + 2 * ROOK] ^= low;
    words[ours + 2 * ROOK + 1] ^= high;
    words[ourPieces] ^= low;
    words[ourPieces + 1] ^= high;
    squares[home] = forth !== 0 ? EMPTY : us * 6 + ROOK;
    squares[away] = forth !== 0 ? us * 6 + ROOK : EMPTY;
    const a = 2 * (64 * (us * 6 + ROOK) + home);
    const b = 2 * (64 * (us * 6 + ROOK) + away);
    words[KEY_LOW] ^= pieceKeys[a] ^ pieceKeys[b];
    words[KEY_HIGH] ^= pieceKeys[a + 1] ^ pieceKeys[b + 1];
  }

  function unmakeMove(turn: Turn): void {
    const from = turn & 63;
    const to = (turn >> 6) & 63;
    const push = (turn >> 16) & 63;
    const special = (turn >> 14) & 3;
    if (push !== 0) {
      movePawn(push);
      squares[push - step] = EMPTY;
      squares[push] = theirPawnPiece;
    }
    if (special !== NORMAL) {
      if (special === PROMOTION) exchange(to, ((turn >> 12) & 3) + KNIGHT, PAWN);
      else moveRook(to, 0);
    }
    const piece = squares[to];
    const frame = (words[DEPTH] - 1) * FRAME_SIZE;
    const state = frames[frame + FRAME_STATE];
    const captured = state >> 4;
    words[DEPTH] = words[DEPTH] - 1;
    words[KEY_LOW] = frames[frame + FRAME_KEY_LOW];
    words[KEY_HIGH] = frames[frame + FRAME_KEY_HIGH];
    words[RIGHTS] = state & 15;
    words[CLOCK] = frames[frame + FRAME_CLOCKS] & 0xffff;
    words[SIDE] = us;

    const low = bitLow[from] | bitLow[to];
    const high = bitHigh[from] | bitHigh[to];
    words[2 * piece] ^= low;
    words[2 * piece + 1] ^= high;
    words[ourPieces] ^= low;
    words[ourPieces + 1] ^= high;
    squares[from] = piece;
    squares[to] = captured;
    if (captured !== EMPTY) {
      words[2 * captured] ^= bitLow[to];
      words[2 * captured + 1] ^= bitHigh[to];
      words[theirPieces] ^= bitLow[to];
      words[theirPieces + 1] ^= bitHigh[to];
    }
  }

  function makePush(from: Square): void {
    movePawn(from);
    words[KEY_LOW] ^= pushKeys[2 * from];
    words[KEY_HIGH] ^= pushKeys[2 * from + 1];
    words[CLOCK] = 0;
    squares[from] = EMPTY;
    squares[from - step] = theirPawnPiece;
  }

  function unmakePush(from: Square): void {
    movePawn(from);
    words[KEY_LOW] ^= pushKeys[2 * from];
    words[KEY_HIGH] ^= pushKeys[2 * from + 1];
    words[CLOCK] = frames[(words[DEPTH] - 1) * FRAME_SIZE + FRAME_CLOCKS] >>> 16;
    squares[from - step] = EMPTY;
    squares[from] = theirPawnPiece;
  }

  function makeTurn(turn: Turn): void {
    if (turn >> 22 === 0) makeMove(turn);
    else makeChoiceTurn(turn);
  }

  /** The choice and the move, if there is one; the frame keeps the key before the choice, and the pawn's square. */
  function makeChoiceTurn(turn: Turn): void {
    const square = pendingPawn();
    const keyLow = words[KEY_LOW];
    const keyHigh = words[KEY_HIGH];
    choose(square, turn >> 22);
    const frame = words[DEPTH] * FRAME_SIZE;
    if (((turn >> 14) & 3) === CHOICE) words[DEPTH] = words[DEPTH] + 1;
    else makeMove(turn & CHOICELESS_MASK);
    frames[frame + FRAME_KEY_LOW] = keyLow;
    frames[frame + FRAME_KEY_HIGH] = keyHigh;
    frames[frame + FRAME_TURN] = turn | (square << TURN_BITS);
  }

  function unmakeTurn(turn: Turn): void {
    if (turn >> 22 === 0) unmakeMove(turn);
    else unmakeChoiceTurn(turn);
  }

  function unmakeChoiceTurn(turn: Turn): void {
    if (((turn >> 14) & 3) === CHOICE) words[DEPTH] = words[DEPTH] - 1;
    else unmakeMove(turn & CHOICELESS_MASK);
    const frame = words[DEPTH] * FRAME_SIZE;
    unchoose(frames[frame + FRAME_TURN] >> TURN_BITS, turn >> 22);
    words[KEY_LOW] = frames[frame + FRAME_KEY_LOW];
    words[KEY_HIGH] = frames[frame + FRAME_KEY_HIGH];
  }

  function isSelfCheck(turn: Turn): boolean {
    const push = (turn >> 16) & 63;
    const king = kingSquare();
    const k = king << 1;
    if (push === 0 || ((riskyPushes[k] & bitLow[push]) | (riskyPushes[k + 1] & bitHigh[push])) === 0)
      return false;
    return attackedByThem(king);
  }

  // ------------------------------------------------------------------ pushes (part 3 of a turn)

  /** Writes PUSHABLE: their pawns `pawns` with an empty square in front, the board being occupied by (low, high). */
  function writePushable(pawnsLow: number, pawnsHigh: number, low: number, high: number): void {
    words[PUSHABLE] = pawnsLow & ~aheadLow(low, high);
    words[PUSHABLE + 1] = pawnsHigh & ~aheadHigh(low, high);
  }

  /** The same after the move is made, and before its push would be. */
  function wasBalancedFirstTurn(): boolean {
    if (us !== 0 || words[BALANCED] === 0) return false;
    const frame = (words[DEPTH] - 1) * FRAME_SIZE;
    const from = frames[frame + FRAME_TURN] & 63;
    const to = (frames[frame + FRAME_TURN] >> 6) & 63;
    const pawnMoved = squares[to] === us * 6 + PAWN;
    const pawnTaken = frames[frame + FRAME_STATE] >> 4 === theirPawnPiece;
    return (
      (words[theirPawns] | (pawnTaken ? bitLow[to] : 0)) === 0 &&
      (words[theirPawns + 1] | (pawnTaken ? bitHigh[to] : 0)) === PAWN_HOME_HIGH &&
      (words[ourPawns] ^ (pawnMoved ? bitLow[from] | bitLow[to] : 0)) === PAWN_HOME_LOW &&
      (words[ourPawns + 1] ^ (pawnMoved ? bitHigh[from] | bitHigh[to] : 0)) === 0
    );
  }

  function findPushable(): void {
    if (wasBalancedFirstTurn()) {
      writePushable(0, 0, 0, 0);
    } else {
      writePushable(
        words[theirPawns],
        words[theirPawns + 1],
        words[OCCUPIED] | words[OCCUPIED + 2],
        words[OCCUPIED + 1] | words[OCCUPIED + 3],
      );
    }
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

  // ------------------------------------------------------------------ whole turns

  function generateTurns(list: Int32Array, start: number): number {
    const pending = pendingPawn();
    if (pending < 0) return generateTurnsAfter(list, start, 0);
    let at = start;
    for (let choice = QUEEN; choice >= KNIGHT; choice--) {
      choose(pending, choice);
      if (attacksKing()) list[at++] = pending | (pending << 6) | (CHOICE << 14) | (choice << 22);
      else at = generateTurnsAfter(list, at, choice);
      unchoose(pending, choice);
    }
    return at;
  }

  /** The turns that begin with `choice`, which is on the board (0: none was due). */
  function generateTurnsAfter(list: Int32Array, start: number, choice: Kind): number {
    const moves = generateMoves(moveList, 0);
    let at = start;
    for (let i = 0; i < moves; i++) {
      const turn = moveList[i] | (choice << 22);
      findPushesOf(moveList[i]);
      let low = words[PUSHABLE];
      let high = words[PUSHABLE + 1];
      if ((low | high) === 0) list[at++] = turn;
      for (; low !== 0; low &= low - 1) list[at++] = turn | ((31 - Math.clz32(low & -low)) << 16);
      for (; high !== 0; high &= high - 1) list[at++] = turn | ((63 - Math.clz32(high & -high)) << 16);
    }
    return at;
  }

  function countTurns(): number {
    const pending = pendingPawn();
    if (pending < 0) return countAfterChoice();
    let sum = 0;
    for (let choice = QUEEN; choice >= KNIGHT; choice--) {
      choose(pending, choice);
      sum += attacksKing() ? 1 : countAfterChoice();
      unchoose(pending, choice);
    }
    return sum;
  }

  // ------------------------------------------------------------------ counting a ply of turns

  /*
   * Each legal move makes max(1, P') turns, P' being the pushable pawns after it. With P of them before, a move
   * gains one by leaving the front of a pawn, and loses one by landing in front of a free pawn, by taking a
   * pushable pawn, or by taking the very pawn that it would have freed; at most one loss a move. So where P and
   * the gain make two or more, a mover's targets are counted together: targets × (P + gain) - losses. Below two
   * every move counts one.
   */
  function countAfterChoice(): number {
    const n = collectTargets(~words[ourPieces], ~words[ourPieces + 1]);
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const noPush = isBalancedFirstTurn();
    const pawnsLow = noPush ? 0 : words[theirPawns];
    const pawnsHigh = noPush ? 0 : words[theirPawns + 1];
    const freeLow = pawnsLow & ~aheadLow(occupiedLow, occupiedHigh);
    const freeHigh = pawnsHigh & ~aheadHigh(occupiedLow, occupiedHigh);
    const pushes = count(freeLow, freeHigh);
    const frontLow = behindLow(pawnsLow, pawnsHigh);
    const frontHigh = behindHigh(pawnsLow, pawnsHigh);
    // Targets that cost a push.
    const lossLow = (frontLow & ~occupiedLow) | freeLow;
    const lossHigh = (frontHigh & ~occupiedHigh) | freeHigh;

    let sum = 0;
    for (let i = 0; i < n; i++) {
      const toLow = moversLow[i];
      const toHigh = moversHigh[i];
      const from = movers[i];
      const targets = count(toLow, toHigh);
      const frees = (frontLow & bitLow[from]) | (frontHigh & bitHigh[from]);
      const each = frees !== 0 ? pushes + 1 : pushes;
      if (each < 2) {
        sum += targets;
        continue;
      }
      sum += targets * each - count(toLow & lossLow, toHigh & lossHigh);
      if (frees !== 0) {
        const freed = from + step;
        if (((toLow & pawnsLow & bitLow[freed]) | (toHigh & pawnsHigh & bitHigh[freed])) !== 0) sum--;
      }
    }
    if (words[RIGHTS] !== 0 && (words[CHECKERS] | words[CHECKERS + 1]) === 0) sum += countCastlings();

    const blocksLow = words[BLOCKS];
    const blocksHigh = words[BLOCKS + 1];
    let low = words[ourPawns];
    let high = words[ourPawns + 1];
    const pinnedLow = words[PINNED];
    const pinnedHigh = words[PINNED + 1];
    words[LOSSES] = lossLow;
    words[LOSSES + 1] = lossHigh;
    words[FRONTS] = frontLow;
    words[FRONTS + 1] = frontHigh;
    sum += countPawns(low & ~pinnedLow, high & ~pinnedHigh, blocksLow, blocksHigh, pushes);
    low &= pinnedLow;
    high &= pinnedHigh;
    const k = movers[0] << 6;
    while ((low | high) !== 0) {
      const from = first(low, high);
      const l = (k | from) << 1;
      sum += countPawns(bitLow[from], bitHigh[from], blocksLow & line[l], blocksHigh & line[l + 1], pushes);
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }
    return sum;
  }

  /** The turns by moves of our pawns (low, high) to targets of (targetsLow, targetsHigh). */
  function countPawns(
    low: number,
    high: number,
    targetsLow: number,
    targetsHigh: number,
    pushes: number,
  ): number {
    const lossLow = words[LOSSES];
    const lossHigh = words[LOSSES + 1];
    const freeLow = ~(words[OCCUPIED] | words[OCCUPIED + 2]);
    const freeHigh = ~(words[OCCUPIED + 1] | words[OCCUPIED + 3]);
    let oneLow = aheadLow(low, high) & freeLow;
    let oneHigh = aheadHigh(low, high) & freeHigh;
    const third = us === 0 ? oneLow & 0x00ff0000 : oneHigh & 0x0000ff00;
    // Single and double steps never share a square with losses counted twice: each is counted apart.
    const two = us === 0 ? (third << 8) & freeLow & targetsLow : (third >>> 8) & freeHigh & targetsHigh;
    oneLow &= targetsLow;
    oneHigh &= targetsHigh;
    let sum = countSteps(oneLow, oneHigh, pushes, lossLow, lossHigh);
    if (two !== 0)
      sum +=
        us === 0
          ? countSteps(two, 0, pushes, lossLow, lossHigh)
          : countSteps(0, two, pushes, lossLow, lossHigh);
    const enemyLow = words[theirPieces] & targetsLow;
    const enemyHigh = words[theirPieces + 1] & targetsHigh;
    const eLow = (low & ~FILE_H) << 1;
    const eHigh = (high & ~FILE_H) << 1;
    const wLow = (low & ~FILE_A) >>> 1;
    const wHigh = (high & ~FILE_A) >>> 1;
    const eastLow = aheadLow(eLow, eHigh) & enemyLow;
    const eastHigh = aheadHigh(eLow, eHigh) & enemyHigh;
    const westLow = aheadLow(wLow, wHigh) & enemyLow;
    const westHigh = aheadHigh(wLow, wHigh) & enemyHigh;
    if ((eastLow | eastHigh | westLow | westHigh) === 0) return sum;
    // A pawn in front of an enemy pawn frees it by capturing: the squares that such captures arrive on.
    const stuckLow = low & words[FRONTS];
    const stuckHigh = high & words[FRONTS + 1];
    const sLow = (stuckLow & ~FILE_H) << 1;
    const sHigh = (stuckHigh & ~FILE_H) << 1;
    const tLow = (stuckLow & ~FILE_A) >>> 1;
    const tHigh = (stuckHigh & ~FILE_A) >>> 1;
    sum += countCaptures(
      eastLow,
      eastHigh,
      aheadLow(sLow, sHigh),
      aheadHigh(sLow, sHigh),
      pushes,
      lossLow,
      lossHigh,
    );
    sum += countCaptures(
      westLow,
      westHigh,
      aheadLow(tLow, tHigh),
      aheadHigh(tLow, tHigh),
      pushes,
      lossLow,
      lossHigh,
    );
    return sum;
  }

  /** Turns by pawn steps to a set of squares; steps free no pawn. Promotions count four. */
  function countSteps(low: number, high: number, pushes: number, lossLow: number, lossHigh: number): number {
    const last = us === 0 ? high & 0xff000000 : low & 0xff;
    let sum = count(low, high);
    if (pushes > 1) sum = sum * pushes - count(low & lossLow, high & lossHigh);
    if (last === 0) return sum;
    const promotions = count(last, 0);
    if (pushes < 2) return sum + 3 * promotions;
    return sum + 3 * (promotions * pushes - count(last & (us === 0 ? lossHigh : lossLow), 0));
  }

  /** Turns by pawn captures on a set of squares, those of (freeingLow, freeingHigh) freeing a pawn. */
  function countCaptures(
    low: number,
    high: number,
    freeingLow: number,
    freeingHigh: number,
    pushes: number,
    lossLow: number,
    lossHigh: number,
  ): number {
    let sum = 0;
    for (let a = low; a !== 0; a &= a - 1) {
      const bit = a & -a;
      const after = pushes + ((freeingLow & bit) !== 0 ? 1 : 0) - ((lossLow & bit) !== 0 ? 1 : 0);
      const turns = Math.max(after, 1);
      sum += us === 1 && (bit & 0xff) !== 0 ? 4 * turns : turns;
    }
    for (let b = high; b !== 0; b &= b - 1) {
      const bit = b & -b;
      const after = pushes + ((freeingHigh & bit) !== 0 ? 1 : 0) - ((lossHigh & bit) !== 0 ? 1 : 0);
      const turns = Math.max(after, 1);
      sum += us === 0 && (bit & 0xff000000) !== 0 ? 4 * turns : turns;
    }
    return sum;
  }

  function countCastlings(): number {
    let sum = 0;
    for (let i = firstRight; i < firstRight + 2; i++) {
      if (!mayCastle(i)) continue;
      findPushesOf(castlingMove(i));
      const turns = count(words[PUSHABLE], words[PUSHABLE + 1]);
      sum += Math.max(turns, 1);
    }
    return sum;
  }

  return {
    colour: us,
    pendingPawn,
    choose,
    unchoose,
    inCheck,
    attacksKing,
    generateMoves,
    generateCaptures,
    isLegalMove,
    makeMove,
    unmakeMove,
    findPushable,
    findPushes,
    findPushesOf,
    makePush,
    unmakePush,
    makeTurn,
    unmakeTurn,
    isSelfCheck,
    generateTurns,
    countTurns,
  };
}
