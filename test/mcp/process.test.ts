// @module-tag long
/** The real program as a process: what it does when its streams are full, closed or flooded. */
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { binary, collect, node } from '../support/program.ts';
import { operatorServer } from '../support/operator.ts';
import { openPty } from '../support/pty.ts';
import { initialize, start } from './support.ts';

test.skipIf(!existsSync('/dev/full'))('a full disk ends it with 9 and one error', async () => {
  const full = openSync('/dev/full', 'w');
  const env = cleanEnvironment(temporaryFolder());
  const child = spawn(node, [binary, 'mcp', '--sandbox'], { env, stdio: ['pipe', full, 'pipe'] });
  const { ended } = collect(child);
  child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...initialize })}\n`);
  const { code, stderr } = await ended;
  expect(code).toBe(9);
  expect(stderr).toMatch(
    /^error: the output could not be written: ENOSPC[^\n]*\nhint: is the disk full\?\n$/,
  );
});

test('a reader of its output that goes ends it quietly', async () => {
  const server = await start(['--sandbox']);
  server.child.stdout.destroy();
  for (const id of [1, 2, 3]) server.send({ id, method: 'ping' });
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a message of a hundred megabytes is refused, and memory stays what it was', async () => {
  const server = await start(['--sandbox']);
  const memory = (): number =>
    Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]);
  const before = memory();
  const part = Buffer.alloc(1_000_000, 'x');
  const written = Array.from(
    { length: 100 },
    () => new Promise((done) => server.child.stdin.write(part, done)),
  );
  await Promise.all(written);
  server.child.stdin.write('\n');
  server.send({ id: 2, method: 'ping' });
  expect(await server.answer(2)).toMatchObject({ result: {} });
  expect(await server.answer(null)).toMatchObject({ error: { code: -32_600 } });
  expect(memory() - before).toBeLessThan(60_000);
  server.child.stdin.end();
  expect(await server.ended).toMatchObject({ code: 0 });
});

test('the server stops reading while the client takes no answers', async () => {
  const server = await start(['--sandbox']);
  server.child.stdout.pause();
  const line = `${JSON.stringify({ jsonrpc: '2.0', id: 'ping', method: 'ping' })}\n`;
  const sent = line.repeat(20_000);
  server.child.stdin.write(sent);
  // Lines that the program does not read stay here.
  await vi.waitUntil(() => server.child.stdin.writableLength > 0);
  let left = server.child.stdin.writableLength;
  await vi.waitUntil(
    () => {
      const isStill = left === server.child.stdin.writableLength;
      left = server.child.stdin.writableLength;
      return isStill;
    },
    { timeout: 10_000, interval: 300 },
  );
  expect(left).toBeGreaterThan(sent.length / 2);
  server.child.stdout.resume();
  server.child.stdin.end();
  expect(await server.ended).toMatchObject({ code: 0 });
});

test('pings are answered while a list of 90,000 vehicles of one name is compared', async () => {
  const vehicles = Object.fromEntries(Array.from({ length: 90_000 }, (_, id) => [id + 1, 'Kea']));
  const { baseUrl, requests } = await operatorServer({ vehicles: () => vehicles });
  const server = await start(['--base-url', baseUrl]);
  const input = { pick_up: ['1'], from: '2030-01-07', nights: '7', vehicle: ['ke'], quote: 'none' };
  server.send({
    id: 'call',
    method: 'tools/call',
    params: { name: 'compare_quotes', arguments: input },
  });
  await vi.waitUntil(() => requests.some((path) => path.includes('/availability')), {
    timeout: 10_000,
    interval: 5,
  });
  let pings = 0;
  while (!server.printed.stdout.includes('"id":"call"')) {
    pings += 1;
    server.send({ id: pings, method: 'ping' });
    await vi.waitUntil(() => server.printed.stdout.includes(`"id":${pings}}`), {
      timeout: 30_000,
      interval: 5,
    });
  }
  expect(await server.answer('call')).toHaveProperty(
    'result.structuredContent.offersTotal',
    90_000,
  );
  // Between the steps of the work, and in the long ones.
  expect(pings).toBeGreaterThan(20);
});

test.skipIf(process.platform === 'win32')('a closed terminal ends it by the signal', async () => {
  // A shell that survives reports how it ended. Without one, it gets no signal, only the end of its
  // input.
  const script = `trap '' HUP; (trap - HUP; exec "$@") 2> errors; echo $? > code`;
  const pty = openPty('/bin/sh', ['-c', script, 'sh', node, binary, 'mcp', '--sandbox']);
  pty.press(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\r`);
  await pty.shows('"result"');
  pty.close();
  const [code, errors] = [join(pty.folder, 'code'), join(pty.folder, 'errors')];
  await vi.waitFor(() => expect(existsSync(code) && readFileSync(code, 'utf8')).toMatch(/\n/), {
    timeout: 20_000,
  });
  expect([readFileSync(code, 'utf8'), readFileSync(errors, 'utf8')]).toEqual(['129\n', '']);
});
