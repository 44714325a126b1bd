/** The pieces' terms: mobility, rooks on open files, two bishops, the attack on the opponent's king. */
import { attackTables, bishopIndex, rookIndex } from '../../rules/attacks.ts';
import { count, FILE_A, first, offHeapInts } from '../../rules/bitboard.ts';
import { BISHOP, type Colour, KING, KNIGHT, OCCUPIED, QUEEN, ROOK } from '../../rules/board.ts';
import type { Position } from '../../rules/position.ts';
import { type Pair, pack, packAll, type Weights } from '../pairs.ts';
import {
  BY_ALL,
  BY_BISHOPS,
  BY_KNIGHTS,
  BY_PAWNS,
  BY_QUEENS,
  BY_ROOKS,
  type Sets,
  SIDE_SETS,
} from '../sets.ts';

/** What a knight, bishop, rook, queen counts that attacks the king's neighbourhood, and each square of it. */
export const ATTACK_PIECE = [10, 10, 14, 22] as const;
export const ATTACK_SQUARE = [3, 3, 4, 4] as const;
/** The weights of an attack are those of every sixteenth count; between them they are joined by lines. */
export const ATTACK_STEP = 16;
export const ATTACK_MOST = 255;

// Where the kinds begin in the table of mobility.
const BISHOPS_AT = 32;
const ROOKS_AT = 64;
const QUEENS_AT = 96;

/**
 * Reads what the pawns attack, writes what the side's pieces do. The loops are written out for each kind, in two
 * functions, so that V8 inlines all they call: what it may inline into one function is limited.
 */
