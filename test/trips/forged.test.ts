/** A trip file in which anything was changed is shown, or refused in one sentence: no value of it can break the program. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tripsFolder } from '../../src/trips/folder.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { tries } from '../support/thorough.ts';

type Json = Record<string, unknown>;

/** Every field of the object and of those in it. */
function placesIn(value: unknown): (readonly [Json, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.keys(value).map((key) => [value as Json, key] as const);
  return [...own, ...own.flatMap(([holder, key]) => placesIn(holder[key]))];
}

test.each([
  ['quote', '11', '--accessory', '1', '--from', '2026-12-20', '--to', '+7d'],
  ['compare', '--from', '2026-12-20', '--flex', '2', '--nights', '7'],
])('%s', async (...line) => {
  const env = cleanEnvironment(temporaryFolder());
  const { baseUrl } = operator();
  expect(await run([...line, '--pick-up', '1', '--base-url', baseUrl, '--save', 'it'], { env })).toMatchObject({
    code: 0,
  });
  const path = join(tripsFolder(env), 'it.json');
  const whole = readFileSync(path, 'utf8');
  const values: readonly unknown[] = [
    null,
    true,
    -1,
    9e15,
    1e300,
    '',
    'x',
    '2026-02-30',
    [],
    [null],
    {},
    { toString: 1 },
  ];
  const change = fc.tuple(fc.nat(), fc.constantFrom<unknown>(...values));
  await fc.assert(
    fc.asyncProperty(change, fc.constantFrom('show', 'history', 'check'), async ([place, value], action) => {
      const file = JSON.parse(whole) as Json;
      const places = placesIn(file);
      const [holder, key] = places[place % places.length]!;
      holder[key] = value;
      writeFileSync(path, JSON.stringify(file));
      for (const words of [[action, 'it'], ['list']]) {
        const { code, stderr } = await run(['trips', ...words, '--retries', '0', '--format', 'table'], { env });
        expect(code, `${key}: ${JSON.stringify(value)}, ${words.join(' ')}: ${stderr}`).toBeLessThan(70);
      }
    }),
    { numRuns: tries(60) },
  );
});
