/** The turns of the game: its main line in two columns, variations and comments between them, and the way through. */
import { WHITE } from '../../rules/board.ts';
import type { App, View } from './app.ts';
import { button, fill, h, icon } from './dom.ts';
import { readableComment, shortNote } from './evaluation.ts';
import { type GameNode, isOnMainLine, lastOf, numberText, promote, removeNode } from './game-tree.ts';

const GLYPHS: Readonly<Record<number, string>> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

export function createMovesView(app: App, place: HTMLElement): View {
  const list = h('div', { class: 'moves', tabindex: 0, role: 'group', 'aria-label': 'Turns of the game' });
  const first = button(icon('start'), () => app.show(app.session.tree.root), {
    'aria-label': 'Start of the game',
    title: 'Start (Home)',
  });
  const before = button(icon('back'), () => step(app, -1), {
    'aria-label': 'One turn back',
    title: 'Back (←)',
  });
  const next = button(icon('on'), () => step(app, 1), { 'aria-label': 'One turn on', title: 'On (→)' });
  const last = button(icon('end'), () => app.show(lastOf(app.session.node)), {
    'aria-label': 'End of the game',
    title: 'End (End)',
  });
  const flip = button(icon('flip'), () => app.flip(), {
    'aria-label': 'Flip the board',
    title: 'Flip the board (f)',
  });
  const remove = button('Delete', () => cut(), {
    class: 'quiet',
    title: 'Delete this turn and what follows it',
  });
  const raise = button('Make main line', () => lift(), { class: 'quiet' });
  const tools = h('div', { class: 'line-tools' }, raise, remove);
  fill(place, h('div', { class: 'way' }, first, before, next, last, flip), list, tools);

  let shown: GameNode | undefined;
  let buttons = new Map<GameNode, HTMLElement>();

  function cut(): void {
    const { node } = app.session;
    if (node.parent === undefined) return;
    removeNode(node);
    app.session.load(app.session.tree, node.parent);
  }

  function lift(): void {
    promote(app.session.node);
    app.session.touch();
  }

  /** The turn as a button; what is pushed stands in the colour of pushes. */
  function turnButton(node: GameNode): HTMLElement {
    const slash = node.san.lastIndexOf('/');
    const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? '').join('');
    const parts =
      slash < 0
        ? [node.san]
        : [node.san.slice(0, slash), h('span', { class: 'push-part' }, node.san.slice(slash))];
    const element = h('button', { type: 'button', class: 'turn' }, ...parts, glyphs);
    element.addEventListener('click', () => app.show(node));
    buttons.set(node, element);
    return element;
  }

  /** What people have written; an engine's notes stand beside the turn. */
  function commentOf(texts: readonly string[]): HTMLElement | undefined {
    const text = texts
      .filter((each) => shortNote(each) === undefined)
      .map(readableComment)
      .filter((each) => each !== '')
      .join(' ');
    return text === '' ? undefined : h('span', { class: 'comment' }, text);
  }

  function cell(node: GameNode): HTMLElement {
    const [full] = node.comments.filter((each) => shortNote(each));
    const note = full === undefined ? undefined : h('small', { title: full }, shortNote(full));
    return h('span', { class: 'cell' }, turnButton(node), note);
  }

  /** A variation in running text, its own variations in brackets. */
  function variation(start: GameNode): (HTMLElement | string)[] {
    const parts: (HTMLElement | string)[] = [];
    let needsNumber = true;
    const before = commentOf(start.before);
    if (before !== undefined) parts.push(before);
    for (let node: GameNode | undefined = start; node !== undefined; node = node.children[0]) {
      if (needsNumber || node.side === WHITE) parts.push(h('span', { class: 'number' }, numberText(node)));
      parts.push(turnButton(node));
      const comment = commentOf(node.comments);
      if (comment !== undefined) parts.push(comment);
      const brothers =
        node !== start && node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
      for (const brother of brothers)
        parts.push(h('span', { class: 'inner' }, '(', ...variation(brother), ')'));
      const after = commentOf(node.after);
      if (after !== undefined) parts.push(after);
      needsNumber = comment !== undefined || brothers.length > 0 || after !== undefined;
    }
    return parts;
  }

  function draw(): void {
    const { tree } = app.session;
    buttons = new Map();
    const rows: HTMLElement[] = [];
    const opening = commentOf(tree.root.comments);
    if (opening !== undefined) rows.push(h('p', { class: 'between' }, opening));
    let row: HTMLElement | undefined;
    for (let node = tree.root.children[0]; node !== undefined; node = node.children[0]) {
      if (row === undefined || node.side === WHITE) {
        row = h('div', { class: 'row' }, h('span', { class: 'number' }, `${node.number}.`));
        if (node.side !== WHITE) row.append(h('span', { class: 'gap' }, '…'));
        rows.push(row);
      }
      row.append(cell(node));
      const comment = commentOf(node.comments);
      const brothers = node.parent?.children.slice(1) ?? [];
      const between = [
        comment,
        ...brothers.map((brother) => h('p', { class: 'variation' }, ...variation(brother))),
        commentOf(node.after),
      ].filter((part) => part !== undefined);
      if (between.length > 0) {
        rows.push(h('div', { class: 'between' }, ...between));
        row = undefined;
      }
    }
    if (tree.result !== '*')
      rows.push(h('p', { class: 'result' }, tree.result.replace('1/2-1/2', '½–½').replace('-', '–')));
    if (rows.length === 0) rows.push(h('p', { class: 'empty' }, 'No turn has been played yet.'));
    fill(list, ...rows);
  }

  function mark(): void {
    const { node } = app.session;
    if (shown !== undefined) {
      const old = buttons.get(shown);
      old?.classList.remove('current');
      old?.removeAttribute('aria-current');
    }
    shown = node;
    const element = buttons.get(node);
    element?.classList.add('current');
    element?.setAttribute('aria-current', 'true');
    if (element === undefined) list.scrollTop = node.parent === undefined ? 0 : list.scrollTop;
    else scrollTo(element);
  }

  /** Scrolls the list alone, never the page. */
  function scrollTo(element: HTMLElement): void {
    const box = list.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    if (top < box.top) list.scrollTop += top - box.top - 8;
    else if (bottom > box.bottom) list.scrollTop += bottom - box.bottom + 8;
  }

  // Beside a panel that grows the list shrinks.
  new ResizeObserver(() => {
    const element = shown === undefined ? undefined : buttons.get(shown);
    if (element !== undefined) scrollTo(element);
  }).observe(list);

  function update(): void {
    const { node } = app.session;
    draw();
    first.disabled = before.disabled = node.parent === undefined;
    next.disabled = last.disabled = node.children.length === 0;
    const isVariation = !isOnMainLine(node);
    raise.hidden = !isVariation;
    remove.hidden = node.parent === undefined;
    tools.hidden = app.isDuelOn() || node.parent === undefined;
    // Last, when the list has its height.
    mark();
  }

  return { update };
}

/** One turn on (1) or back (-1) from the place that is shown. */
export function step(app: App, direction: number): void {
  const { node } = app.session;
  const next = direction > 0 ? node.children[0] : node.parent;
  if (next !== undefined) app.show(next);
}
