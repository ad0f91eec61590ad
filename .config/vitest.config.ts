import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Tests wait for conditions. These limits only end a test that hangs on a slow machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Two workers use two cores fully, because most tests wait for processes and sockets.
    maxWorkers: 2,
    restoreMocks: true,
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});
