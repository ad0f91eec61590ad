/** A depot without times on a day: which commands warn of it, how, and for how many requests. */
import { expect, test } from 'vitest';
import {
  cleanEnvironment,
  configuredEnvironment,
  temporaryFolder,
} from '../../support/environment.ts';
import { operator, operatorService } from '../../support/operator.ts';
import { run } from '../../support/run.ts';
import { answer, plant } from '../../support/service.ts';

// 16 January 2027 is a Saturday.
const dates = ['--from', '2027-01-16', '--to', '2027-01-22'];
const trip = ['--pick-up', 'auckland', '--drop-off', '2', ...dates];
const message =
  'Auckland lists no pick-up times on Sat 16 Jan 2027; nearest with times: Fri 15 Jan 2027 and Mon 18 Jan 2027';
const warning = {
  purpose: 'pick-up',
  depotId: 1,
  depot: 'Auckland',
  date: '2027-01-16',
  nearest: ['2027-01-15', '2027-01-18'],
  message,
};

test.each<[line: string[], more: object]>([
  [['quote', '11', '--to', '2027-01-22'], {}],
  [['plan', '--vehicle', '11', '--to', '2027-01-22'], {}],
  [['compare', '--nights', '6'], { operator: expect.any(String) as unknown }],
])(
  '%j warns for a depot by name and by id, with a single request for the depots',
  async (line, more) => {
    const { baseUrl, requests } = operator({ days: ['weekday'] });
    const env = cleanEnvironment(temporaryFolder());
    for (const depot of ['auckland', '1']) {
      const request = [...line, '--pick-up', depot, '--from', '2027-01-16', '--base-url', baseUrl];
      const ended = await run([...request, '--json'], { env });
      expect(ended.code).toBe(0);
      expect(ended.stderr).toContain(`warning: ${message}\n`);
      expect((JSON.parse(ended.stdout) as { warnings: unknown }).warnings).toEqual([
        { ...warning, ...more },
      ]);
    }
    expect(requests.filter((path) => path === '/depots')).toHaveLength(1);
  },
);

test('without a day to warn of, there is no warning', async () => {
  const { baseUrl } = operator({ days: ['weekday', 'SATURDAY'] });
  const ended = await run(['quote', '11', ...trip, '--base-url', baseUrl, '--json']);
  expect(ended.stdout).not.toContain('warnings');
  expect(ended.stderr).not.toContain('times');
});

test.each([
  ['availability', ...trip],
  ['book-link', ...trip],
])('%j warns beside its answer, also with --quiet, and then says nothing else', async (...line) => {
  const { baseUrl } = operator({ days: ['weekday'] });
  const ended = await run([...line, '--base-url', baseUrl, '--json', '--quiet']);
  expect(ended).toMatchObject({ code: 0, stderr: `warning: ${message}\n` });
  expect(ended.stdout).not.toContain('lists no');
});

test('by id, no command requests the list in a pipe, also if the stored one is too old', async () => {
  const { baseUrl, requests } = operator({ days: ['weekday'] });
  const env = cleanEnvironment(temporaryFolder());
  const line = ['quote', '11', '--pick-up', '1', ...dates, '--base-url', baseUrl];
  expect((await run(line, { env })).stderr).not.toContain('lists no');
  expect(requests).not.toContain('/depots');
  await run(['depots', '--base-url', baseUrl], { env, now: () => Date.now() - 25 * 3_600_000 });
  expect((await run(line, { env })).stderr).not.toContain('lists no');
  expect(requests.filter((path) => path === '/depots')).toHaveLength(1);
});

test('on a terminal, only the names of depots are missing if they cannot be looked up', async () => {
  const real = operatorService();
  const { baseUrl, requests } = plant(async (request) =>
    request.url.endsWith('/depots') ? answer(503, { error: 'Back in a minute' }) : real(request),
  );
  const line = ['quote', '11', '--pick-up', '1', ...dates, '--base-url', baseUrl, '--retries', '0'];
  const ended = await run(line, { tty: ['stdout'] });
  expect(requests[0]).toBe('/depots');
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stdout).toContain('depot 1, Sat 16 Jan 2027');
});

test('compare ranks offers with such a day after the others, and every form says which they are', async () => {
  const { baseUrl } = operator({ days: ['weekday'] });
  const days = ['--pick-up', 'auckland', '--from', '2027-01-16..+2d', '--nights', '1'];
  const comparison = ['compare', ...days, '--base-url', baseUrl];
  const ended = await run([...comparison, '--json']);
  const { offers } = JSON.parse(ended.stdout) as {
    offers: { rank: number; selection: object; warnings?: object[] }[];
  };
  // All totals are equal, and Monday is the last of the days.
  expect(offers.map(({ rank }) => rank)).toEqual([1, 1, 3, 3, 3, 3]);
  expect(offers[0]).toMatchObject({ selection: { pick_up_date: '2027-01-18' } });
  expect(offers[0]).not.toHaveProperty('warnings');
  const [first, second] = [
    { purpose: 'pick-up', date: '2027-01-16' },
    { purpose: 'drop-off', date: '2027-01-17' },
  ];
  expect(offers[2]).toMatchObject({ warnings: [first, second] });
  expect(ended.stderr).toContain(
    'note: offers whose depot has no times on a day are listed last, however cheap\n',
  );
  const csv = await run([...comparison, '--fields', 'pick_up_date,noTimes', '--limit', '3']);
  expect(csv.stdout.split('\n')[2]).toBe('2027-01-16\tpick-up, drop-off');
  const shown = async (...more: string[]): Promise<string> =>
    (await run([...comparison, ...more], { tty: ['stdout'], columns: 200, env: { NO_COLOR: '1' } }))
      .stdout;
  expect(await shown()).toMatch(/CHECK TIMES[^]* Mon 18 Jan\n[^]*Sat 16 Jan +pick-up, drop-off/);
  expect(await shown('--view', 'calendar')).toMatch(
    /× a depot lists no times on a day[^]*Sat 16 Jan +696.50×\n[^]*Mon 18 Jan +696.50 ?\n/,
  );
});

test('compare has a warning for each depot, and names the operator if there are several', async () => {
  const depots = ['Ahu', 'Bay'];
  const { baseUrl } = operator({ days: ['weekday'], depots });
  const operators = { one: { baseUrl }, two: { baseUrl: operator({ depots }).baseUrl } };
  const comparison = [
    'compare',
    '--pick-up',
    depots.join(),
    '--from',
    '2027-01-16',
    '--nights',
    '6',
    '--quote',
    'none',
  ];
  const { stderr } = await run([...comparison, '--operator', 'one,two'], {
    env: configuredEnvironment({ operators }),
  });
  const notes = stderr.split('\n').filter((line) => /times/.test(line));
  expect(notes).toMatchObject([
    expect.stringMatching(/^warning: one: Ahu lists no pick-up times/),
    expect.stringMatching(/^warning: one: Bay lists no pick-up times/),
  ]);
});
