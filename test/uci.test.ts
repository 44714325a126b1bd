/**
 * Conversations with the built engine over pipes: the protocol around the search. The numbers in the names are those
 * of public bug reports about other engines; each of them is a way to lose games or to hang that is closed here.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { EngineProcess, infoOf, run, startEngine } from './engine-process.ts';
import { afterTurn, isLegal, refereePosition, START_FENS } from './referee.ts';

const START = refereePosition('avalanche', START_FENS.avalanche);

const engines: EngineProcess[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.kill();
});

async function start(): Promise<EngineProcess> {
  const engine = await startEngine();
  engines.push(engine);
  return engine;
}

function fresh(): EngineProcess {
  const engine = new EngineProcess();
  engines.push(engine);
  return engine;
}

/** Text that a GUI may meet: a word of the protocol in front. */
const PROTOCOL_LINE = /^(id|option|uciok|readyok|info|bestmove)( |$)/;

describe('greeting', () => {
  test('nothing is said unasked, and nothing but protocol afterwards (cases 19, 20)', async () => {
    const { lines, errors, code } = await run(
      'uci\nisready\nucinewgame\nisready\nposition startpos\ngo depth 2\nquit\n',
    );
    expect(lines[0]).toMatch(/^id name Serac \d+\.\d+\.\d+/);
    expect(lines[1]).toMatch(/^id author /);
    expect(lines.filter((line) => !PROTOCOL_LINE.test(line))).toEqual([]);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect((await run('')).lines).toEqual([]);
    expect((await run('quit\n')).lines).toEqual([]);
  });

  test('uciok comes at once through a pipe, while the input stays open (case 17)', async () => {
    const engine = fresh();
    engine.send('uci');
    await engine.line(/^uciok$/);
    engine.send('uci');
    await engine.line(/^uciok$/);
    expect(await engine.quit()).toEqual({ code: 0, signal: null });
  });

  test('options have defaults and bounds (case 31)', async () => {
    const engine = await start();
    const options = engine.lines.filter((line) => line.startsWith('option '));
    expect(options).toHaveLength(14);
    for (const line of options) {
      expect(line).toMatch(
        /^option name \S+( \S+)* type (button|check default (true|false)|spin default \d+ min \d+ max \d+|combo default \S+( var \S+)+|string default \S.*)$/,
      );
    }
  });
});

describe('lines', () => {
  test('end in \\n or \\r\\n, blanks behind, empty ones between, no end before EOF (case 21)', async () => {
    const { lines } = await run('uci\r\n\r\n  isready  \r\n\nposition startpos \r\ngo depth 1');
    expect(lines.filter((line) => line === 'uciok' || line === 'readyok')).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/^bestmove \S+/);
  });

  test('hold any white space; ours hold single blanks (case 22)', async () => {
    const { lines } = await run('\tuci\nposition\t startpos   moves \t e2e4,d7d6\n go \tdepth  2 \n');
    expect(lines.at(-1)).toMatch(/^bestmove /);
    expect(lines.filter((line) => /^\s|\s$|\s\s|\t/.test(line))).toEqual([]);
  });

  test('in one write or byte by byte: the same answers (case 18)', async () => {
    const script =
      'uci\nsetoption name Hash value 2\nisready\nposition startpos moves e2e4,d7d6\ngo depth 3\nisready\nquit\n';
    const once = fresh();
    const slow = fresh();
    once.write(script.replace('quit\n', ''));
    for (const letter of script.replace('quit\n', '')) slow.write(letter);
    for (const engine of [once, slow]) {
      await engine.line(/^bestmove/);
      engine.send('quit');
      await engine.gone();
    }
    const timeless = (lines: readonly string[]) =>
      lines.filter((line) => line !== 'readyok').map((line) => line.replace(/ (nps|time) \d+/g, ''));
    expect(timeless(slow.lines)).toEqual(timeless(once.lines));
    expect(slow.lines.filter((line) => line === 'readyok')).toHaveLength(2);
  });

  test('with unknown words in front, or of nothing else (case 23)', async () => {
    const engine = await start();
    engine.send('joho isready');
    await engine.line(/^readyok$/);
    engine.send('xyzzy', 'plugh 1 2 3', '', 'register later');
    expect(await engine.sync()).toEqual([]);
    engine.send('debug on', 'xyzzy');
    expect(await engine.sync()).toEqual(['info string unknown command "xyzzy"']);
    engine.send('joho debug off', 'xyzzy');
    expect(await engine.sync()).toEqual([]);
  });

  test('of a megabyte, of 5000 turns, whole or in chunks (case 37)', async () => {
    const engine = await start();
    const fen = '4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1';
    const game = (turns: number) =>
      `position fen ${fen} moves${' e1e2 e8e7 e2e1 e7e8'.repeat(turns / 4)}\ngo depth 1\n`;
    engine.write(game(5000));
    expect((await engine.line(/^bestmove/)).split(' ')[1]).toMatch(/^e1/);
    const whole = game(210_000);
    expect(whole.length).toBeGreaterThan(1 << 20);
    for (let i = 0; i < whole.length; i += 4096) engine.write(whole.slice(i, i + 4096));
    expect((await engine.line(/^bestmove/)).split(' ')[1]).toMatch(/^e1/);
    expect(engine.lines.filter((line) => line.startsWith('info string'))).toEqual([]);
  });
});

