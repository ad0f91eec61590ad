import { spawnSync } from 'node:child_process';

/** Builds src, so that tests of the real program test the current code. */
export default function buildProgram(): void {
  const setup = spawnSync(process.execPath, ['bin/setup.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (setup.status !== 0) throw new Error('bin/setup.mjs failed');
}
