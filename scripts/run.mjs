/** Bundles one TypeScript program as the product is bundled and runs it: `node scripts/run.mjs FILE.ts ARGS…`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { bundle } from './bundle.mjs';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  console.error('usage: node scripts/run.mjs FILE.ts [ARG …]');
  process.exit(2);
}
// Inside the project, so that a bundled program still resolves packages that are left external.
const folder = mkdtempSync(join(resolve(import.meta.dirname, '..'), 'node_modules', '.run-'));
const outfile = join(folder, `${basename(entry, '.ts')}.cjs`);
try {
  await bundle(entry, outfile);
  const { status } = spawnSync(process.execPath, [...nodeFlags(), outfile, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Flags for the child's V8, from the environment: SERAC_NODE_FLAGS="--trace-deopt". */
function nodeFlags() {
  return (process.env.SERAC_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== '');
}
