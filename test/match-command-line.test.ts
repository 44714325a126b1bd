/** The command line of `serac match`: what is understood, and one clear line for everything that is not. */
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../src/match/command-line.ts';
import { helpText } from '../src/match/help.ts';
import { MATCH_WORDS } from '../src/match/match-words.ts';
import type { MatchSettings } from '../src/match/settings.ts';
import { formatTimeControl, parseTimeControl } from '../src/match/time-control.ts';
import { UsageError } from '../src/match/usage.ts';

const TWO = ['-engine', 'cmd=a', 'name=A', '-engine', 'cmd=b', 'name=B'];
const MATCH = [...TWO, '-each', 'tc=10+0.1'];

function settingsOf(words: readonly string[]): MatchSettings {
  const command = parseCommandLine(words);
  if (command.kind !== 'play') throw new Error(`a ${command.kind}`);
  return command.settings;
}

function errorOf(words: readonly string[]): string {
  try {
    parseCommandLine(words);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('no error');
}

describe('what is understood', () => {
  test('engines: own words overrule those for each, arguments are kept apart', () => {
    const [a, b] = settingsOf([
      ...[
        '-engine',
        'name=A B',
        'cmd=./a b',
        'arg=-x',
        'arg=y z',
        'option.Hash=64',
        'tc=40/1:30+0.5',
        'depth=9',
      ],
      ...['-engine', 'cmd=b', 'st=0.25', 'nodes=1000', 'timemargin=50', 'restart=on', 'whitepov', 'tscale=2'],
      ...['-each', 'option.hash=16', 'option.Move Overhead=10', 'tc=inf', 'depth=5', 'proto=uci'],
    ]).engines;
    expect(a).toMatchObject({ name: 'A B', command: './a b', args: ['-x', 'y z'], depth: 9, nodes: 0 });
    expect(a!.time).toEqual({ moves: 40, time: 90_000, increment: 500, perMove: 0 });
    expect(a!.options).toEqual([
      { name: 'Move Overhead', value: '10', shared: true },
      { name: 'Hash', value: '64', shared: false },
    ]);
    expect(b).toMatchObject({ name: '', depth: 5, nodes: 1000, margin: 50, restart: 'on', patience: 2 });
    expect(b).toMatchObject({ whiteView: true, time: { perMove: 250 } });
  });

  test('what is not said', () => {
    const settings = settingsOf(MATCH);
    expect(settings).toMatchObject({
      variant: 'avalanche',
      tournament: 'round-robin',
      concurrency: 1,
      swap: true,
    });
    expect(settings).toMatchObject({
      games: 2,
      repeat: 2,
      rounds: 1,
      recover: false,
      maxMoves: 0,
      sprt: undefined,
    });
    expect(settings.openings).toMatchObject({ file: '', order: 'random' });
  });

  test('an SPRT goes on until it is decided; a limit is a limit', () => {
    const sprt = ['-sprt', 'elo0=0', 'elo1=10'];
    expect(settingsOf([...MATCH, ...sprt])).toMatchObject({ rounds: 1_000_000, games: 2, repeat: 2 });
    expect(settingsOf([...MATCH, ...sprt]).sprt).toEqual({
      elo0: 0,
      elo1: 10,
      alpha: 0.05,
      beta: 0.05,
      model: 'logistic',
    });
    expect(settingsOf([...MATCH, ...sprt, '-rounds', '7']).rounds).toBe(7);
    expect(settingsOf([...MATCH, '-sprt', 'elo0=-3', 'elo1=1', 'model=normalized']).sprt).toMatchObject({
      elo0: -3,
    });
  });

  test('a command line of cutechess-cli', () => {
    const settings = settingsOf([
      ...[
        ...TWO,
        '-each',
        'proto=uci',
        'tc=8+0.08',
        'option.Hash=16',
        '-games',
        '2',
        '-rounds',
        '100',
        '-repeat',
        '2',
      ],
      ...[
        '-concurrency',
        '2',
        '-openings',
        'file=book.epd',
        'format=epd',
        'order=random',
        'start=3',
        '-srand',
        '42',
      ],
      ...[
        '-draw',
        'movenumber=40',
        'movecount=8',
        'score=10',
        '-resign',
        'movecount=3',
        'score=600',
        'twosided=true',
      ],
      ...[
        '-maxmoves',
        '200',
        '-ratinginterval',
        '20',
        '-pgnout',
        'games.pgn',
        'min',
        '-epdout',
        'x.epd',
        '-recover',
      ],
      ...[
        '-variant',
        'BalancedAvalanche',
        '-tournament',
        'gauntlet',
        '-event',
        'My event',
        '-site',
        'Here',
        '-wait',
        '10',
      ],
    ]);
    expect(settings).toMatchObject({
      rounds: 100,
      concurrency: 2,
      seed: 42,
      maxMoves: 200,
      ratingInterval: 20,
    });
    expect(settings).toMatchObject({
      variant: 'balancedavalanche',
      tournament: 'gauntlet',
      recover: true,
      wait: 10,
    });
    expect(settings.draw).toEqual({ moveNumber: 40, moveCount: 8, score: 10 });
    expect(settings.resign).toEqual({ moveCount: 3, score: 600, twoSided: true });
    expect(settings.openings).toMatchObject({ format: 'epd', order: 'random', start: 3 });
    expect(settings.openings!.file).toMatch(/^\/.*book\.epd$/);
    expect(settings.outputs).toMatchObject({ pgnMinimal: true });
  });

  test('the other modes', () => {
    expect(parseCommandLine([...MATCH, '--help'])).toEqual({ kind: 'help' });
    expect(parseCommandLine(['--resume', '/x/a.state', '-concurrency', '4'])).toMatchObject({
      kind: 'resume',
      state: '/x/a.state',
      changes: { concurrency: 4 },
    });
    expect(parseCommandLine(['-merge', '/a', '/b', '-pgnout', '/c'])).toEqual({
      kind: 'merge',
      states: ['/a', '/b'],
      outputs: { pgn: '/c', pgnMinimal: false, epd: '', json: '', livePgn: '', log: '' },
    });
    expect(settingsOf([...MATCH, '-shard', '2/3', '-rounds', '9']).shard).toEqual({ index: 2, count: 3 });
  });

  test('time controls', () => {
    for (const text of ['10+0.1', '40/60', '5', '40/90+0.5', 'inf', '0+0.1']) {
      expect(formatTimeControl(parseTimeControl(text))).toBe(text);
    }
  });

  test('the help names every option', () => {
    const help = helpText();
    for (const name of Object.values(MATCH_WORDS).flatMap(Object.keys))
      expect(help).toContain(`\n  -${name}`);
    expect(help).toContain('-pgnout FILE [min] [fi]');
    expect(help).toMatch(/-draw movenumber=FROM movecount=N .*\n.*from move FROM on .* for N\n? *moves/);
    for (const line of help.split('\n')) expect(line.length).toBeLessThan(122);
  });
});

describe('mistakes', () => {
  const cases: [string[], RegExp][] = [
    [['-engin', 'cmd=a'], /^unknown option -engin; did you mean "-engine"\?$/],
    [[...MATCH, '-conccurency', '2'], /did you mean "-concurrency"/],
    [[...MATCH, '-debug'], /-debug is not supported: use -log FILE/],
    [[...MATCH, 'rounds', '2'], /unknown word "rounds"/],
    [[], /^usage: serac match -engine .*--help$/],
    [[...MATCH, '-maxmoves', '-1'], /-maxmoves: -1 is below 0/],
    [[...MATCH, '-maxmoves', '-concurrency', '2'], /-maxmoves: something is missing: -maxmoves N/],
    [['-merge', 'a', '-livepgn', 'b'], /-merge does not go together with -livepgn/],
    [['-merge', 'a', '-log', 'b'], /-merge does not go together with -log/],
    [['-resume', 'a', '-json', 'b'], /-resume does not go together with -pgnout and other files of results/],
    [['rounds', '2'], /unexpected word "rounds"/],
    [[...MATCH, '-rounds'], /-rounds: something is missing: -rounds N/],
    [[...MATCH, '-rounds', 'many'], /-rounds: "many" is not a number/],
    [[...MATCH, '-rounds', '0'], /-rounds: 0 is below 1/],
    [[...MATCH, '-rounds', '2.5'], /-rounds: "2.5" is not a whole number/],
    [[...MATCH, '-rounds', '2', '3'], /-rounds: unexpected word "3"/],
    [[...MATCH, '-rounds', '2', '-rounds', '3'], /-rounds is given twice/],
    [[...MATCH, '-variant', 'avalance'], /"avalance" is none of avalanche, .*did you mean "avalanche"/],
    [[...MATCH, '-tournament', 'swiss'], /-tournament: "swiss" is none of round-robin, gauntlet/],
    [[...MATCH, '-sprt', 'elo0=0'], /-sprt: elo1= is missing/],
    [[...MATCH, '-sprt', 'elo0=5', 'elo1=0'], /elo0=5 is not below elo1=0/],
    [[...MATCH, '-sprt', 'elo0=0', 'elo1=5', 'alpha=0.7', 'beta=0.5'], /alpha and beta/],
    [[...MATCH, '-sprt', 'elo0=0', 'elo1=5', 'model=bayesian'], /"bayesian" is none of logistic, normalized/],
    [[...MATCH, '-sprt', 'elo=5'], /-sprt: unknown word "elo=5"; did you mean "elo0"/],
    [[...MATCH, '-openings', 'fiel=x'], /-openings: unknown word "fiel=x"; did you mean "file"/],
    [[...MATCH, '-openings', 'file=x', 'order=shuffle'], /"shuffle" is none of random, sequential/],
    [[...MATCH, '-resign', 'movecount=3'], /-resign: score= is missing/],
    [[...MATCH, '-shard', '3/2', '-rounds', '2'], /-shard: 3 is above 2/],
    [[...MATCH, '-shard', '1/2', '-sprt', 'elo0=0', 'elo1=5'], /-shard needs -rounds/],
    [[...MATCH, '-pgnout', 'x', 'max'], /-pgnout: unknown word "max" \(min, fi\)/],
    [[...MATCH, '-resume', 'x'], /-resume does not go together with -engine/],
    [['-engine', 'cmd=a', '-each', 'tc=1'], /at least two engines are needed/],
    [['-engine', 'cmd=a', '-engine', 'name=B', '-each', 'tc=1'], /B: no command/],
    [[...TWO, '-each', 'option.Hash=1'], /A: no limit for its thinking/],
    [
      ['-engine', 'cmd=a', 'name=A', '-engine', 'cmd=b', 'name=A', '-each', 'tc=1'],
      /two engines are called A/,
    ],
    [[...MATCH, '-engine', 'cmd=c', '-sprt', 'elo0=0', 'elo1=5'], /-sprt needs exactly two engines/],
    [[...MATCH, '-tournament', 'gauntlet', '-seeds', '2'], /leave nobody to play against/],
    [[...TWO, '-each', 'tc=abc'], /tc=abc: "abc" is not a number/],
    [[...TWO, '-each', 'tc=0'], /tc=0: no time at all/],
    [[...TWO, '-each', 'tc=10+'], /tc=10\+/],
    [[...TWO, '-each', 'tc=1', 'dpeth=4'], /-each: unknown word "dpeth=4"; did you mean "depth"/],
    [[...TWO, '-each', 'tc'], /-each: "tc" needs a value/],
    [[...TWO, '-each', 'tc=1', 'ponder'], /ponder= is not supported/],
    [[...TWO, '-each', 'tc=1', 'conf=Foo'], /conf= is not supported/],
  ];

  test.each(cases)('%j', (words, message) => {
    const error = errorOf(words);
    expect(error).toMatch(message);
    expect(error).not.toContain('\n');
  });
});
