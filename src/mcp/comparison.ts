/** The document of a comparison. Less than the command line prints, because a model reads all of it: get_quote has the rest. */
import { quote } from '../api/answers.ts';
import { failure, offer, operatorPlan, sweepPlan } from '../documents/compare.ts';
import { selectionDocument } from '../documents/trip.ts';
import { nights } from '../planner/calendar.ts';
import { selectionOf } from '../planner/sweep/basket.ts';
import type { SweepFailure } from '../planner/sweep/events.ts';
import { checkoutUrlOf, perNight, type Ranked } from '../planner/sweep/rank.ts';
import { flag, list, nullable, object, optional, text, type ValueOf } from '../shape.ts';
import { shownVehicle, tripInWords } from './documents.ts';
import { errorReport } from './errors.ts';

const oneOffer = object({
  rank: offer.rank,
  totalAmount: nullable(quote.fields.totalAmount),
  currency: nullable(quote.fields.currency),
  perNight: offer.perNight,
  nights: offer.nights,
  operator: offer.operator,
  pickUp: offer.pickUp,
  dropOff: offer.dropOff,
  vehicle: shownVehicle,
  missing: offer.missing,
  instead: offer.instead,
  reused: offer.reused,
  expiresAt: nullable(quote.fields.expiresAt),
  selection: offer.selection,
  checkoutUrl: offer.checkoutUrl,
});

const oneFailure = object({
  operator: failure.operator,
  step: text,
  trip: nullable(text),
  vehicle: nullable(text),
  code: failure.code,
  reason: failure.reason,
  names: optional(list(text)),
  operatorMessage: optional(text),
  unasked: failure.unasked,
});

const { operator, requests, known, free, seconds } = operatorPlan;

export const comparison = {
  plan: object({ ...sweepPlan, operators: list(object({ operator, requests, known, free, seconds })) }),
  offers: list(oneOffer),
  failures: list(oneFailure),
  complete: flag,
  next: optional(text),
};

export function offerDocument({ rank, offer: one }: Ranked): ValueOf<typeof oneOffer> {
  const { quote, pickUp, dropOff, vehicle, missing, instead, reused } = one;
  return {
    rank: rank ?? null,
    totalAmount: quote?.totalAmount ?? null,
    currency: quote?.currency ?? null,
    perNight: perNight(one) ?? null,
    nights: nights(one.pickUpDate, one.dropOffDate),
    operator: one.operator,
    pickUp,
    dropOff,
    vehicle,
    missing,
    instead,
    reused,
    expiresAt: quote?.expiresAt ?? null,
    selection: selectionDocument(selectionOf(one.candidate)),
    checkoutUrl: checkoutUrlOf(one),
  };
}

export function failureDocument(failed: SweepFailure): ValueOf<typeof oneFailure> {
  const { operator: name, step, trip, vehicle, error, unsent } = failed;
  const { code, message, names, operatorMessage } = errorReport(error);
  return {
    operator: name,
    step,
    trip: trip === undefined ? null : tripInWords(trip, []),
    vehicle: vehicle?.name ?? null,
    code,
    reason: message,
    names,
    operatorMessage,
    unasked: unsent,
  };
}
