/**
 * One game of the engine against itself: always the same for the same number, seed and nodes.
 *
 * Every third game is of the next variant. Half of the games begin with turns drawn by lot, the other half with an
 * opening of the book and two turns drawn by lot, so that hardly two games are alike; what begins too unequal is drawn anew.
 */
import { createRandom, type Random } from '../../src/match/random.ts';
import { parseFen } from '../../src/rules/fen.ts';
import { legalTurns } from '../../src/rules/generate.ts';
import { hasWinningChoice, outcomeOf } from '../../src/rules/outcome.ts';
import { createPosition, mover, type Position, playTurn, sideToMove } from '../../src/rules/position.ts';
import type { Turn } from '../../src/rules/turn.ts';
import { VARIANTS } from '../../src/rules/variants.ts';
import { CONTROL_WORDS, MATE_BOUND, MAX_PLY, type SearchResult } from '../../src/search/limits.ts';
import { createSearch } from '../../src/search/search.ts';
import { createTable, tableBytes } from '../../src/search/table.ts';
import { type Game, type GameEnding, type GameSettings, startOf } from './game-file.ts';

/** Turns drawn by lot: from the start position, or after a book's opening. */
const FEWEST_DRAWN = 4;
const MOST_DRAWN = 6;
const DRAWN_AFTER_BOOK = 2;
/** A book's opening counts as so many plies. */
const BOOK_PLIES = 4;
/** A game begins no more unequal than this, centipawns. */
const UNEQUAL = 400;
/** So far ahead for so many plies is won. */
const FAR_AHEAD = 2500;
const FAR_AHEAD_PLIES = 4;
/** Longer games are drawn. */
const LONGEST = 300;

export interface SelfPlay {
  play(number: number): Game;
}

/** `books`: the FENs of each variant's openings. */
export function createSelfPlay(settings: GameSettings, books: readonly (readonly string[])[]): SelfPlay {
  const position = createPosition();
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  const search = createSearch(position, createTable(new SharedArrayBuffer(tableBytes(1))), control);

  function think(): SearchResult {
    const limits = {
      depth: MAX_PLY - 1,
      nodes: settings.nodes,
      mate: 0,
      softMs: Number.POSITIVE_INFINITY,
      hardMs: Number.POSITIVE_INFINITY,
      start: 0,
      multiPv: 1,
      searchTurns: undefined,
      now: () => 0,
    };
    return search.run(limits, () => {});
  }

  /** Sets up an opening that is fit to begin with; says how many plies it has. */
  function open(number: number, random: Random): number {
    const variant = VARIANTS[number % VARIANTS.length];
    const book = books[number % VARIANTS.length];
    const fromBook = isFromBook(number);
    for (;;) {
      const fen = fromBook ? book[random.next(book.length)] : variant.startFen;
      const parsed = parseFen(fen, variant, position);
      if (!parsed.ok) throw new Error(parsed.error);
      const count = fromBook ? DRAWN_AFTER_BOOK : FEWEST_DRAWN + random.next(MOST_DRAWN - FEWEST_DRAWN + 1);
      if (!drawTurns(position, count, random)) continue;
      search.newGame();
      if (Math.abs(think().score) <= UNEQUAL) return fromBook ? BOOK_PLIES + count : count;
    }
  }

  function play(number: number): Game {
    const random = createRandom(Math.imul(number + 1, 0x85ebca6b) ^ settings.seed);
    const pliesBefore = open(number, random);
    search.newGame();
    const start = startOf(position);
    const turns: Turn[] = [];
    const scores: number[] = [];
    /** How many plies one side has been far ahead, and which. */
    let ahead = 0;
    let leader = -1;
    for (;;) {
      const { ending, winner } = outcomeOf(position);
      const resultFor = (colour: number | undefined) => (colour === undefined ? 0.5 : colour === 0 ? 1 : 0);
      const finish = (how: GameEnding, colour: number | undefined): Game => {
        const rest = { fromBook: isFromBook(number), pliesBefore, start, turns, scores };
        return { number, result: resultFor(colour), ending: how, ...rest };
      };
      if (ending !== undefined) return finish(ending, winner);
      if (turns.length >= LONGEST) return finish('too long', undefined);
      const { best, score } = think();
      turns.push(best);
      scores.push(score);
      const better = score > 0 ? sideToMove(position) : 1 - sideToMove(position);
      if (Math.abs(score) > MATE_BOUND) return finish('win found', better);
      ahead = Math.abs(score) < FAR_AHEAD ? 0 : better === leader ? ahead + 1 : 1;
      leader = better;
      if (ahead >= FAR_AHEAD_PLIES) return finish('far ahead', better);
      playTurn(position, best);
    }
  }

  return { play };
}

function isFromBook(number: number): boolean {
  return Math.floor(number / VARIANTS.length) % 2 === 1;
}

/** Plays turns drawn by lot; false if the game is decided by them, or a promotion is. */
function drawTurns(position: Position, count: number, random: Random): boolean {
  for (let i = 0; i < count; i++) {
    const turns = legalTurns(position);
    if (turns.length === 0) return false;
    playTurn(position, turns[random.next(turns.length)]);
    if (outcomeOf(position).ending !== undefined || hasWinningChoice(position)) return false;
  }
  return mover(position).pendingPawn() < 0;
}
