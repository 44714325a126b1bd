/** The engine as an analyst: it follows what is on the board, or goes over a whole game. */
import { outcomeOf } from '../../rules/outcome.ts';
import { createPosition, sideToMove } from '../../rules/position.ts';
import type { EngineClient, RunningSearch } from './engine-client.ts';
import { decided, type Evaluation, evaluationOf } from './evaluation.ts';
import { type GameNode, lineFrom, pathTo, setPositionTo } from './game-tree.ts';
import type { Session } from './session.ts';
import type { EngineInfo } from './uci-text.ts';

export interface AnalysisLine {
  readonly evaluation: Evaluation;
  readonly isBound: boolean;
  readonly turns: readonly string[];
}

/** The engine going over a game. */
export interface Sweep {
  readonly done: number;
  readonly total: number;
}

export interface Analysis {
  readonly isOn: boolean;
  /** How many lines are wanted. */
  readonly count: number;
  /** The lines at the place that is shown, best first; some may be missing yet. */
  readonly lines: readonly (AnalysisLine | undefined)[];
  readonly info: EngineInfo | undefined;
  readonly sweep: Sweep | undefined;
  toggle(on?: boolean): void;
  setCount(count: number): void;
  /** The session has changed. */
  follow(): void;
  /** Goes over the line that is shown, from its beginning to its end. */
  startSweep(): void;
  stopSweep(): void;
}

const SWEEP_LIMITS = 'movetime 250';

export function createAnalysis(
  session: Session,
  engine: EngineClient,
  count: number,
  onChange: () => void,
): Analysis {
  let isOn = false;
  let wanted = count;
  let lines: (AnalysisLine | undefined)[] = [];
  let info: EngineInfo | undefined;
  /** Where the lines belong. */
  let place: GameNode | undefined;
  let search: RunningSearch | undefined;
  let sweep: Sweep | undefined;
  const scratch = createPosition();

  function begin(): void {
    const { node, tree, outcome } = session;
    place = node;
    lines = [];
    info = undefined;
    search?.cancel();
    search = undefined;
    if (outcome.ending !== undefined) node.evaluation = decided(outcome.winner);
    if (!isOn || session.entry.stage === 'over') return;
    search = engine.search({
      variant: tree.variant,
      fen: tree.fen,
      turns: pathTo(node).map((step) => step.text),
      limits: 'infinite',
      lines: wanted,
      onInfo(news) {
        take(news, node);
        onChange();
      },
    });
  }

  function take(news: EngineInfo, node: GameNode): void {
    const evaluation = evaluationOf(news.score, news.isWin, news.depth, sideToMove(session.position));
    lines[news.line - 1] = { evaluation, isBound: news.isBound, turns: news.turns };
    if (news.line !== 1) return;
    info = news;
    if (!news.isBound) keep(node, evaluation);
  }

  function keep(node: GameNode, evaluation: Evaluation): void {
    if (evaluation.depth >= (node.evaluation?.depth ?? 0)) node.evaluation = evaluation;
  }

  function halt(): void {
    search?.cancel();
    search = undefined;
    sweep = undefined;
  }

  function sweepOver(nodes: readonly GameNode[], index: number): void {
    const node = nodes[index];
    if (node === undefined) {
      halt();
      onChange();
      return;
    }
    sweep = { done: index, total: nodes.length };
    onChange();
    const { tree } = session;
    setPositionTo(tree, node, scratch);
    const outcome = outcomeOf(scratch);
    if (outcome.ending !== undefined) {
      node.evaluation = decided(outcome.winner);
      sweepOver(nodes, index + 1);
      return;
    }
    const side = sideToMove(scratch);
    search = engine.search({
      variant: tree.variant,
      fen: tree.fen,
      turns: pathTo(node).map((step) => step.text),
      limits: SWEEP_LIMITS,
      lines: 1,
      onInfo(news) {
        if (!news.isBound) keep(node, evaluationOf(news.score, news.isWin, news.depth, side));
      },
      onBest: () => sweepOver(nodes, index + 1),
    });
  }

  return {
    get isOn() {
      return isOn;
    },
    get count() {
      return wanted;
    },
    get lines() {
      return place === session.node ? lines : [];
    },
    get info() {
      return place === session.node ? info : undefined;
    },
    get sweep() {
      return sweep;
    },
    toggle(on = !isOn) {
      if (on === isOn && sweep === undefined) return;
      isOn = on;
      halt();
      begin();
      onChange();
    },
    setCount(lineCount) {
      wanted = lineCount;
      if (isOn) begin();
      onChange();
    },
    follow() {
      if (sweep !== undefined) return;
      if (place !== session.node || (isOn && search?.isOver !== false)) begin();
    },
    startSweep() {
      isOn = false;
      halt();
      lines = [];
      const { node, tree } = session;
      sweepOver([tree.root, ...pathTo(node), ...lineFrom(node)], 0);
    },
    stopSweep() {
      halt();
      onChange();
    },
  };
}
