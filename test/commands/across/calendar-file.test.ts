/** The file of `--ics`, read by another program's parser. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/shape.ts';
import { calendarText } from '../../../src/commands/shared/calendar-file.ts';
import { quote } from '../../compare/samples.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { eventsIn } from '../../support/calendar.ts';
import { cli, type Cli } from '../../support/cli.ts';
import { operator, operatorService } from '../../support/operator.ts';
import fc from '../../support/property.ts';
import { run, type RunOptions } from '../../support/run.ts';
import { answer } from '../../support/service.ts';
import { tries } from '../../support/thorough.ts';

const dates = ['--from', '2030-01-05', '--to', '2030-01-12'];
const trip = ['--pick-up', '1', '--drop-off', '2', ...dates];
const chosen = ['--accessory', '1,1', '--insurance', '7'];

/** Runs a command with `--ics` and reads its file. */
async function calendarOf(line: readonly string[], options: RunOptions = {}, code = 0) {
  const file = join(temporaryFolder(), 'trip.ics');
  writeFileSync(file, 'old');
  const ended = await run([...line, '--json', '--ics', file], options);
  expect(ended.code).toBe(code);
  expect(ended.stderr.replace(/^warning: .*\n/gm, '')).toBe(
    `note: the calendar file is in ${file}\n`,
  );
  const text = readFileSync(file, 'utf8');
  return {
    text,
    events: eventsIn(text),
    json: JSON.parse(ended.stdout) as { checkoutUrl: string },
  };
}

describe.each([
  ['quote', ['quote', '11']],
  ['plan', ['plan', '--vehicle', '11']],
])('%s --ics', (_, command) => {
  test('writes both days, and all that is needed on them', async () => {
    const { baseUrl } = operator({ quotes: [{ expiresAt: '2029-12-31T11:30:00+13:00' }] });
    const now = () => Date.UTC(2029, 11, 30, 22, 5, 6);
    const { text, events, json } = await calendarOf(
      [...command, ...trip, ...chosen, '--base-url', baseUrl],
      { now },
    );
    expect(events.map(({ startDate, endDate }) => [startDate, endDate].map(String))).toEqual([
      ['2030-01-05', '2030-01-06'],
      ['2030-01-12', '2030-01-13'],
    ]);
    expect(text).toContain('DTSTART;VALUE=DATE:20300105\r\n');
    expect(text).not.toMatch(/TZID|VTIMEZONE/);
    expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
    expect(events.map(({ location }) => location)).toEqual(['Auckland', 'Christchurch']);
    for (const { component, description } of events) {
      expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2029-12-30T22:05:06Z');
      expect(component.getFirstPropertyValue('url')).toBe(json.checkoutUrl);
      expect(description).toContain(`\nBook: ${json.checkoutUrl}`);
      expect(description).toContain(
        '\nValid until Mon 31 Dec 2029, 11:30 NZDT; nothing is booked yet\n',
      );
    }
    expect(events[0]?.description).toMatch(
      /\nPick-up times: .*\nOpening hours: Auckland: 9am to 5pm\n/,
    );
    expect(events[1]?.description).toMatch(
      /\nDrop-off times: .*\nOpening hours: Christchurch: 9am to 5pm\n/,
    );
  });
});

test('the same rental updates its events, also with other extras; another one makes others', async () => {
  const { baseUrl } = operator();
  const other = operator();
  const ask = async (url: string, flags: readonly string[], now = Date.now(), vehicle = '11') => {
    const { events } = await calendarOf(['quote', vehicle, ...trip, ...flags, '--base-url', url], {
      now: () => now,
    });
    return events.map(({ uid, sequence }) => ({ uid, sequence }));
  };
  const [first, second] = [
    await ask(baseUrl, chosen),
    await ask(baseUrl, chosen, Date.now() + 3_600_000),
  ];
  expect(second.map(({ uid }) => uid)).toEqual(first.map(({ uid }) => uid));
  expect(second.map(({ sequence }) => sequence)).toEqual(
    first.map(({ sequence }) => sequence + 60),
  );
  const withoutExtras = await ask(baseUrl, []);
  expect(withoutExtras.map(({ uid }) => uid)).toEqual(first.map(({ uid }) => uid));
  const all = [
    ...first,
    ...(await ask(other.baseUrl, chosen)),
    ...(await ask(baseUrl, [], Date.now(), '12')),
  ];
  expect(new Set(all.map(({ uid }) => uid))).toHaveProperty('size', 6);
});

