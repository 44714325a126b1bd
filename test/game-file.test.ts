/** Files of self-play games: what is written comes back, damage is named, a broken end is mended, games repeat. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  encodeGame,
  type Game,
  GameFileError,
  openForGames,
  readGames,
  setStart,
} from '../scripts/data/game-file.ts';
import { visitQuiet } from '../scripts/data/quiet.ts';
import { createSelfPlay } from '../scripts/data/self-play.ts';
import { formatFen } from '../src/rules/fen.ts';
import { isLegalTurn } from '../src/rules/generate.ts';
import { createPosition, mover, playTurn } from '../src/rules/position.ts';
import { AVALANCHE, VARIANTS } from '../src/rules/variants.ts';

const folder = mkdtempSync(join(tmpdir(), 'games-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settings = { seed: 7, nodes: 40, engine: 'serac' };
const books = VARIANTS.map(({ startFen }) => [startFen]);
const GAMES = 8;
const played = Array.from({ length: GAMES }, (_, i) => createSelfPlay(settings, books).play(i));

function write(name: string, games: readonly Game[]): string {
  const file = join(folder, name);
  const writer = openForGames(file, settings);
  for (const game of games) writer.write(encodeGame(game));
  writer.close();
  return file;
}

describe('self-play', () => {
  test('is the same again for the same number, whatever was played before', () => {
    const selfPlay = createSelfPlay(settings, books);
    selfPlay.play(11);
    expect(selfPlay.play(3)).toEqual(played[3]);
  });

  test('goes through the variants and plays legal turns', () => {
    expect(played.slice(0, 3).map(({ start }) => start.variant)).toEqual(VARIANTS);
    const position = createPosition();
    for (const game of played) {
      setStart(position, game.start);
      for (const turn of game.turns) {
        expect(isLegalTurn(position, turn)).toBe(true);
        playTurn(position, turn);
      }
      expect(game.scores.length).toBe(game.turns.length);
    }
  });

  test('positions for training have nobody in check and nothing pending', () => {
    const position = createPosition();
    let count = 0;
    for (const game of played) {
      visitQuiet(position, game, (index) => {
        count++;
        expect(mover(position).inCheck()).toBe(false);
        expect(mover(position).pendingPawn()).toBe(-1);
        expect(Math.abs(game.scores[index]!)).toBeLessThan(2000);
      });
    }
    expect(count).toBeGreaterThan(GAMES);
  });
});

describe('a file', () => {
  test('gives back what was written', () => {
    expect(readGames(write('whole', played))).toEqual({ settings, games: played });
  });

  test('keeps the first position to the last castling right', () => {
    const position = createPosition();
    setStart(position, readGames(write('first', played)).games[0]!.start);
    const again = createPosition();
    setStart(again, played[0]!.start);
    expect(formatFen(position)).toBe(formatFen(again));
    expect(position.variant).toBe(AVALANCHE);
  });

  test('is gone on with after its last whole game', () => {
    const file = write('broken', played.slice(0, 4));
    truncateSync(file, readFileSync(file).length - 3);
    expect(() => readGames(file)).toThrow(/game 3 at byte \d+ is cut off/);
    const writer = openForGames(file, settings);
    expect(writer.next).toBe(3);
    for (const game of played.slice(3)) writer.write(encodeGame(game));
    writer.close();
    expect(readGames(file)).toEqual({ settings, games: played });
  });

  test('of other settings is not gone on with', () => {
    const file = write('other', played);
    expect(() => openForGames(file, { ...settings, nodes: 41 })).toThrow(/made with .*"nodes":40.*, not/);
  });

  test('is rejected wherever a bit of it has changed, in one line', () => {
    const file = write('flipped', played.slice(0, 2));
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (at & 7);
      writeFileSync(file, damaged);
      let message = '';
      try {
        readGames(file);
      } catch (error) {
        expect(error).toBeInstanceOf(GameFileError);
        message = (error as Error).message;
      }
      expect(message).toContain(file);
      expect(message).not.toContain('\n');
    }
  });

  test('damaged in its middle is not gone on with', () => {
    const file = write('middle', played);
    const bytes = readFileSync(file);
    bytes[200]! ^= 1;
    writeFileSync(file, bytes);
    expect(() => openForGames(file, settings)).toThrow(/game 0 at byte \d+ is damaged/);
  });

  test('that is something else is said to be', () => {
    const file = join(folder, 'text');
    writeFileSync(file, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n');
    expect(() => readGames(file)).toThrow(`${file}: not a file of self-play games`);
  });
});
