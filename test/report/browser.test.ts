// @module-tag chromium
/** Pages of real runs in a real browser. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import { pathOf } from '../support/needs.ts';
import { operatorServer as operator } from '../support/operator.ts';
import { run } from '../support/run.ts';
import { asked, fortnight, pageFile } from './support.ts';

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: pathOf('chromium') ?? 'chromium', args: flags.split(' ') });
});
afterAll(() => browser.close());

type Look = Parameters<Browser['newContext']>[0];

/** A page, and what it must not do: requests beside its own file, messages, violations of its policy, exceptions. */
async function open(file: string, look: Look = {}): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...look });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  const own = pathToFileURL(file).href;
  page.on('request', (request) => void (request.url() !== own && faults.push(request.url())));
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('console', (message) => void faults.push(message.text()));
  page.on('dialog', (dialog) => void (faults.push(dialog.message()), dialog.dismiss()));
  await page.clock.install({ time: asked });
  await page.goto(own);
  return { page, faults };
}

const columns = (page: Page, name: string): Promise<(string | null)[]> =>
  page.locator(`#offers tbody tr:visible td.${name}`).evaluateAll((all) => all.map((one) => one.textContent));

async function accessibilityFaults(page: Page): Promise<unknown[]> {
  return page.evaluate(`(() => { ${axe.source}; return axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) =>
    ({ id, impact, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))); })()`);
}

test('a page sorts and filters', { tags: ['long'] }, async () => {
  const { page, faults } = await open(await pageFile(fortnight));
  const totals = async (): Promise<number[]> =>
    (await columns(page, 'total')).map((text) => Number(text?.replaceAll(',', '')));
  const inOrder = await totals();
  expect(inOrder).toHaveLength(84);
  await page.getByRole('button', { name: 'Total' }).click();
  expect(await totals()).toEqual(inOrder);
  await page.getByRole('button', { name: 'Total' }).click();
  expect(await totals()).toEqual([...inOrder].reverse());
  await expect(page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).resolves.toBe('descending');
  await page.getByRole('button', { name: 'Dates' }).click();
  expect((await columns(page, 'dates'))[0]).toBe('Mon 7 – Mon 14 Dec');
  await page.locator('select[name=name]').selectOption('Weka Compact Car');
  expect(await page.getByRole('status').textContent()).toBe('28 of 84 offers');
  await page.getByLabel('First start').fill('2026-12-14');
  await page.getByLabel('Last start').fill('2026-12-15');
  expect(await columns(page, 'dates')).toHaveLength(4);
  await page.getByLabel('Total up to').fill('900');
  expect(await totals()).toEqual([871.2, 871.2]);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(totals).toEqual(inOrder);
  expect(faults).toEqual([]);
});

test('a day of the calendar leads to its offer, also if a filter hides it', { tags: ['long'] }, async () => {
  const { page, faults } = await open(await pageFile(fortnight));
  await page.locator('select[name=name]').selectOption('Kākāriki Sleeper Car');
  const week = page.getByRole('row', { name: '14 – 20 Dec from 871.20' });
  await week.getByRole('link', { name: '16' }).click();
  await expect.poll(() => page.locator('tr:target td.dates').textContent()).toBe('Wed 16 – Wed 23 Dec');
  await expect.poll(() => page.locator('tr:target').isVisible()).toBe(true);
  expect(faults).toEqual([]);
});

test('a price counts down and says at the end how to ask again', { tags: ['long'] }, async () => {
  const { page, faults } = await open(await pageFile(fortnight));
  const first = page.locator('.card').first();
  await expect.poll(() => first.innerText()).toMatch(/Holds for (29|30) min/);
  await page.clock.fastForward('29:00');
  await expect.poll(() => first.innerText()).toMatch(/Holds for \d+ s/);
  expect(await page.locator('tr.expired').count()).toBe(0);
  await page.clock.fastForward('01:30');
  await expect
    .poll(() => first.innerText())
    .toMatch(/Expired: ask again with rental plan .*--vehicle 110 .*--no-input/);
  expect(await page.locator('tr.expired').count()).toBe(84);
  expect(await page.locator('.head').innerText()).toMatch(
    /All prices have expired. The command of this page asks again/,
  );
  expect(faults).toEqual([]);
});

