/** `--ics`: the pick-up and the drop-off of a quoted trip as events for the user's calendar. */
import type { CalendarDate, Depot, Quote, Trip } from '../../api/types.ts';
import type { Context } from '../../cli/context.ts';
import { addDays, formatInstant } from '../../planner/calendar.ts';
import { moneyInWords } from '../../base/money.ts';
import type { Purpose } from '../../planner/depot-times.ts';
import { isExpired } from '../../planner/expiry.ts';
import type { Named } from '../../planner/names.ts';
import type { UnprovenExtra } from '../../planner/proof.ts';
import type { Session } from '../../planner/session.ts';
import { capitalized, shorten } from '../../base/words.ts';
import { prepareResultFile } from './output-file.ts';
import { timesPair, vehicleTitle } from '../../views/quote.ts';
import { describeTrip } from '../../views/trip-words.ts';
import { depotLabels } from '../../planner/labels.ts';
import { wantedInWords, type WantedTimes } from '../../planner/wanted-times.ts';

export const icsFlag = {
  kind: 'text',
  value: 'file',
  help: 'also write both days to a calendar file',
} as const;

/** What the events say of a quote. */
export interface CalendarQuote {
  readonly quote: Pick<Quote, 'quoteId' | 'currency' | 'totalAmount' | 'expiresAt'>;
  readonly selection: Trip;
  readonly checkoutUrl: string;
  readonly vehicle: Parameters<typeof vehicleTitle>[0];
  readonly unproven: readonly Pick<UnprovenExtra, 'message'>[];
  readonly wanted?: WantedTimes | undefined;
}

export interface CalendarContext {
  /** When the quote was made, epoch ms. */
  readonly quotedAt: number;
  /** Epoch ms. */
  readonly now: number;
  /** The operator's. */
  readonly timeZone: string;
  /** Those that are known, for their hours. */
  readonly depots: readonly Depot[];
  /** Names of depots. Default: of `depots`. */
  readonly names?: readonly Named[];
}

/** The context of a quote that has just come. */
export function calendarContext({
  operator,
  depots,
  now,
}: Pick<Session, 'operator' | 'depots' | 'now'>): CalendarContext {
  return { quotedAt: now(), now: now(), timeZone: operator.timeZone, depots: depots.known() };
}

/**
 * To be called before the first request. Resolves with a function from a quoted trip to the files
 * of the result. Throws OutputError for a path that cannot be written.
 */
export async function prepareCalendarFile(
  path: string | undefined,
  context: Pick<Context, 'io' | 'signal'>,
) {
  const filesOf = await prepareResultFile('calendar file', path, context, ['.ics', '.ical']);
  return (quoted: CalendarQuote, parts: CalendarContext) =>
    filesOf(() => calendarText(quoted, parts));
}

/** All-day events: a time would need the rules of its zone in the file, or Outlook would move it. */
export async function calendarText(quoted: CalendarQuote, parts: CalendarContext): Promise<string> {
  const { default: ical, ICalEventStatus, ICalEventTransparency } = await import('ical-generator');
  const { sha256 } = await import('../../base/sha256.ts');
  const { checkoutUrl, vehicle } = quoted;
  const tripKey = sha256(withoutExtras(checkoutUrl)).slice(0, 32);
  const calendar = ical({ prodId: { company: 'rental', product: 'rental' } });
  for (const stop of stopsOf(quoted, parts)) {
    const next = addDays(stop.date, 1);
    calendar.createEvent({
      id: `${tripKey}-${stop.purpose}@rental`,
      // Events of the same rental have the same id; a calendar keeps the one with the higher number.
      sequence: Math.floor(parts.quotedAt / 60_000),
      stamp: new Date(parts.quotedAt),
      lastModified: new Date(parts.quotedAt),
      allDay: true,
      start: new Date(stop.date),
      ...(next !== undefined && { end: new Date(next) }),
      // A quote books nothing, and the rest of the day is free.
      status: ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: oneLine(`${stop.verb} ${vehicleTitle(vehicle)}, ${stop.place}`),
      location: oneLine(stop.place),
      description: describeStop(stop, quoted, parts).join('\n'),
      // The package would write a backslash before these characters, so such an address gets no field.
      url: /[\\,;]/.test(checkoutUrl) ? null : checkoutUrl,
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** The operator's site, the depots, the dates and the vehicle, which make a rental what it is. */
function withoutExtras(checkoutUrl: string): string {
  const url = new URL(checkoutUrl);
  for (const parameter of ['accessory_ids', 'insurance_id']) url.searchParams.delete(parameter);
  return url.href;
}

/** The pick-up or the drop-off: an event of the calendar. */
interface CalendarStop {
  readonly purpose: Purpose;
  readonly verb: string;
  readonly date: CalendarDate;
  /** The wanted time of this stop. */
  readonly wanted: WantedTimes;
  readonly place: string;
  /** Undefined if the list of depots is not known. */
  readonly depot: Depot | undefined;
}

function stopsOf(
  { selection, wanted = {} }: CalendarQuote,
  { depots, names = depots }: CalendarContext,
): readonly CalendarStop[] {
  const { pickUpDate, dropOffDate, pickUpDepotId, dropOffDepotId } = selection;
  const { pickUpAfter, dropOffBy } = wanted;
  const labelOf = depotLabels(names);
  const at = (id: number) => ({
    place: labelOf(id),
    depot: depots.find((depot) => depot.id === id),
  });
  return [
    {
      purpose: 'pick-up',
      verb: 'Pick up',
      date: pickUpDate,
      wanted: { pickUpAfter },
      ...at(pickUpDepotId),
    },
    {
      purpose: 'drop-off',
      verb: 'Drop off',
      date: dropOffDate,
      wanted: { dropOffBy },
      ...at(dropOffDepotId),
    },
  ];
}

function describeStop(
  { purpose, depot, date, wanted }: CalendarStop,
  quoted: CalendarQuote,
  parts: CalendarContext,
): string[] {
  const { quote, selection, checkoutUrl, unproven } = quoted;
  const { now, timeZone, depots, names = depots } = parts;
  const times = depot && timesPair({ purpose, depot, date, wanted });
  const validity = isExpired(quote, now) ? 'Expired' : 'Valid until';
  const lines = [
    describeTrip(selection, names),
    ...wantedInWords(wanted).map(capitalized),
    ...(times === undefined ? [] : [`${times.label}: ${times.value}`]),
    ...(depot === undefined ? [] : [`Opening hours: ${depot.opening_hours_description}`]),
    `Quote ${quote.quoteId}: ${quote.currency} ${moneyInWords(quote.totalAmount)}`,
    ...unproven.map(({ message }) => `Attention: ${message}`),
    `${validity} ${formatInstant(quote.expiresAt, timeZone)}; nothing is booked yet`,
  ];
  return [...lines.map(oneLine), `Book: ${checkoutUrl}`];
}

/** Text of the operator, cut, on one line, without characters that a calendar must not hold. */
function oneLine(text: string): string {
  return shorten(text, 500).replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, ' ');
}
