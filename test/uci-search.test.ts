/**
 * Conversations with the built engine over pipes: `go` and what happens until its `bestmove`. The numbers in the names
 * are those of public bug reports about other engines.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EngineProcess, infoOf, startEngine } from './engine-process.ts';
import { afterTurn, isLegal, refereePosition, refereeTurns, START_FENS, statusOf } from './referee.ts';
import { readTable } from './tables.ts';

const START = refereePosition('avalanche', START_FENS.avalanche);
/** White mates at once by d1h5,g6g5. */
const MATE_IN_ONE = 'rn1qkbnr/pbppp3/1p4pp/5p2/PP1P4/2P1P2P/5PP1/RNBQKBNR w KQkq - 0 4';
const MIDDLEGAME = 'r3k2r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R w KQkq - 6 9';
const ONE_TURN = 'kr6/8/8/8/8/8/8/K7 w - - 0 1';

const engines: EngineProcess[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.kill();
});

async function start(...lines: string[]): Promise<EngineProcess> {
  const engine = await startEngine();
  engines.push(engine);
  engine.send(...lines);
  return engine;
}

function bestmoves(engine: EngineProcess): string[] {
  return engine.lines.filter((line) => line.startsWith('bestmove'));
}

/** What came since a count of lines: info lines with a score. */
function infosFrom(engine: EngineProcess, from: number): Record<string, string>[] {
  return engine.lines
    .slice(from)
    .filter((line) => line.startsWith('info depth'))
    .map(infoOf);
}

describe('while searching', () => {
  test('isready is answered, and the search goes on to its one bestmove (cases 1, 2)', async () => {
    const engine = await start('position startpos', 'go infinite');
    await engine.line(/ depth 3 /);
    for (let i = 0; i < 5; i++) await engine.sync();
    expect(bestmoves(engine)).toEqual([]);
    await engine.line(/ depth ([4-9]|\d\d) /);
    await engine.best('stop');
    await engine.sync();
    expect(bestmoves(engine)).toHaveLength(1);
  });

  test('a thousand isready: every line is whole (case 3)', async () => {
    const engine = await start('setoption name MultiPV value 10', 'position startpos', 'go infinite');
    const from = engine.lines.length;
    for (let i = 0; i < 1000; i++) engine.send('isready');
    let count = 0;
    await engine.line((line) => line === 'readyok' && ++count === 1000);
    await engine.best('stop');
    for (const line of engine.lines.slice(from)) {
      expect(line).toMatch(
        /^(readyok|bestmove \S+( ponder \S+)?|info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+( (lower|upper)bound)? nodes \d+ nps \d+ hashfull \d+ time \d+ pv \S+( \S+)*)$/,
      );
    }
  });

  test('debug, uci, d and unknown words are served (case 24)', async () => {
    const engine = await start('position startpos', 'go infinite');
    engine.send('debug on', 'uci');
    await engine.line(/^uciok$/);
    engine.send('foo', 'd');
    await engine.line(/^info string unknown command/);
    await engine.line(/^Fen: /);
    expect(bestmoves(engine)).toEqual([]);
    await engine.best('stop');
  });

  test('position is for the next go only (case 9)', async () => {
    const engine = await start('position startpos', 'go infinite');
    await engine.line(/ depth 2 /);
    engine.send(`position fen ${ONE_TURN}`);
    const [, first] = await engine.best('stop');
    expect(isLegal(START, first)).toBe(true);
    expect((await engine.best('go depth 1'))[1]).toBe('a1a2');
    // All in one breath.
    engine.send('position startpos', 'go infinite', 'stop', `position fen ${ONE_TURN}`, 'go depth 1');
    expect(isLegal(START, (await engine.line(/^bestmove/)).split(' ')[1])).toBe(true);
    expect(await engine.line(/^bestmove/)).toBe('bestmove a1a2');
  });

  test('ucinewgame ends an endless search properly and the engine hears on (case 8)', async () => {
    const engine = await start('position startpos', 'go infinite');
    await engine.line(/ depth 2 /);
    engine.send('ucinewgame');
    await engine.line(/^bestmove/);
    await engine.sync();
    await engine.best('position startpos', 'go depth 2');
    expect(bestmoves(engine)).toHaveLength(2);
  });

  test('ucinewgame waits for a search that ends by itself, and nothing is lost (cases 8, 34)', async () => {
    const engine = await start(
      'position startpos',
      'go depth 4',
      'ucinewgame',
      'position startpos',
      'go depth 1',
    );
    await engine.line(/^bestmove/);
    await engine.line(/^bestmove/);
    await engine.sync();
    expect(bestmoves(engine)).toHaveLength(2);
  });

  test('another go waits its turn: one bestmove for each, in order (cases 10, 11)', async () => {
    const engine = await start();
    engine.send('position startpos', 'go depth 4', `position fen ${ONE_TURN}`, 'go depth 2');
    engine.send('position startpos', 'go movetime 50', `position fen ${ONE_TURN}`, 'go nodes 10');
    const turns: string[] = [];
    for (let i = 0; i < 4; i++) turns.push((await engine.line(/^bestmove/)).split(' ')[1]);
    expect(isLegal(START, turns[0])).toBe(true);
    expect(turns[1]).toBe('a1a2');
    expect(isLegal(START, turns[2])).toBe(true);
    expect(turns[3]).toBe('a1a2');
  });

  test('another go ends an endless one (case 10)', async () => {
    const engine = await start('position startpos', 'go infinite', 'go ponder', 'go', 'go depth 2');
    for (let i = 0; i < 4; i++) await engine.line(/^bestmove/);
    await engine.sync();
    expect(bestmoves(engine)).toHaveLength(4);
  });

  test('stop is for all that was asked before it', async () => {
    const engine = await start(
      'position startpos',
      'go depth 60',
      'go infinite',
      'go movetime 100000',
      'stop',
    );
    for (let i = 0; i < 3; i++) {
      expect(isLegal(START, (await engine.line(/^bestmove/)).split(' ')[1])).toBe(true);
    }
  });
});

