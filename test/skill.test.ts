/** Playing below strength: weaker levels see less, and what a rating means. */
import { describe, expect, test } from 'vitest';
import {
  FULL_SKILL,
  HIGHEST_RATING,
  LOWEST_RATING,
  levelOfRating,
  mix,
  seenTurns,
  skillOf,
} from '../src/engine/skill.ts';
import { winDrawLoss } from '../src/engine/wdl.ts';
import { legalTurns } from '../src/rules/generate.ts';
import { createPosition } from '../src/rules/position.ts';
import { MATE } from '../src/search/limits.ts';

const TURNS = legalTurns(createPosition());

describe('a level', () => {
  test('has more nodes than the one below and sees no less; the highest has no limit', () => {
    for (let level = 0.5; level < FULL_SKILL; level += 0.5) {
      const [weaker, stronger] = [skillOf(level - 0.5)!, skillOf(level)!];
      expect(stronger.nodes).toBeGreaterThan(weaker.nodes);
      expect(stronger.seen).toBeGreaterThanOrEqual(weaker.seen);
    }
    expect(skillOf(FULL_SKILL)).toBeUndefined();
  });

  test('sees all that a lower one sees', () => {
    for (let seed = 0; seed < 100; seed++) {
      let before: readonly number[] = [];
      for (let level = 0; level < FULL_SKILL; level++) {
        const now = seenTurns(TURNS, skillOf(level)!.seen, mix(seed));
        expect(before.every((turn) => now.includes(turn))).toBe(true);
        before = now;
      }
      expect(before).toHaveLength(TURNS.length);
    }
  });

  test('sees one turn at least, the same ones each time it is asked, others in another game', () => {
    expect(seenTurns(TURNS.slice(0, 1), 0, 1)).toEqual(TURNS.slice(0, 1));
    expect(seenTurns(TURNS, 0, 5)).toHaveLength(1);
    expect(seenTurns(TURNS, 0.1, 5)).toEqual(seenTurns(TURNS, 0.1, 5));
    expect(seenTurns(TURNS, 0.1, 5)).not.toEqual(seenTurns(TURNS, 0.1, 6));
  });

  test('sees its share of the turns, each as often as another', () => {
    const counts = new Map<number, number>(TURNS.map((turn) => [turn, 0]));
    for (let game = 0; game < 1000; game++) {
      for (const turn of seenTurns(TURNS, 0.2, mix(game))) counts.set(turn, counts.get(turn)! + 1);
    }
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(130);
      expect(count).toBeLessThan(270);
    }
  });
});

describe('a rating', () => {
  test('is a level, a higher one a higher level, and never full strength', () => {
    let before = -1;
    for (let rating = LOWEST_RATING; rating <= HIGHEST_RATING; rating += 25) {
      const level = levelOfRating(rating);
      expect(level).toBeGreaterThan(before);
      expect(level).toBeLessThan(FULL_SKILL);
      before = level;
    }
    expect(levelOfRating(LOWEST_RATING)).toBe(0);
    expect(levelOfRating(0)).toBe(0);
    expect(levelOfRating(9999)).toBe(levelOfRating(HIGHEST_RATING));
  });
});

describe('the chances', () => {
  test('are per mille, 1000 together, and grow with the score', () => {
    let before = -1;
    for (let score = -19_000; score <= 19_000; score += 7) {
      const [win, draw, loss] = winDrawLoss(score);
      expect(win + draw + loss).toBe(1000);
      expect(draw).toBeGreaterThanOrEqual(0);
      expect(win).toBeGreaterThanOrEqual(before);
      expect([...winDrawLoss(-score)].reverse()).toEqual([win, draw, loss]);
      before = win;
    }
  });

  test('of an even game are even; mates are certain', () => {
    const [win, , loss] = winDrawLoss(0);
    expect(win).toBe(loss);
    expect(winDrawLoss(MATE - 3)).toEqual([1000, 0, 0]);
    expect(winDrawLoss(2 - MATE)).toEqual([0, 0, 1000]);
  });
});
