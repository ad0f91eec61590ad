/** `trips show` shows the last answer again, also as files and as a QR code, and sends nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sample } from '../../support/thorough.ts';
import { eventsIn } from '../../support/calendar.ts';
import { cli, type Cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/environment.ts';
import { operatorService, type OperatorOptions } from '../../support/operator.ts';
import { scan } from '../../support/qr-code.ts';
import {
  checked,
  part,
  price,
  savedComparison,
  savedQuote,
  compareFlags,
  trip,
} from '../../support/saved-trips.ts';

describe('it is what the command printed:', () => {
  test.each([
    [
      'a quote by names',
      `quote 'Kea Camper' ${trip} --accessory '2x snow' --insurance 'full cover'`,
      '--json',
    ],
    [
      'a comparison with what is missing',
      `compare ${compareFlags} --insurance 'full cover' --quote all`,
      '--json',
    ],
    [
      'groups',
      `compare ${compareFlags} --pick-up all --drop-off all --quote all`,
      '--json --group-by vehicle --limit 99',
    ],
    ['records', `compare ${compareFlags} --quote all`, '--format csv --limit 99'],
  ])('%s', async (_, command, view) => {
    const { run, requests } = cli(operatorService());
    const asked = await run(`${command} ${view} --save it`);
    const before = requests().length;
    const again = await run(`trips show it ${view}`);
    expect([asked.code, again.code]).toEqual([0, 0]);
    const read = (text: string): unknown => (view.includes('csv') ? text : JSON.parse(text));
    expect(read(again.stdout)).toEqual(read(asked.stdout));
    expect(requests()).toHaveLength(before);
  });

  test('the receipt of a quote, also after a check', async () => {
    const { screen, run } = cli(operatorService());
    const receiptIn = (shown: string): unknown => shown.match(/^.* \.\.+ .*$/gm);
    const first = await screen(`quote 11 ${trip} --accessory 1 --save it`);
    expect(first).toContain('Rental, 7 nights × 99.50 ...');
    expect(receiptIn(await screen('trips show it'))).toEqual(receiptIn(first));
    await run('trips check it');
    expect(receiptIn(await screen('trips show it'))).toEqual(receiptIn(first));
  });

  test('the quote of a plan', async () => {
    const { run, json, screen } = cli(operatorService());
    const { stdout } = await run(
      `plan ${trip} --vehicle cheapest --accessory 'Snow chains' --save it --json`,
    );
    const { checkoutUrl, quote, vehicle } = JSON.parse(stdout) as Record<string, object>;
    expect(await json('trips show it')).toMatchObject({ ...quote, checkoutUrl });
    expect(await screen('trips show it')).toContain((vehicle as { name: string }).name);
  });
});

test.each(['--view table', '--group-by vehicle', '--limit 1', '--all'])(
  'of a quote, %s is a mistake',
  async (flag) => {
    const rental = await savedQuote();
    const [name] = flag.split(' ');
    const stderr = part(`"one" is a single price, so trips show cannot use ${name}\n`);
    expect(await rental.run(`trips show one ${flag}`)).toMatchObject({
      code: 2,
      stdout: '',
      stderr,
    });
  },
);

/** Runs `trips show … --ics` and reads the file. */
async function calendarOf(rental: Cli, words: string, now?: number) {
  const file = join(temporaryFolder(), 'trip.ics');
  const before = rental.requests().length;
  const ended = await rental.run(
    `trips show ${words} --ics ${file}`,
    now === undefined ? {} : { now: () => now },
  );
  expect(rental.requests()).toHaveLength(before);
  return { ...ended, file, events: existsSync(file) ? eventsIn(readFileSync(file, 'utf8')) : [] };
}

const savedAt = Date.parse('2026-11-28T10:00:00Z');
const expiresAt = '2026-11-28T10:30:00Z';

