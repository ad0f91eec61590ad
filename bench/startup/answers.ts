/** Small answers of an operator, as JSON. */
const depots = Array.from({ length: 8 }, (_, index) => ({
  id: index + 1,
  name: `Depot ${index + 1}`,
  pickup_times: [{ time: '09:00', day: 'weekday' }],
  drop_off_times: [{ time: '16:00', day: 'weekday' }],
  opening_hours_description: 'Weekdays 9am-4pm',
}));

const fees = { rentalFee: 700, routeFee: 0, accessoriesFee: 0, insuranceFee: 0 };
const quote = {
  quoteId: 'Q1',
  expiresAt: '2130-01-01T00:30:00Z',
  currency: 'NZD',
  priceBreakdown: { ...fees, accessories: [], insurance: null },
  totalAmount: 700,
  note: 'All amounts are in NZD dollars',
};

export function answerOf(path: string): string {
  return JSON.stringify(path.startsWith('/quotes') ? quote : depots);
}
