/**
 * The rules against the referee, along random games of all three variants: what is legal, what a turn does and how
 * it is taken back, keys, pushes, texts, endings. Each property runs from a fixed seed, which finds the same games
 * every time, and from a fresh one, which fast-check prints when it fails; SEED=… in the environment repeats it.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHOICE_GIVING,
  DEPTH,
  EMPTY,
  KEY_HIGH,
  KEY_LOW,
  KIND_LETTERS,
  KNIGHT,
  kindOf,
  PLY_BASE,
  PUSHABLE,
  QUEEN,
  SELF_CHECKING,
  type Square,
  squareName,
  squareOf,
  WHITE,
} from '../src/rules/board.ts';
import { formatFen, parseFen } from '../src/rules/fen.ts';
import { isLegalTurn, legalMoves, legalTurns, pushesOf } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { hasWinningChoice, outcomeOf, repetitionCount } from '../src/rules/outcome.ts';
import {
  copyPosition,
  createPosition,
  keyText,
  mover,
  opponentSide,
  type Position,
  playTurn,
  sideToMove,
  undoTurn,
} from '../src/rules/position.ts';
import { formatSan, parseSan } from '../src/rules/san.ts';
import {
  type Move,
  PROMOTION,
  type Turn,
  turnChoice,
  turnCode,
  turnFrom,
  turnKind,
  turnMove,
  turnPromotion,
  turnPush,
  turnTo,
} from '../src/rules/turn.ts';
import { variantOf } from '../src/rules/variants.ts';
import {
  fenOf,
  inCheck,
  occurrences,
  playable,
  type RefereePosition,
  refereeMoves,
  refereePosition,
  sanOf,
  standsWon,
  statusOf,
} from './referee.ts';
import { readPerftTable } from './tables.ts';

const FIXED_SEED = 19770401;
const FRESH_SEED = Number(process.env.SEED ?? Date.now() % 0x7fffffff);
const SEEDS = [
  ['the fixed seed', FIXED_SEED],
  ['a fresh seed', FRESH_SEED],
] as const;

// ---- Games

interface Start {
  readonly variant: string;
  readonly fen: string;
}

const STARTS: Start[] = readPerftTable()
  .filter(({ depth }) => depth === 1)
  .map(({ variant, fen }) => ({ variant, fen }));

/** Those with pawns enough that a game from them is one of pushes for long. */
const RICH_STARTS = STARTS.filter(({ fen }) => fen.replace(/ .*|[^p]/gi, '').length >= 12);

/** What random games seldom reach. */
const RARE_STARTS: Start[] = [
  // Double checks, of which other pieces could answer the one or the other.
  { variant: 'avalanche', fen: '4r2k/7p/8/8/8/5n2/P5PQ/R3K3 w Q - 0 1' },
  { variant: 'reversedavalanche', fen: 'r2k3r/p1p1q1p1/4N3/6B1/8/8/P7/4K3 b kq - 0 1' },
  // Nobody has anything to push, so that positions come again and the half-move clock runs out.
  { variant: 'avalanche', fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' },
  { variant: 'reversedavalanche', fen: 'r2k3r/8/8/8/8/8/8/R3K2R b KQkq - 0 1' },
  { variant: 'avalanche', fen: '4k3/8/8/3n4/8/8/3B4/4K3 b - - 95 80' },
  { variant: 'balancedavalanche', fen: '4k3/8/2p5/2P5/8/8/3R4/4K3 w - - 96 80' },
  { variant: 'avalanche', fen: '5b1k/8/8/8/8/8/3p4/2B1K3 w - - 0 1' },
  { variant: 'balancedavalanche', fen: 'k7/8/1K6/8/8/8/7p/2Q5 b - - 3 70' },
];

/** A game: where it begins, and a number by which each turn is picked. */
interface Game {
  readonly start: Start;
  readonly picks: readonly number[];
}

function games(length: number): fc.Arbitrary<Game> {
  return fc.record({
    start: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...RICH_STARTS) },
      { weight: 3, arbitrary: fc.constantFrom(...STARTS) },
      { weight: 1, arbitrary: fc.constantFrom(...RARE_STARTS) },
    ),
    picks: fc.array(fc.nat(0x7fffffff), { maxLength: length, size: 'max' }),
  });
}

