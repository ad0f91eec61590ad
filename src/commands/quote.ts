import { checkoutLink } from '../api/links.ts';
import { defineCommand } from '../cli/command.ts';
import { quote as document } from '../documents/planning.ts';
import { extrasFlags, requireTrip, tripFlags } from '../cli/trip-flags.ts';
import { UsageError } from '../errors.ts';
import { expiredNotes } from '../planner/expiry.ts';
import { chosenIds, unprovenIn } from '../planner/proof.ts';
import { readExtras } from '../planner/extras.ts';
import { isWord } from '../planner/read.ts';
import { readVehicle } from '../planner/selection.ts';
import { nameDepots } from '../planner/trip.ts';
import { orUnknownId } from '../planner/unknown-ids.ts';
import { answer, type Result } from '../result.ts';
import { icsFlag, openCalendarFile } from './shared/calendar-file.ts';
import { noteSandboxLinks } from './shared/links.ts';
import { readNotedTrip } from './shared/noted-trip.ts';
import { qrParts, qrFlag, refuseQrRecords } from './shared/qr.ts';
import { lookedUp, quoteData, quoteExitCode, quoteView } from './shared/quote-view.ts';

export default defineCommand({
  name: 'quote',
  group: 'PLAN',
  summary: 'get one price: its parts, its expiry, the checkout link',
  purpose:
    'Gets one quote: each part of the price, the total, when the quote expires, and the checkout link. If the ' +
    'vehicle is not available, the exit code is 1; if the quote lacks an extra that was asked for, it is 8.',
  args: { vehicle: { help: 'id or name', required: true, offers: { names: 'vehicle' } } },
  flags: { ...tripFlags, ...extrasFlags, ics: icsFlag, qr: qrFlag },
  needs: ['pick-up', 'from', 'to'],
  examples: [
    {
      does: 'Vehicle 101 for a week in 30 days, from Auckland to Queenstown',
      line: 'rental quote 101 --pick-up "auckland airport" --drop-off queenstown --from +30d --to +7d --sandbox',
    },
    {
      does: 'With two child seats and an insurance plan; only the total',
      line: 'rental quote 101 --pick-up 1 --from +30d --to +7d --accessory 301,301 --insurance "zero excess" --sandbox --jq .totalAmount',
    },
  ],
  see: ['dates', 'names', 'output'],
  async run({ vehicle, ics, qr, ...options }, context): Promise<Result> {
    const request = requireTrip(options);
    if (isWord(vehicle, 'cheapest')) {
      throw new UsageError('quote takes the id or the name of a vehicle, not cheapest', {
        hint: 'rental plan takes --vehicle cheapest, and rental compare shows all totals',
      });
    }
    if (qr) refuseQrRecords(context);
    const writeCalendar = await openCalendarFile(ics, context);
    const session = await context.session();
    const { operator, service, depots } = session;
    const { trip, warnings } = await readNotedTrip(request, session, context, { named: true });
    const rules = { allowPart: context.canPrompt, note: context.note };
    const found = await readVehicle(vehicle, trip, session, rules);
    const { asked } = await readExtras(options, found.id, trip, session, context.note);
    const selection = { ...trip, vehicleId: found.id, ...chosenIds(asked) };
    const quote = await orUnknownId(service.quote(selection), { trip, vehicleId: found.id, extras: asked }, session);
    const unproven = unprovenIn(quote, asked);
    context.warn(...unproven.map(({ message }) => message));
    context.warn(...expiredNotes([quote], session.now()));
    const checkoutUrl = checkoutLink(operator.siteUrl, selection);
    noteSandboxLinks([operator], context.note);
    const parts = {
      quote,
      selection,
      checkoutUrl,
      // The hours for a calendar are worth a request.
      depots: ics === undefined ? depots.known() : await nameDepots(depots),
      timeZone: operator.timeZone,
      now: session.now(),
      ...(found.name !== undefined && { vehicleName: found.name }),
      vehicle: found.vehicle,
      unproven,
    };
    const { blocks: code = [], ...paging } = qr ? await qrParts(checkoutUrl) : {};
    const written = await writeCalendar(parts, operator);
    const value = quoteData({ ...parts, ...lookedUp(found), closed: warnings, unproven });
    context.keep?.({ session, selection, document: value, vehicle: found.vehicle });
    return answer(document, {
      value,
      get view() {
        return [...quoteView(parts), ...code];
      },
      ...paging,
      exitCode: quoteExitCode(unproven) || written,
    });
  },
});
