/** For the tests of `serac match`: the files of a tournament, and whether what should be in them is in them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { GameRecord } from '../src/match/record.ts';
import { readState } from '../src/match/state.ts';
import { WHITE } from '../src/rules/board.ts';
import { formatFen } from '../src/rules/fen.ts';
import { outcomeOf } from '../src/rules/outcome.ts';
import { type PgnGame, parsePgn, pgnStart } from '../src/rules/pgn.ts';
import { playTurn } from '../src/rules/position.ts';
import type { Kit } from './match-kit.ts';

/** Three openings whose games differ. */
const BOOK = [
  'rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
  'rnbqkbnr/pppp1ppp/4p3/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1',
  'rnbqkbnr/pp1ppppp/2p5/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1',
].join('\n');

export function writeBook(kit: Kit): string {
  const file = kit.path('book.epd');
  writeFileSync(file, BOOK);
  return file;
}

export interface Files {
  readonly state: string;
  readonly pgn: string;
  readonly json: string;
  readonly epd: string;
  /** The words that ask for them. */
  readonly words: readonly string[];
}

/** Fresh names for all files that a tournament can leave. */
export function newFiles(kit: Kit): Files {
  const [state, pgn, json, epd] = ['x.state', 'x.pgn', 'x.json', 'x.epd'].map((name) => kit.path(name)) as [
    string,
    string,
    string,
    string,
  ];
  return { state, pgn, json, epd, words: ['-state', state, '-pgnout', pgn, '-json', json, '-epdout', epd] };
}

export const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

/** Replays a game by the rules and holds its result against what the arbiter said. */
function replay(game: PgnGame, record: GameRecord): void {
  expect(game.error).toBeUndefined();
  const start = pgnStart(game);
  if (!start.ok) throw new Error(start.error);
  for (const { turn } of game.line.turns) {
    expect(outcomeOf(start.value).ending).toBeUndefined();
    playTurn(start.value, turn);
  }
  expect(game.line.turns).toHaveLength(record.turns.length);
  expect(formatFen(start.value)).toBe(record.finalFen);
  expect(game.result).toBe(record.score);
  expect(game.tags.get('Termination')).toBe(record.termination);
  const { ending, winner } = outcomeOf(start.value);
  if (record.termination !== 'normal') return;
  expect(ending).toBe(record.kind);
  expect(winner === undefined ? '1/2-1/2' : winner === WHITE ? '1-0' : '0-1').toBe(game.result);
}

/** Are exactly the scheduled games there, once each and in order, in every file? */
export function checkFiles({ state, pgn, json, epd }: Files, count: number): GameRecord[] {
  const contents = readState(state);
  const { names } = contents.tournament;
  expect(contents.damaged).toBe(0);
  const records = [...contents.games.values()].sort((a, b) => a.number - b.number);
  expect(records.map((record) => record.number)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  const games = parsePgn(readFileSync(pgn, 'utf8'));
  expect(games).toHaveLength(count);
  records.forEach((record, i) => {
    const { tags } = games[i]!;
    expect([tags.get('White'), tags.get('Black')]).toEqual([names[record.white], names[record.black]]);
    expect(tags.get('Round')).toBe(String(record.round));
    replay(games[i]!, record);
  });
  expect(lines(epd)).toEqual(records.map((record) => record.finalFen));
  const told = lines(json).map((line) => JSON.parse(line) as { number: number });
  expect(told.map(({ number }) => number).sort((a, b) => a - b)).toEqual(records.map(({ number }) => number));
  return records;
}

/** The words for sound engines of these names. */
export function sound(kit: Kit, ...names: string[]): string[] {
  return names.flatMap((name) => ['-engine', `name=${name}`, `cmd=${kit.engine}`]);
}
