import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { settled } from '../support/virtual-machine.ts';
import { ask, friday, plantSandbox, start } from './support.ts';

/** The originals, before the first sandbox starts. */
const { Request, Response } = globalThis;

test('listens on a free port, and does not replace the global Request and Response', async () => {
  const { baseUrl, siteUrl, port } = await start();
  expect([siteUrl, baseUrl]).toEqual([
    `http://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}/api/agent`,
  ]);
  expect([globalThis.Request === Request, globalThis.Response === Response]).toEqual([true, true]);
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('closing waits neither for an idle connection nor for a delayed answer, and works twice', async () => {
  const sandbox = await startSandbox({ latencyMs: 60_000 });
  const agent = new Agent({ keepAlive: true });
  await new Promise((resolve) =>
    get(sandbox.siteUrl, { agent }, (response) => response.resume().on('end', resolve)),
  );
  const held = new Promise<string>((resolve) => {
    get(`${sandbox.baseUrl}/depots`, { agent }).on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code ?? ''),
    );
  });
  await expect.poll(() => sandbox.requests.length).toBe(2);
  await sandbox.close();
  expect(await held).toBe('ECONNRESET');
  await sandbox.close();
  agent.destroy();
  await expect(fetch(sandbox.siteUrl)).rejects.toThrow();
});

test('latency delays the answers of the interface, not the pages', async () => {
  const { baseUrl, siteUrl, requests } = plantSandbox({ latencyMs: 60_000 });
  void ask(`${baseUrl}/depots`);
  expect((await ask(`${siteUrl}/`)).status).toBe(200);
  await settled();
  expect(requests.map(({ status }) => status)).toEqual([0, 200]);
});

test('the log has the method, path and query and status of each request, in order', async () => {
  const { baseUrl, siteUrl, requests } = await start({ now: () => friday });
  await ask(`${baseUrl}/depots?x=%1b`);
  await ask(`${baseUrl}/quotes`, { method: 'HEAD' });
  await ask(`${siteUrl}/nothing`);
  expect(requests).toEqual([
    { time: friday, method: 'GET', path: '/api/agent/depots?x=%1b', status: 200 },
    { time: friday, method: 'HEAD', path: '/api/agent/quotes', status: 400 },
    { time: friday, method: 'GET', path: '/nothing', status: 404 },
  ]);
});
