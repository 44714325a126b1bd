/** The program dist/match.cjs: `serac match` and `serac check`. */
import { run } from './run.ts';

export { run };

const [mode] = process.argv.slice(2);
if (mode === 'match' || mode === 'check') {
  // Whoever read the output has gone: nothing to tell any more, but the match goes on.
  process.stdout.on('error', () => {});
  void run(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  });
}
