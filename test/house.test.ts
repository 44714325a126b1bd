/**
 * The house rules that a machine can hold: which part of src/ may import which (the table of arrows), where Node
 * may be used, and what no file contains. The files are read as text; nothing of them is run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

/** From the top of the house down: a part may import itself and every part below it. */
const FLOORS = ['protocol', 'engine', 'search', 'evaluate', 'rules'];
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  main: ['match', 'version', ...FLOORS],
  worker: ['worker', 'version', ...FLOORS],
  protocol: ['version', ...FLOORS],
  engine: FLOORS.slice(1),
  search: FLOORS.slice(2),
  evaluate: FLOORS.slice(3),
  rules: FLOORS.slice(4),
  // These two reach an engine only through UCI text; the page starts the worker that runs it.
  match: ['match', 'version', 'rules'],
  page: ['page', 'worker', 'version', 'rules'],
  version: [],
};

/** The program itself, tournaments over pipes, the halves of the thread pool and of the page that are Node's. */
const NODE_FILES = /^(main\.ts|match\/.*|engine\/(.*-)?node\.ts|page\/(main|server)\.ts)$/;

/** The board of the page is the one thing that is not our own. */
const PACKAGES = /^@lichess-org\/chessground(\/|$)/;

/** The part of the house that a file of src/ belongs to: its folder, or for a file that stands alone its name. */
function partOf(file: string): string {
  if (/^(page\/(.*\/)?)?worker(-[a-z]+)?\.ts$/.test(file)) return 'worker';
  return file.replace(/(\/.*|\.ts)$/, '');
}

