/** The lines that tell how a match stands, in the form of cutechess-cli where scripts read them. */
import { BLACK, WHITE } from '../rules/board.ts';
import { type Counts, type Estimate, estimate } from './elo.ts';
import type { MatchSettings } from './settings.ts';
import { type SprtState, sprtState } from './sprt.ts';
import { gamesOf, meanScore, type Tally, type WinsLossesDraws } from './tally.ts';

/** The counts that statistics use: pairs if there are whole ones, else games; always the first player's view. */
export function countsOf(tally: Tally): Counts {
  if (tally.pairs.some((count) => count > 0)) return tally.pairs;
  const { wins, losses, draws } = tally.players[0]!;
  return [losses, draws, wins];
}

export function sprtOf(settings: MatchSettings, tally: Tally): SprtState | undefined {
  return settings.sprt === undefined ? undefined : sprtState(countsOf(tally), settings.sprt);
}

/** `Score of A vs B: 10 - 8 - 2  [0.550] 20`. */
export function scoreLine(names: readonly string[], tally: Tally): string {
  return `Score of ${names[0]} vs ${names[1]}: ${results(tally.players[0]!)}`;
}

function results(of: WinsLossesDraws): string {
  return `${of.wins} - ${of.losses} - ${of.draws}  [${meanScore(of).toFixed(3)}] ${gamesOf(of)}`;
}

/** Everything about a match of two. */
export function matchReport(settings: MatchSettings, names: readonly string[], tally: Tally): string[] {
  if (tally.games === 0) return [];
  const [first] = names;
  const lines = [
    scoreLine(names, tally),
    `...      ${first} playing White: ${results(tally.byColour[WHITE][0]!)}`,
    `...      ${first} playing Black: ${results(tally.byColour[BLACK][0]!)}`,
    `...      White vs Black: ${results(tally.white)}`,
    ...strengthLines(tally),
  ];
  const sprt = sprtOf(settings, tally);
  if (sprt !== undefined) lines.push(sprtLine(sprt));
  return lines;
}

function strengthLines(tally: Tally): string[] {
  const counts = countsOf(tally);
  const found = estimate(counts);
  const drawRatio = tally.white.draws / tally.games;
  const lines = [
    `Elo difference: ${number(found.elo)} +/- ${number(found.eloError)}, ` +
      `LOS: ${percent(found.los)} %, DrawRatio: ${percent(drawRatio)} %`,
    `nElo difference: ${number(found.normalized)} +/- ${number(found.normalizedError)}`,
  ];
  if (counts.length === 5) lines.push(`Ptnml(0-2): [${counts.join(', ')}]`);
  return lines;
}

function percent(ratio: number): string {
  return (100 * ratio).toFixed(1);
}

function number(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return value.toFixed(1);
}

/** `SPRT: llr 2.95 (100.3%), lbound -2.94, ubound 2.94 - H1 was accepted`. */
export function sprtLine({ llr, lower, upper, verdict }: SprtState): string {
  const short = (value: number) => String(Number(value.toPrecision(3)));
  const share = ((100 * llr) / upper).toFixed(1);
  const decided = verdict === undefined ? '' : ` - ${verdict} was accepted`;
  return `SPRT: llr ${short(llr)} (${share}%), lbound ${short(lower)}, ubound ${short(upper)}${decided}`;
}

/** How games ended, the most frequent first: all of them, each player's wins, and who forfeited how. */
export function endingLines(names: readonly string[], tally: Tally): string[] {
  const lines = tally.endings.size === 0 ? [] : [`Endings: ${listed(tally.endings)}`];
  names.forEach((name, i) => {
    const wins = tally.winsBy[i]!;
    if (wins.size > 0) lines.push(`Wins of ${name}: ${listed(wins)}`);
  });
  const forfeits = names
    .map((name, i) => [name, tally.forfeits[i]!] as const)
    .filter(([, own]) => own.size > 0)
    .map(([name, own]) => `${name} ${listed(own)}`);
  if (forfeits.length > 0) lines.push(`Forfeits: ${forfeits.join('; ')}`);
  return lines;
}

/** `checkmate 12, self-check 3`. */
function listed(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted.map(([kind, count]) => `${kind} ${count}`).join(', ');
}

/** The strength in short, for a live line: `Elo +12.3 ± 20.1`. */
export function shortStrength({ elo, eloError }: Estimate): string {
  const sign = elo > 0 ? '+' : '';
  return `Elo ${sign}${number(elo)} ± ${number(eloError)}`;
}
