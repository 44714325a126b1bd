/** The engine in the browser: lines of UCI from the page and back. Started again by itself, it is a search thread. */
import { createEngine } from '../../engine/engine.ts';
import { now } from '../../engine/thread.ts';
import { createUci } from '../../protocol/uci.ts';
import { allocate, isSearchWorker, type Scope, serveSearch, webThreads } from './worker-threads.ts';

function converse(scope: Scope): void {
  const uci = createUci(
    (listener, hash) => createEngine({ startThread: webThreads(scope), allocate }, listener, hash),
    { write: (line) => scope.postMessage(line), leave: () => scope.close() },
  );
  scope.onmessage = ({ data }) => uci.line(String(data), now());
  uci.prepare();
}

const scope = globalThis as unknown as Scope;
if (isSearchWorker(scope)) serveSearch(scope);
else converse(scope);
