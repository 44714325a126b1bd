/** The search from the root: iterative deepening, one line or several, until the limits or the result say stop. */
import { createEvaluator } from '../evaluate/evaluate.ts';
import { CLOCK, KEY_HIGH, KEY_LOW } from '../rules/board.ts';
import { isLegalTurn } from '../rules/generate.ts';
import { mover, opponentSide, type Position, playTurn, undoTurn } from '../rules/position.ts';
import { CHOICE, NO_TURN, type Turn, turnKind } from '../rules/turn.ts';
import { createEndings } from './endings.ts';
import { createExchange } from './exchange.ts';
import { createGuard } from './guard.ts';
import { createHistory } from './history.ts';
import { createLeaves } from './leaves.ts';
import {
  type Bound,
  isHasty,
  MATE,
  MATE_BOUND,
  MAX_PLY,
  mateDistance,
  type SearchInfo,
  type SearchLimits,
  type SearchResult,
} from './limits.ts';
import { createLines } from './lines.ts';
import { createNode } from './node.ts';
import { createPairs } from './pairs.ts';
import {
  ASPIRATION_DEPTH,
  ASPIRATION_LIMIT,
  ASPIRATION_WINDOW,
  BOUNDS_SHOWN_AFTER,
  CLAIM_DEPTH,
  PROOF_DEPTH,
  REDUCTION_DEPTH,
} from './params.ts';
import type { Parts } from './parts.ts';
import { createPatience } from './patience.ts';
import { createPicker } from './picker.ts';
import { createQuiescence } from './quiescence.ts';
import { createRoots, type Root } from './roots.ts';
import { FOUND_TURN, type Table } from './table.ts';
import { createTeam, elect, type Vote } from './team.ts';
import { createWatch } from './watch.ts';

export interface Search {
  /** Searches the position as it stands. Returns when a limit is reached, the stop word is set or all is known. */
  run(limits: SearchLimits, onInfo: (info: SearchInfo) => void): SearchResult;
  /**
   * Forgets all that earlier searches have learnt, the table included: the next one finds the same as a fresh one. Of
   * several threads the first forgets the table, which must then be at rest.
   */
  newGame(): void;
  /** Forgets only what it knows of positions. */
  clearTable(): void;
}

export interface SearchOptions {
  /** The assert mode: every turn taken back is compared with the state before it, and the key recomputed. */
  readonly guarded?: boolean;
  /** Nothing but minimax: no reductions, and the static value at the horizon. What the search must agree with. */
  readonly plain?: boolean;
  /** Which of several threads over one table this is, 0 for the first. */
  readonly thread?: number;
}

