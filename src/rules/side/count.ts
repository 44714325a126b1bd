/** How many turns there are, counted by sets without making a list. */
import type { AttackTables } from '../attacks.ts';
import { BIT_HIGH, BIT_LOW, count, FILE_A, FILE_H, first } from '../bitboard.ts';
import {
  BLOCKS,
  CHECKERS,
  type Colour,
  FRONTS,
  KNIGHT,
  LOSSES,
  OCCUPIED,
  PAWN,
  PINNED,
  PUSHABLE,
  QUEEN,
  RIGHTS,
} from '../board.ts';
import type { Arrays } from './arrays.ts';
import type { King } from './king.ts';
import type { Play } from './play.ts';
import type { Pushes } from './pushes.ts';
import type { Shifts } from './shifts.ts';
import type { Targets } from './targets.ts';

export type Count = ReturnType<typeof createCount>;

export function createCount(
  arrays: Arrays,
  tables: AttackTables,
  colour: Colour,
  shifts: Shifts,
  king: King,
  targets: Targets,
  play: Play,
  pushes: Pushes,
) {
  const us = colour;
  const them = us === 0 ? 1 : 0;
  const words = arrays.words;
  const line = tables.line;
  const bitLow = BIT_LOW;
  const bitHigh = BIT_HIGH;
  const ourPawns = us * 12 + 2 * PAWN;
  const theirPawns = them * 12 + 2 * PAWN;
  const ourPieces = OCCUPIED + 2 * us;
  const theirPieces = OCCUPIED + 2 * them;
  const step = us === 0 ? 8 : -8;
  const firstRight = us === 0 ? 0 : 2;
  const aheadLow = shifts.aheadLow;
  const aheadHigh = shifts.aheadHigh;
  const behindLow = shifts.behindLow;
  const behindHigh = shifts.behindHigh;
  const attacksKing = king.attacksKing;
  const mayCastle = king.mayCastle;
  const castlingMove = king.castlingMove;
  const movers = targets.movers;
  const moversLow = targets.moversLow;
  const moversHigh = targets.moversHigh;
  const collectTargets = targets.collectTargets;
  const pendingPawn = play.pendingPawn;
  const choose = play.choose;
  const unchoose = play.unchoose;
  const isBalancedFirstTurn = pushes.isBalancedFirstTurn;
  const findPushesOf = pushes.findPushesOf;

  function countTurns(): number {
    const pending = pendingPawn();
    if (pending < 0) return countAfterChoice();
    let sum = 0;
    for (let choice = QUEEN; choice >= KNIGHT; choice--) {
      choose(pending, choice);
      sum += attacksKing() ? 1 : countAfterChoice();
      unchoose(pending, choice);
    }
    return sum;
  }

  /*
   * Each legal move makes max(1, P') turns, P' being the pushable pawns after it. With P of them before, a move
   * gains one by leaving the front of a pawn, and loses one by landing in front of a free pawn, by taking a
   * pushable pawn, or by taking the very pawn that it would have freed; at most one loss a move. So where P and
   * the gain make two or more, a mover's targets are counted together: targets × (P + gain) - losses. Below two
   * every move counts one.
   */
  function countAfterChoice(): number {
    const n = collectTargets(~words[ourPieces], ~words[ourPieces + 1]);
    const occupiedLow = words[OCCUPIED] | words[OCCUPIED + 2];
    const occupiedHigh = words[OCCUPIED + 1] | words[OCCUPIED + 3];
    const noPush = isBalancedFirstTurn();
    const pawnsLow = noPush ? 0 : words[theirPawns];
    const pawnsHigh = noPush ? 0 : words[theirPawns + 1];
    const freeLow = pawnsLow & ~aheadLow(occupiedLow, occupiedHigh);
    const freeHigh = pawnsHigh & ~aheadHigh(occupiedLow, occupiedHigh);
    const pushes = count(freeLow, freeHigh);
    const frontLow = behindLow(pawnsLow, pawnsHigh);
    const frontHigh = behindHigh(pawnsLow, pawnsHigh);
    // Targets that cost a push.
    const lossLow = (frontLow & ~occupiedLow) | freeLow;
    const lossHigh = (frontHigh & ~occupiedHigh) | freeHigh;

    let sum = 0;
    for (let i = 0; i < n; i++) {
      const toLow = moversLow[i];
      const toHigh = moversHigh[i];
      const from = movers[i];
      const targets = count(toLow, toHigh);
      const frees = (frontLow & bitLow[from]) | (frontHigh & bitHigh[from]);
      const each = frees !== 0 ? pushes + 1 : pushes;
      if (each < 2) {
        sum += targets;
        continue;
      }
      sum += targets * each - count(toLow & lossLow, toHigh & lossHigh);
      if (frees !== 0) {
        const freed = from + step;
        if (((toLow & pawnsLow & bitLow[freed]) | (toHigh & pawnsHigh & bitHigh[freed])) !== 0) sum--;
      }
    }
    if (words[RIGHTS] !== 0 && (words[CHECKERS] | words[CHECKERS + 1]) === 0) sum += countCastlings();

    const blocksLow = words[BLOCKS];
    const blocksHigh = words[BLOCKS + 1];
    let low = words[ourPawns];
    let high = words[ourPawns + 1];
    const pinnedLow = words[PINNED];
    const pinnedHigh = words[PINNED + 1];
    words[LOSSES] = lossLow;
    words[LOSSES + 1] = lossHigh;
    words[FRONTS] = frontLow;
    words[FRONTS + 1] = frontHigh;
    sum += countPawns(low & ~pinnedLow, high & ~pinnedHigh, blocksLow, blocksHigh, pushes);
    low &= pinnedLow;
    high &= pinnedHigh;
    const k = movers[0] << 6;
    while ((low | high) !== 0) {
      const from = first(low, high);
      const l = (k | from) << 1;
      sum += countPawns(bitLow[from], bitHigh[from], blocksLow & line[l], blocksHigh & line[l + 1], pushes);
      low &= ~bitLow[from];
      high &= ~bitHigh[from];
    }
    return sum;
  }

  /** The turns by moves of our pawns (low, high) to targets of (targetsLow, targetsHigh). */
  function countPawns(
    low: number,
    high: number,
    targetsLow: number,
    targetsHigh: number,
    pushes: number,
  ): number {
    const lossLow = words[LOSSES];
    const lossHigh = words[LOSSES + 1];
    const freeLow = ~(words[OCCUPIED] | words[OCCUPIED + 2]);
    const freeHigh = ~(words[OCCUPIED + 1] | words[OCCUPIED + 3]);
    let oneLow = aheadLow(low, high) & freeLow;
    let oneHigh = aheadHigh(low, high) & freeHigh;
    const third = us === 0 ? oneLow & 0x00ff0000 : oneHigh & 0x0000ff00;
    // Single and double steps never share a square with losses counted twice: each is counted apart.
    const two = us === 0 ? (third << 8) & freeLow & targetsLow : (third >>> 8) & freeHigh & targetsHigh;
    oneLow &= targetsLow;
    oneHigh &= targetsHigh;
    let sum = countSteps(oneLow, oneHigh, pushes, lossLow, lossHigh);
    if (two !== 0)
      sum +=
        us === 0
          ? countSteps(two, 0, pushes, lossLow, lossHigh)
          : countSteps(0, two, pushes, lossLow, lossHigh);
    const enemyLow = words[theirPieces] & targetsLow;
    const enemyHigh = words[theirPieces + 1] & targetsHigh;
    const eLow = (low & ~FILE_H) << 1;
    const eHigh = (high & ~FILE_H) << 1;
    const wLow = (low & ~FILE_A) >>> 1;
    const wHigh = (high & ~FILE_A) >>> 1;
    const eastLow = aheadLow(eLow, eHigh) & enemyLow;
    const eastHigh = aheadHigh(eLow, eHigh) & enemyHigh;
    const westLow = aheadLow(wLow, wHigh) & enemyLow;
    const westHigh = aheadHigh(wLow, wHigh) & enemyHigh;
    if ((eastLow | eastHigh | westLow | westHigh) === 0) return sum;
    // A pawn in front of an enemy pawn frees it by capturing: the squares that such captures arrive on.
    const stuckLow = low & words[FRONTS];
    const stuckHigh = high & words[FRONTS + 1];
    const sLow = (stuckLow & ~FILE_H) << 1;
    const sHigh = (stuckHigh & ~FILE_H) << 1;
    const tLow = (stuckLow & ~FILE_A) >>> 1;
    const tHigh = (stuckHigh & ~FILE_A) >>> 1;
    sum += countCaptures(
      eastLow,
      eastHigh,
      aheadLow(sLow, sHigh),
      aheadHigh(sLow, sHigh),
      pushes,
      lossLow,
      lossHigh,
    );
    sum += countCaptures(
      westLow,
      westHigh,
      aheadLow(tLow, tHigh),
      aheadHigh(tLow, tHigh),
      pushes,
      lossLow,
      lossHigh,
    );
    return sum;
  }

  /** Turns by pawn steps to a set of squares; steps free no pawn. Promotions count four. */
  function countSteps(low: number, high: number, pushes: number, lossLow: number, lossHigh: number): number {
    const last = us === 0 ? high & 0xff000000 : low & 0xff;
    let sum = count(low, high);
    if (pushes > 1) sum = sum * pushes - count(low & lossLow, high & lossHigh);
    if (last === 0) return sum;
    const promotions = count(last, 0);
    if (pushes < 2) return sum + 3 * promotions;
    return sum + 3 * (promotions * pushes - count(last & (us === 0 ? lossHigh : lossLow), 0));
  }

  /** Turns by pawn captures on a set of squares, those of (freeingLow, freeingHigh) freeing a pawn. */
  function countCaptures(
    low: number,
    high: number,
    freeingLow: number,
    freeingHigh: number,
    pushes: number,
    lossLow: number,
    lossHigh: number,
  ): number {
    let sum = 0;
    for (let a = low; a !== 0; a &= a - 1) {
      const bit = a & -a;
      const after = pushes + ((freeingLow & bit) !== 0 ? 1 : 0) - ((lossLow & bit) !== 0 ? 1 : 0);
      const turns = Math.max(after, 1);
      sum += us === 1 && (bit & 0xff) !== 0 ? 4 * turns : turns;
    }
    for (let b = high; b !== 0; b &= b - 1) {
      const bit = b & -b;
      const after = pushes + ((freeingHigh & bit) !== 0 ? 1 : 0) - ((lossHigh & bit) !== 0 ? 1 : 0);
      const turns = Math.max(after, 1);
      sum += us === 0 && (bit & 0xff000000) !== 0 ? 4 * turns : turns;
    }
    return sum;
  }

  function countCastlings(): number {
    let sum = 0;
    for (let i = firstRight; i < firstRight + 2; i++) {
      if (!mayCastle(i)) continue;
      findPushesOf(castlingMove(i));
      const turns = count(words[PUSHABLE], words[PUSHABLE + 1]);
      sum += Math.max(turns, 1);
    }
    return sum;
  }

  return { countTurns };
}
