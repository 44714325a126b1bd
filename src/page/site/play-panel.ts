/** Playing against the engine: what is asked for before a game, and what can be done during it. */
import { BLACK, WHITE } from '../../rules/board.ts';
import { formatFen } from '../../rules/fen.ts';
import { parseTurn } from '../../rules/notation.ts';
import { formatSan } from '../../rules/san.ts';
import { AVALANCHE, VARIANTS, variantOf } from '../../rules/variants.ts';
import type { App, View } from './app.ts';
import { button, fill, h, labelled, segments, select } from './dom.ts';
import type { Duel, TimeRule } from './duel.ts';
import { LEVELS, levelOf, setupOf } from './levels.ts';
import type { Preferences } from './saved.ts';
import { resultText, variantNote } from './words.ts';

const MINUTES: readonly (readonly [string, string])[] = ['1', '3', '5', '10', '15', '30', '60'].map((n) => [
  n,
  `${n} min`,
]);
const INCREMENTS: readonly (readonly [string, string])[] = ['0', '1', '2', '3', '5', '10', '30'].map((n) => [
  n,
  `+${n} s`,
]);
const SECONDS: readonly (readonly [string, string])[] = ['0.1', '0.5', '1', '2', '5', '10', '30'].map((n) => [
  n,
  `${n} s`,
]);

export interface PlayPanel extends View {
  /** Shows the form for a new game; from the position on the board if wanted. */
  offer(fromBoard: boolean): void;
}

