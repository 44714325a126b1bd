/** How a game stands: ongoing, or over and why (RULES.md section 3, in its order). */
import { count } from './bitboard.ts';
import {
  BISHOP,
  BLACK,
  CLOCK,
  type Colour,
  DEPTH,
  FRAME_KEY_HIGH,
  FRAME_KEY_LOW,
  FRAME_SIZE,
  KEY_HIGH,
  KEY_LOW,
  type Kind,
  KNIGHT,
  PAWN,
  pieceOf,
  QUEEN,
  ROOK,
  WHITE,
} from './board.ts';
import { lastTurn, mover, opponentSide, type Position } from './position.ts';
import { CHOICE, turnKind } from './turn.ts';

export type Ending =
  | 'checkmate'
  | 'stalemate'
  | 'self-check'
  | 'winning choice'
  | 'fifty moves'
  | 'threefold'
  | 'insufficient material';

export interface Outcome {
  /** Undefined while the game goes on. */
  readonly ending: Ending | undefined;
  /** Undefined while the game goes on, and for a draw. */
  readonly winner: Colour | undefined;
}

export function outcomeOf(position: Position): Outcome {
  const side = mover(position);
  // 3a. After a winning choice (3b) the same side is still to move and finds the king attacked (section 8).
  if (side.attacksKing()) {
    return { ending: endedByChoice(position) ? 'winning choice' : 'self-check', winner: side.colour };
  }
  // 3c, 3d. A winning choice that is available counts as a turn.
  if (side.countTurns() === 0) {
    return side.inCheck()
      ? { ending: 'checkmate', winner: opponentSide(position).colour }
      : { ending: 'stalemate', winner: undefined };
  }
  if (isFifty(position)) return { ending: 'fifty moves', winner: undefined };
  if (isThreefold(position)) return { ending: 'threefold', winner: undefined };
  if (isInsufficient(position)) return { ending: 'insufficient material', winner: undefined };
  return { ending: undefined, winner: undefined };
}

function endedByChoice(position: Position): boolean {
  const last = lastTurn(position);
  return last !== undefined && turnKind(last) === CHOICE;
}

/** Can the side to move win at once by its promotion choice (3b)? */
export function hasWinningChoice(position: Position): boolean {
  const side = mover(position);
  const square = side.pendingPawn();
  if (square < 0 || side.attacksKing()) return false;
  for (let kind = KNIGHT; kind <= QUEEN; kind++) {
    side.choose(square, kind);
    const wins = side.attacksKing();
    side.unchoose(square, kind);
    if (wins) return true;
  }
  return false;
}

export function isFifty(position: Position): boolean {
  return position.words[CLOCK] >= 100;
}

export function isThreefold(position: Position): boolean {
  return repetitionCount(position) >= 3;
}

/** How often the present position has occurred, now included, since the position that the history starts with. */
export function repetitionCount(position: Position): number {
  const { words, frames } = position;
  const depth = words[DEPTH];
  // The clock counts the turns that can be taken back; nothing before them comes again (section 8).
  const first = Math.max(0, depth - words[CLOCK]);
  let count = 1;
  for (let i = depth - 2; i >= first; i -= 2) {
    const frame = i * FRAME_SIZE;
    if (
      frames[frame + FRAME_KEY_LOW] === words[KEY_LOW] &&
      frames[frame + FRAME_KEY_HIGH] === words[KEY_HIGH]
    ) {
      count++;
    }
  }
  return count;
}

/** Dark squares of either half of the board: a1, c1, …, b2, d2, … */
const DARK = 0xaa55aa55 | 0;

/** The list of section 3: king against king, with one knight, or with bishops that all stand on one colour. */
export function isInsufficient({ words }: Position): boolean {
  // Both colours' pieces of one kind, in the low or the high half of the board.
  const low = (kind: Kind) => words[2 * pieceOf(WHITE, kind)] | words[2 * pieceOf(BLACK, kind)];
  const high = (kind: Kind) => words[2 * pieceOf(WHITE, kind) + 1] | words[2 * pieceOf(BLACK, kind) + 1];
  for (const kind of [PAWN, ROOK, QUEEN]) if ((low(kind) | high(kind)) !== 0) return false;
  const bishops = low(BISHOP) | high(BISHOP);
  const knights = count(low(KNIGHT), high(KNIGHT));
  if (knights > 0) return knights === 1 && bishops === 0;
  // A square has the same colour as the one four ranks above, so the halves may lie on top of each other.
  return (bishops & DARK) === 0 || (bishops & ~DARK) === 0;
}
