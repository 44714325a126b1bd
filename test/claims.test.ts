/** The claims by which threads keep out of each other's way. */
import { expect, test } from 'vitest';
import { CLAIM_WORDS, createClaims } from '../src/search/claims.ts';

function words(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * CLAIM_WORDS));
}

test('a claim is seen by the other thread until it is released', () => {
  const shared = words();
  const one = createClaims(shared);
  const other = createClaims(shared);
  const name = one.nameOf(0x12345678, 1234567);
  expect(other.isClaimed(name)).toBe(false);
  one.claim(name);
  expect(other.isClaimed(name)).toBe(true);
  expect(other.isClaimed(other.nameOf(0x12345678, 1234568))).toBe(false);
  expect(other.isClaimed(other.nameOf(0x12345679 << 1, 1234567))).toBe(false);
  one.release(name);
  expect(other.isClaimed(name)).toBe(false);
});

test('a later claim takes a slot over, and the earlier thread does not release it', () => {
  const shared = words();
  const claims = createClaims(shared);
  const first = 2 * 5 + 1;
  const second = first + 2 * CLAIM_WORDS;
  claims.claim(first);
  claims.claim(second);
  claims.release(first);
  expect(claims.isClaimed(second)).toBe(true);
  claims.release(second);
  expect(shared.every((word) => word === 0)).toBe(true);
});

test('names are not 0, and those of the turns of one position fill the table evenly', () => {
  const { nameOf } = createClaims(words());
  const slots = new Set<number>();
  for (let from = 8; from < 24; from++) {
    for (let push = 8; push < 24; push++) {
      const name = nameOf(-559038737, from | ((from + 16) << 6) | (push << 16));
      expect(name).not.toBe(0);
      slots.add((name >>> 1) & (CLAIM_WORDS - 1));
    }
  }
  // 256 balls in 2,048 bins hit 240 bins on average.
  expect(slots.size).toBeGreaterThan(225);
});

test('a thread alone has nobody to share with', () => {
  expect(createClaims(new Int32Array(0)).isShared).toBe(false);
  expect(createClaims(words()).isShared).toBe(true);
});
