/** The pieces' terms: mobility, rooks on open files, two bishops, the attack on the opponent's king. */
import { attackTables, bishopIndex, rookIndex } from '../rules/attacks.ts';
import { BIT_HIGH, BIT_LOW, count, FILE_A, first, offHeapInts, offHeapIntsOf } from '../rules/bitboard.ts';
import { BISHOP, KING, KNIGHT, OCCUPIED, QUEEN, ROOK } from '../rules/board.ts';
import type { Position } from '../rules/position.ts';
import { type Pair, pack, packAll, type Weights } from './pairs.ts';
import {
  BY_ALL,
  BY_BISHOPS,
  BY_KNIGHTS,
  BY_PAWNS,
  BY_QUEENS,
  BY_ROOKS,
  type Sets,
  SIDE_SETS,
} from './sets.ts';

/** What a knight, bishop, rook, queen counts that attacks the king's neighbourhood, and each square of it. */
export const ATTACK_PIECE = [10, 10, 14, 22] as const;
export const ATTACK_SQUARE = [3, 3, 4, 4] as const;
/** The weights of an attack are those of every sixteenth count; between them they are joined by lines. */
export const ATTACK_STEP = 16;
export const ATTACK_MOST = 255;

/** Reads what the pawns attack, writes what the side's pieces do. */
export function createPieceTerms(position: Position, sets: Sets, weights: Weights): (side: number) => number {
  const words = position.words;
  const tables = attackTables();
  const sliders = tables.sliders;
  const parameters = tables.parameters;
  const knightAttacks = tables.knight;
  const kingAttacks = tables.king;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;

  const mobility = mobilityTable(weights);
  const attackWorth = attackTable(weights);
  const rookFile = packAll(weights.ROOK_FILE);
  const bishopPair = pack(weights.BISHOP_PAIR);
  const pawnThreat = packAll(weights.PAWN_THREAT);
  const attackPiece = offHeapIntsOf(...ATTACK_PIECE);
  const attackSquare = offHeapIntsOf(...ATTACK_SQUARE);

  /** Of the side that is looked at: how strong its attack is, and the squares that do not count as mobility. */
  const state = offHeapInts(3);
  const STRENGTH = 0;
  const BARRED = 1;

  /** Reckons one piece of `kind` that attacks (low, high); returns its mobility. `zone`: twice the king's square. */
  function reckon(kind: number, low: number, high: number, zone: number): number {
    const zoneLow = kingAttacks[zone] & low;
    const zoneHigh = kingAttacks[zone + 1] & high;
    if ((zoneLow | zoneHigh) !== 0) {
      state[STRENGTH] +=
        attackPiece[kind - KNIGHT] + Math.imul(attackSquare[kind - KNIGHT], count(zoneLow, zoneHigh));
    }
    return mobility[((kind - KNIGHT) << 5) + count(low & ~state[BARRED], high & ~state[BARRED + 1])];
  }

  /** Pieces of one kind that the opponent's pawns attack. */
  function threatened(piece: number, kind: number, byLow: number, byHigh: number): number {
    const low = words[piece] & byLow;
    const high = words[piece + 1] & byHigh;
    return (low | high) === 0 ? 0 : Math.imul(pawnThreat[kind - KNIGHT], count(low, high));
  }

  return (side) => {
    const ours = side * 12;
    const own = OCCUPIED + 2 * side;
    const set = side * SIDE_SETS;
    const theirPawns = SIDE_SETS - set + BY_PAWNS;
    const theirKing = 12 - ours + 2 * KING;
    const zone = first(words[theirKing], words[theirKing + 1]) << 1;
    const ourKing = first(words[ours + 2 * KING], words[ours + 2 * KING + 1]) << 1;
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const hitLow = sets[theirPawns];
    const hitHigh = sets[theirPawns + 1];
    let allLow = sets[set + BY_PAWNS] | kingAttacks[ourKing];
    let allHigh = sets[set + BY_PAWNS + 1] | kingAttacks[ourKing + 1];
    let sum = 0;
    state[STRENGTH] = 0;
    state[BARRED] = words[own] | hitLow;
    state[BARRED + 1] = words[own + 1] | hitHigh;

    let kindLow = 0;
    let kindHigh = 0;
    let low = words[ours + 2 * KNIGHT];
    let high = words[ours + 2 * KNIGHT + 1];
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = square << 1;
      kindLow |= knightAttacks[i];
      kindHigh |= knightAttacks[i + 1];
      sum = (sum + reckon(KNIGHT, knightAttacks[i], knightAttacks[i + 1], zone)) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    sets[set + BY_KNIGHTS] = kindLow;
    sets[set + BY_KNIGHTS + 1] = kindHigh;
    allLow |= kindLow;
    allHigh |= kindHigh;

    kindLow = 0;
    kindHigh = 0;
    low = words[ours + 2 * BISHOP];
    high = words[ours + 2 * BISHOP + 1];
    if (((low & (low - 1)) | (high & (high - 1))) !== 0 || (low !== 0 && high !== 0))
      sum = (sum + bishopPair) | 0;
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = bishopIndex(parameters, square, occupiedLow, occupiedHigh);
      kindLow |= sliders[i];
      kindHigh |= sliders[i + 1];
      sum = (sum + reckon(BISHOP, sliders[i], sliders[i + 1], zone)) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    sets[set + BY_BISHOPS] = kindLow;
    sets[set + BY_BISHOPS + 1] = kindHigh;
    allLow |= kindLow;
    allHigh |= kindHigh;

    kindLow = 0;
    kindHigh = 0;
    low = words[ours + 2 * ROOK];
    high = words[ours + 2 * ROOK + 1];
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = rookIndex(parameters, square, occupiedLow, occupiedHigh);
      kindLow |= sliders[i];
      kindHigh |= sliders[i + 1];
      sum = (sum + reckon(ROOK, sliders[i], sliders[i + 1], zone)) | 0;
      const file = FILE_A << (square & 7);
      if (((words[ours] | words[ours + 1]) & file) === 0)
        sum = (sum + rookFile[((words[12 - ours] | words[13 - ours]) & file) === 0 ? 0 : 1]) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    sets[set + BY_ROOKS] = kindLow;
    sets[set + BY_ROOKS + 1] = kindHigh;
    allLow |= kindLow;
    allHigh |= kindHigh;

    kindLow = 0;
    kindHigh = 0;
    low = words[ours + 2 * QUEEN];
    high = words[ours + 2 * QUEEN + 1];
    while ((low | high) !== 0) {
      const square = first(low, high);
      const i = rookIndex(parameters, square, occupiedLow, occupiedHigh);
      const j = bishopIndex(parameters, square, occupiedLow, occupiedHigh);
      const attackedLow = sliders[i] | sliders[j];
      const attackedHigh = sliders[i + 1] | sliders[j + 1];
      kindLow |= attackedLow;
      kindHigh |= attackedHigh;
      sum = (sum + reckon(QUEEN, attackedLow, attackedHigh, zone)) | 0;
      low &= ~bitLow[square];
      high &= ~bitHigh[square];
    }
    sets[set + BY_QUEENS] = kindLow;
    sets[set + BY_QUEENS + 1] = kindHigh;
    sets[set + BY_ALL] = allLow | kindLow;
    sets[set + BY_ALL + 1] = allHigh | kindHigh;

    if (((words[own] & hitLow) | (words[own + 1] & hitHigh)) !== 0) {
      for (let kind = KNIGHT; kind <= QUEEN; kind++)
        sum = (sum + threatened(ours + 2 * kind, kind, hitLow, hitHigh)) | 0;
    }
    return (sum + attackWorth[Math.min(state[STRENGTH], ATTACK_MOST)]) | 0;
  };
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
