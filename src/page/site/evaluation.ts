/** What a position is worth, always from White's point of view: as numbers, as text, as a chance, out of comments. */
import { type Colour, WHITE } from '../../rules/board.ts';

export interface Evaluation {
  /** Centipawns, or the number of turns up to a forced win if `isWin`; below 0 for Black. */
  readonly value: number;
  readonly isWin: boolean;
  /** How deep was searched for it; 0 if that is not known. */
  readonly depth: number;
}

/** The advantage, in centipawns, at which White is taken to win 73 of 100 games. */
const SCALE = 350;
const MINUS = '\u2212';

/** The `value` of a game that White has won. */
export const DECIDED = 10_000;

/** Of a game that is over. */
export function decided(winner: Colour | undefined): Evaluation {
  if (winner === undefined) return { value: 0, isWin: false, depth: DECIDED };
  return { value: winner === WHITE ? DECIDED : -DECIDED, isWin: true, depth: DECIDED };
}

/** White's chance from 0 to 1. */
export function chanceOf({ value, isWin }: Evaluation): number {
  if (isWin) return value > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-value / SCALE));
}

/** `+0.35`, or `#4` for a win in four turns; a minus is Black's. */
export function formatEvaluation({ value, isWin }: Evaluation): string {
  const sign = value < 0 ? MINUS : '';
  if (isWin && Math.abs(value) === DECIDED) return value > 0 ? '1-0' : '0-1';
  if (isWin) return `#${sign}${Math.abs(value)}`;
  return `${value > 0 ? '+' : sign}${(Math.abs(value) / 100).toFixed(2)}`;
}

/** The same for the ear. */
export function speakEvaluation({ value, isWin }: Evaluation): string {
  const side = value < 0 ? 'Black' : 'White';
  if (isWin && Math.abs(value) === DECIDED) return `${side} has won`;
  if (isWin) return `${side} wins in ${Math.abs(value)}`;
  if (Math.abs(value) < 30) return 'about equal';
  return `${side} is ahead by ${(Math.abs(value) / 100).toFixed(2)}`;
}

/** From the mover's point of view to White's. */
export function evaluationOf(value: number, isWin: boolean, depth: number, mover: Colour): Evaluation {
  return { value: mover === WHITE ? value : -value, isWin, depth };
}

const EVAL_TAG = /\[%eval\s+(#)?([+-]?\d+(?:\.\d+)?)(?:,(\d+))?\]/;
/** What tournament managers write: score from the view of the one who moved, depth, time. */
const MATCH_NOTE = /(?:^|,\s*)([+-]?)(M)?(\d+(?:\.\d+)?)\/(\d+)\s/;

/** What the comments on a turn of `mover` say about the position after it. */
export function evaluationInComments(comments: readonly string[], mover: Colour): Evaluation | undefined {
  for (const comment of comments) {
    const tag = EVAL_TAG.exec(comment);
    if (tag !== null) {
      const isWin = tag[1] !== undefined;
      const number = Number(tag[2]);
      return { value: isWin ? number : Math.round(100 * number), isWin, depth: Number(tag[3] ?? 0) };
    }
    const note = MATCH_NOTE.exec(`${comment} `);
    if (note !== null) {
      const isWin = note[2] !== undefined;
      const size = isWin ? Number(note[3]) : Math.round(100 * Number(note[3]));
      return evaluationOf(note[1] === '-' ? -size : size, isWin, Number(note[4]), mover);
    }
  }
  return undefined;
}

/** A comment for people: without what is written for programs. */
export function readableComment(comment: string): string {
  return comment
    .replace(/\[%[^\]]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const WHOLE_NOTE = /^([+-]?M?\d+(?:\.\d+)?)\/\d+ [\d.]+s$|^[\d.]+s$|^(book)$/;

/** A comment that is nothing but a tournament manager's note, in short: its score; undefined for any other comment. */
export function shortNote(comment: string): string | undefined {
  const note = WHOLE_NOTE.exec(comment);
  return note === null ? undefined : (note[1] ?? note[2] ?? '');
}