describe('stop', () => {
  test('while idle, and ponderhit while idle, say nothing (case 5)', async () => {
    const engine = await start();
    engine.send('stop', 'ponderhit', 'stop');
    expect(await engine.sync()).toEqual([]);
    expect((await engine.quit()).code).toBe(0);
  });

  test('that comes late is not for the next search (case 7)', async () => {
    const engine = await start();
    await engine.best('position startpos', 'go depth 1');
    engine.send('stop', 'go infinite');
    await engine.line(/ depth 4 /);
    expect(bestmoves(engine)).toHaveLength(1);
    await engine.best('stop');
  });

  test('right behind go gives a legal turn of this position, and a score (cases 12, 55, 56)', async () => {
    const engine = await start();
    let position = START;
    const turns: string[] = [];
    for (let i = 0; i < 30 && statusOf(position).status === 'ongoing'; i++) {
      const from = engine.lines.length;
      engine.send(`position startpos moves ${turns.join(' ')}`, 'go infinite', 'stop');
      const [, turn] = (await engine.line(/^bestmove/)).split(' ');
      expect(infosFrom(engine, from).at(-1)?.pv.split(' ')[0]).toBe(turn);
      position = afterTurn(position, turn);
      turns.push(turn);
    }
  });
});

describe('go', () => {
  test('without any uci, isready or position before it (case 4)', async () => {
    const engine = await startEngine();
    engines.push(engine);
    expect(isLegal(START, (await engine.best('go depth 2'))[1])).toBe(true);
  });

  test('infinite holds its answer: mate at hand, one legal turn, game over (cases 6, 40)', async () => {
    const engine = await start();
    for (const [variant, fen, answer] of [
      ['balancedavalanche', MATE_IN_ONE, 'd1h5,g6g5'],
      ['avalanche', ONE_TURN, 'a1a2'],
      ['avalanche', 'Pn5k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1', '(none)'],
    ]) {
      for (const words of ['infinite', 'ponder wtime 10 btime 10', 'ponder depth 1', '']) {
        const before = bestmoves(engine).length;
        engine.send(`setoption name UCI_Variant value ${variant}`, `position fen ${fen}`, `go ${words}`);
        await engine.line(/^info depth/);
        await engine.sync();
        expect(bestmoves(engine)).toHaveLength(before);
        expect((await engine.best('stop'))[1]).toBe(answer);
      }
    }
  });

  test('depth searches to that depth, twice the same, with ucinewgame or without (cases 33, 35)', async () => {
    const summary = (engine: EngineProcess) => {
      const info = infoOf(engine.lines.findLast((line) => line.startsWith('info depth')) ?? '');
      return [info.depth, info.nodes, info.score, info.pv];
    };
    const one = await start();
    const first = await one.best('go depth 4');
    expect(summary(one)[0]).toBe('4');
    const other = await start('ucinewgame', 'position startpos');
    expect(await other.best('go depth 4')).toEqual(first);
    expect(summary(other)).toEqual(summary(one));
    // The table remembers, the board does not move by itself: where one turn stands out it is found again.
    one.send('position fen 2b1qbkr/p2r4/P1p2pP1/2np1P2/Np1P1p1p/4p2B/Q6P/R1B2KNR b - - 0 15');
    const [, clear] = await one.best('go depth 4');
    for (let i = 0; i < 3; i++) expect((await one.best('go depth 4'))[1]).toBe(clear);
    one.send('ucinewgame', 'position startpos');
    await one.best('go depth 4');
    expect(summary(one)).toEqual(summary(other));
    one.send('setoption name Hash value 16', 'ucinewgame');
    await one.best('go depth 4');
    expect(summary(one)).toEqual(summary(other));
  });

  test('nodes: that many to within one poll, in a new game the same again (20 numbers)', async () => {
    const engine = await start();
    const twin = await start();
    for (let i = 0; i < 20; i++) {
      // From 100 to 30,000, in the middle of polls and at their ends.
      const nodes = i % 4 === 3 ? 1024 * i : Math.round(100 * 1.37 ** i);
      const place = i % 2 === 0 ? 'startpos' : `fen ${MIDDLEGAME}`;
      const search = async (process: EngineProcess) => {
        const from = process.lines.length;
        const best = await process.best('ucinewgame', `position ${place}`, `go nodes ${nodes}`);
        const { depth, score, nodes: counted, pv } = infosFrom(process, from).at(-1) ?? {};
        return { best, depth, score, counted, pv };
      };
      const first = await search(engine);
      expect(await search(twin)).toEqual(first);
      expect(Math.abs(nodes - Number(first.counted))).toBeLessThanOrEqual(1024);
    }
  });

  test('searchmoves: whole turns, moves alone, before and behind the limits, illegal ones (case 43)', async () => {
    const engine = await start('position startpos');
    expect((await engine.best('go searchmoves a2a3,h7h6 depth 3'))[1]).toBe('a2a3,h7h6');
    expect((await engine.best('go depth 3 searchmoves a2a3,h7h6'))[1]).toBe('a2a3,h7h6');
    expect((await engine.best('go searchmoves h2h4 depth 2'))[1]).toMatch(/^h2h4,/);
    engine.send('go searchmoves e2e5 b1c3,a7a6 e2e4,e4e5 depth 2');
    expect(await engine.line(/^info string/)).toBe('info string searchmoves: "e2e5" is not legal here');
    await engine.line(/^info string/);
    expect((await engine.line(/^bestmove/)).split(' ')[1]).toBe('b1c3,a7a6');
    expect(isLegal(START, (await engine.best('go searchmoves e2e5 depth 2'))[1])).toBe(true);
    // A move alone, the choice before it being free or given.
    engine.send('position fen P7/8/8/4k3/8/8/4p3/K7 w - - 0 1');
    expect((await engine.best('go searchmoves a1b2 depth 2'))[1]).toMatch(/^a8[qrbn],a1b2/);
    expect((await engine.best('go searchmoves a8n,a1b2 depth 2'))[1]).toMatch(/^a8n,a1b2/);
    engine.send('setoption name MultiPV value 500');
    engine.send('position startpos', 'go searchmoves h2h4 g1f3 depth 1');
    await engine.line(/multipv 16 /);
    await engine.line(/^bestmove/);
    expect(engine.lines.some((line) => line.includes('multipv 17 '))).toBe(false);
  });

  test('mate finds the wins of the puzzles', async () => {
    const engine = await start();
    for (const [variant, fen, turns, solutions] of readTable('puzzles.tsv')) {
      if (Number(turns) > 2) continue;
      engine.send(`setoption name UCI_Variant value ${variant}`, 'ucinewgame', `position fen ${fen}`);
      const [, turn] = await engine.best(`go mate ${turns}`);
      expect(solutions.split(/[ ;]+/)).toContain(turn);
      const last = infoOf(engine.lines.findLast((line) => line.startsWith('info depth')) ?? '');
      expect(last.score).toBe(`mate ${turns}`);
      // From the winner's turn to his last one: the answers lie between.
      expect(last.pv.split(' ').length).toBeLessThanOrEqual(2 * Number(turns));
    }
  });
});

