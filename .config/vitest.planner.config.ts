/** The planner's tests alone: what mutation testing runs over and over. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { include: ['test/planner/**/*.test.ts'], testTimeout: 30_000 },
});
