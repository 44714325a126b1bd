/**
 * Self-play games in a compact binary file, from which positions for training come by replaying.
 *
 * Six bytes a turn instead of some thirty a position, and nothing is thrown away: which positions are worth
 * training on (quiet.ts) is the reader's choice and can be changed without playing again. All numbers little-endian.
 *
 *     file    8 bytes "SERACGAM"; u32 version; u32 length of the settings; the settings as JSON; u32 checksum
 *     game    one block each, in the order of their numbers, from 0 on without a gap:
 *         0   u32  number of the game
 *         4   u16  how many turns
 *         6   u8   variant: 0 avalanche, 1 balancedavalanche, 2 reversedavalanche
 *         7   u8   result: 0 Black won, 1 drawn, 2 White won
 *         8   u8   how it ended: an index into ENDINGS
 *         9   u8   opening: 0 drawn by lot, 1 from a book
 *        10   u16  plies played before the first position, a book's opening counted as 4
 *        12   u8   side to move, bit 0; castling rights, bits 1–4 (the bits of RIGHT_… in rules/board.ts)
 *        13   u8   half-move clock
 *        14   u16  0
 *        16   2 × u32   occupied squares, a1 in the lowest bit
 *        24   16 bytes  the pieces on them in the order of the squares, four bits each (codes of rules/board.ts)
 *        40   turns of 6 bytes: u32 turn (rules/turn.ts); i16 score for its mover in centipawns, or 32000 less the plies to a win
 *             u32 checksum
 *
 * A checksum is the CRC-32 of all bytes of its header or block before it.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { squaresOf } from '../../src/rules/bitboard.ts';
import { CLOCK, type Colour, EMPTY, OCCUPIED, RIGHTS } from '../../src/rules/board.ts';
import { clearPosition, finishSetup, type Position, putPiece, sideToMove } from '../../src/rules/position.ts';
import type { Turn } from '../../src/rules/turn.ts';
import { VARIANTS, type Variant } from '../../src/rules/variants.ts';

/** How the games were made; games of other settings do not go into the same file. */
export interface GameSettings {
  readonly seed: number;
  /** Nodes a turn. */
  readonly nodes: number;
  /** The engine's version. */
  readonly engine: string;
}

/** By the rules (rules/outcome.ts), or adjudicated: a forced win was found, one side was far ahead, it took too long. */
export const ENDINGS = [
  'checkmate',
  'stalemate',
  'self-check',
  'winning choice',
  'fifty moves',
  'threefold',
  'insufficient material',
  'win found',
  'far ahead',
  'too long',
] as const;
export type GameEnding = (typeof ENDINGS)[number];

export interface Start {
  readonly variant: Variant;
  readonly side: Colour;
  readonly rights: number;
  readonly clock: number;
  readonly occupied: readonly [low: number, high: number];
  /** Piece codes in the order of the squares. */
  readonly pieces: readonly number[];
}

export interface Game {
  readonly number: number;
  /** For White: 1, 0.5 or 0. */
  readonly result: number;
  readonly ending: GameEnding;
  readonly fromBook: boolean;
  readonly pliesBefore: number;
  readonly start: Start;
  readonly turns: readonly Turn[];
  /** Of each turn, for its mover. */
  readonly scores: readonly number[];
}

const MAGIC = 'SERACGAM';
const VERSION = 1;
const HEAD = 40;
const TURN_BYTES = 6;

/** The file cannot be used; the message is one line for people. */
export class GameFileError extends Error {}

// ------------------------------------------------------------------ positions

export function startOf(position: Position): Start {
  const { words, squares } = position;
  const low = words[OCCUPIED] | words[OCCUPIED + 2];
  const high = words[OCCUPIED + 1] | words[OCCUPIED + 3];
  return {
    variant: position.variant,
    side: sideToMove(position),
    rights: words[RIGHTS],
    clock: words[CLOCK],
    occupied: [low, high],
    pieces: squaresOf(low, high).map((square) => squares[square]),
  };
}

