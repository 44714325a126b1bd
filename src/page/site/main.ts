/** The page in the browser: puts its parts together and tells each of them what has happened. */
import { BLACK, type Colour, opposite, WHITE } from '../../rules/board.ts';
import { formatFen, parseFen } from '../../rules/fen.ts';
import { parseTurn } from '../../rules/notation.ts';
import { type PgnGame, pgnStart, readPgn } from '../../rules/pgn.ts';
import { copyPosition, createPosition, playTurn } from '../../rules/position.ts';
import { type Turn, turnFrom, turnTo } from '../../rules/turn.ts';
import { AVALANCHE, type Variant } from '../../rules/variants.ts';
import { createAnalysis } from './analysis.ts';
import { createAnalysisPanel } from './analysis-panel.ts';
import type { App, Tab, View } from './app.ts';
import { type Arrow, createBoardView } from './board-view.ts';
import { byId, oncePerFrame } from './dom.ts';
import { createDuel, type Duel, type DuelEvents, type DuelSettings } from './duel.ts';
import { createEngineClient } from './engine-client.ts';
import { connectWorker } from './engine-wire.ts';
import {
  addTurn,
  branchesTo,
  createTree,
  type GameNode,
  type GameTree,
  lastOf,
  nodeAt,
  treeOfPgn,
} from './game-tree.ts';
import { createGamesPanel, openFile } from './games-panel.ts';
import { createHelpDialog } from './help-dialog.ts';
import { levelOf, setupOf } from './levels.ts';
import { createLibrary } from './library.ts';
import { createMovesView, step } from './moves-view.ts';
import { createNotices } from './notices.ts';
import { arrowsOf, betweenHalves, kingInDanger, lastSquares } from './pictures.ts';
import { createPlayPanel } from './play-panel.ts';
import { createPlayers } from './players-view.ts';
import {
  packGame,
  readPreferences,
  type SavedGame,
  savedGame,
  saveGame,
  unpackGame,
  writePreferences,
} from './saved.ts';
import { createSession, type SessionChange } from './session.ts';
import { createSetupPanel } from './setup-panel.ts';
import { createThemeSwitch } from './theme.ts';
import { createTurnBar, sentence } from './turn-bar.ts';
import { colourName, describeBoard } from './words.ts';

const TABS: readonly Tab[] = ['play', 'analyse', 'games', 'setup'];
const SAVE_MS = 250;

