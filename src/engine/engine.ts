/** One game in progress and everything that can be asked about it; the front of the engine for every protocol. */
import { createEvaluator } from '../evaluate/evaluate.ts';
import { formatFen, parseFen } from '../rules/fen.ts';
import { parseTurn } from '../rules/notation.ts';
import { createPosition, type Position, playTurn } from '../rules/position.ts';
import { AVALANCHE, type Variant } from '../rules/variants.ts';
import { CONTROL_STOP } from '../search/limits.ts';
import { createBenching } from './bench.ts';
import { createCounting } from './counting.ts';
import { describe } from './describe.ts';
import { createDryRun, type DryRun } from './dry-run.ts';
import { flipFen } from './flip.ts';
import { type Game, loadGame, startOf } from './game.ts';
import { createGlance, type Glance } from './glance.ts';
import { createPool, type Platform } from './pool.ts';
import { rehearse } from './rehearse.ts';
import type { Listener } from './report.ts';
import type { GoRequest } from './request.ts';
import { createSearching, type Searching, type Settings } from './searching.ts';
import { FULL_SKILL } from './skill.ts';
import { createTasks, type Task } from './tasks.ts';
import { now } from './thread.ts';

/** While the thread compiles its own code, there is time for ours. */
const REHEARSAL_MS = 150;
/** And then we play together, so many turns, or for so many milliseconds where that takes too long. */
const DRY_RUN_TURNS = 200;
const LONGEST_DRY_RUN_MS = 1500;

interface Board {
  readonly current: Position;
  /** See SearchingContext. */
  readonly root: Position;
  readonly scratch: Position;
  readonly glance: Glance;
}

export interface Engine {
  readonly settings: Settings;
  /** Chooses the variant, and its start position if that is a change. */
  setVariant(variant: Variant): void;
  /**
   * Sets a position up: the FEN (undefined: the start position) and the turns from there. A FEN in error changes
   * nothing; an illegal turn ends the game before it. The problem is returned.
   */
  setPosition(fen: string | undefined, turns: readonly string[]): string | undefined;
  /** `readAt`: when the request came in, by `now`. Every call is answered by one `listener.best`, in order. */
  go(request: GoRequest, readAt: number): void;
  perft(depth: number): void;
  bench(depth: number | undefined): void;
  stop(): void;
  ponderHit(): void;
  newGame(): void;
  clearTable(): void;
  /** A new size for the table, as soon as the searches before it are over. */
  setTableSize(megabytes: number): void;
  /** Another number of threads, which means another table too, as soon as the searches before it are over. */
  setThreads(threads: number): void;
  /** Calls back when nothing but a search is under way. */
  whenReady(callback: () => void): void;
  /** Ends what would not end by itself, and calls back when everything is done. */
  whenDone(callback: () => void): void;
  /** Starts the thread and does what would make the first request wait. */
  prepare(): void;
  describe(): string[];
  explain(): string[];
  flip(): string | undefined;
}

/** What the threads are started with. */
interface Setup {
  readonly megabytes: number;
  readonly threads: number;
}

