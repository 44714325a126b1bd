/**
 * A slow second opinion on the rules, written from RULES.md alone (the paragraphs cited) and sharing nothing with
 * src/: a board of 64 FEN letters, positions that are copied and never changed, turns that are texts, and every
 * question answered by looking at the whole board.
 */

/** A square is a name like `e4` in every interface, and `file + 8 * rank` inside. */
type Board = readonly string[];
type Player = 'white' | 'black';

export type Status =
  | 'ongoing'
  | 'selfcheck'
  | 'promotioncheck'
  | 'checkmate'
  | 'stalemate'
  | 'fifty'
  | 'threefold'
  | 'insufficient';

export interface RefereePosition {
  readonly variant: string;
  readonly board: Board;
  readonly toMove: Player;
  /** A part of `KQkq`, in that order. */
  readonly rights: string;
  readonly clock: number;
  readonly number: number;
  /** What repetition compares (section 8), for each position before this one. */
  readonly earlier: readonly string[];
  /** The last turn was a winning choice. */
  readonly wonByChoice: boolean;
}

/** A legal move: its text and what the board looks like after it. */
interface Step {
  readonly text: string;
  readonly board: Board;
  readonly rights: string;
  /** A capture or a pawn move, which sets the half-move clock to 0. */
  readonly resets: boolean;
}

/** One push that can follow a move, and what it does to the pusher. */
export interface RefereePush {
  readonly text: string;
  /** The pusher's own king stands attacked afterwards (3a). */
  readonly checksItself: boolean;
  /** It does not, but the opponent then has a winning choice (3b). */
  readonly givesChoice: boolean;
}

export interface RefereeMove {
  /** The promotion choice in front of it, empty if none was due. */
  readonly choice: string;
  readonly text: string;
  /** It captures something, or promotes. */
  readonly noisy: boolean;
  readonly pushes: readonly RefereePush[];
}

const FREE = '.';
const FILES = 'abcdefgh';

const KNIGHT_STEPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];
const STRAIGHT = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
];

// ---- Small words

function nameOf(square: number): string {
  return `${FILES[square % 8]}${Math.floor(square / 8) + 1}`;
}

function squareAt(name: string): number {
  return FILES.indexOf(name[0]!) + 8 * (Number(name[1]) - 1);
}

function otherThan(player: Player): Player {
  return player === 'white' ? 'black' : 'white';
}

function ownerOf(letter: string): Player | undefined {
  if (letter === FREE) return undefined;
  return letter === letter.toUpperCase() ? 'white' : 'black';
}

/** The piece of a player: `lettered('white', 'n')` is `N`. */
function lettered(player: Player, kind: string): string {
  return player === 'white' ? kind.toUpperCase() : kind.toLowerCase();
}

/** The square `files` to the right of and `ranks` above `square`, or undefined beyond the edge. */
function beside(square: number, files: number, ranks: number): number | undefined {
  const file = (square % 8) + files;
  const rank = Math.floor(square / 8) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? file + 8 * rank : undefined;
}

function forward(player: Player): number {
  return player === 'white' ? 1 : -1;
}

/** The rank, 1 to 8, as `player` counts from his own side. */
function rankFor(player: Player, square: number): number {
  const rank = Math.floor(square / 8);
  return player === 'white' ? rank + 1 : 8 - rank;
}

function replaced(board: Board, changes: readonly (readonly [number, string])[]): string[] {
  const copy = board.slice();
  for (const [square, letter] of changes) copy[square] = letter;
  return copy;
}

// ---- FEN (section 4)

export const START_FENS: Readonly<Record<string, string>> = {
  avalanche: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  balancedavalanche: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  reversedavalanche: 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
};

