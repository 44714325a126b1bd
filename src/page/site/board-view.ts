/** The board: pieces, what is lit, arrows, and the fingers on it. Knows what is drawn, not what is played. */
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawBrushes, DrawShape } from '@lichess-org/chessground/draw';
import type { Key, Piece, Pieces, SquareClasses } from '@lichess-org/chessground/types';
import {
  type Colour,
  EMPTY,
  type Kind,
  kindOf,
  opposite,
  type Square,
  squareName,
  squareOf,
  WHITE,
} from '../../rules/board.ts';
import { button, fill, h } from './dom.ts';
import type { HalfTurn, PushOption } from './half-turn.ts';
import { COLOUR_CLASSES, KINDS, kindName } from './words.ts';

export interface Arrow {
  readonly from: Square;
  /** The same square for a ring around it. */
  readonly to: Square;
  readonly kind: 'move' | 'push';
  /** 1 for the best line, fainter for the others. */
  readonly rank: number;
}

export interface Picture {
  readonly entry: HalfTurn;
  readonly orientation: Colour;
  /** May the turn be entered here and now? */
  readonly isOpen: boolean;
  readonly armed: PushOption | undefined;
  /** The two halves of the last turn, for as long as no new one is being entered. */
  readonly lastMove: readonly Square[];
  readonly lastPush: readonly Square[];
  /** The king that stands in check, and what else his square has to say. */
  readonly king: { readonly square: Square; readonly look: 'check' | 'lost' } | undefined;
  readonly arrows: readonly Arrow[];
  /** What `data-fen` says. */
  readonly fen: string;
}

export interface BoardEvents {
  choose(kind: Kind): void;
  move(from: Square, to: Square): void;
  promote(kind: Kind): void;
  push(square: Square): void;
  /** While the board is edited: the pieces have been moved about, or a square was pressed. */
  edited(squares: Uint8Array): void;
  pressed(square: Square): void;
}

export interface BoardView {
  show(picture: Picture): void;
  /** Shows these pieces for a moment, as a turn made in two halves, before whatever `show` has been told. */
  showHalf(squares: Uint8Array, lit: readonly Square[]): void;
  /** The pieces for a person to move about; `isHeld`: the squares are pressed instead. */
  edit(squares: Uint8Array, orientation: Colour, isHeld: boolean): void;
  /** Lets a new piece follow the pointer that has pressed somewhere else. */
  dragNew(piece: number, event: MouseEvent | TouchEvent): void;
}

const HALF_MS = 380;

/** The colours of the two halves of a turn, as in the style sheet. */
const BRUSHES = {
  move: { key: 'move', color: '#0b7d68', opacity: 0.95, lineWidth: 11 },
  push: { key: 'push', color: '#d9650a', opacity: 0.95, lineWidth: 11 },
  otherMove: { key: 'otherMove', color: '#0b7d68', opacity: 0.5, lineWidth: 7 },
  otherPush: { key: 'otherPush', color: '#d9650a', opacity: 0.5, lineWidth: 7 },
  green: { key: 'g', color: '#2f6fb5', opacity: 0.9, lineWidth: 10 },
  red: { key: 'r', color: '#b3261e', opacity: 0.9, lineWidth: 10 },
  blue: { key: 'b', color: '#6a3fb0', opacity: 0.9, lineWidth: 10 },
  yellow: { key: 'y', color: '#c79100', opacity: 0.9, lineWidth: 10 },
} satisfies DrawBrushes;

