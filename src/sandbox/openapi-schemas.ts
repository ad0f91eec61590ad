/** The resources of the interface as OpenAPI schemas. */

const identifier = (description: string) => ({ type: 'integer', description, example: 1 });
const text = (description: string, constraints: object = {}, example?: string) => {
  return { type: 'string', ...constraints, description, example };
};
const money = (description: string) => ({
  type: 'number',
  minimum: 0,
  description: `${description} In dollars (NZD), with two decimals.`,
});
/** A resource with an id and a name. */
const entry = (idDescription: string, fields: Record<string, object>) => {
  return object({ id: identifier(idDescription), name: text('Display name.'), ...fields });
};

export const reference = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', key: string) => ({
  $ref: `#/components/${kind}/${key}`,
});
const times = (what: string) => ({
  type: 'array',
  description: `Available ${what} times.`,
  items: reference('schemas', 'DepotTime'),
});

export const schemas = {
  Depot: entry('Unique depot identifier.', {
    pickup_times: times('pickup'),
    drop_off_times: times('drop-off'),
    opening_hours_description: text('Human-readable opening hours.'),
  }),
  DepotTime: object({
    time: text('Time of day, HH:MM (24-hour).', { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }, '09:00'),
    day: text('Day category: weekday, weekend and others such as public-holiday. More may be added.', {}, 'weekday'),
  }),
  Vehicle: object({
    vehicleId: identifier('Unique vehicle identifier.'),
    name: text('Display name.'),
    rentalDailyRate: money('Base daily rental rate for the requested dates.'),
    imageUrl: text('Address of the vehicle image.', { format: 'uri' }),
  }),
  Accessory: entry('Unique accessory identifier.', { price: money('Price of one accessory, per day or per rental.') }),
  InsurancePlan: entry('Unique insurance plan identifier.', {
    price: money('Price of the plan, per day or per rental; may be 0.00.'),
  }),
  Quote: object({
    quoteId: text('Unique identifier of this quote.'),
    expiresAt: text('UTC instant at which the quote expires.', { format: 'date-time' }),
    currency: text('Currency of all amounts.', { enum: ['NZD'] }),
    priceBreakdown: reference('schemas', 'PriceBreakdown'),
    totalAmount: money('Final total cost.'),
    note: text('States that all amounts are in NZD dollars.'),
  }),
  PriceBreakdown: object({
    rentalFee: money('Base vehicle rental cost.'),
    routeFee: money('Fee for dropping off at another depot; may be 0.00.'),
    accessoriesFee: money('Total cost of the selected accessories.'),
    insuranceFee: money('Cost of the selected insurance.'),
    accessories: { type: 'array', items: reference('schemas', 'QuotedAccessory') },
    insurance: reference('schemas', 'QuotedInsurance'),
  }),
  QuotedAccessory: entry('Accessory identifier.', {
    cost: money('Total cost of this accessory, quantity included.'),
    quantity: { type: 'integer', minimum: 1, description: 'Number of pieces in the quote.' },
  }),
  QuotedInsurance: {
    ...entry('Insurance plan identifier.', { cost: money('Cost of the plan for the whole rental.') }),
    // `nullable` has no effect beside a reference, and `allOf` allows null only if each of its schemas does.
    nullable: true,
    description: 'The selected plan; null when none is selected.',
  },
  Error: object({ error: text('Human-readable error message.') }),
};

/** The interface always sends every field. */
function object(properties: Record<string, object>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}
