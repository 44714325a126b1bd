/**
 * One player's side of a position, put together from its parts.
 *
 * Everything in this folder is the hot half of the rules and exists twice: the bundle holds one copy of these modules
 * for each colour (scripts/bundle.mjs). They make closures over one position's arrays and one colour, so that V8 sees
 * one closure per function and embeds the arrays' addresses and `us` as constants. Hence the style: integers only,
 * sets as two words (low, high) written out, no allocation. "Ahead" is the direction in which our pawns go; the
 * opponent's pawns are pushed the other way, behind.
 */
import type { AttackTables } from '../attacks.ts';
import type { Colour } from '../board.ts';
import type { Side } from '../position.ts';
import type { ZobristKeys } from '../zobrist.ts';
import type { Arrays } from './arrays.ts';
import { createCount } from './count.ts';
import { createKing } from './king.ts';
import { createLegal } from './legal.ts';
import { createMoves } from './moves.ts';
import { createPlay } from './play.ts';
import { createPushes } from './pushes.ts';
import { createShifts } from './shifts.ts';
import { createTargets } from './targets.ts';
import { createTurns } from './turns.ts';

export function createSide(arrays: Arrays, tables: AttackTables, zobrist: ZobristKeys, colour: Colour): Side {
  const shifts = createShifts(colour);
  const king = createKing(arrays, tables, colour, shifts);
  const targets = createTargets(arrays, tables, colour, king);
  const moves = createMoves(arrays, tables, colour, shifts, king, targets);
  const legal = createLegal(arrays, tables, colour, king);
  const play = createPlay(arrays, zobrist, colour);
  const pushes = createPushes(arrays, tables, colour, shifts, king);
  const turns = createTurns(arrays, king, moves, play, pushes);
  const count = createCount(arrays, tables, colour, shifts, king, targets, play, pushes);
  return {
    colour,
    pendingPawn: play.pendingPawn,
    choose: play.choose,
    unchoose: play.unchoose,
    inCheck: king.inCheck,
    attacksKing: king.attacksKing,
    generateMoves: moves.generateMoves,
    generateCaptures: moves.generateCaptures,
    isLegalMove: legal.isLegalMove,
    makeMove: play.makeMove,
    unmakeMove: play.unmakeMove,
    findPushable: pushes.findPushable,
    findPushes: pushes.findPushes,
    findPushesOf: pushes.findPushesOf,
    makePush: play.makePush,
    unmakePush: play.unmakePush,
    makeNull: play.makeNull,
    unmakeNull: play.unmakeNull,
    makeTurn: play.makeTurn,
    unmakeTurn: play.unmakeTurn,
    isSelfCheck: pushes.isSelfCheck,
    generateTurns: turns.generateTurns,
    countTurns: count.countTurns,
  };
}
