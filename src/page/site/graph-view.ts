/** White's chances over the game as a curve; a press on it leads to that turn. */
import type { App, View } from './app.ts';
import { fill, h, svg } from './dom.ts';
import { chanceOf, formatEvaluation, speakEvaluation } from './evaluation.ts';
import { type GameNode, lineFrom, numberText, pathTo } from './game-tree.ts';

const WIDTH = 400;
const HEIGHT = 90;

export function createGraphView(app: App, place: HTMLElement): View {
  const picture = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    class: 'graph',
    role: 'slider',
    tabindex: 0,
    'aria-label': 'Evaluation over the game',
    'aria-valuemin': 0,
  });
  const note = h('p', { class: 'graph-note' });
  fill(place, picture, note);

  const nodes = (): GameNode[] => {
    const { node, tree } = app.session;
    return [tree.root, ...pathTo(node), ...lineFrom(node)];
  };

  function pressed(event: PointerEvent): void {
    if (event.buttons !== 1) return;
    const line = nodes();
    const box = picture.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const index = Math.round(share * (line.length - 1));
    const node = line[Math.max(0, Math.min(line.length - 1, index))];
    if (node !== app.session.node) app.show(node);
  }
  picture.addEventListener('pointerdown', pressed);
  picture.addEventListener('pointermove', pressed);

  function update(): void {
    const line = nodes();
    const known = line.filter((node) => node.evaluation !== undefined).length;
    place.hidden = line.length < 2 || known < 2;
    if (place.hidden) return;
    const x = (index: number) => (index / (line.length - 1)) * WIDTH;
    const y = (node: GameNode) =>
      node.evaluation === undefined ? undefined : HEIGHT * (1 - chanceOf(node.evaluation));
    const points: [number, number][] = [];
    line.forEach((node, index) => {
      const height = y(node);
      if (height !== undefined) points.push([x(index), height]);
    });
    const path = points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' L');
    const [left] = points[0];
    const [right] = points[points.length - 1];
    const at = line.indexOf(app.session.node);
    const height = y(app.session.node);
    fill(
      picture,
      svg('rect', { class: 'night', x: left, y: 0, width: right - left, height: HEIGHT }),
      svg('path', { class: 'area', d: `M${left},${HEIGHT} L${path} L${right},${HEIGHT} Z` }),
      svg('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svg('path', { class: 'curve', d: `M${path}` }),
      svg('line', { class: 'here', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
      height === undefined
        ? undefined
        : svg('line', { class: 'dot', x1: x(at), x2: x(at) + 0.01, y1: height, y2: height }),
    );
    const { evaluation } = app.session.node;
    const name = at === 0 ? 'Start' : `${numberText(app.session.node)} ${app.session.node.san}`;
    note.textContent = evaluation === undefined ? name : `${name}   ${formatEvaluation(evaluation)}`;
    picture.setAttribute('aria-valuemax', String(line.length - 1));
    picture.setAttribute('aria-valuenow', String(at));
    picture.setAttribute(
      'aria-valuetext',
      `${name}${evaluation === undefined ? '' : `, ${speakEvaluation(evaluation)}`}`,
    );
  }

  return { update };
}
