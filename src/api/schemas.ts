/**
 * The schemas of the responses. They keep unknown fields, unknown `day` values and odd texts, because an operator may add
 * them, and refuse a missing field or a wrong type. Each message names what is expected, for `expected <message>`.
 */
import * as z from 'zod/mini';
import { isNumeric, type Numeric } from '../json.ts';

/** Refuses identifiers beyond the safe integers, because reading them changes them. */
const id = z.int('an integer');
const text = z.string('a string');
/** In whole units of the currency, with decimals, never rounded. */
export const amount = z.custom<Numeric>(isNumeric, 'a number');
// A JSON Schema cannot say what a test does.
amount._zod.toJSONSchema = () => ({ type: 'number' });
const instant = z.iso.datetime({ offset: true, error: 'an ISO 8601 date-time with a time zone' });

function listOf<T extends z.ZodMiniType>(item: T) {
  return z.array(item, 'an array');
}

function objectOf<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.looseObject(shape, 'an object');
}

/** `time` is HH:MM; the known values of `day` are `weekday` and `weekend`. */
const depotTimeSchema = objectOf({ time: text, day: text });

/** The response of `GET /depots`. */
export const depotsSchema = listOf(
  objectOf({
    id,
    name: text,
    pickup_times: listOf(depotTimeSchema),
    drop_off_times: listOf(depotTimeSchema),
    opening_hours_description: text,
  }),
);

/** The response of `GET /vehicles/availability`; the rate is NZD per day. */
export const vehiclesSchema = listOf(objectOf({ vehicleId: id, name: text, rentalDailyRate: amount, imageUrl: text }));

/** The response of `GET /vehicles/{vehicleId}/accessories`; the price is NZD. */
export const accessoriesSchema = listOf(objectOf({ id, name: text, price: amount }));

/** The response of `GET /vehicles/{vehicleId}/insurance-types`; the price is NZD and may be 0. */
export const insurancePlansSchema = listOf(objectOf({ id, name: text, price: amount }));

/** All fees are NZD. */
const priceBreakdownSchema = objectOf({
  rentalFee: amount,
  routeFee: amount,
  accessoriesFee: amount,
  insuranceFee: amount,
  accessories: listOf(objectOf({ id, name: text, cost: amount, quantity: z.int('an integer') })),
  insurance: z.nullable(z.looseObject({ id, name: text, cost: amount }, 'an object or null')),
});

/** The response of `GET /quotes`. */
export const quoteSchema = objectOf({
  quoteId: text,
  expiresAt: instant,
  currency: text,
  priceBreakdown: priceBreakdownSchema,
  totalAmount: amount,
  note: text,
});

/** The body of a 400, 404 or 503. */
export const errorBodySchema = objectOf({ error: text });
