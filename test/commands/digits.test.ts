/** Amounts and unknown fields with digits that a number cannot hold, and amounts that a number writes as `1e-7`. */
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { changedOperator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { sample } from '../support/thorough.ts';

const digits = '12345678901234567891';
const long = '12345678901234567.89';
const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];
const sweep = ['compare', '--pick-up', 'auckland', '--from', '2030-01-05', '--nights', '7', '--quote', 'all'];

async function changed(change: (json: string) => string) {
  const { baseUrl, requests } = await changedOperator(change);
  const env = cleanEnvironment(temporaryFolder());
  return {
    requests,
    rental: (...args: string[]) => run([...args, '--base-url', baseUrl], { env }),
    shown: async (...args: string[]) =>
      (await run([...args, '--base-url', baseUrl], { env, tty: ['stdout'], columns: 120 })).stdout,
  };
}

/** Every object has a field `ref` with a large integer. */
const referencing = () => changed((json) => json.replaceAll('{', `{"ref":${digits},`));

/** Every quote costs this, and every vehicle has this rate. */
const costing = (amount: string) =>
  changed((json) => json.replaceAll(/("(?:rentalFee|totalAmount|rentalDailyRate)":)[\d.]+/g, `$1${amount}`));

test.each([
  ['depots', []],
  ['availability', trip],
  ['extras', ['11', ...trip]],
  ['quote', ['11', ...trip, '--accessory', '1', '--insurance', '7']],
  ['plan', [...trip, '--vehicle', '11', '--no-input']],
])('%s prints the digits of large integers in every format', async (command, args) => {
  const { rental } = await referencing();
  for (const format of ['json', 'ndjson', 'csv', 'plain', 'table']) {
    const fields = command === 'depots' && format !== 'json' && format !== 'ndjson' ? ['--fields', 'id,ref'] : [];
    const ended = await rental(command, ...args, '--format', format, ...fields);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    if (command === 'depots' || format === 'json') expect(ended.stdout).toContain(digits);
    expect(ended.stdout).not.toMatch(/1234567890123456[^7]|12345678901234567[^8]|"12345678901234567891/);
  }
});

test('stored depots and quotes keep the digits of large integers', async () => {
  const { requests, rental } = await referencing();
  const [first, second] = [await rental(...sweep, '--json'), await rental(...sweep, '--json')];
  for (const ended of [first, second]) {
    expect(ended.code).toBe(0);
    expect(ended.stderr).not.toContain('could not be read');
    expect(ended.stdout.split(`"ref":${digits}`).length).toBeGreaterThan(2);
  }
  expect(second?.stdout).toContain('"reused":true');
  expect(requests.filter((path) => path.startsWith('/depots'))).toHaveLength(1);
  expect(requests.filter((path) => path.startsWith('/quotes'))).toHaveLength(2);
});

describe.each([
  ['quote', ['quote', '11', ...trip], 'totalAmount'],
  ['plan', ['plan', ...trip, '--vehicle', '11', '--no-input'], 'totalAmount'],
  ['compare', sweep, 'totalAmount'],
  ['compare in groups', [...sweep, '--group-by', 'operator'], 'highest'],
  ['availability', ['availability', ...trip], 'rentalDailyRate'],
])('%s prints an amount with the digits that were sent', (_, line, field) => {
  test.each(sample([long, '0.1234567890123456789', '12345678901234567'], 3))('%s', async (amount) => {
    const { rental, shown } = await costing(amount);
    const found = (text: string): string[] => text.match(/(?<![\d.-])[\d.]{15,}/g) ?? [];
    for (const format of ['json', 'ndjson', 'csv', 'plain']) {
      const ended = await rental(...line, '--format', format);
      expect(ended.code, ended.stderr).toBe(0);
      expect(found(ended.stdout)).toContain(amount);
      expect(found(ended.stdout).filter((one) => one.startsWith(amount.slice(0, 8)) && one !== amount)).toEqual([]);
      const field_ = await rental(...line, '--fields', field, '--format', format);
      expect(new Set(found(field_.stdout))).toEqual(new Set([amount]));
    }
    expect((await shown(...line)).replaceAll(',', '')).toContain(amount);
  });

  test.each(sample(['1e-7', '0.0000001', '1E-7'], 3))('%s is not shown with an exponent', async (amount) => {
    const { rental, shown } = await costing(amount);
    for (const format of ['csv', 'plain']) {
      for (const fields of [[], ['--fields', field]]) {
        const { stdout } = await rental(...line, '--format', format, ...fields);
        expect(stdout).toContain('0.0000001');
        expect(stdout).not.toMatch(/\de-/);
      }
    }
    for (const fields of [[], ['--fields', field]]) {
      const text = await shown(...line, ...fields);
      expect(text).toContain('0.0000001');
      expect(text).not.toMatch(/\de-/);
    }
    expect((await rental(...line, '--json')).stdout).toContain(`:${amount.toLowerCase()}`);
  });
});

test('a price a night is exact to the cent', async () => {
  const { rental } = await costing('70000000000000000.07');
  expect((await rental(...sweep, '--json')).stdout).toContain('"perNight":10000000000000000.01,');
});

test('offers whose totals differ only in a late digit have different ranks', async () => {
  let last = 9;
  const { rental } = await changed((json) =>
    json.replace(/"totalAmount":696.5/, () => `"totalAmount":12345678901234567.${last--}`),
  );
  const { stdout } = await rental(...sweep, '--format', 'csv', '--limit', '5', '--fields', 'rank,totalAmount');
  expect(stdout).toBe('rank,totalAmount\r\n1,12345678901234567.8\r\n2,12345678901234567.9\r\n');
});

test('stored quotes keep the digits of amounts', async () => {
  const { rental } = await costing(long);
  await rental(...sweep, '--json');
  const { stdout } = await rental(...sweep, '--json');
  expect(stdout).toContain('"reused":true');
  expect(stdout).toContain(`"totalAmount":${long}`);
});

test('an id that a number cannot hold is refused', async () => {
  const { rental } = await changed((json) => json.replace('"vehicleId":11', '"vehicleId":1.1234567890123456789'));
  const ended = await rental('availability', ...trip);
  expect(ended).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('[0].vehicleId: expected an integer, got number 1.1234567890123456789') as string,
  });
});
