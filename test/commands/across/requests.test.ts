/** Each command sends only the requests that it needs. */
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { plantSandbox } from '../../sandbox/support.ts';
import { run, type RunOptions } from '../../support/run.ts';
import { answer, plant } from '../../support/service.ts';

function sandbox() {
  const operator = plantSandbox();
  const env = cleanEnvironment(temporaryFolder());
  const runWith = (options: RunOptions, args: readonly string[]) =>
    run([...args, '--base-url', operator.baseUrl], { env, ...options });
  return {
    paths: () =>
      operator.requests
        .map(({ path }) => path.replace(/^\/api\/agent/, '').replace(/\?.*/, ''))
        .sort(),
    rental: (...args: string[]) => runWith({}, args),
    rentalAt: (now: number, ...args: string[]) => runWith({ now: () => now }, args),
    onTerminal: (...args: string[]) => runWith({ tty: ['stdout'] }, args),
  };
}

const byId = ['--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d'];
const byName = [
  '--pick-up',
  'auckland airport',
  '--drop-off',
  'queenstown',
  '--from',
  '+30d',
  '--to',
  '+7d',
];

describe('an id needs no request; names need one request per list', () => {
  const extras = ['/vehicles/101/accessories', '/vehicles/101/insurance-types'] as const;

  test.each<[line: string[], ...paths: string[]]>([
    [['depots'], '/depots'],
    [['availability', ...byId], '/vehicles/availability'],
    [['availability', ...byName], '/depots', '/vehicles/availability'],
    [['extras', '101'], ...extras],
    [['extras', 'ruru 2-berth campervan', ...byId], ...extras, '/vehicles/availability'],
    [['extras', '101', ...byName], ...extras],
    [['quote', '101', ...byId, '--insurance', 'None', '--accessory', 'none'], '/quotes'],
    [
      ['quote', '101', ...byId, '--accessory', 'child seat', '--insurance', '403'],
      '/quotes',
      extras[0],
    ],
    [
      ['quote', 'Ruru 2-berth Campervan', ...byName],
      '/depots',
      '/quotes',
      '/vehicles/availability',
    ],
    [
      ['quote', '101', ...byId, '--ics', '/dev/null', '--quiet'],
      '/depots',
      '/quotes',
      '/vehicles/availability',
    ],
    [['book-link', ...byId]],
    [['book-link', '101', ...byId, '--insurance', 'zero excess'], extras[1]],
    [['plan', ...byId, '--vehicle', '101'], '/depots', '/quotes', '/vehicles/availability'],
  ])('rental %j', async (line, ...paths) => {
    const { rental, paths: requestedPaths } = sandbox();
    expect(await rental(...line)).toMatchObject({ code: 0, stderr: '' });
    expect(requestedPaths()).toEqual(paths);
  });
});

describe('on a terminal, one request looks up the names of depots that are given by id', () => {
  test.each([
    [['quote', '101', ...byId], '/quotes'],
    [['availability', ...byId], '/vehicles/availability'],
  ])('rental %j', async (line, path) => {
    const { onTerminal, paths } = sandbox();
    for (const times of [1, 2]) {
      const ended = await onTerminal(...line);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout).toContain('Auckland Airport → Queenstown, ');
      expect(paths()).toEqual(['/depots', ...Array<string>(times).fill(path)]);
    }
  });

  test.each([
    [['quote', '101', ...byId, '--json'], 'a terminal', ['/quotes']],
    [['book-link', '101', ...byId], 'a terminal', []],
    [['quote', '101', ...byId, '--format', 'table'], 'a pipe', ['/quotes']],
  ] as const)('no request for names: rental %j on %s', async (line, where, expected) => {
    const { onTerminal, rental, paths } = sandbox();
    expect(await (where === 'a terminal' ? onTerminal : rental)(...line)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(paths()).toEqual(expected);
  });
});

describe('the stored depots', () => {
  test('answer the next look-up by name, until --refresh', async () => {
    const { rental, paths } = sandbox();
    await rental('availability', ...byName);
    await rental('availability', ...byName);
    expect(paths()).toEqual(['/depots', '/vehicles/availability', '/vehicles/availability']);
    await rental('availability', ...byName, '--refresh');
    expect(paths().filter((path) => path === '/depots')).toHaveLength(2);
  });

  test('do not answer if they were stored by a clock that was ahead', async () => {
    const { rentalAt, paths } = sandbox();
    const now = Date.now();
    await rentalAt(now + 3_600_000, 'availability', ...byName);
    await rentalAt(now, 'availability', ...byName);
    expect(paths().filter((path) => path === '/depots')).toHaveLength(2);
  });

  test('are asked for again, once, if they do not contain the name', async () => {
    const { rental, paths } = sandbox();
    const line = (depot: string) => [
      'availability',
      '--pick-up',
      depot,
      '--from',
      '+30d',
      '--to',
      '+7d',
    ];
    await rental(...line('airport'));
    expect((await rental(...line('airport'))).stderr).toMatch(/matches 2 depots/);
    expect(paths()).toEqual(['/depots']);
    expect((await rental(...line('atlantis'))).stderr).toMatch(
      /no depot matches "atlantis"\nhint: .*Auckland/,
    );
    expect(paths()).toEqual(['/depots', '/depots']);
  });
});

test('extras sends its two requests in parallel', async () => {
  let under = 0;
  let release = (): void => {};
  const both = new Promise<void>((resolve) => (release = resolve));
  // Each response waits for both requests, so that requests one after the other would never end.
  const { baseUrl } = plant(async () => {
    under += 1;
    if (under === 2) release();
    await both;
    return answer(200, []);
  });
  expect(await run(['extras', '1', '--base-url', baseUrl, '--json'])).toMatchObject({
    code: 0,
    stdout: '{"vehicleId":1,"accessories":[],"insuranceTypes":[]}\n',
  });
});

test.each([
  [['quote', '101']],
  [['extras', '101']],
  [['plan', '--vehicle', 'cheapest']],
  [['compare']],
])('rental %j sends no request for a drop-off before the pick-up', async (command) => {
  const { rental, paths } = sandbox();
  const line = [
    ...command,
    '--pick-up',
    'auckland airport',
    '--from',
    '2031-12-30',
    '--to',
    '29 dec',
  ];
  const ended = await rental(...line, '--json');
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(ended.stderr)).toMatchObject({
    error: {
      code: 'usage',
      message: '--to: Mon 29 Dec 2031 is before the pick-up date, Tue 30 Dec 2031',
    },
  });
  expect(paths()).toEqual([]);
});