export function createBoardView(place: HTMLElement, events: BoardEvents): BoardView {
  const ground = h('div', { class: 'ground' });
  const chooser = h('div', { class: 'chooser', role: 'group', hidden: true });
  fill(place, ground, chooser);
  let picture: Picture | undefined;
  /** What stands on the board, unless a hand has changed it since. */
  let drawn: Picture | undefined;
  let isEditing = false;
  let half: ReturnType<typeof setTimeout> | undefined;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  const board: Api = Chessground(ground, {
    autoCastle: false,
    coordinates: true,
    disableContextMenu: true,
    blockTouchScroll: false,
    premovable: { enabled: false },
    animation: { enabled: !calm.matches, duration: 220 },
    highlight: { lastMove: false, check: false },
    drawable: { brushes: BRUSHES, defaultSnapToValidMove: false },
    movable: { free: false, events: { after: (from, to) => moved(squareOf(from), squareOf(to)) } },
    events: {
      change: () => {
        if (isEditing) events.edited(squaresOn(board.state.pieces));
      },
      select: (key) => {
        if (isEditing) events.pressed(squareOf(key));
      },
    },
  });

  function moved(from: Square, to: Square): void {
    drawn = undefined;
    if (isEditing || picture === undefined) return;
    if (picture.entry.stage === 'push') events.push(from);
    else events.move(from, to);
  }

  // A push is one press: on the pawn, or on the square before it.
  let pressed: PushOption | undefined;
  ground.addEventListener('pointerdown', (event) => {
    pressed = event.button === 0 ? pushAt(event) : undefined;
  });
  ground.addEventListener('pointerup', (event) => {
    const push = pushAt(event);
    // Behind chessground's own handlers, which would select the pawn.
    if (push !== undefined && push === pressed) setTimeout(() => events.push(push.from), 0);
    pressed = undefined;
  });

  function pushAt(event: PointerEvent): PushOption | undefined {
    if (isEditing || picture === undefined || !picture.isOpen) return undefined;
    const key = board.getKeyAtDomPos([event.clientX, event.clientY]);
    const square = key === undefined ? -1 : squareOf(key);
    return picture.entry.pushes.find(({ from, to }) => from === square || to === square);
  }

  function show(next: Picture): void {
    picture = next;
    isEditing = false;
    if (half === undefined) draw();
  }

  function draw(): void {
    if (picture === undefined) return;
    board.setAutoShapes(picture.arrows.map(shapeOf));
    // News of the engine must not take a piece out of a hand.
    if (drawn !== undefined && isSame(drawn, picture)) return;
    drawn = picture;
    const { entry, orientation, isOpen, fen } = picture;
    const isPush = entry.stage === 'push';
    const colour = COLOUR_CLASSES[isPush ? opposite(entry.side) : entry.side];
    place.dataset.fen = fen;
    release();
    board.set({
      ...newPieces(entry.squares),
      orientation: COLOUR_CLASSES[orientation],
      turnColor: colour,
      selectable: { enabled: true },
      draggable: { enabled: true, deleteOnDropOff: false },
      movable: {
        free: false,
        ...(isOpen && (isPush || entry.stage === 'move') ? { color: colour } : {}),
        dests: isPush ? destinations(entry.pushes.map((p) => [p.from, [p.to]])) : destinations(entry.moves),
      },
      highlight: { custom: lights(picture) },
    });
    drawChooser(picture);
  }

  /** Lets go of what is held or selected; until a colour is set, nothing can be moved. */
  function release(): void {
    board.cancelMove();
    delete board.state.movable.color;
  }

  /** The FEN of the pieces, if they are not those that stand there. */
  function newPieces(squares: Uint8Array): { fen?: string } {
    const fen = piecesText(squares);
    return fen === board.getFen() ? {} : { fen };
  }

  function drawChooser({ entry, orientation, isOpen }: Picture): void {
    const { stage, side } = entry;
    const isShown = isOpen && (stage === 'choice' || stage === 'promotion');
    const wasShown = !chooser.hidden;
    chooser.hidden = !isShown;
    if (!isShown) return;
    const square = stage === 'choice' ? entry.pendingSquare : (entry.moved?.to ?? 0);
    const file = orientation === WHITE ? square & 7 : 7 - (square & 7);
    const isTop = (square >> 3 === 7) === (orientation === WHITE);
    chooser.style.left = `${12.5 * file}%`;
    chooser.classList.toggle('at-top', isTop);
    chooser.setAttribute('aria-label', `What the pawn on ${squareName(square)} becomes`);
    const options =
      stage === 'choice' ? entry.choices : entry.promotions.map((kind) => ({ kind, wins: false }));
    const buttons = options.map(({ kind, wins }) => {
      const name = kindName(kind);
      const label = wins ? `${name}, wins at once` : name;
      const piece = h(
        'span',
        { class: 'cg-wrap face' },
        h('piece' as 'span', { class: `${COLOUR_CLASSES[side]} ${name}` }),
      );
      return button(piece, () => (stage === 'choice' ? events.choose(kind) : events.promote(kind)), {
        'aria-label': label,
        title: label,
        class: wins ? 'wins' : undefined,
      });
    });
    fill(chooser, ...(isTop ? buttons : buttons.reverse()));
    if (!wasShown) buttons[isTop ? 0 : buttons.length - 1].focus({ preventScroll: true });
  }

  chooser.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const buttons = [...chooser.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[(at + step + buttons.length) % buttons.length].focus();
  });

  function showHalf(squares: Uint8Array, lit: readonly Square[]): void {
    if (calm.matches || document.hidden) return;
    clearTimeout(half);
    drawn = undefined;
    release();
    board.set({
      ...newPieces(squares),
      movable: { dests: new Map() },
      highlight: { custom: new Map(lit.map((square) => [keyOf(square), 'last-move'])) },
    });
    board.setAutoShapes([]);
    half = setTimeout(() => {
      half = undefined;
      draw();
    }, HALF_MS);
  }

  return {
    show,
    showHalf,
    edit(squares, orientation, isHeld) {
      clearTimeout(half);
      half = undefined;
      drawn = undefined;
      isEditing = true;
      chooser.hidden = true;
      release();
      board.set({
        ...newPieces(squares),
        orientation: COLOUR_CLASSES[orientation],
        movable: { free: true, ...(isHeld ? {} : { color: 'both' }), dests: new Map() },
        draggable: { enabled: true, deleteOnDropOff: true },
        selectable: { enabled: !isHeld },
        highlight: { custom: new Map() },
      });
      board.setAutoShapes([]);
    },
    dragNew(piece, event) {
      board.dragNewPiece(pieceOn(piece), event, true);
    },
  };
}

