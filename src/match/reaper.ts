/**
 * Nobody survives the runner: a small shell waits for the runner's end, however it comes (even kill -9), and then
 * kills the process groups of the engines that were still alive. Where there is /proc it also finds, by a mark in
 * their environment, those that had been started but not told of yet, and those that left their group.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** Reads `+ GROUP` and `- GROUP` lines; the end of input is the end of the runner. $1 is the mark. */
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
for round in 1 2 3; do
  for file in $(grep -ls "$1" /proc/[0-9]*/environ 2>/dev/null); do
    process=\${file#/proc/}
    kill -9 "\${process%/environ}" 2>/dev/null
  done
  sleep 0.2
done
exit 0`;

const MARK = 'SERAC_MATCH_RUN';

export interface Reaper {
  /** What engines must have in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  add(group: number): void;
  remove(group: number): void;
  /** Lets the shell go; what is still alive is killed. */
  close(): void;
}

const NOTHING: Reaper = { environment: {}, add() {}, remove() {}, close() {} };

export function startReaper(): Reaper {
  if (process.platform === 'win32') return NOTHING;
  const mark = randomUUID();
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'serac-reaper', `${MARK}=${mark}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
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
    environment: { [MARK]: mark },
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
