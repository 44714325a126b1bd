/** Counts the nodes of a search and says when it must end. */
import { offHeapInts } from '../rules/bitboard.ts';
import { CONTROL_PONDER, CONTROL_PONDERED_MS, CONTROL_STOP, type SearchLimits } from './limits.ts';
import { POLL_NODES } from './params.ts';
import { type Deadlines, deadlines } from './patience.ts';
import type { Team } from './team.ts';

export interface Watch {
  start(limits: SearchLimits): void;
  /** Counts a node; true if the search has to end, in which case the node does not count. */
  tick(): boolean;
  /** Has the search been broken off? Then every score on its way up is worthless. */
  stopped(): boolean;
  /** Of all threads; those that others are about to count are among them. */
  nodes(): number;
  /** The search is over for this thread: makes its last nodes known, or if it is the first ends it for the others. */
  finish(): void;
  /** Milliseconds since the clock began to run. */
  elapsed(): number;
  /** May a new depth be begun? Looks at the stop word and the clock. */
  mayDeepen(): boolean;
  /** Moves the soft limit by a factor. */
  stretch(factor: number): void;
  /** Whether the iteration under way is worth all the time that there is. */
  setDoubt(doubt: boolean): void;
}

/** With so little time the clock is looked at more often. */
const SHORT_MS = 100;
/** And so it is by threads that have no clock to look at, which makes them end soon and count well. */
const SHORT_POLL_NODES = POLL_NODES / 8;

/** With more than this left, so many looks are at the stop word alone: the time of day is a number on the heap. */
const FAR_MS = 1000;
const LOOKS_WITHOUT_CLOCK = 7;

const LEFT = 0;
const STOPPED = 1;
const WITHOUT_CLOCK = 2;

export function createWatch(control: Int32Array, team: Team): Watch {
  /** LEFT: nodes to go before the next look; STOPPED: not 0 when the search is over; WITHOUT_CLOCK: looks to go. */
  const state = offHeapInts(3);
  /** The nodes that will have been counted at the next look. */
  let total = 0;
  let limits: SearchLimits | undefined;
  let due: Deadlines = deadlines(Infinity, Infinity, 1);
  let inDoubt = false;
  /** Both limits alike: a time to be used up. */
  let isFixed = true;
  /** An iteration is complete. */
  let isInformed = false;
  let poll = POLL_NODES;

  function start(asked: SearchLimits): void {
    limits = asked;
    team.join(asked.search ?? 0);
    due = deadlines(asked.softMs, asked.hardMs, 1);
    inDoubt = false;
    isFixed = !(asked.softMs < asked.hardMs);
    isInformed = false;
    poll = asked.hardMs < SHORT_MS || !team.leads ? SHORT_POLL_NODES : POLL_NODES;
    total = 0;
    state[LEFT] = 0;
    state[STOPPED] = 0;
    state[WITHOUT_CLOCK] = 0;
  }

  function tick(): boolean {
    const left = state[LEFT];
    if (left === 0) return look();
    state[LEFT] = left - 1;
    return false;
  }

  function look(): boolean {
    if (limits === undefined || state[STOPPED] !== 0) return true;
    const next = Math.min(poll, shareOf(limits.nodes));
    if (next < 1 || mustStop()) {
      state[STOPPED] = 1;
      return true;
    }
    total += next;
    if (team.size > 1) team.publishNodes(total);
    // This node is the first of the new ones.
    state[LEFT] = next - 1;
    return false;
  }

  /** How many of the nodes that are left this thread may count before it looks again. */
  function shareOf(nodes: number): number {
    if (team.size === 1) return nodes - total;
    return Math.ceil((nodes - total - team.nodesOfOthers()) / team.size);
  }

  function mustStop(): boolean {
    if (Atomics.load(control, CONTROL_STOP) !== 0 || team.isOver()) return true;
    if (due.hardMs === Infinity || Atomics.load(control, CONTROL_PONDER) !== 0) return false;
    if (state[WITHOUT_CLOCK] > 0) {
      state[WITHOUT_CLOCK]--;
      return false;
    }
    const left = breakLimit(Atomics.load(control, CONTROL_PONDERED_MS)) - elapsed();
    if (left > FAR_MS) state[WITHOUT_CLOCK] = LOOKS_WITHOUT_CLOCK;
    return left <= 0;
  }

  /**
   * When the iteration under way is broken off. What has been pondered is time spent on the turn, so that an iteration
   * that would not have been begun without it ends with it. Only a fixed time begins with the hit, and so does that
   * of a search that has nothing to answer yet.
   */
  function breakLimit(pondered: number): number {
    // All read before any branch: V8 throws compiled code away at the first read in a branch that it has not seen taken.
    const { softMs, breakMs, hardMs } = due;
    const latest = inDoubt ? hardMs : breakMs;
    if (isFixed || !isInformed) return pondered + latest;
    if (inDoubt) return latest;
    return pondered >= softMs ? softMs : breakMs;
  }

  function isPastSoft(): boolean {
    if (due.softMs === Infinity || Atomics.load(control, CONTROL_PONDER) !== 0) return false;
    return elapsed() >= due.softMs + (isFixed ? Atomics.load(control, CONTROL_PONDERED_MS) : 0);
  }

  function stopped(): boolean {
    return state[STOPPED] !== 0;
  }

  function nodes(): number {
    return total - state[LEFT] + (team.size === 1 ? 0 : team.nodesOfOthers());
  }

  function finish(): void {
    team.publishNodes(total - state[LEFT]);
    team.leave();
  }

  function elapsed(): number {
    return limits === undefined ? 0 : Math.max(0, limits.now() - limits.start);
  }

  function mayDeepen(): boolean {
    if (limits === undefined || state[STOPPED] !== 0 || nodes() >= limits.nodes) return false;
    return !mustStop() && !isPastSoft();
  }

  function stretch(factor: number): void {
    isInformed = true;
    if (limits !== undefined) due = deadlines(limits.softMs, limits.hardMs, factor);
  }

  function setDoubt(doubt: boolean): void {
    inDoubt = doubt;
  }

  return { start, tick, stopped, nodes, finish, elapsed, mayDeepen, stretch, setDoubt };
}
