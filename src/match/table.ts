/** The table of a tournament of more than two: ranks, ratings fitted over all games, and who scored what against whom. */
import { fitRatings } from './ratings.ts';
import { gamesOf, meanScore, pointsOf, type Tally } from './tally.ts';

export function crossTable(names: readonly string[], tally: Tally): string[] {
  if (tally.games === 0) return [];
  const ratings = fitRatings(names.length, tally.samples);
  const ranking = names
    .map((_, i) => i)
    .filter((i) => gamesOf(tally.players[i]!) > 0)
    .sort((a, b) => ratings.elo[b]! - ratings.elo[a]!);
  const width = Math.max(24, ...names.map((name) => name.length));
  const head = `Rank ${'Name'.padEnd(width)}     Elo     +/-   Games   Score    Draw`;
  const lines = ranking.map((player, place) => {
    const results = tally.players[player]!;
    const columns = [
      whole(ratings.elo[player]!).padStart(8),
      whole(ratings.error[player]!).padStart(8),
      String(gamesOf(results)).padStart(8),
      `${(100 * meanScore(results)).toFixed(1)}%`.padStart(8),
      `${((100 * results.draws) / gamesOf(results)).toFixed(1)}%`.padStart(8),
    ];
    return `${String(place + 1).padStart(4)} ${names[player]!.padEnd(width)}${columns.join('')}`;
  });
  const white = `White: ${(100 * meanScore(tally.white)).toFixed(1)} %, worth ${whole(ratings.white)} Elo`;
  return [head, ...lines, '', ...meetings(names, tally, ranking), white];
}

/** Rounded, and never `-0`. */
function whole(value: number): string {
  return String(Math.round(value) || 0);
}

/** Points against each, in the order of the ranking: `12.5/20`. */
function meetings(names: readonly string[], tally: Tally, ranking: readonly number[]): string[] {
  const cells = ranking.map((player) =>
    ranking.map((opponent) => {
      const met = tally.met[player]![opponent]!;
      return gamesOf(met) === 0 ? '·' : `${pointsOf(met)}/${gamesOf(met)}`;
    }),
  );
  const width = Math.max(4, ...names.map((name) => name.length));
  const cellWidth = Math.max(6, ...cells.flat().map((cell) => cell.length)) + 2;
  const row = (left: string, columns: readonly string[]) =>
    `${left}${columns.map((column) => column.padStart(cellWidth)).join('')}`;
  const head = row(
    `${'  '.padStart(5)}${'Name'.padEnd(width)}`,
    ranking.map((_, i) => String(i + 1)),
  );
  const rows = ranking.map((player, i) =>
    row(`${String(i + 1).padStart(4)} ${names[player]!.padEnd(width)}`, cells[i]!),
  );
  return [head, ...rows, ''];
}
