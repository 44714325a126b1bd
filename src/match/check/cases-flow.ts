/** Cases about what may come while a search runs, and about its end. */
import { MATE_IN_ONE, MATED, MIDDLE, ONE_TURN, START } from './places.ts';
import type { Probe } from './probe.ts';
import { type Case, isReady, require, type Trial } from './trial.ts';

const BEST = /^bestmove\b/;

/** Silence, then an answer after `word`, and no second one. */
async function held(probe: Probe, ms: number, word: string): Promise<void> {
  await probe.quiet(ms, BEST);
  probe.send(word);
  await probe.next(BEST);
  await probe.quiet(200, BEST);
}

async function holdsBack(trial: Trial, go: string, word: string): Promise<void> {
  const probe = await trial.ready();
  for (const place of [MATE_IN_ONE, ONE_TURN, MATED]) {
    probe.send(`position ${place}`, go);
    await held(probe, 300, word);
  }
}

/** From now on it searches a position until told to stop. */
async function searching(trial: Trial): Promise<Probe> {
  const probe = await trial.ready();
  probe.send(`position ${MIDDLE}`, 'go infinite');
  return probe;
}

async function leaves(probe: Probe, ms: number): Promise<void> {
  const how = await probe.exit(ms);
  require(how === 'exit code 0', `left with ${how}`);
}

