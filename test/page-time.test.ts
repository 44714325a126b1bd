/** How long the page lets a person wait, in a real Chromium: runs while no other test does. */
import { describe, expect, test } from 'vitest';
import { run } from './engine-process.ts';
import { enterTurn, hostVisits, message, openTab, startPlainHost, type Visit } from './page-kit.ts';
import { fastest } from './stopwatch.ts';

const { come } = hostVisits();

describe('analysis', () => {
  /** Milliseconds from the press on the switch to the first line, by the page's own clock. */
  async function firstLine({ page }: Visit): Promise<number> {
    await openTab(page, 'Analyse');
    await page.evaluate(`void (window.firstLine = new Promise((done) => {
      let pressedAt;
      document.querySelector('#engine-switch').addEventListener('change', () => (pressedAt = performance.now()));
      new MutationObserver(() => {
        if (document.querySelector('.line')) done(performance.now() - pressedAt);
      }).observe(document.querySelector('.lines'), { childList: true });
    }))`);
    await page.getByRole('switch', { name: 'Engine' }).check();
    return (await page.evaluate('window.firstLine')) as number;
  }

  test('begins within a second', async () => {
    const waited = await fastest(1000, async () => {
      const seen = await come();
      const ms = await firstLine(seen);
      await seen.page.close();
      return ms;
    });
    expect(waited).toBeLessThan(1000);
  });

  test('runs at least at 0.8 of the speed that the engine has in Node', async () => {
    const { page } = await come();
    // The best of each, measured in turns: a busy machine slows now one down, now the other.
    let [inPage, inNode] = [0, 0];
    const slowdown = await fastest(1 / 0.8, async () => {
      inPage = Math.max(inPage, speedIn((await page.evaluate(BENCH)) as string));
      inNode = Math.max(inNode, speedIn((await run('', ['bench', '4'])).lines.at(-1) ?? ''));
      return inNode / inPage;
    });
    expect(slowdown).toBeLessThan(1 / 0.8);
  });

  test.each([
    ['with shared memory', true],
    ['without', false],
  ])('is stopped at once, %s', async (_, isShared) => {
    const host = isShared ? undefined : await startPlainHost();
    try {
      const { page } = await come({}, host?.address);
      await expect.poll(() => page.evaluate('crossOriginIsolated')).toBe(isShared);
      expect(await fastest(100, () => page.evaluate(STOP) as Promise<number>)).toBeLessThan(100);
      // And the page itself works there.
      await openTab(page, 'Analyse');
      await page.getByRole('switch', { name: 'Engine' }).check();
      await page.locator('.line').first().waitFor();
      await enterTurn(page, 'e2e4,d7d6');
      await message(page, /^Black to move/);
      await page.locator('.line').first().waitFor();
    } finally {
      host?.stop();
    }
  });
});

const BENCH = `new Promise((done) => {
  const engine = new Worker('engine.js', { name: 'engine' });
  engine.onmessage = ({ data }) => {
    if (!/ nps$/.test(data)) return;
    engine.terminate();
    done(data);
  };
  engine.postMessage('bench 4');
})`;

function speedIn(line: string): number {
  return Number(/(\d+) nps/.exec(line)?.[1]);
}

/** Stops a search without an end behind its first lines, and resolves to the milliseconds until its answer. */
const STOP = `new Promise((done) => {
  const engine = new Worker('engine.js', { name: 'engine' });
  let stoppedAt;
  engine.onmessage = ({ data }) => {
    if (data === 'readyok') engine.postMessage('go infinite');
    if (/ depth 4 /.test(data) && stoppedAt === undefined) {
      stoppedAt = performance.now();
      engine.postMessage('stop');
    }
    if (data.startsWith('bestmove')) {
      engine.terminate();
      done(performance.now() - stoppedAt);
    }
  };
  engine.postMessage('isready');
})`;
