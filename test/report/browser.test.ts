// @module-tag chromium
// @module-tag long
/** Pages of real runs in a real browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { splitShell } from '../../src/base/shell-words.ts';
import { browserFor, type Look } from '../support/browser.ts';
import { temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import { askedAt, fortnight, pageFile, savedTrip } from './support.ts';

const openUrl = browserFor((url, page) => url === page);

async function open(html: string, look: Look = {}) {
  const file = join(temporaryFolder(), 'page.html');
  writeFileSync(file, html);
  return openUrl(pathToFileURL(file).href, { now: askedAt, ...look });
}

let made: string | undefined;

/** The page of a comparison with many offers. It is made once. */
async function largePage(): Promise<string> {
  return (made ??= readFileSync(await pageFile(fortnight), 'utf8'));
}

async function accessibilityFaults(page: Page): Promise<unknown[]> {
  return page.evaluate(`(() => { ${axe.source}; return axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) =>
    ({ id, impact, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))); })()`);
}

/** Pairs of texts whose boxes overlap, apart from what is for screen readers alone. */
const overlaps = `(() => {
  const boxes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const isHidden = (one) => one && (getComputedStyle(one).clipPath !== 'none' || isHidden(one.parentElement));
    if (!text.textContent.trim() || !text.parentElement.checkVisibility() || isHidden(text.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) if (box.width > 1) boxes.push({ box, text: text.textContent.trim() });
  }
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
  return boxes.flatMap((one, place) => boxes.slice(place + 1).filter(({ box }) => over(one.box, box)).map(({ text }) => [one.text, text]));
})()`;

/** The links that paper shows, with whether an address or a code stands beside each. */
const printedLinks = `[...document.querySelectorAll('a:not([href^="#"])')].filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, [...one.parentElement.children].some((other) => other.matches('.paper') && other.checkVisibility())])`;

/** A page of paper within its margins, in pixels. */
const sheets = { A4: { width: 688, height: 1016 }, Letter: { width: 710, height: 949 } } as const;

test('a page opens and closes its list without a script, and prints the addresses of its links', async () => {
  const { page, faults } = await open(await largePage(), { javaScriptEnabled: false });
  const row = page.locator('details .list tbody tr').first();
  expect(await row.isVisible()).toBe(false);
  await page.getByText('All 84 offers').click();
  expect(await row.isVisible()).toBe(true);
  expect(await page.locator('.paper:visible').count()).toBe(0);
  await page.getByText('All 84 offers').click();
  await page.emulateMedia({ media: 'print' });
  expect(await row.isVisible()).toBe(true);
  const links = (await page.evaluate(printedLinks)) as [string, boolean][];
  // A card has one link: the other starts have none.
  expect(links).toHaveLength(6);
  expect(links.filter(([, hasAddress]) => !hasAddress)).toEqual([]);
  expect(await page.locator('.card').first().textContent()).toMatch(/Also from \w{3} \d+ Dec/);
  expect(await page.locator('.calendar a:visible').count()).toBe(0);
  const total = `getComputedStyle(document.querySelector('.calendar .best'), '::before').content`;
  expect(await page.evaluate(total)).toMatch(/^"\d+\.\d\d"$/);
  expect(await page.locator('footer').textContent()).toContain('To get new prices: rental compare');
  // Paper has columns, although it is as narrow as a tablet.
  await page.setViewportSize(sheets.A4);
  expect(
    await page.evaluate(`getComputedStyle(document.querySelector('.list thead')).position`),
  ).toBe('static');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(688);
  for (const format of ['A4', 'Letter'] as const) {
    const pdf = (await page.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length, format).toBeLessThan(8);
  }
  expect(faults).toEqual([]);
});

test.each([
  ['with codes', '--pick-up 1,10 --drop-off 4,7,11', 6],
  ['without codes', '--pick-up 1,2 --drop-off all', 22],
])('the first page of paper has the best of each pair of depots, %s', async (_, depots, count) => {
  const line = splitShell(`compare ${depots} --from 2027-03-01 --nights 7 --group-by depots`);
  const { page } = await open(readFileSync(await pageFile(line), 'utf8'));
  await page.emulateMedia({ media: 'print' });
  const table = page.locator('section .list').first();
  expect(await table.locator('tbody tr').count()).toBe(count);
  for (const [format, sheet] of Object.entries(sheets)) {
    await page.setViewportSize(sheet);
    const { y = 0, height = Infinity } = (await table.boundingBox()) ?? {};
    expect(y + height, format).toBeLessThan(sheet.height);
    expect(await page.evaluate('document.documentElement.scrollWidth'), format).toBe(sheet.width);
  }
  expect(
    ((await page.evaluate(printedLinks)) as [string, boolean][]).filter(
      ([, hasAddress]) => !hasAddress,
    ),
  ).toEqual([]);
});

