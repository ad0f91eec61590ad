import { Agent, get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { settled } from '../support/virtual-machine.ts';
import { ask, friday, plantSandbox, start } from './support.ts';

/** The originals, before the first sandbox starts. */
const { Request, Response } = globalThis;

describe('starting', () => {
  test('returns the addresses with a free port', async () => {
    const { baseUrl, siteUrl, port } = await start();
    expect(siteUrl).toBe(`http://127.0.0.1:${port}`);
    expect(baseUrl).toBe(`${siteUrl}/api/agent`);
  });

  test('does not replace the global Request and Response', async () => {
    await start();
    expect([globalThis.Request === Request, globalThis.Response === Response]).toEqual([true, true]);
  });

  test('rejects with EADDRINUSE if the port is in use', async () => {
    const { port } = await start();
    await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('closing', () => {
  test('waits neither for an idle connection nor for a delayed answer, and works twice', async () => {
    const sandbox = await startSandbox({ latencyMs: 60_000 });
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) => get(sandbox.siteUrl, { agent }, (response) => response.resume().on('end', resolve)));
    const held = new Promise<string>((resolve) => {
      get(`${sandbox.baseUrl}/depots`, { agent }).on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code ?? ''),
      );
    });
    await expect.poll(() => sandbox.requests.length).toBe(2);
    await sandbox.close();
    expect(await held).toBe('ECONNRESET');
    // The delay has ended too, so that it does not keep the program running.
    await expect.poll(() => sandbox.requests[1]?.status).toBe(200);
    await sandbox.close();
    agent.destroy();
    await expect(fetch(sandbox.siteUrl)).rejects.toThrow();
  });
});

test('latency delays the answers of the interface, not the pages', async () => {
  const { baseUrl, siteUrl, close } = plantSandbox({ latencyMs: 60_000 });
  const delayed = ask(`${baseUrl}/depots`);
  let isAnswered = false;
  void delayed.then(() => (isAnswered = true));
  expect((await ask(`${siteUrl}/`)).status).toBe(200);
  await settled();
  expect(isAnswered, 'the interface answered before its latency').toBe(false);
  close();
  expect((await delayed).status).toBe(200);
});

describe('the request log', () => {
  test('has the method, path and query, and status of each request, in order', async () => {
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
});
