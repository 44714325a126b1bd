/** Who plays whom, when, with which colour and opening: a pure function of the settings. */
import type { MatchSettings } from './settings.ts';

export interface ScheduledGame {
  /** From 1, in the order of the tournament. */
  readonly number: number;
  /** From 1. */
  readonly round: number;
  /** Indices of engines. */
  readonly white: number;
  readonly black: number;
  /** The place in the order of openings, from 0. */
  readonly opening: number;
  /** Games with the same pair number are played with one opening and, if there are two, with either colour. */
  readonly pair: number;
}

export interface Schedule {
  /** All games of the tournament, those of other shards included. */
  readonly total: number;
  /** How many this runner plays. */
  readonly own: number;
  /** Are games played in pairs, the same opening with colours swapped? */
  readonly paired: boolean;
  /** The game of a number, from 1. */
  game(number: number): ScheduledGame;
  /** Does this runner play it? */
  isOwn(game: ScheduledGame): boolean;
}

export function createSchedule(settings: MatchSettings): Schedule {
  const { games, repeat, rounds, shard, swap } = settings;
  const encounters = encountersOf(settings);
  const openingsPerEncounter = Math.ceil(games / repeat);
  const total = encounters.length * games * rounds;

  function game(number: number): ScheduledGame {
    const index = number - 1;
    const inEncounter = index % games;
    const encounter = Math.floor(index / games);
    const round = Math.floor(encounter / encounters.length);
    const [first, second] = encounters[encounter % encounters.length]!;
    const perPair = Math.floor(inEncounter / repeat);
    const unit = settings.openings?.policy === 'round' ? round : encounter;
    const turned = swap && (inEncounter % 2 === 1) !== (games % 2 === 1 && round % 2 === 1);
    const firstIsBlack = turned !== settings.reverse;
    return {
      number,
      round: round + 1,
      white: firstIsBlack ? second : first,
      black: firstIsBlack ? first : second,
      opening: unit * openingsPerEncounter + perPair,
      pair: encounter * openingsPerEncounter + perPair,
    };
  }

  const isOwn = ({ pair }: ScheduledGame) => shard === undefined || pair % shard.count === shard.index - 1;
  const own = shard === undefined ? total : countOwn(total, (number) => isOwn(game(number)));
  return { total, own, paired: repeat === 2 && games % 2 === 0 && swap, game, isOwn };
}

function countOwn(total: number, isOwn: (number: number) => boolean): number {
  let count = 0;
  for (let number = 1; number <= total; number++) if (isOwn(number)) count++;
  return count;
}

/** The encounters of one round, first players first. */
function encountersOf(settings: MatchSettings): readonly (readonly [number, number])[] {
  const players = settings.engines.length;
  return settings.tournament === 'gauntlet' ? gauntlet(players, settings.leaders) : roundRobin(players);
}

function gauntlet(players: number, leaders: number): [number, number][] {
  const encounters: [number, number][] = [];
  for (let opponent = leaders; opponent < players; opponent++) {
    for (let leader = 0; leader < leaders; leader++) encounters.push([leader, opponent]);
  }
  return encounters;
}

/** Berger's tables: one player stays, the others go round, so that nobody waits long. */
function roundRobin(players: number): [number, number][] {
  const even = players + (players % 2);
  const encounters: [number, number][] = [];
  for (let round = 0; round < even - 1; round++) {
    for (let table = 0; table < even / 2; table++) {
      const a = table === 0 ? 0 : 1 + ((round + table - 1) % (even - 1));
      const b = 1 + ((round + even - 2 - table) % (even - 1));
      if (a < players && b < players) encounters.push(a < b ? [a, b] : [b, a]);
    }
  }
  return encounters;
}
