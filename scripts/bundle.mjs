/**
 * The one place that says how TypeScript becomes a program: esbuild, CommonJS, and two copies of the rules' hot
 * half, one a colour.
 *
 * CommonJS, because V8 accesses top-level variables of an ES module through module cells, which made the same
 * code 1.4 to 1.9 times slower. Two copies, because `createSide(board, colour)` of src/rules/side.ts makes
 * closures: each copy is then instantiated once a position, V8 sees one closure per function and embeds its
 * constants (the colour, the addresses of the typed arrays) in the machine code.
 */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';

/** Modules `white.ts` and `black.ts` re-export a twin module; each gets its own copy with `us` as a literal. */
const twins = {
  name: 'twins',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /side\.ts$/ }, (args) => {
      const twin = /\b(white|black)\.ts$/.exec(args.importer);
      if (twin === null) return undefined;
      return { path: resolve(dirname(args.importer), args.path), suffix: `?${twin[1]}` };
    });
    build.onLoad({ filter: /\bside\.ts$/ }, async (args) => {
      const text = await readFile(args.path, 'utf8');
      const colour = args.suffix === '?white' ? '0' : args.suffix === '?black' ? '1' : undefined;
      if (colour === undefined) return { contents: text, loader: 'ts' };
      return { contents: text.replace('const us = colour;', `const us = ${colour};`), loader: 'ts' };
    });
  },
};

/**
 * Bundles `entry` into the CommonJS file `outfile`.
 * @param {string} entry
 * @param {string} outfile
 * @param {import('esbuild').BuildOptions} [options]
 */
export async function bundle(entry, outfile, options = {}) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    legalComments: 'none',
    plugins: [twins],
    logLevel: 'warning',
    ...options,
  });
}
