/** Squares, colours, pieces: their numbers and names, and where each part of a position lies in its array. */

/** a1 = 0, b1 = 1, …, h8 = 63. */
export type Square = number;
export type Colour = 0 | 1;
export type Kind = number;
/** `6 * colour + kind`, 0 to 11; EMPTY on a free square. */
export type Piece = number;

export const WHITE = 0;
export const BLACK = 1;

export const PAWN = 0;
export const KNIGHT = 1;
export const BISHOP = 2;
export const ROOK = 3;
export const QUEEN = 4;
export const KING = 5;

export const EMPTY = 12;

/** FEN letters by piece code. */
export const PIECE_LETTERS = 'PNBRQKpnbrqk';
export const KIND_LETTERS = 'pnbrqk';

export function pieceOf(colour: Colour, kind: Kind): Piece {
  return colour * 6 + kind;
}

export function colourOf(piece: Piece): Colour {
  return piece < 6 ? WHITE : BLACK;
}

export function kindOf(piece: Piece): Kind {
  return piece < 6 ? piece : piece - 6;
}

export function opposite(colour: Colour): Colour {
  return colour === WHITE ? BLACK : WHITE;
}

export function fileOf(square: Square): number {
  return square & 7;
}

export function rankOf(square: Square): number {
  return square >> 3;
}

/** In steps of a king. */
export function distance(a: Square, b: Square): number {
  return Math.max(Math.abs((a & 7) - (b & 7)), Math.abs((a >> 3) - (b >> 3)));
}

/** `e4` and the like. */
export function squareName(square: Square): string {
  return String.fromCharCode(97 + (square & 7), 49 + (square >> 3));
}

/** The square of a name like `e4`; -1 if the text is not exactly that. */
export function squareOf(name: string): Square {
  if (name.length !== 2) return -1;
  const file = name.charCodeAt(0) - 97;
  const rank = name.charCodeAt(1) - 49;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : -1;
}

// Castling rights, a set of four bits. The letters stay with the rooks: K and k with the h-rook.
export const RIGHT_WHITE_H = 1;
export const RIGHT_WHITE_A = 2;
export const RIGHT_BLACK_H = 4;
export const RIGHT_BLACK_A = 8;
export const RIGHT_LETTERS = 'KQkq';

// The words of a position (`Position.words`). A bitboard is two words: squares 0–31, squares 32–63.
// Piece p lies at 2p and 2p + 1.
export const OCCUPIED = 24; // by White; by Black at OCCUPIED + 2
export const KEY_LOW = 28;
export const KEY_HIGH = 29;
export const RIGHTS = 30;
/** Half-moves since the last capture, pawn move or push (RULES.md section 3, fifty-move rule). */
export const CLOCK = 31;
export const SIDE = 32;
/** Turns played before the first frame, counted from White's first as 2: `fullMoveNumber` reads it. */
export const PLY_BASE = 33;
/** 1 in the balanced variant, else 0. */
export const BALANCED = 34;
/** How many frames are on the stack of turns played. */
export const DEPTH = 35;
// What `findPushes` writes: sets of pawns by the square they stand on.
export const PUSHABLE = 36;
/** Pushable pawns whose push leaves the mover's own king attacked (RULES.md 3a). */
export const SELF_CHECKING = 38;
/** Pushable pawns whose push lets the opponent win by the promotion choice (RULES.md 3b), not self-checking. */
export const CHOICE_GIVING = 40;
// What `findPins` writes about the side to move.
export const CHECKERS = 42;
export const PINNED = 44;
/** Where a piece other than the king answers a check. */
export const BLOCKS = 46;
/** The opponent's pieces that the moves to be generated may take. */
export const VICTIMS = 52;
// What the counting of turns hands on.
export const LOSSES = 48;
export const FRONTS = 50;
/** Room for the legal moves of any position that a FEN can describe; 288 are known, by a board full of queens. */
export const MAX_MOVES = 512;
export const WORD_COUNT = 64;

// The words of a frame (`Position.frames`): what a turn cannot restore from itself. Frame i is written by the
// i-th turn played and holds the key of the position before it, so that the frames are the game's history too.
export const FRAME_KEY_LOW = 0;
export const FRAME_KEY_HIGH = 1;
/** The castling rights (4 bits), the captured piece (4 bits), STATE_RESET, and from STATE_CLOCK on the clock before. */
export const FRAME_STATE = 2;
/** Set if the move has reset the clock; else it has gone up by one. */
export const STATE_RESET = 1 << 8;
export const STATE_CLOCK = 9;
/** The whole turn and, above its TURN_BITS, the square of its choice; not written where the parts are made one by one. */
export const FRAME_TURN = 3;
export const FRAME_SIZE = 8;
/** Frames a position can hold; `compactHistory` makes room in a long game. */
export const MAX_FRAMES = 4096;
