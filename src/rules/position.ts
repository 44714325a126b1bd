/** A position: its state, set up piece by piece or by playing turns, and the two players' sides of it. */
import { attackTables } from './attacks.ts';
import { BIT_HIGH, BIT_LOW, offHeapBytes } from './bitboard.ts';
import { createBlack } from './black.ts';
import {
  BALANCED,
  BLACK,
  CLOCK,
  type Colour,
  colourOf,
  DEPTH,
  EMPTY,
  FRAME_SIZE,
  FRAME_TURN,
  KEY_HIGH,
  KEY_LOW,
  KING,
  type Kind,
  MAX_FRAMES,
  OCCUPIED,
  type Piece,
  PLY_BASE,
  pieceOf,
  RIGHTS,
  ROOK,
  SIDE,
  type Square,
  WHITE,
  WORD_COUNT,
} from './board.ts';
import {
  type Arrays,
  CASTLE_EMPTY,
  CASTLE_KING_FROM,
  CASTLE_KING_TO,
  CASTLE_ROOK_FROM,
  CASTLE_ROOK_TO,
  CASTLE_SIZE,
  TURN_BITS,
} from './side/arrays.ts';
import { CHOICE, type Move, type Turn, turnKind } from './turn.ts';
import { AVALANCHE, type Variant } from './variants.ts';
import { createWhite } from './white.ts';
import { ZOBRIST } from './zobrist.ts';

/**
 * What the player of one colour can do. Each function may be called only when that colour is to move (the push
 * functions: when it has just made its move), and, but for the choice functions, when no choice is pending any more.
 */
export interface Side {
  readonly colour: Colour;
  /** The square of this side's pawn that awaits its promotion choice, or -1. */
  pendingPawn(): Square;
  /** Turns the pending pawn on `square` into `kind` (KNIGHT to QUEEN). */
  choose(square: Square, kind: Kind): void;
  unchoose(square: Square, kind: Kind): void;
  /** Is this side's king attacked? */
  inCheck(): boolean;
  /** Is the opponent's king attacked? Before this side's turn it means that the opponent has checked himself. */
  attacksKing(): boolean;
  /** Writes all legal moves into `list` from index `at`; returns the index behind the last. At most MAX_MOVES. */
  generateMoves(list: Int32Array, at: number): number;
  /** The same for the captures of pieces in the set (low, high) and the promotions alone. */
  generateCaptures(list: Int32Array, at: number, low: number, high: number): number;
  /** Is `move` (any integer) a legal move here? */
  isLegalMove(move: Move): boolean;
  /** Makes a legal move; the other side is then to move, unless a push follows. Pushes a frame. */
  makeMove(move: Move): void;
  unmakeMove(move: Move): void;
  /** After makeMove: writes the set PUSHABLE alone. */
  findPushable(): void;
  /** After makeMove: writes the sets PUSHABLE, SELF_CHECKING and CHOICE_GIVING into the position's words. */
  findPushes(): void;
  /** Writes PUSHABLE as it will be after the legal move `move`, which is not made. */
  findPushesOf(move: Move): void;
  /** After makeMove: pushes the opponent's pawn that stands on `from`. */
  makePush(from: Square): void;
  unmakePush(from: Square): void;
  /** Passes, which is no turn of the game but a search's null move; its frame holds NO_TURN. Not in check, nothing pending. */
  makeNull(): void;
  unmakeNull(): void;
  /** Plays a whole legal turn, a winning choice too (after which this side is still to move). Pushes one frame. */
  makeTurn(turn: Turn): void;
  unmakeTurn(turn: Turn): void;
  /** After makeTurn(turn): has the turn left this side's own king attacked (RULES.md 3a)? */
  isSelfCheck(turn: Turn): boolean;
  /** Writes all legal turns into `list` from index `at` (winning choices, self-checks); returns the index behind them. */
  generateTurns(list: Int32Array, at: number): number;
  /** How many legal turns there are: counted by sets, none is made. Self-checking ones and winning choices included. */
  countTurns(): number;
}

