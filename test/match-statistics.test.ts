/**
 * Elo, normalized Elo, LOS, SPRT and ratings against published results. Sources:
 *
 * - fastchess, app/tests/elo_test.cpp and sprt_test.cpp: expected values of its own tests.
 * - fastchess, match reports published by engine authors (Elo, nElo, LOS, LLR of the Ptnml line printed with them).
 * - Van den Bergh, "Comments on normalized Elo", section 4.2: the approximation of the normalized LLR by hand.
 * - Wikipedia, "Bradley–Terry model", worked example.
 */
import { describe, expect, test } from 'vitest';
import { estimate, normalDistribution } from '../src/match/elo.ts';
import { fitRatings, type RatedSample } from '../src/match/ratings.ts';
import { logLikelihoodRatio, type SprtModel, sprtState } from '../src/match/sprt.ts';

/** As published, to the digits given: Elo, its error, normalized Elo, its error; pairs by 0, ½, 1, 1½, 2 points. */
const PENTANOMIAL = [
  // elo_test.cpp, "EloPentanomial 1" to "3" (draws and won-lost pairs added up).
  {
    counts: [34, 54, 63, 64, 75],
    elo: '55.58',
    error: '27.65',
    normalized: '57.94',
    normalizedError: '28.28',
  },
  {
    counts: [332, 433, 498, 333, 334],
    elo: '-8.64',
    error: '10.33',
    normalized: '-9.17',
    normalizedError: '10.96',
  },
  {
    counts: [7895, 8757, 5685, 568, 9999],
    elo: '-21.04',
    error: '2.95',
    normalized: '-19.01',
    normalizedError: '2.65',
  },
  // Published reports.
  {
    counts: [352, 579, 1264, 743, 464],
    elo: '19.83',
    error: '6.77',
    normalized: '24.25',
    normalizedError: '8.26',
  },
  {
    counts: [19, 82, 272, 308, 361],
    elo: '162.63',
    error: '13.49',
    normalized: '207.38',
    normalizedError: '14.92',
  },
  {
    counts: [34, 49, 128, 62, 27],
    elo: '-0.58',
    error: '21.41',
    normalized: '-0.75',
    normalizedError: '27.80',
  },
  {
    counts: [55, 116, 214, 185, 112],
    elo: '46.90',
    error: '15.43',
    normalized: '56.76',
    normalizedError: '18.44',
  },
  {
    counts: [790, 1759, 3256, 1780, 807],
    elo: '1.14',
    error: '4.04',
    normalized: '1.48',
    normalizedError: '5.26',
  },
];