function filesUnder(folder: string, ending: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/**
 * The code of a file without its comments, the texts between quotes emptied too if wanted. A slash where a value may
 * begin opens a regular expression. Expressions inside template texts are kept.
 */
function codeOf(text: string, emptyTexts: boolean): string {
  let code = '';
  let at = 0;
  const braces: string[] = [];
  const quoted = (quote: string) => {
    const start = at++;
    while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
    at++;
    code += emptyTexts ? quote + quote : text.slice(start, at);
  };
  const template = () => {
    while (at < text.length && text[at] !== '`') {
      if (text.startsWith('${', at)) {
        braces.push('${');
        code += '${';
        at += 2;
        return;
      }
      const length = text[at] === '\\' ? 2 : 1;
      if (!emptyTexts) code += text.slice(at, at + length);
      at += length;
    }
    code += '`';
    at++;
  };
  const expression = () => {
    let inClass = false;
    at++;
    while (at < text.length && text[at] !== '\n' && (inClass || text[at] !== '/')) {
      if (text[at] === '[') inClass = true;
      if (text[at] === ']') inClass = false;
      at += text[at] === '\\' ? 2 : 1;
    }
    at++;
    code += '/./';
  };
  while (at < text.length) {
    const letter = text[at]!;
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 2;
      code += ' ';
    } else if (letter === "'" || letter === '"') {
      quoted(letter);
    } else if (letter === '/' && /(^|[([{,;:=!&|?+\-*%<>~^}]|\b(return|typeof|case|in|of))\s*$/.test(code)) {
      expression();
    } else if (letter === '`') {
      code += '`';
      at++;
      template();
    } else if (letter === '}' && braces.at(-1) === '${') {
      braces.pop();
      code += '}';
      at++;
      template();
    } else {
      if (letter === '{') braces.push('{');
      if (letter === '}') braces.pop();
      code += letter;
      at++;
    }
  }
  return code;
}

/** What a file names: imports and re-exports, those of types too if wanted, and worker files found by URL. */
function importsOf(text: string, ofTypes: boolean): string[] {
  const all = codeOf(text, false);
  const code = ofTypes ? all : all.replace(/\b(import|export)\s+type\b[^'"`;]*\bfrom\s*(['"]).+?\2/g, '');
  const forms = [
    /\b(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(.+?)\1/g,
    /\bimport\s*\(?\s*(['"`])(.+?)\1/g,
    /\brequire\s*\(\s*(['"`])(.+?)\1/g,
    /\bnew\s+URL\s*\(\s*(['"`])(.+?)\1\s*,\s*import\.meta\.url/g,
  ];
  return forms.flatMap((form) => [...code.matchAll(form)].map((found) => found[2]!));
}

interface Source {
  /** Its path within src/. */
  readonly file: string;
  readonly code: string;
  readonly imports: readonly string[];
  /** Those that are left when the types are gone. */
  readonly runtimeImports: readonly string[];
}

const sources: Source[] = filesUnder(SRC, /\.tsx?$/).map((file) => {
  const text = readFileSync(join(SRC, file), 'utf8');
  return {
    file,
    code: codeOf(text, true),
    imports: importsOf(text, true),
    runtimeImports: importsOf(text, false),
  };
});

/** The path within src/ that an import of `file` leads to. */
function target(file: string, name: string): string {
  return relative(SRC, resolve(SRC, dirname(file), name)).replaceAll('\\', '/');
}

function isRelative(name: string): boolean {
  return name.startsWith('./') || name.startsWith('../');
}

/** The lines of `code` that match, for the message of a failure. */
function linesWith(source: Source, pattern: RegExp): string[] {
  return source.code
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => `${source.file}: ${line.trim()}`);
}

describe('the reader of this test', () => {
  test('finds every kind of import', () => {
    const text = [
      "import { a, type B } from './a.ts'; // import './no.ts'",
      'import {\n  c,\n} from "./c.ts";',
      "import type { D } from './d.ts';",
      "export * from './e.ts';",
      "import './f.ts';",
      "const g = await import('./g.ts');",
      "new Worker(new URL('./h.ts', import.meta.url));",
      `/* import './never.ts' */ const text = \`it's \${'from'} x\`;`,
    ].join('\n');
    const letters = (names: readonly string[]) => names.map((name) => name[2]).sort();
    expect(letters(importsOf(text, true)).join('')).toBe('acdefgh');
    expect(letters(importsOf(text, false)).join('')).toBe('acefgh');
  });

  test('tells code from comments, texts and regular expressions', () => {
    const text = [
      "a = 'any'; /* any */ b = /any['\"]/; // any",
      `c = \`any \${d / 2} any\`; e = f / g; h = "any";`,
    ];
    const code = ["a = '';  ", ' b = /./; ', `c = \`\${d / 2}\`; e = f / g; h = "";`];
    expect(codeOf(text.join('\n'), true)).toBe(`${code[0]}${code[1]}\n${code[2]}`);
  });
});

describe('arrows', () => {
  test('every part of src is in the table', () => {
    const unknown = sources.filter(({ file }) => ARROWS[partOf(file)] === undefined).map(({ file }) => file);
    expect(unknown).toEqual([]);
  });

  test('imports point down the table', () => {
    const wrong: string[] = [];
    for (const { file, imports } of sources) {
      for (const name of imports.filter(isRelative)) {
        if (ARROWS[partOf(file)]?.includes(partOf(target(file, name))) !== true)
          wrong.push(`${file} → ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('imports lead to files that exist, named in full', () => {
    const wrong: string[] = [];
    for (const { file, imports } of sources) {
      for (const name of imports.filter(isRelative)) {
        if (!existsSync(join(SRC, target(file, name)))) wrong.push(`${file} → ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('no package is imported but the board of the page, and Node only where it may be', () => {
    const wrong: string[] = [];
    for (const { file, imports } of sources) {
      for (const name of imports) {
        const isAllowed = name.startsWith('node:')
          ? NODE_FILES.test(file)
          : file.startsWith('page/site/') && PACKAGES.test(name);
        if (!isRelative(name) && !isAllowed) wrong.push(`${file} → ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('no import goes in a circle (types, which do not run, may)', () => {
    const circles: string[] = [];
    const done = new Set<string>();
    const follow = (file: string, path: readonly string[]) => {
      if (path.includes(file)) {
        circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      if (done.has(file)) return;
      const source = sources.find((other) => other.file === file);
      const names = source?.runtimeImports.filter(isRelative) ?? [];
      for (const name of names) follow(target(file, name), [...path, file]);
      done.add(file);
    };
    for (const { file } of sources) follow(file, []);
    expect(circles).toEqual([]);
  });
});

describe('no file', () => {
  test('of src uses big integers or `any`', () => {
    expect(
      sources.flatMap((source) => linesWith(source, /\bBigInt|\bBig(Uint|Int)64|\bbigint\b|\b\d[\d_]*n\b/)),
    ).toEqual([]);
    expect(sources.flatMap((source) => linesWith(source, /(?<![.\w])any\b/))).toEqual([]);
  });

  test('of the core prints, or asks the machine for something', () => {
    const core = sources.filter(({ file }) => ['search', 'evaluate', 'rules'].includes(partOf(file)));
    const machine =
      /\b(console|process|Buffer|Date|performance|require)\s*[.(]|\bMath\.random\b|\bsetTimeout\b/;
    expect(core.flatMap((source) => linesWith(source, machine))).toEqual([]);
  });

  test('of the engine keeps mutable state outside an instance, as several live in one process', () => {
    // Built once, at the first use, and never changed.
    const constant = ['rules/attacks.ts'];
    const engine = sources.filter(({ file }) => FLOORS.includes(partOf(file)) && !constant.includes(file));
    expect(engine.flatMap((source) => linesWith(source, /^(export )?(let|var)\b/))).toEqual([]);
  });

  test('is called utils', () => {
    expect(sources.filter(({ file }) => /(^|\/)(utils?|helpers?|misc|common)\.ts$/.test(file))).toEqual([]);
  });

  test('lacks a caption', () => {
    const bare: string[] = [];
    for (const folder of ['src', 'test', 'bench', 'scripts']) {
      for (const file of filesUnder(join(ROOT, folder), /\.(ts|tsx|mjs)$/)) {
        const text = readFileSync(join(ROOT, folder, file), 'utf8').replace(/^#!.*\n/, '');
        if (!/^\/\*\*[\s\S]*?\S[\s\S]*?\*\//.test(text)) bare.push(`${folder}/${file}`);
      }
    }
    expect(bare).toEqual([]);
  });
});