/** One position of a game, as both sides of the comparison see it. */
interface Stop {
  readonly position: Position;
  readonly referee: RefereePosition;
  /** The legal turns by their texts. */
  readonly turns: ReadonlyMap<string, () => RefereePosition>;
  /** The turn played here, and the one that led here; undefined at the ends of the game. */
  readonly next: string | undefined;
  readonly last: string | undefined;
  /** A number to make choices by. */
  readonly pick: number;
}

/** Plays the game with both and stops at every position of it, the last one included. */
function walk({ start, picks }: Game, visit: (stop: Stop) => void): void {
  const position = setUp(start.variant, start.fen);
  let referee = refereePosition(start.variant, start.fen);
  let last: string | undefined;
  let beforeLast: string | undefined;
  for (const pick of [...picks, undefined]) {
    const turns = playable(referee);
    const next =
      pick === undefined || turns.size === 0 ? undefined : pickTurn(referee, turns, beforeLast, pick);
    const stop = { position, referee, turns, next, last, pick: pick ?? 12345 };
    try {
      visit(stop);
    } catch (error) {
      throw new Error(`${referee.variant} ${fenOf(referee)}: ${(error as Error).message}`, { cause: error });
    }
    if (next === undefined) return;
    playTurn(position, read(position, next));
    referee = turns.get(next)!();
    beforeLast = last;
    last = next;
  }
}

/** Mostly a turn that does not lose at once; now and then one of a rare kind. */
function pickTurn(
  referee: RefereePosition,
  turns: ReadonlyMap<string, () => RefereePosition>,
  own: string | undefined,
  pick: number,
): string {
  const all = [...turns.keys()];
  const number = pick >>> 4;
  const rare = all.filter(RARE[pick & 15] ?? (() => false));
  // The mover's last turn taken back, so that positions come again.
  const back = own === undefined ? '' : own.slice(2, 4) + own.slice(0, 2);
  if ((pick & 15) >= 12 && turns.has(back)) return back;
  if (rare.length > 0) return rare[number % rare.length]!;
  for (let i = 0; i < 8 && (pick & 15) !== 0; i++) {
    const turn = all[(number + 31 * i) % all.length]!;
    const after = turns.get(turn)!();
    if (!standsWon(after) || after.toMove === referee.toMove) return turn;
  }
  return all[number % all.length]!;
}

/** Kinds of turns that are picked on purpose. */
const RARE: Readonly<Record<number, (turn: string) => boolean>> = {
  1: (turn) => /^(e1[gc]1|[ed]8[fbgc]8)/.test(turn),
  2: (turn) => /[18]$/.test(turn) && turn.includes(','),
  3: (turn) => /^([a-h][1-8][qrbn],)?[a-h][1-8][a-h][1-8][qrbn]/.test(turn),
  4: (turn) => !turn.includes(','),
  6: (turn) => turn.length === 3,
};

// ---- The two sides of a comparison

function setUp(variant: string, fen: string, into?: Position): Position {
  const result = parseFen(fen, variantOf(variant)!, into);
  if (!result.ok) throw new Error(`${fen}: ${result.error}`);
  return result.value;
}

function read(position: Position, text: string): Turn {
  const result = parseTurn(position, text);
  if (!result.ok) throw new Error(`${text}: ${result.error}`);
  return result.value;
}

function moveText(move: Move): string {
  const promotion = turnKind(move) === PROMOTION ? KIND_LETTERS[turnPromotion(move)] : '';
  return squareName(turnFrom(move)) + squareName(turnTo(move)) + promotion;
}

/** Everything that a turn taken back must restore; the words from PUSHABLE on are scratch. */
function stateOf(position: Position): string {
  return `${position.words.subarray(0, PUSHABLE).join(' ')} | ${position.squares.join(' ')}`;
}

/** The state but for the number of turns played. */
function withoutHistory(position: Position): string {
  const words = position.words.slice(0, PUSHABLE);
  words[DEPTH] = 0;
  words[PLY_BASE] = 0;
  return `${words.join(' ')} | ${position.squares.join(' ')}`;
}

