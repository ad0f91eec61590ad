/** What a name on the command line stands for: the wrong thing is never priced in silence. */
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operator, type OperatorOptions } from '../../support/operator.ts';
import { run, type RunOptions } from '../../support/run.ts';

const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];
const terminal = { tty: ['stdin', 'stdout', 'stderr'] } as const;

/** Kea (1) and Kea Deluxe (2); Kea is sold out in January. */
const keas: OperatorOptions = {
  vehicles: (_, query) =>
    query.get('pick_up_date')?.startsWith('2030-01')
      ? { 2: 'Kea Deluxe' }
      : { 1: 'Kea', 2: 'Kea Deluxe' },
};

async function rental(options: OperatorOptions = keas) {
  const { baseUrl, requests } = operator(options);
  const env = cleanEnvironment(temporaryFolder());
  return {
    quotes: () => requests.filter((path) => path.startsWith('/quotes')),
    requests,
    rental: (args: readonly string[], more: RunOptions = {}) =>
      run([...args, '--base-url', baseUrl], { ...more, env: { ...env, ...more.env } }),
  };
}

describe('a vehicle by name', () => {
  test('is taken by its whole name, apart from case and accents, and named in the JSON', async () => {
    const { rental: run, quotes } = await rental({
      vehicles: () => ({ 1: 'Kēa', 2: 'Kea Deluxe' }),
    });
    const ended = await run(['quote', 'kea', ...trip, '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      vehicle: { id: 1, name: 'Kēa' },
      selection: { vehicle_id: 1 },
    });
    const link = await run(['book-link', 'kea', ...trip, '--json']);
    expect(JSON.parse(link.stdout)).toMatchObject({
      kind: 'checkout',
      vehicle: { id: 1, name: 'Kēa' },
    });
    const extras = await run(['extras', '1', '--json']);
    expect(extras.stdout).not.toContain('"vehicle"');
    expect(quotes()).toHaveLength(1);
  });

  test('is one: several are an error that names compare, unless a name has the comma', async () => {
    const { rental: run } = await rental({
      vehicles: () => ({ 1: 'Kea', 2: 'Moa', 3: 'Kea, Moa' }),
    });
    for (const [text, count] of [
      ['1,2', 2],
      ['1,77', 2],
      ['kea,2', 2],
      ['1,kea,moa', 2],
    ] as const) {
      const ended = await run(['quote', text, ...trip, '--json']);
      expect(ended).toMatchObject({ code: 2, stdout: '' });
      expect(JSON.parse(ended.stderr)).toMatchObject({
        error: {
          message: `"${text}" names ${count} vehicles, and only one can be given`,
          hint: `several can be compared: rental compare --vehicle ${text}`,
        },
      });
    }
    expect(await run(['quote', 'kea, moa', ...trip, '--json'])).toMatchObject({ code: 0 });
    expect(await run(['quote', 'weka,tui', ...trip, '--json'])).toMatchObject({ code: 1 });
  });

  test('in a terminal can be a part that fits one vehicle, with a note', async () => {
    const { rental: run } = await rental({
      vehicles: () => ({ 1: 'Kea', 2: 'Kea Deluxe', 3: 'Moa' }),
    });
    const ended = await run(['quote', 'deluxe', ...trip], terminal);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('vehicle "deluxe" means Kea Deluxe (2)');
    expect(await run(['quote', 'e', ...trip], terminal)).toMatchObject({ code: 2 });
    expect(await run(['quote', 'deluxe', ...trip, '--no-input'], terminal)).toMatchObject({
      code: 1,
    });
  });
});

