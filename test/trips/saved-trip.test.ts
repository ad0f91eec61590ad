/**
 * The file of a trip: whatever was changed in it, it is shown or refused in one sentence, and costs
 * no other trip.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tripsFolder } from '../../src/trips/folder.ts';
import type { TripAnswer } from '../../src/trips/saved-trip.ts';
import { appendAnswer } from '../../src/trips/history.ts';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { operator } from '../support/operator.ts';
import fc from '../support/property.ts';
import { run } from '../support/run.ts';
import { checked, fileOf, part, savedComparison } from '../support/saved-trips.ts';
import { tries, sample } from '../support/thorough.ts';
import { pricedAnswer, watchedTrip } from '../support/watched-trip.ts';

type Json = Record<string, unknown>;

test('a file with millions of lists is refused before it takes gigabytes', async () => {
  const { env } = await watchedTrip({ 0: 700 });
  const whole = readFileSync(fileOf(env, 'it'), 'utf8');
  writeFileSync(fileOf(env, 'it'), `{"x":[${'[],'.repeat(2_000_000)}[]],${whole.slice(1)}`);
  const stderr: unknown = expect.stringContaining('the trip "it" cannot be read: it is damaged');
  expect(await run(['trips', 'show', 'it'], { env })).toMatchObject({ code: 9, stderr });
});

/** Every field of the object and of those in it. */
function placesIn(value: unknown): (readonly [Json, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.keys(value).map((key) => [value as Json, key] as const);
  return [...own, ...own.flatMap(([holder, key]) => placesIn(holder[key]))];
}

test.each([
  ['quote', '11', '--accessory', '1', '--from', '2026-12-20', '--to', '+7d'],
  ['compare', '--from', '2026-12-20', '--flex', '2', '--nights', '7'],
])('a file of a %s is shown or refused, whatever was changed in it', async (...line) => {
  const env = cleanEnvironment(temporaryFolder());
  const { baseUrl } = operator();
  expect(
    await run([...line, '--pick-up', '1', '--base-url', baseUrl, '--save', 'it'], { env }),
  ).toMatchObject({
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
    fc.asyncProperty(
      change,
      fc.constantFrom('show', 'history', 'check'),
      async ([place, value], action) => {
        const file = JSON.parse(whole) as Json;
        const places = placesIn(file);
        const [holder, key] = places[place % places.length]!;
        holder[key] = value;
        writeFileSync(path, JSON.stringify(file));
        for (const words of [[action, 'it'], ['list']]) {
          const { code, stderr } = await run(
            ['trips', ...words, '--retries', '0', '--format', 'table'],
            { env },
          );
          expect(
            code,
            `${key}: ${JSON.stringify(value)}, ${words.join(' ')}: ${stderr}`,
          ).toBeLessThan(70);
        }
      },
    ),
    { numRuns: tries(60) },
  );
});

test.each(
  sample(
    [
      ['one that was changed', (text: string) => text.replace('"pickUpIds":[1]', '"pickUpIds":1')],
      [
        'one with a limit that no memory can hold',
        (text: string) => text.replace('"100/60s"', '"999999/60s"'),
      ],
      [
        'one with a wrong address',
        (text: string) => text.replace('"baseUrl":"http', '"baseUrl":"file'),
      ],
      [
        'one without operators',
        (text: string) => text.replace(/"operators":.*,"dates"/s, '"operators":[],"dates"'),
      ],
      [
        'one with an impossible time',
        (text: string) => text.replace(/"askedAt":"/g, '"askedAt":"9'),
      ],
      [
        'one without a part of its document',
        (text: string) => text.replace('"offers":', '"offer":'),
      ],
      ['one with a huge number', (text: string) => text.replace(/"total":[\d.]+/, '"total":1e999')],
      ['one of another version', (text: string) => text.replace('"format":6', '"format":4')],
      ['one that is cut off', (text: string) => text.slice(0, -9)],
    ],
    4,
  ),
)('a damaged file is reported and no other trip is affected: %s', async (_, change) => {
  const rental = await savedComparison();
  const text = readFileSync(fileOf(rental.env, 'it'), 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(fileOf(rental.env, 'bad'), change(text));
  const { code, stderr, documents } = await checked(rental, '--all');
  expect({ code, documents }).toMatchObject({ code: 9, documents: [{ name: 'it' }] });
  expect(stderr).toMatch(/^warning: the trip "bad" cannot be read: .+\n$/);
  for (const action of ['check', 'show', 'history'])
    expect(await rental.run(`trips ${action} bad`)).toMatchObject({
      code: 9,
      stderr: part('hint: rental trips remove bad\n'),
    });
});

test(
  'of more than 2,000 answers the first, the lowest and the newest stay',
  { tags: ['long'] },
  () => {
    const all = Array.from({ length: 2103 }, (_, at) => pricedAnswer(at, at === 1 ? 5 : 700));
    const answers = all.reduce<readonly TripAnswer[]>(appendAnswer, []);
    expect(answers).toHaveLength(2002);
    expect(answers.slice(0, 3).map(({ askedAt }) => Date.parse(askedAt))).toEqual([0, 1, 103]);
  },
);

test(
  'of more than 2,000 answers in two currencies the lowest in the last one stays',
  { tags: ['long'] },
  () => {
    const all = Array.from({ length: 2103 }, (_, at) =>
      at === 1 ? pricedAnswer(at, 5, 'AUD') : pricedAnswer(at, at === 2 ? 650 : 700),
    );
    const answers = all.reduce<readonly TripAnswer[]>(appendAnswer, []);
    expect(answers.slice(0, 3).map(({ price }) => price?.total)).toEqual([700, 650, 700]);
  },
);
