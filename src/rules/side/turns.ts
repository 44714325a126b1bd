/** Lists of whole turns, for the root of a search and everything slow; a node makes its turns part by part. */
import { type Kind, KNIGHT, MAX_MOVES, PUSHABLE, QUEEN } from '../board.ts';
import { CHOICE } from '../turn.ts';
import type { Arrays } from './arrays.ts';
import type { King } from './king.ts';
import type { Moves } from './moves.ts';
import type { Play } from './play.ts';
import type { Pushes } from './pushes.ts';

export type Turns = ReturnType<typeof createTurns>;

export function createTurns(arrays: Arrays, king: King, moves: Moves, play: Play, pushes: Pushes) {
  const words = arrays.words;
  const attacksKing = king.attacksKing;
  const generateMoves = moves.generateMoves;
  const pendingPawn = play.pendingPawn;
  const choose = play.choose;
  const unchoose = play.unchoose;
  const findPushesOf = pushes.findPushesOf;

  const moveList = new Int32Array(MAX_MOVES);

  function generateTurns(list: Int32Array, start: number): number {
    const pending = pendingPawn();
    if (pending < 0) return generateTurnsAfter(list, start, 0);
    let at = start;
    for (let choice = QUEEN; choice >= KNIGHT; choice--) {
      choose(pending, choice);
      if (attacksKing()) list[at++] = pending | (pending << 6) | (CHOICE << 14) | (choice << 22);
      else at = generateTurnsAfter(list, at, choice);
      unchoose(pending, choice);
    }
    return at;
  }

  /** The turns that begin with `choice`, which is on the board (0: none was due). */
  function generateTurnsAfter(list: Int32Array, start: number, choice: Kind): number {
    const moves = generateMoves(moveList, 0);
    let at = start;
    for (let i = 0; i < moves; i++) {
      const turn = moveList[i] | (choice << 22);
      findPushesOf(moveList[i]);
      let low = words[PUSHABLE];
      let high = words[PUSHABLE + 1];
      if ((low | high) === 0) list[at++] = turn;
      for (; low !== 0; low &= low - 1) list[at++] = turn | ((31 - Math.clz32(low & -low)) << 16);
      for (; high !== 0; high &= high - 1) list[at++] = turn | ((63 - Math.clz32(high & -high)) << 16);
    }
    return at;
  }

  return { generateTurns };
}
