/** A check asks for the trips that had the best prices before, whatever its search would choose. */
import { expect, test } from 'vitest';
import { cli } from '../support/cli.ts';
import { serviceOf } from '../support/fleet.ts';
import { checked } from '../support/saved-trips.ts';

test('the cheapest trip of the last answer is asked for, also if its length is dear now', async () => {
  const nightsOf = (query: URLSearchParams): number =>
    (Date.parse(query.get('drop_off_date')!) - Date.parse(query.get('pick_up_date')!)) / 86_400_000;
  let dear = 20;
  const rateOf = (query: URLSearchParams): number => {
    if (nightsOf(query) === 5) return 100;
    return query.get('pick_up_date') === '2030-01-09' ? 15 : dear;
  };
  const rental = cli(
    serviceOf({
      vehicles: (_, query) => ({ 11: ['Kea', rateOf(query)] }),
      quote: (query) => ({ totalAmount: nightsOf(query) * rateOf(query) }),
    }),
  );
  const line = 'compare --pick-up 1 --from 2030-01-05..+15d --nights 5,9';
  expect(await rental.run(`${line} --save it`)).toMatchObject({ code: 0 });
  dear = 200;
  const { first } = await checked(rental, 'it');
  expect(first).toMatchObject({ end: 'priced', total: 135, changes: [] });
});
