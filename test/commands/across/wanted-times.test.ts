/**
 * --pick-up-after and --drop-off-by: which commands take them, what they warn of, and that nothing
 * else changes.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import type { Service } from '../../../src/http/types.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { operatorService } from '../../support/operator.ts';
import { answer } from '../../support/service.ts';
import { fileOf } from '../../support/saved-trips.ts';

/** Each depot has these times at both ends: `weekday 9:00 16:00; sat 10:00`. */
function serviceWith(depots: Readonly<Record<string, string>>): Service {
  const operator = operatorService();
  const list = Object.entries(depots).map(([name, hours], index) => {
    const times = hours.split('; ').flatMap((group) => {
      const [day = '', ...clock] = group.split(' ');
      return clock.map((time) => ({ day, time }));
    });
    return {
      id: index + 1,
      name,
      pickup_times: times,
      drop_off_times: times,
      opening_hours_description: '',
    };
  });
  return async (request) =>
    request.url.endsWith('/depots') ? answer(200, list) : operator(request);
}

const hours = {
  Auckland: 'weekday 8:00 18:00; weekend 10:00 16:00',
  Bluff: 'weekday 8:00 18:00; holiday 20:00',
};
// 15 January 2027 is a Friday, 16 and 23 are Saturdays.
const trip = '--pick-up 1 --from 2027-01-16 --to 2027-01-23';
const times = '--pick-up-after 5:40pm --drop-off-by 9:00';
const late =
  'Auckland lists no pick-up time at 17:40 or later on Sat 16 Jan 2027; the last is 16:00; nearest days that fit: Fri 15 Jan 2027 and Mon 18 Jan 2027';
const early =
  'Auckland lists no drop-off time by 09:00 on Sat 23 Jan 2027; the first is 10:00; nearest days that fit: Fri 22 Jan 2027 and Mon 25 Jan 2027';
const depot = { kind: 'outside', depotId: 1, depot: 'Auckland' };
const warnings = [
  {
    ...depot,
    purpose: 'pick-up',
    date: '2027-01-16',
    wanted: '17:40',
    listed: '16:00',
    nearest: ['2027-01-15', '2027-01-18'],
    message: late,
  },
  {
    ...depot,
    purpose: 'drop-off',
    date: '2027-01-23',
    wanted: '09:00',
    listed: '10:00',
    nearest: ['2027-01-22', '2027-01-25'],
    message: early,
  },
];
const wanted = { pick_up_after: '17:40', drop_off_by: '09:00' };

test.each<[line: string, shown: object]>([
  [`quote 11 ${trip}`, { selection: { pick_up_date: '2027-01-16', ...wanted } }],
  [`plan --vehicle 11 ${trip}`, { pickUp: { after: '17:40' }, dropOff: { by: '09:00' } }],
  ['compare --pick-up 1 --from 2027-01-16 --nights 7', { offers: [{ selection: wanted }, {}] }],
])('%s warns of times that do not fit, also with --quiet, and shows them', async (line, shown) => {
  const rental = cli(serviceWith(hours));
  const ended = await rental.run(`${line} ${times} --json --quiet`);
  expect(ended).toMatchObject({ code: 0, stderr: `warning: ${late}\nwarning: ${early}\n` });
  const more = line.startsWith('compare') ? { operator: 'demo' } : {};
  const document = JSON.parse(ended.stdout) as { warnings: object[] };
  expect(document).toMatchObject(shown);
  expect(document.warnings).toEqual(warnings.map((warning) => ({ ...more, ...warning })));
  // To check a time is worth one request for the list, also by id in a pipe; nothing of it is sent.
  const requests = rental.requests();
  expect(requests.filter((path) => path === '/depots')).toHaveLength(1);
  expect(requests.join()).not.toMatch(/17|after|_by/);
  const plain = await rental.run(`${line} --json --refresh`);
  expect(plain.stderr).not.toContain('time');
  expect(plain.stdout).not.toMatch(/warnings|pick_up_after|drop_off_by|"after"|"by"/);
});

test('a time that fits changes nothing but the selection', async () => {
  const rental = cli(serviceWith(hours));
  const ended = await rental.run(
    `quote 11 ${trip} --pick-up-after 16:00 --drop-off-by 10:00 --json`,
  );
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).not.toContain('warnings');
});