describe('go, the words alone and in pairs,', () => {
  let engine: EngineProcess;
  beforeAll(async () => {
    engine = await startEngine();
    engine.send('position startpos');
  });
  afterAll(() => engine.kill());

  test.each([
    ['depth 1'],
    ['depth 3'],
    ['nodes 1'],
    ['nodes 500'],
    ['movetime 1'],
    ['movetime 60'],
    ['wtime 1000'],
    ['btime 1000'],
    ['winc 50'],
    ['binc 50'],
    ['movestogo 10'],
    ['mate 1'],
    ['infinite depth 2'],
    ['infinite nodes 500'],
    ['infinite movetime 50'],
    ['depth 3 nodes 100000000'],
    ['depth 60 nodes 500'],
    ['depth 60 movetime 50'],
    ['nodes 1000000000 movetime 50'],
    ['nodes 500 movetime 100000'],
    ['wtime 1000 btime 1000 depth 60'],
    ['wtime 1000 btime 1000 movestogo 1'],
    ['wtime 100000 btime 100000 winc 1000 binc 1000 movetime 50'],
    ['mate 1 nodes 500'],
  ])('%s: an answer, and a score with a line before it (cases 56, 68)', async (words) => {
    const from = engine.lines.length;
    const [, turn] = await engine.best(`go ${words}`);
    expect(isLegal(START, turn)).toBe(true);
    const infos = infosFrom(engine, from);
    expect(infos.length).toBeGreaterThan(0);
    expect(infos.at(-1)?.pv.split(' ')[0]).toBe(turn);
    expect(infos.at(-1)?.score).toMatch(/^(cp|mate) -?\d+$/);
  });
});

