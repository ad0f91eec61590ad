import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Real servers, processes and pseudo-terminals on two cores: waits are for conditions, this is only the last resort.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most tests wait for a process or a socket: a core left free is a core left idle.
    maxWorkers: 2,
    restoreMocks: true,
  },
});
