/** Puts the parts of a tournament (`-shard`) together: one table, one PGN, one verdict. */
import type { Screen } from './display.ts';
import { checkFiles } from './files.ts';
import { openResults } from './outputs.ts';
import type { GameRecord } from './record.ts';
import { endingLines, matchReport, sprtLine, sprtOf } from './report.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import type { MatchSettings, Outputs } from './settings.ts';
import { readState, type StateContents } from './state.ts';
import { crossTable } from './table.ts';
import { createCounter } from './tally.ts';
import { UsageError } from './usage.ts';

/** The files are written anew. Exit code 0 if all games of the tournament are there, 1 if some are missing. Throws a UsageError. */
export async function merge(files: readonly string[], outputs: Outputs, screen: Screen): Promise<number> {
  const parts = files.map((file) => ({ file, contents: readState(file) }));
  const first = parts[0]!.contents.tournament;
  for (const { file, contents } of parts) {
    const difference = differs(first, contents.tournament);
    if (difference !== undefined) {
      throw new UsageError(`${file} is part of another tournament than ${files[0]}: ${difference}`);
    }
  }
  const { names } = first;
  const settings = { ...first.settings, shard: undefined, outputs };
  checkFiles(settings, files);
  const schedule = createSchedule(settings);
  const games = collect(parts);
  await writeResults(settings, names, games);
  report(settings, names, schedule, games, screen);
  return games.length === schedule.total || settings.sprt !== undefined ? 0 : 1;
}

type Part = { readonly file: string; readonly contents: StateContents };

/** By number. A game that two parts have is an error: it would count twice. */
function collect(parts: readonly Part[]): GameRecord[] {
  const games = new Map<number, { record: GameRecord; file: string }>();
  for (const { file, contents } of parts) {
    for (const record of contents.games.values()) {
      const other = games.get(record.number);
      if (other !== undefined)
        throw new UsageError(`game ${record.number} is in ${other.file} and in ${file}`);
      games.set(record.number, { record, file });
    }
  }
  return [...games.values()].map(({ record }) => record).sort((a, b) => a.number - b.number);
}

/** What makes two tournaments different ones; places of files, machines and speed of playing do not. */
function differs(a: StateContents['tournament'], b: StateContents['tournament']): string | undefined {
  if (a.bookDigest !== b.bookDigest) return 'the openings differ';
  if (JSON.stringify(a.names) !== JSON.stringify(b.names)) return 'the engines have other names';
  const mine = essence(a.settings);
  const theirs = essence(b.settings);
  const key = Object.keys(mine).find((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]));
  return key === undefined ? undefined : `${key} differs`;
}

function essence(settings: MatchSettings): Record<string, unknown> {
  const { engines, openings, outputs, concurrency, wait, shard, ratingInterval, ...rest } = settings;
  void [outputs, concurrency, wait, shard, ratingInterval];
  const played = engines.map(({ command, directory, stderr, ...engine }) => {
    void [command, directory, stderr];
    return engine;
  });
  return { ...rest, engines: played, openings: openings === undefined ? 'none' : { ...openings, file: '' } };
}

async function writeResults(settings: MatchSettings, names: readonly string[], games: readonly GameRecord[]) {
  const offsets = { pgn: 0, epd: 0, json: 0 };
  const results = openResults({ settings, names }, offsets, games.map(({ number }) => number).values());
  for (const record of games) results.add(record);
  await results.close();
}

function report(
  settings: MatchSettings,
  names: readonly string[],
  schedule: Schedule,
  games: readonly GameRecord[],
  screen: Screen,
): void {
  const counter = createCounter(names.length, schedule);
  let decision: string | undefined;
  for (const record of games) {
    counter.add(record);
    const sprt = sprtOf(settings, counter.tally());
    if (sprt?.verdict !== undefined) decision ??= `first decided at game ${record.number}: ${sprtLine(sprt)}`;
  }
  const tally = counter.tally();
  const lines = names.length === 2 ? matchReport(settings, names, tally) : crossTable(names, tally);
  for (const line of [...lines, ...endingLines(names, tally)]) screen.line(line);
  if (decision !== undefined) screen.line(`In the order of the games ${decision}`);
  screen.line(`${games.length} of ${schedule.total} games finished.`);
}
