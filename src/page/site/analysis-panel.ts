/** What the engine thinks: its switch, its lines with their scores, and the curve over the game. */

import { WHITE } from '../../rules/board.ts';
import { parseTurn } from '../../rules/notation.ts';
import { copyPosition, createPosition, fullMoveNumber, playTurn, sideToMove } from '../../rules/position.ts';
import { formatSan } from '../../rules/san.ts';
import type { AnalysisLine } from './analysis.ts';
import type { App, View } from './app.ts';
import { button, fill, h, labelled, select } from './dom.ts';
import { formatEvaluation, speakEvaluation } from './evaluation.ts';
import { createGraphView } from './graph-view.ts';

const COUNTS: readonly (readonly [string, string])[] = ['1', '2', '3', '4', '5'].map((n) => [
  n,
  n === '1' ? '1 line' : `${n} lines`,
]);
const SIZES: readonly (readonly [string, string])[] = ['16', '64', '256', '1024'].map((n) => [n, `${n} MB`]);
/** Turns of a line that are written. */
const LONGEST_LINE = 12;

export function createAnalysisPanel(app: App, place: HTMLElement): View {
  const { analysis, preferences } = app;
  const toggle = h('input', { type: 'checkbox', role: 'switch', id: 'engine-switch' });
  toggle.addEventListener('change', () => analysis.toggle(toggle.checked));
  const count = select(COUNTS, String(preferences.lines), (value) => {
    preferences.lines = Number(value);
    app.savePreferences();
    analysis.setCount(preferences.lines);
  });
  const arrows = h('input', { type: 'checkbox', checked: preferences.arrows });
  arrows.addEventListener('change', () => {
    preferences.arrows = arrows.checked;
    app.savePreferences();
    app.update();
  });
  const size = select(SIZES, String(preferences.hash), (value) => {
    preferences.hash = Number(value);
    app.savePreferences();
    app.engine.setOption('Hash', value);
  });
  const threads = h('select', {});
  threads.addEventListener('change', () => {
    preferences.threads = Number(threads.value);
    app.savePreferences();
    app.engine.setOption('Threads', threads.value);
  });
  const threadsField = labelled('Threads', threads, { class: 'field inline', hidden: true });
  const figures = h('p', { class: 'figures' });
  const lines = h('div', { class: 'lines', role: 'group', 'aria-label': 'Lines of the engine' });
  const trouble = h('div', { class: 'trouble' });
  const graph = h('div', { class: 'graph-box' });
  const graphView = createGraphView(app, graph);
  const sweep = button('Evaluate the game', () => {
    if (analysis.sweep === undefined) analysis.startSweep();
    else analysis.stopSweep();
  });
  const meter = h('progress', { hidden: true, 'aria-label': 'Evaluation of the game' });
  const controls = h(
    'div',
    { class: 'controls' },
    h('label', { class: 'switch', for: 'engine-switch' }, toggle, h('span', {}, 'Engine')),
    labelled('Lines', count, { class: 'field inline' }),
    h('label', { class: 'check' }, arrows, h('span', {}, 'Arrows')),
    labelled('Memory', size, { class: 'field inline' }),
    threadsField,
  );
  fill(
    place,
    h(
      'div',
      { class: 'stack' },
      controls,
      trouble,
      figures,
      lines,
      graph,
      h('div', { class: 'buttons' }, sweep, meter),
    ),
  );
  const scratch = createPosition();

  /** A turn is being pressed: it must not be replaced under the finger. */
  let isPressed = false;
  lines.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => {
      if (isPressed)
        setTimeout(() => {
          isPressed = false;
          update();
        }, 0);
    });
  }

  function drawLines(present: readonly (AnalysisLine | undefined)[]): void {
    if (isPressed) return;
    const buttons = [...lines.querySelectorAll('button')];
    const focused = buttons.indexOf(document.activeElement as HTMLButtonElement);
    fill(lines, ...present.map((line, i) => (line === undefined ? undefined : lineElement(line, i))));
    if (focused >= 0) lines.querySelectorAll('button')[focused]?.focus({ preventScroll: true });
  }

  function lineElement(line: AnalysisLine, index: number): HTMLElement {
    const score = h(
      'span',
      {
        class: `score ${line.evaluation.value < 0 ? 'black' : 'white'}`,
        'aria-label': speakEvaluation(line.evaluation),
      },
      formatEvaluation(line.evaluation),
    );
    copyPosition(app.session.position, scratch);
    const turns: (HTMLElement | string)[] = [];
    for (const [i, text] of line.turns.slice(0, LONGEST_LINE).entries()) {
      const turn = parseTurn(scratch, text);
      if (!turn.ok) break;
      const isWhite = sideToMove(scratch) === WHITE;
      if (isWhite || i === 0)
        turns.push(h('span', { class: 'number' }, `${fullMoveNumber(scratch)}${isWhite ? '.' : '…'}`));
      const san = formatSan(scratch, turn.value);
      const slash = san.lastIndexOf('/');
      const label =
        slash < 0 ? [san] : [san.slice(0, slash), h('span', { class: 'push-part' }, san.slice(slash))];
      const element = h(
        'button',
        { type: 'button', class: 'turn', title: 'Play the line up to here' },
        ...label,
      );
      element.addEventListener('click', () => app.playLine(line.turns.slice(0, i + 1)));
      turns.push(element);
      playTurn(scratch, turn.value);
    }
    return h(
      'div',
      { class: 'line', 'data-line': index + 1 },
      score,
      h('div', { class: 'line-turns' }, ...turns),
    );
  }

  /** Several threads want an engine that has them, shared memory and a machine with several cores. */
  function drawThreads(): void {
    const offered = app.engine.options.get('Threads')?.max ?? 1;
    const most = crossOriginIsolated ? Math.min(offered, navigator.hardwareConcurrency ?? 1) : 1;
    threadsField.hidden = most < 2;
    if (threads.options.length === most) return;
    const counts = Array.from({ length: most }, (_, i) => String(i + 1));
    fill(threads, ...counts.map((n) => h('option', { value: n }, n)));
    threads.value = String(Math.min(most, preferences.threads));
  }

  function update(): void {
    drawThreads();
    const isPlaying = app.isDuelOn();
    const { sweep: progress, info } = analysis;
    toggle.checked = analysis.isOn;
    toggle.disabled = isPlaying || app.engine.state === 'failed';
    drawTrouble(isPlaying);
    figures.textContent = figuresText();
    figures.hidden = !analysis.isOn;
    lines.hidden = !analysis.isOn;
    drawLines(info === undefined || !analysis.isOn ? [] : analysis.lines);
    graphView.update();
    sweep.hidden = isPlaying || app.session.tree.root.children.length === 0;
    sweep.textContent = progress === undefined ? 'Evaluate the game' : 'Stop';
    meter.hidden = progress === undefined;
    meter.max = progress?.total ?? 1;
    meter.value = progress?.done ?? 0;
  }

  function figuresText(): string {
    const { info } = analysis;
    if (app.session.entry.stage === 'over') return 'The game is over here.';
    if (info === undefined) return app.engine.state === 'starting' ? 'The engine is starting…' : 'Looking…';
    const speed =
      info.speed >= 1e6 ? `${(info.speed / 1e6).toFixed(2)} M` : `${Math.round(info.speed / 1000)} k`;
    return `Depth ${info.depth}/${info.selectiveDepth}  ·  ${speed} nodes/s  ·  ${amount(info.nodes)} nodes`;
  }

  function drawTrouble(isPlaying: boolean): void {
    const { engine } = app;
    if (engine.state === 'failed') {
      fill(
        trouble,
        h('p', { class: 'fault' }, `The engine has stopped: ${engine.failure}`),
        button('Start it again', () => engine.restart()),
      );
    } else if (isPlaying) {
      fill(
        trouble,
        h('p', { class: 'note' }, 'The engine is your opponent: it analyses again when the game is over.'),
      );
    } else {
      fill(trouble);
    }
  }

  return { update };
}

function amount(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(2)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1000 ? `${Math.round(count / 1000)} k` : String(count);
}
