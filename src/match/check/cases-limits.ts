/** Cases about the words of `go`: limits alone, together, absurd, and clocks that are nearly down. */
import { MIDDLE, MIDDLE_BLACK, START } from './places.ts';
import { type Case, isReady, require, type Trial } from './trial.ts';

/** Each `go` is answered with a legal turn within `ms` (and what a busy machine may add). */
async function answers(trial: Trial, goes: readonly string[], ms: number, places = [MIDDLE]): Promise<void> {
  const probe = await trial.ready();
  await trial.search(probe, START, 'go depth 1', 20_000);
  for (const place of places) {
    for (const go of goes) {
      const { elapsed } = await trial.search(probe, place, go, ms + 10_000);
      require(elapsed <= ms + probe.patience, `"${go}" took ${Math.round(elapsed)} ms`);
    }
  }
}

export const LIMIT_CASES: readonly Case[] = [
  {
    name: 'each-limit',
    timed: true,
    title: 'depth, nodes, movetime, mate alone and in pairs: the first limit reached ends the search',
    seen: 'retro-sargon 3, lc0 435',
    run: (trial) =>
      answers(
        trial,
        [
          ...['go depth 1', 'go nodes 200', 'go movetime 100', 'go nodes 200 movetime 60000'],
          ...['go movetime 100 nodes 9000000000', 'go depth 1 movetime 60000', 'go movetime 100 depth 100'],
          ...[
            'go wtime 60000 btime 60000 depth 1',
            'go wtime 60000 btime 60000 nodes 200',
            'go depth 1 nodes 100000000',
          ],
        ],
        500,
      ),
  },
  {
    name: 'no-time',
    timed: true,
    title: 'limits of 0 or less are answered at once',
    seen: 'Stockfish 3720, Lynx 654',
    run: (trial) =>
      answers(trial, ['go movetime 0', 'go movetime -100', 'go nodes 0', 'go depth 0', 'go depth -3'], 50),
  },
  {
    name: 'no-clock-left',
    timed: true,
    title: 'a clock of 0 or below is answered at once, with either colour',
    seen: 'Lynx 654, camel 219, byte-knight 100, Titan 176',
    run: (trial) =>
      answers(
        trial,
        ['go wtime 0 btime 0', 'go wtime -50 btime -50', 'go wtime 1 btime 1 winc 0 binc 0'],
        50,
        [MIDDLE, MIDDLE_BLACK],
      ),
  },
  {
    name: 'other-clock',
    timed: true,
    title: "the other side's clock alone, or a negative one, does no harm",
    seen: 'corechess 35',
    async run(trial) {
      await answers(trial, ['go wtime 100', 'go wtime 100 btime -5'], 100);
      await answers(trial, ['go btime 100', 'go btime 100 wtime -5'], 100, [MIDDLE_BLACK]);
      const probe = await trial.ready();
      probe.send(`position ${MIDDLE}`, 'go btime 100');
      await probe.next(/^bestmove\b/, 1000).catch(() => probe.send('stop'));
      await isReady(probe);
    },
  },
  {
    name: 'little-time',
    timed: true,
    title: 'an increment larger than the clock is not spent in advance',
    seen: 'leela-chess 662, LittleWing 86, casanchess 91',
    run: (trial) =>
      answers(
        trial,
        ['go wtime 50 btime 50 winc 2000 binc 2000', 'go wtime 20 btime 20 winc 500 binc 500'],
        50,
      ),
  },
  {
    name: 'last-move-of-control',
    timed: true,
    title: 'movestogo 1 leaves something of the clock',
    seen: 'Monolith 4, Ethereal 6, RubiChess 365',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, START, 'go depth 1');
      const { elapsed } = await trial.search(probe, MIDDLE, 'go wtime 500 btime 500 movestogo 1', 10_000);
      require(elapsed < 500, `took ${Math.round(elapsed)} of 500 ms`);
    },
  },
  {
    name: 'whole-control',
    timed: true,
    title: 'forty moves in two seconds: the clock never runs down',
    seen: 'Stockfish 1272, 603',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, START, 'go depth 1');
      let left = 2000;
      for (let toGo = 40; toGo > 0; toGo--) {
        const go = `go wtime ${Math.round(left)} btime 2000 movestogo ${toGo}`;
        left -= (await trial.search(probe, MIDDLE, go, 10_000)).elapsed;
        require(left > 0, `the clock ran down with ${toGo} of 40 moves to go`);
      }
    },
  },
  {
    name: 'movetime-kept',
    timed: true,
    title: 'movetime is not overstepped by more than 10 ms, at the median of nine',
    seen: 'RubiChess 341, rustic 22, cutechess 281',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, START, 'go depth 1');
      const times: number[] = [];
      for (let i = 0; i < 9; i++) times.push((await trial.search(probe, MIDDLE, 'go movetime 100')).elapsed);
      const median = times.sort((a, b) => a - b)[4]!;
      require(median <= 110, `movetime 100 took ${median.toFixed(1)} ms`);
    },
  },
  {
    name: 'searchmoves',
    title: 'searchmoves: illegal ones are dropped, limits on either side are read',
    seen: 'lc0 899, chesskit 20',
    async run(trial) {
      const probe = await trial.ready();
      const [first] = trial.variant.balanced ? ['e2e4'] : ['e2e4,d7d6'];
      for (const go of [`go searchmoves ${first} depth 2`, `go depth 2 searchmoves ${first}`]) {
        const { best } = await trial.search(probe, START, go);
        require(best === first, `"${go}": bestmove ${best}`);
      }
      const mixed = await trial.search(probe, START, `go depth 2 searchmoves e2e5,d7d6 xyz ${first}`);
      require(mixed.best === first, `illegal ones beside it: bestmove ${mixed.best}`);
      await trial.search(probe, START, 'go depth 1 searchmoves e2e5,d7d6 a1a1');
    },
  },
  {
    name: 'strange-words',
    title: 'unknown words and missing values behind go do no harm',
    async run(trial) {
      const probe = await trial.ready();
      for (const go of [
        'go depth',
        'go nodes',
        'go foo bar depth 1',
        'go movetime x',
        'go wtime',
        'go depth 99999999999',
      ]) {
        probe.send(`position ${START}`, go);
        await probe.next(/^bestmove\b/, 300).catch(async () => {
          probe.send('stop');
          await probe.next(/^bestmove\b/);
        });
      }
      await isReady(probe);
      await trial.search(probe, START, 'go depth 1');
    },
  },
];
