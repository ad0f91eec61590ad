/** A page holds what its document says, as text: nothing in it runs, and nothing in it asks. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { comparePage } from '../../src/report/compare.ts';
import { makers, pageText, recognise, type PageContext } from '../../src/report/index.ts';
import { temporaryFolder } from '../support/environment.ts';
import { sample, tries } from '../support/thorough.ts';
import { changedOperator, operator } from '../support/operator.ts';
import { serve } from '../support/server.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { documents, hostileLinks, hostileTexts } from './arbitraries.ts';
import { fortnight, pageFile, readPage, type ReadPage } from './support.ts';

const context: PageContext = { timeZone: 'Pacific/Auckland', againLine: () => 'rental plan' };

type Comparison = Parameters<typeof comparePage>[0];

const invisible = /[^\P{Cc}\n]|[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

/** A comparison with `text` wherever the operator has the words, and `link` as the checkout. */
async function comparison(text: string, link?: string): Promise<Comparison> {
  const extras = { id: 1, name: text, cost: 3, quantity: 2 };
  const priceBreakdown = {
    ...{ rentalFee: 1, routeFee: 0, accessoriesFee: 3, insuranceFee: 2 },
    accessories: [extras],
    insurance: { id: 7, name: text, cost: 2 },
  };
  const quote = { quoteId: text, currency: text, note: text, priceBreakdown, totalAmount: 6 };
  const { baseUrl } = await operator({ depots: [text, text], fleet: () => ({ 11: text, 12: text }), quotes: [quote] });
  const line = ['compare', '--pick-up', '1', '--drop-off', 'all', '--from', '2030-01-05..2030-01-08', '--nights', '7'];
  const ended = await run([...line, '--base-url', baseUrl, '--json']);
  const document = JSON.parse(ended.stdout) as Comparison;
  if (link === undefined) return document;
  return { ...document, offers: document.offers.map((offer) => ({ ...offer, checkoutUrl: link })) };
}

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

