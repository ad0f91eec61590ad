/** A page holds what its document says, as text: nothing in it runs, and nothing in it asks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compare } from '../../src/documents/compare.ts';
import { plan, quote } from '../../src/documents/quotes.ts';
import { comparePage } from '../../src/report/compare.ts';
import { rankedByCurrency } from '../../src/report/offers.ts';
import { pages, pageText, type PageContext } from '../../src/report/index.ts';
import type { Page } from '../../src/report/page.ts';
import type { Form } from '../../src/shape.ts';
import { temporaryFolder } from '../support/environment.ts';
import { sample, tries } from '../support/thorough.ts';
import { operator } from '../support/operator.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { documents, hostileLinks, hostileTexts } from './arbitraries.ts';
import { fortnight, pageFile, readPage, savedTrip } from './support.ts';

const context: PageContext = { timeZone: 'Pacific/Auckland', againLine: () => 'rental plan' };

type Comparison = Parameters<typeof comparePage>[0];

const invisible = /[^\P{Cc}\n]|[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

/** A comparison with `text` wherever the operator has the words. */
async function comparison(text: string): Promise<Comparison> {
  const extras = { id: 1, name: text, cost: 3, quantity: 2 };
  const priceBreakdown = {
    ...{ rentalFee: 1, routeFee: 0, accessoriesFee: 3, insuranceFee: 2 },
    accessories: [extras],
    insurance: { id: 7, name: text, cost: 2 },
  };
  const quote = { quoteId: text, currency: text, note: text, priceBreakdown, totalAmount: 6 };
  const { baseUrl } = await operator({ depots: [text, text], fleet: () => ({ 11: text, 12: text }), quotes: [quote] });
  const line = ['compare', '--pick-up', '1', '--drop-off', 'all', '--from', '2030-01-05..2030-01-06', '--nights', '7'];
  const ended = await run([...line, '--base-url', baseUrl, '--json']);
  return JSON.parse(ended.stdout) as Comparison;
}

const withCheckout = (document: Comparison, checkoutUrl: string): Comparison => ({
  ...document,
  offers: document.offers.map((offer) => ({ ...offer, checkoutUrl })),
});

test.each(sample(hostileTexts, 3).map((text) => [text.slice(0, 40), text]))(
  'the text %j stays text',
  async (_, text) => {
    const html = pageText(comparePage(await comparison(text), context));
    const page = readPage(html);
    expect(html).not.toMatch(invisible);
    const visible = text.replace(
      /[^ -~]/gu,
      (one) => `<U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`,
    );
    expect(page.text).toContain(visible.slice(0, 2000));
    // The same elements as with a plain text.
    const plain = readPage(pageText(comparePage(await comparison('plain'), context)));
    const names = (read: typeof page) => read.elements.map(({ tagName }) => tagName).join(' ');
    expect(names(page)).toBe(names(plain));
  },
);

test('no address is a link that is not one of the web', async () => {
  const plain = await comparison('plain');
  for (const address of hostileLinks.filter((one) => !one.startsWith('https://evil.test/"'))) {
    const { elements } = readPage(pageText(comparePage(withCheckout(plain, address), context)));
    const links = elements.flatMap(({ attrs }) => attrs).filter(({ name }) => name === 'href');
    expect([address, ...links.filter(({ value }) => !value.startsWith('#'))]).toEqual([address]);
  }
});

