/**
 * Records of games: PGN with turns in SAN (RULES.md section 6).
 *
 * The reader keeps everything a game says: tags, comments, annotation glyphs and variations, these as a tree. A broken
 * game keeps the turns before the fault and says what and where it is; the games after it are read as if nothing
 * had happened. It accepts what is around: several games in a text with or without tags, move numbers or none,
 * `;` and `{}` comments, `%` lines, glyphs as signs (`!?`), turns in the protocol's form.
 *
 * What is derived is not kept: the result is a field and no tag, `SetUp` follows from `FEN`, and the tags of the
 * seven tag roster whose value is unknown are simply absent. The writer adds all of them. Blanks and line breaks
 * inside a comment are one blank. With that, reading what was written gives the same game.
 */
import { WHITE } from './board.ts';
import { parseFen } from './fen.ts';
import { createPosition, fullMoveNumber, type Position, playTurn, sideToMove, undoTurn } from './position.ts';
import { quote } from './quote.ts';
import { failure, type Result } from './result.ts';
import { formatSan, parseSan } from './san.ts';
import type { Turn } from './turn.ts';
import { AVALANCHE, type Variant, variantOf } from './variants.ts';

export type PgnResult = '1-0' | '0-1' | '1/2-1/2' | '*';

export interface PgnGame {
  /** By name, without Result and SetUp, and without roster tags that are unknown. Variant is always there. */
  tags: Map<string, string>;
  line: PgnLine;
  result: PgnResult;
  /** Why the game could not be read to its end. */
  error: PgnError | undefined;
}

/** The turns of the game or of a variation. */
export interface PgnLine {
  /** Comments in front of the first turn. */
  before: string[];
  turns: PgnTurn[];
}

export interface PgnTurn {
  turn: Turn;
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on. */
  nags: number[];
  comments: string[];
  /** Lines that could have been played in place of this turn. */
  variations: PgnLine[];
  /** Comments behind the variations. */
  after: string[];
}

export interface PgnError {
  /** Counted from 1 in the text that was read. */
  line: number;
  /** One line that quotes the offending token. */
  message: string;
}

export interface PgnOptions {
  /** False skips the variations and what stands in them. Kept if not said otherwise. */
  variations?: boolean;
}

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'];
/** The glyphs that have a sign, by number. */
const SIGNS = ['', '!', '?', '!!', '??', '!?', '?!'];
const RESULTS: ReadonlyMap<string, PgnResult> = new Map([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['*', '*'],
]);
/** Variations inside variations: more than this is no game record. */
const DEEPEST = 100;

/** An empty game from the start position of `variant`, or from `fen`. */
export function createPgnGame(variant: Variant, fen?: string): PgnGame {
  const tags = new Map([['Variant', variant.title]]);
  if (fen !== undefined && fen !== variant.startFen) tags.set('FEN', fen);
  return { tags, line: createLine(), result: '*', error: undefined };
}

export function createPgnTurn(turn: Turn): PgnTurn {
  return { turn, nags: [], comments: [], variations: [], after: [] };
}

/** The position that the first turn of the game is played in, by the tags Variant and FEN. */
export function pgnStart(game: PgnGame, into?: Position): Result<Position> {
  const name = game.tags.get('Variant') ?? AVALANCHE.title;
  const variant = variantOf(name);
  if (variant === undefined) return failure(`unknown variant ${quote(name)}`);
  return parseFen(game.tags.get('FEN') ?? variant.startFen, variant, into);
}

/** All games of a text. */
export function parsePgn(text: string, options?: PgnOptions): PgnGame[] {
  return [...readPgn(text, options)];
}

/** The games of a text one after another: each is read only when it is asked for. */
export function* readPgn(text: string, options: PgnOptions = {}): Generator<PgnGame, void, void> {
  const lexer = createLexer(text);
  const position = createPosition();
  for (;;) {
    const game = readGame(lexer, position, options.variations !== false);
    if (game === undefined) return;
    yield game;
  }
}

// ---------------------------------------------------------------- tokens

type TokenKind = 'tag' | 'bad tag' | 'comment' | 'open' | 'close' | 'nag' | 'word' | 'bad' | 'end';

interface Token {
  readonly kind: TokenKind;
  /** The text of a comment, a word, the digits of a glyph; the name of a tag; what is wrong with a bad one. */
  readonly text: string;
  /** Of a tag. */
  readonly value: string;
  /** Where it begins. */
  readonly at: number;
  /** Line breaks between the token before and this one. */
  readonly breaks: number;
}

