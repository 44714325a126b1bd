/** What the page thinks, without a browser: entering a turn, the tree of a game, the talk with an engine, its server. */

import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPageServer } from '../src/page/server.ts';
import { createEngineClient } from '../src/page/site/engine-client.ts';
import {
  chanceOf,
  decided,
  evaluationInComments,
  formatEvaluation,
  readableComment,
} from '../src/page/site/evaluation.ts';
import {
  addTurn,
  allNodes,
  branchesTo,
  createTree,
  lastOf,
  nodeAt,
  pathTo,
  pgnOfTree,
  promote,
  removeNode,
  setPositionTo,
  treeOfPgn,
} from '../src/page/site/game-tree.ts';
import { type HalfTurn, startTurn } from '../src/page/site/half-turn.ts';
import { LEVELS, levelOf, setupOf } from '../src/page/site/levels.ts';
import { findGames } from '../src/page/site/library.ts';
import { parseEngineLine } from '../src/page/site/uci-text.ts';
import { resultText } from '../src/page/site/words.ts';
import { BLACK, WHITE } from '../src/rules/board.ts';
import { parseFen } from '../src/rules/fen.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { formatTurn, parseTurn } from '../src/rules/notation.ts';
import { formatPgn, parsePgn } from '../src/rules/pgn.ts';
import { createPosition, type Position, playTurn, undoTurn } from '../src/rules/position.ts';
import type { Turn } from '../src/rules/turn.ts';
import { AVALANCHE, BALANCED_AVALANCHE, VARIANTS, type Variant } from '../src/rules/variants.ts';

