/** What operators answer: the entries of their lists, and a quote. */
export type Item = readonly [id: number, name: string];
export type PricedItem = readonly [...Item, rate: number];

export function depot([id, name]: Item, times: readonly object[] = [], openingHours = 'Weekdays') {
  return { id, name, pickup_times: times, drop_off_times: times, opening_hours_description: openingHours };
}

export function vehicle([vehicleId, name, rentalDailyRate]: PricedItem) {
  return { vehicleId, name, rentalDailyRate, imageUrl: 'http://127.0.0.1/v.png' };
}

export function extras(items: readonly Item[], price: number) {
  return items.map(([id, name]) => ({ id, name, price }));
}

interface Listed {
  readonly accessories: readonly Item[];
  readonly plans: readonly Item[];
  /** Of each extra. */
  readonly cost: number;
}

/** Shows each extra that was asked for, by its name in the lists. */
export function quoteOf(query: URLSearchParams, { accessories, plans, cost }: Listed, totalAmount = 696.5) {
  const extra = (items: readonly Item[], id: string) => {
    return { id: Number(id), name: items.find(([own]) => String(own) === id)?.[1] ?? 'unknown', cost };
  };
  const ids = (query.get('accessory_ids') ?? '').split(',').filter((id) => id !== '');
  const plan = query.get('insurance_id');
  return {
    quoteId: `Q-${query.get('vehicle_id')}-${query.get('pick_up_date')}`,
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
    currency: 'NZD',
    priceBreakdown: {
      ...{ rentalFee: totalAmount, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 },
      accessories: [...new Set(ids)].map((id) => {
        return { ...extra(accessories, id), quantity: ids.filter((other) => other === id).length };
      }),
      insurance: plan === null ? null : extra(plans, plan),
    },
    totalAmount,
    note: 'All amounts are in NZD',
  };
}
