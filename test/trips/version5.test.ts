/**
 * Files of version 5, which are converted when they are read. Those in `version5/` are as that
 * version wrote them after a saving and a check.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { questionOf } from '../../src/trips/saved-trip.ts';
import { readTrip } from '../../src/trips/store.ts';
import { cli, type Cli } from '../support/cli.ts';
import { serviceOf, type Fleet } from '../support/fleet.ts';
import fc from '../support/property.ts';
import { checked, fileOf } from '../support/saved-trips.ts';
import { repeats, sample } from '../support/thorough.ts';

const lucky: Fleet = {
  depots: ['Auckland', 'Christchurch', 'North Shore, Auckland'],
  vehicles: (date) =>
    date === '2026-12-25'
      ? {}
      : { 11: 'Kea', 12: 'Kea, Deluxe', 13: 'Moa', 14: date > '2026-12-20' ? 'Weka 2' : 'Weka' },
  accessories: () => ({ 1: 'Snow chains', 2: '2x bike rack', 3: 'Chair, folding', 4: 'Table' }),
  plans: () => ({ 7: 'Full cover, gold', 8: 'Basic' }),
};
const happy: Fleet = {
  depots: ['Auckland', 'Queenstown'],
  vehicles: () => ({ 21: 'Kea Deluxe', 22: 'Kea' }),
  accessories: () => ({ 5: 'Snow chains' }),
  plans: () => ({ 9: 'Basic' }),
};

function operators(changed: Partial<Fleet> = {}): Cli {
  return cli({ lucky: serviceOf({ ...lucky, ...changed }), happy: serviceOf(happy) });
}

interface Old extends Record<string, unknown> {
  readonly operators: Record<string, unknown>[];
  readonly sweep: Record<string, unknown>;
  readonly answers: readonly object[];
}

/** A file of version 5 instead of the trip `it`. */
function put(rental: Cli, file: string, change: (trip: Old) => object = (trip) => trip): Old {
  const text = readFileSync(new URL(`version5/${file}.json`, import.meta.url), 'utf8')
    .replaceAll('http://lucky.test', rental.baseUrl('lucky'))
    .replaceAll('http://happy.test', rental.baseUrl('happy'));
  const path = fileOf(rental.env, 'it');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(change(JSON.parse(text) as Old)));
  return JSON.parse(text) as Old;
}

/** The requests of a run of these words. */
async function requestsOf(rental: Cli, words: string): Promise<string[]> {
  const before = rental.requests();
  expect(await rental.run(words)).toMatchObject({
    stderr: expect.not.stringContaining('error: ') as string,
  });
  const left = [...before];
  return rental
    .requests()
    .filter((request) => {
      const place = left.indexOf(request);
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    })
    .sort();
}

const day = '--from 2026-12-20 --nights 7';
const both = 'compare --operator lucky,happy';

