/** Who plays, above and below the board, with the clocks of a game that has them; and the bar beside it. */
import { BLACK, type Colour, opposite, WHITE } from '../../rules/board.ts';
import { sideToMove } from '../../rules/position.ts';
import type { App, View } from './app.ts';
import { fill, h } from './dom.ts';
import { chanceOf, type Evaluation, formatEvaluation, speakEvaluation } from './evaluation.ts';
import { levelOf, setupOf } from './levels.ts';
import { COLOURS } from './words.ts';

/** Below this a clock shows tenths, and is red. */
const SHORT_MS = 20_000;

export function createPlayers(app: App, top: HTMLElement, bottom: HTMLElement, bar: HTMLElement): View {
  const fillBar = h('div', { class: 'bar-fill' });
  const score = h('span', { class: 'bar-score' });
  fill(bar, fillBar, score);
  bar.setAttribute('role', 'meter');
  bar.setAttribute('aria-valuemin', '0');
  bar.setAttribute('aria-valuemax', '100');

  function strip(colour: Colour): HTMLElement[] {
    const left = app.duel?.remaining(colour);
    const isToMove = app.isDuelOn() && sideToMove(app.session.position) === colour;
    const parts = [
      h('span', { class: `disc ${colour === WHITE ? 'white' : 'black'}` }),
      h('span', { class: 'name' }, nameOf(colour)),
    ];
    if (app.duel?.isThinking && colour !== app.duel.settings.human) {
      parts.push(h('span', { class: 'thinking', 'aria-label': 'thinking' }, h('i'), h('i'), h('i')));
    }
    if (left !== undefined) {
      const short = left < SHORT_MS ? ' short' : '';
      parts.push(
        h('span', { class: `clock${isToMove ? ' running' : ''}${short}`, role: 'timer' }, clockText(left)),
      );
    }
    return parts;
  }

  function nameOf(colour: Colour): string {
    const { duel, session } = app;
    if (duel !== undefined) {
      if (colour === duel.settings.human) return 'You';
      return `Serac (${setupOf(levelOf(duel.settings.level), app.engine.options).text})`;
    }
    return session.tree.tags.get(COLOURS[colour]) ?? COLOURS[colour];
  }

  function evaluation(): Evaluation | undefined {
    if (app.isDuelOn()) return undefined;
    return app.analysis.lines[0]?.evaluation ?? app.session.node.evaluation;
  }

  function drawBar(): void {
    const present = evaluation();
    const chance = present === undefined ? 0.5 : chanceOf(present);
    const isFlipped = app.orientation === BLACK;
    bar.classList.toggle('empty', present === undefined);
    bar.classList.toggle('flipped', isFlipped);
    bar.style.setProperty('--white', `${Math.round(100 * chance)}%`);
    // The score stands at the end of the side that is ahead.
    const isLow = chance >= 0.5 !== isFlipped;
    score.className = `bar-score ${isLow ? 'low' : 'high'} ${chance >= 0.5 ? 'on-white' : 'on-black'}`;
    score.textContent = present === undefined ? '' : shortText(present);
    bar.setAttribute('aria-valuenow', String(Math.round(100 * chance)));
    bar.setAttribute(
      'aria-label',
      present === undefined ? 'No evaluation' : `Evaluation: ${speakEvaluation(present)}`,
    );
  }

  return {
    update() {
      fill(top, ...strip(opposite(app.orientation)));
      fill(bottom, ...strip(app.orientation));
      drawBar();
    },
  };
}

/** As much as the bar is wide. */
function shortText(evaluation: Evaluation): string {
  const { value, isWin } = evaluation;
  if (isWin) return formatEvaluation(evaluation).replace('\u2212', '');
  return (Math.abs(value) / 100).toFixed(Math.abs(value) < 1000 ? 1 : 0);
}

function clockText(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.ceil(milliseconds / 1000);
  if (milliseconds < SHORT_MS) return `0:${(tenths / 10).toFixed(1).padStart(4, '0')}`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
