/**
 * Nobody survives the runner: a small shell waits for the runner's end, however it comes (even kill -9), and then
 * kills the process groups of the engines that were still alive.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** Reads `+ GROUP` and `- GROUP` lines; the end of input is the end of the runner. */
const SCRIPT = `
trap '' INT TERM HUP
alive=' '
while read -r sign group; do
  case $sign in
    +) alive="$alive$group " ;;
    -) case $alive in *" $group "*) alive="\${alive%% $group *} \${alive#* $group }" ;; esac ;;
  esac
done
for group in $alive; do kill -9 "-$group" 2>/dev/null; done
exit 0`;

export interface Reaper {
  add(group: number): void;
  remove(group: number): void;
  /** Lets the shell go; what is still alive is killed. */
  close(): void;
}

const NOTHING: Reaper = { add() {}, remove() {}, close() {} };

export function startReaper(): Reaper {
  if (process.platform === 'win32') return NOTHING;
  const child = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  let usable = true;
  const giveUp = () => {
    usable = false;
  };
  child.on('error', giveUp);
  child.stdin.on('error', giveUp);
  child.unref();
  unrefStream(child);
  const tell = (line: string) => {
    if (usable) child.stdin.write(line);
  };
  return {
    add: (group) => tell(`+ ${group}\n`),
    remove: (group) => tell(`- ${group}\n`),
    close: () => child.stdin.end(),
  };
}

/** The pipe to the shell must not keep the runner alive. */
function unrefStream(child: ChildProcess): void {
  const stream = child.stdin as unknown as { unref?: () => void };
  stream.unref?.();
}
