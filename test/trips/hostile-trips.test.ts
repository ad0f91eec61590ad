/**
 * Files of trips with absurd contents: one clear error or a sane answer, and nothing is sent for
 * what no comparison may ask.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sample } from '../support/thorough.ts';
import { type Cli } from '../support/cli.ts';
import { fileOf, savedComparison } from '../support/saved-trips.ts';

type Json = Record<string, unknown>;
interface File extends Json {
  operators: Json[];
  dates: Json[];
}

const many = <T>(count: number, make: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => make(place));
const dayAt = (place: number): string =>
  new Date(Date.UTC(2027, 0, 1 + place)).toISOString().slice(0, 10);
const datesAt = (place: number) => ({ pickUpDate: dayAt(place), dropOffDate: dayAt(place + 7) });

async function changed(change: (file: File, operator: Json) => void): Promise<Cli> {
  const rental = await savedComparison();
  const path = fileOf(rental.env, 'it');
  const file = JSON.parse(readFileSync(path, 'utf8')) as File;
  change(file, file.operators[0]!);
  writeFileSync(path, JSON.stringify(file));
  return rental;
}

test.each<[string, (file: File, operator: Json) => void]>(
  sample<[string, (file: File, operator: Json) => void]>(
    [
      [
        'a vehicle by an id that is a text',
        (_, it) => (it['vehicles'] = [{ id: '11', name: 'Kea Camper' }]),
      ],
      ['a vehicle without an id', (_, it) => (it['vehicles'] = [{ id: null, name: 'Kea Camper' }])],
      [
        'an extra by an id that is a text',
        (_, it) => (it['extras'] = [{ kind: 'accessory', quantity: 1, id: '1', name: 'x' }]),
      ],
      ['no extra', (_, it) => (it['extras'] = [{ kind: 'accessory', quantity: 0, id: 1 }])],
      [
        'fewer than no extras',
        (_, it) => (it['extras'] = [{ kind: 'accessory', quantity: -3, name: 'Snow chains' }]),
      ],
      [
        'a billion of an extra',
        (_, it) => (it['extras'] = [{ kind: 'accessory', quantity: 1e9, id: 1 }]),
      ],
      ['no pick-up depot', (_, it) => (it['pickUpIds'] = [])],
      ['no drop-off depot', (_, it) => (it['dropOffs'] = [])],
      ['an operator twice', (file, it) => file.operators.push(it)],
      ['the best 0', (file) => (file['quoteMode'] = { how: 'best', max: 0 })],
      ['the best 1e300', (file) => (file['quoteMode'] = { how: 'best', max: 1e300 })],
      ['no group', (file) => (file['groups'] = [])],
      ['an unknown group', (file) => (file['groups'] = ['colour'])],
      [
        'a trip that ends before it begins',
        (file) => (file.dates = [{ pickUpDate: '2027-01-09', dropOffDate: '2027-01-02' }]),
      ],
      ['the same dates twice', (file) => file.dates.push(file.dates[0]!)],
      ['20,001 trips', (file) => (file.dates = many(20_001, datesAt))],
      [
        '20,001 trips of all operators',
        (file, it) => {
          file.dates = many(6_667, datesAt);
          file.operators = many(3, (place) => ({ ...it, name: `of${place}` }));
        },
      ],
      [
        'pairs of depots that no memory can hold',
        (_, it) => {
          it['pickUpIds'] = many(30_000, (id) => id);
          it['dropOffs'] = many(30_000, (id) => id);
        },
      ],
    ],
    3,
  ),
)('%s: nothing is asked, and one error says why', async (_, change) => {
  const rental = await changed(change);
  const before = rental.requests().length;
  for (const words of ['check it', 'show it', 'history it']) {
    const { code, stdout, stderr } = await rental.run(`trips ${words}`);
    expect({ code, stdout }).toEqual({ code: 9, stdout: '' });
    expect(stderr).toMatch(
      /^error: the trip "it" cannot be read: .{1,200}\nhint: rental trips remove it\n$/,
    );
  }
  expect(await rental.run('trips')).toMatchObject({
    stderr: expect.stringMatching(/^warning: the trip "it"/) as string,
  });
  expect(rental.requests()).toHaveLength(before);
});

test(
  'a question that takes more than 20,000 requests now is not asked for quotes',
  { tags: ['long'] },
  async () => {
    const vehicles = Object.fromEntries(many(260, (id) => [id + 11, `Kea ${id}`]));
    const fleet: { vehicles: Record<number, string> } = { vehicles: { 11: 'Kea' } };
    const rental = await savedComparison({ vehicles: () => fleet.vehicles });
    const path = fileOf(rental.env, 'it');
    const file = JSON.parse(readFileSync(path, 'utf8')) as File;
    writeFileSync(
      path,
      JSON.stringify({ ...file, dates: many(80, datesAt), quoteMode: { how: 'all' } }),
    );
    fleet.vehicles = vehicles;
    const { stdout } = await rental.run('trips check it --json');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        end: 'changed',
        reason: expect.stringMatching(/now takes 208\d\d requests.*20000/) as string,
      },
    ]);
    expect(rental.requests().filter((request) => request.startsWith('/quotes'))).toHaveLength(3);
  },
);