describe('setoption', () => {
  test('names without case, names and values with blanks, empty and missing values (cases 25 to 28)', async () => {
    const engine = await start();
    engine.send(
      'setoption name HASH value 2',
      'setoption name move overhead value 50',
      'setoption name Clear Hash',
      'setoption name multipv value 2',
      'setoption name Ponder value true',
    );
    expect(await engine.sync()).toEqual([]);
    engine.send('position startpos', 'go depth 1');
    await engine.line(/multipv 2 /);
    await engine.line(/^bestmove/);
    engine.send(
      'setoption name Book File value C:\\My Books\\a b.bin',
      'setoption name Hash value',
      'setoption name UCI_Variant',
      'setoption name UCI_Variant value',
      'setoption name UCI_Variant value chess',
      'setoption name Hash value <empty>',
      'setoption',
      'setoption name',
    );
    const remarks = await engine.sync();
    expect(remarks.every((line) => line.startsWith('info string '))).toBe(true);
    expect((await engine.best('go depth 1'))[1]).toMatch(/,/);
  });

  test('UCI_Variant answers in the form that variant GUIs know, and is kept over ucinewgame (case 32)', async () => {
    const engine = await start();
    engine.send('setoption name uci_variant value ReversedAvalanche');
    expect(await engine.sync()).toEqual([
      `info string variant reversedavalanche files 8 ranks 8 pocket 0 template fairy startpos ${START_FENS.reversedavalanche}`,
    ]);
    engine.send('ucinewgame', 'position startpos', 'd');
    expect(await engine.line(/^Fen:/)).toBe(`Fen: ${START_FENS.reversedavalanche}`);
    engine.send('setoption name UCI_Variant value nonsense', 'position startpos', 'd');
    await engine.line(/^info string/);
    expect(await engine.line(/^Fen:/)).toBe(`Fen: ${START_FENS.reversedavalanche}`);
    // Without a position the start position of the variant is meant: here the one without a push.
    engine.send('setoption name UCI_Variant value balancedavalanche');
    expect((await engine.best('go depth 1'))[1]).toMatch(/^[a-h][12][a-h][34]$/);
  });

  test('of strength, chances and names: a game by a weak player is legal (cases 25, 31)', async () => {
    const engine = await start();
    engine.send(
      'setoption name UCI_Opponent value GM 2800 human Some  Body',
      'setoption name UCI_EngineAbout value something else',
      'setoption name UCI_AnalyseMode value false',
      'setoption name UCI_ShowWDL value true',
      'setoption name UCI_LimitStrength value true',
      'setoption name UCI_Elo value 600',
    );
    expect(await engine.sync()).toEqual([]);
    let position = START;
    const turns: string[] = [];
    for (;;) {
      const [, turn] = await engine.best(
        `position startpos moves ${turns.join(' ')}`,
        'go wtime 10000 btime 10000',
      );
      if (turn === '(none)' || turns.length === 60) break;
      position = afterTurn(position, turn);
      turns.push(turn);
    }
    const scores = engine.lines.filter((line) => line.startsWith('info depth') && line.includes(' pv '));
    expect(scores.length).toBeGreaterThanOrEqual(turns.length);
    for (const line of scores) {
      const wdl = / wdl (\d+) (\d+) (\d+) nodes /.exec(line);
      expect(wdl?.slice(1).reduce((sum, share) => sum + Number(share), 0)).toBe(1000);
    }
    expect(Math.max(...scores.map((line) => Number(infoOf(line).nodes)))).toBeLessThanOrEqual(15);
    // For analysis it is as strong as ever.
    engine.send('setoption name UCI_AnalyseMode value true', 'position startpos');
    await engine.best('go nodes 5000');
    expect(
      Number(infoOf(engine.lines.findLast((line) => line.includes(' pv ')) ?? '').nodes),
    ).toBeGreaterThan(1000);
  });

  test('of Hash during a search waits for its end (case 29)', async () => {
    const engine = await start();
    engine.send('position startpos', 'go infinite');
    await engine.line(/ depth 2 /);
    engine.send('setoption name Hash value 1', 'setoption name Threads value 1', 'setoption name Clear Hash');
    await engine.sync();
    const [, turn] = await engine.best('stop');
    expect(isLegal(START, turn)).toBe(true);
    await engine.sync();
    expect((await engine.best('go depth 2')).length).toBeGreaterThan(1);
    expect(engine.lines.filter((line) => line.startsWith('bestmove'))).toHaveLength(2);
  });

  test('of the largest Hash works or says that it does not, and the engine plays on (case 30)', async () => {
    const engine = await start();
    engine.send('setoption name Hash value 4096');
    const remarks = await engine.sync();
    expect(remarks.filter((line) => !/^info string no memory for a table of 4096 MB/.test(line))).toEqual([]);
    expect((await engine.best('go depth 3'))[1]).toMatch(/,/);
    engine.send('setoption name Hash value 1', 'setoption name Hash value 4097');
    expect(await engine.sync()).toEqual(['info string option Hash cannot be "4097"']);
    expect((await engine.best('go depth 3'))[1]).toMatch(/,/);
  });
});

