/** Records of games: in as files, pasted or dropped, out as PGN and FEN; and the list of a file with many of them. */
import { formatFen } from '../../rules/fen.ts';
import { outcomeOf } from '../../rules/outcome.ts';
import { formatPgn, type PgnGame } from '../../rules/pgn.ts';
import { createPosition } from '../../rules/position.ts';
import type { App, View } from './app.ts';
import { button, fill, h } from './dom.ts';
import { lastOf, pgnOfTree, setPositionTo } from './game-tree.ts';
import { findGames } from './library.ts';
import { resultOf, scoreOf } from './words.ts';

const ROW_HEIGHT = 46;
/** Rows drawn beyond the edges of what is seen. */
const MARGIN = 6;

export function createGamesPanel(app: App, place: HTMLElement): View {
  const chooseFile = h('input', {
    type: 'file',
    accept: '.pgn,.fen,.txt,application/x-chess-pgn,text/plain',
    class: 'hidden-input',
    'aria-label': 'Open a file',
    tabindex: -1,
  });
  chooseFile.addEventListener('change', () => {
    const [file] = chooseFile.files ?? [];
    if (file !== undefined) void openFile(app, file);
    chooseFile.value = '';
  });
  const pasted = h('textarea', {
    rows: 5,
    'aria-label': 'Text of games or of a position',
    placeholder: 'Paste PGN or FEN here',
    spellcheck: 'false',
  });
  const take = button(
    'Load the text',
    () => {
      if (app.importText(pasted.value, 'Pasted games')) pasted.value = '';
    },
    { class: 'primary' },
  );
  const heading = h('h2', {});
  const filter = h('input', {
    type: 'search',
    placeholder: 'Find: a name, 1-0, round…',
    'aria-label': 'Find games',
  });
  const space = h('div', { class: 'game-space' });
  const scroller = h(
    'div',
    { class: 'game-list', tabindex: 0, role: 'listbox', 'aria-label': 'Games' },
    space,
  );
  const list = h('div', { class: 'library stack' }, heading, filter, scroller);
  const close = button('Close the list', () => app.library.close(), { class: 'quiet' });
  const fen = h('input', { type: 'text', readonly: true, 'aria-label': 'FEN of the position' });
  fen.addEventListener('focus', () => fen.select());
  fill(
    place,
    h(
      'div',
      { class: 'stack' },
      list,
      close,
      h('h2', {}, 'Open'),
      h(
        'div',
        { class: 'buttons' },
        button('Open a file…', () => chooseFile.click()),
        chooseFile,
      ),
      pasted,
      h('div', { class: 'buttons' }, take),
      h('h2', {}, 'Keep'),
      h(
        'div',
        { class: 'buttons' },
        button('Copy PGN', () => copy(pgnText(), 'The game is on the clipboard.')),
        button('Save PGN…', () => download('game.pgn', pgnText())),
        button('Copy FEN', () => copy(fen.value, 'The position is on the clipboard.')),
      ),
      fen,
    ),
  );

  /** The game as it stands; its result, if nobody has said one, is that of its last position. */
  function pgnText(): string {
    const { tree } = app.session;
    const game = pgnOfTree(tree);
    const last = createPosition();
    setPositionTo(tree, lastOf(tree.root), last);
    const result = resultOf(outcomeOf(last));
    if (game.result === '*' && result !== undefined) game.result = scoreOf(result);
    return formatPgn(game);
  }

  function copy(text: string, news: string): void {
    navigator.clipboard.writeText(text).then(
      () => app.notify({ text: news, kind: 'news' }),
      () => app.notify({ text: 'The browser does not let us use the clipboard.', kind: 'fault' }),
    );
  }

  // ------------------------------------------------------------ the list

  let found: readonly number[] = [];
  let foundIn: { games: readonly PgnGame[]; length: number; words: string } | undefined;

  function search(): void {
    const { games } = app.library;
    const words = filter.value;
    if (foundIn?.games === games && foundIn.length === games.length && foundIn.words === words) return;
    foundIn = { games, length: games.length, words };
    found = findGames(games, words);
  }

  const rows = new Map<number, { element: HTMLElement; game: PgnGame; isSelected: boolean }>();

  function drawRows(): void {
    const { games, selected } = app.library;
    const first = Math.max(0, Math.floor(scroller.scrollTop / ROW_HEIGHT) - MARGIN);
    const seen = Math.ceil((scroller.clientHeight || 400) / ROW_HEIGHT) + 2 * MARGIN;
    space.style.height = `${found.length * ROW_HEIGHT}px`;
    const wanted = new Map(found.slice(first, first + seen).map((index, i) => [index, first + i]));
    // Rows that stay are not touched: one may be under a finger just now.
    for (const [index, { element, game, isSelected }] of rows) {
      if (wanted.has(index) && games[index] === game && isSelected === (index === selected)) continue;
      element.remove();
      rows.delete(index);
    }
    for (const [index, at] of wanted) {
      let present = rows.get(index);
      if (present === undefined) {
        const isSelected = index === selected;
        present = { element: row(games[index], index, isSelected), game: games[index], isSelected };
        rows.set(index, present);
        space.append(present.element);
      }
      present.element.style.top = `${at * ROW_HEIGHT}px`;
    }
  }

  function row(game: PgnGame, index: number, isSelected: boolean): HTMLElement {
    const { tags, result, error, line } = game;
    const names = `${tags.get('White') ?? 'White'} – ${tags.get('Black') ?? 'Black'}`;
    const details = [
      tags.get('Event'),
      tags.has('Round') ? `round ${tags.get('Round')}` : undefined,
      `${Math.ceil(line.turns.length / 2)} turns`,
      error === undefined ? undefined : `fault in line ${error.line}`,
    ].filter((part) => part !== undefined);
    const element = h(
      'div',
      {
        class: `game-row${isSelected ? ' selected' : ''}${error === undefined ? '' : ' faulty'}`,
        role: 'option',
        id: `game-${index}`,
        'aria-selected': String(isSelected),
      },
      h('span', { class: 'game-number' }, String(index + 1)),
      h('span', { class: 'game-names' }, names, h('small', {}, details.join(' · '))),
      h('span', { class: 'game-result' }, result.replace('1/2-1/2', '½').replace('-', '–')),
    );
    element.addEventListener('click', () => app.openListed(index));
    return element;
  }

  scroller.addEventListener('scroll', drawRows, { passive: true });
  filter.addEventListener('input', () => {
    scroller.scrollTop = 0;
    update();
  });
  scroller.addEventListener('keydown', (event) => {
    const direction = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = found.indexOf(app.library.selected);
    const next = Math.max(0, Math.min(found.length - 1, at < 0 ? 0 : at + direction));
    if (found[next] === undefined) return;
    const top = next * ROW_HEIGHT;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + ROW_HEIGHT - scroller.clientHeight;
    app.openListed(found[next]);
  });

  function update(): void {
    const { library, session } = app;
    fen.value = formatFen(session.position);
    const isOpen = library.games.length > 0 || library.isReading || library.watched !== undefined;
    list.hidden = close.hidden = !isOpen;
    if (!isOpen) return;
    search();
    heading.textContent = title();
    filter.hidden = library.games.length < 6;
    scroller.setAttribute('aria-activedescendant', library.selected < 0 ? '' : `game-${library.selected}`);
    drawRows();
  }

  function title(): string {
    const { name, games, isReading, faults, watched } = app.library;
    const many = games.length === 1 ? '1 game' : `${games.length.toLocaleString('en')} games`;
    const reading = isReading ? ', reading…' : '';
    const faulty = faults === 0 ? '' : `, ${faults} with a fault`;
    if (watched !== undefined && games.length === 0) return `${name}: waiting for the first turn`;
    return `${name}: ${many}${faulty}${reading}`;
  }

  return { update };
}

export async function openFile(app: App, file: File): Promise<void> {
  app.importText(await file.text(), file.name);
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }));
  const link = h('a', { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
