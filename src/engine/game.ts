/** A game in progress as data: where it began and the turns since. What threads are sent, and what they replay. */
import { parseFen } from '../rules/fen.ts';
import { type Position, playTurn } from '../rules/position.ts';
import type { Turn } from '../rules/turn.ts';
import type { Variant } from '../rules/variants.ts';

export interface Game {
  readonly variant: Variant;
  readonly fen: string;
  readonly turns: readonly Turn[];
}

export function startOf(variant: Variant): Game {
  return { variant, fen: variant.startFen, turns: [] };
}

/** Sets `position` up as the game stands; FEN and turns are known to be good. */
export function loadGame(game: Game, position: Position): void {
  const parsed = parseFen(game.fen, game.variant, position);
  if (!parsed.ok) throw new Error(parsed.error);
  for (const turn of game.turns) playTurn(position, turn);
}
