/** A game of a person against the engine, on the main line of the session's tree: whose turn, clocks, the end. */
import { BLACK, type Colour, opposite, WHITE } from '../../rules/board.ts';
import { parseTurn } from '../../rules/notation.ts';
import { createPosition, sideToMove } from '../../rules/position.ts';
import type { Turn } from '../../rules/turn.ts';
import type { EngineClient, RunningSearch, SearchJob } from './engine-client.ts';
import { type GameNode, lastOf, pathTo, removeNode, setPositionTo } from './game-tree.ts';
import { levelOf, setupOf } from './levels.ts';
import type { Session } from './session.ts';
import { type GameResult, resultOf, resultText, scoreOf } from './words.ts';

export type TimeRule =
  | { readonly kind: 'turn'; readonly seconds: number }
  | { readonly kind: 'clock'; readonly minutes: number; readonly increment: number };

export interface DuelSettings {
  readonly human: Colour;
  readonly level: string;
  readonly time: TimeRule;
}

/** What is kept of a duel while the page is closed; `remaining` by colour. */
export interface DuelRecord {
  readonly settings: DuelSettings;
  readonly remaining: readonly number[];
  readonly result: GameResult | undefined;
}

export interface Hint {
  readonly node: GameNode;
  readonly turn: string;
}

export interface Duel {
  readonly settings: DuelSettings;
  /** Undefined while the game goes on. */
  readonly result: GameResult | undefined;
  readonly isThinking: boolean;
  readonly isHinting: boolean;
  readonly hint: Hint | undefined;
  /** The place where the game stands. */
  live(): GameNode;
  /** May the person enter a turn at the place that is shown? */
  mayPlay(): boolean;
  /** Milliseconds left on a clock; undefined if the game has none. */
  remaining(colour: Colour): number | undefined;
  play(turn: Turn): void;
  mayUndo(): boolean;
  undo(): void;
  resign(): void;
  askHint(): void;
  /** Has the engine think if it is its turn, and the clock run. */
  resume(): void;
  /** Leaves the game as it is. */
  end(): void;
  record(): DuelRecord;
}

export interface DuelEvents {
  /** Something but the session has changed. */
  change(): void;
  /** Time has gone by on a clock. */
  tick(): void;
  /** The engine's turn is about to be shown. */
  answer(turn: Turn): void;
  over(): void;
}

const COLOURS: readonly Colour[] = [WHITE, BLACK];
const TICK_MS = 100;
const HINT_LIMITS = 'movetime 1000';

