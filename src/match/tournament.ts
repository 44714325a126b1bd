/**
 * Plays the games of a schedule that have not been played yet, several at a time, until all are, the SPRT is decided,
 * an engine breaks down (without -recover) or somebody stops it.
 */
import { BLACK, type Colour, WHITE } from '../rules/board.ts';
import type { Variant } from '../rules/variants.ts';
import type { EnginePool, Lent } from './engine-pool.ts';
import { moves, type PartialRecord } from './game-pgn.ts';
import type { Opening, OpeningBook } from './openings.ts';
import { type PlayedGame, type PlayedTurn, playGame } from './play-game.ts';
import type { GameRecord } from './record.ts';
import type { Schedule, ScheduledGame } from './schedule.ts';
import type { MatchSettings } from './settings.ts';
import type { Fault, UciClient } from './uci-client.ts';
import { verdictOfForfeit } from './verdict.ts';

export interface TournamentSetup {
  readonly settings: MatchSettings;
  readonly variant: Variant;
  readonly names: readonly string[];
  readonly schedule: Schedule;
  readonly book: OpeningBook;
  readonly pool: EnginePool;
  /** Numbers of games that have been played already. */
  readonly played: ReadonlySet<number>;
  started(game: ScheduledGame): void;
  /** Fulfilled when the record is safe; true ends the tournament. */
  finished(record: GameRecord): Promise<boolean>;
  /** A running game has gone on; undefined: it is over. */
  moved?: (game: ScheduledGame, record: PartialRecord | undefined) => void;
  warn(text: string): void;
  /** Gets the program ready for clocks that run; ends soon when it is enough. */
  rehearse?: (isEnough: () => boolean) => Promise<void>;
}

export type TournamentEnd = 'complete' | 'decided' | 'broken' | 'stopped';

/** How long it is rehearsed, while engines start. */
const REHEARSAL_MS = 300;

export interface Tournament {
  /** Plays; fulfilled when no game is running any more. */
  run(): Promise<TournamentEnd>;
  /** Ends at once: running games are not counted. */
  stop(): void;
}

export function createTournament(setup: TournamentSetup): Tournament {
  const { settings, schedule, pool } = setup;
  let next = 1;
  let end: TournamentEnd | undefined;
  const gate = createGate(settings.concurrency + 1);

  function take(): ScheduledGame | undefined {
    for (; next <= schedule.total; next++) {
      const game = schedule.game(next);
      if (!schedule.isOwn(game) || setup.played.has(next)) continue;
      next++;
      return game;
    }
    return undefined;
  }

  function finish(reason: TournamentEnd): void {
    if (end !== undefined) return;
    end = reason;
    pool.kill();
  }

  async function playOne(game: ScheduledGame, ready: () => Promise<void>): Promise<void> {
    const record = await playScheduled(setup, game, ready, () => end !== undefined);
    setup.moved?.(game, undefined);
    if (end !== undefined || record === undefined) return;
    const broken = record.kind === 'disconnects' || record.kind === 'stalls';
    const decided = await setup.finished(record);
    if (decided) finish('decided');
    else if (broken && !settings.recover) finish('broken');
  }

  async function work(): Promise<void> {
    const arrive = gate.guest();
    const ready = () => {
      arrive();
      return gate.opened;
    };
    for (let game = take(); game !== undefined && end === undefined; game = take()) {
      if (settings.wait > 0) await new Promise((resolve) => setTimeout(resolve, settings.wait));
      if (end === undefined) await playOne(game, ready);
      arrive();
    }
    arrive();
  }

  async function rehearse(): Promise<void> {
    const arrive = gate.guest();
    const until = performance.now() + REHEARSAL_MS;
    await setup.rehearse?.(() => end !== undefined || performance.now() > until);
    arrive();
  }

  return {
    async run() {
      try {
        await Promise.all([rehearse(), ...Array.from({ length: settings.concurrency }, work)]);
      } catch (error) {
        // A result that cannot be kept: no more games.
        finish('stopped');
        throw error;
      }
      return end ?? 'complete';
    },
    stop: () => finish('stopped'),
  };
}

/**
 * No clock runs before the engines of all first games are ready: processes that start, compile and clear their tables
 * take the machine away from those that play.
 */
function createGate(expected: number): { guest(): () => void; readonly opened: Promise<void> } {
  let missing = expected;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    guest() {
      let arrived = false;
      return () => {
        if (!arrived && --missing === 0) open();
        arrived = true;
      };
    },
    opened,
  };
}

/** Plays a game with engines from the pool; undefined if it was broken off. */
async function playScheduled(
  setup: TournamentSetup,
  game: ScheduledGame,
  ready: () => Promise<void>,
  over: () => boolean,
): Promise<GameRecord | undefined> {
  const { pool, book } = setup;
  setup.started(game);
  const start = new Date().toISOString();
  const opening = book.at(game.opening);
  const [white, black] = await Promise.all([pool.borrow(game.white), pool.borrow(game.black)]);
  if (over()) return undefined;
  const base = { ...game, start, fen: opening.fen, given: opening.turns.length };
  const result = await playWith(setup, base, opening, ready, white, black);
  if (over()) return undefined;
  if ('client' in white) pool.giveBack(game.white, white.client);
  if ('client' in black) pool.giveBack(game.black, black.client);
  const { score, kind, reason, termination } = result.verdict;
  const { finalFen } = result;
  const end = new Date().toISOString();
  return { ...base, score, kind, reason, termination, end, ...moves(opening, result.turns), finalFen };
}

/** The game itself, or the verdict on an engine that could not even be started. */
async function playWith(
  setup: TournamentSetup,
  base: Omit<PartialRecord, 'turns' | 'notes'> & ScheduledGame,
  opening: Opening,
  ready: () => Promise<void>,
  white: Lent,
  black: Lent,
): Promise<PlayedGame> {
  if ('fault' in white) return unstarted(opening, white.fault, WHITE);
  if ('fault' in black) return unstarted(opening, black.fault, BLACK);
  const { settings, names, variant, moved, warn } = setup;
  const player = (engine: number, client: UciClient) => ({
    name: names[engine]!,
    settings: settings.engines[engine]!,
    client,
  });
  const players = [player(base.white, white.client), player(base.black, black.client)] as const;
  const onTurn = (turns: readonly PlayedTurn[]) => moved?.(base, { ...base, ...moves(opening, turns) });
  return playGame({
    variant,
    opening,
    players,
    rules: settings,
    ready,
    warn,
    ...(moved === undefined ? {} : { onTurn }),
  });
}

function unstarted(opening: Opening, fault: Fault, side: Colour): PlayedGame {
  return { turns: [], verdict: verdictOfForfeit(fault.kind, side, fault.detail), finalFen: opening.fen };
}