function start(): void {
  const preferences = readPreferences();
  const notices = createNotices(byId('notices'));
  const stored = savedGame();
  const hash = new Map([['Hash', String(preferences.hash)]]);
  const engine = createEngineClient(connectWorker, hash, engineChanged, (text) => {
    // It repeats the variant whenever one is chosen.
    if (!/^variant /.test(text)) notices.show({ text: `The engine says: ${text}`, kind: 'fault' });
  });
  const session = createSession(stored?.tree ?? createTree(AVALANCHE), sessionChanged, turnEntered);
  const analysis = createAnalysis(session, engine, preferences.lines, oncePerFrame(engineNews));
  const library = createLibrary({ change: oncePerFrame(() => games.update()), renewed: libraryRenewed });
  let duel: Duel | undefined;
  let tab: Tab = 'play';
  let orientation: Colour = WHITE;
  let saving: ReturnType<typeof setTimeout> | undefined;
  const scratch = createPosition();

  const app: App = {
    session,
    engine,
    analysis,
    library,
    preferences,
    get duel() {
      return duel;
    },
    get tab() {
      return tab;
    },
    get orientation() {
      return orientation;
    },
    mayPlay,
    isDuelOn,
    setTab,
    flip() {
      orientation = opposite(orientation);
      update();
    },
    show(node) {
      if (node !== session.node) session.show(node);
    },
    playLine,
    playTurn: (turn) => turnEntered(turn),
    startDuel,
    openGame,
    importText,
    openListed,
    notify: (notice) => notices.show(notice),
    savePreferences: () => writePreferences(preferences),
    update,
  };

  const board = createBoardView(byId('board'), {
    choose: (kind) => session.choose(kind),
    move: (from, to) => session.move(from, to),
    promote: (kind) => session.promote(kind),
    push: (square) => session.push(square),
    edited: (squares) => setup.edited(squares),
    pressed: (square) => setup.pressed(square),
  });
  const turnBar = createTurnBar(app, byId('turn-bar'));
  const players = createPlayers(app, byId('player-top'), byId('player-bottom'), byId('evaluation-bar'));
  const moves = createMovesView(app, byId('record'));
  const play = createPlayPanel(app, byId('panel-play'));
  const analyse = createAnalysisPanel(app, byId('panel-analyse'));
  const games = createGamesPanel(app, byId('panel-games'));
  const setup = createSetupPanel(
    app,
    byId('panel-setup'),
    () => board,
    () => {
      setTab('play');
      play.offer(true);
    },
  );
  const panels: Readonly<Record<Tab, View>> = { play, analyse, games, setup };

  // ------------------------------------------------------------ what happens

  function sessionChanged(change: SessionChange): void {
    if (change !== 'part') {
      analysis.follow();
      keep();
    }
    update();
  }

  function engineChanged(): void {
    // Whoever waits for an engine that has come back.
    if (engine.state === 'ready') {
      useThreads();
      duel?.resume();
      analysis.follow();
    }
    update();
  }

  /** As many threads as were wanted the last time, if the engine and the browser have them. */
  function useThreads(): void {
    const { threads } = preferences;
    const offered = engine.options.get('Threads')?.max ?? 1;
    if (crossOriginIsolated && threads > 1 && threads <= offered)
      engine.setOption('Threads', String(threads));
  }

  function engineNews(): void {
    if (tab === 'setup') return;
    players.update();
    if (tab === 'analyse') analyse.update();
    drawBoard();
  }

  /** A person has completed a turn. */
  function turnEntered(turn: Turn): void {
    if (!mayPlay()) return;
    if (isDuelOn()) {
      duel?.play(turn);
      return;
    }
    // What is played behind the end of a game makes it a game to look at.
    if (duel !== undefined && session.node === duel.live()) duel = undefined;
    session.play(turn);
  }

  function duelEvents(): DuelEvents {
    return {
      change: update,
      tick: () => players.update(),
      answer(turn) {
        const between = betweenHalves(session.position, turn);
        if (between !== undefined) board.showHalf(between.squares, [turnFrom(turn), turnTo(turn)]);
      },
      over() {
        keep();
        update();
      },
    };
  }

  // ------------------------------------------------------------ what can be done

  function isDuelOn(): boolean {
    return duel !== undefined && duel.result === undefined;
  }

  function mayPlay(): boolean {
    if (tab === 'setup' || session.entry.stage === 'over') return false;
    return duel === undefined || duel.result !== undefined || duel.mayPlay();
  }

  function setTab(next: Tab): void {
    if (next === tab) return;
    if (tab === 'setup') setup.close();
    tab = next;
    if (tab === 'setup') {
      analysis.toggle(false);
      setup.open();
    }
    update();
  }

  function playLine(turns: readonly string[]): void {
    if (isDuelOn()) return;
    copyPosition(session.position, scratch);
    let { node } = session;
    for (const text of turns) {
      const turn = parseTurn(scratch, text);
      if (!turn.ok) break;
      node = addTurn(session.tree, node, turn.value, scratch);
      playTurn(scratch, turn.value);
    }
    session.load(session.tree, node);
  }

  function startDuel(settings: DuelSettings, variant: Variant, fen: string): void {
    const tree = createTree(variant, fen);
    const rival = `Serac (${setupOf(levelOf(settings.level), engine.options).text})`;
    const today = new Date();
    const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()];
    tree.tags = new Map([
      ['Event', 'Game against Serac'],
      ['Date', date.map((part) => String(part).padStart(2, '0')).join('.')],
      ['White', settings.human === WHITE ? 'You' : rival],
      ['Black', settings.human === BLACK ? 'You' : rival],
    ]);
    analysis.toggle(false);
    openGame(tree, tree.root, 'A new game has begun.');
    engine.newGame();
    orientation = settings.human;
    duel = createDuel(session, engine, settings, duelEvents());
    setTab('play');
    duel.resume();
    keep();
    update();
  }

  function openGame(tree: GameTree, node: GameNode, news: string): void {
    const isWorthKeeping = session.tree.root.children.length > 0 && library.selected < 0;
    const before = packGame(present());
    leaveDuel();
    library.selected = -1;
    session.load(tree, node);
    if (isWorthKeeping) {
      const action = { label: 'Bring the last one back', run: () => bringBack(before) };
      notices.show({ text: news, kind: 'news', action });
    }
  }

  function leaveDuel(): void {
    duel?.end();
    duel = undefined;
    analysis.stopSweep();
  }

  function present(): SavedGame {
    return { tree: session.tree, node: session.node, duel: duel?.record(), isFlipped: orientation === BLACK };
  }

  function bringBack(text: string): void {
    const game = unpackGame(text);
    if (game !== undefined) restore(game);
  }

  function restore(game: SavedGame): void {
    leaveDuel();
    library.selected = -1;
    orientation = game.isFlipped ? BLACK : WHITE;
    session.load(game.tree, game.node);
    if (game.duel !== undefined) {
      duel = createDuel(session, engine, game.duel, duelEvents());
      duel.resume();
    }
    update();
  }

  // ------------------------------------------------------------ records

  function importText(text: string, name: string): boolean {
    const trimmed = text.trim();
    if (trimmed === '') {
      notices.show({ text: `${name}: there is nothing to read.`, kind: 'fault' });
      return false;
    }
    if (/^[^\s[/]+\/[^\s/]+\/[^\n]*$/.test(trimmed)) return importFen(trimmed);
    const reader = readPgn(text);
    const first = reader.next();
    const second = first.done ? first : reader.next();
    if (first.done) {
      notices.show({ text: `${name}: no game was found in it.`, kind: 'fault' });
      return false;
    }
    if (second.done) return openRecord(first.value, `${name}: the game is on the board.`, name);
    library.open(chain([first.value, second.value], reader), name);
    setTab('games');
    return true;
  }

  function importFen(text: string): boolean {
    const { variant } = session.tree;
    const parsed = parseFen(text, variant);
    if (!parsed.ok) {
      notices.show({ text: sentence(parsed.error), kind: 'fault' });
      return false;
    }
    const tree = createTree(variant, formatFen(parsed.value));
    openGame(tree, tree.root, `The position is on the board, as ${variant.title}.`);
    return true;
  }

  /** A game without a fault comes on the board; of another one is said what is wrong with it. */
  function openRecord(game: PgnGame, news: string, name: string): boolean {
    const { error } = game;
    if (error === undefined) {
      const tree = treeOfPgn(game);
      openGame(tree, tree.root, news);
      return true;
    }
    const text = `${name}, line ${error.line}: ${error.message}. The game on the board stays.`;
    const isReadable = pgnStart(game).ok && game.line.turns.length > 0;
    const openPart = (): void => {
      const tree = treeOfPgn(game);
      openGame(tree, lastOf(tree.root), 'The turns before the fault are on the board.');
    };
    notices.show({
      text,
      kind: 'fault',
      ...(isReadable ? { action: { label: 'Show the turns before it', run: openPart } } : {}),
    });
    return false;
  }

  function openListed(index: number): void {
    const game = library.games[index];
    if (game === undefined) return;
    if (openRecord(game, 'The game is on the board.', `Game ${index + 1}`)) {
      library.selected = index;
      if (library.watched !== undefined) session.show(lastOf(session.tree.root));
    }
    games.update();
  }

  /** The watched file has changed: the game that is followed goes on, or another one begins. */
  function libraryRenewed(): void {
    if (isDuelOn() || tab === 'setup') return;
    if (library.selected < 0) {
      if (library.games.length > 0) openListed(0);
      return;
    }
    const game = library.games[library.selected];
    if (game === undefined || game.error !== undefined) return;
    const isAtEnd = session.node.children.length === 0;
    const place = branchesTo(session.node);
    const tree = treeOfPgn(game);
    session.load(tree, isAtEnd ? lastOf(tree.root) : nodeAt(tree, place));
  }

  // ------------------------------------------------------------ drawing

  function update(): void {
    for (const each of TABS) {
      const isShown = each === tab;
      const handle = byId(`tab-${each}`);
      handle.setAttribute('aria-selected', String(isShown));
      handle.tabIndex = isShown ? 0 : -1;
      byId(`panel-${each}`).hidden = !isShown;
    }
    document.body.dataset.tab = tab;
    if (tab !== 'setup') drawBoard();
    turnBar.update();
    players.update();
    moves.update();
    panels[tab].update();
    const { node } = session;
    byId('board-text').textContent = describeBoard(session.entry.squares);
    byId('announcer').textContent = node.parent === undefined ? '' : `${colourName(node.side)}: ${node.san}`;
  }

  function drawBoard(): void {
    const { entry, node } = session;
    const last = lastSquares(node);
    const isEntering = entry.moved !== undefined;
    board.show({
      entry,
      orientation,
      isOpen: mayPlay(),
      armed: session.armed,
      lastMove: isEntering ? [] : last.move,
      lastPush: isEntering ? [] : last.push,
      king: kingInDanger(session),
      arrows: isEntering ? [] : arrows(),
      fen: formatFen(session.position),
    });
  }

  function arrows(): Arrow[] {
    const { position, node } = session;
    const hint = duel?.hint;
    if (hint?.node === node) return arrowsOf(position, hint.turn, 1);
    if (!analysis.isOn || !preferences.arrows) return [];
    return analysis.lines.flatMap((line, i) =>
      line === undefined ? [] : arrowsOf(position, line.turns[0] ?? '', i + 1),
    );
  }

  // ------------------------------------------------------------ keeping

  function keep(): void {
    saving ??= setTimeout(save, SAVE_MS);
  }

  function save(): void {
    clearTimeout(saving);
    saving = undefined;
    saveGame(present());
  }

  window.addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) save();
  });

  // ------------------------------------------------------------ hands

  const help = createHelpDialog(byId('help') as HTMLDialogElement);
  byId('open-help').addEventListener('click', () => help.open());
  const introduction = byId('introduction');
  introduction.hidden = preferences.knowsTurns;
  byId('introduction-close').addEventListener('click', () => {
    introduction.hidden = true;
    preferences.knowsTurns = true;
    writePreferences(preferences);
  });
  byId('introduction-more').addEventListener('click', () => help.open());
  createThemeSwitch(byId('theme'), preferences.theme, (theme) => {
    preferences.theme = theme;
    writePreferences(preferences);
  });
  listenToTabs(app);
  listenToKeys(app);
  listenToFiles(app);

  if (stored !== undefined) restore(stored);
  update();
  void followAddress(app);
}

