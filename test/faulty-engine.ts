/**
 * A small UCI engine that plays legal turns and, on demand, misbehaves: `faulty-engine [FAULT] [key=value …]`.
 *
 *     from=N      the fault begins with the N-th `go` of a game (default 3)
 *     score=CP    what it reports as its score (default 0)
 *     think=MS    how long it thinks (default 0)
 *     name=NAME   what it calls itself
 */
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { createPosition, keyText, type Position, playTurn } from '../src/rules/position.ts';
import { AVALANCHE, VARIANTS, variantOf } from '../src/rules/variants.ts';

const words = process.argv.slice(2);
const fault = words.find((word) => !word.includes('=')) ?? 'sound';
const value = (key: string, otherwise: string) =>
  words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? otherwise;
const from = Number(value('from', '3'));
const score = Number(value('score', '0'));
const think = Number(value('think', '0'));

let variant = AVALANCHE;
let position: Position = createPosition();
let goes = 0;
let searching: NodeJS.Timeout | undefined;
/** Silent until `stop` comes. */
let holding = false;

/** Synchronous, so that nothing is lost when the process ends right behind it. */
function say(text: string): void {
  writeSync(1, `${text}\n`);
}

/** A legal turn that depends on nothing but the position. */
function choose(): string {
  const turns = legalTurns(position);
  if (turns.length === 0) return '(none)';
  const hash = Number.parseInt(keyText(position).slice(-7), 16);
  return formatTurn(position, turns[hash % turns.length]!);
}

function setUp(line: string): void {
  const [, given, moves] = /^position (startpos|fen .*?)(?: moves (.*))?$/.exec(line)!;
  const parsed = parseFen(given === 'startpos' ? variant.startFen : given!.slice(4), variant);
  if (!parsed.ok) throw new Error(parsed.error);
  position = parsed.value;
  for (const text of moves?.split(' ') ?? []) {
    const turn = parseTurn(position, text);
    if (!turn.ok) throw new Error(turn.error);
    playTurn(position, turn.value);
  }
}

function answer(): void {
  const turn = choose();
  say(`info depth 1 score cp ${score} nodes 1 time ${think} pv ${turn}`);
  say(`bestmove ${turn}`);
}

/** What the engine does in place of answering, by the name of the fault. */
const FAULTS: Readonly<Record<string, () => void>> = {
  exits: () => process.exit(3),
  crashes: () => process.kill(process.pid, 'SIGSEGV'),
  hangs: () => {
    holding = true;
  },
  'hangs-after-stop': () => {},
  deaf: () => {
    for (;;);
  },
  'illegal-turn': () => say('bestmove e1e8,e7e6'),
  'missing-push': () => say(`bestmove ${choose().split(',').slice(0, -1).join(',') || 'a1a1'}`),
  'upper-case': () => say(`bestmove ${choose().toUpperCase()}`),
  'no-move': () => say('bestmove (none)'),
  late: () => void setTimeout(answer, Number(value('late', '400'))),
  'double-bestmove': () => {
    const turn = choose();
    say(`bestmove ${turn}\nbestmove ${turn}`);
  },
  'garbage-flood': () => {
    const block = `${'garbage '.repeat(128)}\n`.repeat(64);
    const flood = () => {
      process.stdout.write(block, () => setImmediate(flood));
    };
    flood();
  },
  // Unlovely, but no reason to lose.
  'odd-lines': () => {
    process.stderr.write('x'.repeat(500_000));
    say(
      `info string ${'y'.repeat(300_000)}\ngarbage\n\ninfo depth\ninfo score cp pv\r\n\tbestmove  ${choose()}  \r`,
    );
  },
  noisy: () => {
    process.stderr.write('x'.repeat(1000));
    answer();
  },
  'bad-line': () => {
    const turn = choose();
    say(`info depth 3 score cp 20 pv ${turn} e1e8,a7a6\nbestmove ${turn}`);
  },
};

function go(): void {
  goes++;
  const misbehave = goes >= from ? FAULTS[fault] : undefined;
  if (misbehave !== undefined) misbehave();
  else if (think === 0) answer();
  else {
    searching = setTimeout(() => {
      searching = undefined;
      answer();
    }, think);
  }
}

function stop(): void {
  if (searching === undefined && !holding) return;
  clearTimeout(searching);
  searching = undefined;
  holding = false;
  answer();
}

function introduce(): void {
  say(`id name ${value('name', `Faulty (${fault})`)}`);
  say('option name Hash type spin default 16 min 1 max 1024');
  say(
    `option name UCI_Variant type combo default avalanche ${VARIANTS.map((v) => `var ${v.name}`).join(' ')}`,
  );
  if (fault !== 'no-uciok') say('uciok');
}

function read(line: string): void {
  const [command, ...rest] = line.split(' ');
  if (command === 'uci') introduce();
  else if (command === 'isready' && !(fault === 'no-readyok' && from <= 3)) say('readyok');
  else if (command === 'setoption' && rest[1] === 'UCI_Variant')
    variant = variantOf(rest[3] ?? '') ?? variant;
  else if (command === 'ucinewgame') goes = 0;
  else if (command === 'position') setUp(line);
  else if (command === 'go') go();
  else if (command === 'stop') stop();
  else if (command === 'quit' && fault !== 'stays') process.exit(0);
}

if (fault === 'stays') {
  // Neither the end of its input nor a polite signal ends it, and it has a child that is no better.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  setInterval(() => {}, 1000);
  spawn('/bin/sh', ['-c', `trap "" INT TERM HUP; sleep 600 & wait # ${process.argv[1]}`], {
    stdio: 'ignore',
  });
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop()!;
  lines.forEach(read);
});
