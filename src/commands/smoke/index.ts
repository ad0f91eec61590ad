import manifest from '../../../package.json' with { type: 'json' };
import { exitCodes, UsageError } from '../../base/errors.ts';
import { checkList, smokeShape as document } from '../../documents/program.ts';
import { defaultFormat, type Result, type StderrText } from '../../result.ts';
import type { Rule, SmokeRun } from '../../smoke/index.ts';
import { defineCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import type { Flags, FlagValues } from '../../cli/flags.ts';
import { tripFlags } from '../../cli/trip-flags.ts';
import { parseDate } from '../../planner/dates.ts';

type Smoke = typeof import('../../smoke/index.ts');

const flags = {
  only: {
    kind: 'list',
    value: 'check|group',
    help: 'run only these',
    offers: { words: checkNames },
  },
  skip: {
    kind: 'list',
    value: 'check|group',
    help: 'leave these out',
    offers: { words: checkNames },
  },
  strict: { kind: 'switch', help: 'treat warnings as failures' },
  'min-checks': {
    kind: 'integer',
    value: 'n',
    min: 1,
    max: 999,
    help: 'fail if fewer checks were made; --strict: all but 6',
  },
  // For an operator with seasons or a shortest rental.
  from: tripFlags.from,
  nights: { ...tripFlags.nights, help: 'how long the rental is' },
  list: { kind: 'switch', help: 'show every check and send no request' },
  report: {
    kind: 'list',
    value: 'kind=file',
    help: 'junit=<file>, markdown=<file>, github, github=<file>',
    offers: { words: ['junit=', 'markdown=', 'github'] },
  },
  'trip-rate-limit': {
    kind: 'switch',
    help: 'also provoke a 429: up to 111 more requests, the whole limit',
  },
} as const satisfies Flags;

export default defineCommand({
  name: 'smoke',
  group: 'OPERATE',
  summary: 'check a live service against the interface, for CI',
  purpose:
    'Checks that a service follows the interface, with at most 40 requests, one after the other, and ends with what it saw where the interface leaves things open. Exit code 1: a rule ' +
    'is broken. 3, 7: no rental service answers at the address. 4, 5, 6: it was unavailable, the limit was reached, the network failed, or it has no depot or no ' +
    'free vehicle.',
  args: {},
  flags,
  document,
  examples: [
    { does: 'Every check, on sample data', line: 'rental smoke --sandbox' },
    {
      does: 'In CI: a report file, and annotations on GitHub',
      line: 'rental smoke --base-url https://www.example.com/api/agent --report junit=smoke.xml --report github',
    },
    { does: 'What is checked; sends nothing', line: 'rental smoke --list' },
  ],
  see: ['exit-codes', 'operators'],
  formFor: ({ list }) => (list === true ? checkList : document),
  async run(options, context): Promise<Result> {
    const smoke = await import('../../smoke/index.ts');
    const selected = smoke.selectRules(options);
    const { listView, runView } = await import('./view.ts');
    if (options.list === true) {
      if (options.report === undefined) return listView(selected);
      throw new UsageError('--list checks nothing, so there is nothing to report', {
        hint: 'leave one of them out',
      });
    }
    const { prepareReports } = await import('./reports.ts');
    // Before the first request, so that a wrong path costs nothing.
    const reports = await prepareReports(options.report ?? [], context);
    const run = await runChecks(smoke, selected, options, context);
    const errors = await reports.write(run);
    for (const { message } of errors) context.warn(message);
    return {
      ...runView(run, { showsEveryCheck: context.settings.verbose }),
      ...(errors[0] && run.exitCode === exitCodes.ok && { exitCode: errors[0].exitCode }),
      stderr: {
        before: [
          ...stderrBefore(run, smoke, context),
          { kind: 'report', text: reports.annotations(run) },
        ],
        after: stderrAfter(run, smoke, context),
      },
    };
  },
});

/** Only a run that found no rental service at the address has a hint. A table shows it itself. */
function stderrBefore({ obstacle, hint }: SmokeRun, smoke: Smoke, context: Context): StderrText[] {
  return hint === undefined || formatOf(context) === 'table'
    ? []
    : [line(`error: ${smoke.obstacleText(obstacle)}`), line(`hint: ${hint}`)];
}

function line(text: string): StderrText {
  return { kind: 'line', text };
}

/** What the records do not say. `--quiet` does not hide the reason for an exit code. */
function stderrAfter(run: SmokeRun, smoke: Smoke, context: Context): StderrText[] {
  const { obstacle, hint } = run;
  const { io, settings } = context;
  const form = formatOf(context);
  if (form === 'table') return [];
  // With a hint, `stderrBefore` has it.
  const hasError = obstacle !== undefined && hint === undefined;
  const error = hasError ? [line(`error: ${smoke.obstacleText(obstacle)}`)] : [];
  const hasSummary = form === 'plain' && io.stdout.isTTY !== true && !settings.quiet;
  return hasSummary ? [...error, line(smoke.summaryOf(run))] : error;
}

function formatOf({ io, settings }: Context): string {
  return settings.format ?? defaultFormat(io.stdout);
}

async function checkNames(): Promise<readonly string[]> {
  return (await import('../../smoke/index.ts')).checkNames;
}

async function runChecks(
  smoke: Smoke,
  rules: readonly Rule[],
  options: FlagValues<typeof flags>,
  context: Context,
): Promise<SmokeRun> {
  const { only, skip, strict = false, tripRateLimit = false, from, nights } = options;
  const runsAllRules = only === undefined && skip === undefined;
  const { io, signal, settings, progress } = context;
  const session = await context.session();
  const { baseUrl, siteIsAssumed = false, sandbox } = session.operator;
  // The links of `--sandbox` lead to `rental sandbox`; the checks ask the one in this process.
  const siteUrl = sandbox ? new URL(baseUrl.origin) : session.operator.siteUrl;
  const { retries, maxWait: maxWaitMs } = settings;
  const today = session.today();
  const pickUpDate = from === undefined ? undefined : parseDate(from, { today, field: 'from' });
  const { send, overspend, correctBase } = await session.connection();
  const done = progress.begin(`checking ${baseUrl.host}`);
  return smoke
    .runSmoke({
      wish: { today, pickUpDate, nights },
      rules,
      baseUrl,
      siteUrl,
      siteIsAssumed,
      strict,
      send,
      correctBase,
      signal,
      retries,
      maxWaitMs,
      minChecks: options.minChecks ?? (strict && runsAllRules ? 'nearly-all' : 0),
      versions: { rental: manifest.version, node: io.nodeVersion },
      exceedLimit: tripRateLimit ? overspend : undefined,
      machine: io,
      onEvent: (event) => progress.onEvent(event),
    })
    .finally(done);
}
