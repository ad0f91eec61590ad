/** The document of a comparison. Less than the command line prints, because a model reads all of it: get_quote has the rest. */
import { quote, vehicle } from '../api/answers.ts';
import { failure, offer, sweepPlan } from '../documents/compare.ts';
import { checkoutUrl } from '../documents/planning.ts';
import type { Depot } from '../api/types.ts';
import type { Session } from '../planner/session.ts';
import { nights } from '../planner/calendar.ts';
import type { SweepFailure, SweepOutcome } from '../planner/sweep/events.ts';
import { namedVehicle } from '../planner/selection.ts';
import { listed } from '../planner/names.ts';
import { checkoutUrlOf, groupBy, isQuoted, perNight, selectionOf, type Ranked } from '../planner/sweep/rank.ts';
import { amount, count, date, flag, id, integer, list, object, optional, text, type ValueOf } from '../shape.ts';
import { tripInWords } from './documents.ts';
import { errorReport } from './errors.ts';

/** What is absent is not there: no rank, no total, no extras, nothing missing. Names of depots stand once beside the offers. */
const oneOffer = object({
  rank: optional(integer),
  totalAmount: optional(quote.fields.totalAmount),
  currency: optional(quote.fields.currency),
  perNight: optional(amount),
  routeFee: optional(amount),
  nights: offer.nights,
  operator: optional(text),
  pickUpDepotId: id,
  dropOffDepotId: id,
  pickUpDate: date,
  dropOffDate: date,
  vehicleId: vehicle.fields.vehicleId,
  vehicle: text,
  rentalDailyRate: optional(amount),
  accessoryIds: optional(list(id)),
  insuranceId: optional(id),
  missing: optional(offer.missing),
  warnings: optional(list(text)),
  checkoutUrl: optional(checkoutUrl),
});

const oneFailure = object({
  operator: failure.operator,
  step: text,
  trip: optional(text),
  vehicle: optional(text),
  code: failure.code,
  reason: failure.reason,
  names: optional(list(text)),
  operatorMessage: optional(text),
  unasked: failure.unasked,
});

const { operators: _, ...plan } = {
  ...sweepPlan,
  seconds: optional(sweepPlan.seconds),
};

export const comparison = {
  plan: object(plan),
  depots: optional(list(object({ operator: optional(text), id, name: text }))),
  offers: list(oneOffer),
  notQuoted: optional(count),
  expiresAt: optional(quote.fields.expiresAt),
  failures: list(oneFailure),
  complete: flag,
  next: optional(text),
};

function some<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

export function offerDocument({ rank, offer: one }: Ranked, sessions: readonly Session[]): ValueOf<typeof oneOffer> {
  const { accessoryIds, insuranceId, vehicleId } = selectionOf(one);
  const fee = one.quote?.priceBreakdown.routeFee;
  return {
    rank,
    totalAmount: one.quote?.totalAmount,
    currency: one.quote?.currency,
    perNight: perNight(one),
    routeFee: fee !== undefined && fee !== 0 ? fee : undefined,
    nights: nights(one.pickUpDate, one.dropOffDate),
    operator: sessions.length > 1 ? one.operator : undefined,
    pickUpDepotId: one.pickUpDepotId,
    dropOffDepotId: one.dropOffDepotId,
    pickUpDate: one.pickUpDate,
    dropOffDate: one.dropOffDate,
    vehicleId,
    vehicle: one.vehicle.name,
    rentalDailyRate: isQuoted(one) ? undefined : one.vehicle.rentalDailyRate,
    accessoryIds: some(accessoryIds),
    insuranceId,
    missing: some(one.missing),
    warnings: some(one.closed.map(({ purpose }) => `no ${purpose} times`)),
    // An offer that lacks an extra would be booked without it.
    checkoutUrl: one.missing.length === 0 ? checkoutUrlOf(one) : undefined,
  };
}

export function knownDepots(name: string, sessions: readonly Session[]): readonly Depot[] {
  return sessions.find(({ operator: own }) => own.name === name)?.depots.known() ?? [];
}

/** Those of the offers, if their names were looked up. */
export function depotsDocument({ sessions }: SweepOutcome, offers: readonly Ranked[]) {
  const used = new Set(
    offers.flatMap(({ offer: { operator: name, pickUpDepotId, dropOffDepotId } }) => [
      `${name} ${pickUpDepotId}`,
      `${name} ${dropOffDepotId}`,
    ]),
  );
  const all = sessions.flatMap(({ operator: own, depots }) =>
    depots.known().flatMap((depot) => {
      const name = sessions.length > 1 ? own.name : undefined;
      return used.has(`${own.name} ${depot.id}`) ? [{ operator: name, id: depot.id, name: depot.name }] : [];
    }),
  );
  return some(all);
}

/** Failures that differ only in the vehicle are one, which names them. */
export function failureDocuments(failures: readonly SweepFailure[], sessions: readonly Session[]) {
  const documents = failures.map(({ vehicle: failing, ...failed }) => ({
    failing,
    document: failureDocument(failed, sessions),
  }));
  const alike = groupBy(documents, ({ document }) => JSON.stringify(document));
  return [...alike.values()].flatMap((list) => {
    const vehicles = list.flatMap(({ failing }) => (failing === undefined ? [] : [namedVehicle(failing)]));
    const named = vehicles.length > 0 && { vehicle: listed(vehicles) };
    return list.slice(0, 1).map(({ document }) => ({ ...document, ...named }));
  });
}

function failureDocument(failed: SweepFailure, sessions: readonly Session[]): ValueOf<typeof oneFailure> {
  const { operator: name, step, trip, error, unasked } = failed;
  const { code, message, names, operatorMessage } = errorReport(error);
  return {
    operator: name,
    step,
    trip: trip && tripInWords(trip, knownDepots(name, sessions)),
    code,
    reason: message,
    names,
    operatorMessage,
    unasked,
  };
}