/** Reads six fields; throws if they are not a position. */
export function refereePosition(variant: string, fen: string): RefereePosition {
  const fields = fen.split(' ');
  if (fields.length !== 6) throw new Error(`not six fields: ${fen}`);
  const [placement, side, rights, , clock, number] = fields as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const board: string[] = new Array(64).fill(FREE);
  const rows = placement.split('/');
  if (rows.length !== 8) throw new Error(`not eight ranks: ${placement}`);
  for (const [row, letters] of rows.entries()) {
    let file = 0;
    for (const letter of letters) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (/[pnbrqk]/i.test(letter)) board[8 * (7 - row) + file++] = letter;
      else throw new Error(`no piece: ${letter}`);
    }
    if (file !== 8) throw new Error(`not eight files: ${letters}`);
  }
  if (side !== 'w' && side !== 'b') throw new Error(`neither w nor b: ${side}`);
  const toMove: Player = side === 'w' ? 'white' : 'black';
  for (const king of 'Kk') {
    if (board.filter((letter) => letter === king).length !== 1)
      throw new Error(`not one ${king}: ${placement}`);
  }
  let pending = 0;
  for (const [square, letter] of board.entries()) {
    if (letter.toLowerCase() !== 'p') continue;
    const owner = ownerOf(letter)!;
    if (rankFor(owner, square) === 1) throw new Error(`pawn behind its home rank: ${nameOf(square)}`);
    if (rankFor(owner, square) === 8 && owner !== toMove)
      throw new Error(`cannot be pending: ${nameOf(square)}`);
    if (rankFor(owner, square) === 8) pending++;
  }
  if (pending > 1) throw new Error(`two pawns await promotion: ${placement}`);
  return {
    variant,
    board,
    toMove,
    rights: trueRights(variant, board, rights),
    clock: Number(clock),
    number: Number(number),
    earlier: [],
    wonByChoice: false,
  };
}

export function fenOf(position: RefereePosition): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    const letters = position.board.slice(8 * rank, 8 * rank + 8).join('');
    rows.push(letters.replace(/\.+/g, (gap) => String(gap.length)));
  }
  const side = position.toMove === 'white' ? 'w' : 'b';
  return `${rows.join('/')} ${side} ${position.rights || '-'} - ${position.clock} ${position.number}`;
}

/** The square of the king of `player` before castling (section 1). */
function kingHome(variant: string, player: Player): number {
  if (player === 'white') return squareAt('e1');
  return squareAt(variant === 'reversedavalanche' ? 'd8' : 'e8');
}

/** K and k go with the h-rook, Q and q with the a-rook (ruling in section 3). */
function rookHome(right: string): number {
  return squareAt(`${right.toLowerCase() === 'k' ? 'h' : 'a'}${right < 'a' ? 1 : 8}`);
}

/** Those of `claimed` that king and rook still stand for (section 8). */
function trueRights(variant: string, board: Board, claimed: string): string {
  return [...'KQkq']
    .filter((right) => {
      const player: Player = right < 'a' ? 'white' : 'black';
      return (
        claimed.includes(right) &&
        board[kingHome(variant, player)] === lettered(player, 'k') &&
        board[rookHome(right)] === lettered(player, 'r')
      );
    })
    .join('');
}

// ---- Attacks

/** Does any piece of `attacker` attack `square`? A pawn on its last rank attacks nothing, as nothing lies ahead. */
function attacked(board: Board, square: number, attacker: Player): boolean {
  const holds = (at: number | undefined, kind: string) =>
    at !== undefined && board[at] === lettered(attacker, kind);
  for (const side of [-1, 1]) {
    if (holds(beside(square, side, -forward(attacker)), 'p')) return true;
  }
  for (const [files, ranks] of KNIGHT_STEPS) {
    if (holds(beside(square, files!, ranks!), 'n')) return true;
  }
  for (const [files, ranks] of [...STRAIGHT, ...DIAGONAL]) {
    if (holds(beside(square, files!, ranks!), 'k')) return true;
    const slider = files === 0 || ranks === 0 ? 'r' : 'b';
    let at = beside(square, files!, ranks!);
    while (at !== undefined && board[at] === FREE) at = beside(at, files!, ranks!);
    if (holds(at, 'q') || holds(at, slider)) return true;
  }
  return false;
}

function kingAttacked(board: Board, player: Player): boolean {
  return attacked(board, board.indexOf(lettered(player, 'k')), otherThan(player));
}

// ---- Part 1: the promotion choice

function pendingSquare(board: Board, player: Player): number | undefined {
  const pawn = lettered(player, 'p');
  const at = board.findIndex((letter, square) => letter === pawn && rankFor(player, square) === 8);
  return at < 0 ? undefined : at;
}

