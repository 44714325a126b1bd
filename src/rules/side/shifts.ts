/** Sets of squares moved one rank ahead (where our pawns go) or behind (where their pawns are pushed). */
import type { Colour } from '../board.ts';

export type Shifts = ReturnType<typeof createShifts>;

export function createShifts(colour: Colour) {
  const us = colour;

  // A set moved one rank ahead or behind.
  function aheadLow(low: number, high: number): number {
    return us === 0 ? low << 8 : (low >>> 8) | (high << 24);
  }

  function aheadHigh(low: number, high: number): number {
    return us === 0 ? (high << 8) | (low >>> 24) : high >>> 8;
  }

  function behindLow(low: number, high: number): number {
    return us === 0 ? (low >>> 8) | (high << 24) : low << 8;
  }

  function behindHigh(low: number, high: number): number {
    return us === 0 ? high >>> 8 : (high << 8) | (low >>> 24);
  }

  return { aheadLow, aheadHigh, behindLow, behindHigh };
}
