import { describe, expect, test } from 'vitest';
import { ask, friday, query, plantSandbox, trip, type Extra, type Vehicle } from './support.ts';

const now = () => friday;

describe('availability', () => {
  test('lists vehicles with the rate of the week and an image that the sandbox serves', async () => {
    const { baseUrl, siteUrl } = plantSandbox({ now });
    const { json, text } = await ask(`${baseUrl}/vehicles/availability${query(trip)}`);
    expect(json[0]).toEqual({
      vehicleId: 101,
      name: 'Ruru 2-berth Campervan',
      // The price of a week in demand is 140 %.
      rentalDailyRate: 89 * 1.4,
      imageUrl: `${siteUrl}/images/101.svg`,
    });
    expect(text).toContain('"rentalDailyRate":124.60');
    for (const { imageUrl } of json) {
      const image = await ask(imageUrl);
      expect(image.headers.get('content-type')).toBe('image/svg+xml');
      expect(image.text).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    }
  });

  test('changes with the dates, and always has the same three vehicles', async () => {
    const { baseUrl } = plantSandbox({ now });
    const seen = new Set<string>();
    for (let day = 10; day <= 28; day += 1) {
      const dates = { pick_up_date: `2027-02-${day}`, drop_off_date: '2027-03-01' };
      const { json } = await ask(`${baseUrl}/vehicles/availability${query({ ...trip, ...dates })}`);
      const ids = json.map((vehicle: Vehicle) => vehicle.vehicleId) as number[];
      expect(ids).toEqual(expect.arrayContaining([101, 105, 110]));
      seen.add(ids.join());
    }
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe('extras', () => {
  test('differ by vehicle, include free ones, and need no dates', async () => {
    const { baseUrl } = plantSandbox({ now });
    const of = async (path: string) => (await ask(`${baseUrl}/vehicles/${path}`)).json;
    const camper = await of('101/accessories');
    const car = await of('110/accessories?pick_up_date=2026-12-20&drop_off_date=2026-12-27');
    expect(camper).toContainEqual({ id: 305, name: 'Bike rack', price: 45 });
    expect(camper).toContainEqual({ id: 308, name: 'Additional driver', price: 0 });
    expect(car.map((extra: Extra) => extra.id)).toEqual([301, 302, 306, 307, 308]);
    const plans = await of('105/insurance-types?pick_up_date=2026-12-20');
    expect(plans[0]).toEqual({ id: 401, name: 'Standard cover (excess $5,000)', price: 0 });
    expect(plans).not.toEqual(await of('101/insurance-types'));
  });
});

describe('quotes', () => {
  test('follow the documented pricing rules to the cent', async () => {
    const { baseUrl } = plantSandbox({ now });
    const selection = { vehicle_id: '101', accessory_ids: '301,303,303,308', insurance_id: '402' };
    const { status, json, text } = await ask(
      `${baseUrl}/quotes${query({ ...trip, ...selection })}`,
    );
    expect(status).toBe(200);
    expect(json).toEqual({
      quoteId: expect.stringMatching(/^q_[0-9a-f]{24}$/),
      expiresAt: new Date(friday + 30 * 60_000).toISOString(),
      currency: 'NZD',
      priceBreakdown: {
        rentalFee: 872.2,
        routeFee: 195,
        accessoriesFee: 55,
        insuranceFee: 139.3,
        accessories: [
          { id: 301, name: 'Child seat', cost: 35, quantity: 1 },
          { id: 303, name: 'Camping chair', cost: 20, quantity: 2 },
          { id: 308, name: 'Additional driver', cost: 0, quantity: 1 },
        ],
        insurance: { id: 402, name: 'Reduced excess (excess $1,500)', cost: 139.3 },
      },
      totalAmount: 1261.5,
      note: expect.stringMatching(/NZD dollars.*cents/),
    });
    expect(text).toContain('"routeFee":195.00');
    expect(text).toContain('"totalAmount":1261.50');
  });

  test('are equal for equal requests, and cost the same a day later for dates a day later', async () => {
    let clock = friday;
    const { baseUrl } = plantSandbox({ now: () => clock });
    const url = `${baseUrl}/quotes${query({ ...trip, vehicle_id: '105', insurance_id: '404' })}`;
    const first = await ask(url);
    expect((await ask(url)).text).toBe(first.text);
    clock += 1000;
    const later = await ask(url);
    expect(later.json.quoteId).not.toBe(first.json.quoteId);
    expect(later.json.priceBreakdown).toEqual(first.json.priceBreakdown);
    clock = friday + 86_400_000;
    const dates = { pick_up_date: '2026-12-21', drop_off_date: '2026-12-28' };
    const nextDay = await ask(
      `${baseUrl}/quotes${query({ ...trip, ...dates, vehicle_id: '105', insurance_id: '404' })}`,
    );
    expect(nextDay.json.totalAmount).toBe(first.json.totalAmount);
  });

  test('agree with availability for every vehicle', async () => {
    const { baseUrl } = plantSandbox({ now });
    const { json } = await ask(`${baseUrl}/vehicles/availability${query(trip)}`);
    const free = new Map(
      (json as Vehicle[]).map((vehicle) => [vehicle.vehicleId, vehicle.rentalDailyRate]),
    );
    for (let id = 101; id <= 114; id += 1) {
      const quote = await ask(`${baseUrl}/quotes${query({ ...trip, vehicle_id: String(id) })}`);
      expect(quote.status).toBe(free.has(id) ? 200 : 404);
      if (quote.status === 404) {
        expect(quote.json).toEqual({
          error: `Vehicle ${id} is not available for the selected depots and dates`,
        });
      }
      if (quote.status === 200) {
        expect(quote.json.priceBreakdown.rentalFee).toBeCloseTo(7 * (free.get(id) ?? 0), 6);
        expect(quote.json.priceBreakdown).toMatchObject({ accessories: [], insurance: null });
      }
    }
  });
});
