/**
 * Depots, vehicles and extras that have the same name as one of a comparison, but are not in it.
 */
import { distinct, namesakesOf, type Named } from '../../planner/names.ts';
import { extrasIn } from '../../planner/proof.ts';
import type { ExtraRef } from '../../planner/question.ts';
import { asNamed } from '../../planner/vehicle.ts';
import { isKnown } from './extra-lists.ts';
import type { Namesake, Offer } from './offer.ts';
import type { OperatorRun } from './operator-run.ts';
import { vehiclesIn } from './vehicles.ts';

/** Namesakes that any answer of this run has listed. */
export function namesakesIn(runs: readonly OperatorRun[], all: readonly Offer[]): Namesake[] {
  return runs.flatMap((run) => {
    const { session, trips, availability } = run;
    const operator = session.operator.name;
    const offers = all.filter((offer) => offer.operator === operator);
    const depotIds = new Set(trips.flatMap((trip) => [trip.pickUpDepotId, trip.dropOffDepotId]));
    const depots = session.depots.known();
    const atEnds = depots.filter(({ id }) => depotIds.has(id));
    const vehicles = distinct(offers.map(({ vehicle }) => asNamed(vehicle)));
    const shown = offers.flatMap(({ quote }) => (quote === undefined ? [] : extrasIn(quote)));
    const extrasOf = (kind: ExtraRef['kind']): Named[] => {
      const ofKind = shown.filter((extra) => extra.kind === kind);
      return namesakesOf(ofKind, listedExtras(run, kind));
    };
    const found: readonly (readonly [Namesake['kind'], readonly Named[]])[] = [
      ['depot', namesakesOf(atEnds, depots)],
      ['vehicle', namesakesOf(vehicles, vehiclesIn(availability))],
      ['accessory', extrasOf('accessory')],
      ['insurance', extrasOf('insurance')],
    ];
    return found.flatMap(([kind, items]) =>
      items.map(({ id, name }) => ({ operator, kind, id, name })),
    );
  });
}

function listedExtras({ extraLists }: OperatorRun, kind: ExtraRef['kind']): Named[] {
  const lists = extraLists.all().flatMap(({ first, last }) => [first.lists, last.lists]);
  return lists.flatMap((list) => (isKnown(list) ? (list[kind] ?? []) : []));
}
