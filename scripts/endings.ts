/**
 * Are won endings won? `node scripts/run.mjs scripts/endings.ts [games=100] [nodes=20000 | ms=1000] [depth=3] [seed=1] [NAME …]`
 *
 * Random positions with the stronger side to move, played out by the engine at so many nodes or milliseconds a turn. Against the bare king
 * (KQK, KRK, KBBK, KBNK) both sides are the engine, and every game must be won before the fifty-move rule. Against a king
 * with pawns (KQKP, KRKP: one to three, which the stronger side must push) the position must be won by a longer search,
 * the weaker side is the engine limited to a depth, and none may be lost. Prints what was not won, and a line for each ending.
 */
import { createRandom, type Random } from '../src/match/random.ts';
import { BISHOP, KING, KNIGHT, PAWN, pieceOf, QUEEN, ROOK } from '../src/rules/board.ts';
import { formatFen } from '../src/rules/fen.ts';
import { outcomeOf } from '../src/rules/outcome.ts';
import {
  clearPosition,
  createPosition,
  finishSetup,
  type Position,
  playTurn,
  putPiece,
  sideToMove,
} from '../src/rules/position.ts';
import { AVALANCHE } from '../src/rules/variants.ts';
import { CONTROL_WORDS, MAX_PLY, type SearchResult } from '../src/search/limits.ts';
import { createSearch } from '../src/search/search.ts';
import { createTable, tableBytes } from '../src/search/table.ts';

interface Ending {
  readonly pieces: readonly number[];
  readonly pawns: boolean;
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  KQK: { pieces: [QUEEN], pawns: false },
  KRK: { pieces: [ROOK], pawns: false },
  KBBK: { pieces: [BISHOP, BISHOP], pawns: false },
  KBNK: { pieces: [BISHOP, KNIGHT], pawns: false },
  KQKP: { pieces: [QUEEN], pawns: true },
  KRKP: { pieces: [ROOK], pawns: true },
};

/** What a position against pawns must be worth to count as won, after so many times the nodes of a turn. */
const WON = 400;
const PROOF = 5;

const words = process.argv.slice(2);
const setting = (key: string, otherwise: number) =>
  Number(words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? otherwise);
const games = setting('games', 100);
const nodes = setting('nodes', 20_000);
const ms = setting('ms', 0);
const depth = setting('depth', 3);
/** What each turn is played with; whether a position is won is always asked by nodes, so that the seed says which are played. */
const perTurn = ms > 0 ? { ms } : { nodes };
const names = words.filter((word) => !word.includes('='));

function newPlayer(position: Position) {
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  return createSearch(position, createTable(new SharedArrayBuffer(tableBytes(4))), control);
}

const position = createPosition();
const player = newPlayer(position);
const opponent = newPlayer(position);

function think(search: typeof player, limit: { nodes?: number; depth?: number; ms?: number }): SearchResult {
  const limits = {
    depth: limit.depth ?? MAX_PLY - 1,
    nodes: limit.nodes ?? Number.POSITIVE_INFINITY,
    mate: 0,
    softMs: limit.ms ?? Number.POSITIVE_INFINITY,
    hardMs: limit.ms ?? Number.POSITIVE_INFINITY,
    start: performance.now(),
    multiPv: 1,
    searchTurns: undefined,
    now: () => performance.now(),
  };
  return search.run(limits, () => {});
}

/** Sets up a random position of the ending, White the stronger side and to move; false if it does not do. */
function setUp({ pieces, pawns }: Ending, random: Random): boolean {
  const men = [KING, ...pieces].map((kind) => pieceOf(0, kind));
  men.push(pieceOf(1, KING));
  for (let n = pawns ? 1 + random.next(3) : 0; n > 0; n--) men.push(pieceOf(1, PAWN));
  const squares = men.map((piece) => (piece === pieceOf(1, PAWN) ? 8 + random.next(48) : random.next(64)));
  if (new Set(squares).size < squares.length) return false;
  const bishops = squares.filter((_, i) => men[i] === pieceOf(0, BISHOP));
  if (bishops.length === 2 && colour(bishops[0]) === colour(bishops[1])) return false;
  clearPosition(position, AVALANCHE);
  men.forEach((piece, i) => {
    putPiece(position, piece, squares[i]);
  });
  finishSetup(position, { side: 0, rights: 0, clock: 0, number: 1 });
  if (outcomeOf(position).ending !== undefined) return false;
  // Nothing may be lost at once, or all is a draw from the beginning.
  player.newGame();
  return think(player, { nodes: pawns ? PROOF * nodes : nodes }).score > (pawns ? WON : 0);
}

function colour(square: number): number {
  return ((square >> 3) + square) & 1;
}

/** Plays it out; how it ended, and whether White has won. */
function playOut(ending: Ending): { won: boolean; how: string; plies: number } {
  player.newGame();
  opponent.newGame();
  for (let plies = 0; ; plies++) {
    const outcome = outcomeOf(position);
    if (outcome.ending !== undefined) return { won: outcome.winner === 0, how: outcome.ending, plies };
    const isPlayer = sideToMove(position) === 0;
    const { best } = isPlayer ? think(player, perTurn) : think(opponent, ending.pawns ? { depth } : perTurn);
    playTurn(position, best);
  }
}

let failed = 0;
for (const [name, ending] of Object.entries(ENDINGS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const random = createRandom(setting('seed', 1));
  let won = 0;
  let longest = 0;
  for (let game = 0; game < games; game++) {
    while (!setUp(ending, random));
    const fen = formatFen(position);
    const result = playOut(ending);
    if (result.won) won++;
    else console.log(`${name}: ${result.how} after ${result.plies} plies from ${fen}`);
    longest = Math.max(longest, result.won ? result.plies : 0);
  }
  failed += games - won;
  console.log(`${name} ${won}/${games} won, the longest in ${(longest + 1) >> 1} turns`);
}
process.exitCode = failed === 0 ? 0 : 1;
