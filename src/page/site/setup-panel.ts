/** The position editor: pieces put, moved and thrown off the board, and what else a FEN says. */
import { BLACK, type Colour, EMPTY, RIGHT_LETTERS, type Square, WHITE } from '../../rules/board.ts';
import { formatFen, parseFen } from '../../rules/fen.ts';
import type { Position } from '../../rules/position.ts';
import { AVALANCHE, VARIANTS, type Variant, variantOf } from '../../rules/variants.ts';
import type { App, View } from './app.ts';
import { type BoardView, piecesText } from './board-view.ts';
import { button, fill, h, labelled, segments, select } from './dom.ts';
import { createTree } from './game-tree.ts';
import { sentence } from './turn-bar.ts';
import { COLOUR_CLASSES, KINDS } from './words.ts';

/** A piece, EMPTY to take pieces off, -1 to move them about. */
type Tool = number;

const HAND: Tool = -1;
const RIGHT_NAMES = [
  'White with the h-rook',
  'White with the a-rook',
  'Black with the h-rook',
  'Black with the a-rook',
];

export interface SetupPanel extends View {
  readonly isOpen: boolean;
  /** Begins with the position on the board. */
  open(): void;
  close(): void;
  edited(squares: Uint8Array): void;
  pressed(square: Square): void;
}

