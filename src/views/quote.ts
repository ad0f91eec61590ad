/** A quote for a terminal: the breakdown line by line, then when it expires and where to book. */
import type { CalendarDate, Depot, Quote, Trip } from '../api/types.ts';
import type { QuoteDocument } from '../documents/planning.ts';
import { formatInstant, nights, timeLeft } from '../planner/calendar.ts';
import { dayInWords, fitNote } from './depot-hours.ts';
import { daysWithoutTimes, isClosed, timesFor, type Purpose } from '../planner/depot-times.ts';
import { wantedTimeFor } from '../planner/time-findings.ts';
import type { WantedTimes } from '../planner/wanted-times.ts';
import type { Named } from '../planner/names.ts';
import type { UnprovenExtra } from '../planner/proof.ts';
import type { QuotedTrip } from '../planner/price-trip.ts';
import type { Session } from '../planner/session.ts';
import type { Block, Pair } from '../result.ts';
import { formatDuration } from '../base/durations.ts';
import { receiptOf, type ReceiptContext } from './receipt.ts';
import { describeTrip } from './trip-words.ts';

/** The parts of a quote that a view shows. */
interface QuoteDetails {
  readonly quote: Quote;
  readonly selection: Trip;
  readonly checkoutUrl: string;
  readonly depots: readonly Named[];
  readonly title: string;
  readonly vehicle?: ReceiptContext['vehicle'];
  readonly offered?: ReceiptContext['offered'];
  /** Extras that the quote lacks. */
  readonly unproven?: readonly UnprovenExtra[];
  /** The operator's time zone. */
  readonly timeZone: string;
  /** Epoch ms. */
  readonly now: number;
}

export function quoteDetails(
  { quote, selection, checkoutUrl, vehicle, offered, unproven }: QuotedTrip,
  { operator, depots, now }: Pick<Session, 'operator' | 'depots' | 'now'>,
): QuoteDetails {
  return {
    quote,
    selection,
    checkoutUrl,
    depots: depots.known(),
    title: vehicleTitle(vehicle),
    vehicle: vehicle.vehicle,
    offered,
    unproven,
    timeZone: operator.timeZone,
    now: now(),
  };
}

/** The two lines above a receipt: the vehicle, and the trip. */
export function quoteHeading(
  title: string,
  selection: Trip,
  depots: readonly Named[],
): [title: string, trip: string] {
  return [title, describeTrip(selection, depots)];
}

/** `days`: the times of the pick-up and the drop-off. */
export function quoteView(details: QuoteDetails, days: readonly Pair[] = []): Block[] {
  const { quote, selection, checkoutUrl, title, vehicle, offered, unproven = [] } = details;
  const nightCount = nights(selection.pickUpDate, selection.dropOffDate);
  const receipt: Block = {
    kind: 'receipt',
    receipt: receiptOf(quote, { nights: nightCount, vehicle, offered, unproven }),
  };
  const [heading, trip] = quoteHeading(title, selection, details.depots);
  return [
    { kind: 'text', text: heading, style: 'heading' },
    { kind: 'text', text: trip },
    ...(days.length === 0 ? [] : [{ kind: 'pairs', pairs: days } as const]),
    receipt,
    {
      kind: 'pairs',
      pairs: [
        { label: 'Quote', value: quote.quoteId },
        expiry(quote, details),
        { label: 'Note', value: quote.note },
        { label: 'Checkout', value: checkoutUrl, kind: 'link' },
      ],
    },
  ];
}

/** The title of the vehicle in a quote's document. */
export function quotedTitle({
  vehicle,
  selection,
}: Pick<QuoteDocument, 'vehicle' | 'selection'>): string {
  return vehicleTitle({ id: selection.vehicle_id, label: vehicle?.label ?? vehicle?.name });
}

export function vehicleTitle({
  id,
  label,
}: {
  readonly id: number;
  readonly label?: string | undefined;
}): string {
  return label ?? `Vehicle ${id}`;
}

function expiry(quote: Quote, { timeZone, now }: QuoteDetails): Pair {
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

/** An end of a trip. */
interface Stop {
  readonly purpose: Purpose;
  /** Undefined if it is not known. */
  readonly depot: Depot | undefined;
  readonly date: CalendarDate;
  readonly wanted: WantedTimes;
}

/** The times of a depot on a day, and whether the wanted time fits. */
export function timesPair({ purpose, depot, date, wanted }: Stop): Pair {
  const label = purpose === 'pick-up' ? 'Pick-up times' : 'Drop-off times';
  if (depot === undefined) return { label, value: 'not known', style: 'warning' };
  const noteOf = (times: readonly string[]) =>
    fitNote(times, purpose, wantedTimeFor(purpose, wanted));
  const entries = timesFor(purpose, depot);
  return {
    label,
    value: dayInWords(entries, date, { noteOf, emptyDays: daysWithoutTimes(purpose, depot, date) }),
    ...(isClosed(entries, date) && { style: 'warning' }),
  };
}

/** The times at both ends of a trip. */
export function timesPairs(selection: Trip, wanted: WantedTimes, depots: readonly Depot[]): Pair[] {
  const depotOf = (id: number): Depot | undefined => depots.find((depot) => depot.id === id);
  const { pickUpDepotId, pickUpDate, dropOffDepotId, dropOffDate } = selection;
  return [
    timesPair({ purpose: 'pick-up', depot: depotOf(pickUpDepotId), date: pickUpDate, wanted }),
    timesPair({ purpose: 'drop-off', depot: depotOf(dropOffDepotId), date: dropOffDate, wanted }),
  ];
}