test('it can be read without its script', { tags: ['long'] }, async () => {
  const { page } = await open(await pageFile(fortnight), { javaScriptEnabled: false });
  expect(await page.locator('.card').first().innerText()).toContain('Holds until');
  expect(await columns(page, 'total')).toHaveLength(84);
  expect(await page.locator('.controls').isVisible()).toBe(false);
});

const looks: Look[] = ([360, 1280] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport: { width, height: 800 }, colorScheme })),
);

test('fits from a phone to a wall, light and dark, and is accessible', { tags: ['long'] }, async () => {
  const file = await pageFile(fortnight);
  const backgrounds = new Set<unknown>();
  for (const look of [...looks, { viewport: { width: 2560, height: 1400 } }]) {
    const { page, faults } = await open(file, look);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    // The parts of the price stand in the row, where there is room for them or there are no columns.
    const insurance = page.locator('#offers tbody tr:first-child .f3');
    if (page.viewportSize()?.width !== 1280) expect(await insurance.isVisible()).toBe(true);
    expect(faults).toEqual([]);
    backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
  }
  expect(backgrounds.size).toBe(2);
});

const trip = ['--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d', '--sandbox', '--json'];
const past = [700, null, 650.5].map((total, day) => ({
  name: 'north',
  askedAt: `2026-11-0${day + 1}T08:00:00Z`,
  total,
  currency: total && 'NZD',
  end: total === null ? 'not_available' : 'priced',
}));

/** The document of `--json` that a page is made of. */
const documents: readonly [string, () => Promise<string>][] = [
  ['a quote', async () => (await run(['quote', '101', ...trip, '--accessory', '301'])).stdout],
  ['a plan', async () => (await run(['plan', '--vehicle', 'cheapest', ...trip])).stdout],
  ['a history', async () => JSON.stringify(past)],
  ['smoke', async () => (await run(['smoke', '--sandbox', '--json'])).stdout],
  ['a comparison that failed in part', partialComparison],
];

async function partialComparison(): Promise<string> {
  const { baseUrl } = await operator({ soldOut: [12] });
  const line = ['compare', '--pick-up', '1', '--from', '2030-01-05', '--nights', '7', '--quote', 'all', '--json'];
  return (await run([...line, '--base-url', baseUrl, '--retries', '0'])).stdout;
}

test.each(documents)(
  'the page of %s fits a phone and a desk, and is accessible',
  { tags: ['long'] },
  async (_, json) => {
    const file = join(temporaryFolder(), 'page.html');
    writeFileSync(`${file}.json`, await json());
    expect(await run(['report', `${file}.json`, file])).toMatchObject({ code: 0 });
    for (const look of looks) {
      const { page, faults } = await open(file, look);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(faults).toEqual([]);
    }
  },
);

test('prints on A4 with the addresses of its links', { tags: ['long'] }, async () => {
  const { page, faults } = await open(await pageFile(fortnight));
  await page.emulateMedia({ media: 'print' });
  const after = "getComputedStyle(document.querySelector('a.button'), '::after').content";
  expect(await page.evaluate(after)).toMatch(/http:\/\/127\.0\.0\.1:\d+\/book\?pick_up_depot_id=1/);
  expect(await page.locator('.controls').isVisible()).toBe(false);
  expect(await page.locator('.until').first().isVisible()).toBe(true);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  // A4, in points.
  expect(pdf.toString('latin1')).toMatch(/MediaBox \[0 0 59[45][.\d]* 84[12]/);
  expect(faults).toEqual([]);
});
