/**
 * Turns as text: the form of the protocol (RULES.md section 5), and what every written form has in common: a turn's
 * parts in their order, each held against the position, with the reason if one does not fit.
 */
import {
  colourOf,
  EMPTY,
  fileOf,
  KIND_LETTERS,
  KING,
  type Kind,
  KNIGHT,
  kindOf,
  opposite,
  PAWN,
  pieceOf,
  QUEEN,
  rankOf,
  type Square,
  squareName,
  squareOf,
  WHITE,
} from './board.ts';
import { pushesOf } from './generate.ts';
import { mover, type Position, sideToMove } from './position.ts';
import { quote } from './quote.ts';
import { failure, type Result, success } from './result.ts';
import {
  CHOICE,
  castlingCode,
  type Move,
  makeMoveCode,
  PROMOTION,
  promotionCode,
  type Turn,
  turnChoice,
  turnCode,
  turnFrom,
  turnKind,
  turnPromotion,
  turnPush,
  turnTo,
  winningChoiceCode,
} from './turn.ts';

/** `a8n,e2e4,d7d6` and the like, of a legal turn of this position. */
export function formatTurn(position: Position, turn: Turn): string {
  const choice = turnChoice(turn);
  if (turnKind(turn) === CHOICE) return squareName(turnFrom(turn)) + KIND_LETTERS[choice];
  let text = choice === 0 ? '' : `${squareName(mover(position).pendingPawn())}${KIND_LETTERS[choice]},`;
  text += squareName(turnFrom(turn)) + squareName(turnTo(turn));
  if (turnKind(turn) === PROMOTION) text += KIND_LETTERS[turnPromotion(turn)];
  const push = turnPush(turn);
  if (push === 0) return text;
  return `${text},${squareName(push)}${squareName(pushTarget(position, push))}`;
}

/** The legal turn that the text means; the error names the text and says what is wrong with it. */
export function parseTurn(position: Position, text: string): Result<Turn> {
  return parseTurnAs(PROTOCOL_FORM, position, text);
}

/** The square to which a pawn of the side not to move is pushed. */
export function pushTarget(position: Position, from: Square): Square {
  return sideToMove(position) === WHITE ? from - 8 : from + 8;
}

/** The code of a move by its squares; `promotion` is 0 for none. Whether the move is legal is another question. */
export function moveCode(position: Position, from: Square, to: Square, promotion: Kind): Move {
  if (promotion !== 0) return promotionCode(from, to, promotion);
  const isKing = kindOf(position.squares[from]) === KING;
  if (isKing && rankOf(from) === rankOf(to) && Math.abs(fileOf(from) - fileOf(to)) === 2) {
    return castlingCode(from, to);
  }
  return makeMoveCode(from, to);
}

/** How one form writes the parts of a turn. A string in place of a value is the reason why there is none. */
export interface TurnForm {
  /** What separates the parts. */
  readonly separator: RegExp;
  /** A promotion choice; its groups are the square and the letter of the piece. */
  readonly choice: RegExp;
  /** The legal move that the text means. */
  move(position: Position, text: string): Move | string;
  /** The square of the pawn that the text wants to push. */
  push(position: Position, text: string): Square | string;
}

const PROTOCOL_FORM: TurnForm = {
  separator: /,/,
  choice: /^([a-h][1-8])([a-z])$/,
  move(position, text) {
    const match = /^([a-h][1-8])([a-h][1-8])([qrbn])?$/.exec(text);
    if (match === null) {
      return PROTOCOL_FORM.choice.test(text)
        ? 'no pawn awaits a promotion choice'
        : `${quote(text)} is no move`;
    }
    const [, fromName, toName, letter] = match;
    const promotion = letter === undefined ? 0 : KIND_LETTERS.indexOf(letter);
    const move = moveCode(position, squareOf(fromName), squareOf(toName), promotion);
    return mover(position).isLegalMove(move) ? move : whyNoMove(position, move, text);
  },
  push(position, text) {
    const match = /^([a-h][1-8])([a-h][1-8])$/.exec(text);
    if (match === null) return `${quote(text)} is no push`;
    const from = squareOf(match[1]);
    return squareOf(match[2]) === pushTarget(position, from) ? from : notPushed(position, from, text);
  },
};

