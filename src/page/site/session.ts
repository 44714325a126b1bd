/** What is on the board: a game, the place in it that is shown, and the turn that is being entered there. */
import type { Kind, Square } from '../../rules/board.ts';
import { type Outcome, outcomeOf } from '../../rules/outcome.ts';
import { createPosition, type Position } from '../../rules/position.ts';
import type { Turn } from '../../rules/turn.ts';
import { addTurn, type GameNode, type GameTree, setPositionTo } from './game-tree.ts';
import { type HalfTurn, type PushOption, startTurn } from './half-turn.ts';

/** `game`: another game or another shape of it; `place`: another turn of it is shown; `part`: the entry goes on. */
export type SessionChange = 'game' | 'place' | 'part';

export interface Session {
  readonly tree: GameTree;
  readonly node: GameNode;
  /** The position after the node; not to be changed. */
  readonly position: Position;
  readonly outcome: Outcome;
  readonly entry: HalfTurn;
  /** A losing push that was named once. */
  readonly armed: PushOption | undefined;
  load(tree: GameTree, node?: GameNode): void;
  show(node: GameNode): void;
  /** Plays a legal turn at the place that is shown. */
  play(turn: Turn): GameNode;
  /** The tree was changed by someone else. */
  touch(): void;
  choose(kind: Kind): void;
  move(from: Square, to: Square): void;
  promote(kind: Kind): void;
  /** A losing push has to be named twice. */
  push(square: Square): void;
  /** Takes the last part of the entry back; false if there is none. */
  back(): boolean;
}

/** `onTurn` hears of each turn that a person has completed, which it may play or refuse. */
export function createSession(
  tree: GameTree,
  onChange: (change: SessionChange) => void,
  onTurn: (turn: Turn) => void,
): Session {
  let game = tree;
  let node = tree.root;
  const position = createPosition();
  let outcome: Outcome;
  let entry: HalfTurn;
  let armed: PushOption | undefined;
  settle();

  function settle(): void {
    setPositionTo(game, node, position);
    outcome = outcomeOf(position);
    entry = startTurn(position);
    armed = undefined;
  }

  function show(place: GameNode, change: SessionChange): void {
    node = place;
    settle();
    onChange(change);
  }

  function enter(next: HalfTurn | undefined): void {
    armed = undefined;
    if (next !== undefined) entry = next;
    if (next?.turn !== undefined) onTurn(next.turn);
    else onChange('part');
  }

  return {
    get tree() {
      return game;
    },
    get node() {
      return node;
    },
    position,
    get outcome() {
      return outcome;
    },
    get entry() {
      return entry;
    },
    get armed() {
      return armed;
    },
    load(other, place = other.root) {
      game = other;
      show(place, 'game');
    },
    show: (place) => show(place, 'place'),
    play(turn) {
      const known = node.children.length;
      const next = addTurn(game, node, turn, position);
      const isNew = node.children.length > known;
      show(next, isNew ? 'game' : 'place');
      return next;
    },
    touch: () => show(node, 'game'),
    choose: (kind) => enter(entry.choose(kind)),
    move: (from, to) => enter(entry.move(from, to)),
    promote: (kind) => enter(entry.promote(kind)),
    push(square) {
      const option = entry.pushes.find((push) => push.from === square);
      if (option?.danger !== undefined && armed?.from !== square) {
        armed = option;
        onChange('part');
      } else {
        enter(entry.push(square));
      }
    },
    back() {
      const before = entry.back();
      if (before === undefined) return false;
      entry = before;
      armed = undefined;
      onChange('part');
      return true;
    },
  };
}
