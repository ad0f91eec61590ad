// @module-tag chromium
// @module-tag long
/** Pages of real runs in a real browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserFor, type Look } from '../support/browser.ts';
import { temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import { asked, fortnight, pageFile, savedTrip } from './support.ts';

const openUrl = browserFor((url, page) => url === page);

async function open(html: string, look: Look = {}) {
  const file = join(temporaryFolder(), 'page.html');
  writeFileSync(file, html);
  return openUrl(pathToFileURL(file).href, { now: asked, ...look });
}

const columns = (page: Page, name: string): Promise<(string | null)[]> =>
  page.locator(`#offers tbody tr:visible td.${name}`).evaluateAll((all) => all.map((one) => one.textContent));

let made: string | undefined;

/** The page of a comparison with many offers. It is made once. */
async function largePage(): Promise<string> {
  return (made ??= readFileSync(await pageFile(fortnight), 'utf8'));
}

async function accessibilityFaults(page: Page): Promise<unknown[]> {
  return page.evaluate(`(() => { ${axe.source}; return axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) =>
    ({ id, impact, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))); })()`);
}

test('a page sorts and filters', async () => {
  const { page, faults } = await open(await largePage());
  const totals = async (): Promise<number[]> =>
    (await columns(page, 'total')).map((text) => Number(text?.replaceAll(',', '')));
  const inOrder = await totals();
  expect(inOrder).toHaveLength(84);
  await page.getByRole('button', { name: 'Total' }).click();
  await page.getByRole('button', { name: 'Total' }).click();
  expect(await totals()).toEqual([...inOrder].reverse());
  await expect(page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).resolves.toBe('descending');
  await page.locator('select[name=name]').selectOption('Weka Compact Car');
  expect(await page.getByRole('status').textContent()).toBe('28 of 84 offers');
  await page.getByLabel('First start').fill('2026-12-14');
  await page.getByLabel('Last start').fill('2026-12-15');
  await page.getByLabel('Total up to').fill('900');
  expect(await totals()).toEqual([871.2, 871.2]);
  // A day of the calendar leads to its offer, although the filter hides it.
  const week = page.getByRole('row', { name: '14 – 20 Dec from 871.20' });
  await week.getByRole('link', { name: '16' }).click();
  await expect.poll(() => page.locator('tr:target td.dates').textContent()).toBe('Wed 16 – Wed 23 Dec');
  await expect.poll(() => page.locator('tr:target').isVisible()).toBe(true);
  expect(faults).toEqual([]);
});

test('a price counts down and says at the end how to ask again', async () => {
  const { page, faults } = await open(await largePage());
  const first = page.locator('.card').first();
  await page.clock.fastForward('29:00');
  await expect.poll(() => first.innerText()).toMatch(/Holds for \d+ s/);
  expect(await page.locator('tr.expired').count()).toBe(0);
  await page.clock.fastForward('01:30');
  await expect
    .poll(() => first.innerText())
    .toMatch(/Expired: ask again with rental plan .*--vehicle 110 .*--no-input/);
  expect(await page.locator('tr.expired').count()).toBe(84);
  expect(faults).toEqual([]);
});

test('it can be read without its script, and is printed on A4 with the addresses of its links', async () => {
  const { page } = await open(await largePage(), { javaScriptEnabled: false });
  expect(await page.locator('.card').first().innerText()).toContain('Holds until');
  expect(await columns(page, 'total')).toHaveLength(84);
  expect(await page.locator('.controls').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  const after = "getComputedStyle(document.querySelector('a.button'), '::after').content";
  expect(await page.evaluate(after)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/book\?pick_up_depot_id=1/);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  // A4, in points.
  expect(pdf.toString('latin1')).toMatch(/MediaBox \[0 0 59[45][.\d]* 84[12]/);
});

const phone = { width: 360, height: 800 };
const desk = { width: 1280, height: 800 };
const trip = ['--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d', '--sandbox'];

test.each<[string, () => Promise<string[]>]>([
  ['a quote', async () => ['quote', '101', ...trip, '--accessory', '301']],
  ['a plan', async () => ['plan', '--vehicle', 'cheapest', ...trip]],
  ['a comparison that failed in part', partialComparison],
])('the page of %s fits a phone and a desk, and is accessible, light and dark', async (_, line) => {
  const html = readFileSync(await (await savedTrip(await line())).page(), 'utf8');
  const { page, faults } = await open(html, { viewport: phone, colorScheme: 'light' });
  const backgrounds = new Set<unknown>();
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: look });
    await page.setViewportSize(look === 'light' ? phone : desk);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
  }
  expect(backgrounds.size).toBe(2);
  expect(faults).toEqual([]);
});

test.each([360, 1280, 2560])('a page of many offers fits a window of %i pixels', async (width) => {
  const { page } = await open(await largePage(), { viewport: { width, height: 800 } });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  // The parts of the price stand in the row, where there is room for them or there are no columns.
  const insurance = page.locator('#offers tbody tr:first-child .f3');
  expect(await insurance.isVisible()).toBe(width !== 1280);
});

// Every version of a browser draws a little different, so pictures are not compared, and kept only with `RENTAL_TEST_PICTURES=1`.
test.each([
  ['report', { width: 1240, height: 860 }],
  ['report-phone', { width: 390, height: 844 }],
])('the picture %s of README and manual is small', async (name, viewport) => {
  const folder = process.env['RENTAL_TEST_PICTURES'] === undefined ? temporaryFolder() : 'docs/images';
  const html = readFileSync(await pageFile(fortnight, 'https://www.example.com'), 'utf8');
  const { page } = await open(html, { viewport });
  if (name === 'report-phone')
    await page.locator('.calendars').evaluate((one) => one.scrollIntoView({ behavior: 'instant' as never }));
  const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
  expect(picture.length).toBeLessThan(200_000);
});

async function partialComparison(): Promise<string[]> {
  const { baseUrl } = await operator({ soldOut: [12] });
  const line = ['compare', '--pick-up', '1', '--from', '2030-01-05', '--nights', '7', '--quote', 'all'];
  return [...line, '--base-url', baseUrl, '--retries', '0'];
}