describe('estimates', () => {
  test.each(PENTANOMIAL)('of pairs $counts', ({ counts, elo, error, normalized, normalizedError }) => {
    const found = estimate(counts);
    // The third table was printed with an error rounded to 2.95, computed 2.945: half a unit of the last digit.
    expect(found.elo.toFixed(2)).toBe(elo);
    expect(found.eloError).toBeCloseTo(Number(error), 1);
    expect(Math.abs(found.eloError - Number(error))).toBeLessThanOrEqual(0.00501);
    expect(found.normalized.toFixed(2)).toBe(normalized);
    expect(found.normalizedError.toFixed(2)).toBe(normalizedError);
  });

  test.each([
    // elo_test.cpp, "EloWDL 1" and "2": lost, drawn, won.
    { counts: [89, 123, 76], normalized: '-20.76', normalizedError: '40.13', los: '15.53' },
    { counts: [96, 111, 136], normalized: '49.77', normalizedError: '36.77', los: '99.60' },
    // elo_test.cpp, "EloPentanomial 2"; a published report.
    { counts: [332, 433, 498, 333, 334], normalized: '-9.17', normalizedError: '10.96', los: '5.05' },
    { counts: [34, 49, 128, 62, 27], normalized: '-0.75', normalizedError: '27.80', los: '47.88' },
    { counts: [790, 1759, 3256, 1780, 807], normalized: '1.48', normalizedError: '5.26', los: '70.95' },
  ])('LOS of $counts is $los %', ({ counts, normalized, normalizedError, los }) => {
    const found = estimate(counts);
    expect(found.normalized.toFixed(2)).toBe(normalized);
    expect(found.normalizedError.toFixed(2)).toBe(normalizedError);
    expect((100 * found.los).toFixed(2)).toBe(los);
  });

  test('by hand: 3 won of 4 games is +190.85, all won is infinite', () => {
    // 400 · log10(3) = 190.8485.
    expect(estimate([1, 0, 3]).elo).toBeCloseTo(190.8485, 4);
    expect(estimate([0, 0, 5])).toMatchObject({ elo: Infinity, eloError: Number.NaN, los: 1 });
    expect(estimate([5, 0, 0])).toMatchObject({ elo: -Infinity, los: 0 });
    expect(estimate([0, 7, 0])).toMatchObject({ elo: 0, eloError: 0, normalized: 0, los: 0.5 });
  });

  test('the normal distribution, against tables', () => {
    expect(normalDistribution(0)).toBe(0.5);
    expect(normalDistribution(1)).toBeCloseTo(0.841344746068543, 14);
    expect(normalDistribution(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect(normalDistribution(-3)).toBeCloseTo(0.00134989803163, 14);
    expect(normalDistribution(6)).toBeCloseTo(1 - 9.865876450377e-10, 15);
  });
});

const bounds = (elo0: number, elo1: number, model: SprtModel) => ({
  elo0,
  elo1,
  alpha: 0.05,
  beta: 0.05,
  model,
});

/** Lost, …, won; the LLR as published. */
const RATIOS: { counts: number[]; elo0: number; elo1: number; model: SprtModel; llr: string }[] = [
  // sprt_test.cpp: "normalized pentanomial 1, 2", "logistic pentanomial 1, 2", "… trinomial 1, 2".
  { counts: [365, 16618, 36229, 16974, 390], elo0: 0, elo1: 2, model: 'normalized', llr: '2.25' },
  { counts: [127, 4883, 10712, 5150, 104], elo0: -1.75, elo1: 0.25, model: 'normalized', llr: '3.01' },
  { counts: [223, 9863, 21279, 10037, 246], elo0: 0.5, elo1: 2.5, model: 'logistic', llr: '-3.07' },
  { counts: [871, 26175, 55983, 26678, 821], elo0: 0, elo1: 2, model: 'logistic', llr: '-4.98' },
  { counts: [36027, 68692, 36433], elo0: 0, elo1: 2, model: 'normalized', llr: '0.92' },
  { counts: [10650, 20431, 10871], elo0: -1.75, elo1: 0.25, model: 'normalized', llr: '2.30' },
  { counts: [21184, 40708, 21404], elo0: 0.5, elo1: 2.5, model: 'logistic', llr: '-1.57' },
  { counts: [57030, 106593, 57433], elo0: 0, elo1: 2, model: 'logistic', llr: '-2.59' },
  // Published reports, normalized bounds.
  { counts: [352, 579, 1264, 743, 464], elo0: 9, elo1: 16, model: 'normalized', llr: '4.60' },
  { counts: [790, 1759, 3256, 1780, 807], elo0: 0, elo1: 5, model: 'normalized', llr: '-0.71' },
];

describe('SPRT', () => {
  test.each(RATIOS)(
    'LLR of $counts for [$elo0, $elo1] $model is $llr',
    ({ counts, elo0, elo1, model, llr }) => {
      expect(logLikelihoodRatio(counts, bounds(elo0, elo1, model)).toFixed(2)).toBe(llr);
    },
  );

  test('by hand: pairs that only win or lose are coin tosses with known ratio', () => {
    // With two outcomes a mean fixes the distribution: LLR = w · ln(s1/s0) + l · ln((1 - s1)/(1 - s0)).
    const [s0, s1] = [0.5, 1 / (1 + 10 ** (-10 / 400))];
    const byHand = 60 * Math.log(s1 / s0) + 40 * Math.log((1 - s1) / (1 - s0));
    expect(logLikelihoodRatio([40, 60], bounds(0, 10, 'logistic'))).toBeCloseTo(byHand, 9);
  });

  test('the normalized LLR is near the published approximation', () => {
    // Section 4.2: games/2 · ln((1 + (t - t0)²) / (1 + (t - t1)²)), t in standard deviations a game.
    const counts = [55, 116, 214, 185, 112];
    const unit = 800 / Math.LN10;
    const t = estimate(counts).normalized / unit;
    const term = (elo: number) => 1 + (t - elo / unit) ** 2;
    const approximate = 682 * Math.log(term(0) / term(5));
    expect(logLikelihoodRatio(counts, bounds(0, 5, 'normalized'))).toBeCloseTo(approximate, 1);
  });

  test('bounds and verdicts', () => {
    const settings = bounds(0, 10, 'logistic');
    expect(sprtState([0, 0, 0, 0, 0], settings)).toMatchObject({ llr: 0, verdict: undefined });
    // ln 19 = 2.944.
    expect(sprtState([5, 5, 5, 5, 5], settings).upper).toBeCloseTo(2.944, 3);
    expect(sprtState([5, 5, 5, 5, 5], settings).lower).toBeCloseTo(-2.944, 3);
    expect(sprtState([100, 200, 400, 400, 300], settings).verdict).toBe('H1');
    expect(sprtState([300, 400, 400, 200, 100], settings).verdict).toBe('H0');
    expect(sprtState([0, 0, 1, 0, 0], settings).verdict).toBeUndefined();
    expect(sprtState([0, 0, 0, 0, 1], settings).verdict).toBeUndefined();
  });
});

describe('ratings', () => {
  test('Bradley–Terry: the worked example of Wikipedia', () => {
    const wins = [
      [0, 2, 0, 1],
      [3, 0, 5, 0],
      [0, 3, 0, 1],
      [4, 0, 3, 0],
    ];
    const samples: RatedSample[] = [];
    wins.forEach((row, first) => {
      row.forEach((count, second) => {
        // Each win once with either colour, so that White's advantage stays 0.
        const games = [{ white: 1, score: 1 } as const, { white: -1, score: 1 } as const];
        for (let i = 0; i < count; i++) samples.push({ first, second, games });
      });
    });
    const { elo, white } = fitRatings(4, samples, 0);
    // The published strengths have the geometric mean 1, ratings in Elo the mean 0.
    const strengths = elo.map((rating) => (10 ** (rating / 400)).toFixed(3));
    expect(strengths).toEqual(['0.640', '1.043', '0.660', '2.270']);
    expect(white).toBeCloseTo(0, 6);
  });

  test('of two engines: the difference that the score says, with an error like that of the score', () => {
    const samples: RatedSample[] = Array.from({ length: 100 }, (_, i) => ({
      first: 0,
      second: 1,
      games: [{ white: i % 2 === 0 ? 1 : -1, score: i < 60 ? 1 : i < 90 ? 0.5 : 0 }],
    }));
    const { elo, error } = fitRatings(2, samples, 0);
    const alone = estimate([10, 30, 60]);
    expect(elo[0]! - elo[1]!).toBeCloseTo(alone.elo, 0);
    expect(2 * error[0]!).toBeCloseTo(alone.eloError, -1);
  });

  test('opponents of a gauntlet are compared through the leader', () => {
    const meet = (second: number, wins: number): RatedSample[] =>
      Array.from({ length: 100 }, (_, i) => ({
        first: 0,
        second,
        games: [{ white: i % 2 === 0 ? 1 : -1, score: i < wins ? 1 : 0 }],
      }));
    const byHand = 400 * Math.log10(74 / 26);
    const { elo } = fitRatings(3, [...meet(1, 26), ...meet(2, 74)], 0);
    expect(elo[1]! - elo[0]!).toBeCloseTo(byHand, 6);
    expect(elo[2]! - elo[0]!).toBeCloseTo(-byHand, 6);
  });

  test('a perfect score stays finite, nobody who has not played is moved', () => {
    const samples: RatedSample[] = Array.from({ length: 10 }, () => ({
      first: 0,
      second: 1,
      games: [
        { white: 1, score: 1 },
        { white: -1, score: 1 },
      ],
    }));
    const { elo, error } = fitRatings(3, samples);
    expect(elo[0]!).toBeGreaterThan(300);
    expect(elo[0]!).toBeLessThan(2000);
    expect(elo[2]!).toBeCloseTo(0, 0);
    expect(error.every(Number.isFinite)).toBe(true);
  });

  test("White's advantage", () => {
    const samples: RatedSample[] = Array.from({ length: 200 }, (_, i) => ({
      first: 0,
      second: 1,
      games: [{ white: i % 2 === 0 ? 1 : -1, score: (i % 2 === 0) === i % 20 < 15 ? 1 : 0 }],
    }));
    const whiteWins = samples.filter(
      ({ games: [game] }) => (game!.white === 1) === (game!.score === 1),
    ).length;
    const byHand = -400 * Math.log10(200 / whiteWins - 1);
    // Held back a little by the weight of one drawn game.
    expect(Math.abs(fitRatings(2, samples, 0).white - byHand)).toBeLessThan(3);
  });
});