export function createSearch(
  position: Position,
  table: Table,
  control: Int32Array,
  options: SearchOptions = {},
): Search {
  const team = createTeam(control, options.thread ?? 0);
  const claims = team.claims;
  const watch = createWatch(control, team);
  const evaluator = createEvaluator(position);
  const exchange = createExchange(position);
  const history = createHistory();
  const leaves = createLeaves(table.found);
  const picker = createPicker(position, history, exchange);
  const pairs = createPairs(position, history, picker);
  const lines = createLines();
  const endings = createEndings(position);
  const guard = options.guarded === true ? createGuard(position, evaluator) : undefined;
  const parts: Parts = {
    position,
    table,
    leaves,
    watch,
    evaluator,
    exchange,
    history,
    picker,
    pairs,
    lines,
    claims,
    endings,
    guard,
  };
  const quiescence = createQuiescence(parts);
  const plain = options.plain === true;
  const listRoots = createRoots(parts);
  const node = createNode(parts, plain ? standStill : quiescence.search, !plain);

  function run(limits: SearchLimits, onInfo: (info: SearchInfo) => void): SearchResult {
    watch.start(limits);
    if (team.leads) table.newSearch();
    history.newSearch();
    // A root that is drawn by the fifty-move rule is searched as if the game went on.
    node.setFifty(position.words[CLOCK] >= 100 ? 1 << 30 : 100);
    evaluator.reset(0);
    // What the sketch misses at the root is what the line below begins with.
    if (mover(position).pendingPawn() < 0) evaluator.evaluateAt(0);
    const roots = listRoots(limits.searchTurns, isHasty(limits));
    const result = roots.length === 0 ? finished(onInfo) : deepen(roots, limits, onInfo);
    watch.finish();
    return result;
  }

  function clearTable(): void {
    if (team.leads) table.clear();
    leaves.clear();
  }

  function newGame(): void {
    clearTable();
    history.clear();
  }

  /** The answer where the game is over. */
  function finished(onInfo: (info: SearchInfo) => void): SearchResult {
    const side = mover(position);
    const score = side.attacksKing() ? MATE : side.inCheck() ? -MATE : 0;
    onInfo({
      depth: 0,
      selectiveDepth: 0,
      line: 1,
      score,
      bound: 'exact',
      nodes: 0,
      time: watch.elapsed(),
      hashFull: 0,
      pv: [],
    });
    return { best: NO_TURN, ponder: NO_TURN, score, depth: 0, nodes: 0 };
  }

  /** The horizon of a plain search. */
  function standStill(_alpha: number, _beta: number, ply: number): number {
    if (watch.tick()) return 0;
    lines.clear(ply);
    return evaluator.evaluateAt(ply);
  }

  // ------------------------------------------------------------------ iterations

  function deepen(roots: Root[], limits: SearchLimits, onInfo: (info: SearchInfo) => void): SearchResult {
    const wanted = Math.min(Math.max(1, limits.multiPv), roots.length);
    /** The best lines as the last finished iteration left them. */
    let best = roots.slice(0, wanted).map((root) => ({ ...root }));
    let completed = 0;
    const patience = createPatience(roots.length === 1);
    publish(roots[0]);
    for (let depth = 1; depth <= Math.min(limits.depth, MAX_PLY - 1); depth++) {
      if (depth > 1 && !watch.mayDeepen()) break;
      quiescence.deepest[0] = 0;
      for (let line = 0; line < wanted && !watch.stopped(); line++) {
        searchLine(roots, line, depth, wanted === 1 ? onInfo : undefined);
        // What was learnt on the way may have made a later line the better one.
        if (!watch.stopped()) sort(roots, 0, line + 1);
      }
      if (watch.stopped()) break;
      completed = depth;
      best = roots.slice(0, wanted).map((root) => ({ ...root }));
      publish(roots[0]);
      show(best, onInfo);
      watch.stretch(patience.after(best[0].turn, best[0].score));
      if (isEnough(best[0].score, best[wanted - 1].score, depth, limits)) break;
    }
    // A broken-off iteration may have found a better turn. Several lines it would only bring into disorder.
    if (watch.stopped() && wanted === 1) best = roots.slice(0, 1);
    watch.finish();
    const other = wanted === 1 && limits.depth === MAX_PLY - 1 ? betterOf(best[0]) : undefined;
    if (other !== undefined) best = [other];
    if (other !== undefined || (watch.stopped() && (wanted === 1 || completed === 0))) show(best, onInfo);
    return {
      best: best[0].turn,
      ponder: best[0].line.length > 1 ? best[0].line[1] : expectedAnswer(best[0].turn),
      score: scoreOf(best[0]),
      depth: Math.max(completed, other?.depth ?? 0),
      nodes: watch.nodes(),
    };
  }

  /** What another thread would rather play; undefined if it is our turn too, or ours is the better one. */
  function betterOf(ours: Root): Root | undefined {
    const votes = team.leads ? team.votesOfOthers() : [];
    if (votes.length === 0) return undefined;
    const own: Vote = { turn: ours.turn, score: scoreOf(ours), depth: ours.depth };
    const elected = elect([own, ...votes]);
    if (elected.turn === ours.turn) return undefined;
    const line = [elected.turn, expectedAnswer(elected.turn)].filter((turn) => turn !== NO_TURN);
    return { ...ours, ...elected, bound: 'exact', selectiveDepth: elected.depth, line };
  }

  /** Finds the best of the turns from index `line` on and brings it there. */
  function searchLine(
    roots: Root[],
    line: number,
    depth: number,
    onInfo: ((info: SearchInfo) => void) | undefined,
  ): void {
    const last = roots[line].score;
    const open = depth < ASPIRATION_DEPTH || Math.abs(last) > MATE_BOUND;
    let window = ASPIRATION_WINDOW;
    let alpha = open ? -MATE : last - window;
    let beta = open ? MATE : last + window;
    for (;;) {
      const score = searchRoots(roots, line, depth, alpha, beta);
      sort(roots, line, roots.length);
      if (watch.stopped()) return;
      const low = score <= alpha && alpha > -MATE;
      const high = score >= beta && beta < MATE;
      watch.setDoubt(low);
      if (!low && !high) return;
      if (onInfo !== undefined && watch.elapsed() >= BOUNDS_SHOWN_AFTER) show(roots.slice(0, 1), onInfo);
      window *= 2;
      const wide = window > ASPIRATION_LIMIT || Math.abs(score) > MATE_BOUND;
      if (low) {
        beta = (alpha + beta) >> 1;
        alpha = wide ? -MATE : Math.max(-MATE, score - window);
      } else {
        beta = wide ? MATE : Math.min(MATE, score + window);
      }
    }
  }

  /** One pass over the turns from index `from` on. */
  function searchRoots(roots: Root[], from: number, depth: number, alpha: number, beta: number): number {
    let best = -MATE;
    let low = alpha;
    if (watch.tick()) return best;
    const first = roots[from];
    const later = new Set<Root>();
    // Grows by what is put off.
    const order = roots.slice(from);
    for (const root of order) {
      const claimed = claimOf(root, depth);
      if (claimed !== 0 && root !== first && !later.has(root) && claims.isClaimed(claimed)) {
        later.add(root);
        order.push(root);
        continue;
      }
      if (claimed !== 0) claims.claim(claimed);
      const score = searchRoot(root, order.indexOf(root) + 1, depth, low, beta);
      if (claimed !== 0) claims.release(claimed);
      if (watch.stopped()) return best;
      if (root !== first && score <= low) {
        root.score = -MATE;
        continue;
      }
      best = Math.max(best, score);
      note(root, score, depth, score >= beta ? 'lower' : score <= alpha ? 'upper' : 'exact');
      if (from === 0 && score > low) publish(root);
      low = Math.max(low, score);
      if (score >= beta) break;
    }
    return best;
  }

  /** The name under which other threads know that this one is looking at a root turn; 0 if it is not to be claimed. */
  function claimOf(root: Root, depth: number): number {
    return claims.isShared && depth >= CLAIM_DEPTH ? claims.nameOf(position.words[KEY_LOW], root.turn) : 0;
  }

  function note(root: Root, score: number, depth: number, bound: Bound): void {
    root.score = score;
    root.bound = bound;
    root.depth = depth;
    root.selectiveDepth = Math.max(depth, quiescence.deepest[0]);
    root.line = [root.turn, ...lines.read(1)];
  }

  /** The value of a root turn that is number `rank` in the order, as in steps 14 and 15 of a node. */
  function searchRoot(root: Root, rank: number, depth: number, alpha: number, beta: number): number {
    lines.clear(1);
    if (turnKind(root.turn) === CHOICE) return MATE - 1;
    const us = mover(position);
    const them = opponentSide(position);
    if (guard !== undefined) guard.save(0);
    us.makeTurn(root.turn);
    evaluator.reset(1);
    let score: number;
    if (them.attacksKing()) {
      score = 1 - MATE;
    } else if (rank === 1) {
      score = -node.search(-beta | 0, -alpha | 0, depth - 1, 1);
    } else {
      const mayReduce = depth >= REDUCTION_DEPTH && !root.loud && !us.attacksKing();
      const less = mayReduce ? node.reduction(depth, rank) : 0;
      score = -node.search((-alpha - 1) | 0, -alpha | 0, depth - 1 - less, 1);
      if (score > alpha && less > 0) score = -node.search((-alpha - 1) | 0, -alpha | 0, depth - 1, 1);
      if (score > alpha && score < beta) score = -node.search(-beta | 0, -alpha | 0, depth - 1, 1);
    }
    us.unmakeTurn(root.turn);
    if (guard !== undefined) guard.compare(0);
    return score | 0;
  }

  /** Sorts the turns from index `from` to before `to`, the best first; equal ones keep their order. */
  function sort(roots: Root[], from: number, to: number): void {
    const sorted = roots.slice(from, to).sort((a, b) => b.score - a.score);
    for (let i = from; i < to; i++) roots[i] = sorted[i - from];
  }

  // ------------------------------------------------------------------ results

  /** Is nothing left to be found out, or what was asked for found? */
  function isEnough(best: number, worst: number, depth: number, limits: SearchLimits): boolean {
    const distance = mateDistance(best);
    if (limits.mate > 0 && distance > 0 && distance <= limits.mate) return true;
    const endless = limits.nodes === Infinity && limits.softMs === Infinity && limits.hardMs === Infinity;
    if (endless && limits.depth >= MAX_PLY - 1 && limits.mate === 0) return false;
    return isProved(best, depth) && isProved(worst, depth);
  }

  /** A forced result so much nearer than the horizon that a shorter one would have been seen even among late turns. */
  function isProved(score: number, depth: number): boolean {
    const plies = MATE - Math.abs(score);
    // Nothing is shorter than a win in 2 but one in 1, which every depth sees.
    return Math.abs(score) > MATE_BOUND && plies + (plies > 3 ? PROOF_DEPTH : 0) < depth;
  }

  function show(best: readonly Root[], onInfo: (info: SearchInfo) => void): void {
    best.forEach((root, i) => {
      onInfo({
        depth: Math.max(1, root.depth),
        selectiveDepth: Math.max(1, root.selectiveDepth),
        line: i + 1,
        score: scoreOf(root),
        bound: root.depth === 0 ? 'exact' : root.bound,
        nodes: watch.nodes(),
        time: watch.elapsed(),
        hashFull: table.hashFull(),
        pv: root.line,
      });
    });
  }

  /** For those who cannot wait for our answer. */
  function publish(root: Root): void {
    Atomics.store(control, team.bestWord + 1, scoreOf(root));
    Atomics.store(control, team.bestWord + 2, root.depth);
    Atomics.store(control, team.bestWord, root.turn);
  }

  function scoreOf(root: Root): number {
    return root.depth === 0 ? root.promise : root.score;
  }

  /** What the table expects after `turn`; NO_TURN if it knows nothing that is legal there. */
  function expectedAnswer(turn: Turn): Turn {
    playTurn(position, turn);
    const { words } = position;
    const known = table.probe(words[KEY_LOW], words[KEY_HIGH], 1) ? table.found[FOUND_TURN] : NO_TURN;
    const answer = known !== NO_TURN && isLegalTurn(position, known) ? known : NO_TURN;
    undoTurn(position);
    return answer;
  }

  return { run, newGame, clearTable };
}
