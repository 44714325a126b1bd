/** Cases about positions: odd lines, finished and drawn games, and what must not be left over from before. */
import {
  BEYOND_FIFTY,
  MATED,
  MIDDLE,
  NEARLY_FIFTY,
  ROOK_ENDING,
  SELF_CHECKED,
  STALEMATED,
  START,
  THREEFOLD,
  WINNING_CHOICE,
} from './places.ts';
import type { Probe } from './probe.ts';
import { type Case, isReady, NO_TURN, require, type Trial, valuesOf } from './trial.ts';

/** Asks for a finished position with a limit, and without one until `stop`. */
async function finished(trial: Trial, place: string, score: RegExp | undefined): Promise<void> {
  const probe = await trial.ready();
  const { best, infos } = await trial.search(probe, place, 'go depth 3');
  require(NO_TURN.test(best), `bestmove ${best}`);
  if (score !== undefined)
    require(infos.some((line) => score.test(line)), `no info with${score.source.replace('\\b', '')}`);
  probe.send('go infinite');
  await probe.quiet(200, /^bestmove\b/);
  probe.send('stop');
  await probe.next(/^bestmove\b/);
  await isReady(probe);
}

/** Whatever the line was, a good one afterwards works. */
async function recovers(trial: Trial, probe: Probe, ...lines: string[]): Promise<void> {
  for (const line of lines) {
    probe.send(line);
    await isReady(probe);
  }
  await trial.search(probe, START, 'go depth 1');
}

/** So many turns of rook and king to and fro. */
function longGame(turns: number): string {
  const cycle = ['b1b2', 'h8h7', 'b2b1', 'h7h8'];
  return `${ROOK_ENDING} moves ${Array.from({ length: turns }, (_, i) => cycle[i % 4]).join(' ')}`;
}

async function fixedSearch(trial: Trial, probe: Probe, place: string): Promise<string> {
  const { best, infos } = await trial.search(probe, place, 'go depth 3', 20_000);
  return `${best} after ${valuesOf(infos, 'nodes').at(-1)} nodes`;
}

