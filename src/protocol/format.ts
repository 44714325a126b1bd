/** What the engine reports → lines of UCI. */
import type { Report } from '../engine/report.ts';
import { winDrawLoss } from '../engine/wdl.ts';
import { mateDistance } from '../search/limits.ts';

const BOUNDS = { exact: '', lower: ' lowerbound', upper: ' upperbound' } as const;

/** `showWdl`: with the chances to win, to draw and to lose, per mille. */
export function infoLine(report: Report, showWdl = false): string {
  const { depth, selectiveDepth, line, score, bound, nodes, hashFull, pv } = report;
  const time = Math.round(report.time);
  const mate = mateDistance(score);
  const value = mate === 0 ? `cp ${score}` : `mate ${mate}`;
  const speed = Math.round((nodes * 1000) / Math.max(1, time));
  const wdl = showWdl ? ` wdl ${winDrawLoss(score).join(' ')}` : '';
  return (
    `info depth ${depth} seldepth ${selectiveDepth} multipv ${line} score ${value}${BOUNDS[bound]}${wdl} ` +
    `nodes ${nodes} nps ${speed} hashfull ${hashFull} time ${time} pv ${pv.join(' ')}`
  );
}

export function bestLine(turn: string | undefined, ponder: string | undefined): string {
  if (turn === undefined) return 'bestmove (none)';
  return ponder === undefined ? `bestmove ${turn}` : `bestmove ${turn} ponder ${ponder}`;
}

export function remarkLine(text: string): string {
  return `info string ${text.replace(/\s+/g, ' ').trim()}`;
}
