/** A real redis-server on a free port of loopback, without persistence, for the running test or file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepts, freePort } from './ports.ts';
import { pathOf } from './needs.ts';

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

export async function startRedis(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rental-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server = {
    port,
    url: `redis://127.0.0.1:${port}`,
    /** Starts it, or again on the same port, with what it has saved: nothing, unless `given` says otherwise. */
    async start(given = args) {
      const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
      child = spawn(pathOf('redis-server') ?? 'redis-server', [...fixed, ...given], { stdio: 'ignore' });
      const failed = new Promise<never>((_, reject) => child?.once('error', reject));
      await Promise.race([opened(portIn(given) ?? port, child), failed]);
    },
    /** Stops or continues the process, so that it accepts connections and answers nothing. */
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child?.kill(signal),
    /** Kills the server at once. */
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      if (child?.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await ended;
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

function portIn(args: readonly string[]): number | undefined {
  const index = args.indexOf('--tls-port');
  return index < 0 ? undefined : Number(args[index + 1]);
}

/** Resolves when the port accepts a connection. */
async function opened(port: number, child: ChildProcess): Promise<void> {
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server exited with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
