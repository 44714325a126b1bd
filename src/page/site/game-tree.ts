/** A game with its variations: a tree of turns whose first branches are the game itself; to and from PGN. */
import { type Colour, WHITE } from '../../rules/board.ts';
import { parseFen } from '../../rules/fen.ts';
import { formatTurn } from '../../rules/notation.ts';
import { createPgnGame, createPgnTurn, type PgnGame, type PgnLine, type PgnResult } from '../../rules/pgn.ts';
import {
  createPosition,
  fullMoveNumber,
  type Position,
  playTurn,
  sideToMove,
  undoTurn,
} from '../../rules/position.ts';
import { formatSan } from '../../rules/san.ts';
import { NO_TURN, type Turn } from '../../rules/turn.ts';
import { AVALANCHE, type Variant, variantOf } from '../../rules/variants.ts';
import { type Evaluation, evaluationInComments } from './evaluation.ts';

export interface GameNode {
  readonly id: number;
  /** NO_TURN for the root. */
  readonly turn: Turn;
  readonly san: string;
  /** In the protocol's form. */
  readonly text: string;
  readonly parent: GameNode | undefined;
  /** The first is the line itself, the others are variations. */
  children: GameNode[];
  /** Who played it, and the number of the full move; of the root, what the first turn would have. */
  readonly side: Colour;
  readonly number: number;
  /** Turns from the root. */
  readonly ply: number;
  /** Comments in front of the turn, where a line begins. */
  before: string[];
  comments: string[];
  /** Comments behind the variations in place of this turn. */
  after: string[];
  nags: number[];
  /** Of the position after the turn. */
  evaluation: Evaluation | undefined;
}

export interface GameTree {
  readonly variant: Variant;
  /** Where it begins. */
  readonly fen: string;
  readonly root: GameNode;
  tags: Map<string, string>;
  result: PgnResult;
  /** The next node's number. */
  nextId: number;
}

export function createTree(variant: Variant, fen: string = variant.startFen): GameTree {
  const parsed = parseFen(fen, variant);
  if (!parsed.ok) throw new Error(parsed.error);
  const side = sideToMove(parsed.value);
  const root = createNode(0, NO_TURN, '', '', undefined, side, fullMoveNumber(parsed.value));
  return { variant, fen, root, tags: new Map(), result: '*', nextId: 1 };
}

function createNode(
  id: number,
  turn: Turn,
  san: string,
  text: string,
  parent: GameNode | undefined,
  side: Colour,
  number: number,
): GameNode {
  return {
    id,
    turn,
    san,
    text,
    parent,
    children: [],
    side,
    number,
    ply: parent === undefined ? 0 : parent.ply + 1,
    before: [],
    comments: [],
    after: [],
    nags: [],
    evaluation: undefined,
  };
}

/** The nodes from the root, which is not among them, to `node`. */
export function pathTo(node: GameNode): GameNode[] {
  const path: GameNode[] = [];
  for (let at: GameNode | undefined = node; at?.parent !== undefined; at = at.parent) path.push(at);
  return path.reverse();
}

/** Sets `position` up as it is after `node`, its history included. */
export function setPositionTo(tree: GameTree, node: GameNode, position: Position): void {
  const parsed = parseFen(tree.fen, tree.variant, position);
  if (!parsed.ok) throw new Error(parsed.error);
  for (const { turn } of pathTo(node)) playTurn(position, turn);
}

/** Adds a legal turn after `node`, or finds it there; `position` is the one after `node`. */
export function addTurn(tree: GameTree, node: GameNode, turn: Turn, position: Position): GameNode {
  return node.children.find((child) => child.turn === turn) ?? append(tree, node, turn, position);
}

function append(tree: GameTree, node: GameNode, turn: Turn, position: Position): GameNode {
  const child = createNode(
    tree.nextId++,
    turn,
    formatSan(position, turn),
    formatTurn(position, turn),
    node,
    sideToMove(position),
    fullMoveNumber(position),
  );
  node.children.push(child);
  return child;
}

/** The line that goes on from `node` by first branches, without `node`. */
export function lineFrom(node: GameNode): GameNode[] {
  const line: GameNode[] = [];
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) line.push(at);
  return line;
}