export function createDuel(
  session: Session,
  engine: EngineClient,
  start: DuelSettings | DuelRecord,
  events: DuelEvents,
): Duel {
  const record = 'settings' in start ? start : undefined;
  const settings = 'settings' in start ? start.settings : start;
  const { time, human } = settings;
  const initial = time.kind === 'clock' ? 60_000 * time.minutes : 0;
  const left = record === undefined ? [initial, initial] : [...record.remaining];
  let result = record?.result;
  let search: RunningSearch | undefined;
  let hinting: RunningSearch | undefined;
  let hint: Hint | undefined;
  /** When the clock of the side to move began to run; undefined while none does. */
  let since: number | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const scratch = createPosition();

  const live = (): GameNode => lastOf(session.tree.root);

  function sideAtLive(): Colour {
    const node = live();
    if (node === session.node) return sideToMove(session.position);
    setPositionTo(session.tree, node, scratch);
    return sideToMove(scratch);
  }

  // ------------------------------------------------------------ clocks

  /** The first turn of a game is free. */
  function startClock(): void {
    if (time.kind !== 'clock' || result !== undefined || live().ply === 0) return;
    since = performance.now();
    timer ??= setInterval(tick, TICK_MS);
  }

  /** Stops the clock of `side`, who has used the time. */
  function stopClock(side: Colour): void {
    clearInterval(timer);
    timer = undefined;
    if (since === undefined) return;
    left[side] = Math.max(0, left[side] - (performance.now() - since));
    since = undefined;
  }

  function remaining(colour: Colour): number | undefined {
    if (time.kind !== 'clock') return undefined;
    const running = since !== undefined && sideAtLive() === colour;
    return Math.max(0, left[colour] - (running ? performance.now() - (since ?? 0) : 0));
  }

  function tick(): void {
    const side = sideAtLive();
    if ((remaining(side) ?? 1) <= 0) finish({ winner: opposite(side), verdict: 'time' });
    else events.tick();
  }

  // ------------------------------------------------------------ turns

  function mayPlay(): boolean {
    return result === undefined && session.node === live() && sideToMove(session.position) === human;
  }

  function play(turn: Turn): void {
    const side = sideToMove(session.position);
    dropHint();
    stopClock(side);
    if (time.kind === 'clock') left[side] += 1000 * time.increment;
    session.play(turn);
    const ended = resultOf(session.outcome);
    if (ended !== undefined) finish(ended);
    else resume();
  }

  function resume(): void {
    if (result !== undefined) return;
    startClock();
    if (sideAtLive() !== human && search?.isOver !== false) think();
    events.change();
  }

  function think(): void {
    const node = live();
    const { options, limit } = setupOf(levelOf(settings.level), engine.options);
    search = engine.search({
      ...jobAt(node),
      limits: `${timeLimits()}${limit}`,
      options,
      onBest(text) {
        search = undefined;
        setPositionTo(session.tree, node, scratch);
        const turn = parseTurn(scratch, text ?? '');
        if (!turn.ok) return;
        if (session.node !== node) session.show(node);
        events.answer(turn.value);
        play(turn.value);
      },
    });
  }

  function jobAt(node: GameNode): SearchJob {
    const { tree } = session;
    const turns = pathTo(node).map((step) => step.text);
    return { variant: tree.variant, fen: tree.fen, turns, limits: '', lines: 1 };
  }

  function timeLimits(): string {
    if (time.kind === 'turn') return `movetime ${Math.round(1000 * time.seconds)}`;
    const [white, black] = COLOURS.map((colour) => Math.round(remaining(colour) ?? 0));
    const increment = Math.round(1000 * time.increment);
    return `wtime ${white} btime ${black} winc ${increment} binc ${increment}`;
  }

  function stopThinking(): void {
    search?.cancel();
    search = undefined;
  }

  function dropHint(): void {
    hinting?.cancel();
    hinting = undefined;
    hint = undefined;
  }

  // ------------------------------------------------------------ the end

  function finish(ended: GameResult): void {
    stopThinking();
    dropHint();
    stopClock(sideAtLive());
    result = ended;
    session.tree.result = scoreOf(ended);
    const last = live();
    const text = resultText(ended);
    if (last.ply > 0 && !last.comments.includes(text)) last.comments.push(text);
    events.over();
  }

  function takeBackResult(): void {
    if (result === undefined) return;
    const text = resultText(result);
    const last = live();
    last.comments = last.comments.filter((comment) => comment !== text);
    session.tree.result = '*';
    result = undefined;
  }

  /** The latest turn of the person. */
  function ownLast(): GameNode | undefined {
    return pathTo(live()).findLast((node) => node.side === human);
  }

  return {
    settings,
    get result() {
      return result;
    },
    get isThinking() {
      return search?.isOver === false;
    },
    get isHinting() {
      return hinting?.isOver === false;
    },
    get hint() {
      return hint;
    },
    live,
    mayPlay,
    remaining,
    play,
    mayUndo: () => ownLast() !== undefined,
    undo() {
      const last = ownLast();
      if (last?.parent === undefined) return;
      stopThinking();
      dropHint();
      stopClock(sideAtLive());
      takeBackResult();
      removeNode(last);
      session.load(session.tree, last.parent);
      resume();
    },
    resign() {
      if (result === undefined) finish({ winner: opposite(human), verdict: 'resignation' });
    },
    askHint() {
      if (!mayPlay() || hinting?.isOver === false) return;
      const node = live();
      hinting = engine.search({
        ...jobAt(node),
        limits: HINT_LIMITS,
        onBest(text) {
          hinting = undefined;
          hint = text === undefined ? undefined : { node, turn: text };
          events.change();
        },
      });
      events.change();
    },
    resume,
    end() {
      stopThinking();
      dropHint();
      stopClock(sideAtLive());
    },
    record: () => ({
      settings,
      remaining: COLOURS.map((colour) => remaining(colour) ?? 0),
      result,
    }),
  };
}
