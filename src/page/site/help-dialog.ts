/** How a turn goes, told in three pictures. */
import { Chessground } from '@lichess-org/chessground';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { button, fill, h } from './dom.ts';

interface Lesson {
  readonly title: string;
  readonly text: string;
  readonly fen: string;
  readonly arrows: readonly (readonly [from: string, to: string, brush: 'move' | 'push' | 'loss'])[];
  readonly lit: readonly (readonly [square: string, look: string])[];
}

const LESSONS: readonly Lesson[] = [
  {
    title: 'Move, then push',
    text: 'Make an ordinary chess move. Then push one of your opponent’s pawns one square straight ahead, towards you, onto an empty square. Both halves are one turn, and the push must be made if any enemy pawn can go.',
    fen: 'rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR',
    arrows: [
      ['e2', 'e4', 'move'],
      ['d7', 'd6', 'push'],
    ],
    lit: [
      ['e2', 'last-move'],
      ['e4', 'last-move'],
      ['d7', 'last-push'],
      ['d6', 'last-push'],
    ],
  },
  {
    title: 'Mind your own king',
    text: 'The push comes last, and it can go wrong: if it leaves your own king attacked, you have lost at once. Here the pawn that White pushes attacks White’s king. Such pushes are marked red, and the page asks twice.',
    fen: '4k3/pp6/8/8/2N5/8/5p1P/4K3',
    arrows: [['f3', 'f2', 'loss']],
    lit: [
      ['f3', 'last-push'],
      ['f2', 'last-push'],
      ['e1', 'check lost'],
    ],
  },
  {
    title: 'A pawn pushed all the way',
    text: 'If your pawn is pushed to its last rank, your next turn begins with a choice: queen, rook, bishop or knight. If the new piece attacks the enemy king, you have won on the spot. So think twice before you push a pawn home.',
    fen: 'P5k1/5ppp/8/8/8/7P/r4PP1/6K1',
    arrows: [['a7', 'a8', 'push']],
    lit: [
      ['a7', 'last-push'],
      ['a8', 'pending'],
    ],
  },
];

const MORE: readonly string[] = [
  'A player in check must get out of it with the move; a push cannot save the king.',
  'Check and mate are judged after the whole turn: a push can give mate, or spoil one.',
  'A pushed pawn never captures and never goes two squares. There is no en passant.',
  'If no enemy pawn can be pushed, the turn ends after the move.',
  'Balanced Avalanche: White’s very first turn is a move without a push. Reversed Avalanche: Black’s king starts on d8.',
];

const KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'one turn back or on'],
  ['↑ ↓', 'start and end of the game'],
  ['Esc', 'take back the half-made turn'],
  ['f', 'flip the board'],
  ['Space', 'engine on or off'],
];

export interface HelpDialog {
  open(): void;
}

export function createHelpDialog(dialog: HTMLDialogElement): HelpDialog {
  let isFilled = false;

  function build(): void {
    const boards = LESSONS.map(() => h('div', { class: 'small-board' }));
    fill(
      dialog,
      h(
        'header',
        {},
        h('h2', { id: 'help-title' }, 'How a turn goes'),
        button('✕', () => dialog.close(), { 'aria-label': 'Close' }),
      ),
      h(
        'div',
        { class: 'lessons' },
        ...LESSONS.map(({ title, text }, i) =>
          h('section', {}, boards[i], h('h3', {}, `${i + 1}. ${title}`), h('p', {}, text)),
        ),
      ),
      h('ul', {}, ...MORE.map((text) => h('li', {}, text))),
      h('dl', { class: 'keys' }, ...KEYS.flatMap(([key, text]) => [h('dt', {}, key), h('dd', {}, text)])),
      h(
        'p',
        { class: 'note' },
        'In records a turn is written with a slash: e4/d6 is the move e4 and the push of a pawn to d6.',
      ),
      h(
        'p',
        { class: 'note' },
        'Serac is free software under the GPL, version 3 or later. The board is chessground by the lichess developers, the pieces are by Colin M. L. Burnett, both under the GPL too.',
      ),
    );
    LESSONS.forEach((lesson, i) => {
      drawLesson(lesson, boards[i]);
    });
  }

  return {
    open() {
      dialog.showModal();
      // Boards have to have a size when they are made.
      if (!isFilled) build();
      isFilled = true;
    },
  };
}

function drawLesson({ fen, arrows, lit, title }: Lesson, place: HTMLElement): void {
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', title);
  const shapes: DrawShape[] = arrows.map(([from, to, brush]) => ({
    orig: from as Key,
    dest: to as Key,
    brush,
  }));
  Chessground(place, {
    fen,
    viewOnly: true,
    coordinates: false,
    animation: { enabled: false },
    highlight: { custom: new Map(lit.map(([square, look]) => [square as Key, look])) },
    drawable: {
      autoShapes: shapes,
      brushes: {
        move: { key: 'move', color: '#0b7d68', opacity: 0.95, lineWidth: 12 },
        push: { key: 'push', color: '#d9650a', opacity: 0.95, lineWidth: 12 },
        loss: { key: 'loss', color: '#c62828', opacity: 0.95, lineWidth: 12 },
        green: { key: 'g', color: '#2f6fb5', opacity: 0.9, lineWidth: 10 },
        red: { key: 'r', color: '#b3261e', opacity: 0.9, lineWidth: 10 },
        blue: { key: 'b', color: '#6a3fb0', opacity: 0.9, lineWidth: 10 },
        yellow: { key: 'y', color: '#c79100', opacity: 0.9, lineWidth: 10 },
      },
    },
  });
}
