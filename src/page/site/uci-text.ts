/** Lines that an engine writes → data. */

export interface EngineInfo {
  readonly depth: number;
  readonly selectiveDepth: number;
  /** 1 for the best line. */
  readonly line: number;
  /** Centipawns, or turns up to a forced win if `isWin`; from the view of the side to move. */
  readonly score: number;
  readonly isWin: boolean;
  readonly isBound: boolean;
  readonly nodes: number;
  readonly speed: number;
  readonly time: number;
  readonly turns: readonly string[];
}

export interface EngineOption {
  readonly name: string;
  readonly type: string;
  readonly initial: string;
  readonly min: number;
  readonly max: number;
}

export type EngineLine =
  | { readonly kind: 'info'; readonly info: EngineInfo }
  | { readonly kind: 'best'; readonly turn: string | undefined }
  | { readonly kind: 'option'; readonly option: EngineOption }
  | { readonly kind: 'remark'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'other'; readonly text: string };

export function parseEngineLine(line: string): EngineLine {
  const words = line.split(' ');
  switch (words[0]) {
    case 'info':
      if (words[1] === 'string') return { kind: 'remark', text: words.slice(2).join(' ') };
      return words.includes('pv') ? { kind: 'info', info: parseInfo(words) } : { kind: 'other', text: line };
    case 'bestmove':
      return { kind: 'best', turn: words[1] === '(none)' ? undefined : words[1] };
    case 'option':
      return { kind: 'option', option: parseOption(line) };
    case 'id':
      return words[1] === 'name'
        ? { kind: 'name', text: words.slice(2).join(' ') }
        : { kind: 'other', text: line };
    default:
      return { kind: 'other', text: line };
  }
}

function parseInfo(words: readonly string[]): EngineInfo {
  const after = (word: string) => words[words.indexOf(word) + 1];
  const number = (word: string) => (words.includes(word) ? Number(after(word)) : 0);
  const score = words.indexOf('score');
  return {
    depth: number('depth'),
    selectiveDepth: number('seldepth'),
    line: words.includes('multipv') ? number('multipv') : 1,
    score: score < 0 ? 0 : Number(words[score + 2]),
    isWin: words[score + 1] === 'mate',
    isBound: words.includes('lowerbound') || words.includes('upperbound'),
    nodes: number('nodes'),
    speed: number('nps'),
    time: number('time'),
    turns: words.slice(words.indexOf('pv') + 1),
  };
}

function parseOption(line: string): EngineOption {
  const [, name = '', type = '', rest = ''] =
    /^option name (.+?) type (\w+)(?: default ?(.*))?$/.exec(line) ?? [];
  const number = (word: string) => Number(new RegExp(`\\b${word} (-?\\d+)`).exec(rest)?.[1] ?? 0);
  return {
    name,
    type,
    initial: rest.replace(/\s*\b(min|max|var) .*$/, ''),
    min: number('min'),
    max: number('max'),
  };
}