function positionOf(fen: string, variant: Variant = AVALANCHE): Position {
  const parsed = parseFen(fen, variant);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** Every turn that can be entered from this state on. */
function enterable(state: HalfTurn): { turn: Turn; squares: Uint8Array }[] {
  switch (state.stage) {
    case 'choice':
      return state.choices.flatMap(({ kind }) => enterable(state.choose(kind)!));
    case 'move':
      return [...state.moves].flatMap(([from, targets]) =>
        targets.flatMap((to) => enterable(state.move(from, to)!)),
      );
    case 'promotion':
      return state.promotions.flatMap((kind) => enterable(state.promote(kind)!));
    case 'push':
      return state.pushes.flatMap(({ from }) => enterable(state.push(from)!));
    case 'done':
      return [{ turn: state.turn!, squares: state.squares }];
    case 'over':
      return [];
  }
}

describe('a turn that is being entered', () => {
  const FENS = [
    AVALANCHE.startFen,
    'r3k2r/pppqbppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQBPPP/R3K2R w KQkq - 6 9',
    'r3k3/1P6/2p5/8/8/8/8/4K3 w q - 0 1',
    'P6k/1p4pp/8/8/8/8/r7/1r4K1 w - - 0 1',
    '7k/7p/8/8/8/8/8/p5K1 b - - 0 1',
    '5b1P/P1Pnk3/1p2B1rK/1r2Q3/1pP2Q2/3R4/2ppNPP1/8 w - - 12 58',
    '4k3/4R2p/8/8/8/8/8/4K3 w - - 0 1',
  ];
  for (const fen of FENS) {
    test(`reaches exactly the legal turns of ${fen}`, () => {
      const position = positionOf(fen);
      const entered = enterable(startTurn(position));
      const texts = entered.map(({ turn }) => formatTurn(position, turn)).sort();
      const legal = legalTurns(position).map((turn) => formatTurn(position, turn));
      expect(texts).toEqual(legal.sort());
      for (const { turn, squares } of entered) {
        playTurn(position, turn);
        expect(squares).toEqual(position.squares);
        undoTurn(position);
      }
    });
  }

  test('shows the move before the push, with castling and promotion made', () => {
    const castled = startTurn(positionOf('r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1')).move(4, 6)!;
    expect([castled.stage, castled.squares[5], castled.squares[6], castled.squares[7]]).toEqual([
      'push',
      3,
      5,
      12,
    ]);
    const promoted = startTurn(positionOf('r3k3/1P6/2p5/8/8/8/8/4K3 w q - 0 1')).move(49, 56)!;
    expect([promoted.stage, promoted.promotions]).toEqual(['promotion', [4, 3, 2, 1]]);
    expect(promoted.promote(1)?.squares[56]).toBe(1);
  });

  test('says which pushes lose, and why', () => {
    const opened = startTurn(positionOf('4k3/1p6/8/8/8/5p2/7P/4K3 w - - 0 1')).move(15, 23)!;
    expect(opened.pushes.map(({ from, danger }) => [from, danger])).toEqual([
      [21, 'self-check'],
      [49, undefined],
    ]);
    const promoting = startTurn(positionOf('6k1/P5pp/8/8/8/8/5r1P/7K b - - 0 1')).move(13, 21)!;
    expect(promoting.pushes.find(({ from }) => from === 48)?.danger).toBe('winning choice');
  });

  test('is taken back part by part', () => {
    const start = startTurn(positionOf('7k/7p/8/8/8/8/8/p5K1 b - - 0 1'));
    const chosen = start.choose(1)!;
    const moved = chosen.move(63, 62)!;
    expect(moved.back()).toBe(chosen);
    expect(chosen.back()).toBe(start);
    expect(start.back()).toBeUndefined();
    expect(start.move(63, 62)).toBeUndefined();
  });

  test('has no push in the first turn of the balanced game', () => {
    const start = startTurn(positionOf(BALANCED_AVALANCHE.startFen, BALANCED_AVALANCHE));
    expect(start.hasPush).toBe(false);
    expect(start.move(12, 28)?.stage).toBe('done');
  });
});

describe('the tree of a game', () => {
  const TEXT = `[Event "Test"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "?"]
[Result "1-0"]
[Variant "Avalanche"]

{before all} 1. e4/d6 $1 {+0.30/12 0.5s} (1. d4/a6 {other} 1... a5/a3 (1...
b6/b3)) (1. Nf3/a6) 1... e5/d3 $5 2. Nf3/a6 1-0
`;

  test('goes through PGN and back unchanged', () => {
    const [game] = parsePgn(TEXT);
    const tree = treeOfPgn(game);
    expect(formatPgn(pgnOfTree(tree))).toBe(TEXT);
    expect(allNodes(tree).map((node) => node.san)).toEqual([
      '',
      'e4/d6',
      'e5/d3',
      'Nf3/a6',
      'd4/a6',
      'a5/a3',
      'b6/b3',
      'Nf3/a6',
    ]);
    expect(tree.root.children[0].evaluation).toEqual({ value: 30, isWin: false, depth: 12 });
  });

  test('finds places by their branches, cuts and raises lines', () => {
    const tree = treeOfPgn(parsePgn(TEXT)[0]);
    const place = tree.root.children[1].children[1];
    expect(place.san).toBe('b6/b3');
    expect(branchesTo(place)).toEqual([1, 1]);
    expect(nodeAt(tree, [1, 1])).toBe(place);
    promote(place);
    expect(branchesTo(place)).toEqual([0, 0]);
    expect(lastOf(tree.root)).toBe(place);
    removeNode(tree.root.children[0]);
    expect(lastOf(tree.root).san).toBe('Nf3/a6');
  });

  test('has the position of every node, and adds no turn twice', () => {
    for (const variant of VARIANTS) {
      const tree = createTree(variant);
      const position = createPosition();
      let node = tree.root;
      for (let ply = 0; ply < 20; ply++) {
        setPositionTo(tree, node, position);
        const turns = legalTurns(position);
        if (turns.length === 0) break;
        const turn = turns[(7 * ply) % turns.length];
        const next = addTurn(tree, node, turn, position);
        expect(addTurn(tree, node, turn, position)).toBe(next);
        expect(parseTurn(position, next.text)).toEqual({ ok: true, value: turn });
        node = next;
      }
      expect(pathTo(node).length).toBe(node.ply);
    }
  });
});

describe('evaluations', () => {
  test('are written for people, from White’s side', () => {
    expect(formatEvaluation({ value: 35, isWin: false, depth: 1 })).toBe('+0.35');
    expect(formatEvaluation({ value: -120, isWin: false, depth: 1 })).toBe('−1.20');
    expect(formatEvaluation({ value: -3, isWin: true, depth: 1 })).toBe('#−3');
    expect(formatEvaluation(decided(BLACK))).toBe('0-1');
    expect(chanceOf({ value: 0, isWin: false, depth: 1 })).toBe(0.5);
    expect(chanceOf(decided(WHITE))).toBe(1);
  });

  test('are found in comments of the common forms', () => {
    expect(evaluationInComments(['+0.35/12 0.512s'], BLACK)).toEqual({ value: -35, isWin: false, depth: 12 });
    expect(evaluationInComments(['-M3/20 1.0s, White mates'], WHITE)).toEqual({
      value: -3,
      isWin: true,
      depth: 20,
    });
    expect(evaluationInComments(['[%eval -1.5,18] good'], WHITE)).toEqual({
      value: -150,
      isWin: false,
      depth: 18,
    });
    expect(evaluationInComments(['book'], WHITE)).toBeUndefined();
    expect(readableComment('[%eval -1.5,18] good [%clk 0:01]')).toBe('good');
  });
});

describe('the talk with an engine', () => {
  function connect() {
    const sent: string[] = [];
    const remarks: string[] = [];
    let say: (line: string) => void = () => {};
    const client = createEngineClient(
      (onLine) => {
        say = onLine;
        return { send: (line) => sent.push(line), end() {} };
      },
      new Map([['Hash', '64']]),
      () => {},
      (text) => remarks.push(text),
    );
    return { sent, remarks, client, say: (line: string) => say(line) };
  }
  const JOB = {
    variant: AVALANCHE,
    fen: AVALANCHE.startFen,
    turns: ['e2e4,d7d6'],
    limits: 'infinite',
    lines: 2,
  };

  test('greets, sets its options and asks', () => {
    const { sent, client, say } = connect();
    expect(sent).toEqual(['uci', 'setoption name Hash value 64', 'isready']);
    say('id name Serac 9');
    say('option name UCI_Variant type combo default avalanche var avalanche var balancedavalanche');
    say('option name MultiPV type spin default 1 min 1 max 500');
    say('uciok');
    say('readyok');
    expect([client.state, client.name]).toEqual(['ready', 'Serac 9']);
    client.search(JOB);
    expect(sent.slice(3)).toEqual([
      'setoption name MultiPV value 2',
      'position startpos moves e2e4,d7d6',
      'go infinite',
    ]);
  });

  test('hears nothing more of a search that another one has replaced', () => {
    const { sent, client, say } = connect();
    const heard: string[] = [];
    const job = (name: string) => ({
      ...JOB,
      onInfo: () => heard.push(`${name} info`),
      onBest: (turn: string | undefined) => heard.push(`${name} ${turn}`),
    });
    const first = client.search(job('a'));
    client.search(job('b'));
    expect(sent.filter((line) => line === 'stop').length).toBe(1);
    say('info depth 1 score cp 5 nodes 1 nps 1 time 1 pv e7e5,a2a3');
    say('bestmove e7e5,a2a3');
    expect(first.isOver).toBe(true);
    say('info depth 1 score cp 5 nodes 1 nps 1 time 1 pv e7e6,a2a3');
    say('bestmove e7e6,a2a3 ponder a3a4,h7h6');
    expect(heard).toEqual(['b info', 'b e7e6,a2a3']);
  });

  test('sets an option for one search alone', () => {
    const { sent, client, say } = connect();
    say('option name UCI_LimitStrength type check default false');
    say('option name MultiPV type spin default 1 min 1 max 500');
    client.search({ ...JOB, lines: 1, options: new Map([['UCI_LimitStrength', 'true']]) });
    client.search({ ...JOB, lines: 1 });
    const options = sent.filter((line) => line.includes('LimitStrength'));
    expect(options).toEqual([
      'setoption name UCI_LimitStrength value true',
      'setoption name UCI_LimitStrength value false',
    ]);
  });

  test('passes on what it has to say to people', () => {
    const { remarks, say } = connect();
    say('info string no memory for a table of 4096 MB');
    expect(remarks).toEqual(['no memory for a table of 4096 MB']);
  });

  test('reads its lines', () => {
    expect(
      parseEngineLine(
        'info depth 7 seldepth 20 multipv 2 score mate -3 upperbound nodes 5 nps 6 hashfull 7 time 8 pv a b',
      ),
    ).toEqual({
      kind: 'info',
      info: {
        depth: 7,
        selectiveDepth: 20,
        line: 2,
        score: -3,
        isWin: true,
        isBound: true,
        nodes: 5,
        speed: 6,
        time: 8,
        turns: ['a', 'b'],
      },
    });
    expect(parseEngineLine('bestmove (none)')).toEqual({ kind: 'best', turn: undefined });
    expect(parseEngineLine('option name UCI_Elo type spin default 1500 min 600 max 2800')).toEqual({
      kind: 'option',
      option: { name: 'UCI_Elo', type: 'spin', initial: '1500', min: 600, max: 2800 },
    });
  });

  test('knows strengths by rating if the engine does, else by nodes', () => {
    const plain = setupOf(levelOf('beginner'), new Map());
    expect([plain.options.size, plain.limit]).toEqual([0, ' nodes 15']);
    const elo = { name: 'UCI_Elo', type: 'spin', initial: '1500', min: 600, max: 2600 };
    const flag = { name: 'UCI_LimitStrength', type: 'check', initial: 'false', min: 0, max: 0 };
    const able = new Map([
      ['UCI_Elo', elo],
      ['UCI_LimitStrength', flag],
    ]);
    const ratings = LEVELS.map((level) => setupOf(level, able).options.get('UCI_Elo'));
    expect(ratings).toEqual(['600', '1000', '1400', '1800', '2200', undefined]);
  });
});

describe('words', () => {
  test('name the winner and the reason', () => {
    expect(resultText({ winner: WHITE, verdict: 'checkmate' })).toBe('White wins: checkmate.');
    expect(resultText({ winner: BLACK, verdict: 'self-check' })).toBe(
      'Black wins: self-check, White’s own push left the white king attacked.',
    );
    expect(resultText({ winner: undefined, verdict: 'threefold' })).toBe(
      'Draw: the same position for the third time.',
    );
  });

  test('find games', () => {
    const games = parsePgn('[White "Ann"]\n[Round "3"]\n\n1-0\n\n[White "Bob"]\n\n1. e4/x 0-1\n');
    expect(findGames(games, 'ANN 1-0')).toEqual([0]);
    expect(findGames(games, 'fault')).toEqual([1]);
    expect(findGames(games, '')).toEqual([0, 1]);
  });
});

describe('the server', () => {
  const folder = resolve(import.meta.dirname, '..', 'dist', 'page');
  let server: Server;
  let scratch: string;
  let port: number;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'serac-page-'));
    server = createPageServer({ folder, files: new Map([['watched.pgn', join(scratch, 'live.pgn')]]) });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    port = (server.address() as AddressInfo).port;
  });

  afterAll(async () => {
    server.close();
    await rm(scratch, { recursive: true });
  });

  interface Answer {
    readonly status: number;
    readonly headers: Record<string, string | string[] | undefined>;
    readonly body: string;
  }

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return new Promise((answered, failed) => {
      const asked = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          answered({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      asked.on('error', failed);
      asked.end();
    });
  }

  test('isolates the page, packs its files and knows them again', async () => {
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(page.headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const packed = await ask('/engine.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const again = await ask('/engine.js', { 'if-none-match': String(packed.headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('sends nothing else, and nothing to a name that is not its own', async () => {
    for (const path of ['/../serac', '/%2e%2e/serac', '/nothing.js', '/page/', '//etc/passwd']) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask('/', { host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { host: `localhost:${port}` })).status).toBe(200);
    expect((await ask('/', {}, 'POST')).status).toBe(405);
  });

  test('reads a watched file anew', async () => {
    expect((await ask('/watched.pgn')).status).toBe(404);
    await writeFile(join(scratch, 'live.pgn'), '1. e4/d6 *\n');
    const first = await ask('/watched.pgn');
    expect(first.body).toBe('1. e4/d6 *\n');
    const same = await ask('/watched.pgn', { 'if-none-match': String(first.headers.etag) });
    expect(same.status).toBe(304);
    await writeFile(join(scratch, 'live.pgn'), '1. e4/d6 e5/d3 *\n');
    expect((await ask('/watched.pgn')).body).toBe('1. e4/d6 e5/d3 *\n');
  });

  test('sends page and engine in less than 400 KB', () => {
    const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(join(folder, name))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(400_000);
  });
});
