/** The page in a real Chromium, used as a person uses it: playing, taking back, analysing, reading games. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn } from '../src/rules/notation.ts';
import { hasWinningChoice } from '../src/rules/outcome.ts';
import { mover, playTurn, undoTurn } from '../src/rules/position.ts';
import { AVALANCHE, VARIANTS } from '../src/rules/variants.ts';
import {
  choosePiece,
  drag,
  enterTurn,
  fenOf,
  hostVisits,
  lit,
  message,
  nextFen,
  notice,
  openTab,
  paste,
  placeOf,
  positionOf,
  press,
  recordReaches,
  startGame,
  startServer,
  tap,
  turnsShown,
  type Visit,
} from './page-kit.ts';

const { come } = hostVisits();

const START = AVALANCHE.startFen;

describe('a turn', () => {
  test('is a move and a push, each with two presses or one, and is recorded', async () => {
    const { page } = await come();
    await message(page, /^White to move: make a move, then push an enemy pawn/);
    await press(page, 'e2');
    await press(page, 'e4');
    await message(page, /Now push one of Black’s pawns/);
    await expect.poll(() => lit(page, 'pushable').count()).toBe(8);
    await press(page, 'd7');
    await message(page, /^Black to move/);
    await expect.poll(() => turnsShown(page)).toEqual(['e4/d6']);
    await expect.poll(() => lit(page, 'last-move').count()).toBe(2);
    await expect.poll(() => lit(page, 'last-push').count()).toBe(2);
  });

  test('can be dragged, pushed by its button, typed, and be taken back half-way by Escape', async () => {
    const { page } = await come();
    await drag(page, 'g1', 'f3');
    await message(page, /Now push/);
    await page.keyboard.press('Escape');
    await message(page, /^White to move/);
    await expect.poll(() => fenOf(page)).toBe(START);
    await expect.poll(() => lit(page, 'pushable').count()).toBe(0);
    await drag(page, 'e2', 'e4');
    await message(page, /Now push/);
    await drag(page, 'c7', 'c6');
    await message(page, /^Black to move/);
    await press(page, 'g8');
    await press(page, 'f6');
    await page.getByRole('button', { name: 'Push a2 to a3' }).click();
    await message(page, /^White to move/);
    await page.getByLabel('Type a turn').fill('Qh5/h6');
    await page.keyboard.press('Enter');
    await message(page, /^Black to move/);
    await page.getByLabel('Type a turn').fill('Qh4/h6');
    await page.keyboard.press('Enter');
    await notice(page, /Illegal turn "Qh4\/h6"/);
    await expect.poll(() => turnsShown(page)).toEqual(['e4/c6', 'Nf6/a3', 'Qh5/h6']);
  });

  test('that checks its own king is marked, asked about and lost', async () => {
    const { page } = await come();
    await paste(page, '4k3/1p6/8/8/8/5p2/7P/4K3 w - - 0 1');
    await message(page, /^White to move/);
    await press(page, 'h2');
    await press(page, 'h3');
    await message(page, /Now push/);
    await expect.poll(() => lit(page, 'pushable.losing').count()).toBe(1);
    await press(page, 'f3');
    await message(page, /leaves the white king attacked and loses at once/);
    await press(page, 'f3');
    await message(page, /^Black wins: self-check, White’s own push left the white king attacked\.$/);
    await expect.poll(() => lit(page, 'check.lost').count()).toBe(1);
  });

  test('may promote a pawn of its own, which can be taken back too', async () => {
    const { page } = await come();
    await paste(page, 'r3k3/1P6/2p5/8/8/8/8/4K3 w q - 0 1');
    await message(page, /^White to move/);
    await press(page, 'b7');
    await press(page, 'a8');
    await message(page, /Choose what the pawn becomes/);
    await page.keyboard.press('Escape');
    await message(page, /^White to move/);
    await enterTurn(page, 'b7a8r,c6c5');
    await message(page, /^Black is in check\. Black to move/);
    await expect.poll(() => turnsShown(page)).toEqual(['bxa8=R/c5+']);
    await expect.poll(() => lit(page, 'check').count()).toBe(1);
  });

  test('without a pawn to push ends with the move', async () => {
    const { page } = await come();
    await paste(page, '4k3/8/8/8/8/8/7P/4K3 w - - 0 1');
    await message(page, /No pawn can be pushed/);
    await press(page, 'e1');
    await press(page, 'e2');
    await message(page, /^Black to move/);
    await expect.poll(() => turnsShown(page)).toEqual(['Ke2']);
  });
});

describe('a game against the engine', () => {
  for (const [i, variant] of VARIANTS.entries()) {
    test(`of ${variant.title} is played to its end`, async () => {
      const { page } = await come();
      await page.getByRole('button', { name: 'Got it' }).click();
      const isWhite = i !== 1;
      await startGame(page, { variant: variant.title, side: isWhite ? 'White' : 'Black' });
      const random = createRandom(7 + i);
      let plies = 0;
      for (; ; plies++) {
        await page
          .locator(`.verdict, #board[data-fen*=" ${isWhite ? 'w' : 'b'} "]`)
          .first()
          .waitFor();
        if ((await page.locator('.verdict').count()) > 0) break;
        const fen = await fenOf(page);
        await enterTurn(page, await someTurn(page, i, random));
        await nextFen(page, fen);
      }
      const verdict = await page.locator('.verdict').textContent();
      expect(verdict).toMatch(/^(White|Black) wins: |^Draw: /);
      expect(plies).toBeGreaterThan(1);
      const turns = await turnsShown(page);
      if (variant.balanced) expect(turns[0]).not.toContain('/');
      else expect(turns[0]).toContain('/');
      await page.getByRole('button', { name: 'New game' }).waitFor();
    });
  }

  /** A turn at random that does not lose at once if there is another: of a push that does, the page asks whether it is meant. */
  async function someTurn(
    page: Visit['page'],
    variant: number,
    random: (below: number) => number,
  ): Promise<string> {
    const position = await positionOf(page, VARIANTS[variant]);
    const turns = legalTurns(position);
    const safe = turns.filter((turn) => {
      playTurn(position, turn);
      const isLost = mover(position).attacksKing() || hasWinningChoice(position);
      undoTurn(position);
      return !isLost;
    });
    const pool = safe.length > 0 ? safe : turns;
    return formatTurn(position, pool[random(pool.length)]);
  }

  test('is won when the engine has nothing but self-checks', async () => {
    const { page } = await come();
    await openTab(page, 'Set up');
    await page
      .getByLabel('FEN', { exact: true })
      .fill('rnbqk1nr/2P5/p5p1/P1bP2P1/1p5p/3K1P1P/4P3/RN1Q1BNR b kq - 0 11');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Play from here' }).click();
    await startGame(page, { side: 'Black' });
    await enterTurn(page, 'd8d5,f3f4');
    await page.locator('.verdict').waitFor();
    await expect
      .poll(() => page.locator('.verdict').textContent())
      .toBe('Black wins: self-check, White’s own push left the white king attacked.');
    await expect.poll(() => message(page, /^Black wins/)).toContain('self-check');
  });

  test('asks what a pawn becomes that the enemy has pushed home', async () => {
    const { page } = await come();
    await openTab(page, 'Set up');
    await page.getByLabel('FEN', { exact: true }).fill('6k1/P5pp/8/8/8/8/5r1P/7K b - - 0 1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await message(page, /^Black to move/);
    await press(page, 'f2');
    await lit(page, 'selected').first().waitFor();
    await press(page, 'f3');
    await page.waitForSelector('.steps .present.push');
    await press(page, 'a7');
    await message(page, /The pawn would promote on a8 with check to the black king/);
    await press(page, 'a7');
    await message(page, /White’s pawn was pushed to a8: choose what it becomes/);
    const names = await page
      .locator('.chooser button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    expect(names).toEqual(['queen, wins at once', 'rook, wins at once', 'bishop', 'knight']);
    await choosePiece(page, 'n');
    await message(page, /^White to move/);
    // Taken back, the choice is asked for again.
    await page.keyboard.press('Escape');
    await page.locator('.chooser').waitFor();
    await choosePiece(page, 'q');
    await message(page, /^White wins: the promotion that Black’s push allowed attacks the black king/);
    await expect.poll(async () => (await turnsShown(page)).at(-1)).toBe('a8=Q#');
  });

  test('can be taken back, hinted at, resigned, and goes on after a reload', async () => {
    const { page } = await come();
    await startGame(page, {});
    await enterTurn(page, 'e2e4,d7d6');
    await recordReaches(page, 2);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hint').waitFor();
    await expect.poll(() => page.locator('.cg-shapes g line').count()).toBe(2);
    const before = await turnsShown(page);
    const fen = await fenOf(page);
    await page.reload();
    await page.waitForSelector('#board[data-fen]');
    await expect.poll(() => turnsShown(page)).toEqual(before);
    await expect.poll(() => fenOf(page)).toBe(fen);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => fenOf(page)).toBe(START);
    await expect.poll(() => turnsShown(page)).toEqual([]);
    await enterTurn(page, 'd2d4,e7e6');
    await recordReaches(page, 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await expect.poll(() => page.locator('.verdict').textContent()).toBe('Black wins: White resigned.');
  });

  test('runs on two clocks, and is lost when one has run out', async () => {
    const { page } = await come();
    await page.clock.install();
    await page.reload();
    await page.locator('#panel-play').getByText('Clock', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Each side has' }).selectOption('1');
    await page.getByRole('combobox', { name: 'For each turn' }).selectOption('0');
    await page.getByRole('combobox', { name: 'Strength' }).selectOption('beginner');
    await page.getByRole('button', { name: 'Start the game' }).click();
    await expect.poll(() => page.locator('.clock').allTextContents()).toEqual(['1:00', '1:00']);
    await enterTurn(page, 'e2e4,d7d6');
    await recordReaches(page, 2);
    await page.clock.runFor(61_000);
    await message(page, /^Black wins: White’s time ran out\.$/);
  });

  test('goes on without a net', async () => {
    const { page, context } = await come();
    await startGame(page, {});
    await context.setOffline(true);
    await enterTurn(page, 'e2e4,d7d6');
    await recordReaches(page, 2);
  });
});

describe('analysis', () => {
  test('shows lines that can be stepped into, arrows and scores', async () => {
    const { page } = await come();
    await openTab(page, 'Analyse');
    await page.getByRole('switch', { name: 'Engine' }).check();
    await page.getByRole('combobox', { name: 'Lines' }).selectOption('3');
    await page.locator('.line').nth(2).waitFor();
    await expect
      .poll(() => page.locator('.line .score').first().textContent())
      .toMatch(/^[+−]?\d+\.\d\d$|^#/);
    await expect.poll(() => page.locator('.figures').textContent()).toMatch(/^Depth \d+\/\d+ .* nodes\/s/);
    await expect.poll(() => arrowsMissing(page), { timeout: 20000 }).toBe(0);
    await page.locator('.line').first().locator('.turn').nth(1).click();
    await recordReaches(page, 2);
    await message(page, /^White to move/);
    await page.keyboard.press('ArrowLeft');
    await message(page, /^Black to move/);
    await page.keyboard.press('Home');
    await expect.poll(() => fenOf(page)).toBe(START);
    await page.keyboard.press('End');
    await message(page, /^White to move/);
    await page.locator('body').press('Space');
    await page.locator('#engine-switch:not(:checked)').waitFor();
  });

  test('keeps variations as a tree, which can be cut and raised', async () => {
    const { page } = await come();
    await paste(page, '1. e4/d6 e5/d3 (1... e6/a3 {quiet} 2. d4/a6) 2. Nf3/a6 *');
    await page.locator('.variation').waitFor();
    await expect.poll(() => page.locator('.variation').textContent()).toContain('quiet');
    await page.locator('.variation .turn').first().click();
    await page.getByRole('button', { name: 'Make main line' }).click();
    await expect.poll(async () => (await turnsShown(page)).slice(0, 3)).toEqual(['e4/d6', 'e6/a3', 'e5/d3']);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => turnsShown(page)).toEqual(['e4/d6', 'e5/d3', 'Nf3/a6']);
    // Another turn at a place that has one already is a variation.
    await page.keyboard.press('Home');
    await enterTurn(page, 'd2d4,a7a6');
    await expect.poll(() => page.locator('.variation').textContent()).toContain('d4/a6');
  });

  test('goes over a game and draws a curve that leads to its turns', async () => {
    const { page } = await come();
    await paste(page, '1. e4/d6 e5/d3 2. Nf3/a6 *');
    await openTab(page, 'Analyse');
    await page.getByRole('button', { name: 'Evaluate the game' }).click();
    await page.locator('progress').waitFor();
    await page.locator('progress').waitFor({ state: 'hidden' });
    const graph = page.getByRole('slider', { name: 'Evaluation over the game' });
    const box = await graph.boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.66, (box?.y ?? 0) + 20);
    await expect.poll(() => graph.getAttribute('aria-valuenow')).toBe('2');
    await expect.poll(() => page.locator('.moves .turn.current').textContent()).toBe('e5/d3');
    await expect
      .poll(() => page.locator('#evaluation-bar').getAttribute('aria-label'))
      .toMatch(/^Evaluation: /);
  });

  test('says when the engine does not start, and can start it again', async () => {
    const { page, context, faults } = await come();
    await context.route('**/engine.js', (route) => route.abort());
    await page.reload();
    await openTab(page, 'Analyse');
    await page.getByText(/^The engine has stopped: /).waitFor();
    await context.unroute('**/engine.js');
    await page.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('#engine-switch:enabled').check();
    await page.locator('.line').first().waitFor();
    faults.length = 0;
  });
});

