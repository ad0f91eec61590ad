import { checkoutLink, searchLink } from '../api/links.ts';
import type { Trip } from '../api/types.ts';
import { defineCommand } from '../cli/command.ts';
import { extrasFlags, requireTrip, tripFlags } from '../cli/trip-flags.ts';
import { exitCodes, UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import { resolveRequest } from '../resolve/quote-trip.ts';
import { resolveCheckedTrip } from '../resolve/trip.ts';
import { withLabel } from '../resolve/vehicle.ts';
import type { Session } from '../planner/session.ts';
import type { FoundVehicle } from '../planner/vehicle.ts';
import { describeTrip } from '../views/trip-words.ts';
import { columnsOf } from '../documents/records.ts';
import { bookLinkShape } from '../documents/planning.ts';
import { makeResult, type Result } from '../result.ts';
import { noteSandboxLinks, openInBrowser, tryToOpen } from './shared/links.ts';
import { qrBlocks, qrFlag, refuseQrWithoutView } from './shared/qr.ts';
import { vehicleField } from '../documents/make-quote.ts';
import { vehicleTitle } from '../views/quote.ts';
import { lookUpOptions } from './shared/look-up-options.ts';

export default defineCommand({
  name: 'book-link',
  group: 'BOOK',
  summary: 'make the link to search, or to book one vehicle',
  purpose:
    "Makes the link to the website's search page or, with a vehicle, to the pre-filled checkout. You book there; " +
    'rental never books. Ids go into the link as given, without asking the service; names are looked up.',
  args: { vehicle: { help: 'id or name', required: false, offers: { names: 'vehicle' } } },
  flags: {
    ...tripFlags,
    ...extrasFlags,
    open: { kind: 'switch', help: 'open it in the browser' },
    qr: qrFlag,
  },
  needs: ['pick-up', 'from', 'to'],
  document: bookLinkShape,
  examples: [
    {
      does: 'Search page for a week in 30 days',
      line: 'rental book-link --pick-up 1 --from +30d --to +7d --base-url https://www.example.com/api/agent',
    },
    {
      does: 'Checkout of vehicle 101 with an insurance plan, in the browser',
      line: 'rental book-link 101 --pick-up 1 --from +30d --to +7d --insurance 2 --open --operator lucky',
    },
  ],
  see: ['names', 'dates', 'operators'],
  async run({ vehicle, open, qr, ...options }, context): Promise<Result> {
    if (vehicle === undefined && (options.accessory ?? options.insurance) !== undefined) {
      throw new UsageError(fieldText('{accessory} and {insurance} need a vehicle'), {
        hint: 'only a link to the checkout has extras, so name the vehicle',
      });
    }
    if (qr) refuseQrWithoutView(context);
    const session = await context.session();
    const { siteUrl } = session.operator;
    // The link has only ids, so the name of an id is not looked up.
    const resolveOptions = { ...lookUpOptions(context), lookUp: 'names' } as const;
    const trip = await resolveCheckedTrip(requireTrip(options), session, resolveOptions);
    let url = searchLink(siteUrl, trip);
    let found: FoundVehicle | undefined;
    if (vehicle !== undefined) {
      const resolved = await resolveRequest({ ...options, vehicle }, trip, session, resolveOptions);
      url = checkoutLink(siteUrl, resolved.selection);
      found = resolved.vehicle;
    }
    noteSandboxLinks([session.operator], context.note);
    const { columns } = context.io.stdout;
    const code = qr
      ? await qrBlocks(url, { columns, title: await titleOf(trip, found, session) })
      : [];
    return makeResult(bookLinkShape, {
      subject: () => describeTrip(trip, session.depots.known()),
      value: {
        kind: vehicle === undefined ? ('search' as const) : ('checkout' as const),
        url,
        ...(found && vehicleField(found)),
      },
      // A script wants the address alone: open "$(rental book-link …)".
      columns: columnsOf(bookLinkShape, { kind: { plain: false } }),
      view: () => [{ kind: 'text', text: url, isAddress: true }, ...code],
      isPaged: code.length === 0,
      // The link is printed in any case, so that the user can open it.
      exitCode: open
        ? await tryToOpen(() => openInBrowser(url, context), context.note)
        : exitCodes.ok,
    });
  },
});

/**
 * What a code leads to: `Kea, Auckland → Queenstown, Sun 20 Dec 2026 – …`. Without a request, so an
 * id can be without its name.
 */
async function titleOf(
  trip: Trip,
  vehicle: FoundVehicle | undefined,
  session: Session,
): Promise<string> {
  const words = describeTrip(trip, session.depots.known());
  if (vehicle === undefined) return words;
  return `${vehicleTitle(await withLabel(vehicle, trip, session, { mayRequest: false }))}, ${words}`;
}