describe('a finished or drawn root', () => {
  test.each([
    ['checkmate', 'Pn5k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1', '', 'mate 0'],
    ['stalemate', 'k5KP/5PPP/6P1/8/8/bb6/8/8 w - - 0 1', '', 'cp 0'],
    ['self-check', '4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1', '', 'mate 0'],
    ['a winning choice', 'P6k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1', 'a8q', 'mate 0'],
  ])('%s: a score and (none) (cases 40, 62)', async (_, fen, turns, score) => {
    const engine = await start(`position fen ${fen} moves ${turns}`);
    for (const words of ['depth 5', 'movetime 50', 'nodes 100', 'wtime 1000 btime 1000', 'mate 2']) {
      const from = engine.lines.length;
      expect(await engine.best(`go ${words}`)).toEqual(['bestmove', '(none)']);
      expect(engine.lines[from]).toBe(`info depth 0 score ${score}`);
    }
  });

  test('the third repetition is searched all the same (case 41)', async () => {
    const engine = await start();
    const shuffle = 'b1b2 h8h7 b2b1 h7h8 b1b2 h8h7 b2b1 h7h8';
    const [, turn] = await engine.best(
      `position fen 7k/8/8/8/8/8/8/KR6 w - - 0 1 moves ${shuffle}`,
      'go depth 4',
    );
    expect(turn).toMatch(/^[ab]1/);
  });

  test('with the clock at 100 it takes the queen (case 42)', async () => {
    const engine = await start();
    const [, turn] = await engine.best('position fen k7/8/8/3q4/8/8/8/K2R4 w - - 100 90', 'go depth 4');
    expect(turn).toBe('d1d5');
  });

  test('the clock of the FEN counts: at 99 a quiet turn is a draw, a mating one is not (case 67)', async () => {
    const engine = await start();
    const [, mating] = await engine.best('position fen k7/8/1K6/8/8/8/8/7R w - - 99 90', 'go depth 3');
    expect(mating).toBe('h1h8');
    await engine.best('position fen 7k/8/8/8/8/8/8/KR6 w - - 99 90', 'go depth 3');
    expect(infoOf(engine.lines.findLast((line) => line.startsWith('info depth')) ?? '').score).toBe('cp 0');
  });

  test('repetitions before the root are known (case 66)', async () => {
    const engine = await start();
    // One more h7h8 makes the position for the third time.
    const shuffle = 'b1b2 h8h7 b2b1 h7h8 b1b2 h8h7 b2b1';
    const [, turn] = await engine.best(
      `position fen 7k/8/8/8/8/8/8/KR6 w - - 0 1 moves ${shuffle}`,
      'go depth 4',
    );
    expect(turn).toBe('h7h8');
    expect(infoOf(engine.lines.findLast((line) => line.startsWith('info depth')) ?? '').score).toBe('cp 0');
  });
});