describe('records', () => {
  test('of a broken game: the fault is told with line and token, the game on the board stays', async () => {
    const { page } = await come();
    await enterTurn(page, 'e2e4,d7d6');
    const fen = 'rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    await expect.poll(() => fenOf(page)).toBe(fen);
    await paste(page, '[White "A"]\n[Black "B"]\n\n1. e4/d6 e5/d3\n2. Nf9/a6 *\n');
    await expect
      .poll(() => notice(page, /line 5/))
      .toMatch(/line 5: illegal turn "Nf9\/a6".*The game on the board stays/);
    await expect.poll(() => fenOf(page)).toBe(fen);
    await page.getByRole('button', { name: 'Show the turns before it' }).click();
    await expect.poll(() => turnsShown(page)).toEqual(['e4/d6', 'e5/d3']);
    await page.getByRole('button', { name: 'Bring the last one back' }).click();
    await expect.poll(() => turnsShown(page)).toEqual(['e4/d6']);
    await paste(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1');
    await notice(page, /"X" is no piece, in rank 1/);
    await expect.poll(() => turnsShown(page)).toEqual(['e4/d6']);
  });

  test('of the variants come in and go out again as PGN', async () => {
    const { page } = await come({ acceptDownloads: true });
    for (const variant of VARIANTS) {
      const first = variant.balanced ? 'e4' : 'e4/d6';
      await paste(page, `[Variant "${variant.title}"]\n[White "Ann"]\n\n1. ${first} {a remark} e5/d3 1-0`);
      await page.locator('.moves .turn', { hasText: first }).first().waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save PGN…' }).click(),
      ]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      expect(text).toContain(`[Variant "${variant.title}"]`);
      expect(text).toContain('[White "Ann"]');
      expect(text).toMatch(/a remark\} 1\.\.\. e5\/d3 1-0\n$/);
    }
  });

  test('of a tournament: a list of thousands, found by name, opened by a press', async () => {
    const { page } = await come();
    const games = Array.from(
      { length: 3000 },
      (_, i) =>
        `[Event "Cup"]\n[Round "${i + 1}"]\n[White "Player ${i}"]\n[Black "Rival ${i % 7}"]\n\n1. e4/d6 e5/d3 ${i === 1234 ? '2. Qxx' : '2. Nf3/a6'} 1-0\n`,
    ).join('\n');
    await openTab(page, 'Games');
    await page.getByLabel('Open a file').setInputFiles({
      name: 'cup.pgn',
      mimeType: 'text/plain',
      buffer: Buffer.from(games),
    });
    await page.getByText('cup.pgn: 3,000 games, 1 with a fault').waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBeLessThan(60);
    await page.getByLabel('Find games').fill('player 2718');
    await page.getByRole('option', { name: /Player 2718/ }).click();
    await page.getByRole('option', { name: /Player 2718/, selected: true }).waitFor();
    await expect.poll(() => turnsShown(page)).toEqual(['e4/d6', 'e5/d3', 'Nf3/a6']);
    await expect
      .poll(() => page.locator('.player .name').allTextContents())
      .toEqual(['Rival 2', 'Player 2718']);
    await page.getByLabel('Find games').fill('fault');
    await page.getByRole('option').first().click();
    await notice(page, /^Game 1235, line \d+: illegal turn "Qxx"/);
    await expect
      .poll(() => page.locator('.player .name').allTextContents())
      .toEqual(['Rival 2', 'Player 2718']);
  });

  test('that is dropped on the page is opened', async () => {
    const { page } = await come();
    await page.evaluate(`{
      const files = new DataTransfer();
      files.items.add(new File(['1. d4/a6 *'], 'dropped.pgn'));
      document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: files }));
    }`);
    await recordReaches(page, 1);
    await expect.poll(() => turnsShown(page)).toEqual(['d4/a6']);
  });

  test('of a match that is being played are followed as they are written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'serac-watch-'));
    const file = join(folder, 'live.pgn');
    const watching = await startServer('--watch', file);
    const write = async (text: string) => {
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
    };
    try {
      const { page, faults } = await come({}, watching.address);
      await page.getByText('Games being played: waiting for the first turn').waitFor();
      await write('[White "Ann"]\n[Black "Bob"]\n\n1. e4/d6 {+0.10/5 0.1s} *\n');
      await recordReaches(page, 1);
      await write('[White "Ann"]\n[Black "Bob"]\n\n1. e4/d6 {+0.10/5 0.1s} e5/d3 {-0.20/6 0.2s} *\n');
      await recordReaches(page, 2);
      await expect.poll(() => page.locator('.player .name').allTextContents()).toEqual(['Bob', 'Ann']);
      await expect.poll(() => fenOf(page)).toMatch(/ w KQkq - 0 2$/);
      await write('[White "Bob"]\n[Black "Ann"]\n\n1. d4/a6 *\n');
      await page.locator('.moves .turn', { hasText: 'd4/a6' }).waitFor();
      // Before the first write nothing was there.
      expect(faults.splice(0).every((fault) => fault.includes('404'))).toBe(true);
      // It asks again and again, and a server that is gone would be a fault of its own.
      await page.close();
    } finally {
      watching.stop();
      await rm(folder, { recursive: true });
    }
  });

  test('by keyboard and mouse in the position editor', async () => {
    const { page } = await come();
    await openTab(page, 'Set up');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('radio', { name: 'white queen' }).click();
    await press(page, 'd4');
    await page.getByRole('radio', { name: 'Remove pieces' }).click();
    await press(page, 'e8');
    const fen = page.getByLabel('FEN', { exact: true });
    await page.getByText('Black has no king.').waitFor();
    await expect.poll(() => fen.inputValue()).toBe('8/8/8/8/3Q4/8/8/4K3 w - - 0 1');
    await expect.poll(() => page.getByRole('button', { name: 'Analyse' }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Move pieces', exact: true }).click();
    await drag(page, 'd4', 'd5');
    await fieldBecomes(page, '8/8/8/3Q4/8/8/8/4K3 w - - 0 1');
    const king = await page.getByRole('radio', { name: 'black king' }).boundingBox();
    const { x, y } = await placeOf(page, 'h8');
    await page.mouse.move((king?.x ?? 0) + 10, (king?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move(x, y);
    await page.mouse.up();
    await fieldBecomes(page, '7k/8/8/3Q4/8/8/8/4K3 w - - 0 1');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await expect.poll(() => fenOf(page)).toBe('7k/8/8/3Q4/8/8/8/4K3 w - - 0 1');
  });
});

describe('the page', () => {
  test('fits a phone, is used by touch, and flips', async () => {
    const { page } = await come({ viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    expect(widths).toEqual([375, 375]);
    expect((await page.locator('#board cg-board').boundingBox())?.width).toBeGreaterThan(330);
    await enterTurn(page, 'e2e4,d7d6', tap);
    await message(page, /^Black to move/);
    await page.getByRole('button', { name: 'Flip the board' }).tap();
    await expect.poll(() => page.locator('#board .orientation-black').count()).toBe(1);
    await enterTurn(page, 'g8f6,a2a3', tap);
    await message(page, /^White to move/);
    await expect.poll(() => turnsShown(page)).toEqual(['e4/d6', 'Nf6/a3']);
  });

  test('flips by key, and says what it shows', async () => {
    const { page } = await come();
    await page.locator('body').press('f');
    await expect.poll(() => page.locator('#board .orientation-black').count()).toBe(1);
    await expect
      .poll(() => page.locator('#board-text').textContent())
      .toMatch(/^White: king e1, queen d1, rooks a1 h1/);
    const unnamed = await page.evaluate(`[...document.querySelectorAll('button, input, select, textarea')]
      .filter((each) => each.offsetParent !== null)
      .filter((each) => !(each.getAttribute('aria-label') || each.textContent.trim() || each.labels?.length))
      .map((each) => each.outerHTML)`);
    expect(unnamed).toEqual([]);
  });

  test('is light or dark as the system says, or as the switch says', async () => {
    const { page } = await come({ colorScheme: 'dark' });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await page.getByRole('button', { name: 'Colours: as the system' }).click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.reload();
    await expect.poll(() => ground()).toBe(light);
    await page.getByRole('button', { name: 'Colours: light' }).click();
    await expect.poll(() => ground()).toBe(dark);
  });

  test('explains a turn to somebody who has never seen one', async () => {
    const { page } = await come();
    await page.getByText('Every turn has two halves.').waitFor();
    await page.getByRole('button', { name: 'How a turn goes' }).click();
    const dialog = page.getByRole('dialog', { name: 'How a turn goes' });
    for (const title of ['Move, then push', 'Mind your own king', 'A pawn pushed all the way']) {
      await expect.poll(() => dialog.getByRole('img', { name: title }).isVisible()).toBe(true);
    }
    await dialog.getByText('your next turn begins with a choice').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.reload();
    await expect.poll(() => page.getByText('Every turn has two halves.').isVisible()).toBe(false);
  });
});

/**
 * How many different arrows fewer are drawn than the three lines ask for: two for the first line, and of the others, which
 * look alike, one for each different move and each different push. (The same arrow may be drawn twice over.)
 */
async function arrowsMissing(page: Visit['page']): Promise<number> {
  const [turns, drawn] = await page.evaluate<[string[], number]>(`[
    [...document.querySelectorAll('.line')].map((line) => line.querySelector('.turn').textContent),
    new Set([...document.querySelectorAll('.cg-shapes g line')].map((line) => line.outerHTML)).size,
  ]`);
  const others = turns.slice(1).map((turn) => turn.split('/'));
  const asked = 2 + new Set(others.map(([move]) => move)).size + new Set(others.map(([, push]) => push)).size;
  return turns.length === 3 ? asked - drawn : Number.NaN;
}

async function fieldBecomes(page: Visit['page'], fen: string): Promise<void> {
  await expect.poll(() => page.getByLabel('FEN', { exact: true }).inputValue()).toBe(fen);
}

/** Numbers below a limit from a fixed seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}