export function createPieceTerms(
  position: Position,
  sets: Sets,
  weights: Weights,
  colour: Colour,
): () => number {
  const us = colour;
  const ours = us * 12;
  const theirs = 12 - ours;
  const own = OCCUPIED + 2 * us;
  const set = us * SIDE_SETS;
  const theirPawns = SIDE_SETS - set + BY_PAWNS;

  const words = position.words;
  const tables = attackTables();
  const sliders = tables.sliders;
  const places = tables.places;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const mobility = mobilityTable(weights);
  const strengths = strengthTable();
  const attackWorth = attackTable(weights);
  const rookFile = packAll(weights.ROOK_FILE);
  const bishopPair = pack(weights.BISHOP_PAIR);
  const pawnThreat = packAll(weights.PAWN_THREAT);

  /** How strong the attack on their king is. */
  const strength = offHeapInts(1);

  function pieces(): number {
    const king = first(words[ours + 2 * KING], words[ours + 2 * KING + 1]) << 1;
    const sum = (minors() + majors() + threats()) | 0;
    sets[set + BY_ALL] =
      sets[set + BY_PAWNS] |
      sets[set + BY_KNIGHTS] |
      sets[set + BY_BISHOPS] |
      sets[set + BY_ROOKS] |
      sets[set + BY_QUEENS] |
      kingAttacks[king];
    sets[set + BY_ALL + 1] =
      sets[set + BY_PAWNS + 1] |
      sets[set + BY_KNIGHTS + 1] |
      sets[set + BY_BISHOPS + 1] |
      sets[set + BY_ROOKS + 1] |
      sets[set + BY_QUEENS + 1] |
      kingAttacks[king + 1];
    return (sum + attackWorth[Math.min(strength[0], ATTACK_MOST)]) | 0;
  }

  function minors(): number {
    const king = first(words[theirs + 2 * KING], words[theirs + 2 * KING + 1]) << 1;
    const zoneLow = kingAttacks[king];
    const zoneHigh = kingAttacks[king + 1];
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const openLow = ~(words[own] | sets[theirPawns]);
    const openHigh = ~(words[own + 1] | sets[theirPawns + 1]);
    let sum = 0;
    let attack = 0;

    let kindLow = 0;
    let kindHigh = 0;
    let low = words[ours + 2 * KNIGHT];
    let high = words[ours + 2 * KNIGHT + 1];
    while ((low | high) !== 0) {
      let square = 0;
      if (low !== 0) {
        square = 31 - Math.clz32(low & -low);
        low &= low - 1;
      } else {
        square = 63 - Math.clz32(high & -high);
        high &= high - 1;
      }
      const i = square << 1;
      const attackedLow = knightAttacks[i];
      const attackedHigh = knightAttacks[i + 1];
      kindLow |= attackedLow;
      kindHigh |= attackedHigh;
      attack = (attack + strengths[besides((zoneLow & attackedLow) | (zoneHigh & attackedHigh))]) | 0;
      sum = (sum + mobility[count(attackedLow & openLow, attackedHigh & openHigh)]) | 0;
    }
    sets[set + BY_KNIGHTS] = kindLow;
    sets[set + BY_KNIGHTS + 1] = kindHigh;

    kindLow = 0;
    kindHigh = 0;
    low = words[ours + 2 * BISHOP];
    high = words[ours + 2 * BISHOP + 1];
    if (((low & (low - 1)) | (high & (high - 1))) !== 0 || (low !== 0 && high !== 0))
      sum = (sum + bishopPair) | 0;
    while ((low | high) !== 0) {
      let square = 0;
      if (low !== 0) {
        square = 31 - Math.clz32(low & -low);
        low &= low - 1;
      } else {
        square = 63 - Math.clz32(high & -high);
        high &= high - 1;
      }
      const i = bishopIndex(places, parameters, square, occupiedLow, occupiedHigh);
      const attackedLow = sliders[i];
      const attackedHigh = sliders[i + 1];
      kindLow |= attackedLow;
      kindHigh |= attackedHigh;
      attack = (attack + strengths[16 + besides((zoneLow & attackedLow) | (zoneHigh & attackedHigh))]) | 0;
      sum = (sum + mobility[BISHOPS_AT + count(attackedLow & openLow, attackedHigh & openHigh)]) | 0;
    }
    sets[set + BY_BISHOPS] = kindLow;
    sets[set + BY_BISHOPS + 1] = kindHigh;
    strength[0] = attack;
    return sum;
  }

  function majors(): number {
    const king = first(words[theirs + 2 * KING], words[theirs + 2 * KING + 1]) << 1;
    const zoneLow = kingAttacks[king];
    const zoneHigh = kingAttacks[king + 1];
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const openLow = ~(words[own] | sets[theirPawns]);
    const openHigh = ~(words[own + 1] | sets[theirPawns + 1]);
    let sum = 0;
    let attack = 0;

    let kindLow = 0;
    let kindHigh = 0;
    let low = words[ours + 2 * ROOK];
    let high = words[ours + 2 * ROOK + 1];
    while ((low | high) !== 0) {
      let square = 0;
      if (low !== 0) {
        square = 31 - Math.clz32(low & -low);
        low &= low - 1;
      } else {
        square = 63 - Math.clz32(high & -high);
        high &= high - 1;
      }
      const i = rookIndex(places, parameters, square, occupiedLow, occupiedHigh);
      const attackedLow = sliders[i];
      const attackedHigh = sliders[i + 1];
      kindLow |= attackedLow;
      kindHigh |= attackedHigh;
      attack = (attack + strengths[32 + besides((zoneLow & attackedLow) | (zoneHigh & attackedHigh))]) | 0;
      sum = (sum + mobility[ROOKS_AT + count(attackedLow & openLow, attackedHigh & openHigh)]) | 0;
      const file = FILE_A << (square & 7);
      if (((words[ours] | words[ours + 1]) & file) === 0)
        sum = (sum + rookFile[((words[theirs] | words[theirs + 1]) & file) === 0 ? 0 : 1]) | 0;
    }
    sets[set + BY_ROOKS] = kindLow;
    sets[set + BY_ROOKS + 1] = kindHigh;

    kindLow = 0;
    kindHigh = 0;
    low = words[ours + 2 * QUEEN];
    high = words[ours + 2 * QUEEN + 1];
    while ((low | high) !== 0) {
      let square = 0;
      if (low !== 0) {
        square = 31 - Math.clz32(low & -low);
        low &= low - 1;
      } else {
        square = 63 - Math.clz32(high & -high);
        high &= high - 1;
      }
      const i = rookIndex(places, parameters, square, occupiedLow, occupiedHigh);
      const j = bishopIndex(places, parameters, square, occupiedLow, occupiedHigh);
      const attackedLow = sliders[i] | sliders[j];
      const attackedHigh = sliders[i + 1] | sliders[j + 1];
      kindLow |= attackedLow;
      kindHigh |= attackedHigh;
      attack = (attack + strengths[48 + besides((zoneLow & attackedLow) | (zoneHigh & attackedHigh))]) | 0;
      sum = (sum + mobility[QUEENS_AT + count(attackedLow & openLow, attackedHigh & openHigh)]) | 0;
    }
    sets[set + BY_QUEENS] = kindLow;
    sets[set + BY_QUEENS + 1] = kindHigh;
    strength[0] += attack;
    return sum;
  }

  /** The pieces that pawns of theirs attack. */
  function threats(): number {
    const hitLow = sets[theirPawns];
    const hitHigh = sets[theirPawns + 1];
    if (((words[own] & ~words[ours] & hitLow) | (words[own + 1] & ~words[ours + 1] & hitHigh)) === 0)
      return 0;
    return (
      (threat(ours + 2 * KNIGHT, hitLow, hitHigh, pawnThreat[0]) +
        threat(ours + 2 * BISHOP, hitLow, hitHigh, pawnThreat[1]) +
        threat(ours + 2 * ROOK, hitLow, hitHigh, pawnThreat[2]) +
        threat(ours + 2 * QUEEN, hitLow, hitHigh, pawnThreat[3])) |
      0
    );
  }

  function threat(piece: number, hitLow: number, hitHigh: number, worth: number): number {
    const low = words[piece] & hitLow;
    const high = words[piece + 1] & hitHigh;
    return (low | high) === 0 ? 0 : Math.imul(worth, count(low, high));
  }

  return pieces;
}

