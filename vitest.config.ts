/** How the tests run: one process a file, results counted by .ci/run from the JSON report. */
import { defineConfig } from 'vitest/config';

/** Where .ci/run wants the report. */
const report = process.env.SERAC_TEST_REPORT;

export default defineConfig({
  test: {
    ...(report === undefined ? {} : { reporters: ['default', 'json'], outputFile: { json: report } }),
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests that drive a browser or measure time can be starved by the other files of a run on a small, shared machine.
    // There, and only there, a test that fails is tried again; vitest reports it as retried.
    retry: process.env.CI === undefined ? 0 : 2,
    // What a page shows is polled until it is as it should be: a busy machine may need some seconds.
    expect: { poll: { timeout: 10_000 } },
  },
});
