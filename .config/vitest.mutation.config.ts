/** The tests that mutation testing runs many times: those of the planner and of the HTTP core, without those that take long. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { tags } from '../test/support/needs.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    tags,
    include: ['test/planner/**/*.test.ts', 'test/http/**/*.test.ts', 'test/api/**/*.test.ts', 'test/json.test.ts'],
    // They start many processes, or simulate hours with many clients.
    exclude: ['test/http/rate-limit/{processes,services,missing-slots,feedback}.test.ts'],
    testTimeout: 30_000,
  },
});
