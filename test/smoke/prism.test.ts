// @module-tag prism
// @module-tag long
/** Validates client and sandbox with an independent proxy. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../sandbox/support.ts';
import { temporaryFolder } from '../support/environment.ts';
import { prismFolder } from '../support/needs.ts';
import { run } from '../support/run.ts';
import { serve } from '../support/server.ts';
import { always } from '../support/service.ts';
import { startPrism, type Prism } from './support/prism.ts';
import { idsOf, smoke } from './support/smoke.ts';

const folder = prismFolder();
const trip = ['--pick-up', '1', '--drop-off', '10', '--from', '+30d', '--to', '+7d'];
const violation = /violation|UNPROCESSABLE|has been raised|not match/i;

async function describeSandbox(siteUrl: string): Promise<string> {
  const file = join(temporaryFolder(), 'openapi.json');
  writeFileSync(file, await (await fetch(`${siteUrl}/openapi.json`)).text());
  return file;
}

async function startBoth() {
  const sandbox = await start();
  const prism = await startPrism(
    folder ?? '',
    await describeSandbox(sandbox.siteUrl),
    sandbox.baseUrl,
  );
  return { sandbox, prism };
}

function violations({ log }: Prism): string[] {
  return log.filter((line) => violation.test(line));
}

test('through a proxy, no command and no valid request of smoke breaks a rule on either side', async () => {
  const { sandbox, prism } = await startBoth();
  const ask = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([
      ...args,
      '--json',
      '--quiet',
      '--base-url',
      prism.url,
    ]);
    expect([code, stderr]).toEqual([0, '']);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    return JSON.parse(stdout) as any;
  };
  expect(await ask('depots')).not.toEqual([]);
  const [vehicle] = await ask('availability', ...trip);
  const { accessories, insuranceTypes } = await ask('extras', String(vehicle.vehicleId));
  const chosen = [
    '--accessory',
    `${accessories[0].id},${accessories[0].id},${accessories[1].id}`,
    '--insurance',
    String(insuranceTypes[0].id),
  ];
  const quote = await ask('quote', String(vehicle.vehicleId), ...trip, ...chosen);
  expect(quote.priceBreakdown.accessories).toHaveLength(2);
  await ask('quote', String(vehicle.vehicleId), ...trip);
  await ask('plan', '--vehicle', 'cheapest', ...trip, ...chosen);

  const only = ['depots', 'availability', 'accessories', 'insurance', 'quote'];
  const checked = await smoke(
    { baseUrl: prism.url, siteUrl: sandbox.siteUrl },
    { only, strict: true },
  );
  expect([idsOf(checked, 'fail'), idsOf(checked, 'warn'), checked.exitCode]).toEqual([[], [], 0]);
  expect(violations(prism)).toEqual([]);
  // Everything reached the sandbox; the description came from the sandbox itself.
  expect(sandbox.requests.length).toBeGreaterThan(14);
});

test('the proxy detects a wrong response and a wrong request', async () => {
  const sandbox = await start();
  const broken = await serve(always(200, [{ id: '1' }]));
  const prism = await startPrism(
    folder ?? '',
    await describeSandbox(sandbox.siteUrl),
    broken.baseUrl,
  );
  expect((await fetch(`${prism.url}/depots`)).status).toBe(500);
  expect((await fetch(`${prism.url}/vehicles/availability?pick_up_depot_id=one`)).status).toBe(422);
  await expect.poll(() => violations(prism)).not.toEqual([]);
});
