/** A game record as PGN. */
import { parseTurn } from '../rules/notation.ts';
import { createPgnGame, createPgnTurn, formatPgn, pgnStart } from '../rules/pgn.ts';
import { playTurn } from '../rules/position.ts';
import { variantOf } from '../rules/variants.ts';
import { formatScore } from './info.ts';
import type { Opening } from './openings.ts';
import type { PlayedTurn } from './play-game.ts';
import type { GameRecord } from './record.ts';
import type { MatchSettings } from './settings.ts';
import { timeControlTag } from './time-control.ts';

/** A game that may still be going on. */
export type PartialRecord = Pick<
  GameRecord,
  'round' | 'white' | 'black' | 'start' | 'fen' | 'turns' | 'given' | 'notes'
> &
  Partial<GameRecord>;

export interface PgnSetup {
  readonly settings: MatchSettings;
  readonly names: readonly string[];
}

/** `+0.35/12 0.512s`: score, depth and time, as far as they are known. */
export function noteOf({ info, elapsed }: PlayedTurn): string {
  const score = formatScore(info);
  const seconds = `${(elapsed / 1000).toFixed(3)}s`;
  return score === undefined ? seconds : `${score}/${info.depth ?? 0} ${seconds}`;
}

/** The turns of a record and their notes. */
export function moves(opening: Opening, turns: readonly PlayedTurn[]): Pick<GameRecord, 'turns' | 'notes'> {
  return { turns: [...opening.turns, ...turns.map((turn) => turn.text)], notes: turns.map(noteOf) };
}

export function gamePgn(record: PartialRecord, { settings, names }: PgnSetup): string {
  const game = createPgnGame(variantOf(settings.variant)!, record.fen);
  const begun = new Date(record.start);
  const white = settings.engines[record.white]!;
  const black = settings.engines[record.black]!;
  const tags: readonly (readonly [string, string])[] = [
    ['Event', settings.event],
    ['Site', settings.site],
    ['Date', record.start.slice(0, 10).replaceAll('-', '.')],
    ['Round', String(record.round)],
    ['White', names[record.white]!],
    ['Black', names[record.black]!],
    ['UTCDate', begun.toISOString().slice(0, 10).replaceAll('-', '.')],
    ['UTCTime', begun.toISOString().slice(11, 19)],
    ['PlyCount', String(record.turns.length)],
    ...timeTags(timeControlTag(white.time), timeControlTag(black.time)),
    ...(record.termination === undefined ? [] : [['Termination', record.termination] as const]),
  ];
  for (const [name, value] of tags) game.tags.set(name, value);
  game.result = record.score ?? '*';
  addTurns(game, record, settings.outputs.pgnMinimal);
  return formatPgn(game);
}

function timeTags(white: string, black: string): readonly (readonly [string, string])[] {
  if (white === black) return [['TimeControl', white]];
  return [
    ['WhiteTimeControl', white],
    ['BlackTimeControl', black],
  ];
}

function addTurns(game: ReturnType<typeof createPgnGame>, record: PartialRecord, minimal: boolean): void {
  const start = pgnStart(game);
  if (!start.ok) throw new Error(start.error);
  const position = start.value;
  record.turns.forEach((text, i) => {
    const turn = parseTurn(position, text);
    if (!turn.ok) throw new Error(turn.error);
    const written = createPgnTurn(turn.value);
    const note = i < record.given ? 'book' : record.notes[i - record.given];
    if (!minimal && note !== undefined) written.comments.push(note);
    game.line.turns.push(written);
    playTurn(position, turn.value);
  });
  if (record.reason === undefined) return;
  const last = game.line.turns[game.line.turns.length - 1];
  if (last === undefined) game.line.before.push(record.reason);
  else last.comments = [[...last.comments, record.reason].join(', ')];
}
