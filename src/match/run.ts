/** `serac match` and `serac check`: from words to an exit code. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { runCheck } from './check/check.ts';
import { type Command, parseCommandLine } from './command-line.ts';
import { liveScreen, plainScreen, type Screen } from './display.ts';
import { locateCommand } from './engine-command.ts';
import { helpText } from './help.ts';
import { EngineError } from './introduction.ts';
import { lock } from './lock.ts';
import { merge } from './merge.ts';
import { type Reaper, startReaper } from './reaper.ts';
import type { GameRecord } from './record.ts';
import { createSession, makePlan, type Past, type Plan, type Session, type Surroundings } from './session.ts';
import { continueState, createState, noState, readState, refuseExisting } from './state.ts';
import type { TournamentEnd } from './tournament.ts';
import { reasonOf, UsageError } from './usage.ts';

export const EXIT_USAGE = 2;
const EXIT_FAILED = 1;
const EXIT_INTERRUPTED = 130;

/** The words begin with `match` or `check`. */
export async function run(argv: readonly string[]): Promise<number> {
  const [mode, ...words] = argv;
  try {
    if (mode === 'match') return await runMatch(words);
    if (mode === 'check') return await runCheck(words, (line) => process.stdout.write(`${line}\n`));
    throw new UsageError(`unknown command ${mode}`);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof EngineError || isSystemError(error))) throw error;
    const text = isSystemError(error) ? systemText(error) : error.message;
    process.stderr.write(`serac ${mode}: ${text}\n`);
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}

/** A full disk and the like. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function systemText(error: NodeJS.ErrnoException): string {
  return error.path === undefined ? reasonOf(error) : `${error.path}: ${reasonOf(error)}`;
}

async function runMatch(words: readonly string[]): Promise<number> {
  const command = parseCommandLine(words);
  switch (command.kind) {
    case 'help':
      process.stdout.write(helpText());
      return 0;
    case 'merge':
      return merge(command.states, command.outputs, plainScreen(process.stdout));
    case 'play':
      return begin(command);
    case 'resume':
      return resume(command);
  }
}

async function begin({ settings, state, display }: Extract<Command, { kind: 'play' }>): Promise<number> {
  const located = { ...settings, engines: settings.engines.map(locateCommand) };
  const plan = makePlan(located, state === 'none' ? [] : [state]);
  if (state !== 'none') refuseExisting(state);
  const unlock = state === 'none' ? () => {} : lock(state);
  const openState: Surroundings['openState'] = (names, offsets) => {
    if (state === 'none') return noState();
    return createState(state, { settings: located, names, bookDigest: plan.book.digest, offsets });
  };
  try {
    return await conduct(plan, undefined, openState, display, state);
  } finally {
    unlock();
  }
}

async function resume({ state, changes, display }: Extract<Command, { kind: 'resume' }>): Promise<number> {
  readState(state);
  const unlock = lock(state);
  try {
    const contents = readState(state);
    const { tournament, games } = contents;
    refuseFewerRounds(changes.rounds, games.values());
    const plan = makePlan({ ...tournament.settings, ...changes }, [state]);
    if (plan.book.digest !== tournament.bookDigest) {
      throw new UsageError(`state file ${state}: the openings are no longer those that the match began with`);
    }
    const past = { names: tournament.names, games: [...games.values()], offsets: tournament.offsets };
    if (contents.damaged > 0) {
      process.stderr.write(`serac match: ${contents.damaged} damaged line(s) in ${state}: played again\n`);
    }
    const file = continueState(state, contents, changes);
    return await conduct(plan, past, () => file, display, state);
  } finally {
    unlock();
  }
}

/** Games that are there cannot be taken back. */
function refuseFewerRounds(rounds: number | undefined, games: Iterable<GameRecord>): void {
  let begun = 0;
  for (const { round } of games) begun = Math.max(begun, round);
  if (rounds === undefined || rounds >= begun) return;
  throw new UsageError(`-rounds: ${rounds} is too few: games of round ${begun} are played already`);
}

/** Plays under the eye of the signal handlers; whatever happens, no engine is left. */
async function conduct(
  plan: Plan,
  past: Past | undefined,
  openState: Surroundings['openState'],
  display: 'live' | 'plain' | undefined,
  state: string,
): Promise<number> {
  const live = display === undefined ? process.stdout.isTTY === true : display === 'live';
  const screen = live ? liveScreen(process.stdout) : plainScreen(process.stdout);
  const reaper = startReaper();
  const session = createSession(plan, past, { screen, reaper, openState, live });
  const forget = handleSignals(session, reaper);
  announce(plan, past, state, screen);
  try {
    const end = await session.run();
    return conclude(end, state, screen);
  } finally {
    screen.close();
    forget();
    reaper.close();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the match in good order, a second one at once. Returns what takes the handlers away. */
function handleSignals(session: Session, reaper: Reaper): () => void {
  let count = 0;
  const onSignal = () => {
    if (++count === 1) return session.stop();
    session.kill();
    reaper.close();
    process.exit(EXIT_INTERRUPTED);
  };
  const onExit = () => session.kill();
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('exit', onExit);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('exit', onExit);
  };
}

function announce(
  { settings, book, schedule }: Plan,
  past: Past | undefined,
  state: string,
  screen: Screen,
): void {
  const { openings, seed, concurrency, shard } = settings;
  if (past !== undefined) screen.line(`Resuming: ${past.games.length} games are played already`);
  else if (openings !== undefined) {
    const order =
      openings.order === 'random' ? `random order, seed ${seed}` : `from number ${openings.start}`;
    screen.line(`Openings: ${openings.file || `the book of ${settings.variant}`}, ${book.count}, ${order}`);
  }
  if (shard !== undefined) {
    screen.line(`Part ${shard.index} of ${shard.count}: ${schedule.own} of ${schedule.total} games`);
  }
  if (state !== 'none') screen.line(`State file: ${state}`);
  const cores = availableParallelism();
  if (concurrency > cores)
    screen.line(`Warning: ${concurrency} games at a time on ${cores} cores will cost the engines time`);
}

function conclude(end: TournamentEnd, state: string, screen: Screen): number {
  const how = state === 'none' || !existsSync(state) ? '' : `; to go on: serac match -resume ${state}`;
  switch (end) {
    case 'complete':
    case 'decided':
      screen.line('Finished match');
      return 0;
    case 'broken':
      screen.line(`Match ended early by a fault (with -recover it would go on)${how}`);
      return EXIT_FAILED;
    case 'stopped':
      screen.line(`Interrupted${how}`);
      return EXIT_INTERRUPTED;
  }
}
