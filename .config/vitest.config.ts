import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { tags } from '../test/support/needs.ts';
import Skipped from '../test/support/skipped.ts';

/** These need a POSIX shell, its signals or its terminals. */
const posixOnly = [
  'test/pty/*.test.ts',
  'test/commands/compare/terminal.test.ts',
  'test/{closed-streams,cookbook,examples,exit-codes,interrupt,manual,two-users}.test.ts',
  'test/smoke/curl.test.ts',
];

/** Tests make thousands of small files, which take a tenth of the processor's time on a disk. Containers may have little memory for files, or run no program there. */
function folderInMemory(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync('/proc/mounts')) return undefined;
  const [, , type, options = ''] =
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, path]) => path === folder) ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 1e9 ? folder : undefined;
}

const temporary = process.env['TMPDIR'] ?? folderInMemory();

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.platform === 'win32' ? posixOnly : [])],
    env: temporary === undefined ? {} : { TMPDIR: temporary },
    tags,
    reporters: ['default', new Skipped()],
    globalSetup: ['test/support/global-setup.ts'],
    // Tests wait for conditions. These limits only end a test that hangs on a slow machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    // Two workers use two cores fully, because most tests wait for processes and sockets.
    maxWorkers: 2,
    // No state of a module outlives a test that another could see, so files can share a worker. Starting one for each file takes a fifth of the time.
    isolate: false,
    restoreMocks: true,
  },
});
