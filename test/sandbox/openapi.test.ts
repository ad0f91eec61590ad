import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/environment.ts';
import { ask, dayFromNow, plantSandbox, start } from './support.ts';

test('YAML and JSON are equal, and name the actual rate limit', async () => {
  const { siteUrl, baseUrl } = plantSandbox({ rateLimit: { limit: 7, windowMs: 5000 } });
  const { json } = await ask(`${siteUrl}/openapi.json`);
  const yaml = await ask(`${siteUrl}/openapi.yaml`);
  expect(yaml.headers.get('content-type')).toContain('yaml');
  expect(parse(yaml.text)).toEqual(json);
  expect(json.openapi).toBe('3.0.3');
  expect(json.info).toMatchObject({
    version: '1.0.0',
    description: expect.stringContaining('7 requests per 5 seconds'),
  });
  expect(json.servers[0].url).toBe(baseUrl);
});

test('the OpenAPI document passes the linter', async () => {
  const { siteUrl } = plantSandbox();
  const source = (await ask(`${siteUrl}/openapi.yaml`)).text;
  const config = await createConfig({ extends: ['recommended-strict'] });
  expect(await lintFromString({ source, config })).toEqual([]);
});

test.each([
  ['epoch-ms', true],
  ['none', false],
] as const)(
  'the headers of the 429 are required; with --reset-format %s, the reset: %s',
  async (resetFormat, required) => {
    const { siteUrl } = plantSandbox({ resetFormat });
    const { headers, responses } = (await ask(`${siteUrl}/openapi.json`)).json.components;
    const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    expect(Object.keys(responses.TooManyRequests.headers)).toEqual(names);
    expect(names.map((name) => headers[name].required)).toEqual([true, true, required]);
  },
);

test('the answers have exactly the fields of the schemas', async () => {
  const { siteUrl, baseUrl } = plantSandbox();
  const { schemas } = (await ask(`${siteUrl}/openapi.json`)).json.components;
  const fields = (schema: string) => Object.keys(schemas[schema].properties);
  const of = async (path: string) => (await ask(`${baseUrl}${path}`)).json;
  const trip = `pick_up_depot_id=1&drop_off_depot_id=10&pick_up_date=${dayFromNow(30)}&drop_off_date=${dayFromNow(37)}`;
  const [depot] = await of('/depots');
  const quote = await of(`/quotes?${trip}&vehicle_id=101&accessory_ids=301&insurance_id=402`);
  for (const [schema, value] of [
    ['Depot', depot],
    ['DepotTime', depot.pickup_times[0]],
    ['Vehicle', (await of(`/vehicles/availability?${trip}`))[0]],
    ['Accessory', (await of('/vehicles/101/accessories'))[0]],
    ['InsurancePlan', (await of('/vehicles/101/insurance-types'))[0]],
    ['Quote', quote],
    ['PriceBreakdown', quote.priceBreakdown],
    ['QuotedAccessory', quote.priceBreakdown.accessories[0]],
    ['QuotedInsurance', quote.priceBreakdown.insurance],
    ['Error', await of('/quotes')],
  ] as const) {
    expect([schema, Object.keys(value)]).toEqual([schema, fields(schema)]);
  }
});

/** Uses only the generated types, so that the compiler checks whether the schemas are complete. */
const reader = `
import createClient from 'openapi-fetch';
import type { paths } from './interface.ts';

declare const process: { readonly argv: readonly string[] };
const client = createClient<paths>({ baseUrl: process.argv[2]! });
const query = {
  pick_up_depot_id: 1,
  drop_off_depot_id: 10,
  pick_up_date: process.argv[3]!,
  drop_off_date: process.argv[4]!,
};
function must<T>(answer: { data?: T; error?: { error: string } | string }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}
const depots = must(await client.GET('/depots'));
const vehicle = must(await client.GET('/vehicles/availability', { params: { query } }))[0]!;
const params = { path: { vehicleId: vehicle.vehicleId }, query: { pick_up_date: query.pick_up_date } };
const accessory = must(await client.GET('/vehicles/{vehicleId}/accessories', { params }))[0]!;
const plan = must(await client.GET('/vehicles/{vehicleId}/insurance-types', { params })).find(({ price }) => price === 0)!;
const selection = { vehicle_id: vehicle.vehicleId, accessory_ids: String(accessory.id), insurance_id: plan.id };
const quote = must(await client.GET('/quotes', { params: { query: { ...query, ...selection } } }));
const insurance: { id: number; name: string; cost: number } | null = quote.priceBreakdown.insurance;
// @ts-expect-error A required parameter is missing.
const refused = await client.GET('/quotes', { params: { query } });
console.log(JSON.stringify({
  times: depots.map((depot) => depot.pickup_times[0]!.time.length + depot.drop_off_times[0]!.day.length).length,
  rate: vehicle.rentalDailyRate.toFixed(2),
  accessory: accessory.name.toUpperCase(),
  insurance,
  total: quote.totalAmount,
  lines: quote.priceBreakdown.accessories.map(({ quantity }) => quantity),
  refused: refused.error,
  status: refused.response.status,
}));
`;

/** Compiles `read.ts` of the folder, and returns what the compiler says of it. */
function compile(folder: string): string[] {
  const options: ts.CompilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, types: [], outDir: folder },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, rewriteRelativeImportExtensions: true },
  };
  const program = ts.createProgram([join(folder, 'read.ts')], options);
  program.emit();
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('a generated client type-checks and reads all five endpoints', { tags: ['long'] }, async () => {
  const { siteUrl, baseUrl } = await start();
  const folder = temporaryFolder();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'interface.ts'), astToString(await openapiTypes(new URL(`${siteUrl}/openapi.json`))));
  writeFileSync(join(folder, 'read.ts'), reader);
  expect(compile(folder)).toEqual([]);
  const { stdout } = await promisify(execFile)(process.execPath, ['read.js', baseUrl, dayFromNow(30), dayFromNow(37)], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toEqual({
    times: 11,
    rate: '124.60',
    accessory: 'CHILD SEAT',
    insurance: { id: 401, name: 'Standard cover (excess $5,000)', cost: 0 },
    total: 1102.2,
    lines: [1],
    refused: { error: 'Missing required query parameter: vehicle_id' },
    status: 400,
  });
});
