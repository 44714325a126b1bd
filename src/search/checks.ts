/**
 * Which moves may give check, told without making them: what would be pruned anyway need not be made first to see that
 * it gives none. The answer "no" is certain; a piece that leaves a line of the king's is always a "maybe".
 */
import { attackTables, bishopIndex, rookIndex } from '../rules/attacks.ts';
import { first } from '../rules/bitboard.ts';
import { BISHOP, KING, KNIGHT, OCCUPIED, PAWN, QUEEN, ROOK } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { type Move, NORMAL } from '../rules/turn.ts';
import { MAX_PLY } from './limits.ts';

export interface Checks {
  /** Looks at the king that `colour`, the mover at `ply`, might check, before any move has been made there. */
  prepare(ply: number, colour: number): void;
  /** May `move` give check? After `prepare` at this ply and with no move made. */
  may(ply: number, move: Move): boolean;
}

/** By ply: two words for each kind of the mover's pieces, then the squares on a line with the king. */
const WORDS = 16;
const LINES = 2 * 6;

export function createChecks(position: Position): Checks {
  const words = position.words;
  const squares = position.squares;
  const tables = attackTables();
  const { sliders, places, parameters } = tables;
  const masks = new Int32Array(MAX_PLY * WORDS);

  function set(at: number, low: number, high: number): void {
    masks[at] = low;
    masks[at + 1] = high;
  }

  function prepare(ply: number, colour: number): void {
    const them = 1 - colour;
    const theirKing = them * 12 + 2 * KING;
    const king = first(words[theirKing], words[theirKing + 1]);
    const low = words[OCCUPIED] | words[OCCUPIED + 2];
    const high = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const rook = rookIndex(places, parameters, king, low, high);
    const bishop = bishopIndex(places, parameters, king, low, high);
    const k = king << 1;
    const at = ply * WORDS;
    // A pawn attacks the king from where a pawn of the king's side there would attack.
    const pawn = (them << 7) + k;
    set(at + 2 * PAWN, tables.pawn[pawn], tables.pawn[pawn + 1]);
    set(at + 2 * KNIGHT, tables.knight[k], tables.knight[k + 1]);
    set(at + 2 * BISHOP, sliders[bishop], sliders[bishop + 1]);
    set(at + 2 * ROOK, sliders[rook], sliders[rook + 1]);
    set(at + 2 * QUEEN, sliders[rook] | sliders[bishop], sliders[rook + 1] | sliders[bishop + 1]);
    set(at + 2 * KING, 0, 0);
    set(
      at + LINES,
      tables.rookLines[k] | tables.bishopLines[k],
      tables.rookLines[k + 1] | tables.bishopLines[k + 1],
    );
  }

  function may(ply: number, move: Move): boolean {
    if (move >> 14 !== NORMAL) return true;
    const from = move & 63;
    const piece = squares[from];
    const kind = piece < 6 ? piece : piece - 6;
    const at = ply * WORDS;
    return has(at + 2 * kind, (move >> 6) & 63) || has(at + LINES, from);
  }

  function has(at: number, square: number): boolean {
    return (square < 32 ? (masks[at] >>> square) & 1 : (masks[at + 1] >>> (square - 32)) & 1) !== 0;
  }

  return { prepare, may };
}
