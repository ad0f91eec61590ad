/** The document of a comparison. Less than the command line prints, because a model reads all of it: get_quote has the rest. */
import * as z from 'zod/mini';
import { failure, offer, operatorPlan, sweepPlan } from '../documents/compare.ts';
import { selectionDocument } from '../documents/selection.ts';
import { amount, instant, text } from '../documents/document.ts';
import { nights } from '../planner/calendar.ts';
import type { SweepFailure } from '../planner/sweep/events.ts';
import { perNight, type Ranked } from '../planner/sweep/rank.ts';
import { notesShape, tripInWords, vehicleSchema } from './documents.ts';
import { errorReport } from './errors.ts';

const offerSchema = z.object({
  rank: offer.rank,
  totalAmount: z.nullable(amount),
  currency: z.nullable(text),
  perNight: offer.perNight,
  nights: offer.nights,
  operator: offer.operator,
  pickUp: offer.pickUp,
  dropOff: offer.dropOff,
  vehicle: vehicleSchema,
  missing: offer.missing,
  instead: offer.instead,
  reused: offer.reused,
  expiresAt: z.nullable(instant),
  selection: offer.selection,
  checkoutUrl: offer.checkoutUrl,
});

const failureSchema = z.object({
  operator: failure.operator,
  step: text,
  trip: z.nullable(text),
  vehicle: z.nullable(text),
  code: failure.code,
  reason: failure.reason,
  operatorMessage: z.optional(text),
  unasked: failure.unasked,
});

const { operator, requests, known, free, seconds } = operatorPlan;

export const comparisonSchema = z.object({
  plan: z.extend(sweepPlan, { operators: z.array(z.object({ operator, requests, known, free, seconds })) }),
  offers: z.array(offerSchema),
  total: z.int(),
  failures: z.array(failureSchema),
  complete: z.boolean(),
  next: z.optional(z.string()),
  ...notesShape,
});

export function offerDocument({ rank, offer: one }: Ranked): z.infer<typeof offerSchema> {
  const { quote, pickUp, dropOff, vehicle, missing, instead, reused, checkoutUrl } = one;
  return {
    rank: rank ?? null,
    totalAmount: quote?.totalAmount ?? null,
    currency: quote?.currency ?? null,
    perNight: perNight(one) ?? null,
    nights: nights(one.pickUpDate, one.dropOffDate),
    ...{ operator: one.operator, pickUp, dropOff, vehicle, missing: [...missing], instead: [...instead], reused },
    expiresAt: quote?.expiresAt ?? null,
    selection: selectionDocument(one.selection),
    checkoutUrl,
  };
}

export function failureDocument({ operator: name, step, trip, vehicle, error, unsent }: SweepFailure) {
  const { code, message, operatorMessage } = errorReport(error);
  return {
    ...{ operator: name, step },
    trip: trip === undefined ? null : tripInWords(trip, []),
    vehicle: vehicle?.name ?? null,
    ...{ code, reason: message, operatorMessage, unasked: unsent },
  };
}
