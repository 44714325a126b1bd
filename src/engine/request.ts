/** What `go` asks for, in words that every protocol could say. Times in milliseconds; undefined = not mentioned. */

export interface GoRequest {
  readonly whiteTime: number | undefined;
  readonly blackTime: number | undefined;
  readonly whiteIncrement: number | undefined;
  readonly blackIncrement: number | undefined;
  readonly movesToGo: number | undefined;
  readonly moveTime: number | undefined;
  readonly depth: number | undefined;
  readonly nodes: number | undefined;
  /** Find a win within this many own turns. */
  readonly mate: number | undefined;
  /** Count turn sequences of this length instead of searching. */
  readonly perft: number | undefined;
  readonly infinite: boolean;
  readonly ponder: boolean;
  /** The turns to search, as texts: whole turns, or a move alone for all of its pushes. */
  readonly searchTurns: readonly string[] | undefined;
}

export const PLAIN_GO: GoRequest = {
  whiteTime: undefined,
  blackTime: undefined,
  whiteIncrement: undefined,
  blackIncrement: undefined,
  movesToGo: undefined,
  moveTime: undefined,
  depth: undefined,
  nodes: undefined,
  mate: undefined,
  perft: undefined,
  infinite: false,
  ponder: false,
  searchTurns: undefined,
};

const LIMITS = [
  'whiteTime',
  'blackTime',
  'whiteIncrement',
  'blackIncrement',
  'movesToGo',
  'moveTime',
  'depth',
  'nodes',
  'mate',
] as const;

/** Without any limit a search goes on until it is stopped, whether the word `infinite` was there or not. */
export function isEndless(request: GoRequest): boolean {
  return LIMITS.every((limit) => request[limit] === undefined);
}
