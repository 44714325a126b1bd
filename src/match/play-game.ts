/**
 * Plays one game between two engines: the rules code is the arbiter, the runner keeps the time, and nothing that an
 * engine claims is believed.
 */
import { BLACK, type Colour, EMPTY, kindOf, opposite, PAWN, WHITE } from '../rules/board.ts';
import { formatFen, parseFen } from '../rules/fen.ts';
import { parseTurn } from '../rules/notation.ts';
import { outcomeOf } from '../rules/outcome.ts';
import { copyPosition, createPosition, type Position, playTurn, sideToMove } from '../rules/position.ts';
import { type Turn, turnFrom, turnTo } from '../rules/turn.ts';
import type { Variant } from '../rules/variants.ts';
import { type AdjudicationRules, createAdjudicator, type JudgedTurn } from './adjudicator.ts';
import type { SearchInfo } from './info.ts';
import type { Opening } from './openings.ts';
import type { EngineSettings } from './settings.ts';
import { type Clock, createClock, hasClock, isTimed, punch } from './time-control.ts';
import type { Answer, UciClient } from './uci-client.ts';
import { type Verdict, verdictOfForfeit, verdictOfRules } from './verdict.ts';

export interface Player {
  readonly name: string;
  readonly settings: EngineSettings;
  readonly client: UciClient;
}

export interface GameSetup {
  readonly variant: Variant;
  readonly opening: Opening;
  /** White, Black. */
  readonly players: readonly [Player, Player];
  readonly rules: AdjudicationRules;
  /** Waited for when both engines are ready. */
  readonly ready?: () => Promise<void>;
  /** Called after each turn. */
  readonly onTurn?: (turns: readonly PlayedTurn[]) => void;
  /** Something that does not end the game. */
  readonly warn?: (text: string) => void;
}

export interface PlayedTurn {
  readonly turn: Turn;
  /** As the protocol writes it. */
  readonly text: string;
  readonly info: SearchInfo;
  readonly elapsed: number;
}

export interface PlayedGame {
  readonly turns: readonly PlayedTurn[];
  readonly verdict: Verdict;
  readonly finalFen: string;
}

interface Game {
  readonly setup: GameSetup;
  readonly position: Position;
  readonly clocks: readonly [Clock, Clock];
  readonly turns: PlayedTurn[];
  /** `position …` as far as the game has come; the turns are appended. */
  line: string;
  /** For playing through main lines. */
  readonly scratch: Position;
  /** A `bestmove` that came unasked, by colour. */
  readonly strays: [string | undefined, string | undefined];
  /** Whose main lines have been complained about. */
  readonly warned: [boolean, boolean];
}

export async function playGame(setup: GameSetup): Promise<PlayedGame> {
  const game = begin(setup);
  let verdict = await prepare(game);
  if (verdict === undefined) {
    await setup.ready?.();
    verdict = await playOn(game);
  }
  for (const { client } of setup.players) delete client.events.stray;
  return { turns: game.turns, verdict, finalFen: formatFen(game.position) };
}

function begin(setup: GameSetup): Game {
  const { variant, opening, players } = setup;
  const parsed = parseFen(opening.fen, variant);
  if (!parsed.ok) throw new Error(`opening ${opening.fen}: ${parsed.error}`);
  const position = parsed.value;
  let line = opening.fen === variant.startFen ? 'position startpos' : `position fen ${opening.fen}`;
  for (const text of opening.turns) {
    const turn = parseTurn(position, text);
    if (!turn.ok) throw new Error(`opening ${opening.fen}: ${turn.error}`);
    playTurn(position, turn.value);
    line = appendTurn(line, text);
  }
  const clocks = [
    createClock(players[WHITE].settings.time),
    createClock(players[BLACK].settings.time),
  ] as const;
  const game: Game = {
    setup,
    position,
    clocks,
    turns: [],
    line,
    scratch: createPosition(),
    strays: [undefined, undefined],
    warned: [false, false],
  };
  for (const colour of [WHITE, BLACK] as const) {
    players[colour].client.events.stray = (turn) => {
      game.strays[colour] ??= turn;
    };
  }
  return game;
}

function appendTurn(line: string, text: string): string {
  return `${line}${line.includes(' moves ') ? '' : ' moves'} ${text}`;
}

/** `ucinewgame` to both; whoever does not answer has lost. */
async function prepare(game: Game): Promise<Verdict | undefined> {
  const { players } = game.setup;
  const faults = await Promise.all(players.map((player) => player.client.newGame()));
  const colour = faults.findIndex((fault) => fault !== undefined);
  if (colour < 0) return undefined;
  return verdictOfForfeit(faults[colour]!.kind, colour as Colour, faults[colour]!.detail);
}

