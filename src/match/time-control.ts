/** Time controls: their text (`40/1:30+0.5`), and a clock that runs by one. Milliseconds everywhere. */
import type { TimeControl } from './settings.ts';
import { readNumber, readWhole, UsageError } from './usage.ts';

export const NO_CLOCK: TimeControl = { moves: 0, time: 0, increment: 0, perMove: 0 };

/** `[moves/][minutes:]seconds[+increment]` or `inf`. */
export function parseTimeControl(text: string): TimeControl {
  if (text === 'inf' || text === 'infinite') return NO_CLOCK;
  const parts = /^(?:([^/]*)\/)?(?:([^:+]*):)?([^:+]*)(?:\+(.*))?$/.exec(text);
  if (parts === null) {
    throw new UsageError(`tc=${text}: not of the form [moves/][minutes:]seconds[+increment] or inf`);
  }
  const [, moves, minutes, seconds, increment] = parts;
  const what = `tc=${text}`;
  const time = readNumber(minutes ?? '0', what, 0) * 60 + readNumber(seconds ?? '', what, 0);
  const control = {
    moves: moves === undefined ? 0 : readWhole(moves, what, 1, 1000),
    time: Math.round(time * 1000),
    increment: Math.round(readNumber(increment ?? '0', what, 0) * 1000),
    perMove: 0,
  };
  if (control.time === 0 && control.increment === 0) throw new UsageError(`${what}: no time at all`);
  return control;
}

/** The same text, for people. */
export function formatTimeControl(control: TimeControl): string {
  if (control.perMove > 0) return `${control.perMove / 1000}/move`;
  if (!hasClock(control)) return 'inf';
  const moves = control.moves > 0 ? `${control.moves}/` : '';
  const increment = control.increment > 0 ? `+${control.increment / 1000}` : '';
  return `${moves}${control.time / 1000}${increment}`;
}

/** The TimeControl tag of the PGN standard. */
export function timeControlTag(control: TimeControl): string {
  if (control.perMove > 0) return `1/${control.perMove / 1000}`;
  return hasClock(control) ? formatTimeControl(control) : '-';
}

export function hasClock(control: TimeControl): boolean {
  return control.time > 0 || control.increment > 0;
}

export function isTimed(control: TimeControl): boolean {
  return control.perMove > 0 || hasClock(control);
}

export interface Clock {
  readonly control: TimeControl;
  /** What is left for the move to be made; Infinity without a clock. */
  left: number;
  /** Moves until the next period; 0 if the control has none. */
  movesToGo: number;
}

export function createClock(control: TimeControl): Clock {
  const left = control.perMove > 0 ? control.perMove : hasClock(control) ? control.time : Infinity;
  // A control like 0+0.1 gives its first increment in advance.
  return { control, left: left === 0 ? control.increment : left, movesToGo: control.moves };
}

/** Takes the time of a move off the clock and, if it was in time (`margin` forgiven), grants what comes after it. */
export function punch(clock: Clock, elapsed: number, margin: number): boolean {
  const { control } = clock;
  if (!isTimed(control)) return true;
  clock.left -= elapsed;
  if (clock.left < -margin) return false;
  if (control.perMove > 0) {
    clock.left = control.perMove;
    return true;
  }
  clock.left += control.increment;
  if (control.moves > 0 && --clock.movesToGo === 0) {
    clock.left += control.time;
    clock.movesToGo = control.moves;
  }
  return true;
}
