/** `--fields` means the same in every format, and a mistake in it costs no request. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { fieldNames } from '../../src/documents/field-names.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { run } from '../support/run.ts';
import { serve } from '../support/server.ts';
import { sample } from '../support/thorough.ts';

const trip = ['--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d'];
const sweep = ['compare', '--pick-up', '1', '--from', '+30d', '--nights', '7', '--quote', 'top:2'];
const plan = ['plan', ...trip, '--vehicle', 'cheapest', '--accessory', 'child seat', '--insurance', 'zero excess'];

async function sandbox() {
  const operator = await startSandbox({ random: () => 0.5 });
  onTestFinished(() => operator.close());
  const env = cleanEnvironment(temporaryFolder());
  return {
    sent: () => operator.requests.length,
    rental: (...args: string[]) => run([...args, '--base-url', operator.baseUrl], { env }),
  };
}

const mistakes: readonly (readonly [line: readonly string[], message: string, hint: string])[] = [
  [[...sweep, '--fields', 'totalAmonut'], 'rental compare has no field "totalAmonut"', 'did you mean totalAmount?'],
  [[...sweep, '--fields', 'offers.vehicle.nam'], 'no field "offers.vehicle.nam"', 'did you mean offers.vehicle.name?'],
  [[...sweep, '--fields', 'rank,TotalAmount'], 'no field "TotalAmount"', 'did you mean totalAmount?'],
  [[...plan, '--fields', 'quote.totalAmout'], 'no field "quote.totalAmout"', 'did you mean quote.totalAmount?'],
  [['quote', '101', ...trip, '--fields', 'curency'], 'no field "curency"', 'did you mean currency?'],
  [[...sweep, '--fields', 'totl'], 'no field "totl"', 'did you mean totalAmount?'],
  [[...sweep, '--fields', 'offers.totl'], 'no field "offers.totl"', 'did you mean offers.totalAmount?'],
  [[...plan, '--fields', 'quote.totl'], 'no field "quote.totl"', 'did you mean quote.totalAmount?'],
  [[...plan, '--fields', 'totla'], 'no field "totla"', 'did you mean totalAmount?'],
  [['quote', '101', ...trip, '--fields', 'Totel'], 'no field "Totel"', 'did you mean totalAmount?'],
  [['availability', ...trip, '--fields', 'imge'], 'no field "imge"', 'did you mean imageUrl?'],
  [['availability', ...trip, '--fields', 'rentl'], 'no field "rentl"', 'did you mean rentalDailyRate?'],
  [[...sweep, '--fields', 'rentl'], 'no field "rentl"', 'did you mean rentalDailyRate or rentalFee?'],
  [['limits', '--fields', 'windw'], 'no field "windw"', 'did you mean windowMs?'],
  [['depots', '--fields', 'nmae'], 'no field "nmae"', 'did you mean name?'],
  [['depots', '--fields', 'ID'], 'no field "ID"', 'did you mean id?'],
  [['depots', '--fields', 'pickup_time'], 'no field "pickup_time"', 'did you mean pickup_times?'],
  [['limits', '--fields', 'colour'], 'rental limits has no field "colour"', 'the fields are operator, origin'],
  [['book-link', ...trip, '--fields', 'price'], 'rental book-link has no field "price"', 'the fields are kind, url'],
];

test.each([
  [['smoke', '--list', '--only', 'depots', '--fields', 'verdict'], 'verdict'],
  [[...sweep, '--dry-run', '--fields', 'totalAmount'], 'totalAmount'],
])(
  '%j names a field that the command prints only with other flags: a note says that it is not here',
  async (line, field) => {
    const { rental } = await sandbox();
    const { code, stderr } = await rental(...line);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`note: no record has "${field}"`)]);
  },
);

describe('a mistake in --fields is found before the first request', () => {
  test.each(sample(mistakes, 2))('%j', async (line, message, hint) => {
    const { rental, sent } = await sandbox();
    for (const format of ['json', 'csv']) {
      const ended = await rental(...line, '--format', format);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain(format === 'json' ? message.replaceAll('"', '\\"') : message);
      expect(ended.stderr).toContain(hint);
    }
    expect(sent()).toBe(0);
  });
});

const meanings: readonly (readonly [line: readonly string[], field: string, expected: (data: Data) => unknown[]])[] = [
  [plan, 'quote.totalAmount', (data: Data) => [data['quote'].totalAmount]],
  [plan, 'totalAmount', (data: Data) => [data['quote'].totalAmount]],
  [plan, 'vehicle.name', (data: Data) => [data['vehicle'].name]],
  [plan, 'pickUp.depot.id', (data: Data) => [data['pickUp'].depot.id]],
  [['quote', '101', ...trip], 'priceBreakdown.rentalFee', (data: Data) => [data['priceBreakdown'].rentalFee]],
  [['quote', '101', ...trip], 'rentalFee', (data: Data) => [data['priceBreakdown'].rentalFee]],
  [['quote', '101', ...trip], 'selection.vehicle_id', () => [101]],
  [sweep, 'offers.vehicle.name', (data: Data) => data['offers'].map((one: Data) => one['vehicle'].name)],
  [sweep, 'vehicle.name', (data: Data) => data['offers'].map((one: Data) => one['vehicle'].name)],
  [sweep, 'totalAmount', (data: Data) => data['offers'].map((one: Data) => one['totalAmount'])],
  [sweep, 'plan.cells', (data: Data) => data['offers'].map(() => data['plan'].cells)],
  [['extras', '101'], 'id', (data: Data) => [...data['accessories'], ...data['insuranceTypes']].map(({ id }) => id)],
  [['availability', ...trip], 'name', (data: Data) => Object.values(data).map(({ name }) => name)],
  [['depots'], 'id', (data: Data) => Object.values(data).map(({ id }) => id)],
];

describe('a field means the same in every format', () => {
  test.each(sample(meanings, 2))('%j: %s', async (line, field, expected) => {
    const { rental } = await sandbox();
    const values = expected(JSON.parse((await rental(...line, '--json')).stdout)).map(String);
    expect(values.length).toBeGreaterThan(0);
    const shown = (text: string) => text.split(/\r?\n/).filter((cell) => cell !== '');
    const read = async (format: string) => {
      const ended = await rental(...line, '--fields', field, '--format', format);
      expect(ended.code).toBe(0);
      expect(ended.stderr).not.toContain('no record has');
      return ended.stdout;
    };
    expect(shown(await read('plain')).sort()).toEqual([...values].sort());
    expect(shown(await read('csv')).sort()).toEqual([field, ...values].sort());
    const leaves = (text: string): string[] => shown(text).flatMap((one) => leavesOf(JSON.parse(one)));
    expect(leaves(await read('ndjson')).sort()).toEqual([...values].sort());
    const once = new Set(leaves(await read('json')));
    expect(once).toEqual(new Set(values));
  });
});

test('a field that the service may add is accepted, and a note says that it did not come', async () => {
  const { rental } = await sandbox();
  for (const format of ['plain', 'csv', 'ndjson', 'json', 'table']) {
    const line = ['depots', '--format', format, '--fields'];
    const ended = await rental(...line, 'id,colour,hours.monday');
    expect(ended).toMatchObject({ code: 0, stderr: 'note: no record has "colour" and "hours.monday"\n' });
    expect(await rental(...line, 'colour', '--quiet')).toMatchObject({ code: 0, stderr: '' });
  }
  const streamed = await rental(...sweep, '--format', 'ndjson', '--fields', 'rank,reason,loyaltyPoints');
  expect(streamed.code).toBe(0);
  expect(streamed.stderr.match(/no record has.*/g)).toEqual(['no record has "loyaltyPoints"']);
});

