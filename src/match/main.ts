/** The program dist/match.cjs: `serac match` and `serac check`. */
import { run } from './run.ts';
import { reasonOf } from './usage.ts';

export { run };

const [mode] = process.argv.slice(2);
if (mode === 'match' || mode === 'check') {
  let unwritten = 0;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output has gone: nothing to tell any more, but the match goes on.
    if (error.code === 'EPIPE' || unwritten !== 0) return;
    // So it does when there is no room for the output, but whoever wanted it must know.
    process.stderr.write(`serac ${mode}: the output cannot be written: ${reasonOf(error)}\n`);
    unwritten = 1;
    process.exitCode ||= unwritten;
  });
  void run(process.argv.slice(2)).then((code) => {
    process.exitCode = code || unwritten;
  });
}
