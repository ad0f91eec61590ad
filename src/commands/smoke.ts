import { addDays } from '../planner/calendar.ts';
import type { RentalDates } from '../interface/types.ts';
import type { Result } from '../result.ts';
import { defineCommand } from './command.ts';
import type { Context } from './context.ts';

export default defineCommand({
  name: 'smoke',
  group: 'OPERATE',
  summary: 'check a deployment against the interface, for CI',
  description:
    'About 30 requests, one after the other. Exit code 1 is a broken rule; 4, 5 and 6 say that it could not be checked: ' +
    'unavailable, rate limited, no network.',
  args: {},
  flags: {
    only: { kind: 'list', value: 'check|group', help: 'run only these' },
    skip: { kind: 'list', value: 'check|group', help: 'leave these out' },
    strict: { kind: 'switch', help: 'warnings fail, too' },
    list: { kind: 'switch', help: 'show every check and ask nothing' },
    report: { kind: 'list', value: 'kind=file', help: 'junit=<file>, tap=<file>, github; several at once' },
    'trip-rate-limit': {
      kind: 'switch',
      help: 'provoke the 429 as well: spends up to 110 requests more, the whole limit of this address',
    },
  },
  examples: [
    'rental smoke --sandbox --strict',
    'rental smoke --base-url https://www.example.com/api/agent --report junit=smoke.xml --report github',
  ],
  async run(options, context): Promise<Result> {
    const smoke = await import('../smoke/index.ts');
    const chosen = smoke.select(smoke.checks, options);
    const { listView, runView } = await import('./smoke/view.ts');
    if (options.list === true) return listView(chosen);
    const { openReports } = await import('./smoke/reports.ts');
    // Before a request is spent: a report that cannot be written fails a job late.
    const reports = await openReports(options.report ?? [], context.io);
    const { baseUrl, siteUrl } = await context.operator();
    const { send, overspend } = await context.connection();
    const done = context.progress.begin(`checking ${baseUrl.host}`);
    const { io, signal, settings, progress } = context;
    const run = await smoke
      .runSmoke({
        checks: chosen,
        all: smoke.checks,
        baseUrl,
        siteUrl,
        windows: await windows(context),
        strict: options.strict === true,
        send,
        overspend: options.tripRateLimit === true ? overspend : undefined,
        machine: io,
        signal,
        retries: settings.retries,
        maxWaitMs: settings.maxWaitMs,
        onEvent: (event) => progress.onEvent(event),
      })
      .finally(done);
    progress.stop();
    await reports.write(run);
    return runView(run);
  },
});

/** Far enough ahead that most of the fleet is free, and two more tries in other seasons. */
async function windows(context: Context): Promise<RentalDates[]> {
  const today = await context.today();
  return [30, 75, 150].flatMap((ahead) => {
    const pickUpDate = addDays(today, ahead);
    const dropOffDate = addDays(today, ahead + 7);
    return pickUpDate === undefined || dropOffDate === undefined ? [] : [{ pickUpDate, dropOffDate }];
  });
}
