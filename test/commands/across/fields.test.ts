/**
 * `--fields` takes the columns of `--format csv`, in every format, and a mistake in it costs no
 * request.
 */
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { plantSandbox } from '../../sandbox/support.ts';
import { run } from '../../support/run.ts';
import { operator } from '../../support/operator.ts';
import { sample } from '../../support/thorough.ts';

const trip = ['--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d'];
const comparison = [
  'compare',
  '--pick-up',
  '1',
  '--from',
  '+30d',
  '--nights',
  '7',
  '--quote',
  'best:2',
];
const plan = [
  'plan',
  ...trip,
  '--vehicle',
  'cheapest',
  '--accessory',
  'child seat',
  '--insurance',
  'zero excess',
];

function sandbox() {
  const operator = plantSandbox();
  const env = cleanEnvironment(temporaryFolder());
  return {
    sent: () => operator.requests.length,
    rental: (...args: string[]) => run([...args, '--base-url', operator.baseUrl], { env }),
  };
}

const mistakes: readonly (readonly [line: readonly string[], message: string, hint: string])[] = [
  [
    [...comparison, '--fields', 'totalAmonut'],
    'rental compare has no field "totalAmonut"',
    'did you mean totalAmount?',
  ],
  [
    [...comparison, '--fields', 'offers.totalAmount'],
    'no field "offers.totalAmount"',
    'fields: rank,',
  ],
  [
    [...comparison, '--dry-run', '--fields', 'totalAmount'],
    'no field "totalAmount"',
    'fields: operator, baseUrl',
  ],
  [['depots', '--fields', 'nmae'], 'no field "nmae"', 'did you mean name?'],
  [
    ['limits', '--fields', 'colour'],
    'rental limits has no field "colour"',
    'fields: operator, origin',
  ],
  [
    ['smoke', '--list', '--fields', 'verdict'],
    'rental smoke has no field "verdict"',
    'fields: id, title',
  ],
];

describe('a mistake in --fields is found before the first request', () => {
  test.each(sample(mistakes, 2))('%j', async (line, message, hint) => {
    const { rental, sent } = sandbox();
    for (const format of ['json', 'csv']) {
      const ended = await rental(...line, '--format', format);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(ended.stderr).toContain(format === 'json' ? message.replaceAll('"', '\\"') : message);
      expect(ended.stderr).toContain(hint);
    }
    expect(sent()).toBe(0);
  });
});

const meanings: readonly (readonly [
  line: readonly string[],
  field: string,
  expected: (data: Data) => unknown[],
])[] = [
  [plan, 'totalAmount', (data: Data) => [data['quote'].totalAmount]],
  [['quote', '101', ...trip], 'rentalFee', (data: Data) => [data['priceBreakdown'].rentalFee]],
  [
    comparison,
    'totalAmount',
    (data: Data) => data['offers'].map((one: Data) => one['totalAmount']),
  ],
  [
    ['extras', '101'],
    'id',
    (data: Data) => [...data['accessories'], ...data['insuranceTypes']].map(({ id }) => id),
  ],
  [['availability', ...trip], 'name', (data: Data) => Object.values(data).map(({ name }) => name)],
];

describe('a field means the same in every format', () => {
  test.each(sample(meanings, 2))('%j: %s', async (line, field, expected) => {
    const { rental } = sandbox();
    const values = expected(JSON.parse((await rental(...line, '--json')).stdout)).map(String);
    expect(values.length).toBeGreaterThan(0);
    const shown = (text: string) => text.split(/\r?\n/).filter((cell) => cell !== '');
    const read = async (format: string) => {
      const ended = await rental(...line, '--fields', field, '--format', format);
      expect(ended.code).toBe(0);
      return ended.stdout;
    };
    expect(shown(await read('plain')).sort()).toEqual([...values].sort());
    expect(shown(await read('csv')).sort()).toEqual([field, ...values].sort());
    const leaves = (text: string): string[] =>
      shown(text).flatMap((one) => leavesOf(JSON.parse(one)));
    expect(leaves(await read('ndjson')).sort()).toEqual([...values].sort());
    expect(leaves(await read('json')).sort()).toEqual([...values].sort());
  });
});

test('of an empty list, csv has its header, json a list, and the others nothing', async () => {
  const { baseUrl } = operator({ vehicles: () => ({}) });
  const line = [
    'availability',
    '--pick-up',
    '1',
    '--from',
    '2030-01-05',
    '--to',
    '+7d',
    '--base-url',
    baseUrl,
  ];
  for (const [format, stdout] of [
    ['plain', ''],
    ['csv', 'vehicleId,name\r\n'],
    ['ndjson', ''],
    ['json', '[]\n'],
  ] as const) {
    const ended = await run([...line, '--format', format, '--fields', 'vehicleId,name']);
    expect(ended).toEqual({ code: 0, stdout, stderr: '' });
  }
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Data = Readonly<Record<string, any>>;

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(leavesOf);
}
