import { UsageError } from '../errors.ts';
import { checkoutLink, searchLink } from '../api/links.ts';
import type { Result } from '../result.ts';
import { defineCommand } from '../cli/command.ts';
import { openInBrowser } from './shared/open-browser.ts';
import { noteSandboxLink } from './shared/sandbox-note.ts';
import { findVehicle, resolveExtras } from './shared/selection.ts';
import { extrasFlags, resolveTrip, tripFlags } from '../cli/trip-flags.ts';

export default defineCommand({
  name: 'book-link',
  group: 'BOOK',
  summary: "the website's search link, or the checkout link when a vehicle is given",
  description: 'Ids are put into the link as they are, without asking the service; names are looked up.',
  args: { vehicle: { help: 'id or name', required: false } },
  flags: { ...tripFlags, ...extrasFlags, open: { kind: 'switch', help: 'open it in the browser' } },
  examples: [
    'rental book-link --pick-up 1 --from 2026-12-20 --to 2026-12-27 --base-url https://www.example.com/api/agent',
    'rental book-link 101 --pick-up 1 --from 2026-12-20 --to 2026-12-27 --insurance 2 --open --operator lucky',
  ],
  async run({ vehicle, open, ...options }, context): Promise<Result> {
    if (vehicle === undefined && (options.accessory ?? options.insurance) !== undefined) {
      throw new UsageError('--accessory and --insurance belong to a vehicle, and none is given', {
        hint: 'rental book-link <vehicle> makes the checkout link; the search link has no extras',
      });
    }
    const operator = await context.operator();
    const trip = await resolveTrip(options, context);
    let url = searchLink(operator.siteUrl, trip);
    if (vehicle !== undefined) {
      const { id } = await findVehicle(vehicle, context, trip);
      url = checkoutLink(operator.siteUrl, {
        ...trip,
        vehicleId: id,
        ...(await resolveExtras(options, id, trip, context)),
      });
    }
    noteSandboxLink(operator, context.progress);
    if (open) await openInBrowser(url, context);
    return {
      data: { kind: vehicle === undefined ? 'search' : 'checkout', url },
      columns: [{ key: 'kind' }, { key: 'url', header: 'LINK', kind: 'link' }],
      rows: [{ kind: vehicle === undefined ? 'search' : 'checkout', url }],
      view: [{ kind: 'link', url }],
    };
  },
});
