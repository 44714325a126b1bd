/**
 * Both sides of a position behind one front, for the search: each function takes the colour first. Called on an object
 * that is now one side's and now the other's, V8 cannot tell which function it calls, and neither inlines it nor calls
 * it straight; here both are known, and only the branch is left. (With it the search visits 1.02 to 1.05 times as many
 * nodes a second, medians of 5, 30 Nov 2026.)
 */
import { type Colour, type Square, WHITE } from './board.ts';
import type { Position } from './position.ts';
import type { Move } from './turn.ts';

/** What each of these does stands at the same name of `Side`. */
export interface Sides {
  pendingPawn(colour: Colour): Square;
  choose(colour: Colour, square: Square, kind: number): void;
  unchoose(colour: Colour, square: Square, kind: number): void;
  inCheck(colour: Colour): boolean;
  attacksKing(colour: Colour): boolean;
  generateMoves(colour: Colour, list: Int32Array, at: number): number;
  generateCaptures(colour: Colour, list: Int32Array, at: number, low: number, high: number): number;
  makeMove(colour: Colour, move: Move): void;
  unmakeMove(colour: Colour, move: Move): void;
  findPushes(colour: Colour): void;
  makePush(colour: Colour, from: Square): void;
  unmakePush(colour: Colour, from: Square): void;
}

export function createSides({ white, black }: Position): Sides {
  return {
    pendingPawn: (colour) => (colour === WHITE ? white.pendingPawn() : black.pendingPawn()),
    choose(colour, square, kind) {
      if (colour === WHITE) white.choose(square, kind);
      else black.choose(square, kind);
    },
    unchoose(colour, square, kind) {
      if (colour === WHITE) white.unchoose(square, kind);
      else black.unchoose(square, kind);
    },
    inCheck: (colour) => (colour === WHITE ? white.inCheck() : black.inCheck()),
    attacksKing: (colour) => (colour === WHITE ? white.attacksKing() : black.attacksKing()),
    generateMoves: (colour, list, at) =>
      colour === WHITE ? white.generateMoves(list, at) : black.generateMoves(list, at),
    generateCaptures: (colour, list, at, low, high) =>
      colour === WHITE
        ? white.generateCaptures(list, at, low, high)
        : black.generateCaptures(list, at, low, high),
    makeMove(colour, move) {
      if (colour === WHITE) white.makeMove(move);
      else black.makeMove(move);
    },
    unmakeMove(colour, move) {
      if (colour === WHITE) white.unmakeMove(move);
      else black.unmakeMove(move);
    },
    findPushes(colour) {
      if (colour === WHITE) white.findPushes();
      else black.findPushes();
    },
    makePush(colour, from) {
      if (colour === WHITE) white.makePush(from);
      else black.makePush(from);
    },
    unmakePush(colour, from) {
      if (colour === WHITE) white.unmakePush(from);
      else black.unmakePush(from);
    },
  };
}