/** Saved at `savedAt`; the quotes are valid until `expiresAt`. */
async function savedThen(line: string, options: OperatorOptions = {}) {
  const rental = cli(operatorService({ quotes: [{ expiresAt }], ...options }));
  expect(await rental.run(`${line} --save it`, { now: () => savedAt })).toMatchObject({ code: 0 });
  return rental;
}

describe('--ics', () => {
  test('of a quote has both days, with the hours of the depots, as they were saved', async () => {
    const rental = await savedThen(`quote 11 ${trip} --accessory 1`);
    const { code, stderr, file, events } = await calendarOf(rental, 'it', savedAt + 60_000);
    expect(code).toBe(0);
    expect(stderr).toContain(`note: the calendar file is in ${file}\n`);
    expect(events.map(({ startDate, location }) => [String(startDate), location])).toEqual([
      ['2026-12-20', 'Auckland'],
      ['2026-12-27', 'Christchurch'],
    ]);
    expect(events[0]?.summary).toBe('Pick up Kea Camper, Auckland');
    expect(events[0]?.description).toMatch(
      /\nPick-up times: .*\nOpening hours: Auckland: 9am to 5pm\n/,
    );
    expect(events[1]?.description).toContain('\nOpening hours: Christchurch: 9am to 5pm\n');
    expect(events[0]?.description).toContain(
      '\nValid until Sat 28 Nov 2026, 23:30 NZDT; nothing is booked yet\n',
    );
  });

  test('is the same file as that of the quote, made when the quote came', async () => {
    const rental = cli(operatorService({ quotes: [{ expiresAt }] }));
    const first = join(temporaryFolder(), 'first.ics');
    const now = () => savedAt;
    await rental.run(`quote 'Kea Camper' ${trip} --save it --ics ${first}`, { now });
    const { file } = await calendarOf(rental, 'it', savedAt + 20 * 60_000);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(first, 'utf8'));
  });

  test.each(sample(['', '--group-by vehicle', '--view calendar', '--limit 1'], 2))(
    'of a comparison is about its first offer, in any view: %s',
    async (view) => {
      const rental = await savedThen(`compare ${compareFlags}`, {
        quotes: [],
        vehicles: () => ({ 11: 'Kea', 12: 'Moa' }),
      });
      const { offers } = await rental.json<{
        offers: { checkoutUrl: string; vehicle: { name: string } }[];
      }>('trips show it');
      const [first] = offers;
      const { code, stderr, events } = await calendarOf(rental, `it ${view}`, savedAt);
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /^note: the link is for the first offer: (Kea|Moa), Auckland, Sun 20 Dec 2026 – /m,
      );
      expect(events).toHaveLength(2);
      for (const { component, description } of events) {
        expect(component.getFirstPropertyValue('url')).toBe(first?.checkoutUrl);
        expect(description).toContain('\nOpening hours: Auckland: 9am to 5pm\n');
      }
      expect(events[0]?.summary).toBe(`Pick up ${first?.vehicle.name}, Auckland`);
    },
  );

  test('of depots that were not requested by id still has their names', async () => {
    const rental = await savedThen(
      'compare --pick-up all --from 2026-12-20 --nights 7 --vehicle 11',
      {
        depots: ['Tāmaki Makaurau 奥克兰 🚐'],
      },
    );
    const { events } = await calendarOf(rental, 'it', savedAt);
    expect(events.map(({ location }) => location)).toEqual(
      Array(2).fill('Tāmaki Makaurau 奥克兰 🚐'),
    );
  });

  test('wide names and hostile ones stay on their line', async () => {
    const name = '奥克兰机场 👨‍👩‍👧‍👦\r\nEND:VEVENT\u202E';
    const rental = await savedThen(`quote 11 ${trip}`, {
      depots: [name.repeat(4), 'Christchurch'],
    });
    const { file, events } = await calendarOf(rental, 'it', savedAt);
    expect(events).toHaveLength(2);
    expect(events[0]?.location).toContain('奥克兰机场 👨‍👩‍👧‍👦');
    const lines = readFileSync(file, 'utf8').split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  });

  test.each([`quote 11 ${trip}`, `compare ${compareFlags} --vehicle 11`])(
    'says that the quote has expired: %s',
    async (line) => {
      const rental = await savedThen(line);
      const { code, stderr, events } = await calendarOf(rental, 'it', savedAt + 3_600_000);
      expect(code).toBe(0);
      expect(stderr).toContain("warning: this quote expired, by this machine's clock\n");
      expect(events[0]?.description).toContain(
        '\nExpired Sat 28 Nov 2026, 23:30 NZDT; nothing is booked yet\n',
      );
    },
  );

  test('a file that cannot be written is an error before anything is printed', async () => {
    const rental = await savedQuote();
    const ended = await rental.run('trips show one --ics /no/such/folder/a.ics');
    expect(ended).toMatchObject({
      code: 9,
      stdout: '',
      stderr: part('error: the calendar file /no/such/folder/a.ics'),
    });
  });

  test.each(sample([`quote 12 ${trip}`, `compare ${compareFlags}`], 2))(
    'has the ids of vehicles with one name, and the wanted times: %s',
    async (line) => {
      const vehicles = () => ({ 12: 'Moa', 13: 'Moa' });
      const rental = await savedThen(`${line} --pick-up-after 9:00 --drop-off-by 16:00`, {
        vehicles,
      });
      const { events } = await calendarOf(rental, 'it', savedAt);
      expect(events[0]?.summary).toMatch(/^Pick up Moa \(1[23]\), Auckland$/);
      expect(events[0]?.description).toContain('\nPick up after 09:00\n');
      expect(events[1]?.description).toContain('\nDrop off by 16:00\n');
      expect((await rental.run('trips list --format csv')).stdout).toMatch(
        /Moa \(1[23]\), Auckland/,
      );
    },
  );

  test('what the price lacks is said in it', async () => {
    const rental = await savedThen(`quote 11 ${trip} --accessory 1`, {
      quotes: [{ expiresAt }, price(1)],
    });
    await checked(rental, 'it', { now: () => savedAt });
    const { code, events } = await calendarOf(rental, 'it', savedAt);
    expect(code).toBe(8);
    expect(events[0]?.description).toContain('\nAttention: not in the quote: Snow chains\n');
  });
});

