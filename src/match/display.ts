/** What the person sees: plain lines, and on a terminal a live line below them. */
import type { Estimate } from './elo.ts';
import { shortStrength } from './report.ts';
import type { SprtState } from './sprt.ts';

export interface Screen {
  /** A line that stays. */
  line(text: string): void;
  /** The live line; nothing where there is none. */
  status(text: string): void;
  /** Takes the live line away. */
  close(): void;
}

export interface Terminal {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

const CLEAR_LINE = '\r\x1b[2K';

export function plainScreen(terminal: Terminal): Screen {
  return { line: (text) => terminal.write(`${text}\n`), status() {}, close() {} };
}

export function liveScreen(terminal: Terminal): Screen {
  let shown = '';
  const draw = () => {
    const width = (terminal.columns ?? 80) - 1;
    terminal.write(CLEAR_LINE + Array.from(shown).slice(0, width).join(''));
  };
  return {
    line(text) {
      terminal.write(`${CLEAR_LINE}${text}\n`);
      if (shown !== '') draw();
    },
    status(text) {
      shown = text;
      draw();
    },
    close() {
      shown = '';
      terminal.write(CLEAR_LINE);
    },
  };
}

export interface Progress {
  readonly names: readonly string[];
  readonly played: number;
  /** 0 if there is no end in sight. */
  readonly total: number;
  /** Games of this run, and how long it has been running. */
  readonly newGames: number;
  readonly elapsedMs: number;
  /** Points of the first and the second, and the estimate; only of two engines. */
  readonly points: readonly [number, number] | undefined;
  readonly estimate: Estimate | undefined;
  readonly sprt: SprtState | undefined;
}

export function statusLine(progress: Progress): string {
  const { played, total, names, points, sprt } = progress;
  const parts = [total === 0 ? `${played} games` : `${bar(played / total)} ${played}/${total}`];
  if (points !== undefined) parts.push(`${names[0]} ${points[0]} : ${points[1]} ${names[1]}`);
  if (progress.estimate !== undefined) parts.push(shortStrength(progress.estimate));
  if (sprt !== undefined) {
    parts.push(`LLR ${sprt.llr.toFixed(2)} [${sprt.lower.toFixed(2)}, ${sprt.upper.toFixed(2)}]`);
  }
  const perHour = (progress.newGames * 3_600_000) / progress.elapsedMs;
  if (progress.newGames > 0) parts.push(`${perHour < 10 ? perHour.toFixed(1) : Math.round(perHour)} games/h`);
  if (progress.newGames > 0 && total > 0) parts.push(`${duration(((total - played) / perHour) * 3600)} left`);
  return parts.join('  ');
}

function bar(share: number): string {
  const full = Math.floor(10 * share);
  return '█'.repeat(full) + '░'.repeat(10 - full);
}

/** `45 s`, `12 min`, `3 h 20 min`, `2 d 5 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
