/**
 * A game that nobody hears, played turn by turn through the search thread as a real one is, just after the thread has
 * started: the way there and back is compiled then, and not on the first turns of a short clock (rehearse.ts and the
 * thread's own warm-up see to what happens at either end of it).
 */
import { parseTurn } from '../rules/notation.ts';
import type { Turn } from '../rules/turn.ts';
import { AVALANCHE } from '../rules/variants.ts';
import { startOf } from './game.ts';
import type { Listener } from './report.ts';
import { type GoRequest, PLAIN_GO } from './request.ts';
import { createSearching, type Searching, type SearchingContext } from './searching.ts';
import { FULL_SKILL } from './skill.ts';
import { now } from './thread.ts';

const LONGEST_GAME = 40;
/** What games on a short clock ask for, in turn. */
const REQUESTS: readonly GoRequest[] = [
  { ...PLAIN_GO, whiteTime: 90, blackTime: 90, whiteIncrement: 1, blackIncrement: 1 },
  { ...PLAIN_GO, whiteTime: 40, blackTime: 40, whiteIncrement: 1, blackIncrement: 1 },
  { ...PLAIN_GO, nodes: 200 },
  { ...PLAIN_GO, moveTime: 1 },
];
const SETTINGS = { multiPv: 1, moveOverhead: 30, level: FULL_SKILL, analyse: false, seed: 1, practice: true };

export interface DryRun {
  /** Ends it soon. */
  stop(): void;
}

/** Plays until it is enough, or told to stop; calls `finish` when no search is under way any more. */
export function createDryRun(
  { pool, root, scratch, glance }: Pick<SearchingContext, 'pool' | 'root' | 'scratch' | 'glance'>,
  report: Listener['report'],
  isEnough: (searches: number) => boolean,
  finish: () => void,
): DryRun {
  let turns: Turn[] = [];
  let searches = 0;
  let stopped = false;
  let searching: Searching | undefined;

  function next(): void {
    if (stopped || !pool.isAlive() || isEnough(searches)) {
      finish();
      return;
    }
    const game = { ...startOf(AVALANCHE), turns };
    const listener = { ...MUTE, report, best };
    const request = REQUESTS[searches++ % REQUESTS.length];
    searching = createSearching(
      { pool, listener, settings: SETTINGS, root, scratch, glance },
      game,
      request,
      now(),
    );
    // Not within: where a game is over it is finished before it has returned.
    searching.begin(() => queueMicrotask(next));
  }

  function best(text: string | undefined): void {
    // The root stands as it was searched.
    const turn = text === undefined ? undefined : parseTurn(root, text);
    const isOver = turn === undefined || !turn.ok || turns.length >= LONGEST_GAME;
    turns = isOver ? [] : [...turns, turn.value];
  }

  next();
  return {
    stop() {
      stopped = true;
      searching?.stop();
    },
  };
}

const MUTE: Listener = {
  report() {},
  finished() {},
  best() {},
  divided() {},
  counted() {},
  benched() {},
  remark() {},
};