describe('--qr', () => {
  test(
    'of a quote has the code of its checkout link, also in a pipe',
    { tags: ['long'] },
    async () => {
      const rental = await savedQuote();
      const { checkoutUrl } = await rental.json<{ checkoutUrl: string }>('trips show one');
      const before = rental.requests().length;
      expect(scan((await rental.run('trips show one --qr --format table')).stdout, 'dark')).toBe(
        checkoutUrl,
      );
      expect(scan(await rental.screen('trips show one --qr'), 'dark')).toBe(checkoutUrl);
      expect(rental.requests()).toHaveLength(before);
    },
  );

  test('of a comparison has that of its first offer, under the name of the offer', async () => {
    const rental = await savedComparison({
      vehicles: () => ({ 11: '奥克兰 Kea', 12: 'Moa' }),
      quotes: [price(700)],
    });
    const { offers } = await rental.json<{ offers: { checkoutUrl: string }[] }>('trips show it');
    const screen = await rental.screen('trips show it --qr --group-by vehicle', 100);
    expect(scan(screen, 'dark')).toBe(offers[0]?.checkoutUrl);
    expect(screen).toMatch(/\n(奥克兰 Kea|Moa), Auckland, Sun 20 Dec 2026 – .*\n[^]*▀/);
  });

  test('says that the quote has expired', async () => {
    const rental = await savedThen(`quote 11 ${trip}`);
    const ended = await rental.run('trips show it --qr --format table', {
      now: () => savedAt + 3_600_000,
    });
    expect(ended).toMatchObject({
      code: 0,
      stderr: part("warning: this quote expired, by this machine's clock\n"),
    });
    expect(ended.stdout).toContain('Expired');
  });

  test.each(sample(['', '--json', '--format csv', '--fields quoteId'], 2))(
    'is refused without a table: %s',
    async (format) => {
      const rental = await savedQuote();
      const stderr = part('--qr works only with table output');
      expect(await rental.run(`trips show one --qr ${format}`)).toMatchObject({
        code: 2,
        stdout: '',
        stderr,
      });
    },
  );

  test('of the sandbox says when the link works', async () => {
    const { run } = cli(operatorService());
    await run('quote 101 --sandbox --pick-up 1 --from +30d --to +7d --save it');
    const stderr = part('note: the checkout link works only while rental sandbox is running\n');
    expect(await run('trips show it --qr --format table')).toMatchObject({ code: 0, stderr });
  });
});

