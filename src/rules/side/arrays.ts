/** The arrays of one position that its two sides share, and the layout of those that board.ts does not describe. */

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
export const CHOICELESS_MASK = (1 << 22) - 1;

/** Not 0 in a turn whose move is a promotion or castling. */
export const SPECIAL_MASK = 3 << 14;

/** White's pawns at home, in the low half of the board. */
export const PAWN_HOME_LOW = 0x0000ff00;
/** Black's pawns at home, in the high half. */
export const PAWN_HOME_HIGH = 0x00ff0000;