/** Our own words in the list of offers that stand on more than one line. */
const broken = `[...document.querySelectorAll('.list :is(th, a)')].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return [one.textContent, range.getClientRects().length];
}).filter(([, lines]) => lines > 1)`;

/** The least distance in pixels of two cards, or of a card and the header. */
const apart = `(() => {
  const boxes = [...document.querySelectorAll('header, .card')].map((one) => one.getBoundingClientRect());
  const gap = (a, b) => Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
  return Math.min(...boxes.flatMap((one, place) => boxes.slice(place + 1).map((other) => gap(one, other))));
})()`;

const trip = ['--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d', '--sandbox'];
const saved = async (line: readonly string[]): Promise<string> => {
  return readFileSync(await (await savedTrip(line)).page(), 'utf8');
};

test.each<[string, () => Promise<string>]>([
  ['a quote', () => saved(['quote', '101', ...trip, '--accessory', '301'])],
  ['a plan', () => saved(['plan', '--vehicle', 'cheapest', ...trip])],
  ['a comparison that failed in part', async () => saved(await partialComparison())],
  ['a comparison of many offers', largePage],
  [
    'a comparison of several pairs of depots',
    async () => readFileSync(await pageFile(severalPairs), 'utf8'),
  ],
  ['a comparison with every column', async () => readFileSync(await pageFile(everyColumn), 'utf8')],
])(
  'the page of %s is accessible, light and dark, and no text is over another at four widths',
  async (_, pageOf) => {
    const html = (await pageOf()).replaceAll(/<details ?>/g, '<details open>');
    const { page, faults } = await open(html, { colorScheme: 'light' });
    const backgrounds = new Set<unknown>();
    for (const [width, look] of [
      [360, 'light'],
      [768, 'dark'],
      [1200, 'light'],
      [1600, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: look });
      await page.setViewportSize({ width, height: 800 });
      expect(
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        `at ${width}`,
      ).toBe(0);
      expect(await page.evaluate(overlaps), `at ${width}`).toEqual([]);
      expect(await page.evaluate(broken), `at ${width}`).toEqual([]);
      // The check takes seconds, and the wide layouts have the same parts.
      if (width < 1000) expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(apart), `at ${width}`).toBeGreaterThan(10);
      backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
    }
    expect(backgrounds.size).toBe(2);
    expect(faults).toEqual([]);
  },
);

// Every version of a browser draws a little different, so pictures are not compared, and kept only
// with `RENTAL_TEST_PICTURES=1`.
test.each([
  ['report', { width: 1240, height: 860 }],
  ['report-phone', { width: 390, height: 844 }],
])('the picture %s of README and manual is small', async (name, viewport) => {
  const folder =
    process.env['RENTAL_TEST_PICTURES'] === undefined ? temporaryFolder() : 'docs/images';
  const html = readFileSync(await pageFile(fortnight, 'https://www.example.com'), 'utf8');
  const { page } = await open(html, { viewport });
  if (name === 'report-phone')
    await page
      .locator('.scroll')
      .first()
      .evaluate((one) => one.scrollIntoView());
  const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
  expect(picture.length).toBeLessThan(200_000);
});

const severalPairs = splitShell(
  'compare --pick-up 1,2 --drop-off 4,7 --from 2027-03-01 --nights 7',
);

const everyColumn = splitShell(
  "compare --pick-up 1,5 --from 2026-12-25..2026-12-27 --nights 7 --quote all --accessory 'bike rack'",
);

async function partialComparison(): Promise<string[]> {
  const { baseUrl } = await operator({ soldOut: [12] });
  const line = 'compare --pick-up 1 --from 2030-01-05 --nights 7 --quote all --retries 0';
  return [...splitShell(line), '--base-url', baseUrl];
}