/** A turn longer than this is in no form a turn. */
const LONGEST = 64;

export function parseTurnAs(form: TurnForm, position: Position, text: string): Result<Turn> {
  const turn = text.length > LONGEST ? 'it is too long' : readTurn(form, position, text);
  return typeof turn === 'string' ? failure(`illegal turn ${quote(text)}: ${turn}`) : success(turn);
}

function readTurn(form: TurnForm, position: Position, text: string): Turn | string {
  const side = mover(position);
  const [first, ...rest] = text.split(form.separator);
  if (side.attacksKing()) return 'the game is over, the king can be taken';

  const pending = side.pendingPawn();
  if (pending < 0) return readMoveAndPush(form, position, 0, [first, ...rest]);

  const match = form.choice.exec(first);
  if (match === null) return `the promotion choice for ${squareName(pending)} is missing`;
  if (squareOf(match[1]) !== pending)
    return `the pawn that awaits its choice stands on ${squareName(pending)}`;
  const choice = KIND_LETTERS.indexOf(match[2].toLowerCase());
  if (choice < KNIGHT || choice > QUEEN) return `a pawn cannot become ${quote(match[2])}`;
  side.choose(pending, choice);
  try {
    if (!side.attacksKing()) return readMoveAndPush(form, position, choice, rest);
    return rest.length === 0
      ? winningChoiceCode(pending, choice)
      : `${first} wins at once, nothing follows it`;
  } finally {
    side.unchoose(pending, choice);
  }
}

function readMoveAndPush(form: TurnForm, position: Position, choice: Kind, parts: string[]): Turn | string {
  const [moveText, pushText, extra] = parts;
  if (moveText === undefined) return 'a move is missing after the choice';
  const move = form.move(position, moveText);
  if (typeof move === 'string') return move;
  if (extra !== undefined) return `${quote(extra)} after the push`;

  const pushes = pushesOf(position, move);
  if (pushText === undefined) return pushes.length === 0 ? turnCode(move, 0, choice) : 'a push is missing';
  const push = form.push(position, pushText);
  if (typeof push === 'string') return push;
  if (pushes.length === 0) return 'no push follows this move';
  return pushes.includes(push) ? turnCode(move, push, choice) : notPushed(position, push, '');
}

/** Why the pawn on `from` cannot be pushed as `text` says; no text if one square ahead is what it says. */
function notPushed(position: Position, from: Square, text: string): string {
  const opponent = opposite(sideToMove(position));
  if (text !== '' && position.squares[from] === pieceOf(opponent, PAWN)) {
    return `${text} is no push, a pawn is pushed one square ahead`;
  }
  return `no ${opponent === WHITE ? 'white' : 'black'} pawn on ${squareName(from)} can be pushed`;
}

export function notLegal(position: Position, text: string): string {
  return `${text} is not a legal move${mover(position).inCheck() ? ', the king is in check' : ''}`;
}

/** Why a well-formed move is not legal; `text` is how it was written. */
function whyNoMove(position: Position, move: Move, text: string): string {
  const from = turnFrom(move);
  const piece = position.squares[from];
  const side = mover(position);
  if (piece === EMPTY) return `no piece stands on ${squareName(from)}`;
  if (colourOf(piece) !== side.colour) return `the piece on ${squareName(from)} is the opponent's`;
  const choosable = promotionCode(from, turnTo(move), QUEEN);
  if (turnKind(move) !== PROMOTION && side.isLegalMove(choosable))
    return `${text} does not say what the pawn becomes`;
  return notLegal(position, text);
}
