/** The planner's tests, which mutation testing runs many times. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { include: ['test/planner/**/*.test.ts'], testTimeout: 30_000 },
});
