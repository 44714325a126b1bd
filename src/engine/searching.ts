/** One `go`: from the request to its one answer, whatever happens to the thread on the way. */
import { KEY_LOW } from '../rules/board.ts';
import { hasLegalTurn, isLegalTurn, legalTurns } from '../rules/generate.ts';
import { formatTurn } from '../rules/notation.ts';
import { outcomeOf } from '../rules/outcome.ts';
import {
  copyPosition,
  fullMoveNumber,
  mover,
  type Position,
  playTurn,
  sideToMove,
  undoTurn,
} from '../rules/position.ts';
import { quote } from '../rules/quote.ts';
import { NO_TURN, type Turn } from '../rules/turn.ts';
import {
  CONTROL_BEST,
  CONTROL_BEST_DEPTH,
  CONTROL_BEST_SCORE,
  CONTROL_PONDER,
  CONTROL_PONDERED_MS,
  CONTROL_STOP,
  type SearchInfo,
  type SearchResult,
} from '../search/limits.ts';
import { AT_ONCE, type Clock, clockOf, isNearlyDown, nodesAtOnce, SHORTEST_MS, timeLimits } from './clock.ts';
import { type Game, loadGame } from './game.ts';
import type { Glance } from './glance.ts';
import type { Pool } from './pool.ts';
import type { Listener } from './report.ts';
import { type GoRequest, isEndless } from './request.ts';
import { seenTurns, skillOf } from './skill.ts';
import type { Task } from './tasks.ts';
import { now, type PlainLimits, type ThreadReply, UNLIMITED } from './thread.ts';

export interface Settings {
  multiPv: number;
  /** Milliseconds that pass between our answer and the stopping of our clock. */
  moveOverhead: number;
  /** How strongly to play, up to FULL_SKILL. */
  level: number;
  /** For analysis there is no limit to the strength. */
  analyse: boolean;
  /** What a player of limited strength sees and does not see in this game. */
  seed: number;
  /** Is it a search that nobody hears, before the first real one? */
  practice: boolean;
}

export interface Searching extends Task {
  /** Is it pondering still? */
  isPondering(): boolean;
  ponderHit(): void;
}

/** What searches share: one runs at a time. */
export interface SearchingContext {
  readonly pool: Pool;
  readonly listener: Listener;
  readonly settings: Settings;
  /** The position searched. */
  readonly root: Position;
  /** For playing lines out. */
  readonly scratch: Position;
  /** At the root. */
  readonly glance: Glance;
}

/** Deeper than the win that was asked for: a selective search may see it late, and shall end if there is none. */
const MATE_EXTRA_DEPTH = 3;

/** Fewer nodes are no work to be shared. */
const LEAST_SHARED_NODES = 500;

/** The thread ends a search by its own look at the clock. When it is late by more than this, we answer in its place. */
const GRACE_MS = 5;
/** Of a short time, a share. */
const GRACE_SHARE = 0.25;
const LEAST_GRACE_MS = 1;
/** Timers cannot be set for longer, nor need they. */
const LONGEST_ALARM = 2 ** 31;
/** A thread that has not ended so long after it was told to is not going to. */
const PATIENCE_MS = 5000;

/**
 * `readAt`: when the request came in, which starts the clock; undefined if another search that nobody had stopped
 * was going on then, in which case the clock starts with the search.
 */