async function playOn(game: Game): Promise<Verdict> {
  const { setup, position, clocks, turns } = game;
  const adjudicate = createAdjudicator(setup.rules);
  let verdict = judgeByRules(position);
  while (verdict === undefined) {
    const side = sideToMove(position);
    const player = setup.players[side];
    const stray = game.strays[side];
    if (stray !== undefined) return verdictOfForfeit('illegal move', side, `${stray} (bestmove without go)`);
    const allowed = clocks[side].left + player.settings.margin;
    const reply = player.client.go(game.line, goCommand(game, side), allowed);
    // What does not decide the game is looked at while the engine thinks.
    inspectLine(game);
    const result = await reply;
    if ('fault' in result) return verdictOfForfeit(result.fault.kind, side, result.fault.detail);
    const taken = take(game, side, result.answer);
    if ('kind' in taken) return taken;
    verdict = judgeByRules(position) ?? adjudicate(taken);
    setup.onTurn?.(turns);
  }
  return verdict;
}

function judgeByRules(position: Position): Verdict | undefined {
  const { ending, winner } = outcomeOf(position);
  return ending === undefined ? undefined : verdictOfRules(ending, winner);
}

/** Time and legality of an answer; a good one is played. */
function take(game: Game, side: Colour, answer: Answer): JudgedTurn | Verdict {
  const { position, clocks, setup, turns } = game;
  const { settings } = setup.players[side];
  if (!punch(clocks[side], answer.elapsed, settings.margin))
    return verdictOfForfeit('loses on time', side, '');
  const parsed = parseTurn(position, answer.turn);
  if (!parsed.ok) return verdictOfForfeit('illegal move', side, complaint(answer.turn, parsed.error));
  const turn = parsed.value;
  const progress = isProgress(position, turn);
  playTurn(position, turn);
  game.line = appendTurn(game.line, answer.turn);
  const info = settings.whiteView && side === BLACK ? flip(answer.info) : answer.info;
  turns.push({ turn, text: answer.turn, info, elapsed: answer.elapsed });
  return { side, ply: setup.opening.turns.length + turns.length, score: info.score, progress };
}

/** The illegal turn and, in brackets, what is wrong with it. */
function complaint(text: string, error: string): string {
  const why = /^illegal turn ".*": (.*)$/.exec(error)?.[1];
  return why === undefined || why.endsWith(' is no move') ? text : `${text} (${why})`;
}

function flip(info: SearchInfo): SearchInfo {
  const negative = (value: number | undefined) => (value === undefined ? undefined : -value);
  return { ...info, score: negative(info.score), mate: negative(info.mate) };
}

function goCommand(game: Game, side: Colour): string {
  const { clocks, setup } = game;
  const { settings } = setup.players[side];
  const own = clocks[side];
  const words = ['go'];
  if (own.control.perMove > 0) words.push(`movetime ${own.control.perMove}`);
  else if (hasClock(own.control)) {
    for (const [colour, letter] of [
      [WHITE, 'w'],
      [BLACK, 'b'],
    ] as const) {
      const { left, control } = clocks[colour];
      if (!hasClock(control)) continue;
      words.push(`${letter}time ${Math.max(1, Math.round(left))}`, `${letter}inc ${control.increment}`);
    }
    if (own.movesToGo > 0) words.push(`movestogo ${own.movesToGo}`);
  }
  if (settings.depth > 0) words.push(`depth ${settings.depth}`);
  if (settings.nodes > 0) words.push(`nodes ${settings.nodes}`);
  if (words.length === 1 && !isTimed(own.control)) words.push('infinite');
  return words.join(' ');
}

/** Is the turn a capture or a move of a pawn? */
function isProgress({ squares }: Position, turn: Turn): boolean {
  const mover = squares[turnFrom(turn)]!;
  return squares[turnTo(turn)] !== EMPTY || (mover !== EMPTY && kindOf(mover) === PAWN);
}

/** Complains, once a game and engine, about a main line that cannot be played. */
function inspectLine(game: Game): void {
  const last = game.turns[game.turns.length - 1];
  const side = opposite(sideToMove(game.position));
  if (last === undefined || game.warned[side] || game.setup.warn === undefined) return;
  const { pv } = last.info;
  if (pv.length < 2 || pv[0] !== last.text) return;
  copyPosition(game.position, game.scratch);
  for (const text of pv.slice(1)) {
    // A line may go on behind a draw, but not behind the end of a game.
    const turn = parseTurn(game.scratch, text);
    if (!turn.ok) {
      game.warned[side] = true;
      game.setup.warn(
        `illegal main line of ${game.setup.players[side].name}: ${turn.error}; ${pv.join(' ')}`,
      );
      return;
    }
    playTurn(game.scratch, turn.value);
  }
}
