/** Counts what the games have brought: points by player, colour and opponent, pairs, kinds of ending. */
import { BLACK, WHITE } from '../rules/board.ts';
import type { RatedSample } from './ratings.ts';
import type { GameRecord } from './record.ts';
import type { Schedule } from './schedule.ts';
import { type EndKind, type Forfeit, isForfeit, loserOf, whitePoints } from './verdict.ts';

export interface WinsLossesDraws {
  wins: number;
  losses: number;
  draws: number;
}

export interface Tally {
  readonly games: number;
  /** By player, and by the colour he had. */
  readonly players: readonly WinsLossesDraws[];
  readonly byColour: readonly [readonly WinsLossesDraws[], readonly WinsLossesDraws[]];
  /** White's. */
  readonly white: WinsLossesDraws;
  /** `met[a][b]`: a's results against b. */
  readonly met: readonly (readonly WinsLossesDraws[])[];
  /** Pairs of games with one opening, by twice the points of the first of the two players: 0 to 4. */
  readonly pairs: readonly number[];
  /** Every pair and single game, for the ratings. */
  readonly samples: readonly RatedSample[];
  readonly endings: ReadonlyMap<EndKind, number>;
  /** How each player's wins came about. */
  readonly winsBy: readonly ReadonlyMap<EndKind, number>[];
  /** By player, then by kind. */
  readonly forfeits: readonly ReadonlyMap<Forfeit, number>[];
}

export function gamesOf(results: WinsLossesDraws): number {
  return results.wins + results.losses + results.draws;
}

export function pointsOf(results: WinsLossesDraws): number {
  return results.wins + results.draws / 2;
}

/** Mean score; ½ without games. */
export function meanScore(results: WinsLossesDraws): number {
  const games = gamesOf(results);
  return games === 0 ? 0.5 : pointsOf(results) / games;
}

export interface Counter {
  add(record: GameRecord): void;
  tally(): Tally;
}

export function createCounter(players: number, schedule: Pick<Schedule, 'paired'>): Counter {
  const none = (): WinsLossesDraws => ({ wins: 0, losses: 0, draws: 0 });
  const list = () => Array.from({ length: players }, none);
  const totals = list();
  const byColour = [list(), list()] as const;
  const met = Array.from({ length: players }, list);
  const white = none();
  const pairs = [0, 0, 0, 0, 0];
  const endings = new Map<EndKind, number>();
  const winsBy = Array.from({ length: players }, () => new Map<EndKind, number>());
  const forfeits = Array.from({ length: players }, () => new Map<Forfeit, number>());
  /** Alike ones together: a long tournament has few kinds. */
  const samples = new Map<string, RatedSample & { count: number }>();
  /** First games of pairs whose second is not there yet, by pair number. */
  const halves = new Map<number, GameRecord>();
  let games = 0;

  function addSample(records: readonly GameRecord[]): void {
    const { white: one, black: other } = records[0]!;
    const first = Math.min(one, other);
    const second = Math.max(one, other);
    const results = records.map((record) => {
      const points = whitePoints(record.score);
      return record.white === first
        ? ({ white: 1, score: points } as const)
        : ({ white: -1, score: 1 - points } as const);
    });
    const kind = JSON.stringify([first, second, results]);
    const known = samples.get(kind);
    if (known === undefined) samples.set(kind, { first, second, games: results, count: 1 });
    else known.count++;
    if (records.length === 2) pairs[2 * results[0]!.score + 2 * results[1]!.score]!++;
  }

  function add(record: GameRecord): void {
    games++;
    const points = whitePoints(record.score);
    count(white, points);
    count(totals[record.white]!, points);
    count(totals[record.black]!, 1 - points);
    count(byColour[WHITE][record.white]!, points);
    count(byColour[BLACK][record.black]!, 1 - points);
    count(met[record.white]![record.black]!, points);
    count(met[record.black]![record.white]!, 1 - points);
    increase(endings, record.kind);
    const loser = loserOf(record.score);
    if (loser !== undefined) {
      increase(winsBy[loser === WHITE ? record.black : record.white]!, record.kind);
      if (isForfeit(record.kind))
        increase(forfeits[loser === WHITE ? record.white : record.black]!, record.kind);
    }
    const half = halves.get(record.pair);
    if (!schedule.paired) addSample([record]);
    else if (half === undefined) halves.set(record.pair, record);
    else {
      halves.delete(record.pair);
      addSample([half, record]);
    }
  }

  const tally = (): Tally => {
    const singles = [...halves.values()].map(singleSample);
    return {
      games,
      players: totals,
      byColour,
      white,
      met,
      pairs,
      samples: [...samples.values(), ...singles],
      endings,
      winsBy,
      forfeits,
    };
  };
  return { add, tally };
}

function singleSample(record: GameRecord): RatedSample {
  return {
    first: record.white,
    second: record.black,
    games: [{ white: 1, score: whitePoints(record.score) }],
  };
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function count(results: WinsLossesDraws, points: number): void {
  if (points === 1) results.wins++;
  else if (points === 0) results.losses++;
  else results.draws++;
}
