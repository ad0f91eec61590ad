import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ask, friday, query, plantSandbox, trip } from './support.ts';

const now = () => friday;

test('publishes a manifest that links the description, and a start page that links everything', async () => {
  const { siteUrl, baseUrl } = plantSandbox({ now });
  const { json } = await ask(`${siteUrl}/.well-known/ai-plugin.json`);
  expect(json).toMatchObject({
    schema_version: 'v1',
    auth: { type: 'none' },
    api: { type: 'openapi' },
  });
  expect(parse((await ask(json.api.url)).text).servers[0].url).toBe(baseUrl);
  expect((await ask(json.logo_url)).headers.get('content-type')).toBe('image/svg+xml');
  const { text } = await ask(`${siteUrl}/`);
  const links = [...text.matchAll(/ (?:href|src)="([^"#]+)"/g)].map(
    ([, link]) => new URL(link ?? '', siteUrl).href,
  );
  for (const path of [
    '/book',
    '/docs',
    '/openapi.yaml',
    '/openapi.json',
    '/.well-known/ai-plugin.json',
  ]) {
    expect(links).toContain(`${siteUrl}${path}`);
  }
  for (const link of links) expect([link, (await ask(link)).status]).toEqual([link, 200]);
});

test('every page has a content policy, and every answer forbids type guessing and caching', async () => {
  const { siteUrl } = plantSandbox({ now });
  for (const path of ['/', '/book', '/docs', '/openapi.json', '/nothing', '/api/agent/depots']) {
    const { headers, text } = await ask(`${siteUrl}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    const policy = headers.get('content-security-policy');
    expect(policy !== null, path).toBe(text.startsWith('<!doctype html>'));
    expect(policy ?? "default-src 'none'; ").toMatch(/^default-src 'none'; (?!.*unsafe)/);
  }
});

test('/docs has a form for each request', async () => {
  const { siteUrl } = plantSandbox({ now });
  const { text } = await ask(`${siteUrl}/docs`);
  const forms = [...text.matchAll(/<form action="([^"]+)"/g)].map(([, address]) => address);
  const paths = [
    'depots',
    'vehicles/availability',
    'vehicles/101/accessories',
    'vehicles/101/insurance-types',
  ];
  expect(forms).toEqual([...paths, 'quotes'].map((path) => `/api/agent/${path}`));
  expect(text.match(/name="insurance_id"/g)).toHaveLength(1);
});

test('/book without parameters asks for those of a search', async () => {
  const { siteUrl } = plantSandbox({ now });
  const { status, text } = await ask(`${siteUrl}/book`);
  expect(status).toBe(200);
  expect([...text.matchAll(/name="(\w+)" type="\w+" required/g)].map(([, name]) => name)).toEqual(
    Object.keys(trip),
  );
});

test('/book with a search leads to the checkout of each vehicle that availability lists', async () => {
  const { siteUrl, baseUrl } = plantSandbox({ now });
  const text = (await ask(`${siteUrl}/book${query(trip)}`)).text.replaceAll('&amp;', '&');
  const { json } = await ask(`${baseUrl}/vehicles/availability${query(trip)}`);
  expect(text).toContain(`<h1>${json.length} vehicles available</h1>`);
  for (const { vehicleId, name, rentalDailyRate } of json) {
    const link = `/book${query({ ...trip, vehicle_id: String(vehicleId) })}`;
    expect(text).toContain(`href="${link}">${name}</a>, $${rentalDailyRate.toFixed(2)} a day</li>`);
  }
  expect(text).not.toContain('vehicle_id=113');
});

test('/book with the parameters of a quote shows its prices', async () => {
  const { siteUrl } = plantSandbox({ now });
  const selection = { vehicle_id: '101', insurance_id: '402', accessory_ids: '301,303,303' };
  const { status, text } = await ask(`${siteUrl}/book${query({ ...trip, ...selection })}`);
  expect(status).toBe(200);
  for (const amount of ['$872.20', '$195.00', '$35.00', '$20.00', '$139.30', '$1,261.50']) {
    expect(text).toContain(`: ${amount}</li>`);
  }
  expect(text).toContain('2 × Camping chair');
});

test.each([
  [{ vehicle_id: '113' }, 404, 'Vehicle 113 is not available for the selected depots and dates.'],
  [{ pick_up_date: '' }, 400, 'Missing required query parameter: pick_up_date.'],
  [
    { drop_off_date: '2026-12-01' },
    400,
    'Invalid parameter drop_off_date: must not be before pick_up_date.',
  ],
])('/book with %j shows the error', async (change, status, message) => {
  const { siteUrl } = plantSandbox({ now });
  const answer = await ask(`${siteUrl}/book${query({ ...trip, ...change })}`);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(`role="alert">${message}<`);
});

test('no page repeats a hostile parameter', async () => {
  const { siteUrl } = plantSandbox({ now });
  const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script>';alert(3)//\u202e\u001b[31m`;
  for (const name of [
    ...Object.keys(trip),
    'vehicle_id',
    'accessory_ids',
    'insurance_id',
    'unknown',
  ]) {
    const { text } = await ask(
      `${siteUrl}/book${query({ ...trip, vehicle_id: '101', [name]: hostile })}`,
    );
    expect(text, name).toContain('<h1');
    expect(text, name).not.toMatch(/alert\(|onerror|\u202e|\u001b/);
  }
});
