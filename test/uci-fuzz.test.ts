/**
 * A seeded stream of sensible, shuffled, cut and hostile lines for the built engine: no crash, no hang, nothing on
 * stderr, no line that is not protocol, and exactly one bestmove for each go.
 *
 *     SERAC_FUZZ_LINES=200000 SERAC_FUZZ_SEED=7 npx vitest run test/uci-fuzz.test.ts
 */
import { afterEach, expect, test } from 'vitest';
import { createRandom, type Random, randomSeed } from '../src/match/random.ts';
import { EngineProcess } from './engine-process.ts';

const LINES = Number(process.env.SERAC_FUZZ_LINES ?? 2000);
const FRESH_SEED = Number(process.env.SERAC_FUZZ_SEED ?? randomSeed());
/** Lines sent before the engine is asked whether it still listens. */
const BATCH = 50;

const FENS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'P6k/7p/8/8/8/8/7P/K7 w - - 0 1',
  '4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1',
  'k5KP/5PPP/6P1/8/8/bb6/8/8 w - - 0 1',
  '5b1P/P1Pnk3/1p2B1rK/1r2Q3/1pP2Q2/3R4/2ppNPP1/8 w - - 12 58',
  '7k/8/8/8/8/8/8/KR6 w - - 99 80',
  '8/P5P1/8/2k5/5K2/8/p5p1/8 b - - 0 1',
  '8/8/8/8/8/8/8/8 w - - 0 1',
];
const POSITIONS = [
  'startpos',
  'startpos moves e2e4,d7d6',
  'startpos moves e2e4,d7d6 g8f6,a2a3',
  'startpos moves e2e4,d7d6 e7e5,d7d6',
  ...FENS.map((fen) => `fen ${fen}`),
];
const SEARCHES = [
  'go depth 2',
  'go nodes 300',
  'go movetime 3',
  'go infinite',
  'go ponder wtime 10 btime 10',
  'go wtime 20 btime 20 winc 1 binc 1',
  'go',
  'go mate 1 nodes 500',
  'go searchmoves e2e4 depth 1',
  'go perft 1',
  'go depth 0',
];
const OTHERS = [
  ...[
    'stop',
    'stop',
    'ponderhit',
    'isready',
    'ucinewgame',
    'uci',
    'd',
    'eval',
    'flip',
    'debug on',
    'debug off',
  ],
  ...['avalanche', 'balancedavalanche', 'reversedavalanche'].map(
    (name) => `setoption name UCI_Variant value ${name}`,
  ),
  ...[1, 2, 3].map((number) => `setoption name MultiPV value ${number}`),
  ...[1, 2].map((number) => `setoption name Hash value ${number}`),
  'setoption name Clear Hash',
  ...[0, 7, 20].map((level) => `setoption name Skill Level value ${level}`),
  ...['UCI_LimitStrength', 'UCI_ShowWDL', 'UCI_AnalyseMode', 'Ponder'].flatMap((name) => [
    `setoption name ${name} value true`,
    `setoption name ${name} value false`,
  ]),
  'setoption name UCI_Elo value 900',
  'setoption name UCI_Opponent value none none computer x',
  'setoption name Move Overhead value 5000',
  'setoption name Move Overhead value 0',
];
const SCRAPS = [
  ...'uci isready ucinewgame setoption name value Hash MultiPV UCI_Variant avalanche position startpos fen'.split(
    ' ',
  ),
  ...'moves go wtime btime winc binc movestogo depth nodes mate movetime infinite ponder searchmoves'.split(
    ' ',
  ),
  ...'stop ponderhit debug on off d eval flip e2e4,d7d6 e7e5,a2a3 a8q 0 1 -1 3 1e9 99999999999999999999 x'.split(
    ' ',
  ),
  ...['\t', '\u0000', 'ü', '"', '\u2028', '\ufffd', ...FENS],
];
const NAMES = new Set(
  'uci isready ucinewgame stop ponderhit quit d eval flip debug bench setoption position go'.split(' '),
);

const PROTOCOL =
  /^(id (name|author) \S.*|option name \S.*|uciok|readyok|info (depth|string) \S.*|bestmove (\(none\)|[a-h1-8nbrq,]+( ponder [a-h1-8nbrq,]+)?))$/;
/** What `d` and `go perft` say to people; `eval` may say anything. */
const PEOPLE =
  /^(| ([+|].*)| {3}a {3}b .*|(Fen|Key|Variant|Status): .*|Checkers:.*|[a-h1-8nbrq,]+: \d+|Nodes searched: \d+)$/;

function line(random: Random): string {
  const pick = (list: readonly string[]) => list[random.next(list.length)];
  const scraps = () => Array.from({ length: 1 + random.next(8) }, () => pick(SCRAPS)).join(' ');
  switch (random.next(9)) {
    case 0:
    case 1:
      return pick(SEARCHES);
    case 2:
    case 3:
      return `position ${pick(POSITIONS)}`;
    case 4:
      return pick(OTHERS);
    case 5:
      return scraps();
    case 6: {
      const whole = pick([...SEARCHES, ...OTHERS, ...POSITIONS]);
      return whole.slice(0, random.next(whole.length + 1));
    }
    case 7: {
      // One letter is another one, any that is not a line end.
      const whole = pick([...SEARCHES, ...OTHERS, ...POSITIONS]);
      const at = random.next(whole.length);
      return whole.slice(0, at) + String.fromCharCode(11 + random.next(300)) + whole.slice(at + 1);
    }
    default:
      return 'stop';
  }
}

/** Does a line ask for a bestmove? */
function isSearch(text: string): boolean {
  const words = text.split(/\s+/);
  const at = words.findIndex((word) => NAMES.has(word));
  return at >= 0 && words[at] === 'go' && !words.includes('perft', at);
}

let engine: EngineProcess | undefined;
afterEach(() => engine?.kill());

test.each([
  ['the fixed seed', 20_231_129],
  ['a fresh seed', FRESH_SEED],
])('%s (%d)', { timeout: 60_000 + 20 * LINES }, async (_, seed) => {
  const random = createRandom(seed);
  engine = new EngineProcess();
  let searches = 0;
  for (let sent = 0; sent < LINES; sent += BATCH) {
    const batch = Array.from({ length: BATCH }, () => line(random));
    const asked = batch.filter(isSearch).length;
    searches += asked;
    engine.send(...batch, 'stop');
    let found = 0;
    if (asked > 0) await engine.line((text) => text.startsWith('bestmove') && ++found === asked);
    await engine.sync();
    const evaluates = batch.some((text) => /\beval\b/.test(text));
    const wrong = engine.lines.filter((text) => !PROTOCOL.test(text) && !PEOPLE.test(text));
    if (!evaluates) expect(wrong, batch.join('\n')).toEqual([]);
    expect(engine.lines.filter((text) => text.startsWith('bestmove')).length).toBe(asked);
    engine.forget();
  }
  engine.closeInput();
  expect(await engine.gone()).toEqual({ code: 0, signal: null });
  expect(engine.errors).toBe('');
  expect(searches).toBeGreaterThan(LINES / 10);
});