export function createPlayPanel(app: App, place: HTMLElement): PlayPanel {
  /** The form is shown though there is a game. */
  let isOffering = false;
  let fromBoard = false;
  let drawn = '';
  let levels: HTMLSelectElement | undefined;

  function offer(isFromBoard: boolean): void {
    isOffering = true;
    fromBoard = isFromBoard;
    drawn = '';
    update();
  }

  function update(): void {
    const { duel } = app;
    if (duel === undefined || isOffering) drawForm();
    else drawDuel(duel);
  }

  // ------------------------------------------------------------ the form

  function drawForm(): void {
    // Drawn anew it would lose the focus, and a press that is under way.
    const key = `form ${fromBoard} ${isOffering && app.duel !== undefined} ${app.preferences.time.kind}`;
    if (drawn === key) {
      nameLevels();
      return;
    }
    drawn = key;
    const { preferences } = app;
    const note = h('p', { class: 'note' });
    const setNote = (): void => {
      note.textContent = variantNote(variantOf(preferences.variant) ?? AVALANCHE);
    };
    setNote();
    const variant = select(
      VARIANTS.map((each) => [each.name, each.title]),
      preferences.variant,
      (value) => {
        preferences.variant = value;
        setNote();
      },
    );
    levels = select(
      LEVELS.map((each) => [each.id, each.name]),
      levelOf(preferences.level).id,
      (value) => {
        preferences.level = value;
      },
    );
    nameLevels();
    const side = segments(
      'side',
      'You play',
      [
        ['white', 'White'],
        ['random', 'Either'],
        ['black', 'Black'],
      ],
      preferences.side,
      (value) => {
        preferences.side = value as Preferences['side'];
      },
    );
    const isDuel = app.duel !== undefined;
    const form = h(
      'form',
      { class: 'stack' },
      h('h2', {}, fromBoard ? 'Play from this position' : 'New game against Serac'),
      h(
        'div',
        { class: 'pair' },
        fromBoard ? undefined : labelled('Variant', variant),
        labelled('Strength', levels),
      ),
      fromBoard ? undefined : note,
      side,
      timeControls(),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'submit', class: 'primary' }, 'Start the game'),
        isDuel || fromBoard
          ? button('Cancel', () => {
              isOffering = false;
              fromBoard = false;
              drawn = '';
              update();
            })
          : undefined,
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      begin();
    });
    fill(place, form);
  }

  /** The ratings of the levels are known as soon as the engine has told its options. */
  function nameLevels(): void {
    LEVELS.forEach((level, i) => {
      const option = levels?.options[i];
      const { text } = setupOf(level, app.engine.options);
      if (option !== undefined && option.textContent !== text) option.textContent = text;
    });
  }

  function timeControls(): HTMLElement {
    const { preferences } = app;
    const { time } = preferences;
    const change = (rule: TimeRule): void => {
      preferences.time = rule;
      update();
    };
    const kind = segments(
      'time',
      'Time',
      [
        ['turn', 'Per turn'],
        ['clock', 'Clock'],
      ],
      time.kind,
      (value) =>
        change(value === 'turn' ? { kind: 'turn', seconds: 1 } : { kind: 'clock', minutes: 5, increment: 3 }),
    );
    const fields =
      time.kind === 'turn'
        ? [
            labelled(
              'Serac thinks for',
              select(SECONDS, String(time.seconds), (value) => {
                preferences.time = { kind: 'turn', seconds: Number(value) };
              }),
            ),
          ]
        : [
            labelled(
              'Each side has',
              select(MINUTES, String(time.minutes), (value) => setClock({ minutes: Number(value) })),
            ),
            labelled(
              'For each turn',
              select(INCREMENTS, String(time.increment), (value) => setClock({ increment: Number(value) })),
            ),
          ];
    return h('div', { class: 'pair' }, kind, ...fields);
  }

  function setClock(part: { minutes?: number; increment?: number }): void {
    const { time } = app.preferences;
    if (time.kind === 'clock') app.preferences.time = { ...time, ...part };
  }

  function begin(): void {
    const { preferences, session } = app;
    app.savePreferences();
    const { side, level, time } = preferences;
    const human =
      side === 'random' ? (Math.random() < 0.5 ? WHITE : BLACK) : side === 'white' ? WHITE : BLACK;
    const variant = fromBoard ? session.tree.variant : (variantOf(preferences.variant) ?? AVALANCHE);
    const fen = fromBoard ? formatFen(session.position) : variant.startFen;
    isOffering = false;
    fromBoard = false;
    drawn = '';
    app.startDuel({ human, level, time }, variant, fen);
  }

  // ------------------------------------------------------------ the game

  function drawDuel(duel: Duel): void {
    drawn = '';
    const { result, hint, settings } = duel;
    const { text } = setupOf(levelOf(settings.level), app.engine.options);
    const heading = h('h2', {}, result === undefined ? `Playing Serac (${text})` : 'The game is over');
    const body: (HTMLElement | undefined)[] = [heading];
    if (result !== undefined) body.push(h('p', { class: 'verdict' }, resultText(result)));
    if (hint !== undefined && hint.node === app.session.node) {
      const turn = parseTurn(app.session.position, hint.turn);
      if (turn.ok)
        body.push(h('p', { class: 'hint' }, `Hint: ${formatSan(app.session.position, turn.value)}`));
    }
    if (app.engine.state === 'failed') {
      body.push(h('p', { class: 'fault' }, `The engine has stopped: ${app.engine.failure}`));
      body.push(button('Start it again', () => app.engine.restart()));
    }
    const undo = button('Undo', () => duel.undo(), { title: 'Take your last turn back' });
    undo.disabled = !duel.mayUndo();
    const ask = button(duel.isHinting ? 'Looking…' : 'Hint', () => duel.askHint());
    ask.disabled = !duel.mayPlay() || duel.isHinting;
    const going = [undo, ask, button('Resign', () => duel.resign(), { class: 'danger' })];
    const over = [
      button('New game', () => offer(false), { class: 'primary' }),
      button('Analyse it', () => app.setTab('analyse')),
      undo,
    ];
    body.push(h('div', { class: 'buttons' }, ...(result === undefined ? going : over)));
    fill(place, h('div', { class: 'stack' }, ...body));
  }

  return { update, offer };
}
