/** The tests of the layers alone: no process, pseudo-terminal or browser, and no built program. */
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { tags } from '../test/support/needs.ts';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    tags,
    include: ['test/{api,cli,http,operators,planner,render,sandbox,terminal}/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      '**/*.pty.test.ts',
      'test/http/{abort,faults}.test.ts',
      'test/http/rate-limit/{outages,processes,server-trouble,services}.test.ts',
      'test/sandbox/{browser,openapi}.test.ts',
    ],
    maxWorkers: 2,
    restoreMocks: true,
  },
});