describe('a vehicle that is not offered', () => {
  test.each([
    ['kea deluxx', ['plan', '--vehicle']],
    ['kea deluxx', ['quote']],
  ])('%j in %j ends with 1 and names the free vehicles', async (given, line) => {
    const { rental: run, quotes } = await rental();
    const error = `error: vehicle "${given}" is not available and has not been seen before`;
    const stderr = `${error}\nhint: did you mean Kea Deluxe (2)? Available: Kea Deluxe (2)\n`;
    expect(await run([...line, given, ...trip])).toMatchObject({ code: 1, stdout: '', stderr });
    expect(quotes()).toEqual([]);
  });

  // It may be sold out: nothing says that no vehicle has this name.
  test.each(['quote', 'book-link'])(
    '%s says that a part of an available name is not the whole name',
    async (command) => {
      const { rental: run } = await rental();
      const stderr =
        'error: "Kea" is not the whole name of an available vehicle\nhint: did you mean Kea Deluxe (2)?\n';
      expect(await run([command, 'Kea', ...trip])).toMatchObject({ code: 1, stdout: '', stderr });
    },
  );

  test('is called sold out if it was listed before; else the hint is to check its name', async () => {
    const { rental: run } = await rental();
    await run(['availability', '--pick-up', '1', '--from', '2030-02-05', '--to', '2030-02-12']);
    const soldOut = 'error: vehicle "kea" is sold out, or not offered for these depots and dates\n';
    expect((await run(['quote', 'kea', ...trip])).stderr).toContain(soldOut);
    const unseen =
      'has not been seen before\nhint: check the name or id; available: Kea Deluxe (2)\n';
    expect((await run(['quote', 'motorhome', ...trip])).stderr).toContain(unseen);
  });
});

describe('compare --vehicle', () => {
  const comparison = ['compare', '--pick-up', '1', '--nights', '7', '--json'];

  test('does not take a vehicle that is sold out on all dates for a part of another', async () => {
    const { rental: run } = await rental();
    await run(['availability', '--pick-up', '1', '--from', '2030-02-05', '--to', '2030-02-12']);
    const ended = await run([...comparison, '--from', '2030-01-05', '--vehicle', 'kea']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('no available vehicle matches \\"kea\\"');
  });

  test.each([
    ['ke', 'note: vehicle "ke" means Kea (1), Kea Deluxe (2)', ['Kea', 'Kea Deluxe']],
    ['kea deluxe,motorhome', 'no available vehicle matches "motorhome"', ['Kea Deluxe']],
  ])(
    'with %j compares all vehicles that it fits, and notes which, or what fits none',
    async (text, note, names) => {
      const { rental: run } = await rental();
      const ended = await run([...comparison, '--from', '2030-02-05', '--vehicle', text]);
      expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining(note) as string });
      const { offers } = JSON.parse(ended.stdout) as { offers: { vehicle: { name: string } }[] };
      expect(offers.map(({ vehicle }) => vehicle.name)).toEqual(names);
    },
  );
});

describe('depots and extras', () => {
  test('by a part of a name are taken if one fits, with a note', async () => {
    const { rental: run } = await rental({});
    const args = [
      '--from',
      '2030-01-05',
      '--to',
      '2030-01-12',
      '--accessory',
      'snow',
      '--insurance',
      'full',
    ];
    const ended = await run([
      'quote',
      '11',
      '--pick-up',
      'auck',
      '--drop-off',
      'Christchurch',
      ...args,
    ]);
    expect(ended.code).toBe(0);
    expect(ended.stderr.trimEnd().split('\n')).toEqual([
      'note: depot "auck" means Auckland (1)',
      'note: accessory "snow" means Snow chains (1)',
      'note: insurance plan "full" means Full cover (7)',
    ]);
    const week = ['--from', '2030-01-05', '--nights', '7', '--accessory', 'snow'];
    const compared = await run(['compare', '--pick-up', 'auck', ...week]);
    expect(compared.stderr).toContain('note: depot "auck" means Auckland (1)');
    expect(compared.stderr).toContain('note: "snow" means "Snow chains"');
  });

  test('by an id that the stored list lacks are asked for again, once', async () => {
    const depots = ['Auckland'];
    const { rental: run, requests } = await rental({ depots });
    const plan = [
      'plan',
      '--from',
      '2030-01-05',
      '--to',
      '2030-01-12',
      '--vehicle',
      'cheapest',
      '--pick-up',
    ];
    await run([...plan, 'auckland']);
    depots.push('Taupō');
    expect((await run([...plan, '2', '--json'])).code).toBe(0);
    expect(await run([...plan, '3'])).toMatchObject({ code: 2 });
    expect(requests.filter((path) => path === '/depots')).toHaveLength(3);
  });
});