export function createSetupPanel(
  app: App,
  place: HTMLElement,
  board: () => BoardView,
  playFrom: () => void,
): SetupPanel {
  let isOpen = false;
  let squares = new Uint8Array(64).fill(EMPTY);
  let side: Colour = WHITE;
  let rights = 0;
  let counters = '0 1';
  let variant: Variant = AVALANCHE;
  let tool: Tool = HAND;
  let drawnFor: Colour | undefined;

  const fen = h('input', { type: 'text', 'aria-label': 'FEN', spellcheck: 'false', autocomplete: 'off' });
  const verdict = h('p', { class: 'note', role: 'status' });
  const palette = h('div', {
    class: 'palette',
    role: 'radiogroup',
    'aria-label': 'Piece to put on the board',
  });
  const details = h('div', { class: 'stack' });
  const play = button('Play from here', () => use(playFrom), { class: 'primary' });
  const analyse = button('Analyse', () => use(() => app.setTab('analyse')));

  const tools = createTools();
  fill(palette, ...tools.map(([, element]) => element));

  fen.addEventListener('change', () => {
    const text = fen.value.trim();
    const parsed = parseFen(text, variant);
    if (parsed.ok) {
      take(parsed.value);
      drawAll();
    } else {
      verdict.textContent = sentence(parsed.error);
      verdict.classList.add('fault');
    }
  });

  fill(
    place,
    h(
      'div',
      { class: 'stack' },
      h('h2', {}, 'Set up a position'),
      palette,
      h(
        'div',
        { class: 'buttons' },
        button('Start position', () => {
          const start = parseFen(variant.startFen, variant);
          if (start.ok) take(start.value);
          drawAll();
        }),
        button('Clear', () => {
          squares = new Uint8Array(64).fill(EMPTY);
          squares[4] = 5;
          squares[60] = 11;
          rights = 0;
          counters = '0 1';
          drawAll();
        }),
        button('Flip', () => app.flip()),
      ),
      details,
      labelled('FEN', fen),
      verdict,
      h(
        'div',
        { class: 'buttons' },
        play,
        analyse,
        button('Leave', () => app.setTab('play')),
      ),
    ),
  );

  function take(position: Position): void {
    const [, sideText, rightText, , clock, number] = formatFen(position).split(' ');
    squares = Uint8Array.from(position.squares);
    side = sideText === 'w' ? WHITE : BLACK;
    rights = 0;
    for (const letter of rightText) if (letter !== '-') rights |= 1 << RIGHT_LETTERS.indexOf(letter);
    counters = `${clock} ${number}`;
    variant = position.variant;
  }

  function fenText(): string {
    const letters = [...RIGHT_LETTERS].filter((_, bit) => rights & (1 << bit)).join('');
    return `${piecesText(squares)} ${side === WHITE ? 'w' : 'b'} ${letters === '' ? '-' : letters} - ${counters}`;
  }

  function use(then: () => void): void {
    const parsed = parseFen(fenText(), variant);
    if (!parsed.ok) return;
    const tree = createTree(variant, formatFen(parsed.value));
    app.openGame(tree, tree.root, 'The position is on the board.');
    then();
  }

  /** Another position: its details too. */
  function drawAll(): void {
    drawDetails();
    draw();
  }

  function draw(): void {
    for (const [value, element] of tools) element.setAttribute('aria-checked', String(tool === value));
    check();
    drawnFor = app.orientation;
    board().edit(squares, app.orientation, tool !== HAND);
  }

  /** Says what is wrong with the position, if anything is. */
  function check(): void {
    const text = fenText();
    fen.value = text;
    const parsed = parseFen(text, variant);
    play.disabled = analyse.disabled = !parsed.ok;
    verdict.classList.toggle('fault', !parsed.ok);
    if (!parsed.ok) verdict.textContent = sentence(parsed.error.replace(/^FEN: /, ''));
    else
      verdict.textContent =
        'Drag pieces about, off the board to remove them, or choose a piece and press squares.';
  }

  function createTools(): [Tool, HTMLElement][] {
    const faces: [Tool, string, HTMLElement | string][] = [[HAND, 'Move pieces', '✥']];
    for (const colour of [WHITE, BLACK]) {
      for (const kind of [5, 4, 3, 2, 1, 0]) {
        const name = `${COLOUR_CLASSES[colour]} ${KINDS[kind]}`;
        faces.push([
          6 * colour + kind,
          name,
          h('span', { class: 'cg-wrap face' }, h('piece' as 'span', { class: name })),
        ]);
      }
    }
    faces.splice(7, 0, [EMPTY, 'Remove pieces', '✕']);
    return faces.map(([value, name, face]) => {
      const choose = (): void => {
        tool = value;
        draw();
      };
      const element = button(face, choose, { 'aria-label': name, title: name, role: 'radio' });
      if (value >= 0 && value < EMPTY) {
        element.addEventListener('mousedown', (event) => board().dragNew(value, event));
      }
      return [value, element];
    });
  }

  function drawDetails(): void {
    const variants = select(
      VARIANTS.map((each) => [each.name, each.title]),
      variant.name,
      (value) => {
        variant = variantOf(value) ?? AVALANCHE;
        check();
      },
    );
    const sides = segments(
      'side-to-move',
      'To move',
      [
        ['0', 'White'],
        ['1', 'Black'],
      ],
      String(side),
      (value) => {
        side = value === '0' ? WHITE : BLACK;
        check();
      },
    );
    const castling = h(
      'fieldset',
      { class: 'checks' },
      h('legend', {}, 'Castling'),
      ...RIGHT_NAMES.map((name, bit) => {
        const input = h('input', {
          type: 'checkbox',
          checked: (rights & (1 << bit)) !== 0,
          'aria-label': name,
        });
        input.addEventListener('change', () => {
          rights ^= 1 << bit;
          check();
        });
        return h('label', { class: 'check', title: name }, input, h('span', {}, RIGHT_LETTERS[bit]));
      }),
    );
    fill(details, labelled('Variant', variants), h('div', { class: 'pair' }, sides, castling));
  }

  return {
    get isOpen() {
      return isOpen;
    },
    open() {
      isOpen = true;
      tool = HAND;
      take(app.session.position);
      drawAll();
    },
    close() {
      isOpen = false;
    },
    edited(pieces) {
      squares = Uint8Array.from(pieces);
      check();
    },
    pressed(square) {
      if (tool === HAND) return;
      squares[square] = squares[square] === tool ? EMPTY : tool;
      draw();
    },
    update() {
      // What happens elsewhere must not touch a field that is being written in, nor a piece in a hand.
      if (isOpen && drawnFor !== app.orientation) draw();
    },
  };
}