/** The choices due, each with the board after it and whether it wins; a single empty one if none is due. */
function choices(board: Board, player: Player): { text: string; board: Board; wins: boolean }[] {
  const square = pendingSquare(board, player);
  if (square === undefined) return [{ text: '', board, wins: false }];
  return [...'qrbn'].map((kind) => {
    const after = replaced(board, [[square, lettered(player, kind)]]);
    return { text: `${nameOf(square)}${kind}`, board: after, wins: kingAttacked(after, otherThan(player)) };
  });
}

// ---- Part 2: the move

/** The legal moves of `player`, who has no choice to make any more. */
function legalSteps(variant: string, board: Board, player: Player, rights: string): Step[] {
  const steps: Step[] = [];
  const add = (text: string, changes: readonly (readonly [number, string])[], resets: boolean) => {
    const after = replaced(board, changes);
    if (kingAttacked(after, player)) return;
    steps.push({ text, board: after, rights: trueRights(variant, after, rights), resets });
  };
  const move = (from: number, to: number) => {
    const letter = board[from]!;
    const pawn = letter.toLowerCase() === 'p';
    const text = nameOf(from) + nameOf(to);
    if (pawn && rankFor(player, to) === 8) {
      for (const kind of 'qrbn') {
        add(
          text + kind,
          [
            [from, FREE],
            [to, lettered(player, kind)],
          ],
          true,
        );
      }
    } else {
      add(
        text,
        [
          [from, FREE],
          [to, letter],
        ],
        pawn || board[to] !== FREE,
      );
    }
  };
  for (const [from, letter] of board.entries()) {
    if (ownerOf(letter) !== player) continue;
    const kind = letter.toLowerCase();
    if (kind === 'p') {
      const ahead = beside(from, 0, forward(player));
      if (ahead === undefined) continue;
      if (board[ahead] === FREE) {
        move(from, ahead);
        const double = beside(from, 0, 2 * forward(player));
        if (rankFor(player, from) === 2 && board[double!] === FREE) move(from, double!);
      }
      for (const side of [-1, 1]) {
        const to = beside(from, side, forward(player));
        if (to !== undefined && ownerOf(board[to]!) === otherThan(player)) move(from, to);
      }
      continue;
    }
    const steps =
      kind === 'n'
        ? KNIGHT_STEPS
        : kind === 'r'
          ? STRAIGHT
          : kind === 'b'
            ? DIAGONAL
            : [...STRAIGHT, ...DIAGONAL];
    for (const [files, ranks] of steps) {
      let to = beside(from, files!, ranks!);
      while (to !== undefined && ownerOf(board[to]!) !== player) {
        move(from, to);
        if (board[to] !== FREE || kind === 'n' || kind === 'k') break;
        to = beside(to, files!, ranks!);
      }
    }
  }
  for (const right of rights) {
    const owner: Player = right < 'a' ? 'white' : 'black';
    if (owner !== player) continue;
    const king = kingHome(variant, player);
    const rook = rookHome(right);
    const toRook = Math.sign(rook - king);
    const path: number[] = [];
    for (let at = king + toRook; at !== rook; at += toRook) path.push(at);
    if (path.some((square) => board[square] !== FREE)) continue;
    const crossed = [king, king + toRook, king + 2 * toRook];
    if (crossed.some((square) => attacked(board, square, otherThan(player)))) continue;
    add(
      nameOf(king) + nameOf(king + 2 * toRook),
      [
        [king, FREE],
        [rook, FREE],
        [king + 2 * toRook, lettered(player, 'k')],
        [king + toRook, lettered(player, 'r')],
      ],
      false,
    );
  }
  return steps;
}

// ---- Part 3: the push

/** Where the pawns stand that `player` may push after his move. */
function pushable(board: Board, player: Player): number[] {
  const owner = otherThan(player);
  const squares: number[] = [];
  for (const [square, letter] of board.entries()) {
    if (letter !== lettered(owner, 'p')) continue;
    const ahead = beside(square, 0, forward(owner));
    if (ahead !== undefined && board[ahead] === FREE) squares.push(square);
  }
  return squares;
}

/** The board after `player` has pushed the pawn on `square`. */
function pushed(board: Board, player: Player, square: number): Board {
  const owner = otherThan(player);
  return replaced(board, [
    [square, FREE],
    [beside(square, 0, forward(owner))!, lettered(owner, 'p')],
  ]);
}