describe('position', () => {
  test('without a turn behind moves (case 36)', async () => {
    const engine = await start();
    engine.send('position startpos moves', 'd');
    expect(await engine.line(/^Fen:/)).toBe(`Fen: ${START_FENS.avalanche}`);
  });

  test('with an illegal turn keeps what came before it and says so (case 38)', async () => {
    const engine = await start();
    engine.send('position startpos moves e2e4,d7d6 e7e5 a7a6,a2a3', 'd');
    expect(await engine.line(/^info string/)).toBe('info string illegal turn "e7e5": a push is missing');
    expect(await engine.line(/^Fen:/)).toBe(
      'Fen: rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    );
    engine.send('position startpos', 'go depth 1');
    expect(isLegal(START, (await engine.line(/^bestmove/)).split(' ')[1])).toBe(true);
  });

  test('that goes on from the last one, or from an earlier turn', async () => {
    const engine = await start();
    const fens: string[] = [];
    for (const line of [
      'position startpos moves e2e4,d7d6',
      'position startpos moves e2e4,d7d6 g8f6,a2a3',
      'position startpos moves e2e4,d7d6 g8f6,b2b3',
      'position startpos moves e2e4,d7d6',
      'position startpos',
      'position startpos moves e2e4,d7d6 nonsense',
      'position startpos moves e2e4,d7d6 g8f6,a2a3',
    ]) {
      engine.send(line, 'd');
      fens.push((await engine.line(/^Fen:/)).slice(5));
    }
    const one = 'rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    expect(fens[0]).toBe(one);
    expect(fens[3]).toBe(one);
    expect(fens[4]).toBe(START_FENS.avalanche);
    expect(fens[5]).toBe(one);
    expect(fens[6]).toBe(fens[1]);
    expect(fens[2]).not.toBe(fens[1]);
  });

  test('that is impossible is refused with one line, and the last good one stays (case 39)', async () => {
    const engine = await start();
    engine.send('position startpos moves e2e4,d7d6');
    for (const fen of [
      '8/8/8/8/8/8/8/8 w - - 0 1',
      'kk6/8/8/8/8/8/8/K7 w - - 0 1',
      'PP6/8/8/8/8/8/7k/K7 w - - 0 1',
      'P7/8/8/8/8/8/7k/K7 b - - 0 1',
      '9/8/8/8/8/8/8/8 w - - 0 1',
      'nonsense',
      '',
    ]) {
      engine.send(`position fen ${fen}`);
      const answer = await engine.sync();
      expect(answer).toHaveLength(1);
      expect(answer[0]).toMatch(/^info string /);
    }
    engine.send('d');
    expect(await engine.line(/^Fen:/)).toContain('rnbqkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b');
  });

  test('in which the king can be taken is legal: a self-check (case 39)', async () => {
    const engine = await start();
    engine.send('position fen 4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1', 'd');
    expect(await engine.line(/^Status:/)).toBe('Status: White wins, self-check');
  });
});

describe('a worker that is replaced again and again', () => {
  test('loses no answer: Hash before every go, and between (cases 29, 30)', async () => {
    const engine = await start();
    for (let i = 0; i < 30; i++) {
      engine.send(`setoption name Hash value ${1 + (i % 3)}`, 'position startpos', 'go depth 1', 'isready');
    }
    let found = 0;
    await engine.line((line) => line.startsWith('bestmove') && ++found === 30);
    await engine.sync();
    expect(engine.lines.filter((line) => line.startsWith('info string'))).toEqual([]);
    expect(engine.errors).toBe('');
  });
});

describe('for people', () => {
  test('d shows the board, FEN, key, checkers and status', async () => {
    const engine = await start();
    engine.send('position fen 8/8/8/2p5/6k1/8/8/R6K w - - 0 1 moves a1a4,c5c4', 'd');
    const lines = await engine.sync();
    expect(lines).toContain(' |   |   |   |   |   |   |   |   |8 *');
    expect(lines).toContain(' | R |   | p |   |   |   | k |   |4');
    expect(lines).toContain('Fen: 8/8/8/8/R1p3k1/8/8/7K b - - 0 1');
    expect(lines.some((line) => /^Key: [0-9A-F]{16}$/i.test(line))).toBe(true);
    expect(lines).toContain('Checkers:');
    expect(lines).toContain('Status: ongoing');
    engine.send('position fen 7k/8/8/8/8/8/r7/K7 w - - 0 1', 'd');
    expect(await engine.line(/^Checkers:/)).toBe('Checkers: a2');
    engine.send('position fen P7/7p/8/8/8/4k3/8/r3K3 w - - 0 1', 'd');
    expect(await engine.line(/^Checkers:/)).toBe('Checkers: a1');
    await engine.sync();
    engine.send('position fen P6k/7p/8/8/8/8/7P/K7 w - - 0 1', 'd');
    expect(await engine.line(/^Status:/)).toBe('Status: ongoing, a promotion choice wins at once');
  });

  test('eval explains the value of the position', async () => {
    const engine = await start();
    engine.send('position startpos', 'eval');
    expect((await engine.sync()).length).toBeGreaterThan(3);
  });

  test('flip exchanges the colours, twice is nothing', async () => {
    const engine = await start();
    const fen = 'r3k2r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R w KQq - 6 9';
    engine.send(`position fen ${fen}`, 'flip', 'd');
    expect(await engine.line(/^Fen:/)).toBe(
      'Fen: r3k2r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R b Qkq - 6 9',
    );
    engine.send('flip', 'd');
    expect(await engine.line(/^Fen:/)).toBe(`Fen: ${fen}`);
    // The reversed kings change places by half a turn of the board, castling rights and all.
    const reversed = START_FENS.reversedavalanche;
    engine.send('setoption name UCI_Variant value reversedavalanche', 'flip', 'd');
    expect(await engine.line(/^Fen:/)).toBe(`Fen: ${reversed.replace(' w ', ' b ')}`);
    engine.send('position fen r2k3r/p6p/8/8/8/8/P6P/R3K2R b KQk - 0 1', 'flip', 'd');
    expect(await engine.line(/^Fen:/)).toBe('Fen: r2k3r/p6p/8/8/8/8/P6P/R3K2R w Qkq - 0 1');
  });

  test('go perft counts by first turns', async () => {
    const engine = await start();
    engine.send('position startpos', 'go perft 2');
    await engine.line(/^Nodes searched: 27488$/);
    const from = engine.lines.findIndex((line) => /^\S+: \d+$/.test(line));
    const divided = engine.lines.slice(from, from + 160);
    expect(divided.every((line) => /^[a-h][1-8][a-h][1-8],[a-h]7[a-h]6: \d+$/.test(line))).toBe(true);
    const sum = divided.reduce((total, line) => total + Number(line.split(' ')[1]), 0);
    expect(sum).toBe(27_488);
    expect(engine.lines[from + 160]).toBe('');
    engine.send('go perft 1');
    await engine.line(/^Nodes searched: 160$/);
    engine.send('go perft 0');
    await engine.line(/^Nodes searched: 1$/);
    engine.send('position fen Pn5k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1', 'go perft 3');
    await engine.line(/^Nodes searched: 0$/);
  });

  test('stop ends a perft inside a first turn, and a bench: what was broken off is called partial', async () => {
    const engine = await start();
    engine.send('position startpos', 'go perft 8');
    await engine.sync();
    await new Promise((later) => setTimeout(later, 300));
    engine.send('stop');
    await engine.line(/^info string perft stopped, partial: 0 nodes /);
    engine.send('bench 20', 'stop');
    await engine.line(/^info string bench stopped, partial: 0 of 40 positions$/);
    engine.send('go perft 2');
    await engine.line(/^Nodes searched: 27488$/);
    expect(engine.lines.filter((line) => / nps$|^Nodes/.test(line))).toHaveLength(1);
  });

  test('bench finds the same nodes as the command line, whatever the options', async () => {
    const { lines } = await run('', ['bench', '2']);
    const nodes = lines.at(-1)?.split(' ')[0];
    expect(lines.at(-1)).toMatch(/^\d+ nodes \d+ nps$/);
    const engine = await start();
    engine.send(
      'setoption name Hash value 1',
      'setoption name MultiPV value 3',
      'position startpos',
      'go depth 3',
    );
    engine.send('bench 2');
    expect(await engine.line(/ nps$/)).toMatch(new RegExp(`^info string ${nodes} nodes \\d+ nps$`));
    engine.send('bench 2');
    expect(await engine.line(/ nps$/)).toMatch(new RegExp(`^info string ${nodes} nodes \\d+ nps$`));
  });
});

describe('the end', () => {
  test('lines behind quit are not read', async () => {
    const { lines } = await run('quit\nuci\ngo depth 1\n');
    expect(lines).toEqual([]);
  });

  test.each([
    ['depth 4'],
    ['nodes 5000'],
    ['wtime 60000 btime 60000'],
    ['mate 1 depth 2'],
    ['searchmoves e2e4 depth 2'],
  ])('EOF after go %s finishes that search (case 15)', async (words) => {
    const { lines, code } = await run(`position startpos\ngo ${words}\n`);
    expect(lines.filter((line) => line.startsWith('bestmove'))).toHaveLength(1);
    const depths = lines
      .filter((line) => line.startsWith('info depth'))
      .map((line) => Number(infoOf(line).depth));
    expect(Math.max(...depths)).toBeGreaterThan(1);
    expect(code).toBe(0);
  });

  test('EOF after go movetime 1000 does not shorten it (case 15)', async () => {
    const before = performance.now();
    const { lines } = await run('position startpos\ngo movetime 1000\n');
    expect(performance.now() - before).toBeGreaterThan(900);
    expect(lines.filter((line) => line.startsWith('bestmove'))).toHaveLength(1);
  });

  test('EOF finishes everything that was asked for, in order', async () => {
    const { lines } = await run(
      'position startpos\ngo depth 3\ngo perft 1\nucinewgame\nposition startpos moves e2e4,d7d6\ngo depth 2\nbench 1\n',
    );
    const marks = lines.filter((line) => /^(bestmove|Nodes searched|info string)/.test(line));
    expect(marks.map((line) => line.split(' ')[0])).toEqual(['bestmove', 'Nodes', 'bestmove', 'info']);
  });
});

describe('the end of the listener', () => {
  test('is the end of the engine at its next word (case 14)', async () => {
    const engine = await start();
    engine.closeOutput();
    engine.send('position startpos', 'go movetime 100');
    expect((await engine.gone()).code).toBe(0);
    expect(engine.errors).toBe('');
  });
});

test('a game against itself: every turn legal by the referee, each PV too (case 59)', async () => {
  const engine = await start();
  for (const variant of ['avalanche', 'balancedavalanche', 'reversedavalanche']) {
    engine.send(`setoption name UCI_Variant value ${variant}`, 'ucinewgame');
    await engine.sync();
    let position = refereePosition(variant, START_FENS[variant]);
    const turns: string[] = [];
    for (;;) {
      const from = engine.lines.length;
      const [, turn, , ponder] = await engine.best(
        `position startpos moves ${turns.join(' ')}`,
        'go nodes 2000',
      );
      if (turn === '(none)') break;
      const pvs = engine.lines.slice(from).filter((line) => line.includes(' pv '));
      expect(pvs.length).toBeGreaterThan(0);
      const longest = pvs.map((line) => infoOf(line).pv.split(' ')).sort((a, b) => b.length - a.length)[0];
      let there = position;
      for (const next of longest) there = afterTurn(there, next);
      position = afterTurn(position, turn);
      if (ponder !== undefined) expect(isLegal(position, ponder)).toBe(true);
      turns.push(turn);
      if (turns.length > 60) break;
    }
    expect(turns.length).toBeGreaterThan(5);
  }
});