describe('ponder', () => {
  test('is silent until ponderhit, even when depth or time is used up (case 57)', async () => {
    const engine = await start('position startpos moves e2e4,d7d6');
    engine.send('go ponder depth 2');
    await engine.line(/ depth 2 /);
    await engine.sync();
    expect(bestmoves(engine)).toEqual([]);
    await engine.best('ponderhit');
    engine.send('go ponder wtime 50 btime 50');
    await engine.line(/ depth 4 /);
    expect(bestmoves(engine)).toHaveLength(1);
    await engine.best('ponderhit');
    expect(bestmoves(engine)).toHaveLength(2);
  });

  test('is over at ponderhit where there is one turn only', async () => {
    const engine = await start(`position fen ${ONE_TURN}`);
    expect((await engine.best('go ponder wtime 600000 btime 600000', 'ponderhit'))[1]).toBe('a1a2');
  });

  test('ends at stop, with a legal turn and a legal answer to it (cases 57, 59)', async () => {
    const engine = await start('position startpos', 'go ponder wtime 1000 btime 1000');
    await engine.line(/ depth 3 /);
    const [, turn, word, ponder] = await engine.best('stop');
    expect(word).toBe('ponder');
    expect(isLegal(afterTurn(START, turn), ponder)).toBe(true);
  });

  test('no word of it when the game is over (case 59)', async () => {
    const engine = await start(
      'setoption name UCI_Variant value balancedavalanche',
      `position fen ${MATE_IN_ONE}`,
    );
    expect(await engine.best('go depth 3')).toEqual(['bestmove', 'd1h5,g6g5']);
  });
});

describe('scores and lines', () => {
  test('are mates only when they are, counted in own turns (cases 61 to 63)', async () => {
    const engine = await start(
      'setoption name UCI_Variant value balancedavalanche',
      `position fen ${MATE_IN_ONE}`,
    );
    await engine.best('go depth 3');
    const infos = infosFrom(engine, 0);
    expect(infos.at(-1)).toMatchObject({ score: 'mate 1', pv: 'd1h5,g6g5' });
    expect(infos.some((info) => info.score === 'mate 0')).toBe(false);
    await engine.best('setoption name UCI_Variant value avalanche', 'position startpos', 'go depth 4');
    for (const { score } of infosFrom(engine, 0)) {
      if (score.startsWith('cp')) expect(Math.abs(Number(score.slice(3)))).toBeLessThan(20_000);
    }
  });

  test('of the one who is mated are negative (case 61)', async () => {
    const engine = await start();
    // Black has one turn, after which Ra8 is mate.
    await engine.best('position fen 7k/R7/6K1/8/8/8/8/8 b - - 0 1', 'go depth 4');
    expect(infosFrom(engine, 0).at(-1)?.score).toBe('mate -1');
  });

  test('end at the first draw (case 60)', async () => {
    const engine = await start();
    const shuffle = 'b1b2 h8h7 b2b1 h7h8 b1b2 h8h7 b2b1';
    await engine.best(`position fen 7k/8/8/8/8/8/8/KR6 w - - 0 1 moves ${shuffle}`, 'go depth 5');
    expect(infosFrom(engine, 0).at(-1)?.pv).toBe('h7h8');
  });

  test('MultiPV: sorted, exact, all of one depth together, no more than there are turns (cases 62, 64)', async () => {
    const engine = await start('setoption name MultiPV value 5', 'position startpos', 'go depth 3');
    await engine.line(/^bestmove/);
    const infos = infosFrom(engine, 0);
    for (let i = 0; i < infos.length; i += 5) {
      const group = infos.slice(i, i + 5);
      expect(group.map((info) => info.multipv)).toEqual(['1', '2', '3', '4', '5']);
      expect(new Set(group.map((info) => info.depth)).size).toBe(1);
      expect(group.every((info) => info.bound === undefined)).toBe(true);
      const scores = group.map((info) => Number(info.score.split(' ')[1]));
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(new Set(group.map((info) => info.pv.split(' ')[0])).size).toBe(5);
    }
    const from = engine.lines.length;
    await engine.best(`position fen ${ONE_TURN}`, 'go depth 3');
    expect(infosFrom(engine, from).every((info) => info.multipv === '1')).toBe(true);
    const next = engine.lines.length;
    await engine.best('setoption name MultiPV value 500', 'position startpos', 'go depth 1');
    const all = infosFrom(engine, next).map((info) => info.pv.split(' ')[0]);
    expect(all.sort()).toEqual(refereeTurns(START));
  });

  test('come at a bearable pace (case 65)', async () => {
    const engine = await start(
      'setoption name MultiPV value 30',
      `position fen ${ONE_TURN.replace('K7', 'KR6')}`,
    );
    const from = engine.lines.length;
    const before = performance.now();
    engine.send('go movetime 1000');
    await engine.line(/^bestmove/);
    const seconds = (performance.now() - before) / 1000;
    expect(infosFrom(engine, from).length).toBeLessThan(100 * seconds + 150);
    expect(engine.lines.some((line) => line.includes('currmove'))).toBe(false);
  });
});
