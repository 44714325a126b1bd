/**
 * What has refuted positions like this one before: counters for the moves of either side, whatever push went with
 * them, because a turn's worth is nearly the sum of its two parts; and the last turns that refuted something, by ply.
 *
 * No counters for the pushes: what a push gains by itself orders them as well. With against without, SPRT [0, 30]:
 * 188-199-39 at 20,000 nodes a turn, 285-285-76 at 1 s + 10 ms, both H0 (30 Nov 2026).
 */
import { MAX_PLY } from './limits.ts';
import { HISTORY_BONUS, HISTORY_GREATEST_BONUS, HISTORY_LIMIT } from './params.ts';

export interface History {
  /** By `moveSlot`. */
  readonly moves: Int32Array;
  /** Two whole turns a ply. */
  readonly killers: Int32Array;
  clear(): void;
  /** Forgets the killers, which belong to plies of the last search, and half of the rest. */
  newSearch(): void;
  /** Raises (`bonus` > 0) or lowers one counter; the nearer to its limit, the less. */
  nudge(counters: Int32Array, slot: number, bonus: number): void;
  addKiller(ply: number, turn: number): void;
}

/** The slot of a quiet move in `moves`: side and from-to. */
export function moveSlot(side: number, move: number): number {
  return (side << 12) | (move & 0xfff);
}

/** The bonus for a refutation at this depth. */
export function historyBonus(depth: number): number {
  const bonus = Math.imul(depth, depth) * HISTORY_BONUS;
  return bonus < HISTORY_GREATEST_BONUS ? bonus | 0 : HISTORY_GREATEST_BONUS;
}

export function createHistory(): History {
  const moves = new Int32Array(2 * 4096);
  const killers = new Int32Array(2 * MAX_PLY);

  function nudge(counters: Int32Array, slot: number, bonus: number): void {
    const old = counters[slot];
    const size = bonus < 0 ? -bonus : bonus;
    counters[slot] = (old + bonus - ((Math.imul(old, size) / HISTORY_LIMIT) | 0)) | 0;
  }

  function addKiller(ply: number, turn: number): void {
    const at = ply << 1;
    if (killers[at] === turn) return;
    killers[at + 1] = killers[at];
    killers[at] = turn;
  }

  function clear(): void {
    moves.fill(0);
    killers.fill(0);
  }

  function newSearch(): void {
    killers.fill(0);
    for (let i = 0; i < moves.length; i++) moves[i] = (moves[i] / 2) | 0;
  }

  return { moves, killers, clear, newSearch, nudge, addKiller };
}
