/** How strongly the engine plays: names for people, and what they mean to an engine with such and such options. */
import type { EngineOption } from './uci-text.ts';

export interface Level {
  readonly id: string;
  readonly name: string;
  /** Of the range of ratings that the engine offers; undefined for all it can. */
  readonly share: number | undefined;
  /** For an engine that cannot be told a rating: the nodes that it may look at for a turn. */
  readonly nodes: number | undefined;
}

export const LEVELS: readonly Level[] = [
  { id: 'beginner', name: 'Beginner', share: 0, nodes: 15 },
  { id: 'novice', name: 'Novice', share: 0.2, nodes: 60 },
  { id: 'casual', name: 'Casual', share: 0.4, nodes: 250 },
  { id: 'club', name: 'Club player', share: 0.6, nodes: 1500 },
  { id: 'expert', name: 'Expert', share: 0.8, nodes: 15_000 },
  { id: 'full', name: 'Full strength', share: undefined, nodes: undefined },
];

export const FULL = LEVELS[LEVELS.length - 1];

export function levelOf(id: string): Level {
  return LEVELS.find((level) => level.id === id) ?? LEVELS[0];
}

export interface LevelSetup {
  readonly options: ReadonlyMap<string, string>;
  /** What stands behind `go` besides the time. */
  readonly limit: string;
  /** In few words, for the name of the player. */
  readonly text: string;
}

export function setupOf(level: Level, engine: ReadonlyMap<string, EngineOption>): LevelSetup {
  const { share, nodes, name } = level;
  const rating = engine.get('UCI_Elo');
  if (share === undefined) return { options: new Map(), limit: '', text: name };
  if (rating !== undefined && engine.has('UCI_LimitStrength')) {
    const value = Math.round((rating.min + share * (rating.max - rating.min)) / 10) * 10;
    const elo = String(Math.max(rating.min, Math.min(rating.max, value)));
    return {
      options: new Map([
        ['UCI_LimitStrength', 'true'],
        ['UCI_Elo', elo],
      ]),
      limit: '',
      text: `${name}, ${elo}`,
    };
  }
  return { options: new Map(), limit: ` nodes ${nodes}`, text: name };
}