export function setStart(position: Position, start: Start): void {
  clearPosition(position, start.variant);
  squaresOf(...start.occupied).forEach((square, i) => {
    putPiece(position, start.pieces[i], square);
  });
  finishSetup(position, { side: start.side, rights: start.rights, clock: start.clock, number: 1 });
}

// ------------------------------------------------------------------ blocks

export function encodeGame(game: Game): Buffer {
  const { start, turns } = game;
  const block = Buffer.alloc(HEAD + TURN_BYTES * turns.length + 4);
  block.writeUInt32LE(game.number, 0);
  block.writeUInt16LE(turns.length, 4);
  block[6] = VARIANTS.indexOf(start.variant);
  block[7] = 2 * game.result;
  block[8] = ENDINGS.indexOf(game.ending);
  block[9] = game.fromBook ? 1 : 0;
  block.writeUInt16LE(game.pliesBefore, 10);
  block[12] = start.side | (start.rights << 1);
  block[13] = Math.min(start.clock, 255);
  block.writeInt32LE(start.occupied[0], 16);
  block.writeInt32LE(start.occupied[1], 20);
  start.pieces.forEach((piece, i) => {
    block[24 + (i >> 1)] |= piece << (4 * (i & 1));
  });
  turns.forEach((turn, i) => {
    block.writeUInt32LE(turn, HEAD + TURN_BYTES * i);
    block.writeInt16LE(game.scores[i], HEAD + TURN_BYTES * i + 4);
  });
  block.writeUInt32LE(crc32(block.subarray(0, -4)), block.length - 4);
  return block;
}

/** A block whose checksum is right. */
function decodeGame(block: Buffer): Game {
  const count = block.readUInt16LE(4);
  const occupied = [block.readInt32LE(16), block.readInt32LE(20)] as const;
  const men = squaresOf(...occupied).length;
  const at = (i: number) => HEAD + TURN_BYTES * i;
  return {
    number: block.readUInt32LE(0),
    result: block[7] / 2,
    ending: ENDINGS[block[8]],
    fromBook: block[9] === 1,
    pliesBefore: block.readUInt16LE(10),
    start: {
      variant: VARIANTS[block[6]],
      side: block[12] & 1 ? 1 : 0,
      rights: (block[12] >> 1) & 15,
      clock: block[13],
      occupied,
      pieces: Array.from({ length: men }, (_, i) => (block[24 + (i >> 1)] >> (4 * (i & 1))) & 15),
    },
    turns: Array.from({ length: count }, (_, i) => block.readUInt32LE(at(i))),
    scores: Array.from({ length: count }, (_, i) => block.readInt16LE(at(i) + 4)),
  };
}

/** Sound as well as undamaged? A checksum only says that the bytes are those that were written. */
function isSound(game: Game): boolean {
  const pieces = game.start.pieces.every((piece) => piece < EMPTY);
  return game.start.variant !== undefined && game.ending !== undefined && pieces;
}

function encodeHeader(settings: GameSettings): Buffer {
  const text = Buffer.from(JSON.stringify(settings));
  const header = Buffer.alloc(16 + text.length + 4);
  header.write(MAGIC, 'latin1');
  header.writeUInt32LE(VERSION, 8);
  header.writeUInt32LE(text.length, 12);
  text.copy(header, 16);
  header.writeUInt32LE(crc32(header.subarray(0, -4)), header.length - 4);
  return header;
}

// ------------------------------------------------------------------ files

export interface GameFile {
  readonly settings: GameSettings;
  readonly games: readonly Game[];
}

