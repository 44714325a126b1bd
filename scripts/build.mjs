/** Builds dist/: the launcher `serac`, which is the whole engine in one executable file, and what stands beside it. */

import { chmod, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle } from './bundle.mjs';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const define = { SERAC_VERSION: JSON.stringify(version) };

await mkdir(dist, { recursive: true });
// Node would take a file without an ending for what the next package.json above says, which is a module.
await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
await launcher();
await writeFile(join(dist, 'serac.cmd'), '@node "%~dp0serac" %*\r\n');
await bundle(join(root, 'src/match/main.ts'), join(dist, 'match.cjs'), { define });
await page();
await cp(join(root, 'src/match/books'), join(dist, 'books'), { recursive: true });

/** Written aside and put in place at once, so that whoever starts it meanwhile gets the old one or the new one. */
async function launcher() {
  const aside = join(dist, `.serac-${process.pid}`);
  await bundle(join(root, 'src/main.ts'), aside, { define, banner: { js: '#!/usr/bin/env node' } });
  await chmod(aside, 0o755);
  await rename(aside, join(dist, 'serac'));
}

/** The program that serves the page, and the page: a folder of its own that any web server can send. */
async function page() {
  const [site, out] = [join(root, 'src/page/site'), join(dist, 'page')];
  await bundle(join(root, 'src/page/main.ts'), join(dist, 'page.cjs'), { define });
  await mkdir(out, { recursive: true });
  const browser = { define, format: 'iife', platform: 'browser', target: 'es2022', minify: true };
  await bundle(join(site, 'main.ts'), join(out, 'page.js'), browser);
  await bundle(join(site, 'worker.ts'), join(out, 'engine.js'), browser);
  await bundle(join(site, 'style.css'), join(out, 'page.css'), {
    minify: true,
    platform: 'browser',
    target: 'es2022',
  });
  for (const file of ['index.html', 'icon.svg']) await cp(join(site, file), join(out, file));
}
