/** Cases about what is written during a search: info lines, scores, main lines. */
import { outcomeOf } from '../../rules/outcome.ts';
import { MATE_IN_ONE, MATED, MIDDLE, ROOK_ENDING, START, THREEFOLD } from './places.ts';
import { Skip, short } from './probe.ts';
import { type Case, isReady, play, principal, require, requireLegal, type Trial, valuesOf } from './trial.ts';

const SCORE_LINE = /^info .*\bdepth \d+.* score (cp|mate) -?\d+.* pv \S+/;

/** Every turn of every main line of the search can be played, none behind the end of the game. */
async function linesAreLegal(trial: Trial, place: string, go: string): Promise<void> {
  const probe = await trial.ready();
  const { infos, best, ponder } = await trial.search(probe, place, go, 20_000);
  for (const line of infos.filter((text) => / pv /.test(text))) {
    const position = trial.position(place);
    for (const turn of / pv (.*)$/.exec(line)![1]!.trim().split(/\s+/)) {
      requireLegal(position, turn, line);
      play(position, turn);
    }
  }
  if (ponder === undefined) return;
  const after = trial.position(place);
  play(after, best);
  requireLegal(after, ponder, `bestmove ${best} ponder ${ponder}`);
}

export const OUTPUT_CASES: readonly Case[] = [
  {
    name: 'info-before-bestmove',
    title: 'before each bestmove an info line with depth, score and pv, however short the search',
    seen: 'Stockfish 2757, fastchess 486',
    async run(trial) {
      const probe = await trial.ready();
      for (const go of ['go depth 1', 'go nodes 1', 'go movetime 1', 'go wtime 1 btime 1']) {
        const { infos } = await trial.search(probe, MIDDLE, go);
        require(infos.some((line) => SCORE_LINE.test(line)), `none for "${go}"`);
      }
    },
  },
  {
    name: 'info-in-time',
    title: 'info lines come through a pipe while the search runs',
    seen: 'cpw-engine 9',
    async run(trial) {
      const probe = await trial.ready();
      probe.send(`position ${MIDDLE}`, 'go infinite');
      await probe.next(/^info .*\bdepth\b/, 1000 + probe.patience);
      probe.send('stop');
      await probe.next(/^bestmove\b/);
    },
  },
  {
    name: 'flood',
    title: 'at most some hundred info lines a second, and none without end when a mate is found',
    seen: 'Stockfish 5460, ddugovic 224',
    async run(trial) {
      const probe = await trial.ready();
      for (const place of [MIDDLE, MATE_IN_ONE, ROOK_ENDING]) {
        const from = probe.mark();
        probe.send(`position ${place}`, 'go infinite');
        await probe.quiet(1000, /^bestmove\b/);
        probe.send('stop');
        await probe.next(/^bestmove\b/);
        const count = probe.mark() - from;
        require(count <= 400, `${count} lines in a second`);
      }
    },
  },
  {
    name: 'legal-lines',
    title: 'every turn of every main line and the ponder turn are legal',
    seen: 'python-chess 570, 751, lichess-bot 209',
    async run(trial) {
      await linesAreLegal(trial, START, 'go movetime 400');
      await linesAreLegal(trial, MIDDLE, 'go movetime 400');
    },
  },
  {
    name: 'line-ends-with-game',
    title: 'main lines end where the game is drawn',
    seen: 'Stockfish 6138, byte-knight 188, LittleWing 112',
    async run(trial) {
      const probe = await trial.ready();
      const repeated = THREEFOLD.split(' ').slice(0, -1).join(' ');
      const { infos } = await trial.search(probe, repeated, 'go depth 4');
      for (const line of infos.filter((text) => / pv /.test(text))) {
        const position = trial.position(repeated);
        for (const turn of / pv (.*)$/.exec(line)![1]!.trim().split(/\s+/)) {
          const { ending } = outcomeOf(position);
          require(ending === undefined, `goes on after ${ending}: ${short(line)}`);
          requireLegal(position, turn, line);
          play(position, turn);
        }
      }
    },
  },
  {
    name: 'mate-scores',
    title: 'mates are counted in own turns, with the right sign, and the main line fits',
    seen: 'Stockfish 5166, Quanticade 382, fatalii 120',
    async run(trial) {
      const probe = await trial.ready();
      const { best, infos } = await trial.search(probe, MATE_IN_ONE, 'go depth 4');
      require(best === 'a1a8', `bestmove ${best}, but a1a8 mates`);
      require(valuesOf(infos, 'score mate').at(-1) ===
        1, `not "score mate 1": ${short(infos.at(-1) ?? 'nothing')}`);
      require(principal(infos)?.length === 1, 'the main line of a mate in one is one turn');
      // The only turn runs into the same mate.
      const lost = await trial.search(probe, 'fen 6k1/8/6K1/8/8/8/8/5R2 b - - 0 1', 'go depth 5');
      require(valuesOf(lost.infos, 'score mate').at(-1) ===
        -1, 'not "score mate -1" for the side that is mated');
    },
  },
  {
    name: 'mate-zero',
    title: '"mate 0" only where the game is over',
    seen: 'asmFish 38',
    async run(trial) {
      const probe = await trial.ready();
      const { infos } = await trial.search(probe, MATE_IN_ONE, 'go depth 4');
      require(!valuesOf(infos, 'score mate').includes(0), 'mate 0 during a game');
      const over = await trial.search(probe, MATED, 'go depth 4');
      require(valuesOf(over.infos, 'score mate').every(
        (value) => value === 0,
      ), 'another mate score at a finished root');
    },
  },
  {
    name: 'small-scores',
    title: 'scores that are no mates stay below 20000 centipawns',
    seen: 'cutechess 253',
    async run(trial) {
      const probe = await trial.ready();
      const { infos } = await trial.search(probe, 'fen 7k/8/8/8/8/8/8/KQQQQQ2 w - - 0 1', 'go depth 2');
      for (const value of valuesOf(infos, 'score cp')) require(Math.abs(value) < 20_000, `score cp ${value}`);
    },
  },
  {
    name: 'multipv',
    title: 'MultiPV: lines of a depth together, in order, no more than there are turns',
    seen: 'ddugovic 228, CloverEngine 320, arasan 10',
    async run(trial) {
      const probe = await trial.ready();
      if (!probe.lines.some(({ text }) => /^option name MultiPV /i.test(text)))
        throw new Skip('no option MultiPV');
      probe.send('setoption name MultiPV value 4');
      await isReady(probe);
      const { infos, best } = await trial.search(probe, MIDDLE, 'go depth 3', 20_000);
      const last = [1, 2, 3, 4].map((n) => infos.findLast((line) => new RegExp(` multipv ${n} `).test(line)));
      require(last.every((line) => line !== undefined), 'not four lines');
      const scores = last.map((line) => valuesOf([line!], 'score cp')[0]);
      const known = scores.filter((score) => score !== undefined);
      require(known.every(
        (score, i) => i === 0 || score <= known[i - 1]!,
      ), `not in order: ${scores.join(', ')}`);
      const firsts = last.map((line) => / pv (\S+)/.exec(line!)?.[1]);
      require(firsts[0] === best, `the first line begins with ${firsts[0]}, bestmove ${best}`);
      require(new Set(firsts).size === 4, `a turn twice: ${firsts.join(' ')}`);
      probe.send('setoption name MultiPV value 50');
      await trial.search(probe, 'fen 7k/8/8/8/8/8/4q3/7K w - - 0 1', 'go depth 2');
    },
  },
  {
    name: 'repetitions-known',
    title: 'repetitions before the root are known: a won game is not repeated away',
    seen: 'Walleye 11, calvin 405',
    async run(trial) {
      const probe = await trial.ready();
      // White to move may repeat for the third time with one turn, and with that one only.
      const before = `${ROOK_ENDING} moves b1c1 h8h7 c1c2 h7h8 c2c1 h8h7 c1c2 h7h8`;
      const { best } = await trial.search(probe, before, 'go depth 5');
      require(outcomeAfter(trial, before, best) === undefined, `${best} draws a won game`);
    },
  },
];

function outcomeAfter(trial: Trial, place: string, turn: string): string | undefined {
  const position = trial.position(place);
  play(position, turn);
  return outcomeOf(position).ending;
}
