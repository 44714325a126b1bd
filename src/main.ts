/** The Node program: lines from stdin to the protocol and lines to stdout; the command line; the search threads. */
import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { BENCH_DEPTH, BENCH_POSITIONS, runBench } from './engine/bench.ts';
import { createEngine } from './engine/engine.ts';
import type { Platform } from './engine/pool.ts';
import type { Listener } from './engine/report.ts';
import { now } from './engine/thread.ts';
import {
  garbageCollector,
  isSearchThread,
  nodeThreads,
  serveThread,
  widenInlining,
} from './engine/thread-node.ts';
import { createLineReader } from './protocol/lines.ts';
import { benchText, createUci } from './protocol/uci.ts';
import { parseFen } from './rules/fen.ts';
import { formatTurn } from './rules/notation.ts';
import { createPerft, MAX_PERFT_DEPTH } from './rules/perft.ts';
import { quote } from './rules/quote.ts';
import { VARIANTS, variantOf } from './rules/variants.ts';
import { VERSION } from './version.ts';

const helpText = (isWhole: boolean): string => `Serac ${VERSION}, a UCI engine for Avalanche chess

  serac                          speaks UCI on its standard input and output
  serac bench [DEPTH]            searches ${BENCH_POSITIONS.length} positions to a fixed depth (${BENCH_DEPTH}), prints nodes and speed
  serac perft VARIANT FEN N      counts sequences of N turns; FEN in quotes, or the word startpos
${isWhole ? PROGRAMS_BESIDE : ''}  serac --help, serac --version

Variants: ${VARIANTS.map((variant) => variant.name).join(', ')}
`;

/** Not in the single executable. */
const PROGRAMS_BESIDE = `\
  serac match …                  plays matches between UCI engines: serac match --help
  serac check COMMAND            tests how an engine keeps to the protocol
  serac page                     opens the board in the browser: serac page --help
`;

/** What a shell reports of a program that has written to a closed pipe: 128 and the number of SIGPIPE. */
const EXIT_BROKEN_PIPE = 141;

function runProgram(args: readonly string[]): void {
  try {
    runCommand(args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`serac: ${error.message} (serac --help says what there is)\n`);
    process.exitCode = 2;
  }
}

function runCommand(args: readonly string[]): void {
  const [first, ...rest] = args;
  if (first === undefined) converse();
  else if (first === '--help' || first === '-h') printAlone(helpText(embeddedProgram() === undefined), args);
  else if (first === '--version' || first === '-v') printAlone(`Serac ${VERSION}\n`, args);
  else if (first === 'bench') bench(rest);
  else if (first === 'perft') perft(rest);
  else if (first === 'match' || first === 'check') runBeside(first, './match.cjs');
  else if (first === 'page') runBeside(first, './page.cjs');
  else refuse(`unknown argument ${quote(first)}`);
}

/** Runs a program of its own that stands in the file beside this one. */
function runBeside(command: string, file: string): void {
  if (embeddedProgram() !== undefined) refuse(`${command} is not part of the single executable`);
  createRequire(__filename)(file);
}

function printAlone(text: string, [word, extra]: readonly string[]): void {
  if (extra !== undefined) refuse(`${quote(extra)} after ${word}`);
  print(text);
}

function print(text: string): void {
  if (!process.stdout.listeners('error').includes(outputLost)) process.stdout.on('error', outputLost);
  process.stdout.write(text);
}

function outputLost({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(EXIT_BROKEN_PIPE);
  process.stderr.write(`serac: the output cannot be written: ${message}\n`);
  process.exit(1);
}

/** Arguments that cannot be used: one clear line. */
class Refusal extends Error {}

function refuse(problem: string): never {
  throw new Refusal(problem);
}

function platform(): Platform {
  const code = embeddedProgram();
  const startThread = nodeThreads(code === undefined ? { file: __filename } : { code });
  return { startThread, allocate, tidy: garbageCollector() };
}

/** In a single executable (scripts/executable.mjs) there is no file to start threads from, but the text of one. */
function embeddedProgram(): string | undefined {
  let sea: { isSea(): boolean; getAsset(name: string, encoding: string): string };
  try {
    sea = createRequire(__filename)('node:sea');
  } catch {
    // An older Node, which cannot be in such an executable.
    return undefined;
  }
  return sea.isSea() ? sea.getAsset('program', 'utf8') : undefined;
}

function allocate(bytes: number): SharedArrayBuffer {
  const megabytes = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1048576);
  // The system may promise more than there is, and end the process when the promise is to be kept.
  if (bytes / 1048576 > megabytes) throw new RangeError(`this machine has ${megabytes} MB in all`);
  return new SharedArrayBuffer(bytes);
}