function* chain(first: readonly PgnGame[], rest: Iterable<PgnGame>): Generator<PgnGame, void, void> {
  yield* first;
  yield* rest;
}

function listenToTabs(app: App): void {
  for (const tab of TABS) {
    const handle = byId(`tab-${tab}`);
    handle.addEventListener('click', ({ detail }) => {
      app.setTab(tab);
      // Who has used the mouse means the game when pressing an arrow key, not the tabs.
      if (detail > 0) handle.blur();
    });
  }
  byId('tabs').addEventListener('keydown', (event) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(app.tab) + direction + TABS.length) % TABS.length];
    app.setTab(next);
    byId(`tab-${next}`).focus();
  });
}

/** Keys for the whole page, unless a field or a dialog takes them. */
function listenToKeys(app: App): void {
  const { session } = app;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(app, -1),
    ArrowRight: () => step(app, 1),
    ArrowUp: () => app.show(session.tree.root),
    Home: () => app.show(session.tree.root),
    ArrowDown: () => app.show(lastOf(session.node)),
    End: () => app.show(lastOf(session.node)),
    Escape: () => void session.back(),
    f: () => app.flip(),
    ' ': () => {
      if (!app.isDuelOn() && app.tab !== 'setup') app.analysis.toggle();
    },
  };
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') !== null)
      return;
    if (target.matches('input:not([type=checkbox]), textarea, select') && event.key !== 'Escape') return;
    if (event.key === ' ' && target.matches('button, input, [role=switch]')) return;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Files that are dropped on the page, texts that are pasted outside of a field. */
function listenToFiles(app: App): void {
  const { body } = document;
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    body.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) body.classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    body.classList.remove('dropping');
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (file !== undefined) void openFile(app, file);
    else if (text !== '') app.importText(text, 'The dropped text');
  });
  document.addEventListener('paste', (event) => {
    if ((event.target as HTMLElement).matches('input, textarea')) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() !== '') app.importText(text, 'The clipboard');
  });
}

/** What our server was asked to show. */
async function followAddress(app: App): Promise<void> {
  if (location.hash === '#watch') {
    app.setTab('games');
    app.library.watch('watched.pgn');
  } else if (location.hash === '#open') {
    const answer = await fetch('opened.pgn');
    if (answer.ok) app.importText(await answer.text(), 'The file');
  }
}

start();