test.each(
  sample(
    [
      [
        'quote',
        `quote moa --pick-up auck --from 2026-12-20 --to +7d --accessory '2x snow chains,2x bike rack,table' --insurance 'full cover, gold'`,
      ],
      [
        'plan',
        'plan --pick-up 1 --drop-off 2 --from 2026-12-20 --to +7d --vehicle cheapest --accessory 1,1,4 --insurance none',
      ],
      ['best', `compare --pick-up 1 ${day} --quote best:3 --group-by vehicle`],
      ['ids', `compare --pick-up 1 ${day} --vehicle 11,12 --accessory 1,1 --insurance 8`],
      [
        'names',
        `compare --pick-up 1 ${day} --vehicle 'Kea\\, Deluxe' --accessory 'chair\\, folding' --accessory '2x table' --accessory '2x bike rack' --insurance 'full cover, gold'`,
      ],
      [
        'parts',
        `compare --pick-up 1 ${day} --vehicle kea,tui --accessory chains --insurance basic`,
      ],
      [
        'two-operators',
        `${both} --pick-up lucky:1,happy:2 --drop-off lucky:2,happy:1,happy:same ${day} --vehicle lucky:moa,happy:22 --accessory lucky:1,happy:5`,
      ],
      ['all-at-one', `${both} --pick-up auckland ${day} --vehicle lucky:moa,happy:all --limit 2`],
      [
        'sold-out',
        `compare --pick-up 'north shore, auckland' --drop-off 1,same --from 2026-12-24..+1d --nights 7 --quote all --vehicle 13 --report PAGE`,
      ],
      [
        'two-names',
        'compare --pick-up 1 --from 2026-12-20..+1d --nights 7 --vehicle weka --view calendar',
      ],
    ],
    4,
  ),
)(
  'a file of version 5 (%s) is read, checked and saved again as what it was',
  async (file, line) => {
    const rental = operators();
    const command = line.replace('PAGE', `${rental.env['HOME']}/page.html`);
    const { answers } = put(rental, file);
    for (const words of ['list', 'show it', 'history it'])
      expect(await rental.run(`trips ${words}`)).toMatchObject({ code: 0 });
    expect(await rental.json('trips history it')).toHaveLength(answers.length);
    await rental.run(`${command} --save fresh`);
    expect(await requestsOf(rental, 'trips check it')).toEqual(
      await requestsOf(rental, 'trips check fresh'),
    );
    expect(await rental.run(`${command} --save it`)).toMatchObject({
      stderr: expect.stringContaining('saved: rental trips show it') as string,
    });
    const written = JSON.parse(readFileSync(fileOf(rental.env, 'it'), 'utf8')) as Old;
    expect(written).toMatchObject({
      format: 6,
      answers: [...answers, { end: 'priced' }, { end: 'priced' }],
    });
    expect(written).not.toHaveProperty('sweep');
  },
);

test('a target that was reported is not forgotten', async () => {
  const rental = operators();
  const reportedTargets = [{ amount: 900, currency: 'NZD' }];
  put(rental, 'ids', (trip) => ({ ...trip, reportedTargets }));
  expect(await checked(rental, 'it')).toMatchObject({ code: 0 });
  expect(readTrip(rental.env, 'it')).toMatchObject({ reportedTargets });
});

test.each<[string, (trip: Old) => object]>(
  sample<[string, (trip: Old) => object]>(
    [
      [
        'a depot by name',
        (trip) => ({ ...trip, sweep: { ...trip.sweep, pickUp: ['lucky:auckland', 'happy:1'] } }),
      ],
      [
        'an unknown operator',
        (trip) => ({
          ...trip,
          sweep: { ...trip.sweep, pickUp: ['lucky:1', 'happy:1', 'jolly:1'] },
        }),
      ],
      [
        'an operator without a depot',
        (trip) => ({ ...trip, sweep: { ...trip.sweep, pickUp: ['lucky:1'] } }),
      ],
      ['the best 0', (trip) => ({ ...trip, sweep: { ...trip.sweep, quote: 'best:0' } })],
      [
        'a limit of 0',
        (trip) => ({ ...trip, sweep: { ...trip.sweep, quote: undefined, limit: 0 } }),
      ],
      [
        'the best 1e300',
        (trip) => ({ ...trip, sweep: { ...trip.sweep, quote: `best:${'9'.repeat(300)}` } }),
      ],
      [
        'another word for its quotes',
        (trip) => ({ ...trip, sweep: { ...trip.sweep, quote: 'some' } }),
      ],
      [
        '60 of an extra',
        (trip) => ({ ...trip, sweep: { ...trip.sweep, accessory: Array(60).fill('lucky:1') } }),
      ],
      [
        'an operator twice',
        (trip) => ({ ...trip, operators: [trip.operators[0]!, ...trip.operators] }),
      ],
      [
        '2,000 operators',
        (trip) => ({
          ...trip,
          operators: Array.from({ length: 2_000 }, (_, at) => ({
            ...trip.operators[0],
            name: `of${at}`,
          })),
        }),
      ],
    ],
    4,
  ),
)('%s cannot be converted, and one error says so', async (_, change) => {
  const rental = operators();
  put(rental, 'two-operators', change);
  for (const words of ['check it', 'show it']) {
    const { code, stdout, stderr } = await rental.run(`trips ${words}`);
    expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
    expect(stderr).toMatch(
      /^error: the trip "it" cannot be read: .{1,200}\nhint: rental trips remove it\n$/,
    );
  }
  expect(rental.requests()).toEqual([]);
});