export interface Position {
  /** The state; its layout stands in board.ts. Read freely, written only by the functions of this folder. */
  readonly words: Int32Array;
  /** Piece codes by square, EMPTY where there is none. */
  readonly squares: Uint8Array;
  /** The turns played, FRAME_SIZE words each (board.ts). */
  readonly frames: Int32Array;
  /** The castlings of the variant and the rights that a move leaves (side/arrays.ts says how they are laid out). */
  readonly castles: Int32Array;
  readonly keptRights: Uint8Array;
  readonly white: Side;
  readonly black: Side;
  /** Set by clearPosition. */
  variant: Variant;
}

/** What a FEN says besides the board. `rights` is a set of the RIGHT_ bits. */
export interface Setup {
  readonly side: Colour;
  readonly rights: number;
  readonly clock: number;
  readonly number: number;
}

/** Turns that `compactHistory` keeps: more than the fifty-move rule can look back on. */
const KEPT_FRAMES = 1024;
/** Frames that stay free for a search or a line of analysis on top of the game. */
const SPARE_FRAMES = 1024;

/** A new position: Avalanche before the first turn. Several may live side by side. */
export function createPosition(): Position {
  const arrays: Arrays = {
    words: new Int32Array(WORD_COUNT),
    squares: offHeapBytes(64),
    frames: new Int32Array(MAX_FRAMES * FRAME_SIZE),
    castles: new Int32Array(4 * CASTLE_SIZE),
    keptRights: offHeapBytes(64),
  };
  const tables = attackTables();
  const position: Position = {
    ...arrays,
    white: createWhite(arrays, tables, ZOBRIST, WHITE),
    black: createBlack(arrays, tables, ZOBRIST, BLACK),
    variant: AVALANCHE,
  };
  clearPosition(position, AVALANCHE);
  placeHomeRanks(position);
  finishSetup(position, { side: WHITE, rights: 15, clock: 0, number: 1 });
  return position;
}

function placeHomeRanks(position: Position): void {
  [3, 1, 2, 4, 5, 2, 1, 3].forEach((kind, file) => {
    putPiece(position, pieceOf(WHITE, kind), file);
    putPiece(position, pieceOf(WHITE, 0), 8 + file);
    putPiece(position, pieceOf(BLACK, 0), 48 + file);
    putPiece(position, pieceOf(BLACK, kind), 56 + file);
  });
}

/** Takes everything off the board and forgets the history. `finishSetup` must follow. */
export function clearPosition(position: Position, variant: Variant): void {
  position.words.fill(0);
  position.squares.fill(EMPTY);
  position.words[BALANCED] = variant.balanced ? 1 : 0;
  position.variant = variant;
  position.keptRights.fill(15);
  for (let i = 0; i < 4; i++) setCastle(position, i, variant);
}

/** Castling `i` (a right's bit): the king goes two squares towards the rook (RULES.md section 1). */
function setCastle(position: Position, i: number, variant: Variant): void {
  const base = i < 2 ? 0 : 56;
  const king = base + (i < 2 ? 4 : variant.blackKingFile);
  const rook = base + (i % 2 === 0 ? 7 : 0);
  const towards = rook > king ? 1 : -1;
  const c = i * CASTLE_SIZE;
  position.castles[c + CASTLE_KING_FROM] = king;
  position.castles[c + CASTLE_KING_TO] = king + 2 * towards;
  position.castles[c + CASTLE_ROOK_FROM] = rook;
  position.castles[c + CASTLE_ROOK_TO] = king + towards;
  let empty = 0;
  for (let square = king + towards; square !== rook; square += towards) empty |= 1 << (square & 31);
  position.castles[c + CASTLE_EMPTY] = empty;
  position.keptRights[king] &= ~(1 << i);
  position.keptRights[rook] &= ~(1 << i);
}

/** Puts a piece on an empty square; the key follows in `finishSetup`. */
export function putPiece(position: Position, piece: Piece, square: Square): void {
  const { words, squares } = position;
  squares[square] = piece;
  words[2 * piece] |= BIT_LOW[square];
  words[2 * piece + 1] |= BIT_HIGH[square];
  words[OCCUPIED + 2 * colourOf(piece)] |= BIT_LOW[square];
  words[OCCUPIED + 2 * colourOf(piece) + 1] |= BIT_HIGH[square];
}

