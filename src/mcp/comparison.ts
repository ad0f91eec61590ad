/** The document of a comparison. The parts of a price are left out: get_quote has them. */
import * as z from 'zod/mini';
import type { SweepFailure } from '../planner/sweep/events.ts';
import { perNight, type Ranked } from '../planner/sweep/rank.ts';
import { nights } from '../planner/calendar.ts';
import { notesShape, selectionDocument, selectionSchema, vehicleSchema } from './documents.ts';
import { errorReport } from './errors.ts';

const amount = z.nullable(z.number());

const offerSchema = z.object({
  rank: z.nullable(z.int()),
  totalAmount: amount,
  currency: z.nullable(z.string()),
  perNight: amount,
  nights: z.int(),
  operator: z.string(),
  pickUp: z.string(),
  dropOff: z.string(),
  vehicle: vehicleSchema,
  missing: z.array(z.string()),
  reused: z.boolean(),
  expiresAt: z.nullable(z.string()),
  selection: selectionSchema,
  checkoutUrl: z.string(),
});

const failureSchema = z.object({
  operator: z.string(),
  step: z.string(),
  pick_up_date: z.nullable(z.string()),
  drop_off_date: z.nullable(z.string()),
  vehicle: z.nullable(z.string()),
  code: z.string(),
  reason: z.string(),
  operatorMessage: z.optional(z.string()),
  unasked: z.int(),
});

const planSchema = z.object({
  requests: z.int(),
  exact: z.boolean(),
  cells: z.int(),
  quote: z.string(),
  seconds: z.number(),
  operators: z.array(
    z.object({ operator: z.string(), requests: z.int(), known: z.int(), free: z.int(), seconds: z.number() }),
  ),
  assumptions: z.array(z.string()),
});

export const comparisonSchema = z.object({
  plan: planSchema,
  offers: z.array(offerSchema),
  total: z.int(),
  failures: z.array(failureSchema),
  complete: z.boolean(),
  next: z.optional(z.string()),
  ...notesShape,
});

export function offerDocument({ rank, offer }: Ranked): z.infer<typeof offerSchema> {
  const { quote, operator, pickUp, dropOff, vehicle, missing, reused, checkoutUrl } = offer;
  const each = perNight(offer);
  return {
    rank: rank ?? null,
    totalAmount: quote?.totalAmount ?? null,
    currency: quote?.currency ?? null,
    perNight: each === undefined ? null : Number(each),
    nights: nights(offer.pickUpDate, offer.dropOffDate),
    ...{ operator, pickUp, dropOff, vehicle, missing: [...missing], reused },
    expiresAt: quote?.expiresAt ?? null,
    selection: selectionDocument(offer.selection),
    checkoutUrl,
  };
}

export function failureDocument({ operator, step, trip, vehicle, error, unsent }: SweepFailure) {
  const { code, message, operatorMessage } = errorReport(error);
  return {
    ...{ operator, step },
    pick_up_date: trip?.pickUpDate ?? null,
    drop_off_date: trip?.dropOffDate ?? null,
    vehicle: vehicle?.name ?? null,
    ...{ code, reason: message, operatorMessage, unasked: unsent },
  };
}
