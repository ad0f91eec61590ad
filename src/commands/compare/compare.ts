/** Runs a sweep: its events become progress, rows or a view. */
import type { Context } from '../../cli/context.ts';
import type { Comparison } from '../../documents/offers.ts';
import { compare as document, failureRecords, offerRecords, plannedSweep } from '../../documents/compare.ts';
import type { SweepEvent, SweepOutcome } from '../../planner/sweep/events.ts';
import type { SweepPlan } from '../../planner/sweep/plan.ts';
import { runSweep } from '../../planner/sweep/sweep.ts';
import { usualFormat, type Format, type Result, type Row } from '../../result.ts';
import type { Form, Records } from '../../shape.ts';
import { noteSandboxLinks } from '../shared/links.ts';
import { openReport, withExitCode } from '../shared/report-file.ts';
import { compareLine } from '../shared/command-line.ts';
import { readCompareOptions, type CompareOptions, type CompareRequest } from './options.ts';
import { countAll, planInWords, dryRunResult, progressInWords, requestsInWords } from './plan-view.ts';
import { compareDocument, failureData, offerData, shownOf, withPrices } from './document.ts';
import { compareResult, noteOutcome, recordColumns, sweepExitCode } from './result.ts';

/** What is printed: the plan alone, or the offers. */
export function formOf(isPlan: boolean): Form {
  return isPlan ? plannedSweep : document;
}

export async function compare(options: CompareOptions, context: Context): Promise<Result> {
  const { settings, io, signal } = context;
  const format = settings.format ?? usualFormat(io.stdout);
  const request = readCompareOptions(options, context.showsView);
  const at = io.now();
  const confirm = (plan: SweepPlan): Promise<boolean> => confirmRequests(plan, context);
  // People read names, also in a page or later; a script that gave ids gets no request that it did not expect.
  const isNamed =
    context.wantsNames || format === 'table' || options.report !== undefined || context.keep !== undefined;
  const wanted = { ...request.sweep, named: isNamed };
  const writeReport = await openReport(options.report, 'compare', context);
  const sweep = runSweep(wanted, await context.sessions(), { signal, ...(context.canPrompt && { confirm }) });
  const events = showEvents(sweep, request, context);
  // Errors of the command line come before the plan, and so before the first row is printed.
  const { value: first } = await events.next();
  if (first?.type !== 'planned') throw new Error('the sweep began without a plan');
  if (request.sweep.dryRun === true) return dryRunResult(first.plan);
  // An answer that comes at once needs no plan above it.
  const isTold = first.plan.seconds > 0 || settings.verbose > 0;
  if (first.plan.operators.length > 0 && isTold) context.note(planInWords(first.plan));
  if (options.report === undefined && isStreamed(format, request)) {
    return streamedResult(events, request, (outcome) => {
      if (context.keep === undefined) return;
      // A stream has no use for the document itself, and there can be thousands of offers.
      if (outcome !== undefined) documentOf(outcome, at, context);
      else context.warn('not saved: what reads the output has closed it before the end of the comparison');
    });
  }
  for await (const event of events) {
    if (event.type !== 'done') continue;
    const { outcome } = event;
    const { timeZone = 'UTC' } = outcome.sessions[0]?.operator ?? {};
    const whole = documentOf(outcome, at, context);
    // A page has every offer that was asked for, in whatever form the terminal has them.
    const { limit } = options;
    const written = await writeReport(() => shownOf(withPrices(whole), { groupBy: undefined, limit }), { timeZone });
    return withExitCode(compareResult(whole, outcome, { request, context }), written);
  }
  throw new Error('the sweep ended without an outcome');
}

/** The document, which a saved trip keeps. `at`: epoch ms. */
function documentOf(outcome: SweepOutcome, at: number, context: Context): Comparison {
  const { sessions, asked, meant = asked } = outcome;
  const operators = sessions.map(({ operator }) => operator);
  const document = compareDocument(outcome, { at, command: compareLine(operators, meant) });
  context.keep?.(async () => (await import('../../trips/kept.ts')).answeredComparison(outcome, document));
  return document;
}

/** Groups and the best are known only at the end. */
function isStreamed(format: Format, { groupBy, limit }: CompareRequest): boolean {
  return (format === 'ndjson' || format === 'csv') && groupBy === undefined && limit === undefined;
}

async function confirmRequests(plan: SweepPlan, context: Context): Promise<boolean> {
  const prompts = await context.prompts();
  // It is more than the user allowed, so Enter alone does not allow it.
  return prompts.confirm(`This takes ${requestsInWords(plan)}. Send them?`, false);
}

type ResultEvent = Exclude<SweepEvent, { type: 'note' | 'progress' }>;

/** Shows notes and progress on stderr; yields the other events. */
async function* showEvents(
  events: AsyncIterable<SweepEvent>,
  request: CompareRequest,
  context: Context,
): AsyncGenerator<ResultEvent, undefined> {
  const { progress } = context;
  try {
    for await (const event of events) {
      if (event.type === 'note') context.note(event.text);
      else if (event.type === 'progress') {
        const { operators } = event;
        progress.meter({ text: () => progressInWords(operators), count: () => countAll(operators) });
      } else {
        if (event.type === 'done') {
          progress.meter(undefined);
          const { offers, sessions } = event.outcome;
          const operators = offers.length === 0 ? [] : sessions.map(({ operator }) => operator);
          noteSandboxLinks(operators, context.note);
          noteOutcome(event.outcome, request, context);
        }
        yield event;
      }
    }
  } finally {
    progress.meter(undefined);
  }
}

/** Rows as they come, and therefore without ranks. `onEnd`: without an outcome, the reader has gone. */
function streamedResult(
  events: AsyncIterable<ResultEvent>,
  request: CompareRequest,
  onEnd: (outcome: SweepOutcome | undefined) => void,
): Result {
  let outcome: SweepOutcome | undefined;
  async function* readItems(): AsyncGenerator<readonly [Records, Row]> {
    try {
      for await (const event of events) {
        if (event.type === 'offer') yield [offerRecords, offerData({ rank: undefined, offer: event.offer })];
        else if (event.type === 'failure') yield [failureRecords, failureData(event.failure)];
        else if (event.type === 'done') outcome = event.outcome;
      }
    } finally {
      onEnd(outcome);
    }
  }
  return {
    document,
    value: undefined,
    columns: recordColumns(request),
    items: readItems(),
    view: [],
    get exitCode() {
      return outcome === undefined ? 0 : sweepExitCode(outcome, request);
    },
  };
}
