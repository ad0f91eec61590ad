/** Plans a sweep, asks, and makes its outcome a document, a view and a page. */
import type { CommandResult } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import type { SweepPlan } from '../../planner/sweep/plan.ts';
import { planSweep } from '../../planner/sweep/sweep.ts';
import { usualFormat } from '../../result.ts';
import { giveWay } from '../../base/turns.ts';
import { noteSandboxLinks } from '../shared/links.ts';
import { openReport } from '../shared/report-file.ts';
import { compareLine } from '../shared/command-line.ts';
import { readCompareOptions, type CompareOptions } from './options.ts';
import { countAll, planInWords, dryRunResult, progressInWords, requestsInWords } from './plan-view.ts';
import { compareDocument } from '../../documents/make-comparison.ts';
import { compareResult, noteOutcome } from './result.ts';

export async function compare(options: CompareOptions, context: Context): Promise<CommandResult> {
  const { settings, io, signal, progress } = context;
  const format = settings.format ?? usualFormat(io.stdout);
  const request = readCompareOptions(options, context.showsView);
  const at = io.now();
  const confirm = (plan: SweepPlan): Promise<boolean> => confirmRequests(plan, context);
  // People read names, also in a page or later; a script that gave ids gets no request that it did not expect.
  const isNamed =
    context.wantsNames || format === 'table' || options.report !== undefined || options.save !== undefined;
  const wanted = { ...request.sweep, named: isNamed };
  const reportFiles = await openReport(options.report, 'compare', context);
  const { plan, ask } = await planSweep(wanted, await context.sessions(), {
    ...{ signal, ...(context.canPrompt && { confirm }) },
    // One text at a time: what calls it for each text of a list also gives the place.
    note: (text) => context.note(text),
    onProgress: (all) => progress.meter({ text: () => progressInWords(all), count: () => countAll(all) }),
  });
  if (request.sweep.dryRun === true) return dryRunResult(plan);
  // An answer that comes at once needs no plan above it.
  const isTold = plan.seconds > 0 || settings.verbose;
  if (plan.operators.length > 0 && isTold) context.note(planInWords(plan));
  const outcome = await ask().finally(() => progress.meter(undefined));
  const operators = outcome.sessions.map(({ operator }) => operator);
  if (outcome.offers.length > 0) noteSandboxLinks(operators, context.note);
  const { asked, meant = asked } = outcome;
  await giveWay(outcome.offers.length);
  const whole = await compareDocument(outcome, { at, command: compareLine(operators, meant) });
  await giveWay(whole.offers.length);
  noteOutcome(whole, outcome, request, context);
  await giveWay(whole.offers.length);
  // A page has every offer that was asked for, in whatever form the terminal has them.
  const timeZone = operators[0]?.timeZone ?? 'UTC';
  return {
    ...compareResult(whole, outcome, { request, context }),
    files: reportFiles(whole, { timeZone, limit: options.limit }),
    toSave: { kind: 'compare', outcome, document: whole },
  };
}

async function confirmRequests(plan: SweepPlan, context: Context): Promise<boolean> {
  const prompts = await context.prompts();
  // It is more than the user allowed, so Enter alone does not allow it.
  const message = `This takes ${requestsInWords(plan)}. Send them?`;
  return prompts.input({ message, hint: 'y or n', read: readYes });
}

function readYes(text: string): boolean {
  if (!/^(y|yes|n|no)$/i.test(text)) throw new UsageError('answer with y or n');
  return /^y/i.test(text);
}