export function createEngine(platform: Platform, listener: Listener, tableSize: number): Engine {
  const settings: Settings = {
    multiPv: 1,
    moveOverhead: 30,
    level: FULL_SKILL,
    practice: false,
    analyse: false,
    seed: newSeed(),
  };
  const tasks = createTasks<Task & Partial<Searching>>();
  const pool = createPool(platform, (reason, wasStarting, isFirst) => {
    listener.remark(`search thread ${wasStarting ? 'does not start' : 'lost'}: ${reason}`);
    // One that cannot even start is not tried again before it is needed.
    if (isFirst && !wasStarting) tasks.addFirst(startTask());
  });
  let setup: Setup = { megabytes: tableSize, threads: 1 };
  let game: Game = startOf(AVALANCHE);
  /** The texts of the game's turns, by which the next `position` is recognised as its continuation. */
  let texts: readonly string[] = [];
  /** A thread that has started shall play a dry run before it counts as ready. */
  let practises = false;
  let positions: Board | undefined;

  /** Made late, since the tables behind the first position take some time that the greeting shall not wait for. */
  function board(): Board {
    if (positions === undefined) {
      const root = createPosition();
      positions = { current: createPosition(), root, scratch: createPosition(), glance: createGlance(root) };
      loadGame(game, positions.current);
    }
    return positions;
  }

  /** Starts the threads, unless they run and there is nothing to change. */
  function startTask(change?: Partial<Setup>): Task {
    let running = false;
    let hurried = false;
    let dryRun: DryRun | undefined;

    function begin(finish: () => void): void {
      const wanted = { ...setup, ...change };
      const isChange = wanted.megabytes !== setup.megabytes || wanted.threads !== setup.threads;
      if (change !== undefined && !isChange && pool.isAlive()) {
        finish();
        return;
      }
      const end = (): void => {
        running = false;
        finish();
      };
      try {
        const ready = (): void => practise(end);
        pool.start(wanted.megabytes, wanted.threads, { reply: ready, died: end });
      } catch (error) {
        listener.remark(`no memory for a table of ${wanted.megabytes} MB: ${messageOf(error)}`);
        finish();
        return;
      }
      setup = wanted;
      running = true;
      if (hurried) stop();
    }

    function practise(whenDone: () => void): void {
      if (hurried || !practises) {
        whenDone();
        return;
      }
      const { root, scratch, glance } = board();
      const latest = now() + LONGEST_DRY_RUN_MS;
      dryRun = createDryRun(
        { pool, root, scratch, glance },
        (report) => listener.practise?.(report),
        (searches) => searches >= DRY_RUN_TURNS || now() > latest,
        () => {
          // A thread that dies of it would for ever be replaced by another.
          practises &&= pool.isAlive();
          forget(whenDone);
        },
      );
    }

    /** Whoever has something to do need not wait for the thread's warm-up. */
    function stop(): void {
      hurried = true;
      if (running) pool.setControl(CONTROL_STOP, 1);
      dryRun?.stop();
    }

    return { long: false, begin, stop, isEndless: () => false, isStopped: () => false };
  }

  function forget(whenDone: () => void, type: 'clear table' | 'new game' = 'new game'): void {
    if (pool.isAlive()) pool.post({ type }, { reply: whenDone, died: whenDone });
    else whenDone();
  }

  function threadTask(type: 'clear table' | 'new game'): Task {
    return {
      long: false,
      begin: (finish) => forget(finish, type),
      stop() {},
      isEndless: () => false,
      isStopped: () => false,
    };
  }

  /** Ends whatever would keep a new task waiting for ever; what ends by itself is waited for. */
  function makeWay(): void {
    for (const task of tasks.all()) if (task.isEndless() || !task.long) task.stop();
  }

  function change(wanted: Partial<Setup>): void {
    for (const task of tasks.all()) if (!task.long) task.stop();
    tasks.add(startTask(wanted));
  }

  function revive(): void {
    if (!pool.isAlive() && tasks.current === undefined) tasks.add(startTask());
  }

  function addLong(create: (isDelayed: boolean) => Task & Partial<Searching>): void {
    makeWay();
    revive();
    const isDelayed = tasks.all().some((task) => task.long && !task.isStopped());
    tasks.add(create(isDelayed));
  }

  /** The turns that the texts add to the game; what is wrong with the first of them that cannot be played. */
  function play(more: readonly string[]): string | undefined {
    const { current } = board();
    const turns = [...game.turns];
    let problem: string | undefined;
    for (const text of more) {
      const turn = parseTurn(current, text);
      if (!turn.ok) {
        problem = turn.error;
        break;
      }
      playTurn(current, turn.value);
      turns.push(turn.value);
    }
    texts = [...texts, ...more].slice(0, turns.length);
    game = { ...game, turns };
    return problem;
  }

  function setPosition(fen: string | undefined, turns: readonly string[]): string | undefined {
    const { current } = board();
    const { variant } = game;
    const start = fen ?? variant.startFen;
    const continues =
      start === game.fen && turns.length >= texts.length && texts.every((t, i) => t === turns[i]);
    if (!continues) {
      const parsed = parseFen(start, variant, current);
      if (!parsed.ok) return parsed.error;
      game = { variant, fen: start, turns: [] };
      texts = [];
    }
    return play(turns.slice(texts.length));
  }

  return {
    settings,
    setVariant(variant) {
      if (variant === game.variant) return;
      game = startOf(variant);
      texts = [];
      if (positions !== undefined) loadGame(game, positions.current);
    },
    setPosition,
    go(request, readAt) {
      const { root, scratch, glance } = board();
      const context = { pool, listener, settings, root, scratch, glance };
      addLong((isDelayed) => createSearching(context, game, request, isDelayed ? undefined : readAt));
    },
    perft(depth) {
      addLong(() => createCounting(pool, listener, game, depth));
    },
    bench(depth) {
      addLong(() => createBenching(platform, listener, depth));
    },
    stop() {
      for (const task of tasks.all()) if (task.long) task.stop();
    },
    ponderHit() {
      tasks
        .all()
        .find((task) => task.isPondering?.())
        ?.ponderHit?.();
    },
    newGame() {
      settings.seed = newSeed();
      // A warm-up is not cut short: whoever is in a hurry sends a search, and whoever asks whether we are ready can wait.
      for (const task of tasks.all()) if (task.isEndless()) task.stop();
      revive();
      tasks.add(threadTask('new game'));
      platform.tidy?.();
    },
    clearTable() {
      tasks.add(threadTask('clear table'));
    },
    setTableSize: (megabytes) => change({ megabytes }),
    setThreads: (threads) => change({ threads }),
    whenReady(callback) {
      revive();
      tasks.whenReady(callback);
    },
    whenDone(callback) {
      makeWay();
      tasks.whenIdle(callback);
    },
    prepare() {
      practises = true;
      revive();
      // Only if nothing is waiting for us already.
      if (positions === undefined) {
        const { current, root, scratch } = board();
        const end = now() + REHEARSAL_MS;
        rehearse(current, root, () => now() > end - REHEARSAL_MS / 2);
        rehearse(root, scratch, () => now() > end);
        loadGame(game, current);
      }
    },
    describe: () => describe(board().current),
    explain: () => createEvaluator(board().current).explain().split('\n'),
    flip() {
      return setPosition(flipFen(formatFen(board().current), game.variant), []);
    },
  };
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