/**
 * How many squares of a king's neighbourhood are in `set`, the halves of the board laid on each other: its three ranks
 * stay apart there.
 */
function besides(set: number): number {
  let n = (set - ((set >>> 1) & 0x55555555)) | 0;
  n = ((n & 0x33333333) + ((n >>> 2) & 0x33333333)) | 0;
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** By 16 × (kind - KNIGHT) + the number of squares attacked beside the king: how strong that attack is. */
function strengthTable(): Int32Array {
  const table = new Int32Array(4 * 16);
  for (let i = 0; i < 4; i++) {
    for (let n = 1; n <= 8; n++) table[16 * i + n] = ATTACK_PIECE[i] + n * ATTACK_SQUARE[i];
  }
  return table;
}

/** By 32 × (kind - KNIGHT) + the number of squares. */
function mobilityTable(weights: Weights): Int32Array {
  const table = new Int32Array(4 * 32);
  const byKind: readonly (readonly Pair[])[] = [
    weights.KNIGHT_MOBILITY,
    weights.BISHOP_MOBILITY,
    weights.ROOK_MOBILITY,
    weights.QUEEN_MOBILITY,
  ];
  byKind.forEach((pairs, i) => {
    table.set(packAll(pairs), 32 * i);
  });
  return table;
}

/** What an attack of so much on the opponent's king is worth. */
function attackTable(weights: Weights): Int32Array {
  const table = new Int32Array(ATTACK_MOST + 1);
  for (let n = 0; n <= ATTACK_MOST; n++) {
    const step = Math.floor(n / ATTACK_STEP);
    const part = (n % ATTACK_STEP) / ATTACK_STEP;
    const between = (i: 0 | 1) =>
      Math.round((1 - part) * weights.ATTACK[step][i] + part * weights.ATTACK[step + 1][i]);
    table[n] = pack([between(0), between(1)]);
  }
  return table;
}
