/** What `serac match -help` prints, made from the tables of words. */
import { ENGINE_WORDS, OPTION_USAGE } from './engine-words.ts';
import { MATCH_WORDS } from './match-words.ts';

const WIDTH = 96;
const INDENT = 26;

const HEAD = `serac match: tournaments between UCI engines for Avalanche chess

  serac match -engine cmd=A [WORD …] -engine cmd=B [WORD …] -each tc=10+0.1 [-OPTION …]
  serac match -resume FILE            go on with an interrupted tournament
  serac match -merge FILE …           put the parts of a tournament together
  serac check COMMAND [ARG …]         test how an engine speaks UCI

Example: 100 games at 10 s + 0.1 s a turn, every opening with either colour, two games at a time
  serac match -engine cmd=serac name=new -engine cmd=./old name=old -each tc=10+0.1 option.Hash=32
              -rounds 50 -concurrency 2 -pgnout games.pgn`;

const TAIL = `Every game is kept in the state file the moment it ends; nothing but the running games is lost by Ctrl-C, a crash
or a power cut. Exit code: 0 the match is finished, 1 it ended early, 2 a mistake on the command line, 130 interrupted.`;

export function helpText(): string {
  const parts = [HEAD];
  for (const [heading, words] of Object.entries(MATCH_WORDS)) {
    const lines = Object.entries(words).map(([name, word]) => entry(`-${name} ${word.usage}`, word.help));
    parts.push(`${heading}:\n${lines.join('\n')}`);
  }
  const engineWords = [...Object.values(ENGINE_WORDS), OPTION_USAGE];
  parts.push(`Words of -engine and -each:\n${engineWords.map((w) => entry(w.usage, w.help)).join('\n')}`);
  return `${[...parts, TAIL].join('\n\n')}\n`;
}

/** The usage on the left, the explanation wrapped on the right; a long usage has a line of its own. */
function entry(usage: string, help: string): string {
  const left = `  ${usage.trimEnd()}`;
  const lines = wrap(help, WIDTH - INDENT).map((line) => ' '.repeat(INDENT) + line);
  if (left.length < INDENT - 1) return left + lines.join('\n').slice(left.length);
  return [left, ...lines].join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]!;
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