const holidayHours = { Auckland: 'weekday 8:00 18:30; public-holiday 9:00 15:00' };
const friday = '--pick-up 1 --from 2027-01-01 --nights 7';
const unlessHoliday =
  'Auckland lists no pick-up time at 18:30 or later on Fri 1 Jan 2027 if that is a public holiday; the last is 15:00';

test.each(['quote 11', 'plan --vehicle 11', 'compare'])(
  '%s notes that a time fits unless the day is a public holiday',
  async (command) => {
    const rental = cli(serviceWith(holidayHours));
    const ended = await rental.run(`${command} ${friday} --pick-up-after 18:30 --json`);
    expect(ended.stderr).toContain(`note: ${unlessHoliday}\n`);
    const { warnings } = JSON.parse(ended.stdout) as { warnings: object[] };
    expect(warnings).toMatchObject([
      { kind: 'depends', unless: 'a public holiday', message: unlessHoliday },
    ]);
    expect(
      (await rental.run(`${command} ${friday} --pick-up-after 18:30 --json --quiet`)).stderr,
    ).toBe('');
  },
);

test.each(sample(['quote 11', 'compare'], 2))(
  'of a saved %s a note, too, says that a time fits unless the day is a holiday',
  async (command) => {
    const rental = cli(serviceWith(holidayHours));
    await rental.run(`${command} ${friday} --pick-up-after 18:30 --save it`);
    for (const line of ['trips check it', 'trips show it']) {
      const { stderr } = await rental.run(`${line} --json`);
      expect(stderr).not.toContain('warning:');
      if (line === 'trips check it') expect(stderr).toContain(`note: it: ${unlessHoliday}\n`);
      expect((await rental.run(`${line} --json -q`)).stderr).toBe('');
    }
  },
);

test.each<[times: string, hours: Readonly<Record<string, string>>]>([
  ['8:00, 18:30 (18:30 fits); on a public holiday: 9:00, 15:00 (18:30 does not fit)', holidayHours],
  ['4pm (whether 18:30 fits is not known)', { Auckland: 'weekday 4pm' }],
  ['not known', {}],
])(
  'with a wanted time, the receipt of a quote has the times of the day: %s',
  async (shown, depots) => {
    const rental = cli(serviceWith(depots));
    const screen = await rental.screen(`quote 11 ${friday} --pick-up-after 18:30`);
    const words = screen.replaceAll(/\s+/g, ' ');
    expect(words).toContain(`Pick-up times ${shown} `);
    expect(words).toContain(' Drop-off times ');
    expect(await rental.screen(`quote 11 ${friday}`)).not.toContain('times');
  },
);

test.each<[name: string, hours: Readonly<Record<string, string>>, message: string]>([
  [
    'of days of unknown meaning',
    { Auckland: 'weekday 8:00 18:00; holiday 20:00' },
    'whether Auckland has a pick-up time at 17:40 or later on Sat 16 Jan 2027 is not known: it lists holiday 20:00; nearest days that fit: Fri 15 Jan 2027 and Mon 18 Jan 2027',
  ],
  [
    'in a form that cannot be read',
    { Auckland: 'sat 5pm 6pm' },
    'whether Auckland has a pick-up time at 17:40 or later on Sat 16 Jan 2027 is not known: it lists Sat 5pm, 6pm',
  ],
  [
    'of a depot without times',
    { Auckland: '' },
    'whether Auckland has a pick-up time at 17:40 or later on Sat 16 Jan 2027 is not known: its pick-up times are not known',
  ],
  [
    'of a depot that is not listed',
    {},
    'whether depot 1 has a pick-up time at 17:40 or later on Sat 16 Jan 2027 is not known: its pick-up times are not known',
  ],
])('whether a time fits is not known for times %s', async (_, depots, message) => {
  const rental = cli(serviceWith(depots));
  const ended = await rental.run(`quote 11 ${trip} --pick-up-after 17:40 --json`);
  expect(ended).toMatchObject({ code: 0, stderr: `warning: ${message}\n` });
  expect(JSON.parse(ended.stdout)).toMatchObject({ warnings: [{ kind: 'unknown', message }] });
});

test('says so if the depots cannot be listed, and prices the trip all the same', async () => {
  const operator = operatorService();
  const rental = cli(async (request) =>
    request.url.endsWith('/depots') ? answer(503, { error: 'Back soon' }) : operator(request),
  );
  const ended = await rental.run(`quote 11 ${trip} --drop-off-by 9:00 --retries 0 --json`);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stderr).toContain(
    'whether depot 1 has a drop-off time by 09:00 on Sat 23 Jan 2027 is not known',
  );
});