/** Where the header ends and what it says. */
function readHeader(name: string, bytes: Buffer): { settings: GameSettings; end: number } {
  if (bytes.toString('latin1', 0, 8) !== MAGIC)
    throw new GameFileError(`${name}: not a file of self-play games`);
  const version = bytes.length < 16 ? VERSION : bytes.readUInt32LE(8);
  if (version !== VERSION)
    throw new GameFileError(`${name}: version ${version}, this program reads ${VERSION}`);
  const end = bytes.length < 16 ? Infinity : 20 + bytes.readUInt32LE(12);
  if (end > bytes.length || crc32(bytes.subarray(0, end - 4)) !== bytes.readUInt32LE(end - 4)) {
    throw new GameFileError(`${name}: the header is damaged`);
  }
  return { settings: JSON.parse(bytes.toString('utf8', 16, end - 4)), end };
}

/** Where the block at `at` ends; Infinity if the file ends before it does. */
function blockEnd(bytes: Buffer, at: number): number {
  if (at + 6 > bytes.length) return Infinity;
  const end = at + HEAD + TURN_BYTES * bytes.readUInt16LE(at + 4) + 4;
  return end > bytes.length ? Infinity : end;
}

/** Does the file begin like one of self-play games? */
export function isGameFile(name: string): boolean {
  const file = openSync(name, 'r');
  const head = Buffer.alloc(MAGIC.length);
  readSync(file, head);
  closeSync(file);
  return head.toString('latin1') === MAGIC;
}

/** Reads all games. Throws a GameFileError at the first byte that is not as it was written. */
export function readGames(name: string): GameFile {
  const bytes = readFileSync(name);
  const { settings, end: headerEnd } = readHeader(name, bytes);
  const games: Game[] = [];
  for (let at = headerEnd; at < bytes.length; ) {
    const end = blockEnd(bytes, at);
    const where = `${name}: game ${games.length} at byte ${at}`;
    if (end === Infinity) throw new GameFileError(`${where} is cut off`);
    const block = bytes.subarray(at, end);
    if (crc32(block.subarray(0, -4)) !== bytes.readUInt32LE(end - 4))
      throw new GameFileError(`${where} is damaged`);
    const game = decodeGame(block);
    if (game.number !== games.length) throw new GameFileError(`${where} has the number ${game.number}`);
    if (!isSound(game)) throw new GameFileError(`${where} makes no sense`);
    games.push(game);
    at = end;
  }
  return { settings, games };
}

export interface GameWriter {
  /** The number of the next game to be written. */
  readonly next: number;
  /** Writes the game of that number. */
  write(block: Buffer): void;
  close(): void;
}

/**
 * Opens a file to be gone on with, or a new one. A last block that was not written to its end is cut off; whatever
 * else is wrong with the file is a GameFileError.
 */
export function openForGames(name: string, settings: GameSettings): GameWriter {
  const file = openSync(name, 'a+');
  const size = fstatSync(file).size;
  let next = 0;
  if (size === 0) {
    writeSync(file, encodeHeader(settings));
  } else {
    const found = goOn(name, settings);
    next = found.next;
    ftruncateSync(file, found.end);
  }
  return {
    get next() {
      return next;
    },
    write(block) {
      writeSync(file, block);
      next++;
    },
    close: () => closeSync(file),
  };
}

/** Where a file is to be gone on with. */
function goOn(name: string, settings: GameSettings): { next: number; end: number } {
  const bytes = readFileSync(name);
  const header = readHeader(name, bytes);
  const [wanted, present] = [JSON.stringify(settings), JSON.stringify(header.settings)];
  if (wanted !== present) throw new GameFileError(`${name}: made with ${present}, not ${wanted}`);
  let at = header.end;
  let next = 0;
  while (at < bytes.length) {
    const end = blockEnd(bytes, at);
    const isWhole = end !== Infinity && crc32(bytes.subarray(at, end - 4)) === bytes.readUInt32LE(end - 4);
    if (!isWhole && end < bytes.length)
      throw new GameFileError(`${name}: game ${next} at byte ${at} is damaged`);
    if (!isWhole) break;
    at = end;
    next++;
  }
  return { next, end: at };
}
