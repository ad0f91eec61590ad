// @module-tag long
/** How the real program ends: at once, by the signal itself, with nothing left behind. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from './support/environment.ts';
import { operatorServer as operator } from './support/operator.ts';
import { binary, collect, node } from './support/program.ts';
import { serve } from './support/server.ts';
import { never } from './support/service.ts';

/**
 * A look-up of glibc takes 10 s if the name server is silent. An end that waits for it takes longer
 * than this.
 */
const muchLessThanLookUpMs = 5_000;

/**
 * A name server that never answers. Its tests need root, for mounts and for port 53. A program
 * whose command line follows `prefix` asks it, in a mount namespace of its own. `asked` resolves
 * when the first question arrives.
 */
async function silentDns() {
  // Each server has an address of its own, so that tests can run at the same time.
  const address = `127.53.${process.pid % 256}.${1 + Math.floor(Math.random() * 254)}`;
  const socket = createSocket('udp4').bind(53, address);
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  const file = join(temporaryFolder(), 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  const script = `mount --bind '${file}' /etc/resolv.conf && exec "$@"`;
  return { prefix: ['unshare', '-m', 'sh', '-c', script, 'sh'], asked: once(socket, 'message') };
}

describe('while the name server does not answer', { tags: ['mounts'] }, () => {
  test('Ctrl-C ends the program at once', async () => {
    const { prefix, asked } = await silentDns();
    const child = start([...prefix, node, binary, 'depots', '--base-url', 'http://rental.example']);
    await asked;
    // A process for the look-up would cost time and memory, and the program would have to wait for it.
    expect(childrenOf(child)).toBe('');
    const stoppedAt = performance.now();
    // As Ctrl-C does: to all processes of the group.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await collect(child).ended).toMatchObject({ code: 130, signal: 'SIGINT' });
    expect(performance.now() - stoppedAt).toBeLessThan(muchLessThanLookUpMs);
  });
});

test('after Ctrl-C a loop of the shell does not go on', async () => {
  const { baseUrl, requests } = await serve(never);
  const loop = `for i in 1 2 3; do "$0" "$@"; echo "next"; done`;
  const child = start(['bash', '-c', loop, node, binary, 'depots', '--base-url', baseUrl]);
  const { ended } = collect(child);
  await expect.poll(() => requests.length, { timeout: 20_000, interval: 10 }).toBe(1);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toMatchObject({ code: 130, signal: 'SIGINT', stdout: '' });
});

test.skipIf(!existsSync('/proc/self/fdinfo'))(
  'after an interrupt, another program can still use the same pipe',
  async () => {
    const { baseUrl, requests } = await serve(never);
    const script = `"$0" "$@" & echo $!; wait $!; grep flags /proc/self/fdinfo/1`;
    const child = start(['bash', '-c', script, node, binary, 'depots', '--base-url', baseUrl]);
    const { printed, ended } = collect(child);
    await expect.poll(() => requests.length, { timeout: 20_000, interval: 10 }).toBe(1);
    process.kill(Number.parseInt(printed.stdout, 10), 'SIGTERM');
    const [, flags = '4000'] = /flags:\s*(\d+)/.exec((await ended).stdout) ?? [];
    // O_NONBLOCK
    expect(Number.parseInt(flags, 8) & 0o4000).toBe(0);
  },
);

test('SIGTERM ends the program while nothing reads its full pipe', async () => {
  const depots = Array.from(
    { length: 10_000 },
    (_, index) => `Depot ${index + 1} ${'long '.repeat(40)}`,
  );
  const { baseUrl } = await operator({ depots });
  const child = start([node, binary, 'depots', '--format', 'ndjson', '--base-url', baseUrl]);
  // It fills its buffer and reads no further.
  await once(child.stdout ?? child, 'readable');
  process.kill(child.pid ?? 0, 'SIGTERM');
  const [code, by] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect({ code, by }).toEqual({ code: null, by: 'SIGTERM' });
});

test('SIGINT ends an expression of --jq that has no end', async () => {
  const { baseUrl } = await operator();
  const child = start([node, binary, 'depots', '--base-url', baseUrl, '--jq', 'last(repeat(1))']);
  // All the rest takes less than a second of the processor (`0:02.51`, `00:00:02`): the expression
  // has begun.
  const processorTime = () =>
    execFileSync('ps', ['-o', 'time=', '-p', String(child.pid)], { encoding: 'utf8' });
  await expect.poll(processorTime, { timeout: 25_000 }).toMatch(/:(?!00)\d\d(\.|$)/m);
  process.kill(child.pid ?? 0, 'SIGINT');
  expect(await collect(child).ended).toMatchObject({ code: 130, signal: 'SIGINT' });
});

/** In a process group of its own, as a terminal starts it. */
function start([command = '', ...args]: readonly string[]): ChildProcess {
  const env = cleanEnvironment(temporaryFolder());
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The ids of the processes that it started and that still run. */
function childrenOf({ pid }: ChildProcess): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
}
