/**
 * Turns for people: SAN with a slash before the push (RULES.md section 6).
 *
 * The writer gives the one exact form. The reader is as lenient as those of orthodox chess: signs at the end of a
 * part (`+`, `#`, `!`, `?`) say nothing, too much disambiguation, a missing `x` or `=`, zeros in castling and squares
 * written in full (`Ng1-f3/d7d6`, so the protocol's own form too) are all understood as long as only one legal turn
 * can be meant.
 */
import {
  colourOf,
  EMPTY,
  fileOf,
  KIND_LETTERS,
  KING,
  type Kind,
  kindOf,
  PAWN,
  pieceOf,
  QUEEN,
  rankOf,
  type Square,
  squareName,
  squareOf,
} from './board.ts';
import { moveCode, notLegal, parseTurnAs, pushTarget, type TurnForm } from './notation.ts';
import { mover, type Position, playTurn, undoTurn } from './position.ts';
import { quote } from './quote.ts';
import type { Result } from './result.ts';
import {
  CASTLING,
  CHOICE,
  castlingCode,
  type Move,
  PROMOTION,
  type Turn,
  turnChoice,
  turnFrom,
  turnKind,
  turnMove,
  turnPromotion,
  turnPush,
  turnTo,
} from './turn.ts';

/** The text of a legal turn. */
export function formatSan(position: Position, turn: Turn): string {
  const side = mover(position);
  const choice = turnChoice(turn);
  if (turnKind(turn) === CHOICE) return `${squareName(turnFrom(turn))}=${letterOf(choice)}#`;

  let text = '';
  const pending = choice === 0 ? -1 : side.pendingPawn();
  if (choice !== 0) {
    text = `${squareName(pending)}=${letterOf(choice)}/`;
    side.choose(pending, choice);
  }
  text += formatMove(position, turnMove(turn));
  if (choice !== 0) side.unchoose(pending, choice);
  const push = turnPush(turn);
  if (push !== 0) text += `/${squareName(pushTarget(position, push))}`;

  playTurn(position, turn);
  text += checkSign(position);
  undoTurn(position);
  return text;
}

/** The legal turn that the text means; the error names the text and says what is wrong with it. */
export function parseSan(position: Position, text: string): Result<Turn> {
  return parseTurnAs(SAN_FORM, position, text);
}

/** How the side to move stands after a turn: `+`, `#` or nothing. It has won, not been mated, by a self-check. */
function checkSign(position: Position): string {
  const side = mover(position);
  if (!side.inCheck()) return '';
  return side.countTurns() === 0 && !side.attacksKing() ? '#' : '+';
}

function formatMove(position: Position, move: Move): string {
  const from = turnFrom(move);
  const to = turnTo(move);
  if (turnKind(move) === CASTLING) return to > from ? 'O-O' : 'O-O-O';
  const kind = kindOf(position.squares[from]);
  const capture = position.squares[to] === EMPTY ? '' : 'x';
  if (kind !== PAWN) return letterOf(kind) + disambiguation(position, from, to) + capture + squareName(to);
  const file = capture === '' ? '' : squareName(from)[0];
  const promotion = turnKind(move) === PROMOTION ? `=${letterOf(turnPromotion(move))}` : '';
  return file + capture + squareName(to) + promotion;
}

/** The file, else the rank, else both: what tells the piece on `from` from others of its kind that may go to `to`. */
function disambiguation(position: Position, from: Square, to: Square): string {
  const name = squareName(from);
  const rivals: Square[] = [];
  for (let square = 0; square < 64; square++) {
    if (square === from || position.squares[square] !== position.squares[from]) continue;
    if (mover(position).isLegalMove(moveCode(position, square, to, 0))) rivals.push(square);
  }
  if (rivals.length === 0) return '';
  if (rivals.every((square) => fileOf(square) !== fileOf(from))) return name[0];
  return rivals.every((square) => rankOf(square) !== rankOf(from)) ? name[1] : name;
}

function letterOf(kind: Kind): string {
  return KIND_LETTERS[kind].toUpperCase();
}

const SIGNS = /[+#!?]+$/;
const CASTLING_TEXT = /^([O0o])-\1(-\1)?$/;
const MOVE_TEXT = /^([KQRBNP]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?$/;
const PUSH_TEXT = /^([a-h][1-8])?-?([a-h][1-8])$/;

const SAN_FORM: TurnForm = {
  separator: /[/,]/,
  choice: /^([a-h][18])=?\(?([A-Za-z])\)?[+#!?]*$/,

  move(position, text) {
    const plain = text.replace(SIGNS, '');
    const castling = CASTLING_TEXT.exec(plain);
    if (castling !== null) return readCastling(position, castling[2] !== undefined ? -2 : 2, plain);
    const match = MOVE_TEXT.exec(plain);
    if (match === null) return `${quote(text)} is no move`;
    const [, letter, file, rank, toName, promotionLetter] = match;
    const to = squareOf(toName);
    const fromName = file + rank;
    const promotion = promotionLetter === undefined ? 0 : KIND_LETTERS.indexOf(promotionLetter.toLowerCase());
    const side = mover(position);
    const moves: Move[] = [];
    let lacksPromotion = false;
    for (let from = 0; from < 64; from++) {
      const piece = position.squares[from];
      if (piece === EMPTY || colourOf(piece) !== side.colour) continue;
      const name = squareName(from);
      if (!(name === fromName || name[0] === fromName || name[1] === fromName || fromName === '')) continue;
      // A move without a letter is a pawn's, and stays on its file if none is named, unless `from` is written in full.
      const kind = kindOf(piece);
      if (letter !== '' && kind !== KIND_LETTERS.indexOf(letter.toLowerCase())) continue;
      if (letter === '' && fromName.length < 2 && kind !== PAWN) continue;
      if (kind === PAWN && file === '' && fileOf(from) !== fileOf(to)) continue;
      const move = moveCode(position, from, to, promotion);
      if (turnKind(move) === CASTLING && fromName.length < 2) continue;
      if (side.isLegalMove(move)) moves.push(move);
      else if (promotion === 0 && side.isLegalMove(moveCode(position, from, to, QUEEN)))
        lacksPromotion = true;
    }
    if (moves.length === 1) return moves[0];
    if (moves.length > 1) {
      return `${plain} can be played from ${moves.map((move) => squareName(turnFrom(move))).join(' and ')}`;
    }
    return lacksPromotion ? `${plain} does not say what the pawn becomes` : notLegal(position, plain);
  },

  push(position, text) {
    const match = PUSH_TEXT.exec(text.replace(SIGNS, ''));
    if (match === null) return `${quote(text)} is no push`;
    const to = squareOf(match[2]);
    // The square from which a push arrives lies as far on the other side.
    const from = 2 * to - pushTarget(position, to);
    if (from < 0 || from > 63) return `no pawn can be pushed to ${match[2]}`;
    if (match[1] !== undefined && squareOf(match[1]) !== from) {
      return `${text} is no push, a pawn is pushed one square ahead`;
    }
    return from;
  },
};

/** `step` is 2 for castling with the h-rook, -2 with the a-rook. */
function readCastling(position: Position, step: number, text: string): Move | string {
  const side = mover(position);
  const from = position.squares.indexOf(pieceOf(side.colour, KING));
  const move = castlingCode(from, from + step);
  return side.isLegalMove(move) ? move : notLegal(position, text);
}
