/** What a cell of the calendar says where it has no total. */
import { describe, expect, test } from 'vitest';
import { fleets, type Fleet } from '../../support/fleet.ts';

const from = ['compare', '--pick-up', '1', '--nights', '7'];
const week = [...from, '--from', '2030-01-05..2030-01-08'];
const byVehicle = ['--view', 'calendar', '--group-by', 'vehicle'];

/** The calendar itself, line by line, without headings and what follows. */
function lines(text: string): string[] {
  return (text.split('\n\n')[1] ?? '').split('\n');
}

function legend(text: string): string {
  return text.split('\n').find((line) => /^[*–~!?¤] /.test(line)) ?? '';
}

describe('a calendar by vehicle', () => {
  /** On the 6th Kea is not among the two cheapest, on the 7th it is not available, on the 8th the service fails. */
  const lucky: Fleet = {
    vehicles: (date) => {
      if (date === '2030-01-08') return { status: 503, error: 'Back soon' };
      if (date === '2030-01-07')
        return [
          [12, 'Moa', 80],
          [13, 'Tui', 70],
        ];
      return [
        [11, 'Kea', date === '2030-01-06' ? 99 : 60],
        [12, 'Moa', 80],
        [13, 'Tui', 70],
      ];
    },
  };

  test('tells a vehicle that was not quoted from one that is not available, and keeps the row of a date that failed', async () => {
    const { shown } = await fleets({ lucky });
    const text = await shown([...week, ...byVehicle, '--quote', 'top:2']);
    expect(lines(text)).toEqual([
      'FROM           Kea      Moa      Tui',
      'Sat 5 Jan  110.00*       ~   130.00',
      'Sun 6 Jan       ~   120.00   130.00',
      'Mon 7 Jan       –   120.00   130.00',
      'Tue 8 Jan       ?        ?        ?',
    ]);
    expect(legend(text)).toBe(
      '* the cheapest   – nothing available   ~ available, not quoted   ? not all of it was answered',
    );
  });

  test('says so if a quote failed', async () => {
    const quote: Fleet['quote'] = (query) =>
      query.get('vehicle_id') === '11' ? { status: 503, error: 'Back soon' } : {};
    const { shown } = await fleets({
      lucky: {
        vehicles: () => [
          [11, 'Kea', 60],
          [12, 'Moa', 80],
        ],
        quote,
      },
    });
    const text = await shown([...from, '--from', '2030-01-05', ...byVehicle]);
    expect(lines(text)).toEqual(['FROM           Moa      Kea', 'Sat 5 Jan  120.00*       ?']);
  });

  test('marks only the vehicles of the operator that failed', async () => {
    const happy: Fleet = {
      vehicles: (date) => (date === '2030-01-06' ? { status: 503, error: 'no' } : [[21, 'Kea', 9]]),
    };
    const { shown } = await fleets({ lucky: { vehicles: () => [[11, 'Kea', 60]] }, happy });
    const operators = ['compare', '--pick-up', 'auckland', '--nights', '7', '--from', '2030-01-05..2030-01-06'];
    expect(lines(await shown([...operators, ...byVehicle]))).toEqual([
      '              Kea,     Kea,',
      'FROM         lucky    happy',
      'Sat 5 Jan  110.00*  210.00',
      'Sun 6 Jan  110.00*       ?',
    ]);
  });
});

test('a date that has only offers without a wanted extra has its own sign', async () => {
  const lucky: Fleet = {
    vehicles: (date) =>
      date === '2030-01-05'
        ? [
            [11, 'Kea', 60],
            [12, 'Moa', 80],
          ]
        : date === '2030-01-06'
          ? [[12, 'Moa', 80]]
          : [],
    accessories: (id) => (id === 11 ? [[1, 'Bike rack']] : []),
  };
  const { shown } = await fleets({ lucky });
  const seat = ['--accessory', 'bike rack', '--view', 'calendar', '--from', '2030-01-05..2030-01-07'];
  const text = await shown([...from, ...seat]);
  expect(lines(text)).toEqual([
    '                 7',
    'FROM        nights',
    'Sat 5 Jan  110.00*',
    'Sun 6 Jan       !',
    'Mon 7 Jan       –',
  ]);
  expect(legend(text)).toBe('* the cheapest of its column   – nothing available   ! only without a wanted extra');
  const vehicles = await shown([...from, ...seat, '--group-by', 'vehicle']);
  expect(lines(vehicles)).toEqual([
    'FROM           Kea      Moa',
    'Sat 5 Jan  110.00*       !',
    'Sun 6 Jan       –        !',
    'Mon 7 Jan       –        –',
  ]);
});

test('a date that has only totals in another currency has its own sign', async () => {
  const quote: Fleet['quote'] = (query) => ({ currency: query.get('pick_up_date') === '2030-01-06' ? 'AUD' : 'NZD' });
  const { shown } = await fleets({ lucky: { vehicles: () => [[11, 'Kea', 60]], quote } });
  const text = await shown([...week, '--view', 'calendar']);
  expect(lines(text)[3]).toBe('Sun 6 Jan       ¤');
  expect(legend(text)).toContain('¤ only in another currency');
});

