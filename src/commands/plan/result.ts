/** A quoted plan as a document, as a record and for a terminal. */
import { checkoutLink } from '../../api/links.ts';
import type { Depot } from '../../api/types.ts';
import type { ClosedDay } from '../../planner/closed-days.ts';
import { nights } from '../../planner/calendar.ts';
import { describeDay, hoursWarning } from '../../planner/hours.ts';
import { labelOf } from '../../planner/labels.ts';
import { selectionOf, unprovenOf, type QuotedPlan, type TripPlan } from '../../planner/plan-trip.ts';
import { type OfferedExtras } from '../../planner/selection.ts';
import type { Operator, Session } from '../../planner/session.ts';
import { plan as document } from '../../documents/quotes.ts';
import { answer, type Pair, type Receipt, type Result } from '../../result.ts';
import { receiptOf } from '../shared/receipt.ts';
import { quoteView } from '../shared/quote-view.ts';
import { quoteExitCode, withWarnings } from '../shared/warnings.ts';

export function checkoutUrlOf(plan: QuotedPlan, operator: Operator): string {
  return checkoutLink(operator.siteUrl, selectionOf(plan));
}

export function planResult(
  plan: QuotedPlan,
  { operator, depots, now }: Session,
  warnings: readonly ClosedDay[],
): Result {
  const checkoutUrl = checkoutUrlOf(plan, operator);
  const unproven = unprovenOf(plan);
  return answer(document, {
    value: { ...planData(plan, operator, checkoutUrl), ...withWarnings(warnings, unproven) },
    get view() {
      const [heading, trip, ...rest] = quoteView({
        quote: plan.quote,
        offered: offeredTo(plan),
        selection: selectionOf(plan),
        checkoutUrl: operator.sandbox ? undefined : checkoutUrl,
        depots: depots.known(),
        vehicleName: plan.vehicleLabel,
        vehicle: plan.vehicle,
        unproven,
        timeZone: operator.timeZone,
        now: now(),
      });
      const times = { kind: 'pairs' as const, pairs: timesPairs(plan, depots.known()) };
      return [heading, trip, times, ...rest].filter((block) => block !== undefined);
    },
    exitCode: quoteExitCode(unproven),
  });
}

/** As `quote` shows it. */
export function planReceipt(plan: QuotedPlan): Receipt {
  const count = nights(plan.pickUpDate, plan.dropOffDate);
  return receiptOf(plan.quote, { ...plan, nights: count, offered: offeredTo(plan), unproven: unprovenOf(plan) });
}

/** The chosen extras, with the prices of the list. */
function offeredTo({ accessories, insurance }: TripPlan): OfferedExtras {
  return { accessories, plans: insurance === null ? [] : [insurance] };
}

/** The document of `plan --json`: what the service sent, as served, and what was asked. */
function planData(plan: QuotedPlan, operator: Operator, checkoutUrl: string) {
  const { name, baseUrl, siteUrl } = operator;
  return {
    operator: { name, baseUrl: baseUrl.href, siteUrl: siteUrl.href },
    pickUp: { depot: plan.pickUp, date: plan.pickUpDate },
    dropOff: { depot: plan.dropOff, date: plan.dropOffDate },
    vehicle: plan.vehicle,
    accessories: plan.accessories,
    insurance: plan.insurance,
    quote: plan.quote,
    checkoutUrl,
  };
}

/** The pick-up and drop-off times on the two days, which stand in the line above. */
function timesPairs({ pickUp, dropOff, pickUpDate, dropOffDate }: QuotedPlan, depots: readonly Depot[]): Pair[] {
  const near = 'near its date';
  const pickUpWarning = hoursWarning(labelOf(pickUp, depots), 'pick-up', pickUp.pickup_times, pickUpDate, near);
  const dropOffWarning = hoursWarning(labelOf(dropOff, depots), 'drop-off', dropOff.drop_off_times, dropOffDate, near);
  return [
    hoursPair('Pick-up times', describeDay(pickUp.pickup_times, pickUpDate), pickUpWarning),
    hoursPair('Drop-off times', describeDay(dropOff.drop_off_times, dropOffDate), dropOffWarning),
  ];
}

function hoursPair(label: string, times: string, warning: string | undefined): Pair {
  return warning === undefined ? { label, value: times } : { label, value: warning, style: 'warning' };
}
