/** The king's terms: lines and pawns before it, squares to flee to, checks to fear, castling, and the pushes left. */
import { attackTables, bishopIndex, rookIndex } from '../../rules/attacks.ts';
import { BIT_HIGH, BIT_LOW, count, FILE_A, first } from '../../rules/bitboard.ts';
import { BISHOP, type Colour, KING, OCCUPIED, QUEEN, RIGHTS, ROOK, type Square } from '../../rules/board.ts';
import type { Position } from '../../rules/position.ts';
import { pack, packAll, type Weights } from '../pairs.ts';
import { BY_ALL, BY_BISHOPS, BY_KNIGHTS, BY_QUEENS, BY_ROOKS, type Sets, SIDE_SETS } from '../sets.ts';

/** So many checks of one kind of piece count, not more. */
export const MOST_CHECKS = 3;

/** Reads what both sides attack. */
export function createKingTerms(
  position: Position,
  sets: Sets,
  weights: Weights,
  colour: Colour,
): () => number {
  const us = colour;
  const ours = us * 12;
  const theirs = 12 - ours;
  const own = OCCUPIED + 2 * us;
  const their = OCCUPIED + 2 - 2 * us;
  const ourSets = us * SIDE_SETS;
  const theirSets = SIDE_SETS - ourSets;
  const words = position.words;
  const tables = attackTables();
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const rookLines = tables.rookLines;
  const bishopLines = tables.bishopLines;
  const between = tables.between;

  const pushesLeft = packAll(weights.PUSHES);
  const escapes = packAll(weights.ESCAPES);
  const checksByKind = packAll(weights.CHECKS);
  const openable = pack(weights.OPENABLE_LINE);
  const frozenLine = pack(weights.FROZEN_LINE);
  const pawnBeforeKing = pack(weights.PAWN_BEFORE_KING);
  const right = pack(weights.RIGHT);
  const shield = shields(us === 0 ? 8 : -8);

  function king(): number {
    const square = first(words[ours + 2 * KING], words[ours + 2 * KING + 1]);
    const k = square << 1;
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const queensLow = words[theirs + 2 * QUEEN];
    const queensHigh = words[theirs + 2 * QUEEN + 1];
    let sum = 0;
    let frozenLow = 0;
    let frozenHigh = 0;
    // A push along the file leaves that line shut.
    const aside = ~(FILE_A << (square & 7));
    let low =
      (rookLines[k] & aside & (words[theirs + 2 * ROOK] | queensLow)) |
      (bishopLines[k] & (words[theirs + 2 * BISHOP] | queensLow));
    let high =
      (rookLines[k + 1] & aside & (words[theirs + 2 * ROOK + 1] | queensHigh)) |
      (bishopLines[k + 1] & (words[theirs + 2 * BISHOP + 1] | queensHigh));
    while ((low | high) !== 0) {
      const slider = first(low, high);
      if (low !== 0) low &= low - 1;
      else high &= high - 1;
      const b = ((square << 6) | slider) << 1;
      const inLow = between[b] & occupiedLow;
      const inHigh = between[b + 1] & occupiedHigh;
      if (((inLow & (inLow - 1)) | (inHigh & (inHigh - 1))) !== 0 || (inLow !== 0 && inHigh !== 0)) continue;
      if (((inLow & words[ours]) | (inHigh & words[ours + 1])) !== 0) sum = (sum + openable) | 0;
      else if (((inLow & words[theirs]) | (inHigh & words[theirs + 1])) !== 0) {
        frozenLow |= inLow;
        frozenHigh |= inHigh;
        sum = (sum + frozenLine) | 0;
      }
    }

    // Pawns on the three squares in front of the king.
    const before = count(shield[k] & words[ours], shield[k + 1] & words[ours + 1]);
    sum = (sum + Math.imul(pawnBeforeKing, before)) | 0;

    const rights = (words[RIGHTS] >> (2 * us)) & 3;
    sum = (sum + Math.imul(right, (rights & 1) + (rights >> 1))) | 0;
    sum = (sum + flight(k) + checks(square, occupiedLow, occupiedHigh)) | 0;

    // The pushes left: their pawns with a free square in front that are not frozen.
    const pawnsLow = words[theirs] & ~frozenLow;
    const pawnsHigh = words[theirs + 1] & ~frozenHigh;
    const freeLow = ~occupiedLow;
    const freeHigh = ~occupiedHigh;
    const left =
      us === 0
        ? count(pawnsLow & (freeLow << 8), pawnsHigh & ((freeHigh << 8) | (freeLow >>> 24)))
        : count(pawnsLow & ((freeLow >>> 8) | (freeHigh << 24)), pawnsHigh & (freeHigh >>> 8));
    return (sum + pushesLeft[left]) | 0;
  }

  /** The neighbouring squares that are not taken by an own piece nor attacked. `k`: twice the king's square. */
  function flight(k: number): number {
    const attacked = theirSets + BY_ALL;
    const low = kingAttacks[k] & ~(words[own] | sets[attacked]);
    const high = kingAttacks[k + 1] & ~(words[own + 1] | sets[attacked + 1]);
    return escapes[count(low, high)];
  }

  /** The squares that the opponent's pieces can go to with check and are not attacked there, by kind of piece. */
  function checks(square: Square, occupiedLow: number, occupiedHigh: number): number {
    const safeLow = ~(sets[ourSets + BY_ALL] | words[their]);
    const safeHigh = ~(sets[ourSets + BY_ALL + 1] | words[their + 1]);
    const rook = rookIndex(places, parameters, square, occupiedLow, occupiedHigh);
    const bishop = bishopIndex(places, parameters, square, occupiedLow, occupiedHigh);
    const rookLow = sliders[rook] & safeLow;
    const rookHigh = sliders[rook + 1] & safeHigh;
    const bishopLow = sliders[bishop] & safeLow;
    const bishopHigh = sliders[bishop + 1] & safeHigh;
    const k = square << 1;
    return (
      (checksOf(0, theirSets + BY_KNIGHTS, knightAttacks[k] & safeLow, knightAttacks[k + 1] & safeHigh) +
        checksOf(MOST_CHECKS, theirSets + BY_BISHOPS, bishopLow, bishopHigh) +
        checksOf(2 * MOST_CHECKS, theirSets + BY_ROOKS, rookLow, rookHigh) +
        checksOf(3 * MOST_CHECKS, theirSets + BY_QUEENS, rookLow | bishopLow, rookHigh | bishopHigh)) |
      0
    );
  }

  /** The checks that pieces attacking the set at `by` can give from (low, high). */
  function checksOf(at: number, by: number, low: number, high: number): number {
    const fromLow = sets[by] & low;
    const fromHigh = sets[by + 1] & high;
    if ((fromLow | fromHigh) === 0) return 0;
    return checksByKind[at + Math.min(count(fromLow, fromHigh), MOST_CHECKS) - 1];
  }

  return king;
}

/** By square: the three squares in front of a king there, `forward` being the step to the middle one. */
function shields(forward: number): Int32Array {
  const sets = new Int32Array(128);
  for (let square = 0; square < 64; square++) {
    const front = square + forward;
    if (front < 0 || front > 63) continue;
    for (let file = Math.max(0, (square & 7) - 1); file <= Math.min(7, (square & 7) + 1); file++) {
      const at = (front & 56) + file;
      sets[2 * square] |= BIT_LOW[at];
      sets[2 * square + 1] |= BIT_HIGH[at];
    }
  }
  return sets;
}
