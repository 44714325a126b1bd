/** How the tests run: one process a file, results counted by .ci/run from the JSON report. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where .ci/run wants the report. */
const report = process.env.SERAC_TEST_REPORT;

/** Files that measure time: each runs alone. */
const TIMED = ['test/**/*-time.test.ts'];

/** Of the others, those that take longest, the longest first: begun last, one of them would be waited for alone. */
const SLOW = [
  'perft',
  'minimax',
  'page',
  'match-faults',
  'uci',
  'threads',
  'rules',
  'puzzles',
  'uci-search',
  'search',
  'engine',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = SLOW.indexOf(basename(moduleId, '.test.ts'));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    ...(report === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: report } }),
    pool: 'forks',
    sequence: { sequencer: SlowFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a page shows is polled until it is as it should be: a busy machine may need some seconds.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'timed',
          include: TIMED,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // A measurement may be repeated.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['test/**/*.test.ts'],
          exclude: TIMED,
          // On two cores two: many tests wait more than they work.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