const oneDay = '--pick-up 1 --from 2027-01-15';
const backwards = '--pick-up-after 15:00 --drop-off-by 12:00';

test.each(['quote 11 --to +0d', 'plan --vehicle 11 --to +0d', 'compare --nights 0'])(
  '%s is a mistake if the drop-off would have to be before the pick-up',
  async (command) => {
    const { run, requests } = cli(serviceWith(hours));
    const { code, stdout, stderr } = await run(`${command} ${oneDay} ${backwards}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'on one day, --drop-off-by must be later than --pick-up-after: 12:00 is not later than 15:00',
    );
    expect(requests().filter((path) => /availability|quote/.test(path))).toEqual([]);
  },
);

test('compare leaves out trips of one day whose drop-off would have to be first', async () => {
  const { run } = cli(serviceWith(hours));
  const { code, stdout, stderr } = await run(`compare --nights 0,3 ${oneDay} ${backwards} --json`);
  expect(code).toBe(0);
  const { offers } = JSON.parse(stdout) as { readonly offers: readonly { nights: number }[] };
  expect(new Set(offers.map(({ nights }) => nights))).toEqual(new Set([3]));
  expect(stderr).toContain(
    'left out: trips of one day, because --drop-off-by is not after --pick-up-after',
  );
});

test('a closed day is warned of once, whatever the time', async () => {
  const rental = cli(serviceWith({ Auckland: 'weekday 8:00 18:00' }));
  const { stderr } = await rental.run(`quote 11 ${trip} ${times} --json`);
  expect(stderr.match(/warning:/g)).toHaveLength(2);
  expect(stderr).toContain('Auckland lists no pick-up times on Sat 16 Jan 2027');
});

test.each([
  [
    'weekday 8:00 18:00',
    'nearest with a pick-up time at 17:40 or later: Fri 15 Jan 2027 and Mon 18 Jan 2027',
  ],
  [
    'weekday 8:00; mon 18:00',
    'nearest with a pick-up time at 17:40 or later: Mon 11 Jan 2027 and Mon 18 Jan 2027',
  ],
  ['weekday 8:00 17:00', 'no day with a pick-up time at 17:40 or later is known'],
])(
  'of a closed day with the hours %s, quote and compare name only days that fit',
  async (open, words) => {
    const rental = cli(serviceWith({ Auckland: open }));
    const warning = `warning: Auckland lists no pick-up times on Sat 16 Jan 2027; ${words}\n`;
    for (const command of ['quote 11', 'compare --vehicle 11'])
      expect(
        (await rental.run(`${command} ${trip} --pick-up-after 17:40 --json`)).stderr,
      ).toContain(warning);
  },
);

test('compare ranks offers without a fitting time behind the others, unless it is not known', async () => {
  const rental = cli(serviceWith(hours));
  const days = '--from 2027-01-15..+2d --nights 1 --vehicle 11';
  interface Ranked {
    readonly offers: {
      rank: number;
      pickUp: string;
      selection: { pick_up_date: string };
      warnings?: object[];
    }[];
    readonly warnings: { kind?: string; date: string }[];
    readonly command: string;
  }
  const document = await rental.json<Ranked>(`compare --pick-up 1,2 ${days} --pick-up-after 17:40`);
  const found = document.offers.map(
    ({ rank, pickUp, selection }) => `${rank} ${pickUp} ${selection.pick_up_date}`,
  );
  expect(found).toEqual([
    '1 Auckland 2027-01-15',
    '1 Bluff 2027-01-15',
    '1 Bluff 2027-01-16',
    '1 Bluff 2027-01-17',
    '5 Auckland 2027-01-16',
    '5 Auckland 2027-01-17',
  ]);
  expect(document.offers.slice(0, 4).filter((offer) => 'warnings' in offer)).toEqual([]);
  expect(document.offers[4]?.warnings).toMatchObject([{ kind: 'outside', wanted: '17:40' }]);
  expect(document.warnings.map(({ kind, date }) => `${kind} ${date}`).sort()).toEqual([
    'outside 2027-01-16',
    'outside 2027-01-17',
    'unknown 2027-01-16',
    'unknown 2027-01-17',
  ]);
  const { stderr, stdout } = await rental.run(
    `compare --pick-up 1,2 ${days} --pick-up-after 17:40 --fields pickUp,noTimes`,
  );
  expect(stderr).toContain(
    'warning: Auckland lists no pick-up time at 17:40 or later on Sat 16 Jan 2027 and Sun 17 Jan 2027; the last is 16:00; nearest days that fit: Fri 15 Jan 2027 and Mon 18 Jan 2027\n',
  );
  expect(stderr).toContain(
    'note: offers whose depot has no suitable time are listed last, however cheap\n',
  );
  expect(stdout.split('\n')[4]).toBe('Auckland\tpick-up');
  // The command asks the same again.
  expect(document.command).toContain(' --pick-up-after 17:40 ');
  const again = await rental.json<Ranked>(document.command.replace(/^rental /, ''));
  expect(again.offers.map(({ rank }) => rank)).toEqual([1, 1, 1, 1, 5, 5]);
  expect(
    await rental.screen(`compare --pick-up 1 ${days} --pick-up-after 17:40 --view calendar`),
  ).toContain('× a depot lists no times that fit on a day');
});

test('offers whose times fit only on some kinds of days are marked, and keep their rank', async () => {
  const rental = cli(
    serviceWith({
      Auckland: 'weekday 8:00 18:30; christmas-eve 9:00 12:00',
      Bluff: 'weekday 18:30',
    }),
  );
  const line =
    'compare --pick-up 1,2 --drop-off 2 --from 2027-01-05 --nights 1..2 --vehicle 11 --pick-up-after 18:00';
  const { offers } = await rental.json<{ offers: { pickUp: string; unsureTimes?: object[] }[] }>(
    line,
  );
  expect(offers.map(({ pickUp, unsureTimes }) => [pickUp, unsureTimes])).toEqual([
    ['Auckland', [expect.objectContaining({ kind: 'depends', unless: '"christmas eve"' })]],
    ['Bluff', undefined],
    ['Auckland', [expect.anything()]],
    ['Bluff', undefined],
  ]);
  const records = await rental.run(`${line} --fields pickUp,unsureTimes`);
  expect(records.stdout.split('\n').slice(0, 2)).toEqual(['Auckland\tpick-up', 'Bluff\t']);
  const table = await rental.screen(line);
  expect(table).toMatch(/CHECK TIMES[^]*pick-up\?/);
  expect(table).toContain('Auckland lists no pick-up time at 18:00 or later on Tue 5 Jan 2027 if');
  const calendar = await rental.screen(`${line.replace('1,2', '1')} --view calendar`);
  expect(calendar).toMatch(/\d!/);
  expect(calendar).toContain('! the listed times of a day may not fit');
  const page = path.join(temporaryFolder(), 'page.html');
  await rental.run(`${line} --report ${page}`);
  expect(fs.readFileSync(page, 'utf8')).toContain('pick-up times may not fit');
});

test.each([
  ['sat 10:00', '3 depots list no pick-up times on some days: A (1); B, C (2); D (3)'],
  [
    'weekday 16:00',
    '3 depots list no pick-up time at 17:40 or later on some days: A (1); B, C (2); D (3)',
  ],
  [
    'someday 16:00',
    'it is not known whether 3 depots have a pick-up time at 17:40 or later on some days: A (1); B, C (2); D (3)',
  ],
  [
    'weekday 18:00; holiday 16:00',
    '3 depots list no pick-up time at 17:40 or later on some days if the day is a holiday: A (1); B, C (2); D (3)',
  ],
])('compare has one line for three depots with the hours %s', async (shared, message) => {
  const rental = cli(serviceWith({ A: shared, 'B, C': shared, D: shared }));
  // Monday and Tuesday.
  const line =
    'compare --pick-up all --from 2027-01-18..+1d --nights 5 --quote none --pick-up-after 17:40';
  const { stderr } = await rental.run(line);
  const lines = stderr.split('\n').filter((text) => text.includes('pick-up time'));
  expect(lines).toEqual([expect.stringMatching(/^(warning|note): /)]);
  expect(lines[0]?.replace(/^\w+: /, '')).toBe(message);
});

test('compare names the day on that line if there is one start only', async () => {
  const late = 'weekday 16:00';
  const rental = cli(serviceWith({ A: late, B: late, C: late }));
  const line =
    'compare --pick-up all --from 2027-01-18 --nights 5 --quote none --pick-up-after 17:40';
  expect((await rental.run(line)).stderr).toContain(
    '3 depots list no pick-up time at 17:40 or later on Mon 18 Jan 2027: A',
  );
});

test(
  "a saved quote is asked again with its times: check warns, and its page's command has them",
  { tags: ['long'] },
  async () => {
    const rental = cli(serviceWith(hours));
    expect(await rental.run(`quote 11 ${trip} ${times} --save it`)).toMatchObject({ code: 0 });
    expect(JSON.parse(fs.readFileSync(fileOf(rental.env, 'it'), 'utf8'))).toMatchObject({
      format: 6,
      pickUpAfter: '17:40',
      dropOffBy: '09:00',
    });
    const checked = await rental.run('trips check it --json --quiet');
    expect(checked).toMatchObject({
      code: 0,
      stderr: `warning: it: ${late}\nwarning: it: ${early}\n`,
    });
    expect(await rental.json('trips show it')).toMatchObject({ warnings, selection: wanted });
    const page = path.join(temporaryFolder(), 'page.html');
    await rental.run(`trips show it --report ${page}`);
    expect(fs.readFileSync(page, 'utf8')).toContain(
      '--pick-up-after 17:40 --drop-off-by 09:00 --vehicle 11',
    );
    expect(fs.readFileSync(page, 'utf8')).toContain(late);
    // With another time, or with none, it is another question.
    for (const other of ['--pick-up-after 17:00 --drop-off-by 9:00', ''])
      expect((await rental.run(`quote 11 ${trip} ${other} --save it`)).stderr).toContain(
        'the trip "it" is already saved with another question',
      );
    expect(await rental.run(`quote 11 ${trip} ${times} --save it`)).toMatchObject({ code: 0 });
  },
);

test('a saved comparison is asked again with its times; a file without them is read', async () => {
  const rental = cli(serviceWith(hours));
  const line = 'compare --pick-up 1 --from 2027-01-15..+1d --nights 1 --vehicle 11';
  expect(await rental.run(`${line} --pick-up-after 17:40 --save it`)).toMatchObject({ code: 0 });
  expect(JSON.parse(fs.readFileSync(fileOf(rental.env, 'it'), 'utf8'))).toMatchObject({
    pickUpAfter: '17:40',
  });
  const checked = await rental.run('trips check it --json --quiet');
  expect(checked).toMatchObject({ code: 0, stderr: `warning: it: ${late}\n` });
  const { offers } = await rental.json<{ offers: { rank: number; selection: object }[] }>(
    'trips show it',
  );
  expect(offers).toMatchObject([
    { rank: 1, selection: { pick_up_date: '2027-01-15', pick_up_after: '17:40' } },
    { rank: 2, selection: { pick_up_date: '2027-01-16', pick_up_after: '17:40' } },
  ]);
  const { pickUpAfter: _, ...file } = JSON.parse(
    fs.readFileSync(fileOf(rental.env, 'it'), 'utf8'),
  ) as Record<string, unknown>;
  fs.writeFileSync(fileOf(rental.env, 'it'), JSON.stringify(file));
  expect(await rental.run('trips check it --json --quiet')).toMatchObject({ code: 0, stderr: '' });
  fs.writeFileSync(fileOf(rental.env, 'it'), JSON.stringify({ ...file, pickUpAfter: 'late' }));
  expect((await rental.run('trips check it')).code).toBe(9);
});

test.each([
  ['quote 11', '--pick-up-after 25:00', '--pick-up-after takes a time of day, not "25:00"'],
  ['plan --vehicle 11', '--drop-off-by 12pm', '--drop-off-by takes a time of day, not "12pm"'],
  ['compare', '--drop-off-by 1740', '--drop-off-by takes a time of day, not "1740"'],
])('%s %s is refused, and nothing is sent', async (command, flag, message) => {
  const rental = cli(serviceWith(hours));
  const ended = await rental.run(`${command} ${trip} ${flag}`);
  const hint = 'write 17:40, 9:00 or 5:40pm; noon is 12:00, and midnight is 00:00';
  expect(ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `error: ${message}\nhint: ${hint}\n`,
  });
  expect(rental.requests()).toEqual([]);
});

test.each(['availability', 'book-link', 'extras 11'])(
  '%s takes no time, because it prices nothing',
  async (command) => {
    expect(
      (await cli(serviceWith(hours)).run(`${command} ${trip} --pick-up-after 9:00`)).code,
    ).toBe(2);
  },
);

test('the help of each command that takes the flags explains them', async () => {
  const rental = cli(serviceWith(hours));
  for (const command of ['quote', 'plan', 'compare']) {
    expect((await rental.run(`${command} --help`)).stdout).toMatch(
      /--pick-up-after <time> .*17:40[^]*--drop-off-by <time> .*9:00/,
    );
  }
});
