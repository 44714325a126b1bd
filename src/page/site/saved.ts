/** What the page remembers from visit to visit, in the browser's local storage. */
import { formatPgn, parsePgn } from '../../rules/pgn.ts';
import type { DuelRecord, TimeRule } from './duel.ts';
import type { Evaluation } from './evaluation.ts';
import {
  allNodes,
  branchesTo,
  type GameNode,
  type GameTree,
  nodeAt,
  pgnOfTree,
  treeOfPgn,
} from './game-tree.ts';

export type Theme = 'auto' | 'light' | 'dark';

export interface Preferences {
  theme: Theme;
  /** Lines of analysis. */
  lines: number;
  /** Megabytes of the engine's table. */
  hash: number;
  threads: number;
  arrows: boolean;
  /** Of the last game against the engine. */
  level: string;
  side: 'white' | 'random' | 'black';
  variant: string;
  time: TimeRule;
  /** Has the introduction been read? */
  knowsTurns: boolean;
}

const PREFERENCES: Preferences = {
  theme: 'auto',
  lines: 1,
  hash: 64,
  threads: 1,
  arrows: true,
  level: 'beginner',
  side: 'white',
  variant: 'avalanche',
  time: { kind: 'turn', seconds: 1 },
  knowsTurns: false,
};

export interface SavedGame {
  readonly tree: GameTree;
  readonly node: GameNode;
  readonly duel: DuelRecord | undefined;
  readonly isFlipped: boolean;
}

const GAME_KEY = 'serac-game';
const PREFERENCES_KEY = 'serac-preferences';
const FORMAT = 1;

export function readPreferences(): Preferences {
  return { ...PREFERENCES, ...(read(PREFERENCES_KEY) as Partial<Preferences> | undefined) };
}

export function writePreferences(preferences: Preferences): void {
  write(PREFERENCES_KEY, JSON.stringify(preferences));
}

interface GameData {
  readonly format: number;
  readonly pgn: string;
  readonly place: readonly number[];
  readonly duel: DuelRecord | null;
  readonly isFlipped: boolean;
  readonly evaluations: readonly (Evaluation | null)[];
}

export function packGame({ tree, node, duel, isFlipped }: SavedGame): string {
  const data: GameData = {
    format: FORMAT,
    pgn: formatPgn(pgnOfTree(tree)),
    place: branchesTo(node),
    duel: duel ?? null,
    isFlipped,
    evaluations: allNodes(tree).map((each) => each.evaluation ?? null),
  };
  return JSON.stringify(data);
}

/** Undefined if the text is of another time or broken. */
export function unpackGame(text: string): SavedGame | undefined {
  try {
    const { format, pgn, place, duel, isFlipped, evaluations } = JSON.parse(text) as GameData;
    const [game] = parsePgn(pgn);
    if (format !== FORMAT || game === undefined || game.error !== undefined) return undefined;
    const tree = treeOfPgn(game);
    allNodes(tree).forEach((node, i) => {
      node.evaluation = evaluations[i] ?? node.evaluation;
    });
    return { tree, node: nodeAt(tree, place), duel: duel ?? undefined, isFlipped };
  } catch {
    return undefined;
  }
}

export function saveGame(game: SavedGame): void {
  write(GAME_KEY, packGame(game));
}

export function savedGame(): SavedGame | undefined {
  try {
    const text = localStorage.getItem(GAME_KEY);
    return text === null ? undefined : unpackGame(text);
  } catch {
    return undefined;
  }
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser that keeps nothing for us is no reason to stop. */
function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {}
}
