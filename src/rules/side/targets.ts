/** The legal targets of king, knights and sliders as sets: moves are made of them, or only counted. */
import { type AttackTables, bishopIndex, rookIndex } from '../attacks.ts';
import { BIT_HIGH, BIT_LOW, first } from '../bitboard.ts';
import {
  BISHOP,
  BLOCKS,
  CHECKERS,
  type Colour,
  KING,
  KNIGHT,
  OCCUPIED,
  PINNED,
  QUEEN,
  ROOK,
} from '../board.ts';
import type { Arrays } from './arrays.ts';
import type { King } from './king.ts';

export type Targets = ReturnType<typeof createTargets>;

export function createTargets(arrays: Arrays, tables: AttackTables, colour: Colour, king: King) {
  const us = colour;
  const them = us === 0 ? 1 : 0;
  const words = arrays.words;
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const between = tables.between;
  const line = tables.line;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const ours = us * 12;
  const theirKing = them * 12 + 2 * KING;
  const kingSquare = king.kingSquare;
  const findPins = king.findPins;
  const pawnCoverLow = king.pawnCoverLow;
  const pawnCoverHigh = king.pawnCoverHigh;
  const safeSquares = king.safeSquares;

  const movers = new Int32Array(128);
  const moversLow = new Int32Array(128);
  const moversHigh = new Int32Array(128);

  /**
   * Collects the legal targets, within a set of allowed squares, of king, knights and sliders (a queen twice, as
   * bishop and as rook) into `movers`, `moversLow` and `moversHigh`; returns how many there are. Writes CHECKERS,
   * PINNED and BLOCKS, the squares on which a piece other than the king answers the check: all if there is none,
   * none if it is a double check.
   */
  function collectTargets(allowedLow: number, allowedHigh: number): number {
    const king = kingSquare();
    findPins(king);
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];

    const enemyKing = first(words[theirKing], words[theirKing + 1]) << 1;
    const k = king << 1;
    const kingLow = kingAttacks[k] & allowedLow & ~kingAttacks[enemyKing] & ~pawnCoverLow();
    const kingHigh = kingAttacks[k + 1] & allowedHigh & ~kingAttacks[enemyKing + 1] & ~pawnCoverHigh();
    const withoutLow = occupiedLow & ~bitLow[king];
    const withoutHigh = occupiedHigh & ~bitHigh[king];
    movers[0] = king;
    moversLow[0] = kingLow === 0 ? 0 : safeSquares(0, kingLow, withoutLow, withoutHigh);
    moversHigh[0] = kingHigh === 0 ? 0 : safeSquares(32, kingHigh, withoutLow, withoutHigh);
    let n = 1;

    const checkersLow = words[CHECKERS];
    const checkersHigh = words[CHECKERS + 1];
    const pinnedLow = words[PINNED];
    const pinnedHigh = words[PINNED + 1];
    let blocksLow = -1;
    let blocksHigh = -1;
    if ((checkersLow | checkersHigh) !== 0) {
      if (
        ((checkersLow & (checkersLow - 1)) | (checkersHigh & (checkersHigh - 1))) !== 0 ||
        (checkersLow !== 0 && checkersHigh !== 0)
      ) {
        words[BLOCKS] = 0;
        words[BLOCKS + 1] = 0;
        return n;
      }
      const b = ((king << 6) | first(checkersLow, checkersHigh)) << 1;
      blocksLow = checkersLow | between[b];
      blocksHigh = checkersHigh | between[b + 1];
    }
    words[BLOCKS] = blocksLow;
    words[BLOCKS + 1] = blocksHigh;
    const targetsLow = allowedLow & blocksLow;
    const targetsHigh = allowedHigh & blocksHigh;

    let low = words[ours + 2 * KNIGHT] & ~pinnedLow;
    let high = words[ours + 2 * KNIGHT + 1] & ~pinnedHigh;
    while ((low | high) !== 0) {
      const from = first(low, high);
      movers[n] = from;
      moversLow[n] = knightAttacks[from << 1] & targetsLow;
      moversHigh[n] = knightAttacks[(from << 1) + 1] & targetsHigh;
      n++;
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }

    low = words[ours + 2 * BISHOP] | words[ours + 2 * QUEEN];
    high = words[ours + 2 * BISHOP + 1] | words[ours + 2 * QUEEN + 1];
    while ((low | high) !== 0) {
      const from = first(low, high);
      const i = bishopIndex(places, parameters, from, occupiedLow, occupiedHigh);
      let toLow = sliders[i] & targetsLow;
      let toHigh = sliders[i + 1] & targetsHigh;
      if (((pinnedLow & bitLow[from]) | (pinnedHigh & bitHigh[from])) !== 0) {
        const l = ((king << 6) | from) << 1;
        toLow &= line[l];
        toHigh &= line[l + 1];
      }
      movers[n] = from;
      moversLow[n] = toLow;
      moversHigh[n] = toHigh;
      n++;
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }

    low = words[ours + 2 * ROOK] | words[ours + 2 * QUEEN];
    high = words[ours + 2 * ROOK + 1] | words[ours + 2 * QUEEN + 1];
    while ((low | high) !== 0) {
      const from = first(low, high);
      const i = rookIndex(places, parameters, from, occupiedLow, occupiedHigh);
      let toLow = sliders[i] & targetsLow;
      let toHigh = sliders[i + 1] & targetsHigh;
      if (((pinnedLow & bitLow[from]) | (pinnedHigh & bitHigh[from])) !== 0) {
        const l = ((king << 6) | from) << 1;
        toLow &= line[l];
        toHigh &= line[l + 1];
      }
      movers[n] = from;
      moversLow[n] = toLow;
      moversHigh[n] = toHigh;
      n++;
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }
    return n;
  }

  return { movers, moversLow, moversHigh, collectTargets };
}
