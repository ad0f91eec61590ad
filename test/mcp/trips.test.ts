/** The tools for saved trips keep the files of the command line, and answer as it does. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { connect, eras, read, type Called } from './support.ts';

const trip = { pick_up: ['1'], from: '2030-01-07' };

async function machine(days?: readonly string[]) {
  const fleet = () => ({ 11: 'Kea Camper', 12: 'Kea' });
  const { baseUrl, requests } = await operator({ soldOut: [12], fleet, ...(days && { days }) });
  const folder = temporaryFolder();
  const client = await connect(['--base-url', baseUrl], eras[0], { folder });
  const call = async (name: string, input: object): Promise<Called> =>
    read(await client.callTool({ name, arguments: { ...input } }));
  const printed = async (...args: readonly string[]) =>
    JSON.parse((await run([...args, '--json'], { env: cleanEnvironment(folder) })).stdout) as Record<string, unknown>[];
  return { call, printed, requests, client, folder };
}

test('a quote and a comparison are saved, listed and checked as on the command line', async () => {
  const { call, printed, requests, client } = await machine();
  const quote = { ...trip, name: 'One', command: 'quote', to: '2030-01-14', vehicle: ['11'] };
  expect((await call('save_trip', quote)).document).toMatchObject({
    trips: [{ name: 'one', end: 'priced', answers: 1 }],
  });
  const many = { ...trip, name: 'many', command: 'compare', nights: '7..8', max_rate: '100000' };
  expect((await call('save_trip', many)).document).toMatchObject({ trips: [{ name: 'many', answers: 1 }] });
  const gone = await call('save_trip', { ...quote, name: 'gone', vehicle: ['12'] });
  expect(gone.document).toMatchObject({ trips: [{ name: 'gone', end: 'not_available', total: null }] });
  const sent = requests.length;
  expect((await call('list_trips', {})).document['trips']).toEqual(await printed('trips'));
  expect(requests).toHaveLength(sent);
  const { document } = await call('check_trip', { names: ['one', 'many', 'gone'] });
  expect(requests.length).toBeGreaterThan(sent + 2);
  const byHand = await printed('trips', 'check', 'one,many,gone');
  const timeless = (checks: unknown) => (checks as object[]).map((one) => ({ ...one, askedAt: '' }));
  expect(timeless(document['checks'])).toEqual(timeless(byHand));
  expect((await printed('trips')).map(({ answers }) => answers)).toEqual([3, 3, 3]);
  const { tools } = await client.listTools();
  const hints = tools.filter(({ name }) => name.endsWith('_trip') || name === 'list_trips');
  expect(Object.fromEntries(hints.map(({ name, annotations }) => [name, annotations]))).toEqual({
    save_trip: { readOnlyHint: false, destructiveHint: false },
    check_trip: { readOnlyHint: false, destructiveHint: false },
    list_trips: { readOnlyHint: true, openWorldHint: false },
  });
});

test('days without times are said when a trip is saved and checked', async () => {
  const { call } = await machine(['weekend']);
  const quote = { ...trip, pick_up: ['Auckland'], name: 'it', command: 'quote', to: '2030-01-12', vehicle: ['11'] };
  const warning = expect.stringMatching(/^Auckland lists no weekday pick-up times/) as string;
  expect((await call('save_trip', quote)).document).toMatchObject({ notes: [warning] });
  expect((await call('check_trip', { names: ['it'] })).document).toMatchObject({ checks: [{ warnings: [warning] }] });
});

test('names that are paths, and questions that a command does not take, keep and ask nothing', async () => {
  const { call, requests, folder } = await machine();
  const quote = { ...trip, name: 'x', command: 'quote', to: '2030-01-14', vehicle: ['11'] };
  const wrong: [string, object][] = [
    ...['../x', '/etc/x', '..', '', 'a/b', 'a\\b', 'con', 'x\u0000', '\u202ex', 'x'.repeat(999)].flatMap((name) => [
      ['save_trip', { ...quote, name }] as [string, object],
      ['check_trip', { names: [name] }] as [string, object],
    ]),
    ['save_trip', { ...quote, nights: '7' }],
    ['save_trip', { ...quote, vehicle: ['11', '12'] }],
    ['save_trip', { ...trip, name: 'x', command: 'compare' }],
    ['check_trip', { names: ['nothing'] }],
    ['check_trip', { names: [] }],
  ];
  for (const [tool, input] of wrong) {
    const called = await call(tool, input);
    if (called.error === undefined)
      expect([tool, input, called.document]).toEqual(['check_trip', { names: [''] }, { checks: [] }]);
    else expect(called.error['code'], JSON.stringify(input)).toBe('usage');
    expect(called.text).not.toMatch(/[\u0000\u202e]/);
  }
  expect(requests).toEqual([]);
  const trips = join(folder, '.local/share/rental/trips');
  expect(existsSync(trips) ? readdirSync(trips) : []).toEqual([]);
});

test('only operators that the server serves are asked', async () => {
  const { call, folder, requests } = await machine();
  await call('save_trip', { ...trip, name: 'one', command: 'quote', to: '2030-01-14', vehicle: ['11'] });
  const sent = requests.length;
  const other = await connect(['--base-url', (await operator()).baseUrl], eras[0], { folder });
  const { error } = read(await other.callTool({ name: 'check_trip', arguments: { names: ['one'] } }));
  expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining('no operator is called') as string });
  expect(requests).toHaveLength(sent);
});
