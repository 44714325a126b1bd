/**
 * A person at the page, in a real Chromium: starts the built server and the browser, and does with mouse, finger and
 * keys what people do. Waits for what appears, never for a length of time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { squareOf } from '../src/rules/board.ts';
import { parseFen } from '../src/rules/fen.ts';
import type { Position } from '../src/rules/position.ts';
import type { Variant } from '../src/rules/variants.ts';

const DIST = resolve(import.meta.dirname, '..', 'dist');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? CHROMIUM.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: apt-get install chromium');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export interface PageServer {
  readonly address: string;
  stop(): void;
}

/** `serac page`, as a person starts it. */
export function startServer(...args: string[]): Promise<PageServer> {
  const child: ChildProcess = spawn(join(DIST, 'serac'), ['page', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((started, failed) => {
    child.on('exit', (code) => failed(new Error(`serac page ended with ${code}`)));
    child.stdout?.on('data', (bytes: Buffer) => {
      const address = /http:\S+/.exec(bytes.toString())?.[0];
      if (address !== undefined) started({ address, stop: () => child.kill() });
    });
  });
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Any static web host: the folder as it is, no headers of ours. */
export async function startPlainHost(): Promise<PageServer> {
  const server: Server = createServer((request, response) => {
    const file = join(DIST, 'page', request.url === '/' ? 'index.html' : (request.url ?? ''));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'image/svg+xml' });
    response.end(readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** What a visit has seen that it should not have: errors, and requests to other hosts. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
}

async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 860 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(20_000);
  const faults: string[] = [];
  const { host } = new URL(address);
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== host) faults.push(`request to ${url.host}`);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(address);
  await page.waitForSelector('#board[data-fen]');
  return { page, context, faults };
}

/**
 * For all tests of a file one browser and one server. Every visit ends without an error and without a request to
 * anybody else.
 */
export function hostVisits(): { come(options?: BrowserContextOptions, address?: string): Promise<Visit> } {
  let browser: Browser;
  let server: PageServer;
  const visits: Visit[] = [];

  beforeAll(async () => {
    [browser, server] = await Promise.all([startBrowser(), startServer()]);
  });

  afterAll(async () => {
    await browser?.close();
    server?.stop();
  });

  afterEach(async () => {
    const faults = visits.flatMap((each) => each.faults);
    for (const { context } of visits.splice(0)) await context.close();
    expect(faults).toEqual([]);
  });

  return {
    async come(options = {}, address = server.address) {
      const made = await visit(browser, address, options);
      visits.push(made);
      return made;
    },
  };
}

// ---------------------------------------------------------------- the board

export async function fenOf(page: Page): Promise<string> {
  return (await page.locator('#board').getAttribute('data-fen')) ?? '';
}

export async function positionOf(page: Page, variant: Variant): Promise<Position> {
  const parsed = parseFen(await fenOf(page), variant);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** The squares that are lit in this way now; the board keeps others, hidden, for later. */
export function lit(page: Page, look: string): Locator {
  return page.locator(`#board square.${look}:visible`);
}

/** The middle of a square, in the page's pixels. */
export async function placeOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.locator('#board cg-board').boundingBox();
  if (box === null) throw new Error('no board');
  const isFlipped = (await page.locator('#board .orientation-black').count()) > 0;
  const square = squareOf(name);
  const [file, rank] = [square & 7, square >> 3];
  return {
    x: box.x + ((isFlipped ? 7 - file : file) + 0.5) * (box.width / 8),
    y: box.y + ((isFlipped ? rank : 7 - rank) + 0.5) * (box.height / 8),
  };
}

export async function press(page: Page, square: string): Promise<void> {
  const { x, y } = await placeOf(page, square);
  await page.mouse.click(x, y);
}

export async function tap(page: Page, square: string): Promise<void> {
  const { x, y } = await placeOf(page, square);
  await page.touchscreen.tap(x, y);
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  const start = await placeOf(page, from);
  const end = await placeOf(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

const NAMES: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

export async function choosePiece(page: Page, letter: string): Promise<void> {
  await page.locator('.chooser').getByRole('button', { name: NAMES[letter] }).click();
}

/** Enters a turn in the protocol's form, part by part, with `touch` on each square. */
export async function enterTurn(page: Page, turn: string, touch = press): Promise<void> {
  for (const part of turn.split(',')) {
    if (/^[a-h][18][qrbn]$/.test(part)) {
      await choosePiece(page, part[2]);
      continue;
    }
    const [from, to, promotion] = [part.slice(0, 2), part.slice(2, 4), part[4]];
    const isPush = (await page.locator('.steps .present.push').count()) > 0;
    if (isPush) {
      // A push that loses at once has to be named twice.
      const isLosing = (await page.locator(`.push-option.losing[title^="Push ${from} "]`).count()) > 0;
      await touch(page, from);
      if (isLosing) await touch(page, from);
    } else {
      await touch(page, from);
      await lit(page, 'selected').first().waitFor();
      await touch(page, to);
      if (promotion !== undefined) await choosePiece(page, promotion);
      else if (turn.indexOf(',', turn.indexOf(part) + 1) > 0)
        await page.waitForSelector('.steps .present.push');
    }
  }
}

/** Waits for the board to show something else than `fen`; returns it. */
export async function nextFen(page: Page, fen: string): Promise<string> {
  await page.locator(`#board:not([data-fen="${fen}"])`).waitFor();
  return fenOf(page);
}

/** The message under the board, once it fits. */
export async function message(page: Page, wanted: RegExp): Promise<string> {
  const found = page.locator('.message').filter({ hasText: wanted });
  await found.waitFor();
  return (await found.textContent()) ?? '';
}

/** The notice at the edge of the page, once it fits. */
export async function notice(page: Page, wanted: RegExp): Promise<string> {
  const found = page.locator('.notice p').filter({ hasText: wanted });
  await found.waitFor();
  return (await found.textContent()) ?? '';
}

export async function openTab(page: Page, name: 'Play' | 'Analyse' | 'Games' | 'Set up'): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Puts a text of games or of a position into the field for it. */
export async function paste(page: Page, text: string): Promise<void> {
  await openTab(page, 'Games');
  await page.getByLabel('Text of games or of a position').fill(text);
  await page.getByRole('button', { name: 'Load the text' }).click();
}

/** The record of the game as it is shown. */
export async function turnsShown(page: Page): Promise<string[]> {
  return page.locator('.moves .turn').allTextContents();
}

export interface GameWishes {
  readonly variant?: string;
  readonly side?: 'White' | 'Black';
  /** Seconds that the engine may think for a turn. */
  readonly seconds?: string;
}

/** Fills the form for a new game in, and starts it. */
export async function startGame(page: Page, wishes: GameWishes): Promise<void> {
  const { variant, side = 'White', seconds = '0.1' } = wishes;
  await openTab(page, 'Play');
  const panel = page.locator('#panel-play');
  if (variant !== undefined)
    await panel.getByRole('combobox', { name: 'Variant' }).selectOption({ label: variant });
  await panel.getByRole('combobox', { name: 'Strength' }).selectOption('full');
  await panel.getByText(side, { exact: true }).click();
  await panel.getByRole('combobox', { name: 'Serac thinks for' }).selectOption(seconds);
  await panel.getByRole('button', { name: 'Start the game' }).click();
}

/** Waits until the record has so many turns. */
export async function recordReaches(page: Page, count: number): Promise<void> {
  await page
    .locator('.moves .turn')
    .nth(count - 1)
    .waitFor();
}