/** Are these the same but for the arrows? */
function isSame(a: Picture, b: Picture): boolean {
  return (
    a.entry === b.entry && a.orientation === b.orientation && a.isOpen === b.isOpen && a.armed === b.armed
  );
}

function keyOf(square: Square): Key {
  return squareName(square) as Key;
}

function destinations(moves: Iterable<readonly [Square, readonly Square[]]>): Map<Key, Key[]> {
  return new Map([...moves].map(([from, targets]) => [keyOf(from), targets.map(keyOf)]));
}

/** The classes of all squares that are lit. */
function lights({ entry, isOpen, armed, lastMove, lastPush, king }: Picture): SquareClasses {
  const classes: SquareClasses = new Map();
  const light = (square: Square, name: string) => {
    const key = keyOf(square);
    const present = classes.get(key);
    classes.set(key, present === undefined ? name : `${present} ${name}`);
  };
  for (const square of lastMove) light(square, 'last-move');
  for (const square of lastPush) light(square, 'last-push');
  if (entry.moved !== undefined) {
    light(entry.moved.from, 'last-move');
    light(entry.moved.to, 'last-move');
  }
  if (entry.stage === 'choice') light(entry.pendingSquare, 'pending');
  for (const { from, to, danger } of isOpen ? entry.pushes : []) {
    light(from, danger === undefined ? 'pushable' : `pushable losing${armed?.from === from ? ' armed' : ''}`);
    light(to, danger === undefined ? 'push-target' : 'push-target losing');
  }
  if (king !== undefined) light(king.square, king.look === 'lost' ? 'check lost' : 'check');
  return classes;
}

function shapeOf({ from, to, kind, rank }: Arrow): DrawShape {
  const brush = rank === 1 ? kind : kind === 'move' ? 'otherMove' : 'otherPush';
  return { orig: keyOf(from), ...(from === to ? {} : { dest: keyOf(to) }), brush };
}

const LETTERS = 'PNBRQKpnbrqk';

/** The pieces' part of a FEN, in the form that chessground writes. */
export function piecesText(squares: Uint8Array): string {
  const ranks: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = '';
    for (let file = 0; file < 8; file++) text += LETTERS[squares[8 * rank + file]] ?? '1';
    ranks.push(text.replace(/1+/g, (gap) => String(gap.length)));
  }
  return ranks.join('/');
}

function squaresOn(pieces: Pieces): Uint8Array {
  const squares = new Uint8Array(64).fill(EMPTY);
  for (const [key, { color, role }] of pieces) {
    const square = squareOf(key);
    if (square >= 0) squares[square] = 6 * COLOUR_CLASSES.indexOf(color) + KINDS.indexOf(role);
  }
  return squares;
}

function pieceOn(piece: number): Piece {
  return { color: COLOUR_CLASSES[piece < 6 ? 0 : 1], role: KINDS[kindOf(piece)] };
}
