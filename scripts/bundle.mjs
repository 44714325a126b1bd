/**
 * The one place that says how TypeScript becomes a program: esbuild, CommonJS, and the folders named `side` twice,
 * once a colour.
 *
 * CommonJS, because V8 accesses top-level variables of an ES module through module cells, which made the same
 * code 1.4 to 1.9 times slower. Twice, because the modules of such a folder make closures over one position and one
 * colour: each copy is then instantiated once a position, V8 sees one closure per function and embeds its constants
 * (the colour, the addresses of the typed arrays) in the machine code.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { build } from 'esbuild';

/** What `white.ts` and `black.ts` import from a folder `side` is bundled apart, with the colour as a literal. */
const twins = {
  name: 'twins',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, (args) => {
      const path = resolve(dirname(args.importer), args.path);
      const twin =
        args.pluginData?.twin ?? /\/(white|black)\.ts$/.exec(args.importer.replaceAll('\\', '/'))?.[1];
      if (twin === undefined || basename(dirname(path)) !== 'side') return undefined;
      return { path, suffix: `?${twin}`, pluginData: { twin } };
    });
    build.onLoad({ filter: /\.ts$/ }, async (args) => {
      const twin = args.pluginData?.twin;
      if (twin === undefined) return undefined;
      const text = await readFile(args.path, 'utf8');
      const colour = twin === 'white' ? '0' : '1';
      const contents = text.replace('const us = colour;', `const us = ${colour};`);
      return { contents, loader: 'ts', pluginData: { twin } };
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
