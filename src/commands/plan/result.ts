/** A planned trip as a document, as a record and for a terminal. */
import type { Named } from '../../planner/names.ts';
import type { QuotedTrip } from '../../planner/price-trip.ts';
import { unknownItemError, type ItemKind } from '../../resolve/one.ts';
import type { Session } from '../../planner/session.ts';
import { planShape as document } from '../../documents/planning.ts';
import { asNamed } from '../../planner/vehicle.ts';
import { makeResult, type Result, type ResultFile } from '../../result.ts';
import { withWarnings } from '../../documents/make-quote.ts';
import { quoteExitCode } from '../shared/quote-exit-code.ts';
import { quoteView, quoteDetails, timesPairs } from '../../views/quote.ts';

type PlanSession = Pick<Session, 'operator' | 'depots' | 'now'>;

export function planResult(
  quoted: QuotedTrip,
  session: PlanSession,
  files: readonly ResultFile[],
): Result {
  const value = planData(quoted, session);
  return makeResult(document, {
    value,
    view: () => {
      const { selection, wanted = {} } = quoted;
      return quoteView(
        quoteDetails(quoted, session),
        timesPairs(selection, wanted, session.depots.known()),
      );
    },
    files,
    exitCode: quoteExitCode(quoted),
  });
}

/** The document of `plan --json`, with everything as the service lists it. */
function planData(quoted: QuotedTrip, { operator, depots }: PlanSession) {
  const { selection, vehicle, requested, offered, quote, checkoutUrl, dayWarnings, unproven } =
    quoted;
  const { pickUpAfter, dropOffBy } = quoted.wanted ?? {};
  const { name, baseUrl, siteUrl } = operator;
  const vehicles = vehicle.vehicle === undefined ? [] : [asNamed(vehicle.vehicle)];
  const accessories = requested.filter(({ kind }) => kind === 'accessory');
  const plan = requested.find(({ kind }) => kind === 'insurance');
  return {
    operator: { name, baseUrl: baseUrl.href, siteUrl: siteUrl.href },
    pickUp: {
      depot: findById(selection.pickUpDepotId, depots.known(), 'depot'),
      date: selection.pickUpDate,
      after: pickUpAfter,
    },
    dropOff: {
      depot: findById(selection.dropOffDepotId, depots.known(), 'depot'),
      date: selection.dropOffDate,
      by: dropOffBy,
    },
    vehicle: findById(vehicle.id, vehicles, 'vehicle').vehicle,
    accessories: accessories.map(({ id, quantity }) => {
      return { ...findById(id, offered.accessories, 'accessory'), quantity };
    }),
    insurance: plan === undefined ? null : findById(plan.id, offered.plans, 'insurance'),
    quote,
    checkoutUrl,
    ...withWarnings(dayWarnings, unproven),
  };
}

/**
 * The first with this id, because a service can list it twice. Throws UsageError if the list does
 * not have it.
 */
function findById<T extends Named>(id: number, list: readonly T[], kind: ItemKind): T {
  const found = list.find((item) => item.id === id);
  if (found === undefined) throw unknownItemError(String(id), list, kind);
  return found;
}
