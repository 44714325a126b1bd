/** Builds revisions of this repository side by side: each in a work tree of its own, with the dependencies of this one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/**
 * The launcher of a revision, built; `.` is the work tree as it stands. Throws with one line that says what is wrong.
 * @param {string} revision
 * @param {string} folder where the work trees go, see `withFolder`
 */
export function buildRevision(revision, folder) {
  if (revision === '.') {
    run(root, 'npm', ['run', '--silent', 'build']);
    // A copy, so that the next build of the work tree does not exchange the program under a running match.
    const copy = join(folder, 'worktree');
    cpSync(join(root, 'dist'), copy, { recursive: true });
    return { name: 'worktree', launcher: join(copy, 'serac') };
  }
  const commit = run(root, 'git', ['rev-parse', '--verify', '--short', `${revision}^{commit}`]).trim();
  const tree = join(folder, commit);
  run(root, 'git', ['worktree', 'add', '--detach', tree, commit]);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  run(tree, 'npm', ['run', '--silent', 'build']);
  return { name: commit, launcher: join(tree, 'dist', 'serac') };
}

/**
 * Runs `work` with a temporary folder and clears it, and the work trees in it, away.
 * @param {(folder: string) => void} work
 */
export function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'serac-revisions-'));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: root });
  }
}

/** @param {string} cwd @param {string} command @param {string[]} args */
function run(cwd, command, args) {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const text = String(/** @type {{ stderr?: string }} */ (error).stderr ?? error)
      .trim()
      .split('\n')
      .at(-1);
    throw new Error(`${command} ${args.join(' ')}: ${text}`);
  }
}
