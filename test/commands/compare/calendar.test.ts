/** The calendar of a comparison: its cells and signs, pairs of depots, currencies and pages. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/environment.ts';
import { fakeTerminal, interrupt } from '../../support/fake-terminal.ts';
import { never, plant } from '../../support/service.ts';
import { run } from '../../support/run.ts';
import { fleets, serviceOf, type Fleet } from '../../support/fleet.ts';

const from = ['compare', '--pick-up', '1', '--nights', '7'];
const fourStarts = [...from, '--from', '2030-01-05..2030-01-08'];

/** The calendar itself, line by line, without headings and what follows. */
function lines(text: string): string[] {
  return (text.split('\n\n')[1] ?? '').split('\n');
}

function legend(text: string): string {
  return text.split('\n').find((line) => /^[*–~?] /.test(line)) ?? '';
}

test('a date that failed keeps its row, and one that was answered in part has its own sign', async () => {
  /** On the 6th a quote fails, on the 7th nothing is available, on the 8th the service fails. */
  const lucky: Fleet = {
    vehicles: (date) => {
      if (date === '2030-01-08') return { status: 503, error: 'Back soon' };
      if (date === '2030-01-07') return {};
      return { 11: 'Kea', 12: 'Moa' };
    },
    quote: (query) => {
      const isFailing =
        query.get('vehicle_id') === '11' && query.get('pick_up_date') === '2030-01-06';
      return isFailing ? { status: 503, error: 'Back soon' } : {};
    },
  };
  const { shown } = fleets({ lucky });
  const text = await shown([...fourStarts, '--view', 'calendar', '--retries', '0']);
  expect(lines(text)).toEqual([
    'FROM       7 nights',
    'Sat 5 Jan   110.00*',
    'Sun 6 Jan   120.00?',
    'Mon 7 Jan        –',
    'Tue 8 Jan        ?',
  ]);
  expect(legend(text)).toBe('* the cheapest start found   – nothing available   ? incomplete');
});

test('a start whose depot lists no times has its sign, also if it is the cheapest', async () => {
  const lucky: Fleet = {
    days: ['weekday'],
    vehicles: () => ({ 11: 'Kea' }),
    quote: (query) => ({ totalAmount: query.get('pick_up_date') === '2030-01-05' ? 90 : 110 }),
  };
  const { shown } = fleets({ lucky });
  const weekend = [
    'compare',
    '--pick-up',
    '1',
    '--from',
    '2030-01-05..2030-01-06',
    '--nights',
    '7',
  ];
  expect(lines(await shown([...weekend, '--view', 'calendar']))).toEqual([
    'FROM       7 nights',
    'Sat 5 Jan    90.00×',
    'Sun 6 Jan   110.00×',
  ]);
});

test('a date that has only offers without a wanted extra has its own sign', async () => {
  const lucky: Fleet = {
    vehicles: (date) =>
      date > '2030-01-06' ? {} : { 12: 'Moa', ...(date === '2030-01-05' && { 11: 'Kea' }) },
    accessories: (id) => (id === 11 ? { 1: 'Bike rack' } : {}),
  };
  const { shown } = fleets({ lucky });
  const rack = [
    '--accessory',
    'bike rack',
    '--view',
    'calendar',
    '--from',
    '2030-01-05..2030-01-07',
  ];
  const text = await shown([...from, ...rack]);
  expect(lines(text)).toEqual([
    'FROM       7 nights',
    'Sat 5 Jan   110.00',
    'Sun 6 Jan        ~',
    'Mon 7 Jan        –',
  ]);
  expect(legend(text)).toBe('– nothing available   ~ available, without a total to compare');
});

test('totals in two currencies are two calendars', async () => {
  /**
   * Moa is priced in AUD on the first two days, Kea always in NZD and only from the second day on.
   */
  const lucky: Fleet = {
    vehicles: (date) => ({
      ...(date !== '2030-01-05' && { 11: 'Kea' }),
      ...(date <= '2030-01-06' && { 12: 'Moa' }),
    }),
    quote: (query) => ({ currency: query.get('vehicle_id') === '12' ? 'AUD' : 'NZD' }),
  };
  const { shown } = fleets({ lucky });
  const text = await shown([...fourStarts, '--view', 'calendar']);
  const [first = '', second = ''] = text.split(/^(?=Cheapest total of 2 offers)/m);
  expect(first).toMatch(/^Cheapest total of 3 offers in NZD/);
  expect(second).toMatch(/^Cheapest total of 2 offers in AUD/);
  const cells = (calendar: string) =>
    lines(calendar)
      .slice(1)
      .map((line) => line.replaceAll(/ +/g, ' '));
  expect(cells(first)).toEqual([
    'Sat 5 Jan ~',
    'Sun 6 Jan 110.00',
    'Mon 7 Jan 110.00',
    'Tue 8 Jan 110.00',
  ]);
  expect(cells(second)).toEqual([
    'Sat 5 Jan 120.00',
    'Sun 6 Jan 120.00',
    'Mon 7 Jan ~',
    'Tue 8 Jan ~',
  ]);
});

