/**
 * Builds executable/serac (serac.exe on Windows), or in another FOLDER: `npm run executable [-- FOLDER]`.
 *
 * It is the engine and Node in one file, for machines without Node: Node's "single executable application", a copy
 * of the Node that runs this script with the program in a section of its own.
 *
 * Bench, perft and UCI are in it; `serac match` and `serac page` need files beside them and are not.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import postject from 'postject';
import { bundle } from './bundle.mjs';

const root = resolve(import.meta.dirname, '..');
const out = resolve(process.argv[2] ?? join(root, 'executable'));
const target = join(out, process.platform === 'win32' ? 'serac.exe' : 'serac');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
/** By this mark Node finds out that it is not alone. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const isMac = process.platform === 'darwin';

const folder = await mkdtemp(join(tmpdir(), 'serac-executable-'));
try {
  const [program, config, blob] = ['serac.cjs', 'config.json', 'blob'].map((name) => join(folder, name));
  await bundle(join(root, 'src/main.ts'), program, { define: { SERAC_VERSION: JSON.stringify(version) } });
  // The search threads are started from the text of the program, which is therefore in it once more.
  const settings = {
    main: program,
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { program },
  };
  await writeFile(config, JSON.stringify(settings));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
  await mkdir(out, { recursive: true });
  await rm(target, { force: true });
  await copyFile(process.execPath, target);
  // A signature that does not fit any more is worse than none.
  if (isMac) execFileSync('codesign', ['--remove-signature', target]);
  const section = isMac ? { machoSegmentName: 'NODE_SEA' } : {};
  await postject.inject(target, 'NODE_SEA_BLOB', await readFile(blob), { sentinelFuse: FUSE, ...section });
  if (isMac) execFileSync('codesign', ['--sign', '-', target]);
  console.log(`${target}: ${Math.round((await stat(target)).size / 1e6)} MB, Node ${process.version}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