/** Ends a set-up: drops castling rights that the board contradicts (RULES.md section 8), computes the key. */
export function finishSetup(position: Position, setup: Setup): void {
  const { words, squares, castles } = position;
  let rights = setup.rights;
  for (let i = 0; i < 4; i++) {
    const colour = i < 2 ? WHITE : BLACK;
    const king = squares[castles[i * CASTLE_SIZE + CASTLE_KING_FROM]];
    const rook = squares[castles[i * CASTLE_SIZE + CASTLE_ROOK_FROM]];
    if (king !== pieceOf(colour, KING) || rook !== pieceOf(colour, ROOK)) rights &= ~(1 << i);
  }
  words[SIDE] = setup.side;
  words[RIGHTS] = rights;
  words[CLOCK] = setup.clock;
  words[PLY_BASE] = 2 * setup.number + setup.side;
  words[DEPTH] = 0;
  const [low, high] = computeKey(position);
  words[KEY_LOW] = low;
  words[KEY_HIGH] = high;
}

/** The key from scratch; the incremental one must always equal it. */
export function computeKey(position: Position): [low: number, high: number] {
  const { words, squares } = position;
  let low = ZOBRIST.rights[2 * words[RIGHTS]] ^ (words[SIDE] === BLACK ? ZOBRIST.side[0] : 0);
  let high = ZOBRIST.rights[2 * words[RIGHTS] + 1] ^ (words[SIDE] === BLACK ? ZOBRIST.side[1] : 0);
  for (let square = 0; square < 64; square++) {
    low ^= ZOBRIST.pieces[2 * (64 * squares[square] + square)];
    high ^= ZOBRIST.pieces[2 * (64 * squares[square] + square) + 1];
  }
  return [low, high];
}

/** Makes `to` equal to `from`, its history included. */
export function copyPosition(from: Position, to: Position): void {
  to.words.set(from.words);
  to.squares.set(from.squares);
  to.frames.set(from.frames);
  to.castles.set(from.castles);
  to.keptRights.set(from.keptRights);
  to.variant = from.variant;
}

export function sideToMove(position: Position): Colour {
  return position.words[SIDE] === WHITE ? WHITE : BLACK;
}

/** The full-move number that a FEN gives. */
export function fullMoveNumber(position: Position): number {
  const { words } = position;
  const plies = words[PLY_BASE] + words[DEPTH];
  // A winning choice leaves the same side to move.
  return (plies - ((plies ^ words[SIDE]) & 1)) >> 1;
}

/** The side that is to move. */
export function mover(position: Position): Side {
  return position.words[SIDE] === WHITE ? position.white : position.black;
}

/** The side that is not to move. */
export function opponentSide(position: Position): Side {
  return position.words[SIDE] === WHITE ? position.black : position.white;
}

/** Plays a legal turn of the side to move. */
export function playTurn(position: Position, turn: Turn): void {
  if (position.words[DEPTH] >= MAX_FRAMES - SPARE_FRAMES) compactHistory(position);
  mover(position).makeTurn(turn);
}

/** Takes the last turn back and returns it; undefined if none is remembered. */
export function undoTurn(position: Position): Turn | undefined {
  const turn = lastTurn(position);
  if (turn === undefined) return undefined;
  // After a winning choice the same side is still to move.
  const side = turnKind(turn) === CHOICE ? mover(position) : opponentSide(position);
  side.unmakeTurn(turn);
  return turn;
}

/** The turn played last; undefined if none is remembered. */
export function lastTurn(position: Position): Turn | undefined {
  const depth = position.words[DEPTH];
  if (depth === 0) return undefined;
  return position.frames[(depth - 1) * FRAME_SIZE + FRAME_TURN] & ((1 << TURN_BITS) - 1);
}

/** Forgets the oldest turns of a long game, so that there is room for more; no repetition reaches back to them. */
export function compactHistory(position: Position): void {
  const { words, frames } = position;
  const dropped = words[DEPTH] - KEPT_FRAMES;
  if (dropped <= 0) return;
  frames.copyWithin(0, dropped * FRAME_SIZE, words[DEPTH] * FRAME_SIZE);
  words[DEPTH] -= dropped;
  words[PLY_BASE] += dropped;
}

/** The key as 16 hexadecimal digits. */
export function keyText(position: Position): string {
  const half = (word: number) => (word >>> 0).toString(16).padStart(8, '0').toUpperCase();
  return half(position.words[KEY_HIGH]) + half(position.words[KEY_LOW]);
}
