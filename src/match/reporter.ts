/** Tells the person how a match goes: lines as games begin and end, the live line, the statistics. */
import { type Screen, statusLine } from './display.ts';
import { estimate } from './elo.ts';
import type { GameRecord } from './record.ts';
import { countsOf, endingLines, matchReport, scoreLine, sprtOf } from './report.ts';
import type { Schedule, ScheduledGame } from './schedule.ts';
import type { MatchSettings } from './settings.ts';
import { crossTable } from './table.ts';
import { type Counter, pointsOf } from './tally.ts';
import { isForfeit } from './verdict.ts';

export interface Narration {
  readonly settings: MatchSettings;
  readonly schedule: Schedule;
  readonly names: readonly string[];
  readonly counter: Counter;
  readonly screen: Screen;
  /** Is the live line or are the plain lines wanted? */
  readonly live: boolean;
}

export interface Reporter {
  started(game: ScheduledGame): void;
  finished(record: GameRecord): void;
  close(): void;
}

const LIVE_LINE_MS = 1000;

export function createReporter(narration: Narration): Reporter {
  const { settings, schedule, names, counter, screen, live } = narration;
  const begun = performance.now();
  let newGames = 0;
  const versus = (game: ScheduledGame) => `(${names[game.white]} vs ${names[game.black]})`;
  const showStatus = () => {
    const tally = counter.tally();
    const two = names.length === 2 && tally.games > 0;
    const [first, second] = tally.players;
    screen.status(
      statusLine({
        names,
        played: tally.games,
        total: schedule.own > 1e6 ? 0 : schedule.own,
        newGames,
        elapsedMs: performance.now() - begun,
        points: two ? [pointsOf(first!), pointsOf(second!)] : undefined,
        estimate: two ? estimate(countsOf(tally)) : undefined,
        sprt: sprtOf(settings, tally),
      }),
    );
  };
  const timer = live ? setInterval(showStatus, LIVE_LINE_MS) : undefined;
  if (live) showStatus();
  return {
    started(game) {
      if (!live) screen.line(`Started game ${game.number} of ${schedule.total} ${versus(game)}`);
    },
    finished(record) {
      newGames++;
      if (!live || isForfeit(record.kind)) {
        screen.line(`Finished game ${record.number} ${versus(record)}: ${record.score} {${record.reason}}`);
      }
      if (live) return showStatus();
      const tally = counter.tally();
      if (names.length === 2) screen.line(scoreLine(names, tally));
      const due = settings.ratingInterval > 0 && tally.games % settings.ratingInterval === 0;
      if (due && tally.games < schedule.own) for (const line of standing(narration)) screen.line(line);
    },
    close() {
      clearInterval(timer);
      screen.close();
    },
  };
}

function standing({ settings, names, counter }: Narration): string[] {
  const tally = counter.tally();
  return names.length === 2 ? matchReport(settings, names, tally) : crossTable(names, tally);
}

export function printReport(narration: Narration): void {
  const { names, counter, screen, schedule } = narration;
  const tally = counter.tally();
  const { own } = schedule;
  for (const line of standing(narration)) screen.line(line);
  for (const line of endingLines(names, tally)) screen.line(line);
  screen.line(own > 1e6 ? `${tally.games} games finished.` : `${tally.games} of ${own} games finished.`);
}