function pushText(player: Player, square: number): string {
  return nameOf(square) + nameOf(beside(square, 0, forward(otherThan(player)))!);
}

/** The balanced variant's turn without a push (ruling in section 1). */
function withoutPush(position: RefereePosition): boolean {
  const home = (first: string, pawn: string) =>
    position.board.slice(squareAt(first), squareAt(first) + 8).every((letter) => letter === pawn);
  return (
    position.variant === 'balancedavalanche' &&
    position.toMove === 'white' &&
    home('a2', 'P') &&
    home('a7', 'p')
  );
}

// ---- Turns

/** The opponent of the side to move has checked himself (3a): the game is over. */
export function standsWon(position: RefereePosition): boolean {
  return kingAttacked(position.board, otherThan(position.toMove));
}

export function inCheck(position: RefereePosition): boolean {
  return kingAttacked(position.board, position.toMove);
}

/** The moves of a position that is not over, choice by choice, each with the pushes that may follow. */
export function refereeMoves(position: RefereePosition): RefereeMove[] {
  const { variant, toMove, rights } = position;
  if (standsWon(position)) return [];
  const moves: RefereeMove[] = [];
  for (const choice of choices(position.board, toMove)) {
    if (choice.wins) continue;
    for (const step of legalSteps(variant, choice.board, toMove, rights)) {
      const squares = withoutPush(position) ? [] : pushable(step.board, toMove);
      const pieces = (board: Board) => board.filter((letter) => letter !== FREE).length;
      moves.push({
        choice: choice.text,
        text: step.text,
        noisy: step.text.length === 5 || pieces(step.board) < pieces(choice.board),
        pushes: squares.map((square) => {
          const after = pushed(step.board, toMove, square);
          const checksItself = kingAttacked(after, toMove);
          const givesChoice =
            !checksItself && choices(after, otherThan(toMove)).some((answer) => answer.wins);
          return { text: pushText(toMove, square), checksItself, givesChoice };
        }),
      });
    }
  }
  return moves;
}

/** Every legal turn, with a function that plays it. */
export function playable(position: RefereePosition): Map<string, () => RefereePosition> {
  const { variant, toMove } = position;
  const turns = new Map<string, () => RefereePosition>();
  if (standsWon(position)) return turns;
  const earlier = [...position.earlier, repetitionKey(position)];
  const number = position.number + (toMove === 'black' ? 1 : 0);
  for (const choice of choices(position.board, toMove)) {
    if (choice.wins) {
      // 3b: the whole turn, and the same side is still to move (section 8).
      turns.set(choice.text, () => ({ ...position, board: choice.board, earlier, wonByChoice: true }));
      continue;
    }
    for (const step of legalSteps(variant, choice.board, toMove, position.rights)) {
      const after = (board: Board, resets: boolean): RefereePosition => ({
        variant,
        board,
        toMove: otherThan(toMove),
        rights: step.rights,
        clock: resets ? 0 : position.clock + 1,
        number,
        earlier,
        wonByChoice: false,
      });
      const beginning = choice.text === '' ? step.text : `${choice.text},${step.text}`;
      const squares = withoutPush(position) ? [] : pushable(step.board, toMove);
      if (squares.length === 0) turns.set(beginning, () => after(step.board, step.resets));
      for (const square of squares) {
        const text = `${beginning},${pushText(toMove, square)}`;
        turns.set(text, () => after(pushed(step.board, toMove, square), true));
      }
    }
  }
  return turns;
}

/** The legal turns as texts (section 5), sorted. */
export function refereeTurns(position: RefereePosition): string[] {
  return [...playable(position).keys()].sort();
}

export function isLegal(position: RefereePosition, turn: string): boolean {
  return playable(position).has(turn);
}

/** The position after a legal turn; throws on any other. */
export function afterTurn(position: RefereePosition, turn: string): RefereePosition {
  const play = playable(position).get(turn);
  if (play === undefined) throw new Error(`illegal turn ${turn} in ${fenOf(position)}`);
  return play();
}

/** All legal turns, each with the position after it, in the order of `refereeTurns`. */
export function successors(position: RefereePosition): [string, RefereePosition][] {
  return [...playable(position)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([turn, play]) => [turn, play()]);
}

// ---- The end of a game (section 3)

function repetitionKey(position: RefereePosition): string {
  return `${position.board.join('')} ${position.toMove} ${position.rights}`;
}