export function createSearching(
  context: SearchingContext,
  game: Game,
  request: GoRequest,
  readAt: number | undefined,
): Searching {
  const { pool, listener, settings, root, scratch, glance } = context;
  const endless = isEndless(request);
  let pondering = request.ponder;
  let start = readAt;
  let stopped = false;
  /** Begun, and still to be answered. */
  let running = false;
  /** At work for us, or going to be. */
  let isThreadBusy = false;
  /** Until it is, the words in shared memory are those of the search before. */
  let isPosted = false;
  let ponderedMs = 0;
  /** The time after which there has to be an answer. */
  let dueMs = Number.POSITIVE_INFINITY;
  let alarm: ReturnType<typeof setTimeout> | undefined;
  /** The best line so far. */
  let line: readonly Turn[] = [];
  let result: SearchResult | undefined;
  let finish = (): void => {};

  function begin(whenDone: () => void): void {
    finish = whenDone;
    running = true;
    loadGame(game, root);
    start ??= now();
    if (!hasLegalTurn(root)) {
      const side = mover(root);
      listener.finished(side.attacksKing() || side.inCheck());
      settle({ best: NO_TURN, ponder: NO_TURN, score: 0, depth: 0, nodes: 0 });
      return;
    }
    const limitless = endless || settings.analyse || request.mate !== undefined;
    const skill = limitless ? undefined : skillOf(settings.level);
    let searchTurns = readSearchTurns(request.searchTurns);
    if (skill !== undefined) {
      searchTurns = seenTurns(
        searchTurns ?? legalTurns(root),
        skill.seen,
        settings.seed ^ root.words[KEY_LOW],
      );
    }
    if (isHurried()) {
      settle(glance(searchTurns));
      return;
    }
    if (!pool.isAlive()) {
      fallBack();
      return;
    }
    const limits = limitsOf(searchTurns, skill?.nodes ?? UNLIMITED.nodes, start);
    isThreadBusy = true;
    // Limited strength is to be the same with any number of threads.
    const shared = skill === undefined && limits.nodes > LEAST_SHARED_NODES;
    const { practice } = settings;
    pool.post(
      { type: 'search', game, limits, practice },
      { reply, died: () => threadEnded(undefined) },
      setUp,
      shared,
    );
    if (stopped) expectEnd();
    else if (!pondering) watchClock(start);
  }

  /** Is the clock so far down that even the way to the thread takes too long? */
  function isHurried(): boolean {
    if (pondering || endless || settings.multiPv > 1) return false;
    const clock = ownClock();
    return clock !== undefined && isNearlyDown(clock);
  }

  function ownClock(): Clock | undefined {
    return clockOf(request, sideToMove(root), settings.moveOverhead, fullMoveNumber(root) - 1);
  }

  function setUp(): void {
    isPosted = true;
    pool.setControl(CONTROL_STOP, stopped ? 1 : 0);
    pool.setControl(CONTROL_PONDER, pondering ? 1 : 0);
    pool.setControl(CONTROL_PONDERED_MS, ponderedMs);
    pool.setControl(CONTROL_BEST, NO_TURN);
  }

  function reply(message: ThreadReply): void {
    if (message.type === 'info' && running) report(message.info);
    else if (message.type === 'found') {
      if (running) message.infos?.forEach(report);
      threadEnded(message.result);
    }
  }

  function threadEnded(found: SearchResult | undefined): void {
    isThreadBusy = false;
    clearTimeout(alarm);
    if (!running) finish();
    else if (found !== undefined && isLegalTurn(root, found.best)) settle(found);
    else fallBack();
  }

  /** Sees to it that there is an answer in time although the thread should be held up, or hang. */
  function watchClock(from: number): void {
    const grace = Math.max(LEAST_GRACE_MS, Math.min(GRACE_MS, GRACE_SHARE * dueMs));
    const delay = from + dueMs + grace - now();
    if (delay < LONGEST_ALARM) alarm = setTimeout(overdue, delay);
  }

  /** Answers with what the thread would say now. Its last reports may still be on their way. */
  function overdue(): void {
    stop();
    if (!running) return;
    const best = isPosted ? pool.control(CONTROL_BEST) : NO_TURN;
    if (best !== NO_TURN && best !== line[0] && isLegalTurn(root, best)) {
      const score = pool.control(CONTROL_BEST_SCORE);
      reportOnly({ best, ponder: NO_TURN, score, depth: pool.control(CONTROL_BEST_DEPTH), nodes: 0 });
    }
    if (line.length > 0) answer(line[0], line.length > 1 ? line[1] : NO_TURN);
    else fallBack();
  }

  function expectEnd(): void {
    clearTimeout(alarm);
    alarm = setTimeout(() => pool.abandon('it does not obey'), PATIENCE_MS);
  }

  function stop(): void {
    stopped = true;
    if (!running) return;
    if (isThreadBusy) {
      pool.setControl(CONTROL_STOP, 1);
      expectEnd();
    }
    settle(undefined);
  }

  function limitsOf(searchTurns: readonly Turn[] | undefined, mostNodes: number, from: number): PlainLimits {
    const { depth, nodes, mate } = request;
    // A limit of 0 or less means: at once.
    const hasty = [depth, nodes, mate, request.moveTime].some((limit) => limit !== undefined && limit <= 0);
    const turnsPlayed = fullMoveNumber(root) - 1;
    const side = sideToMove(root);
    const time = hasty ? AT_ONCE : timeLimits(request, side, settings.moveOverhead, turnsPlayed);
    const multiPv = settings.multiPv;
    const common = { ...UNLIMITED, start: from, multiPv, searchTurns };
    if (time !== undefined) dueMs = Math.max(time.hardMs, SHORTEST_MS);
    const isAtOnce = time !== undefined && time.hardMs < SHORTEST_MS && !pondering;
    if (isAtOnce) {
      return { ...common, depth: 1, nodes: Math.min(nodesAtOnce(ownClock()), mostNodes) };
    }
    let deepest = depth ?? UNLIMITED.depth;
    if (mate !== undefined) deepest = Math.min(deepest, 2 * mate + MATE_EXTRA_DEPTH);
    return {
      ...common,
      ...time,
      depth: Math.min(UNLIMITED.depth, deepest),
      nodes: Math.min(nodes ?? UNLIMITED.nodes, mostNodes),
      mate: mate ?? 0,
    };
  }

  /** The legal turns that the words mean; undefined if there are none, which lifts the restriction. */
  function readSearchTurns(words: readonly string[] | undefined): readonly Turn[] | undefined {
    if (words === undefined) return undefined;
    const legal = legalTurns(root).map((turn) => ({ turn, text: formatTurn(root, turn) }));
    const wanted = new Set<Turn>();
    for (const word of words) {
      const meant = legal.filter(({ text }) => means(word, text));
      if (meant.length === 0) listener.remark(`searchmoves: ${quote(word)} is not legal here`);
      for (const { turn } of meant) wanted.add(turn);
    }
    return wanted.size === 0 ? undefined : [...wanted];
  }

  function report(info: SearchInfo): void {
    const turns = legalPart(info.pv);
    if (turns.length === 0) return;
    if (info.line === 1) line = info.pv.slice(0, turns.length);
    listener.report({ ...info, pv: turns });
  }

  /** A line as texts, up to the first turn that is illegal or behind the end of the game. */
  function legalPart(turns: readonly Turn[]): string[] {
    const texts: string[] = [];
    copyPosition(root, scratch);
    for (const turn of turns) {
      if (!isLegalTurn(scratch, turn)) break;
      texts.push(formatTurn(scratch, turn));
      playTurn(scratch, turn);
      if (outcomeOf(scratch).ending !== undefined) break;
    }
    return texts;
  }

  /** Answers as soon as it is allowed to: while pondering, or without a limit, only when told. */
  function settle(found: SearchResult | undefined): void {
    result ??= found;
    if (result === undefined || !running) return;
    if ((pondering || endless) && !stopped) return;
    if (result.best !== NO_TURN && line.length === 0) reportOnly(result);
    answer(result.best, result.ponder);
  }

  function answer(best: Turn, ponder: Turn): void {
    running = false;
    const [turn, reply] = best === NO_TURN ? [] : legalPart([best, ponder]);
    listener.best(turn, reply);
    // A thread that is late has been told to stop; the next search need not wait for it to be watched over.
    finish();
  }

  function reportOnly({ best, score, depth, nodes }: SearchResult): void {
    const time = Math.max(0, now() - (start ?? 0));
    const selectiveDepth = Math.max(1, depth);
    report({
      depth: selectiveDepth,
      selectiveDepth,
      line: 1,
      score,
      bound: 'exact',
      nodes,
      time,
      hashFull: 0,
      pv: [best],
    });
  }

  /** Without a good result: the best turn known, or else the first that does not lose at once. */
  function fallBack(): void {
    const best = line.length > 0 ? line[0] : harmlessTurn(root);
    settle({ best, ponder: NO_TURN, score: 0, depth: 0, nodes: 0 });
  }

  return {
    long: true,
    begin,
    stop,
    isEndless: () => endless || pondering,
    isStopped: () => stopped,
    isPondering: () => pondering && !stopped,
    ponderHit() {
      pondering = false;
      if (!running || start === undefined) {
        start = now();
        return;
      }
      ponderedMs = Math.round(now() - start);
      if (isPosted) {
        pool.setControl(CONTROL_PONDERED_MS, ponderedMs);
        pool.setControl(CONTROL_PONDER, 0);
      }
      if (isThreadBusy) watchClock(now());
      settle(undefined);
    },
  };
}

/** Does a word of `searchmoves` mean this turn? A whole turn, or its move alone, with or without the choice before it. */
function means(word: string, turn: string): boolean {
  const isChoice = /^[a-h][18][nbrq],/.test(turn);
  const withoutChoice = isChoice ? turn.slice(turn.indexOf(',') + 1) : turn;
  return [turn, withoutChoice].some((text) => text === word || text.startsWith(`${word},`));
}

function harmlessTurn(position: Position): Turn {
  const turns = legalTurns(position);
  const harmless = turns.find((turn) => {
    playTurn(position, turn);
    const lost = mover(position).attacksKing() && outcomeOf(position).ending === 'self-check';
    undoTurn(position);
    return !lost;
  });
  return harmless ?? turns[0];
}
