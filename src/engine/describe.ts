/** A position for people: what `d` prints. */
import { squaresOf } from '../rules/bitboard.ts';
import { BLACK, CHECKERS, KNIGHT, PIECE_LETTERS, type Square, squareName, WHITE } from '../rules/board.ts';
import { formatFen } from '../rules/fen.ts';
import { legalMoves } from '../rules/generate.ts';
import { hasWinningChoice, outcomeOf } from '../rules/outcome.ts';
import { keyText, mover, type Position, sideToMove } from '../rules/position.ts';

const EDGE = ' +---+---+---+---+---+---+---+---+';
const COLOURS = { [WHITE]: 'White', [BLACK]: 'Black' } as const;

export function describe(position: Position): string[] {
  return [
    '',
    ...board(position),
    '   a   b   c   d   e   f   g   h',
    '',
    `Fen: ${formatFen(position)}`,
    `Key: ${keyText(position)}`,
    `Checkers: ${checkers(position).map(squareName).join(' ')}`.trimEnd(),
    `Variant: ${position.variant.name}`,
    `Status: ${status(position)}`,
  ];
}

function board(position: Position): string[] {
  const lines = [EDGE];
  for (let rank = 7; rank >= 0; rank--) {
    let line = '';
    for (let file = 0; file < 8; file++)
      line += ` | ${PIECE_LETTERS[position.squares[8 * rank + file]] ?? ' '}`;
    const moves =
      (rank === 0 && sideToMove(position) === WHITE) || (rank === 7 && sideToMove(position) === BLACK);
    lines.push(`${line} |${rank + 1}${moves ? ' *' : ''}`, EDGE);
  }
  return lines;
}

/** The pieces that give check to the side to move. */
function checkers(position: Position): Square[] {
  const side = mover(position);
  const pending = side.pendingPawn();
  // What the pending pawn becomes does not matter: it stands in the way whatever it is.
  if (pending >= 0) side.choose(pending, KNIGHT);
  legalMoves(position);
  const squares = squaresOf(position.words[CHECKERS], position.words[CHECKERS + 1]);
  if (pending >= 0) side.unchoose(pending, KNIGHT);
  return squares;
}

function status(position: Position): string {
  const { ending, winner } = outcomeOf(position);
  if (ending === undefined) {
    return hasWinningChoice(position) ? 'ongoing, a promotion choice wins at once' : 'ongoing';
  }
  return winner === undefined ? `draw, ${ending}` : `${COLOURS[winner]} wins, ${ending}`;
}