const name = fc.constantFrom(
  'Kea',
  'Kea, Deluxe',
  '2x bike rack',
  'a\\,b',
  'lucky:Kea',
  ',',
  '12 seats',
  'same',
  'Tāupo',
  '5,5',
);
const id = fc.integer({ min: -3, max: 9 });
const ref = fc.oneof(
  id.map((value) => ({ id: value })),
  name.map((value) => ({ name: value })),
);
const asked = fc.record({
  pickUpIds: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
  dropOffs: fc.uniqueArray(fc.oneof(id, fc.constant('same' as const)), {
    minLength: 1,
    maxLength: 3,
  }),
  vehicles: fc.oneof(fc.constant('all' as const), fc.array(ref, { minLength: 1, maxLength: 3 })),
  accessories: fc.uniqueArray(fc.tuple(ref, fc.integer({ min: 1, max: 3 })), {
    maxLength: 3,
    selector: ([one]) => JSON.stringify(one),
  }),
  plan: fc.option(ref, { nil: undefined }),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;
type Ref = { readonly id: number } | { readonly name: string };

const textOf = (one: Ref): string => ('id' in one ? String(one.id) : one.name);
const escaped = (one: Ref): string => textOf(one).split(',').join('\\,');

/** The texts of one operator as version 5 wrote them. */
function textsOf({ pickUpIds, dropOffs, vehicles, accessories, plan }: Asked, prefix: string) {
  const each = (texts: readonly (string | number)[]) => texts.map((text) => `${prefix}${text}`);
  return {
    pickUp: each(pickUpIds),
    dropOff: each(dropOffs),
    vehicle: each(vehicles === 'all' ? ['all'] : vehicles.map(escaped)),
    accessory: each(accessories.flatMap(([one, count]) => Array<string>(count).fill(escaped(one)))),
    insurance: each(plan === undefined ? [] : [textOf(plan)]),
  };
}

test('whatever version 5 wrote means the same', { tags: ['long'] }, () => {
  const rental = operators();
  fc.assert(
    fc.property(
      fc.array(asked, { minLength: 1, maxLength: 2 }),
      fc.constantFrom(undefined, 'all', 'best:3'),
      (all, quote) => {
        const names = ['lucky', 'happy'];
        const texts = all.map((one, place) =>
          textsOf(one, all.length === 1 ? '' : `${names[place]}:`),
        );
        const joined = (key: keyof ReturnType<typeof textsOf>) => texts.flatMap((one) => one[key]);
        put(rental, 'two-operators', (trip) => ({
          ...trip,
          operators: trip.operators
            .slice(0, all.length)
            .map((operator) => ({ ...operator, names: [] })),
          sweep: {
            ...trip.sweep,
            ...Object.fromEntries(
              ['pickUp', 'dropOff', 'vehicle', 'accessory', 'insurance'].map((key) => [
                key,
                joined(key as 'pickUp'),
              ]),
            ),
            quote,
          },
        }));
        const trip = readTrip(rental.env, 'it');
        if (trip.kind === 'quote') throw new Error('a quote');
        const { operators: read, quoteMode } = questionOf(trip);
        expect(read).toEqual(
          all.map(({ pickUpIds, dropOffs, vehicles, accessories, plan }, place) => ({
            operator: names[place],
            pickUpIds,
            dropOffs,
            vehicles,
            extras: [
              ...accessories.map(([one, quantity]) => ({ kind: 'accessory', quantity, ...one })),
              ...(plan === undefined ? [] : [{ kind: 'insurance', quantity: 1, ...plan }]),
            ],
          })),
        );
        const [how = 'best', max] =
          quote === 'best:3' ? ['best', 3] : [quote, quote === undefined ? 10 : undefined];
        expect(quoteMode).toEqual(max === undefined ? { how } : { how, max });
      },
    ),
    { numRuns: repeats(1_000, 300, 40) },
  );
});