test('a field that begins a known one is refused before anything is asked; another one can be of the service', async () => {
  const { rental } = await sandbox();
  expect(await rental('quote', '101', ...trip, '--fields', 'total')).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: 'error: rental quote has no field "total"\nhint: did you mean totalAmount?\n',
  });
  expect(await rental('quote', '101', ...trip, '--fields', 'colour')).toMatchObject({
    ...{ code: 0, stderr: 'note: no record has "colour"\n' },
  });
});

describe('a field and a field in it', () => {
  const read = async (line: readonly string[], fields: string, format: string) => {
    const { rental } = await sandbox();
    const ended = await rental(...line, '--fields', fields, '--format', format);
    expect(ended).toMatchObject({ code: 0 });
    return ended.stdout;
  };
  const vehicle = {
    vehicleId: expect.any(Number) as number,
    name: expect.any(String) as string,
    rentalDailyRate: expect.any(Number) as number,
    imageUrl: expect.any(String) as string,
  };

  test.each([
    [sweep, 'vehicle,vehicle.name'],
    [sweep, 'vehicle.name,vehicle'],
    [sweep, 'vehicle.rentalDailyRate,vehicle,vehicle.name'],
    [plan, 'vehicle,vehicle.name'],
    [plan, 'vehicle.name,vehicle'],
  ])('%j %s: in JSON, the whole field', async (line, fields) => {
    const [first] = (await read(line, fields, 'ndjson')).split('\n');
    expect(JSON.parse(first ?? '')).toEqual({ vehicle });
    const document: unknown = JSON.parse(await read(line, fields, 'json'));
    expect(Array.isArray(document) ? document[0] : document).toEqual({ vehicle });
  });

  test('a list keeps its items whole', async () => {
    const { offers } = JSON.parse(await read(sweep, 'offers,offers.vehicle.name,offers.vehicle', 'json')) as Data;
    const { offers: alone } = JSON.parse(await read(sweep, 'offers', 'json')) as Data;
    expect(offers.map(pathsOf)).toEqual(alone.map(pathsOf));
  });

  test.each([sweep, plan])('%j: in lines and tables, a column for each', async (...line) => {
    const [, first = ''] = (await read(line, 'vehicle,vehicle.rentalDailyRate,vehicle.name', 'csv')).split('\r\n');
    expect(first).toMatch(/^([^,]+),[\d.]+,\1$/);
    expect(await read(line, 'vehicle,vehicle.name', 'plain')).toMatch(/^([^\t]+)\t\1\n/);
    expect(await read(line, 'vehicle,vehicle.name', 'table')).toMatch(/^vehicle +vehicle\.name\n(.*\S) +\1\n/i);
  });

  test('a path into a text leads nowhere, and a note says so', async () => {
    const { rental } = await sandbox();
    for (const format of ['json', 'ndjson', 'csv', 'plain']) {
      const { stdout, stderr } = await rental('quote', '101', ...trip, '--fields', 'note,note.0', '--format', format);
      expect(stdout).toMatch(format.includes('json') ? /^\{"note":"[^"]+"\}\n$/ : /amounts/);
      expect(stderr).toBe('note: no record has "note.0"\n');
    }
  });
});

test('a field that the service added is found', async () => {
  const depot = { id: 1, name: 'A', pickup_times: [], drop_off_times: [], opening_hours_description: '' };
  const answer = JSON.stringify([{ ...depot, colour: { name: 'red' } }]);
  const { baseUrl } = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
  );
  const ended = await run(['depots', '--base-url', baseUrl, '--format', 'csv', '--fields', 'id,colour.name']);
  expect(ended).toEqual({ code: 0, stdout: 'id,colour.name\r\n1,red\r\n', stderr: '' });
});

