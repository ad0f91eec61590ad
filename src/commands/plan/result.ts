/** A planned trip as a document, as a record and for a terminal. */
import type { Named } from '../../planner/names.ts';
import type { QuotedTrip } from '../../planner/quote-trip.ts';
import { unknown } from '../../planner/read-one.ts';
import type { Session } from '../../planner/session.ts';
import { plan as document } from '../../documents/planning.ts';
import { namedVehicle } from '../../planner/vehicle.ts';
import { answer, type Result, type ResultFile } from '../../result.ts';
import { withWarnings } from '../../documents/make-quote.ts';
import { quoteExitCode } from '../shared/quote-exit-code.ts';
import { quoteView, shownQuote, timesPair } from '../shared/quote-view.ts';

export function planResult(quoted: QuotedTrip, session: Session, files: readonly ResultFile[]): Result {
  const value = planData(quoted, session);
  return answer(document, {
    value,
    view: () => {
      const depots = session.depots.known();
      const days = [timesPair('pick-up', value.pickUp, depots), timesPair('drop-off', value.dropOff, depots)];
      return quoteView(shownQuote(quoted, session), days);
    },
    files,
    exitCode: quoteExitCode(quoted),
  });
}

/** The document of `plan --json`: what the service sent, as served, and what was asked. All of it was looked up. */
function planData(quoted: QuotedTrip, { operator, depots }: Session) {
  const { selection, vehicle: found, asked, offered, quote, checkoutUrl, closed, unproven } = quoted;
  const { name, baseUrl, siteUrl } = operator;
  const depotOf = (id: number) => listed(id, depots.known(), 'depot');
  const idsOf = (kind: 'accessory' | 'insurance') => asked.filter((extra) => extra.kind === kind);
  const accessories = idsOf('accessory').map(({ id, quantity }) => {
    return { ...listed(id, offered.accessories, 'accessory'), quantity };
  });
  const [plan] = idsOf('insurance');
  return {
    operator: { name, baseUrl: baseUrl.href, siteUrl: siteUrl.href },
    pickUp: { depot: depotOf(selection.pickUpDepotId), date: selection.pickUpDate },
    dropOff: { depot: depotOf(selection.dropOffDepotId), date: selection.dropOffDate },
    vehicle: listed(found.id, found.vehicle === undefined ? [] : [namedVehicle(found.vehicle)], 'vehicle').vehicle,
    accessories,
    insurance: plan === undefined ? null : listed(plan.id, offered.plans, 'insurance plan'),
    quote,
    checkoutUrl,
    ...withWarnings(closed, unproven),
  };
}

/** The first of this id, because a service can list it twice. Throws UsageError if the list does not have it. */
function listed<T extends Named>(id: number, list: readonly T[], what: string): T {
  const found = list.find((one) => one.id === id);
  if (found === undefined) throw unknown(String(id), list, what);
  return found;
}