export function lastOf(node: GameNode): GameNode {
  return lineFrom(node).at(-1) ?? node;
}

export function isOnMainLine(node: GameNode): boolean {
  return pathTo(node).every((step) => step.parent?.children[0] === step);
}

export function allNodes(tree: GameTree): GameNode[] {
  const nodes: GameNode[] = [];
  const waiting: GameNode[] = [tree.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    waiting.push(...node.children.toReversed());
  }
  return nodes;
}

/** Cuts `node` off, with everything that follows it. */
export function removeNode(node: GameNode): void {
  const { parent } = node;
  if (parent !== undefined) parent.children = parent.children.filter((child) => child !== node);
}

/** Makes the line through `node` the game itself. */
export function promote(node: GameNode): void {
  for (const step of pathTo(node)) {
    const { parent } = step;
    if (parent !== undefined) parent.children = [step, ...parent.children.filter((child) => child !== step)];
  }
}

/** Which branch is taken at each step, from the root. */
export function branchesTo(node: GameNode): number[] {
  return pathTo(node).map((step) => step.parent?.children.indexOf(step) ?? 0);
}

/** The node at the end of the branches, as far as there are such. */
export function nodeAt(tree: GameTree, branches: readonly number[]): GameNode {
  let node = tree.root;
  for (const branch of branches) {
    const next = node.children[branch];
    if (next === undefined) break;
    node = next;
  }
  return node;
}

// ---------------------------------------------------------------- PGN

/** A game that was read without an error, or the turns before it. */
export function treeOfPgn(game: PgnGame): GameTree {
  const variant = variantOf(game.tags.get('Variant') ?? '') ?? AVALANCHE;
  const tree = createTree(variant, game.tags.get('FEN') ?? variant.startFen);
  tree.tags = new Map(game.tags);
  tree.result = game.result;
  const position = createPosition();
  setPositionTo(tree, tree.root, position);
  tree.root.comments = [...game.line.before];
  addLine(tree, tree.root, game.line, position);
  return tree;
}

/** `position` is the one after `parent`, and so it is again in the end. */
function addLine(tree: GameTree, parent: GameNode, line: PgnLine, position: Position): void {
  let node = parent;
  for (const { turn, nags, comments, variations, after } of line.turns) {
    const before = node;
    node = append(tree, before, turn, position);
    node.nags = [...nags];
    node.comments = [...comments];
    node.after = [...after];
    node.evaluation = evaluationInComments(comments, node.side);
    for (const variation of variations) {
      const first = before.children.length;
      addLine(tree, before, variation, position);
      const start = before.children[first];
      if (start !== undefined) start.before = [...variation.before];
      else node.after = [...variation.before, ...node.after];
    }
    playTurn(position, turn);
  }
  for (const _ of line.turns) undoTurn(position);
}

export function pgnOfTree(tree: GameTree): PgnGame {
  const game = createPgnGame(tree.variant, tree.fen);
  for (const [name, value] of tree.tags) if (name !== 'Variant' && name !== 'FEN') game.tags.set(name, value);
  game.result = tree.result;
  game.line = { before: [...tree.root.comments], turns: turnsFrom(tree.root.children[0]) };
  return game;
}

/** The line that begins with `first`, its variations being the brothers of its turns. */
function turnsFrom(first: GameNode | undefined): PgnLine['turns'] {
  const turns: PgnLine['turns'] = [];
  for (let node = first; node !== undefined; node = node.children[0]) {
    const turn = createPgnTurn(node.turn);
    turn.nags = [...node.nags];
    turn.comments = [...node.comments];
    turn.after = [...node.after];
    // Only the first of brothers carries the others.
    const brothers = node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
    turn.variations = brothers.map((brother) => ({
      before: [...brother.before],
      turns: turnsFrom(brother),
    }));
    turns.push(turn);
  }
  return turns;
}

/** `12.` or `12…`: what stands before a turn. */
export function numberText(node: GameNode): string {
  return `${node.number}${node.side === WHITE ? '.' : '\u2026'}`;
}