function same<T>(actual: T, wanted: T, what: string): void {
  if (actual !== wanted) expect(actual, what).toBe(wanted);
}

function sameLists(actual: readonly string[], wanted: readonly string[], what: string): void {
  same([...actual].sort().join(' '), [...wanted].sort().join(' '), what);
}

/** The squares of a set, its two words lying at `at`. */
function squaresOf(position: Position, at: number): Square[] {
  const squares: Square[] = [];
  for (let square = 0; square < 64; square++) {
    if ((position.words[at + (square >> 5)]! >>> (square & 31)) & 1) squares.push(square);
  }
  return squares;
}

/** Runs `visit` with every promotion choice that does not win made on the board, or once if none is due. */
function afterChoices(position: Position, visit: (choice: string) => void): void {
  const side = mover(position);
  const pending = side.pendingPawn();
  if (pending < 0) {
    visit('');
    return;
  }
  for (let kind = KNIGHT; kind <= QUEEN; kind++) {
    side.choose(pending, kind);
    if (!side.attacksKing()) visit(squareName(pending) + KIND_LETTERS[kind]);
    side.unchoose(pending, kind);
  }
}

/** Deterministic numbers from one. */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
}

/** Every starting position by itself. */
const EVERY_START: Game[] = [...STARTS, ...RARE_STARTS].map((start) => ({ start, picks: [] }));

/** Visits all positions of random games, up to `length` turns long, and every starting position. */
function property(
  seed: number,
  runs: number,
  length: number,
  visit: (stop: Stop) => void,
  finish?: (game: Game) => void,
): void {
  fc.assert(
    fc.property(games(length), (game) => {
      walk(game, visit);
      finish?.(game);
    }),
    { seed, numRuns: runs + EVERY_START.length, examples: EVERY_START.map((game) => [game]) },
  );
}

// ---- Properties