describe('a vehicle that is given by its id', () => {
  /** The summary of the pick-up, and which lists were requested. */
  async function pickUp(rental: Cli, line: string) {
    const file = join(temporaryFolder(), 'trip.ics');
    const before = rental.requests().length;
    expect(await rental.run([...line.split(' '), ...trip, '--ics', file])).toMatchObject({
      code: 0,
    });
    const requests = rental.requests().slice(before);
    const lists = requests
      .map((path) => path.replace(/\?.*/, ''))
      .filter((path) => path !== '/quotes');
    return [eventsIn(readFileSync(file, 'utf8'))[0]?.summary, ...lists];
  }

  test('has the name from the list, which is requested once at most', async () => {
    const rental = cli(operatorService({ vehicles: () => ({ 11: 'Kea', 12: 'Moa', 13: 'Moa' }) }));
    const lists = ['/depots', '/vehicles/availability'];
    expect(await pickUp(rental, 'quote 12')).toEqual(['Pick up Moa (12), Auckland', ...lists]);
    expect(await pickUp(rental, 'quote 11')).toEqual(['Pick up Kea, Auckland']);
    expect(await pickUp(rental, 'plan --vehicle 13')).toEqual([
      'Pick up Moa (13), Auckland',
      lists[1],
    ]);
  });

  test('has its id if it is not listed, or if the list fails', async () => {
    const service = operatorService();
    let status = 503;
    const rental = cli(async (request) => {
      return request.url.includes('/vehicles/availability') ? answer(status, []) : service(request);
    });
    const list = '/vehicles/availability';
    const failed = await pickUp(rental, 'quote 11 --retries 0');
    expect(failed).toEqual(['Pick up Vehicle 11, Auckland', '/depots', list]);
    status = 200;
    expect(await pickUp(rental, 'quote 11')).toEqual(['Pick up Vehicle 11, Auckland', list]);
  });
});

test('two depots with one name have their ids', async () => {
  const { baseUrl } = operator({ depots: ['Auckland', 'Auckland'] });
  const { events } = await calendarOf(['quote', '11', ...trip, '--base-url', baseUrl]);
  expect(events.map(({ location }) => location)).toEqual(['Auckland (1)', 'Auckland (2)']);
});

test.each([
  ['quote', ['quote', '11']],
  ['plan', ['plan', '--vehicle', '11']],
])('%s --ics names the wanted times, each on its day', async (_, command) => {
  const { baseUrl } = operator();
  const times = ['--pick-up-after', '5pm', '--drop-off-by', '9:00'];
  const { events } = await calendarOf([...command, ...trip, ...times, '--base-url', baseUrl]);
  expect(events[0]?.description).toContain('\nPick up after 17:00\nPick-up times: ');
  expect(events[1]?.description).toContain('\nDrop off by 09:00\nDrop-off times: ');
  const plain = await calendarOf([...command, ...trip, '--base-url', baseUrl]);
  for (const { description } of plain.events)
    expect(description).not.toMatch(/Pick up after|Drop off by/);
});

test('the events name an extra that the price lacks', async () => {
  const { baseUrl } = operator({ quotes: [{ priceBreakdown: quote(1).priceBreakdown }] });
  const { events } = await calendarOf(
    ['quote', '11', ...trip, '--accessory', '1', '--base-url', baseUrl],
    {},
    8,
  );
  for (const { description } of events)
    expect(description).toContain('\nAttention: not in the quote: accessory 1\n');
});

