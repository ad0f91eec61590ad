import { spawnSync } from 'node:child_process';

/** The tests that run the real program run what is in src now, however they were started. */
export default function setup(): void {
  const made = spawnSync(process.execPath, ['bin/setup.js'], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (made.status !== 0) throw new Error('bin/setup.js failed');
}