describe('totals in two currencies', () => {
  /** Moa is priced in AUD on the first two days, Kea always in NZD and only from the second day on. */
  const lucky: Fleet = {
    vehicles: (date) => [
      ...(date === '2030-01-05' ? [] : ([[11, 'Kea', 60]] as const)),
      ...(date > '2030-01-06' ? [] : ([[12, 'Moa', 80]] as const)),
    ],
    quote: (query) => ({ currency: query.get('vehicle_id') === '12' ? 'AUD' : 'NZD' }),
  };

  test('are two calendars in a terminal', async () => {
    const { shown } = await fleets({ lucky });
    const text = await shown([...week, '--view', 'calendar', '--group-by', 'vehicle']);
    const [first = '', second = ''] = text.split(/^(?=Cheapest total of 2 offers)/m);
    expect(first).toMatch(/^Cheapest total of 3 offers in NZD/);
    expect(second).toMatch(/^Cheapest total of 2 offers in AUD/);
    const cells = (calendar: string) => lines(calendar).map((line) => line.replaceAll(/ +/g, ' '));
    expect(cells(first)).toEqual([
      'FROM Kea Moa',
      'Sat 5 Jan – ¤',
      'Sun 6 Jan 110.00* ¤',
      'Mon 7 Jan 110.00* –',
      'Tue 8 Jan 110.00* –',
    ]);
    expect(cells(second)).toEqual([
      'FROM Kea Moa',
      'Sat 5 Jan – 120.00*',
      'Sun 6 Jan ¤ 120.00*',
      'Mon 7 Jan ¤ –',
      'Tue 8 Jan ¤ –',
    ]);
  });

  test('are rows of their own in a pipe, with the currency in the second column', async () => {
    const { rental } = await fleets({ lucky });
    const calendar = [...week, '--view', 'calendar'];
    expect((await rental([...calendar, '--group-by', 'vehicle'])).stdout.split('\n')).toEqual([
      'FROM\tCURRENCY\tKea\tMoa',
      '2030-01-05\tNZD\tnone\tforeign',
      '2030-01-06\tNZD\t110\tforeign',
      '2030-01-07\tNZD\t110\tnone',
      '2030-01-08\tNZD\t110\tnone',
      '2030-01-05\tAUD\tnone\t120',
      '2030-01-06\tAUD\tforeign\t120',
      '2030-01-07\tAUD\tforeign\tnone',
      '2030-01-08\tAUD\tforeign\tnone',
      '',
    ]);
    expect((await rental(calendar)).stdout.split('\n').slice(0, 3)).toEqual([
      'FROM\tCURRENCY\t7 nights',
      '2030-01-05\tNZD\tforeign',
      '2030-01-06\tNZD\t110',
    ]);
  });

  test('a currency of an odd name cannot break the columns', async () => {
    const quote = () => ({ currency: 'N\tZ\nD' });
    const { rental } = await fleets({ lucky: { vehicles: () => [[11, 'Kea', 60]], quote } });
    const { stdout } = await rental([...from, '--from', '2030-01-05', '--view', 'calendar']);
    expect(stdout).toBe('FROM\tCURRENCY\t7 nights\n2030-01-05\tN<U+0009>Z<U+000A>D\t110\n');
  });
});

describe('in a pipe, the calendar', () => {
  const lucky: Fleet = {
    vehicles: (date) =>
      date === '2030-01-06' ? { status: 503, error: 'no' } : date === '2030-01-07' ? [] : [[11, 'Kea', 60]],
  };

  test('is TSV with a header, ISO dates, raw amounts and a word for each cell without one', async () => {
    const { rental } = await fleets({ lucky });
    const ended = await rental([...week, '--view', 'calendar']);
    expect(ended).toMatchObject({ code: 8, stdout: expect.stringMatching(/^FROM\tCURRENCY\t7 nights\n/) as string });
    expect(ended.stdout.split('\n').slice(1)).toEqual([
      '2030-01-05\tNZD\t110',
      '2030-01-06\tNZD\tunanswered',
      '2030-01-07\tNZD\tnone',
      '2030-01-08\tNZD\t110',
      '',
    ]);
  });

  test('is printed also if no offer is ranked', async () => {
    const { rental } = await fleets({ lucky: { vehicles: () => [[11, 'Kea', 60]] } });
    const line = [...from, '--from', '2030-01-05', '--accessory', '7', '--view', 'calendar'];
    expect((await rental(line)).stdout).toBe('FROM\tCURRENCY\t7 nights\n2030-01-05\tNZD\t110\n');
    const { rental: bare } = await fleets({ lucky: { vehicles: () => [] } });
    expect(await bare(line)).toMatchObject({ code: 0, stdout: 'FROM\tCURRENCY\t7 nights\n2030-01-05\t\tnone\n' });
  });

  test.each([
    [['--json'], 'the calendar has no json form'],
    [['--format', 'ndjson'], 'the calendar has no ndjson form'],
    [['--format', 'csv'], 'the calendar has no csv form'],
    [['--fields', 'rank'], 'the calendar has no fields to choose from'],
    [['--fields', 'rank', '--format', 'table'], 'the calendar has no fields to choose from'],
  ])('is refused with %j before the first request', async (args, message) => {
    const { rental, requests } = await fleets({ lucky });
    const ended = await rental([...week, '--view', 'calendar', ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) as string });
    expect(requests()).toEqual([]);
  });

  test('does not matter to --dry-run', async () => {
    const { rental } = await fleets({ lucky });
    expect(await rental([...week, '--view', 'calendar', '--dry-run', '--json'])).toMatchObject({ code: 0 });
  });
});