describe('text of the operator', () => {
  const written = async (text: string, dropOffDate: CalendarDate = '2030-01-12') => {
    const depot = { name: text, pickup_times: [{ day: text, time: text }], drop_off_times: [] };
    const file = await calendarText(
      {
        quote: { ...quote(1), quoteId: text, expiresAt: text, currency: text },
        selection: {
          pickUpDepotId: 1,
          dropOffDepotId: 1,
          pickUpDate: '2030-01-05',
          dropOffDate,
        },
        checkoutUrl: 'https://rental.example/a;b/book',
        vehicle: { id: 3, label: text },
        unproven: [],
      },
      {
        quotedAt: 0,
        now: 0,
        timeZone: 'Pacific/Auckland',
        depots: [{ ...depot, id: 1, opening_hours_description: text }],
      },
    );
    return { file, events: eventsIn(file) };
  };

  test.each([
    ['a;b,c\\d:e"f\\nb', 'a;b,c\\d:e"f\\nb'],
    ['a\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:evil', 'a END:VEVENT BEGIN:VEVENT SUMMARY:evil'],
    ['a\u0000\u001B[2J\u0007b\u202Ec\uD800', 'a  [2J b c '],
    ['Whāngārei 奥克兰 👨‍👩‍👧‍👦'.repeat(8), 'Whāngārei 奥克兰 👨‍👩‍👧‍👦'.repeat(8)],
    ['ü'.repeat(10_000), `${'ü'.repeat(500)}…`],
  ])('%j is one piece of text', async (text, expected) => {
    const { events } = await written(text);
    expect(events.map(({ location }) => location)).toEqual([expected, expected]);
  });

  /** What lines, folding and escaping depend on. */
  const pieces = [
    'a',
    ' ',
    '\r',
    '\n',
    '\t',
    '\u0000',
    '\u0085',
    ',',
    ';',
    ':',
    '\\',
    '"',
    'ü',
    '奥',
    '👨',
    '\uD800',
  ];
  test('never breaks the file', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...pieces), maxLength: 100 }),
        async (text) => {
          const { file, events } = await written(text);
          expect(events).toHaveLength(2);
          for (const { description } of events) expect(description.split('\n')).toHaveLength(6);
          expect(file.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Cs}]/u);
          const lines = file.split('\r\n');
          expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
          // The address has a semicolon, which the field of an address cannot hold.
          expect(lines.join('')).not.toContain('URL');
        },
      ),
      { numRuns: tries(30) },
    ));

  test('the last day of the calendar has no day after it', async () => {
    const { events, file } = await written('a', '9999-12-31');
    expect(String(events[1]?.startDate)).toBe('9999-12-31');
    expect(file.match(/DTEND/g)).toHaveLength(1);
  });
});

test.each(['missing/trip.ics', 'folder', '-'])(
  'a file that cannot be written costs no request: %s',
  async (name) => {
    const { baseUrl, requests } = operator();
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder'));
    const file = name === '-' ? name : join(folder, name);
    const ended = await run(['quote', '11', ...trip, '--base-url', baseUrl, '--ics', file]);
    expect(ended).toMatchObject({ code: 9, stdout: '' });
    expect(ended.stderr).toMatch(
      /^error: the calendar file .* could not be written: .*\nhint: .*\n$/,
    );
    expect(ended.stderr).not.toMatch(/ENOENT|, open '/);
    expect(requests).toEqual([]);
  },
);

test('a file that fails at the end is a warning and exit code 9, and the quote is shown', async () => {
  const line = [
    'quote',
    '11',
    ...trip,
    '--base-url',
    operator().baseUrl,
    '--json',
    '-q',
    '--ics',
    '/dev/full',
  ];
  const { code, stdout, stderr } = await run(line);
  expect(code).toBe(9);
  expect(JSON.parse(stdout)).toHaveProperty('checkoutUrl');
  expect(stderr).toMatch(
    /^warning: the calendar file \/dev\/full could not be written: ENOSPC.*\n$/,
  );
});
