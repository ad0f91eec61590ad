/** The document of `compare`, and its records. */
import * as z from 'zod/mini';
import { quoteSchema, vehiclesSchema } from '../api/schemas.ts';
import { amount, count, date, described, flag, id, instant, served, text, type DocumentSchema } from './document.ts';
import { checkoutUrl, quoteAsServed, selection, sweepWarnings } from './trip.ts';

export const operatorPlan = {
  operator: text,
  baseUrl: text,
  depots: count,
  availability: count,
  extras: count,
  quotes: count,
  known: described(count, 'Quotes of an earlier run that are still valid'),
  requests: count,
  limit: count,
  windowMs: count,
  free: z.int(),
  seconds: count,
  upTo: described(count, 'Requests at most, if extras change with the dates'),
};

export const sweepPlan = z.strictObject({
  requests: described(count, 'To all operators'),
  upTo: operatorPlan.upTo,
  exact: described(flag, 'False if the plan rests on assumptions'),
  cells: described(count, 'Trips, over all operators'),
  quote: described(text, 'As --quote takes it'),
  seconds: described(count, 'Until the last request can be sent'),
  operators: z.array(z.strictObject(operatorPlan)),
  assumptions: z.array(text),
});

const vehicle = vehiclesSchema.def.element;
const rank = described(
  z.nullable(z.int()),
  '1 is the cheapest; null if a wanted extra is missing or there is no total',
);

export const offer = {
  rank,
  count: described(z.optional(z.nullable(count)), 'With --group-by: offers in the group'),
  highest: described(z.optional(z.nullable(amount)), 'With --group-by: the highest total of the group'),
  perNight: z.nullable(amount),
  nights: count,
  operator: text,
  pickUp: text,
  dropOff: text,
  vehicle,
  missing: described(z.array(text), 'Extras that the vehicle does not have, or that the quote lacks'),
  instead: described(z.array(text), 'Extras that other offers do not have for the same part of a name'),
  reused: described(flag, 'A quote of an earlier run'),
  selection,
  checkoutUrl,
};

const step = z.enum(['depots', 'availability', 'extras', 'quote']);
export const failure = {
  operator: text,
  step,
  pick_up_depot_id: z.nullable(id),
  drop_off_depot_id: z.nullable(id),
  pick_up_date: z.nullable(date),
  drop_off_date: z.nullable(date),
  code: text,
  status: z.nullable(z.int()),
  reason: text,
  unasked: described(count, 'Requests that were given up'),
};

const money = z.nullable(amount);

export const compare: DocumentSchema = {
  title: 'Comparison',
  description: 'The plan of the requests, the offers in order, and what failed; with --dry-run, only the plan',
  document: z.union([
    z.strictObject({ plan: sweepPlan }),
    z.strictObject({
      plan: sweepPlan,
      offers: z.array(
        z.union([
          served(quoteSchema, { ...offer, quote: quoteAsServed }),
          described(
            z.strictObject({ ...offer, totalAmount: z.null(), currency: z.null() }),
            'A vehicle that was not quoted',
          ),
        ]),
      ),
      failures: z.array(z.strictObject({ ...failure, vehicle: z.nullable(vehicle) })),
      partial: described(flag, 'Some requests failed, or the sweep was interrupted'),
      warnings: sweepWarnings,
    }),
  ]),
  record: z.union([
    z.strictObject({
      kind: z.literal('offer'),
      rank,
      totalAmount: money,
      currency: z.nullable(text),
      perNight: money,
      nights: count,
      operator: text,
      pickUp: text,
      dropOff: text,
      vehicleId: id,
      vehicle: text,
      rentalDailyRate: amount,
      pick_up_depot_id: id,
      drop_off_depot_id: id,
      pick_up_date: date,
      drop_off_date: date,
      rentalFee: money,
      routeFee: money,
      accessoriesFee: money,
      insuranceFee: money,
      missing: described(text, 'With commas between'),
      instead: described(text, 'With commas between'),
      quoteId: z.nullable(text),
      expiresAt: z.nullable(instant),
      reused: flag,
      checkoutUrl,
      count: offer.count,
      highest: offer.highest,
    }),
    z.strictObject({
      kind: z.literal('failure'),
      ...failure,
      vehicle: z.nullable(text),
      vehicleId: z.nullable(id),
    }),
    described(z.strictObject(operatorPlan), 'With --dry-run'),
  ]),
};
