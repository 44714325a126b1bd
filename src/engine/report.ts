/** What an engine tells the one who asked: data, turns as texts of the protocol's form. */
import type { Bound } from '../search/limits.ts';

export interface Report {
  readonly depth: number;
  readonly selectiveDepth: number;
  /** 1 for the best line. */
  readonly line: number;
  /** Centipawns from the mover's view, or a forced win or loss (mateDistance of search/limits.ts). */
  readonly score: number;
  readonly bound: Bound;
  readonly nodes: number;
  readonly time: number;
  readonly hashFull: number;
  readonly pv: readonly string[];
}

export interface Listener {
  report(report: Report): void;
  /** One that nobody is to hear, for the practice. */
  practise?(report: Report): void;
  /** The game is over at the root: `lost` by checkmate or won by the opponent's self-check, or else drawn. */
  finished(decided: boolean): void;
  /** The answer to a `go`; undefined if the game is over. */
  best(turn: string | undefined, ponder: string | undefined): void;
  /** Perft: a first turn and the number of sequences below it. */
  divided(turn: string, count: number): void;
  /** Their sum; not `complete` if the count was stopped or lost before the last of them. */
  counted(total: number, complete: boolean): void;
  benched(nodes: number, milliseconds: number): void;
  /** A remark for people, one line. */
  remark(text: string): void;
}
