import { checkoutLink } from '../api/links.ts';
import type { Result } from '../result.ts';
import { defineCommand } from '../cli/command.ts';
import { noteSandboxLink } from './shared/sandbox-note.ts';
import { quoteColumns, quoteRow, quoteView } from './shared/quote-view.ts';
import { findVehicle, resolveExtras, selectionData } from './shared/selection.ts';
import { extrasFlags, resolveTrip, tripFlags } from '../cli/trip-flags.ts';

export default defineCommand({
  name: 'quote',
  group: 'PLAN',
  summary: 'one priced quote with its breakdown, its expiry and its checkout link',
  args: { vehicle: { help: 'id or name', required: true } },
  flags: { ...tripFlags, ...extrasFlags },
  examples: [
    'rental quote 101 --pick-up auckland --drop-off queenstown --from +30d --to +7d --sandbox',
    'rental quote 101 --pick-up 1 --from 2026-12-20 --to 2026-12-27 --accessory 3,3 --insurance 2 --json | jq .totalAmount',
  ],
  async run({ vehicle, ...options }, context): Promise<Result> {
    const trip = await resolveTrip(options, context);
    const { id, name } = await findVehicle(vehicle, context, trip);
    const selection = { ...trip, vehicleId: id, ...(await resolveExtras(options, id, trip, context)) };
    const client = await context.client();
    const quote = await client.quote(selection);
    const operator = await context.operator();
    const checkoutUrl = checkoutLink(operator.siteUrl, selection);
    noteSandboxLink(operator, context.progress);
    return {
      data: { ...quote, selection: selectionData(selection), checkoutUrl },
      columns: quoteColumns,
      rows: [quoteRow(quote, checkoutUrl)],
      view: quoteView({
        quote,
        selection,
        checkoutUrl,
        depots: context.knownDepots(),
        ...(name !== undefined && { vehicleName: name }),
        timeZone: operator.timeZone,
        now: context.io.now(),
      }),
    };
  },
});
