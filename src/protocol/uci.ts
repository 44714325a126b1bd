/** One conversation in UCI: command lines in, answer lines out. Nothing here waits; a search answers when it can. */
import type { Engine } from '../engine/engine.ts';
import type { Listener, Report } from '../engine/report.ts';
import { FULL_SKILL, levelOfRating } from '../engine/skill.ts';
import { quote } from '../rules/quote.ts';
import { type Variant, variantOf } from '../rules/variants.ts';
import { VERSION } from '../version.ts';
import { type Command, type GoCommand, parseCommand } from './command.ts';
import { bestLine, infoLine, remarkLine } from './format.ts';
import { OPTIONS, optionLines, parseSetting, type Setting } from './options.ts';
import { createPace } from './pace.ts';

export interface Uci {
  /** A line was read at `readAt` (milliseconds of the engine's `now`). */
  line(text: string, readAt: number): void;
  /** There will be no more lines: what ends by itself is still answered. */
  end(): void;
  /** Does what takes time, before it is asked for. */
  prepare(): void;
}

export interface UciOutput {
  /** A whole line, without its end. */
  write(line: string): void;
  /** The conversation is over. */
  leave(): void;
}

/** `cores`: the most threads that there may be. */
export function createUci(
  makeEngine: (listener: Listener, hash: number) => Engine,
  output: UciOutput,
  cores = 1,
): Uci {
  const { write } = output;
  const pace = createPace(write);
  let debug = false;
  let showWdl = false;
  /** What was said about the strength: the three options may come in any order. */
  const strength = { level: FULL_SKILL, isRated: false, rating: OPTIONS.UCI_Elo.initial as number };
  let over = false;

  /** Everything but info lines, which it does not overtake. */
  function say(line: string): void {
    pace.flush();
    write(line);
  }
  function remark(text: string): void {
    say(remarkLine(text));
  }

  const engine = makeEngine(
    {
      report: (report) => pace.info(infoLine(report, showWdl), report.line === 1),
      practise,
      finished: (decided) => say(`info depth 0 score ${decided ? 'mate' : 'cp'} 0`),
      best: (turn, ponder) => say(bestLine(turn, ponder)),
      divided: (turn, count) => say(`${turn}: ${count}`),
      counted: (total, complete) => {
        if (!complete) {
          remark(`perft stopped, partial: ${total} nodes in the turns above`);
          return;
        }
        say('');
        say(`Nodes searched: ${total}`);
      },
      benched: (nodes, milliseconds) => remark(benchText(nodes, milliseconds)),
      remark,
    },
    OPTIONS.Hash.initial,
  );

  function greet(): void {
    say(`id name Serac ${VERSION}`);
    say('id author the Serac developers');
    for (const line of optionLines(cores)) say(line);
    say('uciok');
  }

  function setOption(name: string, value: string | undefined): void {
    // A combo or spin without a value is what some GUIs send for "as it is".
    const parsed = parseSetting(name, value, cores);
    if ('problem' in parsed) remark(parsed.problem);
    else apply(parsed.setting);
  }

  function apply(setting: Setting): void {
    switch (setting.name) {
      case 'Hash':
        engine.setTableSize(setting.value);
        break;
      case 'Clear Hash':
        engine.clearTable();
        break;
      case 'MultiPV':
        engine.settings.multiPv = setting.value;
        break;
      case 'Move Overhead':
        engine.settings.moveOverhead = setting.value;
        break;
      case 'UCI_Variant': {
        const variant = variantOf(setting.value);
        if (variant === undefined) break;
        engine.setVariant(variant);
        remark(variantText(variant));
        break;
      }
      case 'Skill Level':
        strength.level = setting.value;
        applyStrength();
        break;
      case 'UCI_LimitStrength':
        strength.isRated = setting.value;
        applyStrength();
        break;
      case 'UCI_Elo':
        strength.rating = setting.value;
        applyStrength();
        break;
      case 'UCI_ShowWDL':
        showWdl = setting.value;
        break;
      case 'UCI_AnalyseMode':
        engine.settings.analyse = setting.value;
        break;
      // We play the same way against everybody, and who we are is not for others to say.
      case 'UCI_Opponent':
      case 'UCI_EngineAbout':
        break;
      case 'Threads':
        engine.setThreads(setting.value);
        break;
      // Whether it lets us ponder the GUI says with each `go`.
      case 'Ponder':
        break;
    }
  }

  function applyStrength(): void {
    const { level, isRated, rating } = strength;
    engine.settings.level = isRated ? levelOfRating(rating) : level;
  }

  function go(command: GoCommand, readAt: number): void {
    if (command.perft !== undefined) engine.perft(command.perft);
    else engine.go(command, readAt);
  }

  function leave(): void {
    if (over) return;
    over = true;
    output.leave();
  }

  function obey(command: Command, readAt: number): void {
    switch (command.name) {
      case 'uci':
        greet();
        break;
      case 'isready':
        engine.whenReady(() => say('readyok'));
        break;
      case 'ucinewgame':
        engine.newGame();
        break;
      case 'setoption':
        setOption(command.option, command.value);
        break;
      case 'position': {
        const problem = engine.setPosition(command.fen, command.turns);
        if (problem !== undefined) remark(problem);
        break;
      }
      case 'go':
        go(command, readAt);
        break;
      case 'stop':
        engine.stop();
        break;
      case 'ponderhit':
        engine.ponderHit();
        break;
      case 'quit':
        leave();
        break;
      case 'd':
        for (const line of engine.describe()) say(line);
        break;
      case 'eval':
        for (const line of engine.explain()) say(line);
        break;
      case 'flip': {
        const problem = engine.flip();
        if (problem !== undefined) remark(problem);
        break;
      }
      case 'bench':
        engine.bench(command.depth);
        break;
      case 'debug':
        debug = command.on;
        break;
      case 'faulty':
        remark(command.problem);
        break;
      case 'unknown':
        if (debug) remark(`unknown command ${quote(command.text)}`);
        break;
    }
  }

  return {
    line(text, readAt) {
      if (over) return;
      const command = parseCommand(text);
      if (command !== undefined) obey(command, readAt);
    },
    end() {
      if (!over) engine.whenDone(leave);
    },
    prepare: () => engine.prepare(),
  };
}

/** What the lines of a turn cost, but for their way in and out. */
function practise(report: Report): void {
  const turn = report.pv[0];
  infoLine(report);
  bestLine(turn, turn);
  parseCommand(`position startpos moves ${report.pv.join(' ')}`);
  parseCommand('go wtime 100 btime 100 winc 1 binc 1');
}

/** The form that GUIs for variants know from Fairy-Stockfish. */
function variantText(variant: Variant): string {
  return `variant ${variant.name} files 8 ranks 8 pocket 0 template fairy startpos ${variant.startFen}`;
}

export function benchText(nodes: number, milliseconds: number): string {
  return `${nodes} nodes ${Math.round((nodes * 1000) / Math.max(1, milliseconds))} nps`;
}
