/** A page holds what its document says, as text. It runs no script and sends no request. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitShell } from '../../src/base/shell-words.ts';
import { comparisonShape } from '../../src/documents/compare.ts';
import { quoteShape, type QuoteDocument } from '../../src/documents/planning.ts';
import { comparePage } from '../../src/report/compare.ts';
import { pages } from '../../src/report/index.ts';
import { pageText } from '../../src/report/page.ts';
import type { PageContext } from '../../src/report/page-words.ts';
import { webLink } from '../../src/report/html.ts';
import type { ReportPage } from '../../src/report/page.ts';
import type { Form } from '../../src/shape.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { sample, tries } from '../support/thorough.ts';
import { operator } from '../support/operator.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { documents, hostileTexts } from './arbitraries.ts';
import { fortnight, linksOnPaper, pageFile, readPage, savedTrip } from './support.ts';

const context: PageContext = { timeZone: 'Pacific/Auckland' };

type Comparison = Parameters<typeof comparePage>[0];

const invisible = /[^\P{Cc}\n]|[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

const mark = 'THE OPERATOR';

/** A comparison with `mark` wherever the operator has the words. */
async function comparison(): Promise<Comparison> {
  const extras = { id: 1, name: mark, cost: 3, quantity: 2 };
  const priceBreakdown = {
    rentalFee: 1,
    routeFee: 0,
    accessoriesFee: 3,
    insuranceFee: 2,
    accessories: [extras],
    insurance: { id: 7, name: mark, cost: 2 },
  };
  const quote = { quoteId: mark, currency: mark, note: mark, priceBreakdown, totalAmount: 6 };
  const { baseUrl } = operator({
    depots: [mark, mark],
    vehicles: () => ({ 11: mark, 12: mark }),
    quotes: [quote],
  });
  const line = 'compare --pick-up 1 --drop-off all --from 2030-01-05..2030-01-06 --nights 7 --json';
  const ended = await run([...splitShell(line), '--base-url', baseUrl]);
  return JSON.parse(ended.stdout) as Comparison;
}

const pageOf = (document: Comparison): string => pageText(comparePage(document, context));

const withCheckout = (document: Comparison, checkoutUrl: string): Comparison => ({
  ...document,
  offers: document.offers.map((offer) => ({ ...offer, checkoutUrl })),
});

test('every hostile text stays text', async () => {
  const document = JSON.stringify(await comparison());
  const names = (read: ReturnType<typeof readPage>) =>
    read.elements.map(({ tagName }) => tagName).join(' ');
  const plain = names(readPage(pageOf(JSON.parse(document) as Comparison)));
  for (const text of sample(hostileTexts, 3)) {
    const html = pageOf(
      JSON.parse(document.replaceAll(mark, () => JSON.stringify(text).slice(1, -1))) as Comparison,
    );
    const page = readPage(html);
    expect(html).not.toMatch(invisible);
    const visible = text.replace(
      /[^ -~]/gu,
      (one) => `<U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`,
    );
    expect(page.text).toContain(visible.slice(0, 2000));
    expect(names(page), `the elements with ${text.slice(0, 40)}`).toBe(plain);
  }
});

