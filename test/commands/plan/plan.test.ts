import { describe, expect, it } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { operator } from '../../support/operator.ts';
import { run } from '../../support/run.ts';

const trip = ['--pick-up', 'auckland', '--drop-off', '2', '--from', '2027-01-15', '--to', '+7d'];

async function plan(args: readonly string[], options: Parameters<typeof operator>[0] = {}) {
  const { baseUrl, requests } = operator(options);
  const ended = await run(['plan', '--base-url', baseUrl, ...trip, ...args]);
  return {
    ...ended,
    baseUrl,
    paths: requests.map((request) => request.split('?')[0]),
    last: requests.at(-1) ?? '',
  };
}

describe('plan with every answer in flags', () => {
  it('sends requests in the recommended order and prints one document', async () => {
    const chosen = [
      '--vehicle',
      'kea camper',
      '--accessory',
      'snow chains,1',
      '--insurance',
      'full cover',
    ];
    const { code, stdout, stderr, paths, last, baseUrl } = await plan([...chosen, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(paths.slice(0, 2)).toEqual(['/depots', '/vehicles/availability']);
    expect(paths.slice(2, 4).sort()).toEqual([
      '/vehicles/11/accessories',
      '/vehicles/11/insurance-types',
    ]);
    expect(last).toBe(
      '/quotes?pick_up_depot_id=1&drop_off_depot_id=2&pick_up_date=2027-01-15&drop_off_date=2027-01-22&vehicle_id=11&accessory_ids=1%2C1&insurance_id=7',
    );
    const { quote, ...document } = JSON.parse(stdout) as Record<string, unknown>;
    expect(document).toEqual({
      operator: { name: new URL(baseUrl).host, baseUrl: `${baseUrl}/`, siteUrl: `${baseUrl}/` },
      pickUp: {
        depot: expect.objectContaining({ id: 1, name: 'Auckland' }) as unknown,
        date: '2027-01-15',
      },
      dropOff: { depot: expect.objectContaining({ id: 2 }) as unknown, date: '2027-01-22' },
      vehicle: {
        vehicleId: 11,
        name: 'Kea Camper',
        rentalDailyRate: 99.5,
        imageUrl: 'http://127.0.0.1/v.png',
      },
      accessories: [{ id: 1, name: 'Snow chains', price: 40, quantity: 2 }],
      insurance: { id: 7, name: 'Full cover', price: 210 },
      checkoutUrl: expect.stringContaining(
        'vehicle_id=11&insurance_id=7&accessory_ids=1',
      ) as unknown,
    });
    expect(quote).toMatchObject({ quoteId: 'Q-11-2027-01-15', totalAmount: 696.5 });
  });

  it.each([
    [['quote', '101', '--pick-up', '1'], '--sandbox', 7368, 'rental sandbox is running'],
    [
      ['plan', '--vehicle', 'cheapest', '--pick-up', '5001'],
      '--sandbox=b',
      7369,
      'rental sandbox --variant b is running',
    ],
  ])(
    '%j %s ends with a link to where rental sandbox usually listens, and says so',
    async (line, flag, port, words) => {
      const trip = ['--from', '+30d', '--to', '+7d'];
      // On no day on which the second operator is closed.
      const now = () => Date.parse('2026-10-01T00:00:00Z');
      const { stdout, stderr } = await run([...line, flag, ...trip, '--format', 'table'], { now });
      expect(stdout).toMatch(
        new RegExp(`\\nCheckout\\s+http://127\\.0\\.0\\.1:${port}/book\\?\\S+\\n$`),
      );
      expect(stderr).toContain(`note: the checkout link works only while ${words}\n`);
    },
  );

  it('requests no extras without flags for them, and drops off at the pick-up depot', async () => {
    const { baseUrl, requests } = operator();
    const line = [
      'wizard',
      '--base-url',
      baseUrl,
      '--pick-up',
      '2',
      '--from',
      '2027-01-15',
      '--to',
      '+7d',
    ];
    const { code } = await run([...line, '--vehicle', '12']);
    expect(code).toBe(0);
    expect(requests.map((request) => request.split('?')[0])).toEqual([
      '/depots',
      '/vehicles/availability',
      '/quotes',
    ]);
    expect(requests.at(-1)).toContain('drop_off_depot_id=2');
  });
});

describe('plan that fails', () => {
  it("exits with 1 if the vehicle is sold out, with the service's message and a hint", async () => {
    const { code, stdout, stderr } = await plan(['--vehicle', '11'], { soldOut: [11] });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: That vehicle has just gone\nhint: .*rental availability/);
  });

  it('exits with 1 if the vehicle is not available, without a request for a quote', async () => {
    const { code, stderr, last } = await plan(['--vehicle', '99']);
    expect({ code, last: last.split('?')[0] }).toEqual({ code: 1, last: '/vehicles/availability' });
    expect(stderr).toMatch(
      /^error: vehicle 99 is not available and has not been seen before\nhint: check the name or id; available: /,
    );
  });

  it.each([
    [[], '--pick-up, --from, --to and --vehicle are needed'],
    [['--pick-up', '1', '--from', '+1d', '--to', '+2d'], '--vehicle is needed'],
    [['--vehicle', 'cheapest', '--from', '+1d'], '--pick-up and --to are needed'],
  ])(
    'exits with 2 and names every flag that is missing from %j, without a request',
    async (args, message) => {
      const { baseUrl, requests } = operator();
      const ended = await run(['plan', '--base-url', baseUrl, ...args, '--json']);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code: 'input_needed', message } });
      expect(requests).toEqual([]);
    },
  );

  it('asks which operator, if several are configured without a default', async () => {
    const [lucky, happy] = [operator(), operator()];
    const operators = { lucky: { baseUrl: lucky.baseUrl }, happy: { baseUrl: happy.baseUrl } };
    const ask = (tty: ('stdin' | 'stdout' | 'stderr')[]) =>
      run(['plan', ...trip, '--vehicle', '11', '--accessible', '--json'], {
        env: configuredEnvironment({ operators }),
        tty,
        input: 'happy\n',
      });
    const ended = await ask(['stdin', 'stderr']);
    expect(ended.stderr).toContain('Operator\n1) lucky\n2) happy\n');
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ operator: { name: 'happy' } });
    expect(lucky.requests).toEqual([]);
    const inPipe = await ask([]);
    expect(inPipe).toMatchObject({ code: 2, stdout: '' });
    expect(inPipe.stderr).toMatch(
      /--operator <name>: lucky, happy; rental operators default <name>/,
    );
  });

  it.each([
    ['--max-total', 'abc'],
    ['--pick-up-after', '25:00'],
    ['--drop-off-by', 'noonish'],
  ])('exits with 2 before the first question for %s %s', async (flag, value) => {
    const tty = ['stdin', 'stdout', 'stderr'] as const;
    for (const given of [[], trip.slice(0, 2), [...trip, '--vehicle', '11']]) {
      const { baseUrl, requests } = operator();
      const { code, stderr } = await run(['plan', '--base-url', baseUrl, ...given, flag, value], {
        tty,
        env: { NO_COLOR: '1' },
      });
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`^error: ${flag} takes [^]*\\nhint: [^?]*$`));
      expect(requests).toEqual([]);
    }
  });

  it.each([
    ['with CI=1', [], { CI: '1' }, ['stdin', 'stdout', 'stderr']],
    ['with --no-input', ['--no-input'], {}, ['stdin', 'stdout', 'stderr']],
    ['if stdin is not a terminal', [], {}, ['stdout', 'stderr']],
    ['if stderr is not a terminal', [], {}, ['stdin', 'stdout']],
  ] as const)('asks nothing %s', async (_, flags, env, tty) => {
    const { baseUrl } = operator();
    const ended = await run(['plan', '--base-url', baseUrl, '--from', '+1d', ...flags], {
      env,
      tty,
    });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.replaceAll(/\s+/g, ' ')).toContain(
      '--pick-up, --to and --vehicle are needed',
    );
  });
});
