/** The lines to and from the engine in its Web Worker. */
import type { ConnectEngine } from './engine-client.ts';

export const connectWorker: ConnectEngine = (onLine, onFailure) => {
  const worker = new Worker('engine.js', { name: 'engine' });
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => onLine(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    worker.terminate();
    onFailure(event.message || 'its program could not be loaded');
  });
  return { send: (line) => worker.postMessage(line), end: () => worker.terminate() };
};
