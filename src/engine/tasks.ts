/**
 * The order of things: what an engine has been asked to do is done one after another, since a thread works on one
 * request at a time and every `go` is owed its answer before the next begins.
 */

export interface Task {
  /** May take long: nobody waits for its end to be told that the engine is ready. */
  readonly long: boolean;
  /** Starts the work; `finish` is called once when it is done, perhaps before `begin` returns. */
  begin(finish: () => void): void;
  /** Makes it end soon, also if it has not begun. */
  stop(): void;
  /** Will it end by itself? */
  isEndless(): boolean;
  isStopped(): boolean;
}

export interface Tasks<T extends Task> {
  readonly current: T | undefined;
  /** The current one and those that wait, in order. */
  all(): readonly T[];
  add(task: T): void;
  /** Puts a task in front of those that wait. */
  addFirst(task: T): void;
  /** Calls back as soon as nothing short is under way, which may be at once. */
  whenReady(callback: () => void): void;
  /** Calls back as soon as everything is done. */
  whenIdle(callback: () => void): void;
}

export function createTasks<T extends Task>(): Tasks<T> {
  let current: T | undefined;
  const waiting: T[] = [];
  let readyCallbacks: (() => void)[] = [];
  let idleCallbacks: (() => void)[] = [];
  let advancing = false;

  /** Begins tasks until one takes its time. A loop and not a recursion, however many end at once. */
  function advance(): void {
    if (advancing) return;
    advancing = true;
    while (current === undefined && waiting.length > 0) {
      const task = waiting.shift() as T;
      if (task.long) tellReady();
      current = task;
      let finished = false;
      task.begin(() => {
        if (finished) return;
        finished = true;
        current = undefined;
        advance();
      });
    }
    advancing = false;
    if (current !== undefined) return;
    tellReady();
    const callbacks = idleCallbacks;
    idleCallbacks = [];
    for (const callback of callbacks) callback();
  }

  function tellReady(): void {
    const callbacks = readyCallbacks;
    readyCallbacks = [];
    for (const callback of callbacks) callback();
  }

  return {
    get current() {
      return current;
    },
    all: () => (current === undefined ? [...waiting] : [current, ...waiting]),
    add(task) {
      waiting.push(task);
      advance();
    },
    addFirst(task) {
      waiting.unshift(task);
      advance();
    },
    whenReady(callback) {
      if (current === undefined || current.long) callback();
      else readyCallbacks.push(callback);
    },
    whenIdle(callback) {
      if (current === undefined) callback();
      else idleCallbacks.push(callback);
    },
  };
}
