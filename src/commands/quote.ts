import { defineCommand, type CommandResult } from '../cli/command.ts';
import { makeQuoteDocument } from '../documents/make-quote.ts';
import { quoteShape as document } from '../documents/planning.ts';
import {
  extrasFlags,
  maxTotalFlag,
  maxTotalOfFlag,
  requireTrip,
  saveFlag,
  timeFlags,
  wantedTimesOfFlags,
  tripFlags,
} from '../cli/trip-flags.ts';
import { quoteTrip } from '../resolve/quote-trip.ts';
import { withLabel } from '../resolve/vehicle.ts';
import { describeTrip } from '../views/trip-words.ts';
import { hasWantedTimes } from '../planner/wanted-times.ts';
import type { QuotedTrip } from '../planner/price-trip.ts';
import type { Session } from '../planner/session.ts';
import { makeResult, type Pair } from '../result.ts';
import { calendarContext, icsFlag, prepareCalendarFile } from './shared/calendar-file.ts';
import { noteSandboxLinks } from './shared/links.ts';
import { qrBlocks, qrFlag, refuseQrWithoutView } from './shared/qr.ts';
import { quoteExitCode } from './shared/quote-exit-code.ts';
import { quoteView, quoteDetails, timesPairs } from '../views/quote.ts';
import { lookUpOptions } from './shared/look-up-options.ts';

export default defineCommand({
  name: 'quote',
  group: 'PLAN',
  summary: 'get one price: its parts, its expiry, the checkout link',
  purpose:
    'Gets one quote: each part of the price, the total, when the quote expires, and the checkout link. The exit code is 1 if the vehicle ' +
    'is not available (seenBefore in the JSON error: whether it was ever listed or quoted), 8 if the quote lacks a requested extra, and 10 if the total is above --max-total.',
  args: {
    vehicle: {
      help: 'id, name or cheapest (the lowest daily rate)',
      required: true,
      offers: { words: ['cheapest'], names: 'vehicle' },
    },
  },
  flags: {
    ...tripFlags,
    ...timeFlags,
    ...extrasFlags,
    'max-total': maxTotalFlag,
    ics: icsFlag,
    qr: qrFlag,
    save: saveFlag,
  },
  needs: ['pick-up', 'from', 'to'],
  document,
  examples: [
    {
      does: 'Vehicle 101 for a week in 30 days, from Auckland to Queenstown',
      line: 'rental quote 101 --pick-up "auckland airport" --drop-off queenstown --from +30d --nights 7 --sandbox',
    },
    {
      does: 'With two child seats and an insurance plan; only the total',
      line: 'rental quote 101 --pick-up 1 --from +30d --to +7d --accessory 301,301 --insurance "zero excess" --sandbox --jq .totalAmount',
    },
  ],
  see: ['dates', 'names', 'output'],
  async run({ vehicle, ics, qr, save, ...options }, context): Promise<CommandResult> {
    const maxTotal = maxTotalOfFlag(options);
    const request = {
      ...options,
      ...requireTrip(options),
      ...wantedTimesOfFlags(options),
      vehicle,
      maxTotal,
    };
    if (qr) refuseQrWithoutView(context);
    const calendarFiles = await prepareCalendarFile(ics, context);
    const session = await context.session();
    const resolveOptions = lookUpOptions(context, { willSave: save !== undefined });
    // The hours and the names in a calendar are worth a request.
    const lookUp =
      ics !== undefined && resolveOptions.lookUp === 'names' ? 'depots' : resolveOptions.lookUp;
    const priced = await quoteTrip(request, session, { ...resolveOptions, lookUp });
    const mayRequest = ics !== undefined;
    const quoted = {
      ...priced,
      vehicle: await withLabel(priced.vehicle, priced.selection, session, { mayRequest }),
    };
    noteSandboxLinks([session.operator], context.note);
    const code = qr ? await qrBlocks(quoted.checkoutUrl, context.io.stdout) : [];
    const result = makeResult(document, {
      value: makeQuoteDocument(quoted, { depots: session.depots.known(), ...quoted.offered }),
      subject: () => describeTrip(quoted.selection, session.depots.known()),
      view: () => [
        ...quoteView(quoteDetails(quoted, session), wantedPairs(quoted, session)),
        ...code,
      ],
      isPaged: code.length === 0,
      files: calendarFiles(quoted, calendarContext(session)),
      exitCode: quoteExitCode(quoted),
    });
    return { ...result, toSave: { kind: 'quote', quoted, session } };
  },
});

/** The times of both days, if a time is wanted. */
function wantedPairs(
  { selection, wanted = {} }: QuotedTrip,
  { depots }: Pick<Session, 'depots'>,
): Pair[] {
  return hasWantedTimes(wanted) ? timesPairs(selection, wanted, depots.known()) : [];
}
