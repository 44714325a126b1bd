/** One `go perft`: turn sequences counted by the thread, first turn by first turn. */
import { MAX_PERFT_DEPTH } from '../rules/perft.ts';
import { CONTROL_STOP } from '../search/limits.ts';
import type { Game } from './game.ts';
import type { Pool } from './pool.ts';
import type { Listener } from './report.ts';
import type { Task } from './tasks.ts';
import type { ThreadReply } from './thread.ts';

export function createCounting(pool: Pool, listener: Listener, game: Game, wanted: number): Task {
  const depth = Math.min(wanted, MAX_PERFT_DEPTH);
  let running = false;
  let stopped = false;
  let total = 0;
  let finish = (): void => {};

  function begin(whenDone: () => void): void {
    finish = whenDone;
    if (depth < 1) total = 1;
    if (depth < 1 || stopped || !pool.isAlive()) {
      end(depth < 1);
      return;
    }
    running = true;
    const setUp = (): void => pool.setControl(CONTROL_STOP, stopped ? 1 : 0);
    pool.post({ type: 'perft', game, depth }, { reply, died: () => end(false) }, setUp);
  }

  function reply(message: ThreadReply): void {
    if (message.type === 'done') end(message.partial !== true);
    if (message.type !== 'divided') return;
    total += message.count;
    listener.divided(message.turn, message.count);
  }

  function end(complete: boolean): void {
    running = false;
    listener.counted(total, complete);
    finish();
  }

  return {
    long: true,
    begin,
    stop() {
      stopped = true;
      if (running) pool.setControl(CONTROL_STOP, 1);
    },
    isEndless: () => false,
    isStopped: () => stopped,
  };
}
