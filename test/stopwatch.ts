/** Measurements of time on a machine that may have other things to do. */

/** What is too slow by itself is so each time; what was only held up is not. */
const TRIES = 10;

/** Milliseconds that something takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** The least of a few measurements, in any unit; the first one below `limit` is enough. */
export async function fastest(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES && least >= limit; i++) least = Math.min(least, await measure());
  return least;
}
