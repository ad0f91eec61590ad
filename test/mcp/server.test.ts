// @module-tag long
/** The real program, spoken to by the official client or in lines of JSON-RPC. */
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../support/environment.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { connect, eras, read, start, type Called } from './support.ts';

const trip = { from: '2030-01-07', to: '2030-01-14' };
const named = { pick_up: 'auckland airport', ...trip };

async function call(client: Client, name: string, input: object): Promise<Called> {
  // The client checks the document against the schema that the tool was listed with.
  return read(await client.callTool({ name, arguments: { ...input } }));
}

test.each(eras)('every tool answers on the sandbox in the revision of %s', async (era) => {
  const client = await connect(['--sandbox'], era);
  const { tools } = await client.listTools();
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  const calls = {
    list_depots: { limit: 2 },
    search_vehicles: named,
    list_extras: { ...named, vehicle: '101' },
    get_quote: { ...named, vehicle: '101', accessory: ['301'], insurance: '402' },
    get_booking_link: { ...named, vehicle: '101' },
    compare_quotes: {
      pick_up: ['auckland airport'],
      from: trip.from,
      nights: '7',
      quote: 'best:2',
    },
    get_limits: {},
  };
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
  const called: Called[] = [];
  for (const [name, input] of Object.entries(calls)) called.push(await call(client, name, input));
  expect(called.map(({ error }) => error)).toEqual(called.map(() => undefined));
  const [compared, limits] = called.slice(-2).map(({ document }) => document);
  expect(compared).not.toHaveProperty('next');
  expect(compared).toHaveProperty('vehicles.1.prices.0.totalAmount');
  expect(limits).toMatchObject({ operators: [{ operator: 'sandbox', limit: 100 }] });
});

// The revisions differ in how they open, not in how they cancel.
test('a comparison that its caller cancels sends nothing more, and its progress ends', async () => {
  const { baseUrl, requests } = await operator({ hangs: true });
  const client = await connect(['--base-url', baseUrl], eras[0]);
  const stop = new AbortController();
  const notices: unknown[] = [];
  const input = { pick_up: ['1'], from: trip.from, flex: 5, nights: '7', quote: 'all' };
  const cancelled = client.callTool(
    { name: 'compare_quotes', arguments: input },
    { signal: stop.signal, onprogress: (notice) => notices.push(notice) },
  );
  await expect.poll(() => requests.filter((path) => path.startsWith('/quotes')).length).toBe(10);
  await expect.poll(() => notices.length).toBeGreaterThan(0);
  stop.abort();
  await expect(cancelled).rejects.toThrow();
  const sent = requests.length;
  expect((await call(client, 'search_vehicles', { pick_up: '1', ...trip })).error).toBeUndefined();
  // The depots were asked for before.
  const { document } = await call(client, 'get_limits', {});
  expect(document).toMatchObject({ operators: [{ used: sent + 1, free: 100 - sent - 1 }] });
  expect(requests).toHaveLength(sent + 1);
});

test('stdout holds the protocol and nothing else, whatever is asked', async () => {
  const server = await start(['--sandbox', '--json', '-v'], {
    RENTAL_COLOR: 'always',
    FORCE_COLOR: '1',
  });
  server.child.stdin.write('this is not a message\n{"jsonrpc":"2.0"}\n');
  server.send({ id: 1, method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } });
  server.send({
    id: 3,
    method: 'tools/call',
    params: { name: 'list_depots', arguments: { limit: 1 } },
  });
  expect(await server.answer(1)).toMatchObject({
    error: { code: -32602, message: 'there is no tool no_such_tool' },
  });
  expect(await server.answer(3)).toHaveProperty('result.structuredContent.depotsTotal');
  server.child.stdin.end();
  expect(await server.ended).toMatchObject({ code: 0 });
  expect(new Set(server.messages().map((message) => message['jsonrpc']))).toEqual(new Set(['2.0']));
});

type Server = Awaited<ReturnType<typeof start>>;

test.each([
  ['the end of its input', ({ child }: Server) => child.stdin.end(), { code: 0 }],
  ['SIGTERM', ({ child }: Server) => child.kill('SIGTERM'), { signal: 'SIGTERM' }],
])('%s ends it during a wait for the limit', async (_, end, ended) => {
  const { baseUrl, requests } = await operator();
  const server = await start(
    [],
    configuredEnvironment({ operators: { lucky: { baseUrl, limit: '1/20s' } } }),
  );
  const params = {
    name: 'search_vehicles',
    arguments: { pick_up: '1', ...trip },
    _meta: { progressToken: 'p' },
  };
  server.send({ id: 1, method: 'tools/call', params });
  await server.answer(1);
  server.send({ id: 2, method: 'tools/call', params });
  await expect.poll(() => server.printed.stderr).toContain('waiting');
  const from = performance.now();
  end(server);
  expect(await server.ended).toMatchObject(ended);
  // The wait is 20 s; the rest is for a slow machine.
  expect(performance.now() - from).toBeLessThan(8_000);
  expect(requests).toHaveLength(1);
});