test.each(hostileLinks)('the address %j is not a link', async (address) => {
  const { elements } = readPage(pageText(comparePage(await comparison('plain', address), context)));
  const links = elements.flatMap(({ attrs }) => attrs).filter(({ name }) => name === 'href');
  expect(links.filter(({ value }) => !value.startsWith('#'))).toEqual(
    address.startsWith('https://evil.test/"') ? expect.any(Array) : [],
  );
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

  test('has every offer, whatever a terminal shows', async () => {
    const { baseUrl } = await operator();
    const file = join(temporaryFolder(), 'page.html');
    const line = [
      'compare',
      '--pick-up',
      '1',
      '--from',
      '2030-01-05..2030-01-15',
      '--nights',
      '7',
      '--base-url',
      baseUrl,
    ];
    const more = ['--group-by', 'vehicle', '--report', file];
    expect(await run([...line, ...more], { tty: ['stdout'] })).toMatchObject({ code: 0 });
    expect(readPage(readFileSync(file, 'utf8')).text).toContain('All 22 offers');
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

describe('a page of a saved document', () => {
  const read = (file: string) => readPage(readFileSync(file, 'utf8'));

  /** Prints a document, and makes a page of it. */
  async function reportOf(
    line: readonly string[],
    baseUrl: string,
    env: Record<string, string> = {},
  ): Promise<ReadPage> {
    const printed = await run([...line, '--base-url', baseUrl, '--json'], { env });
    const [file, page] = [join(temporaryFolder(), 'saved.json'), join(temporaryFolder(), 'page.html')];
    writeFileSync(file, printed.stdout);
    expect(await run(['report', file, page])).toMatchObject({ code: 0, stderr: '' });
    return read(page);
  }

  const trip = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

  test.each([
    [['compare', '--pick-up', '1', '--from', '2030-01-05', '--nights', '7'], 'Kea Camper'],
    [['quote', '11', ...trip, '--accessory', '1'], 'Snow chains'],
    [['plan', ...trip, '--vehicle', '11', '--insurance', '7'], 'Insurance: Full cover'],
    [['smoke'], 'Contract checks'],
  ])('%j', async (line, part) => {
    const { baseUrl } = await operator();
    expect((await reportOf(line, baseUrl)).text).toContain(part);
  });

  test.each<[string, string, RegExp]>([
    ['{', 'saved.json', /^error: \S+saved.json is not JSON\n/],
    ['{}', 'saved.json', /^error: \S+saved.json holds nothing that a page can be made of\n/],
    [
      '{"offers":[]}',
      'saved.json',
      /^error: \S+saved.json is not what rental compare prints with --json: askedAt does not fit\n/,
    ],
    ['[3]', 'saved.json', /^error: \S+saved.json is not what rental trips prints with --json: \[0\] does not fit\n/],
    ['[]', 'other.json', /^error: \S+other.json does not exist\n/],
  ])('%s in %s is an error in one line', async (text, name, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'saved.json'), text);
    const ended = await run(['report', join(folder, name), join(folder, 'page.html')], {
      columns: 300,
      env: { NO_COLOR: '1' },
      tty: ['stderr'],
    });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(existsSync(join(folder, 'page.html'))).toBe(false);
  });

  test('trips show and trips history say what was asked and when, and send nothing', async () => {
    const service = await operator({ quotes: [{ totalAmount: 900 }, { totalAmount: 800 }] });
    const env = { XDG_DATA_HOME: temporaryFolder() };
    const page = join(temporaryFolder(), 'page.html');
    const line = ['compare', '--pick-up', '1', '--from', '2030-01-05..2030-01-12', '--nights', '7', '--save', 'north'];
    const asked = await run([...line, '--base-url', service.baseUrl], { env, now: () => Date.UTC(2029, 0, 2, 3) });
    expect(asked).toMatchObject({ code: 0 });
    const requests = service.requests.length;
    const shown = { env, tty: ['stdout'] as const, now: () => Date.UTC(2029, 5, 2) };
    expect(await run(['trips', 'show', 'north', '--report', page], shown)).toMatchObject({ code: 0 });
    expect(read(page).text).toContain('Asked Tue 2 Jan 2029, 16:00 NZDT');
    expect(read(page).text).toContain('All 16 offers');
    expect(read(page).text).toContain(`rental compare --base-url ${service.baseUrl}`);
    expect(await run(['trips', 'history', 'north', '--report', page], shown)).toMatchObject({ code: 0 });
    expect(read(page).text).toContain('Lowest');
    expect(service.requests).toHaveLength(requests);
  });

  test('smoke --report html= has what broke, the sentence and the request', async () => {
    const { baseUrl } = await operator();
    const page = join(temporaryFolder(), 'page.html');
    expect(await run(['smoke', '--base-url', baseUrl, '--report', `html=${page}`])).toMatchObject({ code: 1 });
    const { text } = read(page);
    expect(text).toContain('What broke');
    expect(text).toContain('curl ');
  });
});

test.each(Object.entries(makers))('a random document of %s makes a page that runs nothing', (name, { form, page }) => {
  fc.assert(
    fc.property(documents(form.value), (document) => {
      expect(recognise(document)).toEqual({ name, misfit: undefined });
      const html = pageText(page(document, context));
      readPage(html);
      expect(html).not.toMatch(invisible);
    }),
    { numRuns: tries(100) },
  );
});

describe('--report-images', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const line = ['compare', '--pick-up', '1', '--from', '2030-01-05', '--nights', '7', '--quote', 'all'];
  /** A service whose vehicle has its picture there; what is asked for at that place. */
  async function pageWith(imageUrl: (port: string) => string, picture: Buffer) {
    const asked: string[] = [];
    const pictures = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end(picture);
    });
    const address = imageUrl(new URL(pictures.baseUrl).port);
    const { baseUrl } = await changedOperator((json) => json.replaceAll('http://127.0.0.1/v.png', address));
    const file = join(temporaryFolder(), 'page.html');
    const ended = await run([...line, '--base-url', baseUrl, '--report', file, '--report-images']);
    expect(ended.code).toBe(0);
    return { html: readFileSync(file, 'utf8'), asked, stderr: ended.stderr };
  }

  test('puts the pictures of vehicles inside the page, which still loads nothing', async () => {
    const { html, asked, stderr } = await pageWith((port) => `http://127.0.0.1:${port}/v.png`, png);
    expect(asked).toEqual(['/v.png']);
    expect(html).toContain(`<img class="picture" src="data:image/png;base64,${png.toString('base64')}" alt=""`);
    expect(html).toMatch(/content="default-src &#39;none&#39;; [^"]*; img-src data:; /);
    expect(html).not.toContain('--report-images');
    expect(stderr).not.toContain('could not');
  });

  test.each<[string, (port: string) => string, Buffer, number]>([
    ['a page in place of a picture', (port) => `http://127.0.0.1:${port}/v.png`, Buffer.from('<html></html>'), 1],
    ['a picture that is too large', (port) => `http://127.0.0.1:${port}/v.png`, Buffer.alloc(300_000, png), 1],
    ['an address on this machine that is not that of the operator', (port) => `http://localhost:${port}/`, png, 0],
    ['an address that no browser opens', () => 'file:///etc/passwd', png, 0],
    ['a private address', () => 'http://192.168.0.1/v.png', png, 0],
  ])('leaves out %s', async (_, imageUrl, picture, requests) => {
    const { html, asked, stderr } = await pageWith(imageUrl, picture);
    expect(asked).toHaveLength(requests);
    expect(html).not.toContain('<img');
    expect(stderr).toContain('note: 1 picture of 1 could not be put inside the page');
  });

  test('needs a page', async () => {
    expect(await run([...line, '--sandbox', '--report-images'])).toMatchObject({ code: 2, stdout: '' });
  });
});

test('a time without a price is a gap in the plot, never a price', () => {
  const answer = (day: number, total: number | null) => {
    const end = total === null ? 'not_available' : 'priced';
    return { name: 'north', askedAt: `2026-11-0${day}T08:00:00Z`, total, currency: total && 'NZD', end };
  };
  const answers = [answer(1, 900), answer(2, null), answer(3, 800), answer(4, 850)];
  const { elements } = readPage(pageText(makers.trips.page(answers, context)));
  const drawn = (one: string) =>
    elements.filter(({ attrs }) => attrs.some(({ name, value }) => name === 'class' && value === one));
  expect(drawn('dot')).toHaveLength(3);
  expect(drawn('none')).toHaveLength(1);
  expect(drawn('gap')).toHaveLength(1);
  const line = drawn('line')[0]?.attrs.find(({ name }) => name === 'd')?.value ?? '';
  // Two pieces: one ends where there was no price, one begins after it.
  expect(line.match(/M/g)).toHaveLength(2);
  expect(line).not.toContain('NaN');
});

test('500 offers have at most 150 KB beside their data', async () => {
  const { offers, ...rest } = await comparison('plain', 'https://example.com/book?vehicle_id=1');
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
