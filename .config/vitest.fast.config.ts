/** The tests of the layers alone: no process, pseudo-terminal or browser, and no built program. */
import { defineConfig } from 'vitest/config';
import everything from './vitest.config.ts';

export default defineConfig({
  ...everything,
  test: {
    ...everything.test,
    globalSetup: [],
    include: ['test/{api,cli,http,operators,planner,render,sandbox,terminal,trips}/**/*.test.ts'],
    exclude: [
      ...(everything.test?.exclude ?? []),
      '**/*.pty.test.ts',
      'test/http/{abort,faults}.test.ts',
      'test/http/rate-limit/{outages,processes,server-trouble,services}.test.ts',
      'test/trips/channels.test.ts',
      'test/sandbox/{browser,openapi}.test.ts',
    ],
  },
});
