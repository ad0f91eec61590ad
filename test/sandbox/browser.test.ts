import { describe, expect, test } from 'vitest';
import { browserFor } from '../support/browser.ts';
import { ask, dayFromNow, query, start, trip } from './support.ts';

describe('in a real browser', { tags: ['chromium', 'long'] }, () => {
  const open = browserFor((url) => ['data:', 'http://127.0.0.1:'].some((own) => url.startsWith(own)));

  test('/docs shows the five endpoints and sends a request, with loopback traffic only', async () => {
    const { siteUrl, baseUrl, requests } = await start();
    const { page, faults } = await open(`${siteUrl}/docs`);
    await page.locator('.opblock').nth(4).waitFor();
    const paths = await page.locator('.opblock-summary-path').evaluateAll((all) => all.map((one) => one.textContent));
    expect(paths.map((path) => path?.replaceAll('\u200b', ''))).toEqual([
      '/depots',
      '/vehicles/availability',
      '/vehicles/{vehicleId}/accessories',
      '/vehicles/{vehicleId}/insurance-types',
      '/quotes',
    ]);
    const operation = page.locator('#operations-Vehicles-listInsuranceTypes');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.getByPlaceholder('vehicleId').fill('101');
    await operation.locator('.execute').click();
    const answer = operation.locator('.live-responses-table .response');
    await answer.waitFor();
    expect(await answer.innerText()).toMatch(/^200\b[^]*Reduced excess[^]*x-ratelimit-remaining: 99/);
    expect(await operation.locator('.request-url').innerText()).toContain(`${baseUrl}/vehicles/101/insurance-types`);
    expect(requests.at(-1)).toMatchObject({ path: '/api/agent/vehicles/101/insurance-types', status: 200 });
    expect(faults).toEqual([]);
  });

  test('/book leads from a search to a checkout, whose price is that of the quote', async () => {
    const { siteUrl, baseUrl } = await start();
    const dates = { pick_up_date: dayFromNow(30), drop_off_date: dayFromNow(37) };
    const { page, faults } = await open(`${siteUrl}/book${query({ ...trip, ...dates })}`);
    const image = page.locator('.cards img').first();
    await expect
      .poll(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(320);
    await page.getByRole('link', { name: 'Choose Ruru 2-berth Campervan' }).click();
    await page.getByLabel('Reduced excess').check();
    await page.getByLabel('Camping chair').selectOption({ label: '2' });
    await page.getByRole('button', { name: 'Update the price' }).click();
    await page.getByText('Camping chair × 2').waitFor();
    expect(await page.getByLabel('Reduced excess').isChecked()).toBe(true);
    const selection = { vehicle_id: '101', accessory_ids: '303,303', insurance_id: '402' };
    const { json } = await ask(`${baseUrl}/quotes${query({ ...trip, ...dates, ...selection })}`);
    const total = await page.locator('tfoot td').innerText();
    expect(Number(total.replace(/[$,]/g, ''))).toBe(json.totalAmount);
    expect(await page.getByRole('button', { name: 'Book', exact: true }).isDisabled()).toBe(true);
    expect(faults).toEqual([]);
  });
});
