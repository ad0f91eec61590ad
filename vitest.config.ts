import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real servers, processes and pseudo-terminals on two cores: waits are conditions, this is only the last resort.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What the machine of the person running the tests has set must not change their outcome.
    env: { NO_COLOR: undefined, FORCE_COLOR: undefined, CI: undefined },
    unstubEnvs: true,
    restoreMocks: true,
  },
});
