/** One response of each endpoint with every field of the interface. */
export const depots = [
  {
    id: 1,
    name: 'Auckland Airport',
    pickup_times: [{ time: '09:00', day: 'weekday' }],
    drop_off_times: [{ time: '16:00', day: 'weekend' }],
    opening_hours_description: 'Weekdays 9am-5pm',
  },
];
export const vehicles = [
  { vehicleId: 7, name: 'Kea', rentalDailyRate: 89.5, imageUrl: 'https://cars.test/7.jpg' },
];
export const accessories = [{ id: 3, name: 'Chair', price: 15 }];
export const insurancePlans = [{ id: 2, name: 'Basic', price: 0 }];
export const quote = {
  quoteId: 'q-1',
  expiresAt: '2026-11-20T10:00:00Z',
  currency: 'NZD',
  priceBreakdown: {
    rentalFee: 626.5,
    routeFee: 0,
    accessoriesFee: 30,
    insuranceFee: 0,
    accessories: [{ id: 3, name: 'Chair', cost: 30, quantity: 2 }],
    insurance: { id: 2, name: 'Basic', cost: 0 },
  },
  totalAmount: 656.5,
  note: 'All amounts are in NZD',
};

export const trip = {
  pickUpDepotId: 1,
  dropOffDepotId: 4,
  pickUpDate: '2026-12-20',
  dropOffDate: '2026-12-27',
} as const;
export const selection = { ...trip, vehicleId: 7, accessoryIds: [3, 3, 5], insuranceId: 2 };
export const tripQuery =
  'pick_up_depot_id=1&drop_off_depot_id=4&pick_up_date=2026-12-20&drop_off_date=2026-12-27';
