/** Four shell loops of quotes at once, against a service that allows 20 requests in 4 s. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/index.ts';

const [loops, quotes, limit, windowMs] = [4, 15, 20, 4_000];

/** The time that the loops take ÷ the least time in which the service accepts as many requests. */
export async function runLoops(root: string): Promise<number> {
  const sandbox = await startSandbox({ rateLimit: { limit, windowMs } });
  const folder = mkdtempSync(join(tmpdir(), 'rental-bench-'));
  const env = { PATH: process.env['PATH'], HOME: folder, RENTAL_STATE_DIR: folder };
  const trip = '--pick-up 1 --from 2130-01-05 --to 2130-01-12';
  const configure = `operators add lucky ${sandbox.baseUrl} --limit ${limit}/${windowMs}ms`;
  const rental = `"${process.execPath}" "${join(root, 'bin/rental.js')}"`;
  try {
    await shell(`${rental} ${configure}`, env);
    const startedAt = performance.now();
    const loop = `for i in $(seq ${quotes}); do ${rental} quote 101 ${trip} --json >/dev/null; done`;
    await Promise.all(Array.from({ length: loops }, () => shell(loop, env)));
    const ms = performance.now() - startedAt;
    const least = (Math.ceil((loops * quotes) / limit) - 1) * windowMs;
    const refused = sandbox.requests.filter(({ status }) => status === 429).length;
    console.log(`${loops * quotes} quotes in ${(ms / 1000).toFixed(2)} s, least ${least / 1000} s, ${refused} refused`);
    return ms / least;
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function shell(script: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject).once('close', () => resolve());
  });
}
