import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ask, friday, plantSandbox, query, trip } from './support.ts';

test('YAML and JSON are equal, and name the actual rate limit', async () => {
  const { siteUrl, baseUrl } = plantSandbox({ rateLimit: { limit: 7, windowMs: 5000 } });
  const { json } = await ask(`${siteUrl}/openapi.json`);
  const yaml = await ask(`${siteUrl}/openapi.yaml`);
  expect(yaml.headers.get('content-type')).toContain('yaml');
  expect(parse(yaml.text)).toEqual(json);
  expect(json.info.description).toContain('7 requests per 5 seconds');
  expect(json.servers[0].url).toBe(baseUrl);
});

const [inTrip, ofVehicle] = [query(trip), '/vehicles/101'];

test.each([
  ['/depots', '/depots'],
  ['/vehicles/availability', `/vehicles/availability${inTrip}`],
  ['/vehicles/{vehicleId}/accessories', `${ofVehicle}/accessories`],
  ['/vehicles/{vehicleId}/insurance-types', `${ofVehicle}/insurance-types`],
  ['/quotes', `/quotes${inTrip}&vehicle_id=101&accessory_ids=301&insurance_id=402`],
  ['/quotes', `/quotes${inTrip}&vehicle_id=101`],
  ['/quotes', `/quotes${inTrip}&vehicle_id=113`],
  ['/quotes', '/quotes'],
])('%s describes every field of %s', async (path, request) => {
  const { siteUrl, baseUrl } = plantSandbox({ now: () => friday });
  const { paths, components } = (await ask(`${siteUrl}/openapi.json`)).json;
  const { status, json } = await ask(baseUrl + request);
  const { headers, content } = paths[path].get.responses[status];
  expect(Object.keys(headers)).toEqual([
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
  ]);
  for (const schema of Object.values<{ additionalProperties?: boolean }>(components.schemas)) {
    schema.additionalProperties = false;
  }
  const ajv = new Ajv({ strict: false, validateFormats: false });
  expect(
    ajv.validate({ ...content['application/json'].schema, components }, json),
    ajv.errorsText(),
  ).toBe(true);
});

test('the second operator has descriptions at the well-known places, with two servers', async () => {
  const { siteUrl, baseUrl } = plantSandbox({ variant: 'b' });
  const { json } = await ask(`${siteUrl}/openapi.json`);
  expect((await ask(`${siteUrl}/.well-known/openapi`)).json).toEqual(json);
  const yaml = await ask(`${baseUrl}/openapi`);
  expect(yaml.headers.get('content-type')).toContain('yaml');
  expect(parse(yaml.text)).toEqual(json);
  const ofSite = parse((await ask(`${siteUrl}/openapi.yaml`)).text) as typeof json;
  const addresses = ({ servers, paths }: typeof json) =>
    Object.keys(paths).map((path) => servers[0].url + path);
  expect([ofSite.servers[0].url, addresses(ofSite)]).toEqual([siteUrl, addresses(json)]);
  expect((await ask(siteUrl)).text).toContain('href="/.well-known/openapi"');
});

test('the first operator has no description at the well-known places', async () => {
  const { siteUrl, baseUrl } = plantSandbox();
  for (const url of [`${siteUrl}/.well-known/openapi`, `${baseUrl}/openapi`])
    expect((await ask(url)).status).toBe(404);
});
