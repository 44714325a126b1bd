/** The best lines found so far, one for each ply: a triangle of turns. */
import type { Turn } from '../rules/turn.ts';
import { MAX_PLY } from './limits.ts';

export interface Lines {
  /** The line from `ply` on is unknown. */
  clear(ply: number): void;
  /** `turn` is the best at `ply`, followed by the line of the next ply. */
  extend(ply: number, turn: Turn): void;
  /** The line from `ply` on, as an array of its own. */
  read(ply: number): Turn[];
}

export function createLines(): Lines {
  const size = MAX_PLY + 1;
  const turns = new Int32Array(size * size);
  const lengths = new Int32Array(size + 1);

  function clear(ply: number): void {
    lengths[ply] = 0;
  }

  function extend(ply: number, turn: Turn): void {
    const at = ply * size;
    const next = (ply + 1) * size;
    const length = lengths[ply + 1];
    turns[at] = turn;
    for (let i = 0; i < length; i++) turns[at + 1 + i] = turns[next + i];
    lengths[ply] = length + 1;
  }

  function read(ply: number): Turn[] {
    return Array.from(turns.subarray(ply * size, ply * size + lengths[ply]));
  }

  return { clear, extend, read };
}