export const POSITION_CASES: readonly Case[] = [
  {
    name: 'no-moves',
    title: '"position … moves" with nothing behind it is a position without moves',
    seen: 'blunder 10, Baislicka 3',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, `${START} moves`, 'go depth 1');
      await trial.search(probe, `${MIDDLE} moves`, 'go depth 1');
    },
  },
  {
    name: 'long-game',
    title: 'a game of 3000 turns in one line, whole and in pieces',
    seen: 'meltdown 80, weiss 630',
    async run(trial) {
      const probe = await trial.ready();
      const place = longGame(3000);
      await trial.search(probe, place, 'go depth 1');
      const text = `position ${place}\ngo depth 1\n`;
      for (let at = 0; at < text.length; at += 1000) {
        probe.write(text.slice(at, at + 1000));
        await new Promise((resolve) => setImmediate(resolve));
      }
      trial.judge(place, [], await probe.next(/^bestmove\b/), 0);
    },
  },
  {
    name: 'illegal-turn',
    title: 'an illegal turn in a position line does not end or wedge the engine',
    seen: 'Stockfish 7000',
    async run(trial) {
      const probe = await trial.ready();
      await recovers(
        trial,
        probe,
        'position startpos moves e2e5,d7d6',
        'position startpos moves e2e4',
        'position startpos moves e2e4,d7d6 e2e4,d7d6 xyz',
        `position ${MATED} moves g8h8`,
      );
    },
  },
  {
    name: 'broken-fen',
    title: 'an impossible or broken FEN does not end or wedge the engine',
    seen: 'Stockfish 1836, 5131, 4558',
    async run(trial) {
      const probe = await trial.ready();
      await recovers(
        trial,
        probe,
        ...[
          'position fen',
          'position fen 8/8/8/8/8/8/8/8 w - - 0 1',
          'position fen 8/8/8/8/8/8/8/4K3 w - - 0 1',
        ],
        ...['position fen KKKKKKKK/8/8/8/8/8/8/kkkkkkkk w KQkq - 0 1', 'position fen 9/8/8/8 w - - 0 1'],
        ...['position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1', 'position fen x y z'],
        ...[
          'position fen PP5k/8/8/8/8/8/8/4K3 w - - 0 1',
          'position fen 4k3/8/8/8/8/8/8/4K3 w - - -5 99999999999',
        ],
        ...['position', 'position xyz', 'position startpos fen'],
      );
    },
  },
  {
    name: 'many-turns',
    title: 'a position with more than a thousand turns',
    seen: 'Stockfish 5131',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, 'fen kr6/pppppppp/8/3QQQQ1/3QQQQ1/8/8/K7 w - - 0 1', 'go depth 1', 20_000);
    },
  },
  {
    name: 'mated',
    title: 'mated at the root: "score mate 0", no turn, no crash, also under infinite',
    seen: 'Caissa 24, python-chess 1119, lc0 1209',
    run: (trial) => finished(trial, MATED, / score mate -?0\b/),
  },
  {
    name: 'stalemated',
    title: 'stalemate at the root: "score cp 0", no turn, no crash',
    seen: 'Caissa 24, python-chess 1119, lc0 1209',
    run: (trial) => finished(trial, STALEMATED, / score cp 0\b/),
  },
  {
    name: 'self-checked',
    title: 'a root whose opponent has checked himself is over: no turn, no crash',
    run: (trial) => finished(trial, SELF_CHECKED, undefined),
  },
  {
    name: 'choice-made',
    title: 'after a winning choice the game is over: no turn, no crash',
    run: (trial) => finished(trial, `${WINNING_CHOICE} moves a1q`, undefined),
  },
  {
    name: 'choice-found',
    title: 'a winning promotion choice at the root is found and played',
    async run(trial) {
      const probe = await trial.ready();
      const { best } = await trial.search(probe, WINNING_CHOICE, 'go depth 2');
      require(/^a1[qr]$/.test(best), `bestmove ${best}, but a1q and a1r win at once`);
    },
  },
  {
    name: 'drawn-root',
    title: 'a root that is drawn by repetition or by fifty moves is searched all the same',
    seen: 'leela-chess 627, picochess 230, Stockfish 5109, Fairy-Stockfish 69',
    async run(trial) {
      const probe = await trial.ready();
      for (const place of [THREEFOLD, BEYOND_FIFTY, NEARLY_FIFTY])
        await trial.search(probe, place, 'go depth 2');
    },
  },
  {
    name: 'fifty-clock',
    title: 'the half-move clock of the FEN counts: a mate on the hundredth is a mate',
    seen: 'Walleye 17, chess 16, 2025-chess-bot 21',
    async run(trial) {
      const probe = await trial.ready();
      const { best } = await trial.search(probe, 'fen 6k1/8/6K1/8/8/8/8/R7 w - - 99 80', 'go depth 3');
      require(best === 'a1a8', `bestmove ${best}, but a1a8 mates and everything else draws`);
    },
  },
  {
    name: 'no-leftovers',
    title: 'the position is always from scratch: two searches in a row are the same',
    seen: 'calvin 2, Stockfish 1101, Lynx 1978',
    async run(trial) {
      const fresh = await trial.ready();
      const first = await fixedSearch(trial, fresh, MIDDLE);
      const cleared = await trial.ready();
      await fixedSearch(trial, cleared, START);
      cleared.send('ucinewgame');
      await isReady(cleared);
      const second = await fixedSearch(trial, cleared, MIDDLE);
      require(first === second, `${first}; after another game and ucinewgame ${second}`);
      cleared.send('go depth 3');
      trial.judge(MIDDLE, [], await cleared.next(/^bestmove\b/, 20_000), 0);
    },
  },
];
