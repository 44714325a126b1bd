/** What the command line asks for: plain data, so that the state file can keep it. */
import type { SprtSettings } from './sprt.ts';

/** Times in milliseconds; 0 where a part is absent. */
export interface TimeControl {
  /** Moves of a time control period; 0: the whole game. */
  readonly moves: number;
  readonly time: number;
  readonly increment: number;
  /** A fixed time for each move instead of a clock. */
  readonly perMove: number;
}

export interface EngineOption {
  readonly name: string;
  readonly value: string;
  /** Given by -each: an engine that lacks it is only warned about. */
  readonly shared: boolean;
}

export type RestartMode = 'auto' | 'on' | 'off';

export interface EngineSettings {
  /** Empty until the engine has told its own. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The working directory; empty: that of the runner. */
  readonly directory: string;
  /** A file for what it writes to stderr; empty: thrown away. */
  readonly stderr: string;
  /** Lines sent before `uci`. */
  readonly startLines: readonly string[];
  readonly restart: RestartMode;
  /** Its scores are from White's point of view. */
  readonly whiteView: boolean;
  /** Factor on all patience with this engine (uciok, readyok, stop, quit). */
  readonly patience: number;
  readonly options: readonly EngineOption[];
  readonly time: TimeControl;
  /** How far it may overstep its time. */
  readonly margin: number;
  /** Search limits; 0 for none. */
  readonly depth: number;
  readonly nodes: number;
}

export interface OpeningSettings {
  /** Absolute; empty for the book that comes with the program. */
  readonly file: string;
  readonly format: 'epd' | 'pgn';
  readonly order: 'random' | 'sequential';
  /** The first opening to be played, from 1. */
  readonly start: number;
  /** Turns taken from a PGN opening at most; 0 for all. */
  readonly plies: number;
  /** When a new opening is taken: for each encounter, or one for all encounters of a round. */
  readonly policy: 'encounter' | 'round';
}

export interface DrawRule {
  readonly moveNumber: number;
  readonly moveCount: number;
  readonly score: number;
}

export interface ResignRule {
  readonly moveCount: number;
  readonly score: number;
  readonly twoSided: boolean;
}

export interface Shard {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Where results go: absolute paths, empty for none. */
export interface Outputs {
  readonly pgn: string;
  readonly pgnMinimal: boolean;
  readonly epd: string;
  readonly json: string;
  readonly livePgn: string;
  readonly log: string;
}

export interface MatchSettings {
  readonly engines: readonly EngineSettings[];
  readonly variant: string;
  readonly tournament: 'round-robin' | 'gauntlet';
  /** How many of the first engines meet all others in a gauntlet. */
  readonly leaders: number;
  /** Games of an encounter. */
  readonly games: number;
  readonly rounds: number;
  /** Games in a row with one opening. */
  readonly repeat: number;
  readonly swap: boolean;
  readonly reverse: boolean;
  readonly concurrency: number;
  /** Pause before a game. */
  readonly wait: number;
  /** Undefined: always the start position. */
  readonly openings: OpeningSettings | undefined;
  readonly seed: number;
  readonly draw: DrawRule | undefined;
  readonly resign: ResignRule | undefined;
  /** Full moves after which a game is drawn; 0 for never. */
  readonly maxMoves: number;
  readonly sprt: SprtSettings | undefined;
  readonly ratingInterval: number;
  readonly outputs: Outputs;
  readonly recover: boolean;
  readonly event: string;
  readonly site: string;
  readonly shard: Shard | undefined;
}