interface Lexer {
  peek(): Token;
  next(): Token;
  /** The line of a place in the text; places may only grow from call to call. */
  lineOf(at: number): number;
}

const TAG_NAME = /\[[ \t]*([^\s"[\]]+)[ \t]*"/y;
const TAG_END = /"[ \t]*\]/y;
/** The end of a comment; or of an unclosed one, if a blank line and a tag follow it. */
const COMMENT_END = /\}|\n[ \t]*(?=\n\[[A-Za-z0-9_]+[ \t]+"[^\n]*"\][ \t]*(?:\n|$))/g;
const WORD = /[^\s(){}[;$]+/y;
const GLYPH = /\$(\d{1,3})(?!\d)/y;

function createLexer(source: string): Lexer {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  let at = 0;
  let ahead: Token | undefined;
  let line = 1;
  let lineEnd = endOfLine(0);

  function lineOf(place: number): number {
    while (lineEnd < place) {
      line++;
      lineEnd = endOfLine(lineEnd + 1);
    }
    return line;
  }

  function endOfLine(from: number): number {
    const end = text.indexOf('\n', from);
    return end < 0 ? text.length : end;
  }

  /** Skips blanks and escape lines; returns the number of line breaks. */
  function skipBlanks(): number {
    let breaks = at === 0 ? 1 : 0;
    for (; at < text.length; at++) {
      const character = text[at];
      if (character === '\n') breaks++;
      else if (character === '%' && (at === 0 || text[at - 1] === '\n')) at = endOfLine(at) - 1;
      else if (!/\s/.test(character)) break;
    }
    return breaks;
  }

  function match(pattern: RegExp, from: number): RegExpExecArray | null {
    pattern.lastIndex = from;
    return pattern.exec(text);
  }

  /** The quote that ends a tag's value; -1 if the line ends before. Quotes inside should be escaped, but often are not. */
  function endOfValue(from: number): number {
    for (let i = from; i < text.length && text[i] !== '\n'; i++) {
      if (text[i] === '\\' && (text[i + 1] === '"' || text[i + 1] === '\\')) i++;
      else if (text[i] === '"' && match(TAG_END, i) !== null) return i;
    }
    return -1;
  }

  function read(): Token {
    const breaks = skipBlanks();
    const start = at;
    const token = (kind: TokenKind, end: number, content: string, value = ''): Token => {
      at = end;
      return { kind, text: content, value, at: start, breaks };
    };
    switch (text[at]) {
      case undefined:
        return token('end', at, '');
      case '(':
        return token('open', at + 1, '(');
      case ')':
        return token('close', at + 1, ')');
      case ';': {
        const end = endOfLine(at);
        return token('comment', end, tidy(text.slice(at + 1, end)));
      }
      case '{': {
        const end = match(COMMENT_END, at);
        if (end?.[0] === '}') return token('comment', end.index + 1, tidy(text.slice(at + 1, end.index)));
        const firstLine = text.slice(at, endOfLine(at));
        return token('bad', end === null ? text.length : end.index, `${quote(firstLine)} is not closed`);
      }
      case '[': {
        const name = match(TAG_NAME, at);
        const valueEnd = name === null ? -1 : endOfValue(TAG_NAME.lastIndex);
        if (name !== null && valueEnd >= 0) {
          const value = text.slice(TAG_NAME.lastIndex, valueEnd);
          return token('tag', TAG_END.lastIndex, name[1], value.replace(/\\(["\\])/g, '$1'));
        }
        const kind = breaks > 0 && /[A-Za-z]/.test(text[at + 1] ?? '') ? 'bad tag' : 'bad';
        const end = endOfLine(at);
        return token(kind, end, `${quote(text.slice(at, end))} is no tag`);
      }
      case '$': {
        const glyph = match(GLYPH, at);
        if (glyph !== null) return token('nag', GLYPH.lastIndex, glyph[1]);
        const [word] = text.slice(at, at + 8).split(/\s/, 1);
        return token('bad', at + 1, `${quote(word)} is no glyph from $0 to $999`);
      }
      default: {
        const word = match(WORD, at);
        if (word !== null) return token('word', WORD.lastIndex, word[0]);
        return token('bad', at + 1, `${quote(text[at])} out of place`);
      }
    }
  }

  function peek(): Token {
    ahead ??= read();
    return ahead;
  }

  function next(): Token {
    const token = peek();
    ahead = undefined;
    return token;
  }

  return { peek, next, lineOf };
}

function tidy(comment: string): string {
  return comment.trim().replace(/\s+/g, ' ');
}

// ---------------------------------------------------------------- reading a game

/** The next game; undefined if there is none. `position` is one to work with. */
function readGame(lexer: Lexer, position: Position, keepVariations: boolean): PgnGame | undefined {
  const game: PgnGame = { tags: new Map(), line: createLine(), result: '*', error: undefined };
  /** The line that is being read, and those that were left for it, outermost first. */
  let line = game.line;
  const outer: PgnLine[] = [];

  if (!readTags() && lexer.peek().kind === 'end') return undefined;
  readTurns();
  // An error right behind an opening bracket has left an empty variation.
  if (line !== game.line && isEmpty(line)) outer.at(-1)?.turns.at(-1)?.variations.pop();
  // What stands in the result's own line still belongs to the game.
  for (let token = lexer.peek(); token.kind === 'comment' && token.breaks === 0; token = lexer.peek()) {
    addComment(game.line, lexer.next().text);
  }
  return game;

  function fail(at: number, message: string): void {
    game.error ??= { line: lexer.lineOf(at), message };
  }

  /** Reads tags and sets the position up; false if there are none. */
  function readTags(): boolean {
    const lines = new Map<string, number>();
    for (let token = lexer.peek(); ; token = lexer.peek()) {
      if (token.kind === 'tag') {
        // A game without any movetext, not even a result, and the next one.
        if (lines.has(token.text) && token.breaks > 1) break;
        lines.set(token.text, lexer.lineOf(token.at));
        addTag(game, token.text, token.value);
      } else if (token.kind === 'comment') {
        addComment(game.line, token.text);
      } else if (token.kind === 'bad' || token.kind === 'bad tag') {
        fail(token.at, token.text);
      } else {
        break;
      }
      lexer.next();
    }
    const found = lines.size > 0 || game.error !== undefined;
    if (!game.tags.has('Variant')) game.tags.set('Variant', AVALANCHE.title);
    const start = pgnStart(game, position);
    if (!start.ok && game.error === undefined) {
      const culprit = start.error.startsWith('FEN') ? 'FEN' : 'Variant';
      game.error = { line: lines.get(culprit) ?? 1, message: start.error };
    }
    return found;
  }

  /** Reads the movetext up to the result or to the tags of the next game; after an error only to find that place. */
  function readTurns(): void {
    let depth = 0;
    let openedAt = 0;
    for (let token = lexer.peek(); !endsMovetext(token.kind); token = lexer.peek()) {
      lexer.next();
      const before = depth;
      if (token.kind === 'open') {
        depth++;
        openedAt = token.at;
      } else if (token.kind === 'close' && depth > 0) {
        depth--;
      }
      const result = token.kind === 'word' ? RESULTS.get(token.text) : undefined;
      if (result !== undefined) {
        if (depth > 0) continue;
        game.result = result;
        return;
      }
      if (game.error !== undefined || (!keepVariations && before + depth > 0)) continue;
      const fault = readToken(token);
      if (fault !== undefined) fail(token.at, fault);
    }
    if (depth > 0) fail(openedAt, '"(" is not closed');
  }

  /** Takes the token in; returns what is wrong with it, if anything is. */
  function readToken(token: Token): string | undefined {
    switch (token.kind) {
      case 'comment':
        addComment(line, token.text);
        return undefined;
      case 'nag':
        line.turns.at(-1)?.nags.push(Number(token.text));
        return undefined;
      case 'open':
        return openVariation();
      case 'close':
        return closeVariation();
      case 'word':
        return readWord(token.text);
      default:
        return token.text;
    }
  }

  function openVariation(): string | undefined {
    const last = line.turns.at(-1);
    if (last === undefined) return '"(" before any turn';
    if (outer.length === DEEPEST) return '"(" too deep inside other variations';
    outer.push(line);
    line = createLine();
    last.variations.push(line);
    undoTurn(position);
    return undefined;
  }

  function closeVariation(): string | undefined {
    const parent = outer.pop();
    const last = parent?.turns.at(-1);
    if (parent === undefined || last === undefined) return '")" without "("';
    for (let left = line.turns.length; left > 0; left--) {
      if (undoTurn(position) === undefined) return '")" after too long a variation';
    }
    if (isEmpty(line)) last.variations.pop();
    playTurn(position, last.turn);
    line = parent;
    return undefined;
  }

  /** A turn with its move number and its signs, or each of them alone. */
  function readWord(word: string): string | undefined {
    const text = word.replace(/^\d*(?:\.+|…)|^\d+$/, '');
    if (text === '') return undefined;
    const glyph = SIGNS.indexOf(/[!?]+/.exec(text)?.[0] ?? '');
    if (!/^[!?]/.test(text)) {
      const turn = parseSan(position, text);
      if (!turn.ok) return turn.error;
      playTurn(position, turn.value);
      line.turns.push(createPgnTurn(turn.value));
    }
    if (glyph > 0) line.turns.at(-1)?.nags.push(glyph);
    return undefined;
  }
}

function addTag(game: PgnGame, name: string, value: string): void {
  if (name === 'Result') game.result = RESULTS.get(value) ?? '*';
  else if (name !== 'SetUp' && !(ROSTER.includes(name) && value === unknownTag(name)))
    game.tags.set(name, value);
}

function addComment(line: PgnLine, text: string): void {
  if (text === '') return;
  const last = line.turns.at(-1);
  if (last === undefined) line.before.push(text);
  else if (last.variations.length > 0) last.after.push(text);
  else last.comments.push(text);
}

function createLine(): PgnLine {
  return { before: [], turns: [] };
}

function isEmpty(line: PgnLine): boolean {
  return line.before.length === 0 && line.turns.length === 0;
}

function endsMovetext(kind: TokenKind): boolean {
  return kind === 'end' || kind === 'tag' || kind === 'bad tag';
}

function unknownTag(name: string): string {
  return name === 'Date' ? '????.??.??' : '?';
}

// ---------------------------------------------------------------- writing

/** The longest line of the movetext; the standard wants fewer than 80 characters. */
const WIDTH = 79;

/** The game as text, with a line break at its end; a blank line belongs between two of them. */
export function formatPgn(game: PgnGame): string {
  const words: string[] = [];
  const start = pgnStart(game);
  if (start.ok) writeLine(words, '', start.value, game.line);
  else words.push(...game.line.before.map(tidy).flatMap(commentWords));
  words.push(game.result);
  return `${formatTags(game)}\n\n${wrap(words)}\n`;
}

function formatTags({ tags, result }: PgnGame): string {
  const fen = tags.get('FEN');
  const all = new Map(ROSTER.map((name) => [name, tags.get(name) ?? unknownTag(name)]));
  all.set('Result', result);
  all.set('Variant', tags.get('Variant') ?? AVALANCHE.title);
  if (fen !== undefined) all.set('SetUp', '1').set('FEN', fen);
  for (const [name, value] of tags) if (!all.has(name) && name !== 'SetUp') all.set(name, value);
  const escaped = (value: string) => value.replace(/[\r\n]+/g, ' ').replace(/[\\"]/g, '\\$&');
  return Array.from(all, ([name, value]) => `[${name} "${escaped(value)}"]`).join('\n');
}

/** Adds a line's words, the first of them behind `prefix`, and plays its turns. A word may end with a line break. */
function writeLine(words: string[], prefix: string, position: Position, line: PgnLine): void {
  let due = prefix;
  const write = (word: string) => {
    words.push(due + word);
    due = '';
  };
  const writeComments = (comments: string[]) => comments.map(tidy).flatMap(commentWords).forEach(write);

  writeComments(line.before);
  let numbered = false;
  for (const { turn, nags, comments, variations, after } of line.turns) {
    const number = fullMoveNumber(position);
    if (sideToMove(position) === WHITE) write(`${number}.`);
    else if (!numbered) write(`${number}...`);
    write(formatSan(position, turn));
    for (const nag of nags) write(`$${nag}`);
    writeComments(comments);
    for (const variation of variations) {
      if (isEmpty(variation)) continue;
      writeLine(words, '(', position, variation);
      for (const _ of variation.turns) undoTurn(position);
      const last = words.length - 1;
      if (words[last].endsWith('\n')) words.push(')');
      else words[last] += ')';
    }
    writeComments(after);
    numbered = comments.length + variations.length + after.length === 0;
    playTurn(position, turn);
  }
}

/**
 * A comment as words to wrap. One that holds a closing brace goes to the end of its line behind a semicolon. No line
 * may begin with `%`, which would hide it, nor with `[`, which some readers take for a tag.
 */
function commentWords(comment: string): string[] {
  if (comment === '') return [];
  return comment.includes('}') ? [`;${comment}\n`] : `{${comment}}`.split(/ (?![%[])/);
}

function wrap(words: string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.trimEnd().length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word.trimEnd() : ` ${word.trimEnd()}`;
    if (word.endsWith('\n')) {
      lines.push(line);
      line = '';
    }
  }
  return [...lines, line].join('\n');
}
