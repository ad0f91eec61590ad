/** The resources of the interface as OpenAPI schemas. */

const identifier = (description: string) => ({ type: 'integer', description, example: 1 });
const name = { type: 'string', description: 'Display name.' };
const money = (description: string) => ({
  type: 'number',
  minimum: 0,
  description: `${description} In dollars (NZD), with two decimals.`,
});

const times = (what: string) => ({
  type: 'array',
  description: `Available ${what} times.`,
  items: { $ref: '#/components/schemas/DepotTime' },
});

export const schemas = {
  Depot: object({
    id: identifier('Unique depot identifier.'),
    name,
    pickup_times: times('pickup'),
    drop_off_times: times('drop-off'),
    opening_hours_description: { type: 'string', description: 'Human-readable opening hours.' },
  }),
  DepotTime: object({
    time: {
      type: 'string',
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description: 'Time of day, HH:MM (24-hour).',
      example: '09:00',
    },
    day: {
      type: 'string',
      description: 'Day category: weekday, weekend and others such as public-holiday. More may be added.',
      example: 'weekday',
    },
  }),
  Vehicle: object({
    vehicleId: identifier('Unique vehicle identifier.'),
    name,
    rentalDailyRate: money('Base daily rental rate for the requested dates.'),
    imageUrl: { type: 'string', format: 'uri', description: 'Address of the vehicle image.' },
  }),
  Accessory: object({
    id: identifier('Unique accessory identifier.'),
    name,
    price: money('Price of one accessory, per day or per rental.'),
  }),
  InsurancePlan: object({
    id: identifier('Unique insurance plan identifier.'),
    name,
    price: money('Price of the plan, per day or per rental; may be 0.00.'),
  }),
  Quote: object({
    quoteId: { type: 'string', description: 'Unique identifier of this quote.' },
    expiresAt: { type: 'string', format: 'date-time', description: 'UTC instant at which the quote expires.' },
    currency: { type: 'string', enum: ['NZD'], description: 'Currency of all amounts.' },
    priceBreakdown: { $ref: '#/components/schemas/PriceBreakdown' },
    totalAmount: money('Final total cost.'),
    note: { type: 'string', description: 'States that all amounts are in NZD dollars.' },
  }),
  PriceBreakdown: object({
    rentalFee: money('Base vehicle rental cost.'),
    routeFee: money('Fee for dropping off at another depot; may be 0.00.'),
    accessoriesFee: money('Total cost of the selected accessories.'),
    insuranceFee: money('Cost of the selected insurance.'),
    accessories: { type: 'array', items: { $ref: '#/components/schemas/QuotedAccessory' } },
    insurance: { $ref: '#/components/schemas/QuotedInsurance' },
  }),
  QuotedAccessory: object({
    id: identifier('Accessory identifier.'),
    name,
    cost: money('Total cost of this accessory, quantity included.'),
    quantity: { type: 'integer', minimum: 1, description: 'Number of pieces in the quote.' },
  }),
  QuotedInsurance: {
    ...object({
      id: identifier('Insurance plan identifier.'),
      name,
      cost: money('Cost of the plan for the whole rental.'),
    }),
    // `nullable` has no effect beside a reference, and `allOf` allows null only if each of its schemas does.
    nullable: true,
    description: 'The selected plan; null when none is selected.',
  },
  Error: object({ error: { type: 'string', description: 'Human-readable error message.' } }),
};

/** The interface always sends every field. */
function object(properties: Record<string, object>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}
