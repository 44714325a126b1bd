/** A seeded generator of random numbers: the same seed, the same openings, on every machine. */

export interface Random {
  /** A whole number from 0 to `below` - 1. */
  next(below: number): number;
}

/** Seeds are whole numbers below 2^32. */
export const SEED_LIMIT = 2 ** 32;

/** SplitMix32: a counter whose bits are well mixed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next(below) {
      state = (state + 0x9e3779b9) >>> 0;
      let bits = state;
      bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
      bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
      bits = (bits ^ (bits >>> 15)) >>> 0;
      return Math.floor((bits / SEED_LIMIT) * below);
    },
  };
}

/** The numbers 0 to `count` - 1 in random order. */
export function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.next(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

export function randomSeed(): number {
  return Math.floor(Math.random() * SEED_LIMIT);
}
