/**
 * A turn at a glance, for a clock that is nearly down: each move and each push is valued once, and nothing is searched.
 * It is found on the main thread. The way to a search thread and back takes longer than such a look, and where several
 * engines share few cores each thread that has to be woken may wait for some milliseconds.
 */
import { createEvaluator } from '../evaluate/evaluate.ts';
import type { Position } from '../rules/position.ts';
import { NO_TURN, type Turn } from '../rules/turn.ts';
import { createExchange } from '../search/exchange.ts';
import type { SearchResult } from '../search/limits.ts';
import { createRoots } from '../search/roots.ts';

/** Looks at the position, which has a legal turn, for the best of the turns wanted (undefined: of all). */
export type Glance = (wanted: readonly Turn[] | undefined) => SearchResult;

export function createGlance(position: Position): Glance {
  const listRoots = createRoots({
    position,
    evaluator: createEvaluator(position),
    exchange: createExchange(position),
  });
  return (wanted) => {
    const [{ turn, promise }] = listRoots(wanted, true);
    return { best: turn, ponder: NO_TURN, score: promise, depth: 0, nodes: 0 };
  };
}
