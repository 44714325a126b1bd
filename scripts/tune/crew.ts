/** Worker threads that hold the samples, a slice of the games each, and reckon sums over them. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { readGames } from '../data/game-file.ts';
import {
  type Curve,
  curveOf,
  type Losses,
  lossesOf,
  resampledSlopes,
  staticValue,
  type Target,
} from './logistic.ts';
import { collectSamples } from './samples.ts';

/** What a thread is asked; weights are in units of the scale. */
type Request =
  | { readonly kind: 'count' }
  | { readonly kind: 'losses'; readonly weights: Float64Array }
  | { readonly kind: 'score losses'; readonly scale: number }
  | { readonly kind: 'curve'; readonly weights: Float64Array; readonly target: Target }
  | {
      readonly kind: 'resample';
      readonly weights: Float64Array;
      readonly target: Target;
      readonly replicates: number;
      readonly seed: number;
    };

interface Slice {
  readonly files: readonly string[];
  /** Of every `slices` games the one with this remainder. */
  readonly slice: number;
  readonly slices: number;
}

export interface Counts {
  readonly games: number;
  readonly positions: number;
  readonly features: number;
}

export interface Crew {
  count(): Promise<Counts>;
  /** Of the static value with these weights. */
  losses(weights: Float64Array): Promise<Losses>;
  /** Of the search's scores, divided by the scale. */
  scoreLosses(scale: number): Promise<Losses>;
  curve(weights: Float64Array, target: Target): Promise<Curve>;
  resample(weights: Float64Array, target: Target, replicates: number, seed: number): Promise<Float64Array>;
  close(): Promise<void>;
}

/** Starts the threads; `program` is the file that runs in them and calls `serveCrew`. */
export function startCrew(program: string, files: readonly string[], threads: number): Crew {
  const workers = Array.from({ length: threads }, (_, slice) => {
    return new Worker(program, { workerData: { files, slice, slices: threads } satisfies Slice });
  });

  async function askAll<T>(request: Request): Promise<T[]> {
    return Promise.all(
      workers.map((worker) => {
        return new Promise<T>((resolve, reject) => {
          worker.once('message', (answer: T) => {
            worker.off('error', reject);
            resolve(answer);
          });
          worker.once('error', reject);
          worker.postMessage(request);
        });
      }),
    );
  }

  return {
    count: async () => (await askAll<Counts>({ kind: 'count' })).reduce(addCounts),
    losses: async (weights) => (await askAll<Losses>({ kind: 'losses', weights })).reduce(addLosses),
    scoreLosses: async (scale) => (await askAll<Losses>({ kind: 'score losses', scale })).reduce(addLosses),
    async curve(weights, target) {
      const curves = await askAll<Curve>({ kind: 'curve', weights, target });
      return {
        slope: sumOf(curves.map(({ slope }) => slope)),
        curvature: sumOf(curves.map(({ curvature }) => curvature)),
      };
    },
    async resample(weights, target, replicates, seed) {
      return sumOf(await askAll<Float64Array>({ kind: 'resample', weights, target, replicates, seed }));
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function addCounts(a: Counts, b: Counts): Counts {
  return {
    games: a.games + b.games,
    positions: a.positions + b.positions,
    features: a.features + b.features,
  };
}

function addLosses(a: Losses, b: Losses): Losses {
  const add = (side: 'learnt' | 'heldOut') => ({
    sum: a[side].sum + b[side].sum,
    weight: a[side].weight + b[side].weight,
  });
  return { learnt: add('learnt'), heldOut: add('heldOut') };
}

function sumOf([first, ...rest]: Float64Array[]): Float64Array {
  for (const one of rest) for (let i = 0; i < first.length; i++) first[i] += one[i];
  return first;
}

/** The thread's side. */
export function serveCrew(): void {
  const { files, slice, slices } = workerData as Slice;
  const games = files.flatMap((file) => readGames(file).games.filter((_, i) => i % slices === slice));
  const samples = collectSamples(games);

  function answer(request: Request): unknown {
    switch (request.kind) {
      case 'count':
        return { games: games.length, positions: samples.count, features: samples.features.length };
      case 'losses':
        return lossesOf(samples, (i) => staticValue(samples, i, request.weights));
      case 'score losses':
        return lossesOf(samples, (i) => samples.scores[i] / request.scale);
      case 'curve':
        return curveOf(samples, request.weights, request.target);
      case 'resample':
        // Each slice counts its games from 0, so each needs a seed of its own.
        return resampledSlopes(
          samples,
          request.weights,
          request.target,
          request.replicates,
          request.seed * slices + slice,
        );
    }
  }

  parentPort!.on('message', (request: Request) => parentPort!.postMessage(answer(request)));
}