describe.each(SEEDS)('from %s', (_name, seed) => {
  test('the legal turns are the referee’s', () => {
    const list = new Int32Array(16_384);
    property(seed, 120, 40, ({ position, turns, pick }) => {
      const before = stateOf(position);
      const legal = legalTurns(position);
      sameLists(
        legal.map((turn) => formatTurn(position, turn)),
        [...turns.keys()],
        'legalTurns',
      );
      if (!mover(position).attacksKing()) {
        same(mover(position).countTurns(), turns.size, 'countTurns');
        const generated = list.slice(0, mover(position).generateTurns(list, 0));
        same(generated.sort().join(' '), Int32Array.from(legal).sort().join(' '), 'generateTurns');
      }
      for (const turn of legal) same(isLegalTurn(position, turn), true, `isLegalTurn ${turn}`);
      const next = numbers(pick);
      const known = new Set(legal);
      for (let i = 0; i < 200; i++) {
        // A legal turn with some bits changed, or any number of 25 bits.
        const any = next() >>> 7;
        const turn =
          i % 2 === 0 || legal.length === 0 ? any : legal[any % legal.length]! ^ (1 << (next() % 25));
        same(isLegalTurn(position, turn), known.has(turn), `isLegalTurn ${turn}`);
      }
      same(stateOf(position), before, 'state after asking');
    });
  });

  test('the legal moves after each choice are the referee’s, captures a part of them', () => {
    const list = new Int32Array(512);
    const captures = new Int32Array(512);
    let count = 0;
    property(seed, 80, 40, ({ position, referee }) => {
      const side = mover(position);
      if (side.attacksKing()) return;
      const before = stateOf(position);
      const moves = refereeMoves(referee);
      const exhaustive = count++ % 4 === 0 || side.inCheck();
      afterChoices(position, (choice) => {
        const wanted = moves.filter((move) => move.choice === choice);
        const generated = [...list.subarray(0, side.generateMoves(list, 0))];
        sameLists(
          generated.map(moveText),
          wanted.map(({ text }) => text),
          `generateMoves ${choice}`,
        );
        sameLists(legalMoves(position).map(moveText), generated.map(moveText), `legalMoves ${choice}`);
        const noisy = [...captures.subarray(7, side.generateCaptures(captures, 7, -1, -1))];
        sameLists(
          noisy.map(moveText),
          wanted.filter((move) => move.noisy).map(({ text }) => text),
          `generateCaptures ${choice}`,
        );
        const known = new Set(generated);
        for (const move of noisy) same(known.has(move), true, `${moveText(move)} in both lists`);
        // Without what stands on every other rank there are those that take the rest.
        const spared = [0x00ff00ff, 0x00ff00ff] as const;
        sameLists(
          [...captures.subarray(0, side.generateCaptures(captures, 0, ...spared))].map(moveText),
          noisy
            .filter((move) => {
              const rank = ((move >> 6) & 63) >> 3;
              return position.squares[(move >> 6) & 63] === EMPTY || rank % 2 === 0;
            })
            .map(moveText),
          `generateCaptures of some ${choice}`,
        );
        for (const { text, pushes } of wanted) {
          const move = generated.find((code) => moveText(code) === text)!;
          const squares = pushes.map((push) => push.text.slice(0, 2));
          sameLists(pushesOf(position, move).map(squareName), squares, `pushesOf ${choice} ${text}`);
          side.findPushesOf(move);
          sameLists(squaresOf(position, PUSHABLE).map(squareName), squares, `findPushesOf ${choice} ${text}`);
        }
        for (let move = exhaustive ? 0 : 0x10000; move < 0x10000; move++) {
          if (side.isLegalMove(move) !== known.has(move))
            same(side.isLegalMove(move), known.has(move), `${move}`);
        }
      });
      same(stateOf(position), before, 'state after asking');
    });
  });

  test('pushes: which there are, which check their own king, which give the opponent a winning choice', () => {
    const list = new Int32Array(512);
    property(seed, 100, 40, ({ position, referee }) => {
      const side = mover(position);
      if (side.attacksKing()) return;
      const moves = refereeMoves(referee);
      afterChoices(position, (choice) => {
        const before = stateOf(position);
        const end = side.generateMoves(list, 0);
        for (let i = 0; i < end; i++) {
          const move = list[i]!;
          const what = `${choice} ${moveText(move)}`;
          const { pushes } = moves.find((other) => other.choice === choice && other.text === moveText(move))!;
          const names = (wanted: typeof pushes) => wanted.map(({ text }) => text.slice(0, 2));
          const found = (at: number) => squaresOf(position, at).map(squareName);
          side.makeMove(move);
          side.findPushes();
          sameLists(found(PUSHABLE), names(pushes), `pushable after ${what}`);
          sameLists(
            found(SELF_CHECKING),
            names(pushes.filter(({ checksItself }) => checksItself)),
            `self-checking after ${what}`,
          );
          sameLists(
            found(CHOICE_GIVING),
            names(pushes.filter(({ givesChoice }) => givesChoice)),
            `choice-giving after ${what}`,
          );
          const moved = stateOf(position);
          for (const push of squaresOf(position, PUSHABLE)) {
            side.makePush(push);
            const inParts = stateOf(position);
            side.unmakePush(push);
            same(stateOf(position), moved, `push on ${squareName(push)} taken back after ${what}`);
            if (choice !== '') continue;
            side.unmakeMove(move);
            side.makeTurn(turnCode(move, push, 0));
            same(stateOf(position), inParts, `the whole turn ${what} ${squareName(push)}`);
            side.unmakeTurn(turnCode(move, push, 0));
            side.makeMove(move);
          }
          side.unmakeMove(move);
          same(stateOf(position), before, `${what} taken back`);
        }
      });
    });
  });

  test('every turn leads to the referee’s position, with the key of a fresh one, and is taken back', () => {
    const fresh = createPosition();
    property(seed, 60, 40, ({ position, referee, turns }) => {
      same(formatFen(position), fenOf(referee), 'FEN');
      same(keyText(position), keyText(setUp(referee.variant, fenOf(referee), fresh)), 'key');
      const before = stateOf(position);
      for (const [text, play] of turns) {
        const turn = read(position, text);
        const after = play();
        const fen = fenOf(after);
        const side = mover(position);
        side.makeTurn(turn);
        same(formatFen(position), fen, `FEN after ${text}`);
        if (text.length > 3) same(side.isSelfCheck(turn), standsWon(after), `self-check by ${text}`);
        setUp(referee.variant, fen, fresh);
        same(position.words[KEY_LOW], fresh.words[KEY_LOW], `key after ${text}`);
        same(position.words[KEY_HIGH], fresh.words[KEY_HIGH], `key after ${text}`);
        same(formatFen(fresh), fen, `FEN read again after ${text}`);
        same(withoutHistory(position), withoutHistory(fresh), `all words after ${text}`);
        side.unmakeTurn(turn);
        same(stateOf(position), before, `state after ${text} taken back`);
      }
    });
  });

  test('a whole game is taken back turn by turn, a copy of it too', () => {
    const copy = createPosition();
    let played: { state: string; key: string; turn: string }[] = [];
    let game: Position | undefined;
    property(
      seed,
      60,
      80,
      ({ position, last }) => {
        if (last === undefined) played = [];
        game = position;
        played.push({ state: stateOf(position), key: keyText(position), turn: last ?? '' });
      },
      () => {
        copyPosition(game!, copy);
        for (const position of [game!, copy]) {
          for (let i = played.length - 1; i > 0; i--) {
            same(stateOf(position), played[i]!.state, `state after turn ${i}`);
            const turn = undoTurn(position);
            same(keyText(position), played[i - 1]!.key, `key before turn ${i}`);
            same(formatTurn(position, turn!), played[i]!.turn, `turn ${i}`);
          }
          same(stateOf(position), played[0]!.state, 'state at the start');
          same(undoTurn(position), undefined, 'nothing more to take back');
        }
      },
    );
  });

  test('endings and checks are the referee’s', () => {
    const names = {
      ongoing: undefined,
      selfcheck: 'self-check',
      promotioncheck: 'winning choice',
      checkmate: 'checkmate',
      stalemate: 'stalemate',
      fifty: 'fifty moves',
      threefold: 'threefold',
      insufficient: 'insufficient material',
    } as const;
    property(seed, 200, 80, ({ position, referee, turns }) => {
      const { status, winner } = statusOf(referee);
      const outcome = outcomeOf(position);
      same(outcome.ending, names[status], 'ending');
      same(outcome.winner, winner === undefined ? undefined : winner === 'white' ? 0 : 1, 'winner');
      same(repetitionCount(position), occurrences(referee), 'occurrences');
      same(
        hasWinningChoice(position),
        [...turns.keys()].some((turn) => turn.length === 3),
        'winning choice',
      );
      same(sideToMove(position) === WHITE, referee.toMove === 'white', 'side to move');
      same(mover(position).colour, sideToMove(position), 'mover');
      same(opponentSide(position).colour, 1 - sideToMove(position), 'opponent');
      same(mover(position).inCheck(), inCheck(referee), 'in check');
      same(mover(position).attacksKing(), standsWon(referee), 'attacks the king');
      const pending = mover(position).pendingPawn();
      const lastRank = referee.toMove === 'white' ? 56 : 0;
      const wanted = referee.board.findIndex(
        (letter, square) => letter.toLowerCase() === 'p' && square - (square % 8) === lastRank,
      );
      same(pending, wanted, 'pending pawn');
      if (pending >= 0) same(kindOf(position.squares[pending]!), 0, 'pending pawn');
    });
  });

  test('texts of turns are read and written alike, and nothing but legal turns is read', () => {
    property(seed, 100, 40, ({ position, turns, next, last, pick }) => {
      const before = stateOf(position);
      const all = [...turns.keys()];
      for (const text of all) same(formatTurn(position, read(position, text)), text, 'round trip');
      const random = numbers(pick);
      for (let i = 0; i < 60; i++) {
        const text = mutated(all[random() % all.length] ?? next ?? last ?? 'e2e4,d7d6', random);
        same(parseTurn(position, text).ok, turns.has(text), `parseTurn ${JSON.stringify(text)}`);
      }
      same(stateOf(position), before, 'state after reading');
    });
  });

  test('SAN is the referee’s, and is read back', () => {
    property(seed, 60, 40, ({ position, referee, turns, pick }) => {
      const all = [...turns.keys()];
      for (let i = 0; i < Math.min(6, all.length); i++) {
        const text = all[(pick + 37 * i) % all.length]!;
        const turn = read(position, text);
        const san = formatSan(position, turn);
        same(san, sanOf(referee, text), `SAN of ${text}`);
        const back = parseSan(position, san);
        same(back.ok ? formatTurn(position, back.value) : back.error, text, `parseSan ${san}`);
      }
    });
  });
});

