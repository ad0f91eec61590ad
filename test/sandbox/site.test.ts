import { expect, test, describe } from 'vitest';
import { parse } from 'yaml';
import { ask, friday, query, plantSandbox, trip } from './support.ts';

const now = () => friday;

describe('the site', () => {
  test('publishes a manifest that links the OpenAPI document, and a start page that links everything', async () => {
    const { siteUrl, baseUrl } = plantSandbox({ now });
    const { json } = await ask(`${siteUrl}/.well-known/ai-plugin.json`);
    expect(json).toMatchObject({ schema_version: 'v1', auth: { type: 'none' }, api: { type: 'openapi' } });
    expect(parse((await ask(json.api.url)).text).servers).toEqual([{ url: baseUrl, description: 'This sandbox' }]);
    expect((await ask(json.logo_url)).headers.get('content-type')).toBe('image/svg+xml');
    const { text } = await ask(`${siteUrl}/`);
    const links = [...text.matchAll(/ (?:href|src)="([^"#]+)"/g)].map(([, link]) => new URL(link ?? '', siteUrl).href);
    for (const path of ['/book', '/docs', '/openapi.yaml', '/openapi.json', '/.well-known/ai-plugin.json']) {
      expect(links).toContain(`${siteUrl}${path}`);
    }
    for (const link of links) expect([link, (await ask(link)).status]).toEqual([link, 200]);
  });

  test('every page has a content policy, and every answer forbids type guessing and caching', async () => {
    const { siteUrl } = plantSandbox({ now });
    for (const path of ['/', '/book', '/docs']) {
      const { headers } = await ask(`${siteUrl}${path}`);
      expect(headers.get('content-type')).toBe('text/html; charset=UTF-8');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'; /);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
    }
    for (const path of ['/', '/page.css', '/openapi.json', '/nothing', '/api/agent/depots']) {
      const { headers } = await ask(`${siteUrl}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('redirects the documentation to the host name that its requests use', async () => {
    const { answer, siteUrl } = plantSandbox({ now });
    const { status, headers } = await answer(new Request(`http://localhost:${new URL(siteUrl).port}/docs`));
    expect([status, headers.get('location')]).toEqual([302, `${siteUrl}/docs`]);
  });
});

describe('/book', () => {
  test('without parameters shows an empty search for 30 days ahead', async () => {
    const { siteUrl } = plantSandbox({ now });
    const { status, text } = await ask(`${siteUrl}/book`);
    expect(status).toBe(200);
    expect(text).toContain('name="pick_up_date" required min="2026-11-20" value="2026-12-20"');
    expect(text).not.toContain('role="alert"');
  });

  test('with a search shows the vehicles that availability lists', async () => {
    const { siteUrl, baseUrl } = plantSandbox({ now });
    const { text } = await ask(`${siteUrl}/book${query(trip)}`);
    const { json } = await ask(`${baseUrl}/vehicles/availability${query(trip)}`);
    expect(text).toContain(`<h2>${json.length} vehicles available</h2>`);
    for (const { vehicleId, name, rentalDailyRate } of json) {
      expect(text).toContain(`vehicle_id=${vehicleId}"`);
      expect(text).toContain(`<h3>${name}</h3>`);
      expect(text).toContain(`<strong>$${rentalDailyRate.toFixed(2)}</strong>`);
    }
    expect(text).not.toContain('vehicle_id=113');
  });

  test('with the parameters of a quote shows its prices, for a link and for the page’s own form', async () => {
    const { siteUrl } = plantSandbox({ now });
    const selection = { vehicle_id: '101', insurance_id: '402', accessory_ids: '301,303,303' };
    const link = await ask(`${siteUrl}/book${query({ ...trip, ...selection })}`);
    expect(link.status).toBe(200);
    for (const amount of ['$872.20', '$195.00', '$35.00', '$20.00', '$139.30', '$1,261.50']) {
      expect(link.text).toContain(`<td>${amount}</td>`);
    }
    expect(link.text).toContain('Camping chair × 2');
    expect(link.text).toContain('value="402" checked');
    expect(link.text).toContain('value="303,303" selected');
    expect(link.text).toMatch(/<button type="button" disabled>Book<\/button>/);
    const { accessory_ids: _, ...rest } = selection;
    const form = `${query({ ...trip, ...rest })}&accessory_ids=301&accessory_ids=&accessory_ids=303,303`;
    expect((await ask(`${siteUrl}/book${form}`)).text).toContain('<td>$1,261.50</td>');
    const none = await ask(`${siteUrl}/book${query({ ...trip, vehicle_id: '101' })}&insurance_id=&accessory_ids=`);
    expect(none.text).toContain('<td>$1,067.20</td>');
  });

  test.each([
    [{ vehicle_id: '113' }, 404, 'Vehicle 113 is not available for the selected depots and dates.'],
    [{ pick_up_date: '' }, 400, 'Missing required query parameter: pick_up_date.'],
    [{ drop_off_date: '2026-12-01' }, 400, 'Invalid query parameter drop_off_date: must not be before pick_up_date.'],
    [{ vehicle_id: '101', accessory_ids: '999' }, 400, 'Invalid query parameter accessory_ids: no such accessory.'],
  ])('%j shows the error and keeps the search', async (change, status, message) => {
    const { siteUrl } = plantSandbox({ now });
    const answer = await ask(`${siteUrl}/book${query({ ...trip, ...change })}`);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(`role="alert">${message}<`);
    expect(answer.text).toContain('<option value="10" selected>Queenstown</option>');
  });

  test('no page repeats a hostile parameter', async () => {
    const { siteUrl } = plantSandbox({ now });
    const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>';alert(3)//\u202e\u001b[31m`;
    for (const name of [...Object.keys(trip), 'vehicle_id', 'accessory_ids', 'insurance_id', 'unknown']) {
      const { text } = await ask(`${siteUrl}/book${query({ ...trip, vehicle_id: '101', [name]: hostile })}`);
      expect(text, name).toContain('<h1');
      expect(text, name).not.toMatch(/alert\(|onerror|\u202e|\u001b/);
    }
  });
});
