/**
 * Minimax over the referee's positions, the second opinion on what a search finds: every turn, losing pushes included,
 * and at the horizon what `evaluate` says. Also the random positions to try it on.
 */
import { createEvaluator } from '../src/evaluate/evaluate.ts';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { outcomeOf } from '../src/rules/outcome.ts';
import { createPerft } from '../src/rules/perft.ts';
import { createPosition, playTurn } from '../src/rules/position.ts';
import { CHOICE, turnKind } from '../src/rules/turn.ts';
import { VARIANTS, variantOf } from '../src/rules/variants.ts';
import { CONTROL_WORDS, MATE, type SearchLimits } from '../src/search/limits.ts';
import { createSearch } from '../src/search/search.ts';
import { createTable, tableBytes } from '../src/search/table.ts';
import { fenOf, inCheck, playable, type RefereePosition, standsWon, statusOf } from './referee.ts';
import { pickTurn, startPosition } from './walks.ts';

export interface Minimax {
  /**
   * The value for the side to move, `depth` turns deep, of a position that is not over. With a guess it is exact if the
   * guess is right, and another value if it is wrong, which takes much less time where something may be left out.
   */
  value(position: RefereePosition, depth: number, guess?: number): number;
}

/** `pruned`: leaves out what cannot change the value (alpha-beta), for positions with too many turns. */
export function createMinimax({ pruned }: { readonly pruned: boolean }): Minimax {
  const leaf = createPosition();
  const evaluator = createEvaluator(leaf);
  /** By ply. */
  const killers: string[] = [];

  function evaluate(position: RefereePosition): number {
    const variant = variantOf(position.variant);
    if (variant === undefined) throw new Error(`no variant ${position.variant}`);
    const parsed = parseFen(fenOf(position), variant, leaf);
    if (!parsed.ok) throw new Error(parsed.error);
    return evaluator.evaluate();
  }

  function search(
    position: RefereePosition,
    depth: number,
    ply: number,
    alpha: number,
    beta: number,
  ): number {
    if (standsWon(position)) return MATE - ply;
    // A choice that wins is the whole turn; only a pawn on the last rank brings one.
    const turns = depth > 0 || isPending(position) ? playable(position) : undefined;
    if (turns !== undefined && [...turns.keys()].some((text) => text.length === 3)) return MATE - ply - 1;
    if (depth === 0 || turns === undefined) return evaluate(position);
    if (turns.size === 0) return inCheck(position) ? ply - MATE : 0;
    if (ply > 0 && mayBeDrawn(position) && statusOf(position).status !== 'ongoing') return 0;
    let best = -MATE;
    for (const [text, play] of killerFirst([...turns], ply)) {
      const low = Math.max(alpha, best);
      best = Math.max(best, -search(play(), depth - 1, ply + 1, -beta, -low));
      if (pruned && best >= beta) {
        killers[ply] = text;
        break;
      }
    }
    return best;
  }

  /** What has refuted the turn before is tried first. */
  function killerFirst<T>(turns: [string, T][], ply: number): [string, T][] {
    const at = turns.findIndex(([text]) => text === killers[ply]);
    return at <= 0 ? turns : [turns[at]!, ...turns.slice(0, at), ...turns.slice(at + 1)];
  }

  return {
    value(position, depth, guess) {
      const [low, high] = guess === undefined ? [-MATE, MATE] : [guess - 1, guess + 1];
      return search(position, depth, 0, low, high) + 0;
    },
  };
}

function isPending({ board, toMove }: RefereePosition): boolean {
  return toMove === 'white' ? board.slice(56).includes('P') : board.slice(0, 8).includes('p');
}

/** Asking is slow, and within three turns nothing is repeated. */
function mayBeDrawn({ board, clock }: RefereePosition): boolean {
  return clock >= 100 || board.filter((letter) => letter !== '.').length < 6;
}

export interface Sample {
  readonly variant: string;
  readonly fen: string;
}

/** The score of a sample by the search without anything but minimax, each turn that it takes back compared. */
export function plainSearch(): (sample: Sample, depth: number) => number {
  const position = createPosition();
  const table = createTable(new SharedArrayBuffer(tableBytes(1)));
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  const search = createSearch(position, table, control, { plain: true, guarded: true });
  return ({ variant, fen }, depth) => {
    const parsed = parseFen(fen, variantOf(variant)!, position);
    if (!parsed.ok) throw new Error(parsed.error);
    search.newGame();
    const limits: SearchLimits = {
      depth,
      nodes: Number.POSITIVE_INFINITY,
      mate: 0,
      softMs: Number.POSITIVE_INFINITY,
      hardMs: Number.POSITIVE_INFINITY,
      start: 0,
      multiPv: 1,
      searchTurns: undefined,
      now: () => 0,
    };
    return search.run(limits, () => {}).score;
  };
}

/** A repeatable sequence of numbers. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state >> 4;
  };
}

/**
 * Positions out of seeded random games, a third of each variant, not over. No more than `most` sequences of `depth`
 * turns lead on from any of them: where needed men are taken off the board, from a few up to all but the kings.
 */
export function narrowSamples(count: number, seed: number, depth: number, most: number): Sample[] {
  const random = randomNumbers(seed);
  const position = createPosition();
  const perft = createPerft(position);
  const found: Sample[] = [];
  // From depth to depth, so that wide positions cost little.
  const isNarrow = (): boolean => {
    for (let d = 1; d <= depth; d++)
      if (perft.count(d, 'bulk') > most ** ((d + 1) / (depth + 1))) return false;
    return true;
  };
  while (found.length < count) {
    const variant = VARIANTS[found.length % VARIANTS.length]!;
    let fen = randomGame(random, variant.name);
    for (let tries = 0; tries < 12; tries++) {
      const parsed = parseFen(fen, variant, position);
      if (parsed.ok && outcomeOf(position).ending === undefined && isNarrow()) {
        found.push({ variant: variant.name, fen });
        break;
      }
      fen = thinned(fen, random);
    }
  }
  return found;
}

/** The position after up to 60 random turns. */
export function randomGame(random: () => number, variantName: string): string {
  const position = startPosition(variantOf(variantName)!);
  const length = random() % 60;
  for (let i = 0; i < length; i++) {
    const turn = pickTurn(position, random());
    if (turn === undefined || turnKind(turn) === CHOICE) break;
    playTurn(position, turn);
  }
  return formatFen(position);
}

/** Without some of the men; kings stay, and with them only the castling rights are given up. */
function thinned(fen: string, random: () => number): string {
  const [board = '', side, ...rest] = fen.split(' ');
  const left = board
    .replace(/\d/g, (digit) => '.'.repeat(Number(digit)))
    .replace(/[pnbrq]/gi, (man) => (random() % 5 === 0 ? '.' : man))
    .replace(/\.+/g, (free) => String(free.length));
  return [left, side, '-', ...rest.slice(1)].join(' ');
}