/** A text that is nearly a turn. */
function mutated(text: string, random: () => number): string {
  const letters = 'abcdefgh12345678qrbnkpN,= ';
  const letter = letters[random() % letters.length]!;
  const at = random() % (text.length + 1);
  const parts = text.split(',');
  switch (random() % 10) {
    case 0:
      return text.slice(0, at) + letter + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1);
    case 2:
      return parts.reverse().join(',');
    case 3:
      return parts.slice(0, -1).join(',');
    case 4:
      return parts.slice(1).join(',');
    case 5:
      return [...parts, parts[at % parts.length]].join(',');
    case 6:
      return text.toUpperCase();
    default:
      // Another square somewhere: most often still the form of a turn.
      return text.slice(0, at) + letter + text.slice(at + 1);
  }
}

test('the games of the fixed seed meet every rare thing', () => {
  const seen = new Map<string, number>();
  const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  property(FIXED_SEED, 400, 80, ({ position, referee, next }) => {
    const { status } = statusOf(referee);
    note(status);
    if (mover(position).pendingPawn() >= 0) note('pending');
    if (next === undefined) return;
    const turn = read(position, next);
    if (turnKind(turn) === 2)
      note(`${referee.variant === 'reversedavalanche' ? 'reversed ' : ''}${moveText(turnMove(turn))}`);
    if (turnKind(turn) === PROMOTION) note('promotion');
    if (turnChoice(turn) !== 0 && next.length > 3) note('choice and move');
    if (turnPush(turn) === 0 && next.length > 3) note('no push');
  });
  expect([...seen.keys()].sort()).toEqual(
    [
      'ongoing',
      'selfcheck',
      'promotioncheck',
      'checkmate',
      'stalemate',
      'fifty',
      'threefold',
      'insufficient',
      'pending',
      'promotion',
      'choice and move',
      'no push',
      ...['e1g1', 'e1c1', 'e8g8', 'e8c8'],
      ...['reversed e1g1', 'reversed e1c1', 'reversed d8f8', 'reversed d8b8'],
    ].sort(),
  );
});

