/**
 * Holds a flood of info lines back: some GUIs hang at hundreds of lines a second. The lines of one depth (`multipv`
 * 1 to n) pass or wait together, newer ones take the place of those that wait, and nothing is lost before a bestmove.
 */
import { now } from '../engine/thread.ts';

const LINES_A_SECOND = 50;
/** What may come at once, after a time of silence: the first depths of a search take a millisecond each. */
const BURST = 50;
/** A group costs no more than this, however many lines it has. */
const DEAREST_GROUP = 50;

export interface Pace {
  /** An info line; `isFirst` if it begins a group. */
  info(text: string, isFirst: boolean): void;
  /** Writes what waits. */
  flush(): void;
}

export function createPace(write: (line: string) => void): Pace {
  let credit = BURST;
  let at = now();
  let held: string[] = [];
  let isHolding = false;
  let groupSize = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refill(): void {
    const present = now();
    credit = Math.min(BURST, credit + ((present - at) * LINES_A_SECOND) / 1000);
    at = present;
  }

  function emit(line: string): void {
    if (groupSize <= DEAREST_GROUP) credit--;
    write(line);
  }

  function release(): void {
    timer = undefined;
    isHolding = false;
    const lines = held;
    held = [];
    for (const line of lines) emit(line);
  }

  return {
    info(text, isFirst) {
      refill();
      if (isFirst) {
        groupSize = 0;
        held = [];
        isHolding = credit < 1;
        if (isHolding) timer ??= setTimeout(release, ((1 - credit) * 1000) / LINES_A_SECOND);
      }
      groupSize++;
      if (isHolding) held.push(text);
      else emit(text);
    },
    flush() {
      clearTimeout(timer);
      release();
    },
  };
}
