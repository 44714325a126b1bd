/** Cases about the beginning of a conversation, about options and about how lines are read. */
import { objection, parseOption } from '../info.ts';
import { MIDDLE, START } from './places.ts';
import { Failure, type Probe, Skip, short } from './probe.ts';
import { type Case, isReady, require, type Trial } from './trial.ts';

const PROTOCOL_WORD = /^(id|option|uciok|readyok|bestmove|info|copyprotection|registration)\b|^$/;

function declared(probe: Probe, name: string) {
  const lines = probe.lines.map(({ text }) => parseOption(text));
  return lines.find((option) => option?.name.toLowerCase() === name.toLowerCase());
}

/** After whatever was sent it must still be there and able to play. */
async function survives(trial: Trial, probe: Probe): Promise<void> {
  await isReady(probe);
  await trial.search(probe, START, 'go depth 1');
}

export const START_CASES: readonly Case[] = [
  {
    name: 'silent-start',
    title: 'before "uci" nothing is printed',
    seen: 'NewGG 11, xiphos 18',
    run: async (trial) => trial.start().quiet(700),
  },
  {
    name: 'protocol-words',
    title: 'every line begins with a word of the protocol, single blanks, none leading',
    seen: 'NewGG 11, python-chess 970',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, START, 'go depth 3');
      for (const { text } of probe.lines) {
        require(PROTOCOL_WORD.test(text), `no protocol word: ${short(text)}`);
        if (!text.startsWith('info string')) require(!/\s\s|\t|\s$/.test(text), `blanks: ${short(text)}`);
      }
    },
  },
  {
    name: 'identity',
    title: '"uci" is answered by id name, id author and uciok, also when it comes again',
    async run(trial) {
      const probe = await trial.ready();
      for (const word of ['name', 'author']) {
        require(probe.lines.some(({ text }) => new RegExp(`^id ${word} \\S`).test(text)), `no "id ${word}"`);
      }
      await trial.greet(probe);
    },
  },
  {
    name: 'stderr',
    title: 'nothing on stderr in normal work',
    seen: 'fastchess 972',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, START, 'go depth 2');
      require(probe.errors() === '', `stderr: ${short(probe.errors())}`);
    },
  },
  {
    name: 'no-isready',
    title: 'position and go right after uciok, without isready, work',
    seen: 'weiss 151',
    async run(trial) {
      const probe = trial.start();
      await trial.greet(probe);
      await trial.search(probe, START, 'go depth 1', 10_000);
    },
  },
  {
    name: 'idle-processor',
    timed: true,
    title: 'an idle engine uses no processor time',
    seen: 'fastchess 907',
    async run(trial) {
      const probe = await trial.ready();
      await trial.search(probe, START, 'go depth 1');
      await probe.quiet(500);
      const before = probe.processorTime();
      if (before === undefined) throw new Skip('this system does not tell');
      await probe.quiet(2000);
      const used = probe.processorTime()! - before;
      require(used <= 60, `${used} ms of processor time in 2 s of idling`);
    },
  },
  {
    name: 'options-declared',
    title: 'option lines: a type, limits in order, a default that fits',
    seen: 'Rodent_III 1, cutechess 406, weiss 712, radiance 4',
    async run(trial) {
      const probe = await trial.ready();
      for (const { text } of probe.lines.filter((line) => line.text.startsWith('option'))) {
        const option = parseOption(text);
        require(option?.type !== undefined, `no name or no known type: ${short(text)}`);
        const { type, least, most, standard } = option;
        if (type === 'button') continue;
        require(standard !== undefined, `no default: ${short(text)}`);
        if (type === 'string')
          require(standard !== '', `an empty default is written <empty>: ${short(text)}`);
        if (type === 'spin')
          require(least !== undefined && most !== undefined && least <= most, `limits: ${short(text)}`);
        const why = objection(option, standard);
        require(why === undefined, `default ${standard} ${why}: ${short(text)}`);
      }
    },
  },
  {
    name: 'option-names',
    title: 'option names are compared without case',
    seen: 'lc0 296, cutechess 683',
    async run(trial) {
      const probe = await trial.ready();
      if (declared(probe, 'UCI_Variant') === undefined) throw new Skip('no option UCI_Variant to see it by');
      // Only the balanced variant answers the start position with a move alone.
      probe.send('setoption name uci_variant value balancedavalanche', 'position startpos', 'go depth 1');
      const { text } = await probe.next(/^bestmove\b/);
      require(!text.split(' ')[1]!.includes(','), 'setoption name uci_variant was not understood');
    },
  },
  {
    name: 'option-shapes',
    title: 'setoption with blanks, an empty value, no value, an unknown name does no harm',
    seen: 'Ceres 37, Smallbrain 358, cutechess 531',
    async run(trial) {
      const probe = await trial.ready();
      probe.send(
        ...[
          'setoption',
          'setoption name',
          'setoption name Hash',
          'setoption name Hash value',
          'setoption name Hash value x',
        ],
        ...[
          'setoption name No Such Option value C:\\My Books\\a b.bin',
          'setoption name No Such Option value',
        ],
        ...[
          'setoption name UCI_Variant',
          'setoption name UCI_Variant value',
          'setoption value 5',
          'setoption name value',
        ],
      );
      await survives(trial, probe);
    },
  },
  {
    name: 'hash-largest',
    title: 'the largest declared Hash (up to 1024 MB here) can be set, and any size again',
    seen: 'RubiChess 486, Bit-Genie 190, lichess-bot 746',
    async run(trial) {
      const probe = await trial.ready();
      const hash = declared(probe, 'Hash');
      if (hash?.most === undefined) throw new Skip('no option Hash');
      for (const size of [Math.min(hash.most, 1024), hash.least ?? 1, 16]) {
        probe.send(`setoption name Hash value ${size}`);
        await survives(trial, probe);
      }
      probe.send(
        'setoption name Hash value 99999999999',
        'setoption name Hash value -5',
        'setoption name Hash value 0',
      );
      await survives(trial, probe);
    },
  },
  {
    name: 'variant-kept',
    title: 'UCI_Variant: unknown names are ignored, the chosen one is kept over ucinewgame',
    seen: 'cutechess 697',
    async run(trial) {
      const probe = await trial.ready();
      const option = declared(probe, 'UCI_Variant');
      if (option === undefined) throw new Skip('no option UCI_Variant');
      require(option.choices.includes(trial.variant.name), `${trial.variant.name} is not declared`);
      if (!option.choices.includes('balancedavalanche')) throw new Skip('no balancedavalanche to see it by');
      probe.send(
        'setoption name UCI_Variant value balancedavalanche',
        'setoption name UCI_Variant value nosuchgame',
      );
      probe.send('ucinewgame');
      await isReady(probe);
      probe.send('position startpos', 'go depth 1');
      const { text } = await probe.next(/^bestmove\b/);
      require(!text.split(' ')[1]!.includes(','), `a push on the first balanced turn: ${short(text)}`);
    },
  },
  {
    name: 'debug',
    title: 'debug on and off are accepted at any time',
    seen: 'cutechess 505, Fairy-Stockfish 587',
    async run(trial) {
      const probe = await trial.ready();
      probe.send(
        'debug on',
        'debug off',
        'debug',
        `position ${MIDDLE}`,
        'go infinite',
        'debug on',
        'debug off',
        'stop',
      );
      await probe.next(/^bestmove\b/);
      await survives(trial, probe);
    },
  },
  {
    name: 'unknown-words',
    title: 'unknown lines are ignored, an unknown word in front is skipped',
    seen: 'Stockfish 1271',
    async run(trial) {
      const probe = await trial.ready();
      probe.send('hello', 'xboard', '', '   ', 'go2', 'bestmove e2e4', 'uciok', 'position', 'register later');
      await survives(trial, probe);
      probe.send('joho isready');
      await probe.next(/^readyok$/);
    },
  },
  {
    name: 'line-ends',
    title: 'CR LF, blanks at the end, tabs and several blanks between words are understood',
    seen: 'igel 284, python-chess 970',
    async run(trial) {
      const probe = await trial.ready();
      probe.write('isready\r\n');
      await probe.next(/^readyok$/);
      probe.write('  isready  \t\n');
      await probe.next(/^readyok$/);
      probe.write('position\tstartpos   moves \t\r\ngo   depth \t1  \r\n');
      const start = performance.now();
      const line = await probe.next(/^bestmove\b/);
      trial.judge(START, [], line, start);
    },
  },
  {
    name: 'one-write',
    title: 'a script in one write and byte by byte is answered alike',
    seen: 'rodent-iv 32',
    async run(trial) {
      const script = 'isready\nposition startpos\ngo depth 1\n';
      const probe = await trial.ready();
      probe.write(script);
      await probe.next(/^readyok$/);
      await probe.next(/^bestmove\b/);
      for (const character of script) {
        probe.write(character);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await probe.next(/^readyok$/);
      await probe.next(/^bestmove\b/);
    },
  },
  {
    name: 'last-line',
    title: 'a last line without line end before the end of input is read',
    async run(trial) {
      const probe = await trial.ready();
      probe.write('isready');
      probe.closeInput();
      await probe.next(/^readyok$/).catch((error: unknown) => {
        throw new Failure(`not read (${(error as Error).message})`);
      });
    },
  },
];
