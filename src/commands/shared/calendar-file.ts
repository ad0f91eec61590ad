/** `--ics`: the pick-up and the drop-off of a quoted trip as events for the user's calendar. */
import { createHash } from 'node:crypto';
import type { Context } from '../../cli/context.ts';
import { addDays, formatInstant } from '../../planner/calendar.ts';
import { moneyInWords } from '../../base/money.ts';
import type { QuotedTrip } from '../../planner/quote-trip.ts';
import type { Session } from '../../planner/session.ts';
import { depotName } from '../../planner/trip.ts';
import { shorten } from '../../base/words.ts';
import { openResultFile } from './output-file.ts';
import { timesPair, vehicleTitle } from './quote-view.ts';
import { describeTrip } from '../../planner/trip-words.ts';

export const icsFlag = {
  kind: 'text',
  value: 'file',
  help: 'also write both days to a calendar file',
} as const;

type Quoted = Pick<QuotedTrip, 'quote' | 'selection' | 'checkoutUrl' | 'vehicle' | 'unproven'>;
/** Where and when the quote was asked for. */
type Asked = Pick<Session, 'operator' | 'now'> & { readonly depots: Pick<Session['depots'], 'known'> };

/**
 * To be called before the first request. Resolves with a function from a quoted trip to the files of the result. Throws OutputError for a
 * path that cannot be written.
 */
export async function openCalendarFile(path: string | undefined, context: Context) {
  const filesOf = await openResultFile('calendar file', path, context);
  return (quoted: Quoted, session: Asked) => filesOf(() => calendarText(quoted, session));
}

/** The events have no time zone: without its rules in the file, Outlook would move them. */
export async function calendarText(quoted: Quoted, session: Asked): Promise<string> {
  const { default: ical, ICalEventStatus, ICalEventTransparency } = await import('ical-generator');
  const { checkoutUrl, vehicle } = quoted;
  const now = session.now();
  const question = createHash('sha256').update(checkoutUrl).digest('hex').slice(0, 32);
  const calendar = ical({ prodId: { company: 'rental', product: 'rental' } });
  for (const stop of stopsOf(quoted, session)) {
    const next = addDays(stop.date, 1);
    calendar.createEvent({
      id: `${question}-${stop.purpose}@rental`,
      // The same question has the same id, and of two events with one id a calendar keeps the one with the higher number: the newer answer.
      sequence: Math.floor(now / 60_000),
      stamp: new Date(now),
      lastModified: new Date(now),
      allDay: true,
      start: new Date(stop.date),
      ...(next !== undefined && { end: new Date(next) }),
      // A quote books nothing, and the rest of the day is free.
      status: ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: oneLine(`${stop.verb} ${vehicleTitle(vehicle)}, ${stop.place}`),
      location: oneLine(stop.place),
      description: describeStop(stop, quoted, session).join('\n'),
      // The package would put a backslash before these.
      url: /[\\,;]/.test(checkoutUrl) ? null : checkoutUrl,
    });
  }
  return `${calendar.toString()}\r\n`;
}

type Stop = ReturnType<typeof stopsOf>[number];

function stopsOf({ selection }: Quoted, session: Asked) {
  const { pickUpDate, dropOffDate, pickUpDepotId, dropOffDepotId } = selection;
  const depots = session.depots.known();
  // Without the depot if it is not known.
  const at = (id: number) => ({ place: depotName(id, depots), depot: depots.find((depot) => depot.id === id) });
  return [
    { purpose: 'pick-up', verb: 'Pick up', date: pickUpDate, ...at(pickUpDepotId) },
    { purpose: 'drop-off', verb: 'Drop off', date: dropOffDate, ...at(dropOffDepotId) },
  ] as const;
}

function describeStop({ purpose, depot, date }: Stop, quoted: Quoted, session: Asked): string[] {
  const { quote, selection, checkoutUrl, unproven } = quoted;
  const depots = session.depots.known();
  const times = depot && timesPair(purpose, { depot, date }, depots);
  const lines = [
    describeTrip(selection, depots),
    ...(times === undefined ? [] : [`${times.label}: ${times.value}`]),
    ...(depot === undefined ? [] : [`Opening hours: ${depot.opening_hours_description}`]),
    `Quote ${quote.quoteId}: ${quote.currency} ${moneyInWords(quote.totalAmount)}`,
    ...unproven.map(({ message }) => `Attention: ${message}`),
    `Valid until ${formatInstant(quote.expiresAt, session.operator.timeZone)}; nothing is booked yet`,
  ];
  return [...lines.map(oneLine), `Book: ${checkoutUrl}`];
}

/** Text of the operator cannot begin a line of its own, is not endless, and has no character that a calendar must not hold. */
function oneLine(text: string): string {
  return shorten(text, 500).replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, ' ');
}
