/**
 * Positions as text: FEN, orthodox six fields (RULES.md section 4).
 *
 * The reader is strict about what decides the game and kind about the rest. Board, side to move and castling rights
 * must be there; the en passant field and the two counters may be left out from the right, as GUIs do (`- 0 1` is
 * then meant). A square in the en passant field is ignored. Castling letters may come in any order, rights that the
 * board contradicts are dropped, and move number 0 is read as 1. A position whose side to move can take the king is
 * legal: it is a won game (RULES.md 3a).
 */
import {
  BLACK,
  CLOCK,
  type Colour,
  colourOf,
  EMPTY,
  KING,
  kindOf,
  PAWN,
  PIECE_LETTERS,
  RIGHT_LETTERS,
  RIGHTS,
  rankOf,
  type Square,
  squareName,
  squareOf,
  WHITE,
} from './board.ts';
import {
  clearPosition,
  createPosition,
  finishSetup,
  fullMoveNumber,
  type Position,
  putPiece,
  sideToMove,
} from './position.ts';
import { quote } from './quote.ts';
import { failure, type Result, success } from './result.ts';
import type { Variant } from './variants.ts';

/** The largest half-move clock and move number that a FEN may hold. */
const LARGEST_COUNTER = 9999;

const NAMES = ['White', 'Black'];

/** Reads a position into `into`, which stays untouched if the text is in error, or into a new one. */
export function parseFen(text: string, variant: Variant, into?: Position): Result<Position> {
  const [board, side, rights, enPassant = '-', clock = '0', number = '1', extra] = text
    .trim()
    .split(/\s+/, 7);
  if (board === undefined || board === '') return failure('FEN: it is empty');
  if (side === undefined) return failure(`FEN: side to move missing after ${quote(board)}`);
  if (side !== 'w' && side !== 'b') return failure(`FEN: side to move must be w or b, not ${quote(side)}`);
  if (rights === undefined) return failure(`FEN: castling rights missing after ${quote(side)}`);
  if (extra !== undefined) return failure(`FEN: ${quote(extra)} after the sixth field`);

  const mover = side === 'w' ? WHITE : BLACK;
  const pieces = parseBoard(board);
  if (!pieces.ok) return pieces;
  const fault = faultOf(pieces.value, mover);
  if (fault !== undefined) return failure(`FEN: ${fault}`);
  const rightBits = parseRights(rights);
  if (!rightBits.ok) return rightBits;
  if (enPassant !== '-' && squareOf(enPassant) < 0) {
    return failure(`FEN: en passant must be - or a square, not ${quote(enPassant)}`);
  }
  const clockValue = parseCounter('half-move clock', clock);
  if (!clockValue.ok) return clockValue;
  const numberValue = parseCounter('move number', number);
  if (!numberValue.ok) return numberValue;

  const position = into ?? createPosition();
  clearPosition(position, variant);
  pieces.value.forEach((piece, square) => {
    if (piece !== EMPTY) putPiece(position, piece, square);
  });
  finishSetup(position, {
    side: mover,
    rights: rightBits.value,
    clock: clockValue.value,
    number: Math.max(1, numberValue.value),
  });
  return success(position);
}

export function formatFen(position: Position): string {
  const { words } = position;
  let rights = '';
  for (let bit = 0; bit < 4; bit++) if (words[RIGHTS] & (1 << bit)) rights += RIGHT_LETTERS[bit];
  const side = sideToMove(position) === WHITE ? 'w' : 'b';
  return `${formatBoard(position)} ${side} ${rights === '' ? '-' : rights} - ${words[CLOCK]} ${fullMoveNumber(position)}`;
}

function formatBoard(position: Position): string {
  const ranks: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = '';
    let gap = 0;
    for (let square = 8 * rank; square < 8 * rank + 8; square++) {
      const piece = position.squares[square];
      if (piece === EMPTY) {
        gap++;
        continue;
      }
      text += gap > 0 ? `${gap}${PIECE_LETTERS[piece]}` : PIECE_LETTERS[piece];
      gap = 0;
    }
    ranks.push(gap > 0 ? `${text}${gap}` : text);
  }
  return ranks.join('/');
}

/** Piece codes by square. */
function parseBoard(text: string): Result<number[]> {
  const pieces = new Array<number>(64).fill(EMPTY);
  const ranks = text.split('/', 9);
  if (ranks.length !== 8) {
    return failure(`FEN: ${ranks.length < 8 ? 'fewer' : 'more'} than eight ranks in ${quote(text)}`);
  }
  for (const [row, rankText] of ranks.entries()) {
    const rank = 7 - row;
    let file = 0;
    for (const letter of rankText) {
      if (letter >= '1' && letter <= '8') {
        file += Number(letter);
      } else {
        const piece = PIECE_LETTERS.indexOf(letter);
        if (piece < 0) return failure(`FEN: ${quote(letter)} is no piece, in rank ${rank + 1}`);
        if (file < 8) pieces[8 * rank + file] = piece;
        file++;
      }
      if (file > 8) return failure(`FEN: rank ${rank + 1} is too long: ${quote(rankText)}`);
    }
    if (file < 8) return failure(`FEN: rank ${rank + 1} is too short: ${quote(rankText)}`);
  }
  return success(pieces);
}

/** What makes a full board unfit to be played on; undefined if nothing does. */
function faultOf(pieces: readonly number[], mover: Colour): string | undefined {
  const kings: Square[] = [-1, -1];
  let pending = -1;
  for (const [square, piece] of pieces.entries()) {
    if (piece === EMPTY) continue;
    const colour = colourOf(piece);
    if (kindOf(piece) === KING) {
      const first = kings[colour];
      if (first >= 0)
        return `${NAMES[colour]} has two kings, on ${squareName(first)} and ${squareName(square)}`;
      kings[colour] = square;
    }
    if (kindOf(piece) !== PAWN) continue;
    const rank = colour === WHITE ? rankOf(square) : 7 - rankOf(square);
    const pawn = `the ${NAMES[colour].toLowerCase()} pawn on ${squareName(square)}`;
    if (rank === 0) return `${pawn} stands behind its home rank`;
    if (rank === 7) {
      if (colour !== mover) return `${pawn} awaits promotion, but ${NAMES[mover]} is to move`;
      if (pending >= 0) return `${pawn} awaits promotion, and so does the one on ${squareName(pending)}`;
      pending = square;
    }
  }
  for (const colour of [WHITE, BLACK]) if (kings[colour] < 0) return `${NAMES[colour]} has no king`;
  return undefined;
}

function parseRights(text: string): Result<number> {
  if (text === '-') return success(0);
  let rights = 0;
  for (const letter of text) {
    const bit = RIGHT_LETTERS.indexOf(letter);
    if (bit < 0) return failure(`FEN: ${quote(letter)} is no castling right, in ${quote(text)}`);
    if (rights & (1 << bit))
      return failure(`FEN: castling right ${quote(letter)} given twice, in ${quote(text)}`);
    rights |= 1 << bit;
  }
  return success(rights);
}

function parseCounter(name: string, text: string): Result<number> {
  if (!/^\d+$/.test(text)) return failure(`FEN: ${name} must be a number from 0 on, not ${quote(text)}`);
  if (Number(text) > LARGEST_COUNTER) return failure(`FEN: ${name} too large: ${quote(text)}`);
  return success(Number(text));
}
