/** What the page says about turns and results, in whole sentences. */
import {
  BLACK,
  type Colour,
  KIND_LETTERS,
  opposite,
  type Square,
  squareName,
  WHITE,
} from '../../rules/board.ts';
import type { Ending, Outcome } from '../../rules/outcome.ts';
import type { PgnResult } from '../../rules/pgn.ts';
import type { Variant } from '../../rules/variants.ts';
import type { PushOption } from './half-turn.ts';

export const COLOURS = ['White', 'Black'] as const;
export const KINDS = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

export function colourName(colour: Colour): string {
  return COLOURS[colour];
}

/** How a game was ended by somebody, not by the position. */
export type Verdict = Ending | 'resignation' | 'time';

export interface GameResult {
  readonly winner: Colour | undefined;
  readonly verdict: Verdict;
}

export function resultOf(outcome: Outcome): GameResult | undefined {
  return outcome.ending === undefined ? undefined : { winner: outcome.winner, verdict: outcome.ending };
}

export function scoreOf({ winner }: GameResult): PgnResult {
  return winner === undefined ? '1/2-1/2' : winner === WHITE ? '1-0' : '0-1';
}

/** One sentence that says who has won and why. */
export function resultText({ winner, verdict }: GameResult): string {
  if (winner === undefined) return `Draw: ${DRAWS[verdict] ?? verdict}.`;
  const loser = opposite(winner);
  return `${COLOURS[winner]} wins: ${reasonOfWin(verdict, COLOURS[loser])}.`;
}

const DRAWS: Partial<Record<Verdict, string>> = {
  stalemate: 'stalemate, no legal move and no check',
  'fifty moves': 'fifty moves of each side without a capture, a pawn move or a push',
  threefold: 'the same position for the third time',
  'insufficient material': 'neither side has the pieces to give mate',
};

function reasonOfWin(verdict: Verdict, loser: string): string {
  switch (verdict) {
    case 'checkmate':
      return 'checkmate';
    case 'self-check':
      return `self-check, ${loser}’s own push left the ${loser.toLowerCase()} king attacked`;
    case 'winning choice':
      return `the promotion that ${loser}’s push allowed attacks the ${loser.toLowerCase()} king at once`;
    case 'resignation':
      return `${loser} resigned`;
    case 'time':
      return `${loser}’s time ran out`;
    default:
      return verdict;
  }
}

/** What a push is about to do, for the button that makes it. */
export function pushText({ from, to, danger }: PushOption): string {
  const push = `Push ${squareName(from)} to ${squareName(to)}`;
  if (danger === 'self-check') return `${push}: loses, it leaves your own king attacked`;
  if (danger === 'winning choice') return `${push}: loses, the pawn promotes with check`;
  return push;
}

export function warningText({ to, danger }: PushOption, side: Colour): string {
  const king = `the ${COLOURS[side].toLowerCase()} king`;
  return danger === 'self-check'
    ? `Pushing to ${squareName(to)} leaves ${king} attacked and loses at once. Push again if you mean it.`
    : `The pawn would promote on ${squareName(to)} with check to ${king}, which loses at once. Push again if you mean it.`;
}

export function kindName(kind: number): string {
  return KINDS[kind];
}

export function kindLetter(kind: number): string {
  return KIND_LETTERS[kind].toUpperCase();
}

export function variantNote(variant: Variant): string {
  if (variant.balanced) return 'White’s first turn is a move without a push.';
  if (variant.blackKingFile === 3) return 'Black’s king starts on d8, opposite the white queen.';
  return 'Every turn is a move and a push.';
}

export const COLOUR_CLASSES = ['white', 'black'] as const;

/** What the board looks like, for those who do not see it. */
export function describeBoard(squares: Uint8Array): string {
  const sides = [WHITE, BLACK].map((colour) => {
    const pieces: string[] = [];
    for (const kind of [5, 4, 3, 2, 1, 0]) {
      const places: Square[] = [];
      squares.forEach((piece, square) => {
        if (piece === 6 * colour + kind) places.push(square);
      });
      if (places.length > 0) {
        const name = places.length > 1 ? `${KINDS[kind]}s` : KINDS[kind];
        pieces.push(`${name} ${places.map(squareName).join(' ')}`);
      }
    }
    return `${COLOURS[colour]}: ${pieces.join(', ')}`;
  });
  return `${sides.join('. ')}.`;
}
