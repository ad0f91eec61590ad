/** The views of compare. The sandbox prices by the weeks from today, so the tests fix the date. */
import { expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { cli } from '../../support/cli.ts';
import { fleets, serviceOf, type Fleet } from '../../support/fleet.ts';
import type { Comparison } from '../../../src/documents/offers.ts';
import type { RunOptions } from '../../support/run.ts';
import { availabilityPath, changeJson } from '../../smoke/faults/parts.ts';
import { plantOperators } from './support.ts';

const now = () => Date.parse('2026-11-20T10:00:00Z');
const options = { now };
const trip = [
  '--pick-up',
  'auckland airport',
  '--from',
  '2026-12-17..2026-12-19',
  '--vehicle',
  'campervan',
];
const calendar = [...trip, '--view', 'calendar', '--quote', 'best:1', '--nights', '5..12'];

async function shown(args: readonly string[], run: RunOptions = {}): Promise<string> {
  const lucky = plantOperators({ lucky: options });
  const ended = await lucky.compare([...args, '--format', 'table'], {
    now,
    ...run,
    tty: ['stdout'],
  });
  expect(ended).toMatchObject({ code: 0 });
  return ended.stdout;
}

/** The text before the details of the cheapest offer. */
function top(text: string): string {
  return text.split(/\nCheapest(?: found)?:/)[0] ?? '';
}

test.each(
  sample(
    [
      [60, [4, 4]],
      [80, [6, 2]],
      [100, [8]],
    ] as const,
    3,
  ),
)(
  'in %i columns the calendar has blocks of as many lengths as fit: %j',
  async (columns, counts) => {
    const text = await shown(calendar, { columns, env: { NO_COLOR: '1' } });
    const headers = top(text).match(/^FROM .*$/gm) ?? [];
    expect(headers.map((header) => header.match(/\d+ nights/g)?.length)).toEqual(counts);
    expect(top(text).match(/^Thu 17 Dec {2}.*$/gm)).toHaveLength(counts.length);
    expect(headers[0]).toMatch(/^FROM +5 nights +6 nights /);
    expect(
      text.split('\n').every((line) => line.startsWith('http') || line.length <= columns),
    ).toBe(true);
  },
);

test('six lengths are one block in 120 columns', { tags: ['long'] }, async () => {
  const rental = cli(serviceOf({ vehicles: () => ({ 11: 'Kea' }) }));
  const month = 'compare --pick-up 1 --from 2030-01-01..2030-01-07 --nights 5..10 --view calendar';
  const text = await rental.screen(month, 120);
  expect(text.match(/^FROM .*$/gm)).toHaveLength(1);
});

test(
  'in colour the calendar has the same text, with the cheapest of each column green',
  { tags: ['long'] },
  async () => {
    const plain = await shown(calendar, { columns: 80, env: { NO_COLOR: '1' } });
    const coloured = await shown(calendar, {
      columns: 80,
      env: { TERM: 'xterm-256color', COLORTERM: '' },
    });
    expect(top(coloured.replace(/\u001B\[[0-9;]*m/g, '')).replace(/ +$/gm, '')).toBe(top(plain));
    expect(coloured).toContain('\u001B[32m511.75*\u001B[39m');
  },
);

test('the ranked table shows only columns that differ, in 160 columns also the price of a night', async () => {
  const ranked = [
    ...trip,
    '--nights',
    '7',
    '--quote',
    'best:6',
    '--accessory',
    'child seat',
    '--insurance',
    'zero',
  ];
  const narrow = await shown(ranked, { env: { NO_COLOR: '1' } });
  expect(narrow).toMatch(
    /^8 offers in NZD, Auckland Airport, starts Thu 17 Dec 2026 – Sat 19 Dec 2026, 7\nnights, lucky\n/,
  );
  expect(narrow).toContain('\n #     TOTAL         VEHICLE                       FROM\n');
  expect(narrow).toContain(
    '\n=3  1,186.15  ████▏  Ruru 2-berth Campervan        Fri 18 – Sat 19 Dec, 2 starts\n',
  );
  const wide = await shown(ranked, { columns: 160, env: { NO_COLOR: '1' } });
  expect(wide).toMatch(/^ *# +TOTAL +A NIGHT +VEHICLE +FROM$/m);
  expect(wide).toMatch(/^ *1 +1,030\.40 +[▀-▟]+ +147\.20 +Ruru /m);
});

test('with --quote none the table lists the available vehicles by daily rate', async () => {
  const text = await shown([...trip, '--nights', '7', '--quote', 'none'], {
    env: { NO_COLOR: '1' },
  });
  expect(text).toMatch(/^Available, not quoted: 8 offers, Auckland Airport, /);
  expect(text).toMatch(
    /\nNZD A DAY +ABOUT +VEHICLE +FROM\n +102\.35 +716\.45 +Ruru 2-berth Campervan +Thu 17 Dec\n +114\.43 /,
  );
});

test('if no vehicle is available, compare says so and exits with 0; for a wanted one, with 1', async () => {
  const { rental, shown: shownOf } = fleets({
    lucky: { vehicles: (date) => (date < '2031' ? {} : { 11: 'Kea' }) },
  });
  const comparison = ['compare', '--pick-up', '1', '--nights', '1'];
  expect(await shownOf([...comparison, '--from', '2030-12-17'])).toBe('No vehicle was found.\n');
  const ended = await rental([...comparison, '--from', '2031-12-17', '--vehicle', 'allsorts']);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain(
    'no available vehicle matches "allsorts", nor any seen before\nhint: check the name or id; available: Kea (11)',
  );
});

test(
  'starts on which nothing is available are named, but not those without an answer',
  { tags: ['long'] },
  async () => {
    const gone = ['2030-01-06', '2030-01-08'];
    const lost = { status: 404, error: 'no' };
    const { rental, shown: shownOf } = fleets({
      lucky: {
        vehicles: (date) =>
          gone.includes(date) ? {} : date === '2030-01-07' ? lost : { 11: 'Kea' },
      },
    });
    const line = ['compare', '--pick-up', '1', '--from', '2030-01-05..2030-01-09', '--nights', '3'];
    const days = '6, 8 Jan 2030, 2 starts\n';
    expect(await shownOf([...line, '--group-by', 'date'])).toContain(
      `\n\nStarts with nothing available: ${days}`,
    );
    expect((await rental([...line, '--json'])).stderr).toContain(
      `note: starts with nothing available: ${days}`,
    );
    expect(await shownOf([...line, '--view', 'calendar'])).not.toContain(days);
  },
);

test('where all offers are of one of several operators, the heading names it', async () => {
  const fleet = (vehicles: Record<number, string>): Fleet => ({ vehicles: () => vehicles });
  const both = fleets({ lucky: fleet({ 11: 'Kea', 12: 'Moa' }), happy: fleet({}) });
  const line = ['compare', '--pick-up', 'lucky:1,happy:1', '--from', '2030-01-05', '--nights', '7'];
  const text = await both.shown(line);
  expect(text).toMatch(/^2 offers in NZD, .*, 7 nights, lucky\n/);
  expect(text).not.toContain('OPERATOR');
});

test('a vehicle that the service lists twice is one offer', async () => {
  const lucky = plantOperators({
    lucky: { now, defects: [changeJson(availabilityPath, (list) => void list.push(list[0]))] },
  });
  const line = [
    '--pick-up',
    '1',
    '--from',
    '2026-12-17',
    '--nights',
    '7',
    '--quote',
    'all',
    '--json',
  ];
  const ended = await lucky.compare(line, { now });
  expect(ended.code).toBe(0);
  const ids = (JSON.parse(ended.stdout) as Comparison).offers.map(
    ({ vehicle }) => vehicle.vehicleId,
  );
  expect(ids.length).toBeGreaterThan(5);
  expect(new Set(ids).size).toBe(ids.length);
});

const favourNote = 'Totals favour shorter trips; --group-by nights shows the best of each length.';
const ofLengths = 'compare --pick-up 1 --from 2030-01-05 --nights 5,7';
test.each([
  [ofLengths, 1],
  [`${ofLengths} --quote all --limit 1`, 1],
  [ofLengths.replace('5,7', '7'), 0],
  [`${ofLengths} --group-by nights`, 0],
  [`${ofLengths} --group-by vehicle`, 1],
  [`${ofLengths} --view calendar`, 0],
  [`${ofLengths} --quote none`, 0],
])('%s says %d times, below the heading, that totals favour shorter trips', async (line, times) => {
  const rental = cli(serviceOf({ vehicles: () => ({ 11: 'Kea', 12: 'Moa' }) }));
  const text = await rental.screen(line);
  expect(text.split(favourNote)).toHaveLength(times + 1);
  if (times > 0) expect(text).toMatch(/^[^\n]* offers? in NZD, [^\n]*\n(?:[^\n]*\n)?Totals favour/);
  expect((await rental.run(line)).stdout).not.toContain('Totals favour');
});

test('with several currencies each ranking says at most once that totals favour shorter trips', async () => {
  const quote = (query: URLSearchParams) => ({
    currency: query.get('vehicle_id') === '11' ? 'NZD' : 'AUD',
  });
  const rental = cli(serviceOf({ vehicles: () => ({ 11: 'Kea', 12: 'Moa' }), quote }));
  expect((await rental.screen(`${ofLengths} --quote all`)).split(favourNote)).toHaveLength(2);
});