describe('compare --report', () => {
  test('writes the question, the best, what is in a price, a calendar and every offer', async () => {
    const { text, elements } = readPage(readFileSync(await pageFile(fortnight), 'utf8'));
    for (const part of [
      'Auckland Airport → Queenstown',
      '7 or 8 nights on any day from Mon 7 Dec 2026 to Sun 20 Dec 2026, with Child seat, Zero excess',
      'Weka Compact Car, 7 nights from Mon 7 Dec 2026',
      'Rental, 7 nights × 45.00',
      '14 – 20 Dec',
      'All 84 offers',
      'rental compare --operator kiwi',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(part);
    expect(elements.filter(({ attrs }) => attrs.some(({ value }) => value === 'card'))).toHaveLength(10);
    expect(elements.filter(({ attrs }) => attrs.some(({ name }) => name === 'data-d'))).toHaveLength(84);
  });

  test('says of an extra that was asked for by its id that it is an id', async () => {
    const file = join(temporaryFolder(), 'page.html');
    const line = ['compare', '--pick-up', '1', '--from', '+30d', '--nights', '7', '--accessory', '999', '--sandbox'];
    expect(await run([...line, '--report', file])).toMatchObject({ code: 0 });
    expect(readPage(readFileSync(file, 'utf8')).text).toContain('id 999');
  });

  test('says what failed', async () => {
    const { baseUrl } = await operator({ failures: 1 });
    const file = join(temporaryFolder(), 'page.html');
    const line = ['compare', '--pick-up', '1', '--from', '2030-01-05', '--nights', '7', '--retries', '0'];
    expect(await run([...line, '--base-url', baseUrl, '--report', file])).toMatchObject({ code: 8 });
    const { text } = readPage(readFileSync(file, 'utf8'));
    expect(text).toContain('What failed');
    expect(text).toContain('Back in a minute');
  });

  test('a path that cannot be written costs no request', async () => {
    const service = await operator();
    const line = ['compare', '--pick-up', '1', '--from', '2030-01-05', '--nights', '7', '--base-url', service.baseUrl];
    const ended = await run([...line, '--report', join(temporaryFolder(), 'none', 'page.html')]);
    expect(ended).toMatchObject({ code: 9, stdout: '' });
    expect(ended.stderr).toMatch(/^error: the report \S+ could not be written: /);
    expect(service.requests).toEqual([]);
  });
});

describe('trips show --report', () => {
  const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

  test.each([
    [['quote', '11', ...trip, '--accessory', '1'], 'Snow chains'],
    [['plan', ...trip, '--vehicle', '11', '--insurance', '7'], 'Insurance: Full cover'],
    // Every offer, although the terminal shows only the best.
    [['compare', '--pick-up', '1', '--from', '2030-01-05..2030-01-12', '--nights', '7'], 'All 16 offers'],
  ])('says for %j what was answered and when, and sends nothing', async (line, part) => {
    const { baseUrl, requests } = await operator();
    const save = await savedTrip([...line, '--base-url', baseUrl]);
    const sent = requests.length;
    const { text } = readPage(readFileSync(await save.page(), 'utf8'));
    expect(text).toContain(part);
    expect(text).toContain('Asked Tue 2 Jan 2029, 16:00 NZDT');
    expect(text).toContain(`rental ${line[0]} ${line[0] === 'quote' ? '11 ' : ''}--base-url ${baseUrl}`);
    expect(requests).toHaveLength(sent);
  });
});

const makers: readonly (readonly [string, Form, (document: never, context: PageContext) => Page])[] = [
  ['compare', compare, pages.compare],
  ['plan', plan, pages.plan],
  ['quote', quote, pages.quote],
];

test.each(makers)('a random document of %s makes a page that runs nothing', (_, form, page) => {
  fc.assert(
    fc.property(documents(form.value), (document) => {
      const html = pageText(page(document as never, context));
      readPage(html);
      expect(html).not.toMatch(invisible);
    }),
    { numRuns: tries(100) },
  );
});

test('500 offers have at most 150 KB beside their data', async () => {
  const { offers, ...rest } = withCheckout(await comparison('plain'), 'https://example.com/book?vehicle_id=1');
  const many = Array.from({ length: 500 }, (_, place) => ({ ...offers[place % offers.length], rank: place + 1 }));
  const html = pageText(comparePage({ ...rest, offers: many } as Comparison, context));
  const { elements, text } = readPage(html);
  const data = elements
    .flatMap(({ attrs }) => attrs)
    .filter(({ name }) => ['href', 'title', 'data-x', 'data-d'].includes(name))
    .map(({ value }) => value);
  expect(Buffer.byteLength(html) - Buffer.byteLength(text.replace(/\s+/g, ' ')) - data.join('').length).toBeLessThan(
    150_000,
  );
});

test('calendars compare only offers that are ranked', () => {
  const offer = (rank: number | null, totalAmount: number) => ({ rank, totalAmount, currency: 'NZD' }) as never;
  expect(rankedByCurrency([offer(null, 500), offer(1, 700)])).toEqual([[offer(1, 700)]]);
});