describe('a comparison without a priced offer', () => {
  test.each(['--ics', '--qr --format table --ics'])(
    'has no link, and writes nothing: %s',
    async (flags) => {
      const soldOut = [12];
      const rental = await savedComparison({ soldOut });
      soldOut.push(11);
      await checked(rental, 'it');
      const folder = temporaryFolder();
      const [file, page] = [join(folder, 'trip.ics'), join(folder, 'page.html')];
      const ended = await rental.run(`trips show it --report ${page} ${flags} ${file}`);
      expect(ended).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'error: the trip "it" has no booking link: no offer has a price\nhint: to get a new answer: rental trips check it\n',
      });
      expect([file, page].filter(existsSync)).toEqual([]);
    },
  );

  test('has no link to another thing if its ids have other names now', async () => {
    const vehicles: Record<number, string> = { 11: 'Kea' };
    const rental = await savedThen(`compare ${compareFlags} --vehicle 11`, {
      vehicles: () => vehicles,
    });
    vehicles[11] = 'Mini';
    await checked(rental, 'it', { now: () => savedAt });
    const stderr = part(
      'error: the trip "it" has no booking link: vehicle 11 is now Mini; it was Kea\n',
    );
    expect(await rental.run('trips show it --qr --format table')).toMatchObject({
      code: 1,
      stdout: '',
      stderr,
    });
  });

  test('is shown all the same', async () => {
    const soldOut = [12];
    const rental = await savedComparison({ soldOut });
    soldOut.push(11);
    await checked(rental, 'it');
    expect(await rental.run('trips show it --json')).toMatchObject({
      stderr: part('the last answer is "not available"'),
    });
  });
});

test.each(['quote', 'compare'])(
  '--report, --ics and --qr can be used together for a saved %s',
  async (kind) => {
    const rental = await (kind === 'quote' ? savedQuote() : savedComparison());
    const folder = temporaryFolder();
    const files = `--report ${join(folder, 'a.html')} --ics ${join(folder, 'a.ics')}`;
    const before = rental.requests().length;
    const ended = await rental.run(
      `trips show ${kind === 'quote' ? 'one' : 'it'} ${files} --qr --format table`,
    );
    expect(ended.code).toBe(0);
    expect(readFileSync(join(folder, 'a.html'), 'utf8')).toContain('Kea Camper');
    expect(eventsIn(readFileSync(join(folder, 'a.ics'), 'utf8'))).toHaveLength(2);
    expect(scan(ended.stdout, 'dark')).toMatch(/\/book\?/);
    expect(rental.requests()).toHaveLength(before);
  },
);

test('that the last answer has no price is said also with --quiet', async () => {
  const soldOut: number[] = [];
  const rental = await savedQuote({ soldOut });
  soldOut.push(11);
  expect(await rental.run('trips check one')).toMatchObject({ code: 1 });
  const { code, stderr } = await rental.run('trips show one --quiet');
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: part('warning: the last answer is "not available"'),
  });
});
