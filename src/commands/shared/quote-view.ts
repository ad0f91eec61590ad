/** A quote for a terminal: the breakdown line by line, then when it expires and where to book. */
import type { CalendarDate, Depot, Quote, Trip, Vehicle } from '../../api/types.ts';
import { formatInstant, nights, timeLeft } from '../../planner/calendar.ts';
import { dayInWords, type Purpose } from '../../planner/depot-times.ts';
import type { Named } from '../../planner/names.ts';
import type { UnprovenExtra } from '../../planner/proof.ts';
import type { QuotedTrip } from '../../planner/quote-trip.ts';
import type { Session } from '../../planner/session.ts';
import type { Block, Pair } from '../../result.ts';
import { formatDuration } from '../../base/durations.ts';
import { receiptOf } from '../../planner/receipt.ts';
import { describeTrip, labelOf } from '../../planner/trip-words.ts';

/** What is shown of a quote. */
interface ShownQuote {
  readonly quote: Quote;
  readonly selection: Trip;
  readonly checkoutUrl: string;
  readonly depots: readonly Named[];
  readonly title: string;
  /** As the list of available vehicles has it, if it was asked for. */
  readonly vehicle?: Pick<Vehicle, 'rentalDailyRate' | 'imageUrl'> | undefined;
  /** Extras that the quote lacks. */
  readonly unproven?: readonly UnprovenExtra[];
  /** The operator's. */
  readonly timeZone: string;
  /** Epoch ms. */
  readonly now: number;
}

export function shownQuote(quoted: QuotedTrip, { operator, depots, now }: Session): ShownQuote {
  const { vehicle } = quoted.vehicle;
  const title = vehicleTitle(quoted.vehicle);
  return { ...quoted, depots: depots.known(), title, vehicle, timeZone: operator.timeZone, now: now() };
}

/** `days`: what is said of both ends of the trip. */
export function quoteView(parts: ShownQuote, days: readonly Pair[] = []): Block[] {
  const { quote, selection, checkoutUrl, title, vehicle, unproven = [] } = parts;
  const nightCount = nights(selection.pickUpDate, selection.dropOffDate);
  const receipt: Block = { kind: 'receipt', receipt: receiptOf(quote, { nights: nightCount, vehicle, unproven }) };
  return [
    { kind: 'text', text: title, style: 'heading' },
    { kind: 'text', text: describeTrip(selection, parts.depots) },
    ...(days.length === 0 ? [] : [{ kind: 'pairs', pairs: days } as const]),
    receipt,
    {
      kind: 'pairs',
      pairs: [
        { label: 'Quote', value: quote.quoteId },
        expiry(quote, parts),
        { label: 'Note', value: quote.note },
        { label: 'Checkout', value: checkoutUrl, kind: 'link' },
      ],
    },
  ];
}

export function vehicleTitle({ id, label }: { readonly id: number; readonly label?: string | undefined }): string {
  return label ?? `Vehicle ${id}`;
}

function expiry(quote: Quote, { timeZone, now }: ShownQuote): Pair {
  const left = timeLeft(quote.expiresAt, now);
  const instant = formatInstant(quote.expiresAt, timeZone);
  return left > 0
    ? { label: 'Valid until', value: `${instant} (${formatDuration(left)} left)` }
    : {
        label: 'Expired',
        value: `${instant} (${formatDuration(-left)} ago by this machine's clock)`,
        style: 'warning',
      };
}

/** The times of a depot on a day that stands near them, or the warning that it lists none. */
export function timesPair(
  purpose: Purpose,
  { depot, date }: { readonly depot: Depot; readonly date: CalendarDate },
  depots: readonly Depot[],
): Pair {
  const label = purpose === 'pick-up' ? 'Pick-up times' : 'Drop-off times';
  const { isClosed, words } = dayInWords(depot, labelOf(depot, depots), purpose, date);
  return { label, value: words, ...(isClosed && { style: 'warning' }) };
}
