// @module-tag long
/** The real program, spoken to by the official client or in lines of JSON-RPC. */
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../support/environment.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { connect, eras, initialize, read, start, type Called } from './support.ts';

const trip = { from: '2030-01-07', to: '2030-01-14' };

async function call(client: Client, name: string, input: object): Promise<Called> {
  // The client checks the document against the schema that the tool was listed with.
  return read(await client.callTool({ name, arguments: { ...input } }));
}

/** Plans a whole trip with every tool, as an assistant does it: names first, then ids. */
async function planTrip(client: Client, depot: string, vehicle: string): Promise<Called[]> {
  const named = { pick_up: depot, ...trip };
  const depots = await call(client, 'list_depots', { limit: 2 });
  const vehicles = await call(client, 'search_vehicles', named);
  const extras = await call(client, 'list_extras', { ...named, vehicle });
  const [accessory] = extras.document['accessories'] as { id: number }[];
  const [plan] = extras.document['insuranceTypes'] as { id: number }[];
  const chosen = { accessory: [String(accessory?.id)], insurance: String(plan?.id) };
  const quote = await call(client, 'get_quote', { ...named, vehicle, ...chosen });
  const link = await call(client, 'get_booking_link', { ...named, vehicle });
  const compared = await call(client, 'compare_quotes', {
    pick_up: [depot],
    from: trip.from,
    nights: '7',
    quote: 'best:2',
  });
  return [depots, vehicles, extras, quote, link, compared, await call(client, 'get_limits', {})];
}

test.each(eras)('every tool answers on the sandbox in the revision of %s', async (era) => {
  const client = await connect(['--sandbox'], era);
  const { tools } = await client.listTools();
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(10_240);
  const called = await planTrip(client, 'auckland airport', '101');
  expect(called.map(({ error }) => error)).toEqual(called.map(() => undefined));
  expect(called.at(-2)?.document).toMatchObject({ complete: true });
  const { offers } = called.at(-2)?.document as { offers: object[] };
  expect(offers.slice(0, 2)).toMatchObject([{ rank: 1 }, { rank: 2 }]);
  // The budget of the sandbox counts the calls before: five, and three of the comparison.
  const limits = called.at(-1)?.document as { operators: { free: number }[] } | undefined;
  expect(limits).toMatchObject({ operators: [{ operator: 'sandbox', limit: 100 }] });
  // Of several requests at once, some slots are held back for a moment.
  expect(limits?.operators[0]?.free).toBeLessThanOrEqual(92);
  expect(limits?.operators[0]?.free).toBeGreaterThan(70);
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
  const { document } = await call(client, 'get_limits', {});
  // The depots were asked for before.
  expect(document).toMatchObject({ operators: [{ used: sent + 1, free: 100 - sent - 1 }] });
  expect(requests).toHaveLength(sent + 1);
});

test('stdout holds the protocol and nothing else, whatever is asked', async () => {
  const server = start(['--sandbox', '--json', '-vv'], { RENTAL_COLOR: 'always', FORCE_COLOR: '1' });
  server.child.stdin?.write('this is not a message\n{"jsonrpc":"2.0"}\n');
  await initialize(server);
  server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'no_such_tool', arguments: {} } });
  server.send({ jsonrpc: '2.0', id: 2, method: 'no/such/method' });
  server.send({
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: { name: 'list_depots', arguments: { limit: 1 } },
  });
  expect(await server.answer(1)).toMatchObject({ error: { code: -32602, message: 'there is no tool no_such_tool' } });
  expect(await server.answer(2)).toMatchObject({ error: { code: -32601 } });
  expect(await server.answer(3)).toMatchObject({
    result: { structuredContent: { depotsTotal: expect.any(Number) as number } },
  });
  server.child.stdin?.end();
  expect(await server.ended).toBe(0);
  expect(server.lines.map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc)).toEqual(
    server.lines.map(() => '2.0'),
  );
});

test.each([
  ['the end of its input', (server: ReturnType<typeof start>) => server.child.stdin?.end(), 0],
  ['SIGTERM', (server: ReturnType<typeof start>) => server.child.kill('SIGTERM'), 'SIGTERM'],
])('%s ends it during a wait for the limit', async (_, end, code) => {
  const { baseUrl, requests } = await operator();
  const server = start([], configuredEnvironment({ operators: { lucky: { baseUrl, limit: '1/20s' } } }));
  await initialize(server);
  const params = { name: 'search_vehicles', arguments: { pick_up: '1', ...trip }, _meta: { progressToken: 'p' } };
  server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  await server.answer(1);
  server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
  await expect.poll(() => server.lines.join('\n')).toContain('waiting');
  const from = performance.now();
  end(server);
  expect(await server.ended).toBe(code);
  // The wait is 20 s; the rest is for a slow machine.
  expect(performance.now() - from).toBeLessThan(8_000);
  expect(requests).toHaveLength(1);
});
