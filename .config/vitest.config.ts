import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { tags } from '../test/support/needs.ts';
import Skipped from '../test/support/skipped.ts';

/** These need a POSIX shell, its signals or its terminals. */
const posixOnly = [
  '**/*.pty.test.ts',
  'test/pty/*.test.ts',
  'test/commands/compare/terminal.test.ts',
  'test/{closed-streams,cookbook,examples,exit-codes,interrupt,manual}.test.ts',
  'test/smoke/curl.test.ts',
];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.platform === 'win32' ? posixOnly : [])],
    tags,
    reporters: ['default', new Skipped()],
    globalSetup: ['test/support/global-setup.ts'],
    // Tests wait for conditions. These limits only end a test that hangs on a slow machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // Two workers use two cores fully, because most tests wait for processes and sockets.
    maxWorkers: 2,
    // No module has state, so files can share a worker. Starting one for each file takes a fifth of the time.
    isolate: false,
    restoreMocks: true,
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});