test.each([
  ['plain', ''],
  ['csv', 'vehicleId,colour\r\n'],
  ['ndjson', ''],
  ['json', '[]\n'],
])('on an empty list a field is not an error in %s', async (format, stdout) => {
  const { baseUrl } = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  const line = ['availability', ...trip, '--base-url', baseUrl, '--format', format, '--fields', 'vehicleId,colour'];
  expect(await run(line)).toEqual({ code: 0, stdout, stderr: '' });
});

describe('a command knows all the fields that it prints', () => {
  test.each([
    [['depots']],
    [['availability', ...trip]],
    [['extras', '101']],
    [['extras', 'Ruru 2-berth Campervan', ...trip]],
    [['quote', 'Ruru 2-berth Campervan', ...trip, '--accessory', 'child seat', '--insurance', 'zero excess']],
    [plan],
    [['book-link', ...trip]],
    [[...sweep, '--accessory', 'child seat', '--insurance', 'zero excess']],
    [[...sweep, '--vehicle', '101', '--accessory', '999']],
    [[...sweep, '--dry-run']],
    [['limits']],
    [['operators']],
    [['config']],
    [['smoke', '--list']],
    [['smoke', '--only', 'depots-answer,quote']],
  ])('%j', async (line) => {
    const { rental } = await sandbox();
    const known = new Set(await fieldNames(line[0] ?? ''));
    const document = JSON.parse((await rental(...line, '--json')).stdout) as unknown;
    const lines = (await rental(...line, '--format', 'ndjson')).stdout.trim().split('\n');
    const [header = ''] = (await rental(...line, '--format', 'csv')).stdout.split('\r\n');
    const keys = lines.filter((text) => text !== '').flatMap((text) => Object.keys(JSON.parse(text) as object));
    const printed = new Set([...pathsOf(document), ...keys, ...header.split(',')]);
    expect([...printed].filter((path) => path !== '' && !known.has(path))).toEqual([]);
  });
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Data = Readonly<Record<string, any>>;

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leavesOf);
}

function pathsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(pathsOf);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...pathsOf(inner).map((path) => `${key}.${path}`)]);
}
