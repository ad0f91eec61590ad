/**
 * The exit code of --max-total: 10 above it, 1 without a total in its currency. If a part of the
 * answer is missing, it is 8 in any case, and 1 if the vehicle is not available.
 */
import { describe, expect, test } from 'vitest';
import { cli, type Cli } from '../../support/cli.ts';
import { type Fleet, serviceOf } from '../../support/fleet.ts';

const trip = '--pick-up 1 --from 2031-01-06 --nights 7';
/** Vehicle 11 costs 110 in all, 12 costs 120. */
const fleet: Fleet = {
  vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
  accessories: () => ({ 1: 'Rack' }),
};

function rental(changes: Partial<Fleet> = {}): Cli {
  return cli(serviceOf({ ...fleet, ...changes }));
}

async function codeOf({ run }: Cli, line: string): Promise<number> {
  return (await run(`${line} --retries 0`)).code;
}

/** Shows no extras at all. */
const bare = () => ({
  priceBreakdown: {
    rentalFee: 110,
    routeFee: 0,
    accessoriesFee: 0,
    insuranceFee: 0,
    accessories: [],
    insurance: null,
  },
});

describe.each([
  ['quote', `quote 11 ${trip}`],
  ['plan', `plan --vehicle 11 ${trip}`],
])('%s', (_, line) => {
  test('ends with 10 above --max-total, and with 0 at it', async () => {
    expect(await codeOf(rental(), `${line} --max-total 109.99`)).toBe(10);
    expect(await codeOf(rental(), `${line} --max-total 110`)).toBe(0);
  });

  test('ends with 1 if the total is in another currency than --max-total', async () => {
    const { code, stderr } = await rental().run(`${line} --max-total '500 AUD'`);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'cannot be compared with --max-total 500.00 AUD: the currencies differ',
    );
  });

  test('ends with 8 if an extra is missing, and with 1 if the vehicle is not available', async () => {
    expect(await codeOf(rental({ quote: bare }), `${line} --accessory rack --max-total 1`)).toBe(8);
    const gone = rental({ quote: () => ({ status: 404, error: 'gone' }) });
    expect(await codeOf(gone, `${line} --max-total 1`)).toBe(1);
  });
});

describe('compare', () => {
  const line = `compare ${trip}`;

  test('ends with 10 if no total is within --max-total', async () => {
    expect(await codeOf(rental(), `${line} --max-total 109`)).toBe(10);
    expect(await codeOf(rental(), `${line} --max-total 110`)).toBe(0);
  });

  test('ends with 1 if there is no total to compare with it', async () => {
    expect(await codeOf(rental({ vehicles: () => ({}) }), `${line} --max-total 109`)).toBe(1);
    expect(await codeOf(rental(), `${line} --max-total '900 AUD'`)).toBe(1);
  });

  test('ends with 8 if no offer has a requested extra, also without --max-total', async () => {
    const lacking = rental({ quote: bare });
    for (const flags of ['--max-total 9999', '', '-q']) {
      const ended = await lacking.run(`${line} --accessory rack ${flags}`);
      expect(ended.code).toBe(8);
      expect(ended.stderr).toContain(
        'warning: every offer lacks a requested extra or has another one: Rack',
      );
    }
  });

  test('ends with 8 if a request failed, too high or not', async () => {
    const vehicles: Fleet['vehicles'] = (date) =>
      date === '2031-01-07' ? { status: 503, error: 'no' } : { 11: 'Kea', 12: 'Moa' };
    const twoDays = line.replace('2031-01-06', '2031-01-06..2031-01-07');
    for (const maxTotal of ['109', '9999'])
      expect(await codeOf(rental({ vehicles }), `${twoDays} --max-total ${maxTotal}`)).toBe(8);
  });
});

describe('trips', () => {
  /** `kea` and `moa` are saved; then the service is as the test has it. */
  async function saved() {
    const quotes: Record<string, Record<string, unknown>> = {};
    const operator = rental({ quote: (query) => quotes[query.get('vehicle_id') ?? ''] ?? {} });
    await operator.run(`quote 11 ${trip} --save kea`);
    await operator.run(`quote 12 ${trip} --save moa`);
    await operator.run(`compare ${trip} --save all`);
    return { operator, quotes };
  }
  const gone = { status: 404, error: 'gone' };
  const down = { status: 503, error: 'down' };

  test('check ends with 10 above it; of several, 8 counts more than 1, and 1 more than 10', async () => {
    const { operator, quotes } = await saved();
    expect(await codeOf(operator, 'trips check kea,all --max-total 110')).toBe(0);
    expect(await codeOf(operator, 'trips check kea,moa --max-total 110')).toBe(10);
    expect(await codeOf(operator, 'trips check all --max-total 109')).toBe(10);
    expect(await codeOf(operator, "trips check kea --max-total '900 AUD'")).toBe(1);
    expect(await codeOf(operator, "trips show kea --max-total '900 AUD'")).toBe(1);
    quotes['11'] = gone;
    expect(await codeOf(operator, 'trips check kea,moa --max-total 110')).toBe(1);
    expect(await codeOf(operator, 'trips check moa,kea --max-total 110')).toBe(1);
    expect(await codeOf(operator, 'trips check kea,moa --max-total 9999')).toBe(1);
    quotes['12'] = down;
    expect(await codeOf(operator, 'trips check kea,moa --max-total 110')).toBe(8);
    expect(await codeOf(operator, 'trips check moa,kea')).toBe(8);
  });

  test('show judges the stored answer and sends nothing', async () => {
    const { operator } = await saved();
    const sent = operator.requests().length;
    for (const name of ['kea', 'all']) {
      const above = await operator.run(`trips show ${name} --max-total 109.5 --quiet`);
      expect(above).toMatchObject({
        code: 10,
        stderr: 'warning: the total of 110.00 NZD is above --max-total 109.50 NZD\n',
      });
      expect(above.stdout).toContain('110');
      expect(await operator.run(`trips show ${name} --max-total 110 --quiet`)).toMatchObject({
        code: 0,
        stderr: '',
      });
    }
    expect((await operator.run('trips show kea --max-total much')).code).toBe(2);
    expect(operator.requests()).toHaveLength(sent);
  });

  test('show ends as check did if the last answer has no price', async () => {
    const { operator, quotes } = await saved();
    quotes['11'] = gone;
    quotes['12'] = down;
    expect(await codeOf(operator, 'trips check kea,moa')).toBe(8);
    expect(await codeOf(operator, 'trips show kea --max-total 9999')).toBe(1);
    expect(await codeOf(operator, 'trips show moa --max-total 9999')).toBe(8);
    // Without the flag, only the printed document counts.
    expect(await codeOf(operator, 'trips show kea')).toBe(0);
  });
});

test('the help and the guide name the code', async () => {
  const { run } = rental();
  expect((await run('help exit-codes')).stdout).toMatch(/^ *10 +no total is within --max-total$/m);
  for (const command of ['quote', 'plan', 'compare', 'trips show', 'trips check'])
    expect((await run(`${command} --help`)).stdout).toMatch(
      /--max-total <amount>\s+[^\n]*exit code 10/,
    );
});