test('outside a terminal there are offers, as without --view', async () => {
  const { rental } = fleets({ lucky: { vehicles: () => ({ 11: 'Kea' }) } });
  const line = [...fourStarts, '--fields', 'rank,totalAmount', '--quote', 'all'];
  const { stdout } = await rental(line);
  expect(await rental([...line, '--view', 'calendar'])).toMatchObject({ code: 0, stdout });
});

test('trips that were not asked have their own sign, also in a calendar of a saved answer', async () => {
  const cars = { 11: ['Kea', 50], 12: ['Moa', 60] } as const;
  const lucky: Fleet = {
    // On the 4th nothing is available, and the 5th fails.
    vehicles: (date) => {
      if (date === '2030-01-05') return { status: 503, error: 'Back soon' };
      return date === '2030-01-04' ? {} : cars;
    },
    quote: (query) => {
      const days =
        Number(query.get('drop_off_date')!.slice(8)) - Number(query.get('pick_up_date')!.slice(8));
      return { totalAmount: cars[Number(query.get('vehicle_id')) as 11 | 12][1] * days };
    },
  };
  const { rental } = fleets({ lucky });
  const env = { XDG_DATA_HOME: temporaryFolder(), NO_COLOR: '1' };
  const asked = [
    'compare',
    '--pick-up',
    '1',
    '--nights',
    '5..6',
    '--from',
    '2030-01-01..2030-01-14',
    '--limit',
    '2',
  ];
  await rental([...asked, '--save', 'days'], { env });
  const { stdout } = await run(['trips', 'show', 'days', '--view', 'calendar'], {
    env,
    tty: ['stdout'],
    columns: 200,
  });
  const rows = lines(stdout).map((line) => line.replaceAll(/ +/g, ' '));
  expect(rows.filter((row) => row.endsWith(' ·')).length).toBeGreaterThan(5);
  expect(rows.some((row) => /^Fri 4 Jan – /.test(row))).toBe(true);
  expect(rows.some((row) => /^Sat 5 Jan [?] /.test(row))).toBe(true);
  expect(stdout).toMatch(/– nothing available {3}.*· not looked up {3}[?] incomplete/);
});

test("a ranking's page sends no more than the ranking; its calendar marks what was not asked", async () => {
  const lucky: Fleet = {
    vehicles: () => ({ 11: ['Kea', 50] }),
    quote: (query) => {
      const [from, to] = ['pick_up_date', 'drop_off_date'].map((name) =>
        Number(query.get(name)!.slice(8)),
      );
      return { totalAmount: 50 * (to! - from!) };
    },
  };
  const asked = [
    'compare',
    '--pick-up',
    '1',
    '--nights',
    '5..6',
    '--from',
    '2030-01-01..2030-01-14',
    '--limit',
    '2',
  ];
  const [plain, paged] = [fleets({ lucky }), fleets({ lucky })];
  await plain.rental(asked);
  const page = `${temporaryFolder()}/page.html`;
  await paged.rental([...asked, '--report', page]);
  // The names of depots are one request.
  expect(paged.requests().length).toBeLessThanOrEqual(plain.requests().length + 1);
  const html = readFileSync(page, 'utf8');
  expect(html.match(/<td>·<\/td>/g)!.length).toBeGreaterThan(5);
  expect(html).toContain('· not looked up');
});

test(
  'each pair of depots has a calendar; operators with the same depots share one',
  { tags: ['long'] },
  async () => {
    const rateOf = (id: number): number => 10 * id - 60;
    const fleetOf = (more: number): Fleet => ({
      depots: ['Picton Ferry', 'Picton Ferry', 'Nelson'],
      vehicles: () =>
        Object.fromEntries(
          [11, 12, 13, 14, 15, 16, 17].map((id) => [id, [`Kea ${id}`, rateOf(id)]]),
        ),
      quote: (query) => {
        const [from, to] = ['pick_up_date', 'drop_off_date'].map((name) =>
          Number(query.get(name)!.slice(8)),
        );
        // Nothing of the second depot is the cheapest of its start and length.
        const fee = (query.get('pick_up_depot_id') === '2' ? 400 : more) + (from === 6 ? 9 : 0);
        return { totalAmount: rateOf(Number(query.get('vehicle_id'))) * (to! - from!) + fee };
      },
    });
    const dates = ['--from', '2030-01-05..2030-01-06', '--nights', '5,6', '--view', 'calendar'];
    const one = fleets({ lucky: fleetOf(0) });
    const text = await one.shown(['compare', '--pick-up', '1,2', '--drop-off', '3', ...dates]);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'the cheapest found for its start, length and depots',
    );
    expect(text).toMatch(
      /\n\nPicton Ferry \(1\) → Nelson\n\nFROM [^\n]*\nSat 5 Jan +250\.00\* +300\.00\*\n/,
    );
    expect(text).toMatch(
      /\n\nPicton Ferry \(2\) → Nelson\n\nFROM [^\n]*\nSat 5 Jan +650\.00\* +700\.00\*\n/,
    );
    const both = fleets({ lucky: fleetOf(1), happy: fleetOf(2) });
    const shared = await both.shown(['compare', '--pick-up', 'Nelson', ...dates]);
    expect(shared.match(/^FROM .*$/gm)).toHaveLength(1);
    expect(shared).toMatch(/\n\nFROM [^\n]*\nSat 5 Jan +251\.00\* +301\.00\*\n/);
  },
);