export const FLOW_CASES: readonly Case[] = [
  {
    name: 'isready-while-searching',
    title: 'isready is answered at once while searching, and the search goes on',
    seen: 'Ethereal 177, Avalanche 17, Cinnamon 3',
    async run(trial) {
      const probe = await searching(trial);
      await probe.quiet(200, BEST);
      await isReady(probe, probe.patience);
      await held(probe, 300, 'stop');
    },
  },
  {
    name: 'whole-lines',
    title: 'a thousand isready during a search: a thousand readyok, every line whole',
    seen: 'python-chess 83',
    async run(trial) {
      const probe = await searching(trial);
      const from = probe.mark();
      for (let i = 0; i < 1000; i++) probe.send('isready');
      for (let i = 0; i < 1000; i++) await probe.next(/^readyok$/, 5000);
      probe.send('stop');
      await probe.next(BEST);
      for (const { text } of probe.lines.slice(from)) {
        require(/^(readyok$|info |bestmove )/.test(text), `no whole line: ${text}`);
      }
    },
  },
  {
    name: 'idle-stop',
    title: 'stop and ponderhit of an idle engine are not answered',
    seen: 'Seer 1, Patricia 161',
    async run(trial) {
      const probe = await trial.ready();
      probe.send('stop', 'ponderhit');
      await probe.quiet(300, BEST);
      await trial.search(probe, START, 'go depth 1');
      probe.send('stop');
      await probe.quiet(300, BEST);
      await isReady(probe);
    },
  },
  {
    name: 'infinite-holds',
    title: 'go infinite answers only after stop: mate found, single turn, game over',
    seen: 'rodent-iv 15, Stockfish 494',
    run: (trial) => holdsBack(trial, 'go infinite', 'stop'),
  },
  {
    name: 'ponder-holds',
    title: 'go ponder answers only after ponderhit or stop',
    seen: 'cutechess 180, RubiChess 354',
    async run(trial) {
      await holdsBack(trial, 'go ponder wtime 1000 btime 1000', 'stop');
      await holdsBack(trial, 'go ponder wtime 1000 btime 1000', 'ponderhit');
    },
  },
  {
    name: 'ponderhit-limits',
    title: 'after ponderhit the limits of the go apply',
    seen: 'lc0 519, Lynx 1261',
    async run(trial) {
      const probe = await trial.ready();
      for (const limit of ['movetime 200', 'wtime 1000 btime 1000', 'depth 2']) {
        probe.send(`position ${MIDDLE}`, `go ponder ${limit}`);
        await probe.quiet(300, BEST);
        probe.send('ponderhit');
        await probe.next(BEST, 1000 + probe.patience);
      }
    },
  },
  {
    name: 'early-stop',
    title: 'a stop that came too late does not end the next search',
    seen: 'arasan 21',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, START, 'go depth 1');
      probe.send('stop', `position ${MIDDLE}`, 'go infinite');
      await held(probe, 400, 'stop');
    },
  },
  {
    name: 'newgame-while-searching',
    title: 'ucinewgame during a search: one bestmove for the go, and alive afterwards',
    seen: 'Stockfish 2262',
    async run(trial) {
      const probe = await searching(trial);
      const from = probe.mark();
      probe.send('ucinewgame', 'stop');
      await probe.next(BEST);
      await isReady(probe);
      await trial.search(probe, START, 'go depth 1');
      await probe.quiet(200, BEST);
      const answers = probe.lines.slice(from).filter(({ text }) => BEST.test(text)).length;
      require(answers === 2, `${answers} bestmove for two go`);
    },
  },
  {
    name: 'position-while-searching',
    title: 'stop, position, go without pauses: two answers, each for its own position',
    seen: 'lc0 506, python-chess 22',
    async run(trial) {
      const probe = await searching(trial);
      probe.send('stop', `position ${ONE_TURN}`, 'go depth 1');
      trial.judge(MIDDLE, [], await probe.next(BEST), 0);
      trial.judge(ONE_TURN, [], await probe.next(BEST), 0);
      await probe.quiet(200, BEST);
    },
  },
  {
    name: 'two-go',
    title: 'two go in a row: exactly two bestmove',
    seen: 'fatalii 68',
    async run(trial) {
      const probe = await trial.ready();
      probe.send('position startpos', 'go depth 2', 'go depth 1');
      trial.judge(START, [], await probe.next(BEST), 0);
      trial.judge(START, [], await probe.next(BEST), 0);
      await probe.quiet(300, BEST);
    },
  },
  {
    name: 'rapid-stop',
    title: 'stop right behind go: a legal turn of this position, twenty times',
    seen: 'RubiChess 3, lunachess 4, Tarnished 9',
    async run(trial) {
      const probe = await trial.ready();
      for (let i = 0; i < 20; i++) {
        const place = i % 2 === 0 ? MIDDLE : START;
        probe.send(`position ${place}`, 'go infinite', 'stop');
        trial.judge(place, [], await probe.next(BEST), 0);
      }
    },
  },
  {
    name: 'options-while-searching',
    title: 'Hash and Threads during a search do no harm',
    seen: 'Stockfish 1194, stash 159',
    async run(trial) {
      const probe = await searching(trial);
      probe.send(
        'setoption name Hash value 32',
        'setoption name Threads value 1',
        'setoption name Clear Hash',
        'stop',
      );
      trial.judge(MIDDLE, [], await probe.next(BEST), 0);
      await trial.search(probe, START, 'go depth 1');
      await probe.quiet(200, BEST);
    },
  },
  {
    name: 'commands-after-newgame',
    title: 'no command is lost while ucinewgame clears',
    seen: 'chess-artist 69',
    async run(trial) {
      const probe = await trial.ready();
      probe.send('ucinewgame', `position ${ONE_TURN}`, 'go depth 1');
      trial.judge(ONE_TURN, [], await probe.next(BEST), 0);
    },
  },
  {
    name: 'quit-idle',
    title: 'quit ends an idle engine at once, with exit code 0',
    async run(trial) {
      const probe = await trial.ready();
      probe.send('quit');
      await leaves(probe, probe.patience);
    },
  },
  {
    name: 'quit-while-searching',
    title: 'quit ends a searching engine at once, with exit code 0',
    seen: 'fatalii 93, Reckless 682',
    async run(trial) {
      for (const go of ['go infinite', 'go movetime 60000', 'go ponder wtime 60000 btime 60000']) {
        const probe = await trial.ready();
        probe.send(`position ${MIDDLE}`, go);
        await probe.quiet(100, BEST);
        probe.send('quit');
        await leaves(probe, probe.patience);
      }
    },
  },
  {
    name: 'end-of-input',
    title: 'the end of input is a quit, also during go infinite',
    seen: 'viridithas 38, rustic 62, fastchess 94',
    async run(trial) {
      for (const go of ['', 'go infinite', 'go ponder wtime 60000 btime 60000']) {
        const probe = await trial.ready();
        if (go !== '') probe.send(`position ${MIDDLE}`, go);
        await probe.quiet(100, BEST);
        probe.closeInput();
        await probe.exit(probe.patience);
      }
    },
  },
  {
    name: 'end-of-input-limited',
    title: 'at the end of input a limited search is finished and answered first',
    seen: 'Stockfish 3215, 4184, 2676',
    async run(trial) {
      const probe = await trial.ready();
      probe.send(`position ${MIDDLE}`, 'go movetime 400');
      probe.closeInput();
      trial.judge(MIDDLE, [], await probe.next(BEST, 400 + probe.patience), 0);
      await probe.exit(probe.patience);
    },
  },
];
