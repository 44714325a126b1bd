/** A finished game as it is kept in the state file and told to programs: plain data. */
import type { ScheduledGame } from './schedule.ts';
import type { EndKind, Score } from './verdict.ts';

export interface GameRecord extends ScheduledGame {
  readonly score: Score;
  readonly kind: EndKind;
  readonly reason: string;
  readonly termination: string;
  /** ISO times. */
  readonly start: string;
  readonly end: string;
  readonly fen: string;
  /** All turns in the protocol's form, the given ones of the opening included. */
  readonly turns: readonly string[];
  /** How many of them were given. */
  readonly given: number;
  /** What the engines said and how long they took, one text a turn that was not given: `+0.35/12 0.512s`. */
  readonly notes: readonly string[];
  readonly finalFen: string;
}
