/** What counts when no pawn is left: a small advantage does not win, and a bare king has to be driven to where it is mated. */
import { attackTables } from '../rules/attacks.ts';
import { count, first } from '../rules/bitboard.ts';
import { BISHOP, distance, KING, KNIGHT, OCCUPIED, QUEEN, ROOK } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { BY_ALL, type Sets, SIDE_SETS } from './sets.ts';

/** A bare king that can be mated, before anything else. Centipawns, as all that follows. */
const WON = 1500;
const WORTHS = [0, 300, 300, 500, 900] as const;
/** For each step that the bare king stands away from the middle (two steps aside and up count apart). */
const EDGE = 30;
/** Where only two corners will do, for each step towards the nearer of them, along the edge as well. */
const CORNER = 60;
/** For each step that the kings are closer than they can be. */
const CLOSE = 20;
/** For each neighbouring square that the bare king can go to. */
const FLIGHT = 12;
/**
 * For each step between a knight and its own king, which have to work together. With 8 bishop and knight won 193 of 200
 * at 3,000 nodes a turn, without 175 (30 Nov 2026). A knight in the middle (7 a step) was worse, a FLIGHT of 21 much worse.
 */
const APART = 8;

/** Advantages below this are hardly ever won without pawns. */
const SMALL = 420;

/** Dark squares of either half of the board: a1, c1, …, b2, d2, … */
const DARK = 0xaa55aa55 | 0;

export interface NoPawns {
  /** The value for White of a position without pawns, `value` being what the usual terms say. */
  value(value: number): number;
}

/** Reads what both sides attack. */
export function createNoPawns(position: Position, sets: Sets): NoPawns {
  const words = position.words;
  const kingAttacks = attackTables().king;

  function value(usual: number): number {
    if (isBare(1)) return isMating(0) ? driven(0) : tamed(usual);
    if (isBare(0)) return isMating(1) ? -driven(1) : tamed(usual);
    return tamed(usual);
  }

  function tamed(usual: number): number {
    if ((heavy(0) | heavy(1)) === 0 && minors(0) < 2 && minors(1) < 2) return 0;
    const size = usual < 0 ? -usual : usual;
    return size < SMALL ? (usual / 4) | 0 : usual;
  }

  function isBare(side: number): boolean {
    return count(words[OCCUPIED + 2 * side], words[OCCUPIED + 2 * side + 1]) === 1;
  }

  function heavy(side: number): number {
    return of(side, ROOK) + of(side, QUEEN);
  }

  function minors(side: number): number {
    return of(side, KNIGHT) + of(side, BISHOP);
  }

  function of(side: number, kind: number): number {
    const at = 12 * side + 2 * kind;
    return count(words[at], words[at + 1]);
  }

  /** Has the side what it takes to mate a bare king? Two knights cannot force it. */
  function isMating(side: number): boolean {
    return heavy(side) > 0 || minors(side) > 2 || (minors(side) === 2 && of(side, BISHOP) > 0);
  }

  function driven(side: number): number {
    const ours = 12 * side + 2 * KING;
    const theirs = 12 - 12 * side + 2 * KING;
    const own = first(words[ours], words[ours + 1]);
    const their = first(words[theirs], words[theirs + 1]);
    let sum = WON;
    for (let kind = KNIGHT; kind <= QUEEN; kind++) sum += WORTHS[kind] * of(side, kind);
    const file = their & 7;
    const rank = their >> 3;
    sum += EDGE * ((file > 3 ? file - 4 : 3 - file) + (rank > 3 ? rank - 4 : 3 - rank));
    sum += CORNER * corner(side, file, rank);
    sum += CLOSE * (7 - distance(own, their));
    sum -= APART * knightsApart(side, own);
    const attacked = side * SIDE_SETS + BY_ALL;
    const low = kingAttacks[2 * their] & ~sets[attacked];
    const high = kingAttacks[2 * their + 1] & ~sets[attacked + 1];
    return sum - FLIGHT * count(low, high);
  }

  /** The steps between the king and each of its knights. */
  function knightsApart(side: number, king: number): number {
    const at = 12 * side + 2 * KNIGHT;
    let low = words[at];
    let high = words[at + 1];
    let sum = 0;
    while ((low | high) !== 0) {
      sum += distance(first(low, high), king);
      if (low !== 0) low &= low - 1;
      else high &= high - 1;
    }
    return sum;
  }

  /** 0 to 7: how near a bishop's corner is, if there is nothing but one bishop, or several of one colour, and knights. */
  function corner(side: number, file: number, rank: number): number {
    if (heavy(side) > 0) return 0;
    const at = 12 * side + 2 * BISHOP;
    // A square has the same colour as the one four ranks above, so the halves may lie on top of each other.
    const bishops = words[at] | words[at + 1];
    const isDark = (bishops & ~DARK) === 0;
    if (bishops === 0 || (!isDark && (bishops & DARK) !== 0)) return 0;
    // The dark corners are a1 and h8.
    return Math.abs(7 - rank - (isDark ? file : 7 - file));
  }

  return { value };
}
