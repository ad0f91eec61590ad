/**
 * A real redis-server on a free port of loopback, without persistence, for the running test or
 * file.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './needs.ts';
import { collect } from './program.ts';
import { freePort } from './server.ts';

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

export async function startRedis(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rental-redis-'));
  const port = await freePort();
  const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  let child: ChildProcess;
  const server = {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** Starts it, or again on the same port: it has saved nothing. */
    async start() {
      child = spawn(pathOf('redis-server') ?? 'redis-server', [...fixed, ...args]);
      await new Promise<void>((resolve, reject) => {
        const { printed, ended } = collect(
          child,
          () => printed.stdout.includes('Ready to accept') && resolve(),
        );
        ended.then(({ stdout }) => reject(new Error(`redis-server has ended: ${stdout}`)), reject);
      });
    },
    /** Stops or continues the process, so that it accepts connections and answers nothing. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child.kill(signal),
    /** Kills the server at once. */
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** Kills the server and removes its files. */
    async end() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
