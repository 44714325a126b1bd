/** Under the board: which part of the turn comes next, in words, and the same as buttons and as text to type. */
import { opposite, squareName, WHITE } from '../../rules/board.ts';
import { mover } from '../../rules/position.ts';
import { parseSan } from '../../rules/san.ts';
import type { App, View } from './app.ts';
import { button, fill, h } from './dom.ts';
import type { Stage } from './half-turn.ts';
import { colourName, pushText, resultOf, resultText, warningText } from './words.ts';

export function createTurnBar(app: App, place: HTMLElement): View {
  const steps = h('ol', { class: 'steps', 'aria-label': 'Parts of the turn' });
  const message = h('p', { class: 'message', role: 'status', 'aria-live': 'polite' });
  const options = h('div', { class: 'options' });
  const field = h('input', {
    type: 'text',
    class: 'typed',
    placeholder: 'or type: e4/d6',
    'aria-label': 'Type a turn',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  });
  const form = h('form', { class: 'typing' }, field);
  fill(place, h('div', { class: 'guide' }, steps, message), options, form);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!app.mayPlay() || field.value.trim() === '') return;
    const turn = parseSan(app.session.position, field.value.trim());
    if (turn.ok) {
      field.value = '';
      app.playTurn(turn.value);
    } else {
      app.notify({ text: sentence(turn.error), kind: 'fault' });
    }
  });

  function update(): void {
    const { session } = app;
    drawSteps(session.entry.stage);
    message.textContent = text();
    message.classList.toggle('warning', session.armed !== undefined);
    drawOptions();
    form.hidden = !app.mayPlay() || isDecided();
    field.placeholder = `or type: ${example()}`;
  }

  /** Is this where a game against the engine has ended? */
  function isDecided(): boolean {
    const { duel, session } = app;
    return duel?.result !== undefined && duel.live() === session.node;
  }

  function example(): string {
    const { entry } = app.session;
    if (entry.stage === 'choice') return `${squareName(entry.pendingSquare)}=N/…`;
    return entry.hasPush ? 'e4/d6' : 'e4';
  }

  function drawSteps(stage: Stage): void {
    const { entry } = app.session;
    const names: [Stage[], string][] = [
      [['move', 'promotion'], 'Move'],
      [['push'], 'Push'],
    ];
    if (entry.pendingSquare >= 0) names.unshift([['choice'], 'Choose']);
    const current = names.findIndex(([stages]) => stages.includes(stage));
    const isActive = current >= 0 && !isDecided() && (app.mayPlay() || app.isDuelOn());
    steps.hidden = !isActive;
    fill(
      steps,
      ...names.map(([stages, name], i) =>
        h(
          'li',
          {
            class: `${stages[0]} ${i < current ? 'past' : i === current ? 'present' : 'future'}`,
            'aria-current': i === current ? 'step' : undefined,
          },
          name,
        ),
      ),
    );
  }

  function text(): string {
    const { session, duel } = app;
    if (app.tab === 'setup') return 'The position is being set up.';
    const { entry } = session;
    const side = colourName(entry.side);
    const other = colourName(opposite(entry.side));
    if (duel?.result !== undefined && isDecided()) return resultText(duel.result);
    const ended = resultOf(session.outcome);
    if (ended !== undefined && entry.stage === 'over') return resultText(ended);
    if (app.isDuelOn() && !app.mayPlay()) {
      if (duel?.live() !== session.node)
        return 'An earlier position of the game. Press End to go back to it.';
      return app.engine.state === 'failed' ? 'The engine has stopped.' : 'Serac is thinking…';
    }
    const draw = ended === undefined ? '' : `${resultText(ended)} You may play on. `;
    if (session.armed !== undefined) return warningText(session.armed, entry.side);
    switch (entry.stage) {
      case 'choice':
        return `${draw}${app.isDuelOn() ? 'Your' : `${side}’s`} pawn was pushed to ${squareName(entry.pendingSquare)}: choose what it becomes.`;
      case 'promotion':
        return `${draw}Choose what the pawn becomes.`;
      case 'push':
        return `${draw}Now push one of ${other}’s pawns a square ahead: press a lit one.`;
      default: {
        const isOwn = app.isDuelOn();
        const check = isChecked() ? `${isOwn ? 'You are' : `${side} is`} in check. ` : '';
        return `${draw}${check}${isOwn ? 'Your turn' : `${side} to move`}: ${moveText()}`;
      }
    }
  }

  function moveText(): string {
    const { entry, tree } = app.session;
    if (entry.hasPush) return 'make a move, then push an enemy pawn.';
    return tree.variant.balanced && entry.side === WHITE
      ? 'make a move. White’s first turn has no push.'
      : 'make a move. No pawn can be pushed.';
  }

  function isChecked(): boolean {
    return mover(app.session.position).inCheck();
  }

  function drawOptions(): void {
    const { session } = app;
    const { entry, armed } = session;
    const isOpen = app.mayPlay();
    const pushes = isOpen ? entry.pushes : [];
    const buttons = pushes.map((push) =>
      button(squareName(push.to), () => session.push(push.from), {
        'aria-label': pushText(push),
        title: pushText(push),
        class: `push-option${push.danger === undefined ? '' : ' losing'}${armed?.from === push.from ? ' armed' : ''}`,
      }),
    );
    const canGoBack = isOpen && entry.back() !== undefined;
    const back = canGoBack
      ? button('Take back', () => void session.back(), {
          class: 'quiet',
          title: 'Take this part of the turn back (Esc)',
        })
      : undefined;
    fill(options, ...buttons, back);
    options.hidden = buttons.length === 0 && back === undefined;
  }

  return { update };
}

export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
