/** What the parts of the page share: the game, the engine, and what can be done with them. */
import type { Colour } from '../../rules/board.ts';
import type { Turn } from '../../rules/turn.ts';
import type { Variant } from '../../rules/variants.ts';
import type { Analysis } from './analysis.ts';
import type { Duel, DuelSettings } from './duel.ts';
import type { EngineClient } from './engine-client.ts';
import type { GameNode, GameTree } from './game-tree.ts';
import type { Library } from './library.ts';
import type { Preferences } from './saved.ts';
import type { Session } from './session.ts';

export type Tab = 'play' | 'analyse' | 'games' | 'setup';

export interface Notice {
  readonly text: string;
  readonly kind: 'news' | 'fault';
  readonly action?: { readonly label: string; run(): void };
}

export interface App {
  readonly session: Session;
  readonly engine: EngineClient;
  readonly analysis: Analysis;
  readonly library: Library;
  readonly preferences: Preferences;
  /** The game against the engine that is on the board, if it is one; it may be over. */
  readonly duel: Duel | undefined;
  readonly tab: Tab;
  /** The colour at the lower edge. */
  readonly orientation: Colour;
  /** May a turn be entered at the place that is shown? */
  mayPlay(): boolean;
  /** Is a game against the engine going on? */
  isDuelOn(): boolean;
  setTab(tab: Tab): void;
  flip(): void;
  show(node: GameNode): void;
  /** Plays turns of an engine's line behind the place that is shown. */
  playLine(turns: readonly string[]): void;
  playTurn(turn: Turn): void;
  startDuel(settings: DuelSettings, variant: Variant, fen: string): void;
  /** Puts another game on the board; the one before can be brought back. */
  openGame(tree: GameTree, node: GameNode, news: string): void;
  /** PGN or FEN: puts it on the board, or lists it, or says what is wrong with it. True if it was of use. */
  importText(text: string, name: string): boolean;
  openListed(index: number): void;
  notify(notice: Notice): void;
  savePreferences(): void;
  /** Draws everything again. */
  update(): void;
}

/** A part of the page: draws itself again after every change. */
export interface View {
  update(): void;
}