/** How often the position has stood on the board, this time included. */
export function occurrences(position: RefereePosition): number {
  const key = repetitionKey(position);
  return 1 + position.earlier.filter((other) => other === key).length;
}

export function statusOf(position: RefereePosition): { status: Status; winner: Player | undefined } {
  const { variant, board, toMove, rights } = position;
  if (standsWon(position)) {
    return { status: position.wonByChoice ? 'promotioncheck' : 'selfcheck', winner: toMove };
  }
  const due = choices(board, toMove);
  const canMove = due.some(
    (choice) => choice.wins || legalSteps(variant, choice.board, toMove, rights).length > 0,
  );
  if (!canMove) {
    return kingAttacked(board, toMove)
      ? { status: 'checkmate', winner: otherThan(toMove) }
      : { status: 'stalemate', winner: undefined };
  }
  if (position.clock >= 100) return { status: 'fifty', winner: undefined };
  if (occurrences(position) >= 3) return { status: 'threefold', winner: undefined };
  if (insufficient(board)) return { status: 'insufficient', winner: undefined };
  return { status: 'ongoing', winner: undefined };
}

function insufficient(board: Board): boolean {
  const men = [...board.entries()].filter(([, letter]) => !'.kK'.includes(letter));
  if (men.length === 0) return true;
  if (men.length === 1 && men[0]![1].toLowerCase() === 'n') return true;
  if (men.some(([, letter]) => letter.toLowerCase() !== 'b')) return false;
  const shades = new Set(men.map(([square]) => ((square % 8) + Math.floor(square / 8)) % 2));
  return shades.size === 1;
}

// ---- SAN (section 6)

export function sanOf(position: RefereePosition, turn: string): string {
  const after = afterTurn(position, turn);
  const mark = sanMark(after);
  const parts = turn.split(',');
  if (after.wonByChoice) return `${choiceSan(turn)}#`;
  const choice = pendingSquare(position.board, position.toMove) === undefined ? undefined : parts.shift()!;
  const { board } = choices(position.board, position.toMove).find(({ text }) => text === (choice ?? ''))!;
  const front = choice === undefined ? '' : `${choiceSan(choice)}/`;
  const back = parts[1] === undefined ? '' : `/${parts[1].slice(2)}`;
  return front + moveSan(position, board, parts[0]!) + back + mark;
}

function choiceSan(choice: string): string {
  return `${choice.slice(0, 2)}=${choice[2]!.toUpperCase()}`;
}

/** Judged after the whole turn; a turn that checks its own player never mates. */
function sanMark(after: RefereePosition): string {
  if (statusOf(after).status === 'checkmate') return '#';
  return kingAttacked(after.board, after.toMove) ? '+' : '';
}

function moveSan(position: RefereePosition, board: Board, move: string): string {
  const [from, to] = [squareAt(move), squareAt(move.slice(2))];
  const letter = board[from]!.toUpperCase();
  if (letter === 'K' && Math.abs(from - to) === 2) return to > from ? 'O-O' : 'O-O-O';
  const takes = board[to] === FREE ? '' : 'x';
  const target = nameOf(to);
  if (letter === 'P') {
    const promotion = move.length === 5 ? `=${move[4]!.toUpperCase()}` : '';
    return (takes === '' ? '' : `${move[0]}x`) + target + promotion;
  }
  const rivals = legalSteps(position.variant, board, position.toMove, position.rights)
    .map(({ text }) => text)
    .filter((text) => text.slice(2, 4) === target && text.slice(0, 2) !== nameOf(from))
    .map((text) => text.slice(0, 2))
    .filter((square) => board[squareAt(square)] === board[from]);
  let apart = '';
  if (rivals.length > 0) {
    if (rivals.every((square) => square[0] !== move[0])) apart = move[0]!;
    else if (rivals.every((square) => square[1] !== move[1])) apart = move[1]!;
    else apart = nameOf(from);
  }
  return letter + apart + takes + target;
}

// ---- Perft (section 7)

export function refereePerft(position: RefereePosition, depth: number): number {
  if (depth === 0) return 1;
  if (depth === 1) return playable(position).size;
  let count = 0;
  for (const play of playable(position).values()) {
    count += refereePerft(play(), depth - 1);
  }
  return count;
}
