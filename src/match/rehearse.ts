/**
 * Plays games in memory, between two engines that are none, with every step that a real game takes, so that the code
 * is compiled before the first clock runs: what waits for the compiler is charged to the engine that has answered.
 */
import { parseFen } from '../rules/fen.ts';
import { legalTurns } from '../rules/generate.ts';
import { formatTurn, parseTurn } from '../rules/notation.ts';
import { playTurn } from '../rules/position.ts';
import type { Variant } from '../rules/variants.ts';
import { completeEngine } from './engine-words.ts';
import { gamePgn, moves } from './game-pgn.ts';
import type { Opening, OpeningBook } from './openings.ts';
import { jsonLine } from './outputs.ts';
import { type PlayedGame, type Player, playGame } from './play-game.ts';
import type { Connection, ProcessEvents } from './process.ts';
import type { GameRecord } from './record.ts';
import { createReporter, type Narration, printReport } from './reporter.ts';
import type { ScheduledGame } from './schedule.ts';
import { sealed } from './state.ts';
import { createCounter } from './tally.ts';
import { UciClient } from './uci-client.ts';

export interface Rehearsal extends Narration {
  readonly variant: Variant;
  readonly book: OpeningBook;
}

/** In full moves; also what makes the rules for ending a game early count. */
const LONGEST_GAME = 30;
const RULES = {
  draw: { moveNumber: LONGEST_GAME, moveCount: LONGEST_GAME, score: 0 },
  resign: { moveCount: LONGEST_GAME, score: 1000, twoSided: true },
  maxMoves: LONGEST_GAME,
};
const TIME = { moves: LONGEST_GAME, time: 60_000, increment: 1, perMove: 0 };
/** Any number without a common divisor with the usual numbers of legal turns makes a game of its own. */
const STEP = 61;
const NOBODY = { line() {}, status() {}, close() {} };

/** Plays until it is enough. */
export async function rehearse(rehearsal: Rehearsal, isEnough: () => boolean): Promise<void> {
  const { names, settings, schedule, variant, book } = rehearsal;
  const players = [pretendPlayer(names[0]!, variant), pretendPlayer(names[1]!, variant)] as const;
  for (const { client } of players) await client.handshake();
  const counter = createCounter(names.length, schedule);
  const narration = { ...rehearsal, counter, screen: NOBODY };
  const reporter = createReporter(narration);
  for (let number = 1; !isEnough(); number++) {
    const game = { number, round: number, white: 0, black: 1, opening: number, pair: number >> 1 };
    const opening = book.at(number % book.count);
    reporter.started(game);
    const played = await playGame({ variant, opening, players, rules: RULES, warn() {} });
    const record = recordOf(game, opening, played);
    counter.add(record);
    reporter.finished(record);
    sealed({ game: record });
    jsonLine(record, names);
    gamePgn(record, { settings, names });
    printReport(narration);
  }
  reporter.close();
}

function recordOf(
  game: ScheduledGame,
  opening: Opening,
  { turns, verdict, finalFen }: PlayedGame,
): GameRecord {
  const now = new Date().toISOString();
  const start = { start: now, fen: opening.fen, given: opening.turns.length };
  return { ...game, ...verdict, ...start, end: now, ...moves(opening, turns), finalFen };
}

function pretendPlayer(name: string, variant: Variant): Player {
  const settings = { ...completeEngine({}, { name, command: name }), time: TIME };
  return { name, settings, client: new UciClient(settings, (events) => pretendEngine(variant, events)) };
}

/** Answers as an engine would, a little later, with a legal turn and a main line. */
function pretendEngine(variant: Variant, events: ProcessEvents): Connection {
  let searches = 0;
  let place = '';

  function answers(line: string): readonly string[] {
    if (line === 'uci')
      return ['id name none', 'option name Hash type spin default 16 min 1 max 64', 'uciok'];
    if (line === 'isready') return ['readyok'];
    if (line.startsWith('position')) place = line;
    if (!line.startsWith('go')) return [];
    const turn = choose(place, variant, STEP * ++searches);
    const report = `info depth ${searches % 9} seldepth 9 multipv 1 score cp ${(searches % 99) - 50} nodes 1000 time 1`;
    return [`${report} pv ${turn}`, `bestmove ${turn}`];
  }

  return {
    received: 0,
    pid: undefined,
    running: true,
    write(text) {
      const lines = text.split('\n').flatMap(answers);
      setImmediate(() => {
        for (const line of lines) events.line(line, performance.now());
      });
    },
    kill() {},
  };
}

/** A legal turn in the position of a `position` line. */
function choose(line: string, variant: Variant, luck: number): string {
  const [, given, played = ''] = /^position (?:startpos|fen (.*?))(?: moves (.*))?$/.exec(line) ?? [];
  const parsed = parseFen(given ?? variant.startFen, variant);
  if (!parsed.ok) throw new Error(parsed.error);
  const position = parsed.value;
  for (const text of played.split(' ').filter((word) => word !== '')) {
    const turn = parseTurn(position, text);
    if (!turn.ok) throw new Error(turn.error);
    playTurn(position, turn.value);
  }
  const turns = legalTurns(position);
  return formatTurn(position, turns[luck % turns.length]!);
}
