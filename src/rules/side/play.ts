/** Making and taking back: moves, pushes, choices, whole turns. */
import { BIT_HIGH, BIT_LOW, offHeapInts } from '../bitboard.ts';
import {
  CLOCK,
  type Colour,
  DEPTH,
  EMPTY,
  FRAME_KEY_HIGH,
  FRAME_KEY_LOW,
  FRAME_SIZE,
  FRAME_STATE,
  FRAME_TURN,
  KEY_HIGH,
  KEY_LOW,
  type Kind,
  KNIGHT,
  OCCUPIED,
  PAWN,
  RIGHTS,
  ROOK,
  SIDE,
  type Square,
  STATE_CLOCK,
  STATE_RESET,
} from '../board.ts';
import { CHOICE, NO_TURN, PROMOTION, type Turn } from '../turn.ts';
import type { ZobristKeys } from '../zobrist.ts';
import {
  type Arrays,
  CASTLE_KING_TO,
  CASTLE_ROOK_FROM,
  CASTLE_ROOK_TO,
  CASTLE_SIZE,
  CHOICELESS_MASK,
  SPECIAL_MASK,
  TURN_BITS,
} from './arrays.ts';

export type Play = ReturnType<typeof createPlay>;

export function createPlay(arrays: Arrays, zobrist: ZobristKeys, colour: Colour) {
  const us = colour;
  const them = us === 0 ? 1 : 0;
  const words = arrays.words;
  const squares = arrays.squares;
  const frames = arrays.frames;
  const castles = arrays.castles;
  const keptRights = arrays.keptRights;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const pieceKeys = zobrist.pieces;
  const rightsKeys = zobrist.rights;
  const sideKeyLow = zobrist.side[0] | 0;
  const sideKeyHigh = zobrist.side[1] | 0;
  const ours = us * 12;
  const ourPawns = us * 12 + 2 * PAWN;
  const theirPawns = them * 12 + 2 * PAWN;
  const ourPieces = OCCUPIED + 2 * us;
  const theirPieces = OCCUPIED + 2 * them;
  const theirPawnPiece = them * 6 + PAWN;
  const step = us === 0 ? 8 : -8;
  const firstRight = us === 0 ? 0 : 2;

  /** By the square of a pawn of theirs: the words that its push exchanges on the board and in the key. */
  const pushLow = new Int32Array(64);
  const pushHigh = new Int32Array(64);
  const pushKeys = new Int32Array(128);
  /** By piece: 0 for a pawn, whose move resets the clock. */
  const clockMasks = offHeapInts(13).fill(-1);
  clockMasks[us * 6 + PAWN] = 0;

  fillTables();

  function fillTables(): void {
    for (let square = 0; square < 64; square++) {
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

  /** Makes a turn without a choice; without a push too it is a move alone. One pass, so that the key is written once. */
  function makeMove(turn: Turn): void {
    const from = turn & 63;
    const to = (turn >> 6) & 63;
    const push = (turn >> 16) & 63;
    const piece = squares[from];
    const captured = squares[to];

    // The key and all else that the frame keeps.
    const rights = words[RIGHTS];
    const clock = words[CLOCK];
    const depth = words[DEPTH];
    const frame = depth * FRAME_SIZE;
    let keyLow = words[KEY_LOW];
    let keyHigh = words[KEY_HIGH];
    frames[frame + FRAME_KEY_LOW] = keyLow;
    frames[frame + FRAME_KEY_HIGH] = keyHigh;
    frames[frame + FRAME_TURN] = turn;
    words[DEPTH] = depth + 1;
    words[SIDE] = them;
    const keyFrom = 2 * (64 * piece + from);
    const keyTo = 2 * (64 * piece + to);
    keyLow ^= pieceKeys[keyFrom] ^ pieceKeys[keyTo] ^ sideKeyLow;
    keyHigh ^= pieceKeys[keyFrom + 1] ^ pieceKeys[keyTo + 1] ^ sideKeyHigh;
    const kept = rights & keptRights[from] & keptRights[to];
    if (kept !== rights) {
      words[RIGHTS] = kept;
      keyLow ^= rightsKeys[2 * rights] ^ rightsKeys[2 * kept];
      keyHigh ^= rightsKeys[2 * rights + 1] ^ rightsKeys[2 * kept + 1];
    }
    let newClock = (clock + 1) & clockMasks[piece];
    if (captured !== EMPTY) {
      const keyCaptured = 2 * (64 * captured + to);
      keyLow ^= pieceKeys[keyCaptured];
      keyHigh ^= pieceKeys[keyCaptured + 1];
      newClock = 0;
    }
    frames[frame + FRAME_STATE] =
      rights | (captured << 4) | (newClock === 0 ? STATE_RESET : 0) | (clock << STATE_CLOCK);

    // The board.
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
    if (captured !== EMPTY) {
      words[2 * captured] ^= toLow;
      words[2 * captured + 1] ^= toHigh;
      words[theirPieces] ^= toLow;
      words[theirPieces + 1] ^= toHigh;
    }
    words[CLOCK] = newClock;
    words[KEY_LOW] = keyLow;
    words[KEY_HIGH] = keyHigh;
    if ((turn & SPECIAL_MASK) !== 0) makeSpecial(turn);
    // Last, since the pawn may be pushed to the corner that a castling rook has left.
    if (push !== 0) makePush(push);
  }

  // Rare, and apart from the functions that call them, so that V8 spends its room for inlining on what is common.
  function makeSpecial(turn: Turn): void {
    const to = (turn >> 6) & 63;
    if (((turn >> 14) & 3) === PROMOTION) exchange(to, PAWN, ((turn >> 12) & 3) + KNIGHT);
    else moveRook(to, 1);
  }

  function unmakeSpecial(turn: Turn): void {
    const to = (turn >> 6) & 63;
    if (((turn >> 14) & 3) === PROMOTION) exchange(to, ((turn >> 12) & 3) + KNIGHT, PAWN);
    else moveRook(to, 0);
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
    if (push !== 0) {
      movePawn(push);
      squares[push - step] = EMPTY;
      squares[push] = theirPawnPiece;
    }
    if ((turn & SPECIAL_MASK) !== 0) unmakeSpecial(turn);
    const piece = squares[to];
    const depth = words[DEPTH] - 1;
    const frame = depth * FRAME_SIZE;
    const state = frames[frame + FRAME_STATE];
    const captured = (state >> 4) & 15;
    words[DEPTH] = depth;
    words[KEY_LOW] = frames[frame + FRAME_KEY_LOW];
    words[KEY_HIGH] = frames[frame + FRAME_KEY_HIGH];
    words[RIGHTS] = state & 15;
    words[CLOCK] = state >>> STATE_CLOCK;
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
    const state = frames[(words[DEPTH] - 1) * FRAME_SIZE + FRAME_STATE];
    words[CLOCK] = (state & STATE_RESET) !== 0 ? 0 : (state >>> STATE_CLOCK) + 1;
    squares[from - step] = EMPTY;
    squares[from] = theirPawnPiece;
  }

  function makeNull(): void {
    const frame = words[DEPTH] * FRAME_SIZE;
    frames[frame + FRAME_KEY_LOW] = words[KEY_LOW];
    frames[frame + FRAME_KEY_HIGH] = words[KEY_HIGH];
    frames[frame + FRAME_STATE] = words[CLOCK] << STATE_CLOCK;
    frames[frame + FRAME_TURN] = NO_TURN;
    words[DEPTH] = words[DEPTH] + 1;
    words[KEY_LOW] ^= sideKeyLow;
    words[KEY_HIGH] ^= sideKeyHigh;
    words[SIDE] = them;
    // No repetition reaches back over it.
    words[CLOCK] = 0;
  }

  function unmakeNull(): void {
    const frame = (words[DEPTH] - 1) * FRAME_SIZE;
    words[DEPTH] = words[DEPTH] - 1;
    words[KEY_LOW] = frames[frame + FRAME_KEY_LOW];
    words[KEY_HIGH] = frames[frame + FRAME_KEY_HIGH];
    words[CLOCK] = frames[frame + FRAME_STATE] >>> STATE_CLOCK;
    words[SIDE] = us;
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

  return {
    pendingPawn,
    choose,
    unchoose,
    makeMove,
    unmakeMove,
    makePush,
    unmakePush,
    makeNull,
    unmakeNull,
    makeTurn,
    unmakeTurn,
  };
}
