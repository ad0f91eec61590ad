// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Client } from './other-operator/testing/client.ts';
import { descriptionDefaults } from './other-operator/description.ts';
import { differing } from './other-operator/testing/differing.ts';
import { jsonOf } from './other-operator/testing/documented.ts';
import { defaults } from './other-operator/options.ts';
import { addresses, siteDefaults } from './other-operator/site.ts';

const TRIP = { pick_up_depot_id: '1', drop_off_depot_id: '1', pick_up_date: '2027-02-03', drop_off_date: '2027-02-09' };

/** The options that change the website. */
const OPTIONS = [
  ...Object.keys(siteDefaults),
  ...Object.keys(descriptionDefaults),
  'extrasDates',
  'names',
  'gzip',
  'chunked',
];

// The other variants have the same website.
describe.each(differing(OPTIONS))('$name', ({ options: chosen }) => {
  const options = { ...defaults, ...chosen };
  let client: Client;

  beforeAll(async () => {
    client = await Client.of(chosen);
  });
  afterAll(() => client.close());

  test('the booking page shows no parameter as markup', async () => {
    if (typeof options.bookGuard === 'number') return;
    const site = client.operator.siteUrl.href.replace(/\/$/, '');
    const good = await client.page(`${site}/book?${new URLSearchParams({ ...TRIP, vehicle_id: '1' })}`);
    expect(good.status).toBe(200);
    expect(good.headers['content-type']).toMatch(/^text\/html/);
    const script = '"></p></script><script>alert(1)</script>';
    const { text } = await client.page(`${site}/book?${new URLSearchParams({ ...TRIP, pick_up_date: script })}`);
    // In a quoted attribute, only a quote ends the text.
    expect(text.replace(/="[^"]*"/g, '')).not.toContain('<script>alert');
    expect((await client.page(`${site}/book`)).status).toBe(200);
  });

  test('the website has both descriptions, the documentation and the manifest', async () => {
    const site = client.operator.siteUrl.href.replace(/\/$/, '');
    const at = addresses[options.published];
    const page = async (path: string) => {
      const answered = await client.page(site + path);
      expect(answered.status).toBe(200);
      return answered;
    };
    const json = jsonOf(await page(at.json)) as Description;
    const yaml = parse((await page(at.yaml)).text, { merge: true }) as Description;
    expect((await page(at.docs)).headers['content-type']).toMatch(/^text\/html/);
    expect(jsonOf(await page(at.manifest))).toHaveProperty('api.url', expect.stringContaining(site));
    for (const { openapi, info, paths } of [json, yaml]) {
      expect({ openapi, version: info.version }).toEqual({ openapi: '3.0.3', version: '1.0.0' });
      const prefix = options.servers === 'root and longer paths' ? options.basePath : '';
      const named = PATHS.map((path) => prefix + path.replace('vehicleId', options.pathParameter));
      expect(Object.keys(paths).sort()).toEqual(named);
      if (options.pathItems === 'references') continue;
      expect(Object.values(paths).map((path) => Object.keys(path as object))).toEqual(PATHS.map(() => ['get']));
    }
    expect(withoutTexts(json)).toEqual(withoutTexts(yaml));
  });

  test('addresses that nothing is known about are answered', async () => {
    const base = client.operator.baseUrl.href.replace(/\/$/, '');
    const site = client.operator.siteUrl.href.replace(/\/$/, '');
    for (const url of [`${base}/nothing`, `${site}/nothing`, `${base}/openapi`]) {
      const { status } = await client.once(url);
      expect([200, 302, 400, 401, 403, 404, 410, 500]).toContain(status);
    }
  });
});

interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, unknown>>;
}

const PATHS = [
  '/depots',
  '/quotes',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
];

/** A description without what may differ between its two forms. */
function withoutTexts({ paths }: Description): unknown {
  const text = (key: string, value: unknown) => (['summary', 'description'].includes(key) ? '' : value);
  return JSON.parse(JSON.stringify(paths, text));
}
