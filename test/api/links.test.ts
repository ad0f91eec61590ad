import { expect, test } from 'vitest';
import { checkoutLink, searchLink } from '../../src/api/links.ts';
import { selection, trip, tripQuery } from './samples.ts';

test.each([
  ['https://cars.test/', 'https://cars.test/book?'],
  ['https://cars.test/nz/', 'https://cars.test/nz/book?'],
  ['https://cars.test/?lang=mi#top', 'https://cars.test/book?lang=mi&'],
  ['http://[::1]:3000', 'http://[::1]:3000/book?'],
])('every link is below the site %s', (site, start) => {
  expect(searchLink(new URL(site), trip)).toBe(`${start}${tripQuery}`);
  expect(checkoutLink(new URL(site), selection)).toBe(
    `${start}${tripQuery}&vehicle_id=7&insurance_id=2&accessory_ids=3%2C3%2C5`,
  );
});

test('a link leaves out what is not selected, but keeps an id of 0', () => {
  const bare = { ...trip, vehicleId: 0, accessoryIds: [] };
  expect(checkoutLink(new URL('https://cars.test'), bare)).toBe(
    `https://cars.test/book?${tripQuery}&vehicle_id=0`,
  );
  expect(checkoutLink(new URL('https://cars.test'), { ...bare, insuranceId: 0 })).toContain(
    '&insurance_id=0',
  );
});

test("the trip's parameters replace those of the site", () => {
  const url = new URL(searchLink(new URL('https://cars.test/?pick_up_date=2020-01-01'), trip));
  expect(url.searchParams.getAll('pick_up_date')).toEqual(['2026-12-20']);
});
