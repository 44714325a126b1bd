/**
 * Clocks and increments → how long to think. Pure: the time is an argument, nothing here reads a clock.
 *
 * A game lasts about 22 turns a side, and the first ones are the widest and the most decisive. So the share of the
 * rest that a turn gets is planned for that length, and never for fewer than ten turns more.
 */
import { type Colour, WHITE } from '../rules/board.ts';
import type { GoRequest } from './request.ts';

export interface TimeLimits {
  /** No new depth is begun after this. */
  readonly softMs: number;
  /** The search is broken off. */
  readonly hardMs: number;
}

export interface Clock {
  /** What is left of the own time; may be negative. */
  readonly left: number;
  readonly increment: number;
  /** Own turns up to the next time control; undefined: the time is for the whole game. */
  readonly turnsToGo: number | undefined;
  /** Time between our answer and the stopping of our clock, never to be planned away. */
  readonly overhead: number;
  /** Own turns already played. */
  readonly turnsPlayed: number;
}

export const AT_ONCE: TimeLimits = { softMs: 0, hardMs: 0 };

const EXPECTED_TURNS = 22;
const TURNS_GONE_BY = 0.6;
const FEWEST_TURNS = 10;
/** What a turn takes beside the search: lines and messages on their way, the look at the clock that comes too late. */
const TURN_COST_MS = 2;
const INCREMENT_SHARE = 0.7;
/** With less time than this at hand increments are rather saved than spent: any machine pauses for that long at times. */
const CUSHION_MS = 200;
/** Not planned for: what such pauses may cost. Of a short time, half. */
const RESERVE_MS = 150;
const HARD_FACTOR = 4;
const TIGHT_FACTOR = 1.2;
/** No turn takes more of the rest than this… */
const LARGEST_SHARE = 1 / 3;
/** …but for the last turns before a control, or when the increment soon replaces it. */
const LAST_SHARE = 0.8;
const INCREMENT_RESERVE = 0.5;
/** Of the most that a turn may take; what is left is for the doubtful ones. */
const SOFT_SHARE = 0.7;

/** Nodes for a turn without time of its own, some tenths of a millisecond; fewer with less on the clock than is enough. */
const NODES_AT_ONCE = 300;
const FEWEST_AT_ONCE = 20;
const ENOUGH_AT_ONCE_MS = 100;
/** Below this, less the overhead, a turn is found without a search. */
const NEARLY_DOWN_MS = 40;
/** A time too short to be kept by the clock becomes some nodes of depth 1, so that even then a turn is looked at. */
export const SHORTEST_MS = 2;

export function clockLimits(clock: Clock): TimeLimits {
  const left = clock.left - clock.overhead;
  if (left <= 0) return AT_ONCE;
  const usable = left - Math.min(RESERVE_MS, left / 2);
  const increment = Math.max(0, clock.increment);
  const expected = Math.max(FEWEST_TURNS, EXPECTED_TURNS - TURNS_GONE_BY * clock.turnsPlayed);
  const turns = Math.min(expected, clock.turnsToGo ?? expected);
  const largest = Math.max(LARGEST_SHARE, LAST_SHARE / (clock.turnsToGo ?? Number.POSITIVE_INFINITY));
  const most = Math.min(LAST_SHARE * usable, largest * usable + INCREMENT_RESERVE * increment);
  const ease = Math.min(1, usable / CUSHION_MS);
  const share = usable / turns - TURN_COST_MS + INCREMENT_SHARE * increment * ease;
  const softMs = Math.max(0, Math.min(share, SOFT_SHARE * most));
  // Where the machine's pauses are as long as the time for a turn, there is nothing to be stretched.
  const hardFactor = TIGHT_FACTOR + (HARD_FACTOR - TIGHT_FACTOR) * Math.min(1, usable / (3 * CUSHION_MS));
  return { softMs, hardMs: Math.min(hardFactor * softMs, most) };
}

/**
 * Nodes for a turn that has no time of its own: on a clock that is nearly down the fewer the less is left, since it
 * runs down by what each turn costs beside the search, faster than a small increment brings back.
 */
export function nodesAtOnce(clock: Clock | undefined): number {
  if (clock === undefined) return NODES_AT_ONCE;
  const part = (clock.left - clock.overhead) / ENOUGH_AT_ONCE_MS;
  return Math.round(Math.max(FEWEST_AT_ONCE, Math.min(1, part) * NODES_AT_ONCE));
}

/**
 * Is so little left that a turn has to be found at a glance? Only where the limits leave no time for a search either, for
 * the last turns before a control or a large increment do.
 */
export function isNearlyDown(clock: Clock): boolean {
  return clock.left - clock.overhead < NEARLY_DOWN_MS && clockLimits(clock).hardMs < SHORTEST_MS;
}

/** A fixed time for one turn: all of it but the overhead, and half of it where the overhead would leave less. */
export function moveTimeLimits(moveTime: number, overhead: number): TimeLimits {
  const ms = Math.max(0, moveTime - overhead, moveTime / 2);
  return { softMs: ms, hardMs: ms };
}

/** The limits in time that a request sets; undefined if it speaks of no time at all. */
export function timeLimits(
  request: GoRequest,
  side: Colour,
  overhead: number,
  turnsPlayed: number,
): TimeLimits | undefined {
  const fixed = request.moveTime === undefined ? undefined : moveTimeLimits(request.moveTime, overhead);
  const clock = clockOf(request, side, overhead, turnsPlayed);
  if (clock === undefined) return fixed;
  const flexible = clockLimits(clock);
  if (fixed === undefined) return flexible;
  return {
    softMs: Math.min(fixed.softMs, flexible.softMs),
    hardMs: Math.min(fixed.hardMs, flexible.hardMs),
  };
}

export function clockOf(
  request: GoRequest,
  side: Colour,
  overhead: number,
  turnsPlayed: number,
): Clock | undefined {
  const { whiteTime, blackTime, whiteIncrement, blackIncrement, movesToGo } = request;
  const mentioned = [whiteTime, blackTime, whiteIncrement, blackIncrement, movesToGo];
  if (mentioned.every((value) => value === undefined)) return undefined;
  const white = side === WHITE;
  const increment = (white ? whiteIncrement : blackIncrement) ?? 0;
  // Some programs send one clock only, or none: the other player's is the best guess, then the increment.
  const left = (white ? whiteTime : blackTime) ?? (white ? blackTime : whiteTime) ?? increment;
  const turnsToGo = movesToGo !== undefined && movesToGo > 0 ? movesToGo : undefined;
  return { left, increment, turnsToGo, overhead, turnsPlayed };
}
