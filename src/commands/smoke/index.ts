import { exitCodes } from '../../errors.ts';
import type { Format, Result } from '../../result.ts';
import type { Check } from '../../smoke/check.ts';
import type { SmokeRun } from '../../smoke/run.ts';
import { defineCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';

type Smoke = typeof import('../../smoke/index.ts');

export default defineCommand({
  name: 'smoke',
  group: 'OPERATE',
  summary: 'check a live service against the interface, for CI',
  purpose:
    'Checks that a service follows the interface, with about 30 requests, one after the other. Exit code 1: a rule ' +
    'is broken. 4, 5, 6: it could not be checked, because it was unavailable, the limit was reached, the network ' +
    'failed, or it has no depot or no free vehicle.',
  args: {},
  flags: {
    only: { kind: 'list', value: 'check|group', help: 'run only these', offers: { words: checkNames } },
    skip: { kind: 'list', value: 'check|group', help: 'leave these out', offers: { words: checkNames } },
    strict: { kind: 'switch', help: 'treat warnings as failures' },
    list: { kind: 'switch', help: 'show every check and send no request' },
    report: {
      kind: 'list',
      value: 'kind=file',
      help: 'junit=<file>, tap=<file>, markdown=<file>, github, azure; several at once',
      offers: { words: ['junit=', 'tap=', 'markdown=', 'github', 'azure'] },
    },
    'trip-rate-limit': {
      kind: 'switch',
      help: 'provoke the 429 as well: sends up to 110 more requests, the whole limit of this address',
    },
  },
  examples: [
    { does: 'Every check, on sample data', line: 'rental smoke --sandbox' },
    {
      does: 'In CI: a report file, and annotations on GitHub',
      line: 'rental smoke --base-url https://www.example.com/api/agent --report junit=smoke.xml --report github',
    },
    { does: 'What is checked; sends nothing', line: 'rental smoke --list' },
  ],
  see: ['exit-codes', 'operators'],
  async run(options, context): Promise<Result> {
    const smoke = await import('../../smoke/index.ts');
    const selected = smoke.selectChecks(smoke.checks, options);
    const { blockedView, checkedNothing, listView, runView } = await import('./view.ts');
    if (options.list === true) return listView(selected);
    const { openReports } = await import('./reports.ts');
    // Before the first request, so that a wrong path costs nothing.
    const reports = await openReports(options.report ?? [], context);
    const run = await runChecks(smoke, selected, options, context);
    const { progress } = context;
    const writeError = await reports.write(run);
    if (writeError !== undefined) progress.note(writeError.message);
    const form = formOf(context);
    const { io, settings } = context;
    const isBrief = settings.verbose === 0 && checkedNothing(run) && (form === 'table' || form === 'plain');
    // A table shows it below the checks.
    if (run.obstacle !== undefined && form !== 'table' && !isBrief) progress.note(`could not check: ${run.obstacle}`);
    const failed = writeError !== undefined && run.exitCode === exitCodes.ok;
    const lastLine = lastLineOf(smoke.summaryOf(run), isBrief ? run.obstacle : undefined, context);
    // A log keeps every check.
    const showsGroups = !isBrief && settings.verbose === 0 && form === 'table' && io.stdout.isTTY === true;
    return {
      ...(isBrief ? blockedView(run) : runView(run)),
      ...(showsGroups && { view: (await import('./brief-view.ts')).briefBlocks(run) }),
      ...(failed && { exitCode: writeError.exitCode }),
      stderr: { before: reports.annotations(run), after: lastLine === undefined ? '' : `${lastLine}\n` },
    };
  },
});

function formOf({ io, settings }: Context): Format {
  return settings.format ?? (io.stdout.isTTY === true ? 'table' : 'plain');
}

/**
 * The last line on stderr. The records of a pipe hold neither a summary nor what stopped a run without a record, which `--quiet` does
 * not hide: the exit code alone says too little.
 */
function lastLineOf(summary: string, obstacle: string | undefined, context: Context): string | undefined {
  if (formOf(context) !== 'plain') return undefined;
  if (obstacle !== undefined) return `error: could not check: ${obstacle}`;
  return context.io.stdout.isTTY === true || context.settings.quiet ? undefined : summary;
}

async function checkNames(): Promise<readonly string[]> {
  const { checks } = await import('../../smoke/index.ts');
  return [...new Set(checks.map(({ group }) => group)), ...checks.map(({ id }) => id)];
}

async function runChecks(
  smoke: Smoke,
  checks: readonly Check[],
  { strict = false, tripRateLimit = false }: { readonly strict?: boolean; readonly tripRateLimit?: boolean },
  context: Context,
): Promise<SmokeRun> {
  const { io, signal, settings, progress } = context;
  const session = await context.session();
  const { baseUrl, siteUrl, siteIsAssumed = false } = session.operator;
  const { send, overspend } = await session.connection();
  const done = progress.begin(`checking ${baseUrl.host}`);
  return smoke
    .runSmoke({
      checks,
      allChecks: smoke.checks,
      baseUrl,
      siteUrl,
      siteIsAssumed,
      today: session.today(),
      strict,
      send,
      overspend: tripRateLimit ? overspend : undefined,
      machine: io,
      signal,
      retries: settings.retries,
      maxWaitMs: settings.maxWaitMs,
      onEvent: (event) => progress.onEvent(event),
    })
    .finally(done);
}