test('a report of compare has the question, the best, the parts of a price and every offer', async () => {
  const { text, elements } = readPage(readFileSync(await pageFile(fortnight), 'utf8'));
  for (const part of [
    'Auckland Airport → Queenstown',
    '7 or 8 nights on any day from Mon 7 Dec 2026 to Sun 20 Dec 2026, with Child seat, Zero excess',
    'Weka Compact Car, Mon 7 Dec 2026 – Mon 14 Dec 2026, 7 nights.',
    'Rental, 7 nights × 45.00',
    'Mon 14 Dec',
    'All 84 offers',
    'rental compare --operator kiwi',
    'If you do not have its operators yet: rental operators add kiwi http',
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(part);
  expect(elements.filter(({ attrs }) => attrs.some(({ value }) => value === 'card'))).toHaveLength(
    6,
  );
  const [offers, otherVehicles, headers] = [84, 2, 2];
  expect(elements.filter(({ attrs }) => attrs.some(({ value }) => value === 'until'))).toHaveLength(
    offers + otherVehicles + headers,
  );
});

test(
  'the list is open up to 30 offers, and closed if it is longer',
  { tags: ['long'] },
  async () => {
    const line = 'compare --pick-up 1 --from 2030-01-05 --nights 7 --quote all --json'.split(' ');
    const { stdout } = await run([...line, '--base-url', operator().baseUrl]);
    const document = JSON.parse(stdout) as Comparison;
    const isOpen = (count: number): boolean => {
      const offers = Array.from({ length: count }, () => document.offers[0]!);
      return /<details\s+open/.test(pageOf({ ...document, offers }));
    };
    expect([isOpen(30), isOpen(31)]).toEqual([true, false]);
  },
);

test(
  'a card names the list for its other starts only if the list has them',
  { tags: ['long'] },
  async () => {
    const line = '--pick-up 1 --from 2030-01-05..2030-01-22 --nights 7 --quote all --json';
    const { baseUrl } = operator({ vehicles: () => ({ 11: 'Kea' }) });
    const { stdout } = await run(['compare', ...line.split(' '), '--base-url', baseUrl]);
    const moreStarts = (limit?: number) => {
      const page = pageText(comparePage(JSON.parse(stdout) as Comparison, { ...context, limit }));
      return /<li>(\d+ more[^<]*)<\/li>/.exec(page)?.[1];
    };
    expect([moreStarts(), moreStarts(18), moreStarts(17)]).toEqual([
      '4 more in the list',
      '4 more in the list',
      '4 more',
    ]);
  },
);

/** The calendar comes before the list. */
const notPriced =
  /~ not all priced, so there may be a lower total \(compare --view calendar prices each cell\)[^]*All \d+ priced offers/;
const dates = ['--from', '+30d', '--nights', '7'];
const start = ['compare', '--pick-up', '1', ...dates];

test.each(
  sample(
    [
      [
        'that an extra was asked for by its id',
        ['--accessory', '999', '--sandbox'],
        8,
        /without id 999/,
      ],
      [
        'how many offers there are',
        ['--flex', '2', '--limit', '2', '--sandbox'],
        0,
        /any day from[^]*The first 2 (priced )?offers/,
      ],
      [
        'that the list and the calendar have only what was priced',
        ['--flex', '13', '--sandbox'],
        0,
        notPriced,
      ],
      [
        'that nothing was priced',
        ['--quote', 'none', '--sandbox'],
        0,
        /No offer was priced[^]*offers[^]* a day/,
      ],
      [
        'what failed',
        ['--retries', '0'],
        8,
        /What failed\s+1 request failed, so[^]*Back in a minute/,
      ],
    ],
    2,
  ),
)('a report says %s', async (_, more, code, part) => {
  const { baseUrl } = operator({ failures: 1 });
  const file = join(temporaryFolder(), 'page.html');
  const ended = await run([...start, ...more, '--report', file], {
    env: { RENTAL_BASE_URL: baseUrl },
  });
  expect(ended).toMatchObject({ code });
  expect(readPage(readFileSync(file, 'utf8')).text).toMatch(part);
});

test(
  'a report says of which operator and depots the cheapest is, if there are several',
  { tags: ['long'] },
  async () => {
    const file = join(temporaryFolder(), 'page.html');
    const line = ['compare', '--sandbox=a,b', '--pick-up', 'auckland airport,queenstown', ...dates];
    await run([...line, '--report', file]);
    expect(readPage(readFileSync(file, 'utf8')).text).toMatch(
      /is the\s+cheapest found:\s.* of sandbox(-b)?,\s+(Auckland|Queens)/,
    );
  },
);

const places = [
  'Auckland',
  'Nelson',
  'Picton',
  'Rotorua',
  'Taupo',
  'Nelson',
  'North Shore, Auckland',
];

/** The page of a comparison between these depots. */
async function pageBetween(pickUp: string, dropOff: string) {
  const { baseUrl } = operator({
    depots: places,
    quotes: [{ expiresAt: '2030-01-02T11:30:00+13:00' }],
  });
  const file = join(temporaryFolder(), 'page.html');
  const line = `compare --pick-up ${pickUp} --drop-off ${dropOff} --from 2030-01-05 --nights 7`;
  const addresses = ['--base-url', baseUrl, '--site-url', 'https://rental.example'];
  await run([...splitShell(line), ...addresses, '--report', file]);
  const page = readPage(readFileSync(file, 'utf8'));
  return { ...page, line: page.text.replace(/\s+/g, ' ') };
}

test.each([
  ['1', '2', 'Auckland → Nelson (2)'],
  ['1,3', '4', 'Auckland → Rotorua · Picton → Rotorua'],
  ['1,3', '4,5', 'Auckland → Rotorua · Auckland → Taupo · Picton → Rotorua · Picton → Taupo'],
  ['1', 'all', 'Auckland · Auckland → Nelson (2) · Auckland → Picton · 4 more'],
  ['7,3', 'same', 'North Shore, Auckland · Picton'],
  ['2,3,6', 'same', 'Nelson (2) · Picton · Nelson (6)'],
])('a page from %s to %s is titled with the pairs', async (pickUp, dropOff, title) => {
  const { elements, line } = await pageBetween(pickUp, dropOff);
  const titles = elements.filter(({ tagName }) => ['title', 'h1'].includes(tagName));
  expect(titles.map(({ childNodes: [text] }) => text && 'value' in text && text.value)).toEqual([
    title,
    title,
  ]);
  expect(line).not.toContain('pairs of depots');
});

test('a page of several pairs of depots begins with the cheapest for each pair', async () => {
  const { line } = await pageBetween('1,3', '4,5');
  const [, table = ''] =
    /The cheapest for each pair of depots Depots(.*) The best /.exec(line) ?? [];
  expect(table.match(/(Auckland|Picton) → (Rotorua|Taupo)/g)?.sort()).toEqual([
    'Auckland → Rotorua',
    'Auckland → Taupo',
    'Picton → Rotorua',
    'Picton → Taupo',
  ]);
  expect((await pageBetween('1', '4')).line).not.toContain('for each pair of depots');
});

test('a pair of depots without a price is named under the others', async () => {
  const document = await comparison();
  const unpriced = {
    totalAmount: null,
    currency: null,
    rank: null,
    priced: false,
    pickUp: 'A',
    dropOff: 'B',
  };
  const offers = document.offers.map((offer) => {
    return offer.selection.drop_off_depot_id === 1
      ? { ...offer, pickUp: 'A', missing: [], rank: 1 }
      : { ...offer, ...unpriced };
  });
  const { text } = readPage(pageOf({ ...document, offers, pairs: undefined } as Comparison));
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /for each pair of depots Depots[^]* Without a price: A → B The best /,
  );
});

test('the page of the sandbox says that its data is a sample and when its links work', async () => {
  const note = 'Sample data: the checkout link works only while rental sandbox is running.';
  const trip = ['--pick-up', '1', '--from', '+30d', '--nights', '7', '--sandbox'];
  const file = join(temporaryFolder(), 'page.html');
  const env = cleanEnvironment(temporaryFolder());
  await run(['compare', ...trip, '--report', file], { env });
  expect(readPage(readFileSync(file, 'utf8')).text).toContain(note);
  await run(['quote', '101', ...trip, '--save', 'it'], { env });
  await run(['trips', 'show', 'it', '--report', file, '--force'], { env });
  expect(readPage(readFileSync(file, 'utf8')).text).toContain(note);
});

test('prices say until when they hold, and the end says once how to get new ones', async () => {
  const { line } = await pageBetween('1', '4');
  expect(line).toContain('The prices are valid until Wed 2 Jan 2030, 11:30 NZDT.');
  expect(line).toMatch(
    /To get new prices: rental compare --base-url \S+ --site-url \S+ --pick-up 1 --drop-off 4 --from/,
  );
  expect(line.match(/rental compare/g)).toHaveLength(1);
});

test(
  'beside a link, paper has its address: to type if it is short, else as a code',
  { tags: ['long'] },
  async () => {
    const page = await pageBetween('1,3', '4,5');
    const links = linksOnPaper(page).filter(({ paper }) => paper !== undefined);
    // The links of the pairs of depots, and of the cards.
    expect(links.length).toBeGreaterThan(7);
    for (const { href, paper } of links) expect(paper).toBe(href);
    const document = await comparison();
    for (const address of ['https://a.example/b?c=d', `https://a.example/${'long'.repeat(1000)}`]) {
      const [first] = linksOnPaper(readPage(pageOf(withCheckout(document, address))));
      expect(first).toEqual({ href: address, paper: address });
    }
    expect(pageOf(withCheckout(document, 'javascript:alert(1)'))).not.toMatch(
      /class="?paper (code|address)/,
    );
  },
);

test('a path of a report that cannot be written costs no request', async () => {
  const service = operator();
  const none = join(temporaryFolder(), 'none', 'page.html');
  const ended = await run([...start, '--base-url', service.baseUrl, '--report', none]);
  expect(ended).toMatchObject({ code: 9, stdout: '' });
  expect(ended.stderr).toMatch(/^error: the report \S+ could not be written: /);
  expect(service.requests).toEqual([]);
});

const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

test.each(
  sample(
    [
      // A vehicle that was given by its id has its name, too.
      [['quote', '11', ...trip, '--accessory', '1'], 'Kea Camper, Auckland'],
      [['quote', '11', ...trip, '--accessory', '1'], 'Snow chains'],
      [['plan', ...trip, '--vehicle', '11', '--insurance', '7'], 'Insurance: Full cover'],
      [
        ['compare', ...trip.slice(0, 3), '2030-01-05..+3d', '--nights', '7', '--limit', '1'],
        'no other is likely to rank above any of the cheapest found',
      ],
      // Every price, although the terminal shows only the best.
      [
        splitShell('compare --pick-up 1 --from 2030-01-05..2030-01-12 --nights 7 --quote all'),
        'All 16 offers',
      ],
    ],
    3,
  ),
)(
  'a report of a saved trip says for %j what was answered and when, and sends nothing',
  async (line, part) => {
    const { baseUrl, requests } = operator();
    const save = await savedTrip([...line, '--base-url', baseUrl]);
    const sent = requests.length;
    const { text } = readPage(readFileSync(await save.page(), 'utf8'));
    expect(text).toContain(part);
    expect(text).toMatch(/[Aa]s of\s+Tue 2 Jan 2029, 16:00 NZDT/);
    expect(text).toContain(
      `rental ${line[0] === 'compare' ? 'compare' : 'plan'} --base-url ${baseUrl}`,
    );
    expect(requests).toHaveLength(sent);
  },
);

const makers: readonly (readonly [string, Form, (document: unknown) => ReportPage])[] = [
  ['compare', comparisonShape, (document) => pages.compare(document as Comparison, context)],
  ['quote', quoteShape, (document) => pages.quote(document as QuoteDocument, context)],
];

test.each(makers)('a random document of %s makes a page that runs nothing', (_, form, page) => {
  fc.assert(
    fc.property(documents(form.value), (document) => {
      const html = pageText(page(document));
      readPage(html);
      expect(html).not.toMatch(invisible);
    }),
    { numRuns: tries(100) },
  );
});

test('500 offers have at most 150 KB beside their data', { tags: ['long'] }, async () => {
  const { offers, ...rest } = withCheckout(
    await comparison(),
    'https://example.com/book?vehicle_id=1',
  );
  const many = Array.from({ length: 500 }, (_, place) => ({
    ...offers[place % offers.length],
    rank: place + 1,
  }));
  const html = pageOf({ ...rest, offers: many } as Comparison);
  const { elements, text } = readPage(html);
  const data = elements
    .flatMap(({ attrs }) => attrs)
    .filter(({ name }) => ['href', 'title'].includes(name))
    .map(({ value }) => value);
  expect(
    Buffer.byteLength(html) - Buffer.byteLength(text.replace(/\s+/g, ' ')) - data.join('').length,
  ).toBeLessThan(150_000);
});

test.each([
  'https://user:pass@a.example/',
  'https://a.example/\u0007',
  'https://a.example/\u202E',
  'javascript:alert(1)',
])('the text of %j stands alone, without a link', (address) => {
  expect(String(webLink(address, 'text'))).toBe('<span class="">text</span>');
});
