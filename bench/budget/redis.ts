/** A redis-server of the benchmark, and a way to it that takes time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { accepts, freePort } from '../../test/support/ports.ts';

export interface BenchRedis {
  readonly port: number;
  /** Calls of scripts so far, and the time that each took inside the server, µs. */
  scripts(): Promise<{ readonly calls: number; readonly micros: number }>;
  resetStatistics(): Promise<void>;
  /** Bytes of each key. */
  sizes(): Promise<number[]>;
  kill(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

export async function startBenchRedis(): Promise<BenchRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-bench-redis-'));
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  let child: ChildProcess | undefined;
  const ask = async <T>(work: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis(port, { protocol: 2 });
    return work(client).finally(() => client.disconnect());
  };
  const server: BenchRedis = {
    port,
    scripts: () =>
      ask(async (client) => {
        const lines = (await client.info('commandstats')).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+),usec=(\d+)/g);
        const counts = [...lines].map(([, calls, micros]) => ({ calls: Number(calls), micros: Number(micros) }));
        const calls = counts.reduce((sum, one) => sum + one.calls, 0);
        return { calls, micros: counts.reduce((sum, one) => sum + one.micros, 0) / Math.max(1, calls) };
      }),
    resetStatistics: () => ask(async (client) => void (await client.config('RESETSTAT'))),
    sizes: () =>
      ask(async (client) => {
        const keys = await client.keys('*');
        return Promise.all(keys.map(async (key) => Number(await client.call('MEMORY', 'USAGE', key, 'SAMPLES', '0'))));
      }),
    async start() {
      child = spawn('redis-server', args, { stdio: 'ignore' });
      while (!(await accepts(port))) await sleep(10);
    },
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
    },
    async end() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** Passes each piece of data on after `delayMs`, each way. */
export async function startDelay(port: number, delayMs: number): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (data) => setTimeout(() => to.write(data), delayMs));
      from.on('error', () => to.destroy());
      from.on('close', () => setTimeout(() => to.destroy(), delayMs));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
