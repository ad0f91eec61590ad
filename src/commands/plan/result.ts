/** A quoted plan as a document, as a record and for a terminal. */
import { checkoutLink } from '../../api/links.ts';
import type { ExitCode } from '../../errors.ts';
import type { ClosedDay } from '../../planner/closed-days.ts';
import { nights } from '../../planner/calendar.ts';
import { selectionOf, unprovenOf, type QuotedPlan } from '../../planner/plan-trip.ts';
import type { Operator, Session } from '../../planner/session.ts';
import { plan as document } from '../../documents/planning.ts';
import { answer, type Receipt, type Result } from '../../result.ts';
import { receiptOf } from '../../planner/receipt.ts';
import { namedVehicle } from '../../planner/selection.ts';
import type { KeptQuote } from '../../trips/kept.ts';
import { quoteData, quoteExitCode, quoteView, timesPair, withWarnings, type QuoteView } from '../shared/quote-view.ts';

export function checkoutUrlOf(plan: QuotedPlan, operator: Operator): string {
  return checkoutLink(operator.siteUrl, selectionOf(plan));
}

/** `written`: the exit code of writing its calendar file. */
export function planResult(
  plan: QuotedPlan,
  session: Session,
  { warnings, written }: { readonly warnings: readonly ClosedDay[]; readonly written: ExitCode },
): Result {
  const { operator } = session;
  const { unproven = [], depots } = planParts(plan, session);
  return answer(document, {
    value: { ...planData(plan, operator, checkoutUrlOf(plan, operator)), ...withWarnings(warnings, unproven) },
    get view() {
      const [heading, trip, ...rest] = quoteView(planParts(plan, session));
      const pairs = [
        timesPair('pick-up', { depot: plan.pickUp, date: plan.pickUpDate }, depots),
        timesPair('drop-off', { depot: plan.dropOff, date: plan.dropOffDate }, depots),
      ];
      return [heading, trip, { kind: 'pairs' as const, pairs }, ...rest].filter((block) => block !== undefined);
    },
    exitCode: quoteExitCode(unproven) || written,
  });
}

/** What is shown of a plan, and written to a calendar. */
export function planParts(plan: QuotedPlan, { operator, depots, now }: Session): QuoteView {
  return {
    quote: plan.quote,
    selection: selectionOf(plan),
    checkoutUrl: checkoutUrlOf(plan, operator),
    depots: depots.known(),
    vehicleName: plan.vehicleLabel,
    vehicle: plan.vehicle,
    unproven: unprovenOf(plan),
    timeZone: operator.timeZone,
    now: now(),
  };
}

/** What a saved trip keeps of a plan: its quote. */
export function keptPlan(plan: QuotedPlan, session: Session, closed: readonly ClosedDay[]): KeptQuote {
  const parts = planParts(plan, session);
  const vehicle = namedVehicle(plan.vehicle);
  const document = quoteData({ ...parts, vehicle, closed, unproven: unprovenOf(plan) });
  return { session, selection: parts.selection, document, vehicle: plan.vehicle };
}

/** As `quote` shows it. */
export function planReceipt(plan: QuotedPlan): Receipt {
  const count = nights(plan.pickUpDate, plan.dropOffDate);
  return receiptOf(plan.quote, { ...plan, nights: count, unproven: unprovenOf(plan) });
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