/** UCI, until `quit` or the end of the input. */
function converse(): void {
  // Whoever listened is gone.
  process.stdout.on('error', () => process.exit(0));
  // What is said in one go is written in one: every write may wake a reader up, which takes time on both sides.
  let unwritten = '';
  function flush(): void {
    if (unwritten !== '') process.stdout.write(unwritten);
    unwritten = '';
  }
  const output = {
    write(line: string) {
      if (unwritten === '') process.nextTick(flush);
      unwritten += `${line}\n`;
    },
    leave() {
      flush();
      process.stdout.write('', () => process.exit(0));
      // A full pipe that nobody empties shall not hold us.
      setTimeout(() => process.exit(0), 100);
    },
  };
  const makeEngine = (listener: Listener, hash: number) => createEngine(platform(), listener, hash);
  const uci = createUci(makeEngine, output, availableParallelism());
  const reader = createLineReader();
  process.stdin.on('data', (bytes: Buffer) => {
    const readAt = now();
    for (const line of reader.push(bytes)) uci.line(line, readAt);
  });
  process.stdin.on('end', () => {
    const line = reader.end();
    if (line !== undefined) uci.line(line, now());
    uci.end();
  });
  process.stdin.on('error', () => uci.end());
  // Behind the first look at the input: the greeting need not wait for threads and tables.
  setImmediate(() => uci.prepare());
}

function bench(args: readonly string[]): void {
  const [word, extra] = args;
  if (extra !== undefined) refuse(`bench: ${quote(extra)} after the depth`);
  const depth = word === undefined ? BENCH_DEPTH : Number(word);
  if (!(Number.isInteger(depth) && depth >= 1)) refuse(`bench: no depth: ${quote(word ?? '')}`);
  runBench(platform(), depth, {
    position: (index, nodes) => {
      const { variant, fen } = BENCH_POSITIONS[index];
      print(`${String(index + 1).padStart(2)} ${String(nodes).padStart(9)}  ${variant.name} ${fen}\n`);
    },
    done: (nodes, milliseconds) => print(`${benchText(nodes, milliseconds)}\n`),
    died(reason) {
      process.stderr.write(`serac: bench: ${reason}\n`);
      process.exitCode = 1;
    },
  });
}

function perft(args: readonly string[]): void {
  const [variantName, fen, depthText, extra] = args;
  if (depthText === undefined) refuse('perft wants a variant, a FEN and a depth');
  if (extra !== undefined) refuse(`perft: ${quote(extra)} after the depth (is the FEN in quotes?)`);
  const variant = variantOf(variantName);
  if (variant === undefined) refuse(`perft: no variant ${quote(variantName)}`);
  const depth = Number(depthText);
  if (!(Number.isInteger(depth) && depth >= 0 && depth <= MAX_PERFT_DEPTH)) {
    refuse(`perft: no depth: ${quote(depthText)}`);
  }
  const position = parseFen(fen === 'startpos' ? variant.startFen : fen, variant);
  if (!position.ok) refuse(`perft: ${position.error}`);

  let total = depth === 0 ? 1 : 0;
  const divided = depth === 0 ? [] : createPerft(position.value).divide(depth);
  for (const { turn, count } of divided) {
    total += count;
    print(`${formatTurn(position.value, turn)}: ${count}\n`);
  }
  print(`\nNodes searched: ${total}\n`);
}

if (isSearchThread()) serveThread();
else {
  widenInlining();
  runProgram(process.argv.slice(2));
}
