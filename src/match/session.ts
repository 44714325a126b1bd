/** One run of a tournament, new or resumed: puts engines, files, statistics and screen together. */
import { createWriteStream } from 'node:fs';
import type { Variant } from '../rules/variants.ts';
import { variantOf } from '../rules/variants.ts';
import type { Screen } from './display.ts';
import { createPool, type EnginePool, type TrafficLog } from './engine-pool.ts';
import { checkFiles } from './files.ts';
import { introduce } from './introduction.ts';
import { createLivePgn } from './live-pgn.ts';
import { type OpeningBook, readBook, startPositionBook } from './openings.ts';
import { currentOffsets, type Offsets, openResults } from './outputs.ts';
import type { Reaper } from './reaper.ts';
import type { GameRecord } from './record.ts';
import { rehearse } from './rehearse.ts';
import { sprtOf } from './report.ts';
import { createReporter, printReport } from './reporter.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import type { MatchSettings } from './settings.ts';
import type { StateFile } from './state.ts';
import { type Counter, createCounter } from './tally.ts';
import { isTimed } from './time-control.ts';
import { createTournament, type Tournament, type TournamentEnd } from './tournament.ts';

/** What is to be played, with everything checked that can be checked without starting an engine. */
export interface Plan {
  readonly settings: MatchSettings;
  readonly variant: Variant;
  readonly book: OpeningBook;
  readonly schedule: Schedule;
}

/** The tournament is to be kept in `states`: one file, or none. Throws a UsageError. */
export function makePlan(settings: MatchSettings, states: readonly string[]): Plan {
  checkFiles(settings, states);
  const variant = variantOf(settings.variant)!;
  const { openings, seed } = settings;
  const book = openings === undefined ? startPositionBook(variant) : readBook(openings, variant, seed);
  return { settings, variant, book, schedule: createSchedule(settings) };
}

export interface Past {
  readonly names: readonly string[] | undefined;
  readonly games: readonly GameRecord[];
  readonly offsets: Offsets;
}

export interface Surroundings {
  readonly screen: Screen;
  readonly reaper: Reaper;
  /** Called once the names are known; the file may then be created. */
  readonly openState: (names: readonly string[], offsets: Offsets) => StateFile;
  /** Is the live line or are the plain lines wanted? */
  readonly live: boolean;
}

export interface Session {
  /** Plays; throws UsageError or EngineError if it cannot begin. */
  run(): Promise<TournamentEnd>;
  /** Ends at once. */
  stop(): void;
  /** Kills all engines, synchronously. */
  kill(): void;
}

export function createSession(plan: Plan, past: Past | undefined, around: Surroundings): Session {
  const { settings, variant } = plan;
  const pool = openPool(plan, around.reaper);
  let tournament: Tournament | undefined;
  let stopped = false;

  async function run(): Promise<TournamentEnd> {
    const warn = (text: string) => around.screen.line(`Warning: ${text}`);
    const counter = createCounter(settings.engines.length, plan.schedule);
    for (const record of past?.games ?? []) counter.add(record);
    if (isOver(plan, counter)) return finishUp(plan, past!, around, counter);
    const introduced = await introduce(settings, variant, pool, warn).catch((error: unknown) => {
      // Stopped, the engines have been killed: no fault of theirs.
      if (!stopped) throw error;
      return [];
    });
    if (stopped) return 'stopped';
    const names = past?.names ?? introduced;
    return play(plan, past, around, { pool, names, counter, warn }, (made) => {
      tournament = made;
      if (stopped) made.stop();
    });
  }

  return {
    run: () => run().finally(() => pool.close()),
    stop() {
      stopped = true;
      if (tournament === undefined) pool.kill();
      else tournament.stop();
    },
    kill: () => pool.kill(),
  };
}

function openPool({ settings, variant }: Plan, reaper: Reaper): EnginePool {
  const { engines, concurrency, outputs } = settings;
  const most = Math.max(engines.length, 2 * concurrency);
  return createPool({ engines, variant, reaper, most, ...trafficLog(outputs.log, settings) });
}

/** `1234 >name(5678): go …`, milliseconds since the start in front. */
function trafficLog(file: string, settings: MatchSettings): { log?: TrafficLog } {
  if (file === '') return {};
  const stream = createWriteStream(file, { flags: 'a' });
  stream.on('error', () => {});
  const start = performance.now();
  const log: TrafficLog = (engine, pid, sign, line) => {
    const name = settings.engines[engine]!.name || `engine ${engine + 1}`;
    stream.write(`${(performance.now() - start).toFixed(1)} ${sign}${name}(${pid}): ${line}\n`);
  };
  return { log };
}

function isOver({ settings, schedule }: Plan, counter: Counter): boolean {
  const tally = counter.tally();
  return tally.games >= schedule.own || isDecided(settings, counter);
}

/** A part of a tournament is no test: the verdict is for all parts together. */
function isDecided(settings: MatchSettings, counter: Counter): boolean {
  return settings.shard === undefined && sprtOf(settings, counter.tally())?.verdict !== undefined;
}

/** Of a resumed match that had nothing left to play. */
async function finishUp(
  plan: Plan,
  past: Past,
  around: Surroundings,
  counter: Counter,
): Promise<TournamentEnd> {
  const names = past.names!;
  const results = openResults({ settings: plan.settings, names }, past.offsets, ownNumbers(plan.schedule));
  for (const record of past.games) results.add(record);
  await results.close();
  printReport({ ...plan, ...around, names, counter });
  return isDecided(plan.settings, counter) ? 'decided' : 'complete';
}

function* ownNumbers(schedule: Schedule): Generator<number, void, void> {
  for (let number = 1; number <= schedule.total; number++) {
    if (schedule.isOwn(schedule.game(number))) yield number;
  }
}

interface Players {
  readonly pool: EnginePool;
  readonly names: readonly string[];
  readonly counter: Counter;
  readonly warn: (text: string) => void;
}

async function play(
  plan: Plan,
  past: Past | undefined,
  around: Surroundings,
  { pool, names, counter, warn }: Players,
  made: (tournament: Tournament) => void,
): Promise<TournamentEnd> {
  const { settings, schedule } = plan;
  const offsets = past?.offsets ?? currentOffsets(settings.outputs);
  const results = openResults({ settings, names }, offsets, ownNumbers(schedule));
  const state = around.openState(names, offsets);
  for (const record of past?.games ?? []) results.add(record);
  const livePgn = createLivePgn(settings.outputs.livePgn, { settings, names });
  const narration = { ...plan, ...around, names, counter };
  const reporter = createReporter(narration);
  // Only where time counts.
  const isTimedMatch = settings.engines.some((engine) => isTimed(engine.time));
  const tournament = createTournament({
    ...plan,
    names,
    pool,
    warn,
    played: new Set(past?.games.map((record) => record.number)),
    started: reporter.started,
    async finished(record) {
      await state.append(record);
      results.add(record);
      counter.add(record);
      reporter.finished(record);
      return isDecided(settings, counter);
    },
    ...(settings.outputs.livePgn === ''
      ? {}
      : { moved: (game, record) => livePgn.update(game.number, record) }),
    ...(isTimedMatch ? { rehearse: (isEnough) => rehearse(narration, isEnough) } : {}),
  });
  made(tournament);
  const end = await tournament.run();
  reporter.close();
  await Promise.all([state.close(), results.close()]);
  printReport(narration);
  return end;
}