test('a game longer than the frames goes on, and its last turns can be taken back', () => {
  const variant = 'avalanche';
  const position = setUp(variant, '1n2k3/8/8/p7/P7/8/8/1N2K3 w - - 0 1');
  const turns = ['b1c3', 'b8c6', 'c3b1', 'c6b8'];
  const rounds = 2000;
  for (let i = 0; i < rounds; i++) for (const turn of turns) playTurn(position, read(position, turn));
  const fen = `1n2k3/8/8/p7/P7/8/8/1N2K3 w - - ${4 * rounds} ${2 * rounds + 1}`;
  same(formatFen(position), fen, 'FEN after the game');
  same(keyText(position), keyText(setUp(variant, fen)), 'key after the game');
  same(repetitionCount(position) >= 3, true, 'repetition');
  for (let i = 0; i < 800; i++) undoTurn(position);
  same(
    formatFen(position),
    fen.replace(/ w .*/, ` w - - ${4 * rounds - 800} ${2 * rounds - 399}`),
    'FEN 800 turns before',
  );
});

test('the largest counters of a FEN survive a turn taken back', () => {
  const fen = '4k3/8/8/8/8/8/8/R3K3 b - - 9998 9998';
  const position = setUp('avalanche', fen);
  playTurn(position, read(position, 'e8d8'));
  same(formatFen(position), '3k4/8/8/8/8/8/8/R3K3 w - - 9999 9999', 'FEN after the turn');
  undoTurn(position);
  same(formatFen(position), fen, 'FEN after taking back');
});

test('squares have names', () => {
  for (let square = 0; square < 64; square++) same(squareOf(squareName(square)), square, squareName(square));
});