/** Kea everywhere but at Taupo; on the 6th the service fails at Nelson. */
const fourPlaces: Fleet = {
  depots: ['Auckland', 'Nelson', 'Picton', 'Taupo'],
  vehicles: (date, query) => {
    const to = query.get('drop_off_depot_id');
    if (to === '2' && date === '2030-01-06') return { status: 503, error: 'Back soon' };
    return to === '4' ? {} : { 11: 'Kea' };
  },
};
const several = [
  'compare',
  '--pick-up',
  '1',
  '--drop-off',
  '2,3,4',
  '--nights',
  '7',
  '--view',
  'calendar',
];
const twoDays = [...several, '--from', '2030-01-05..2030-01-06'];

test('a failed cell is marked for its pair of depots alone; a pair without vehicles is named', async () => {
  const text = await fleets({ lucky: fourPlaces }).shown(twoDays);
  expect(text).toMatch(/\n\nAuckland → Nelson\n\n.*\nSat 5 Jan +110\.00\nSun 6 Jan +[?]\n/);
  expect(text).toMatch(/\n\nAuckland → Picton\n\n.*\nSat 5 Jan +110\.00\nSun 6 Jan +110\.00\n/);
  expect(text).toMatch(/^Nothing available: Auckland → Taupo$/m);
});

test(
  'the page has the calendars of the terminal: one of each pair of depots',
  { tags: ['long'] },
  async () => {
    const page = `${temporaryFolder()}/page.html`;
    await fleets({ lucky: fourPlaces }).rental([...twoDays, '--report', page]);
    const html = readFileSync(page, 'utf8');
    const calendars = html.split('<h2>The cheapest').at(-1)!.split('<h3>').slice(1);
    const cellsOf = (calendar = '') =>
      [...calendar.matchAll(/data-total="([^"]+)"|<td>(\S)/g)].map((cell) => cell[1] ?? cell[2]);
    expect(
      calendars.map((calendar) => [
        calendar.split('</h3>')[0],
        ...cellsOf(calendar.split('</table>')[0]),
      ]),
    ).toEqual([
      ['Auckland → Nelson', '110.00', '?'],
      ['Auckland → Picton', '110.00', '110.00'],
    ]);
    expect(html).toContain('Nothing available: Auckland → Taupo');
  },
);

test('a saved answer of an earlier version has one calendar of all pairs of depots, and says so', async () => {
  const { rental } = fleets({
    lucky: { ...fourPlaces, vehicles: () => ({ 11: 'Kea', 12: 'Moa' }) },
  });
  const env = { XDG_DATA_HOME: temporaryFolder(), NO_COLOR: '1' };
  await rental([...twoDays, '--save', 'old'], { env });
  const file = join(env.XDG_DATA_HOME, 'rental', 'trips', 'old.json');
  const trip = JSON.parse(readFileSync(file, 'utf8')) as { document: { pairs?: unknown } };
  delete trip.document.pairs;
  writeFileSync(file, JSON.stringify(trip));
  const { stdout } = await run(['trips', 'show', 'old', '--view', 'calendar'], {
    env,
    tty: ['stdout'],
    columns: 200,
  });
  expect(stdout.match(/^FROM/gm)).toHaveLength(1);
  expect(stdout).toContain('the cheapest found for its start and length');
  expect(stdout).toContain(
    'All pairs of depots are in one calendar, because an earlier version saved this answer',
  );
});

test(
  'after Ctrl-C, the legend says that the run was stopped, also with unpriced offers',
  { tags: ['long'] },
  async () => {
    const usual = serviceOf({ vehicles: () => ({ 11: 'Kea', 12: 'Moa' }) });
    const { baseUrl } = plant((request) =>
      /quotes.*2030-01-0[67]/.test(request.url) ? never() : usual(request),
    );
    const line = [
      'compare',
      '--pick-up',
      '1',
      '--from',
      '2030-01-05..2030-01-07',
      '--nights',
      '7',
      '--view',
      'calendar',
    ];
    const screen = fakeTerminal([...line, '--base-url', baseUrl], { columns: 100 });
    await screen.shows(/best so far/);
    await interrupt(screen);
    const text = screen.screen();
    expect(text).toMatch(/^[?] incomplete: the comparison was stopped$/m);
    expect(text).toMatch(/Sat 5 Jan +110\.00.*\n *Sun 6 Jan +[?]\n/);
    expect(text).not.toContain('~');
  },
);
