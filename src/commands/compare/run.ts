/** Compares what the flags ask for, and makes the outcome a document, a view and a page. */
import type { CommandResult } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import { yieldAfter } from '../../base/turns.ts';
import { plural } from '../../base/words.ts';
import { planComparison, type Confirm } from '../../compare/plan-comparison.ts';
import { runComparison } from '../../compare/run-comparison.ts';
import { compareDocument } from '../../compare/document.ts';
import type { CompareOutcome } from '../../compare/engine/outcome.ts';
import type { RunOptions } from '../../compare/engine/state.ts';
import type { CompareRequest } from '../../compare/request/request.ts';
import { dryRunResult, comparePlanInWords } from '../../compare/view/plan.ts';
import { bestInWords, countAll, progressInWords } from '../../compare/view/progress.ts';
import type { Comparison } from '../../documents/offers.ts';
import { requestsInWords } from '../../views/plan-words.ts';
import { zoneFinder, type ViewOptions } from '../../compare/view/ranked.ts';
import { comparisonResult, rankingsSoFar } from '../../compare/view/view.ts';
import type { Progress } from '../../terminal/progress.ts';
import { hasWantedTimes } from '../../planner/wanted-times.ts';
import { defaultFormat, type Result } from '../../result.ts';
import { compareLine } from '../shared/command-line.ts';
import { noteSandboxLinks, sandboxPageNotes } from '../shared/links.ts';
import { prepareReport } from '../shared/report-file.ts';
import { compareExitCode, minNotedAgeMs, noteOutcome } from './notes.ts';
import {
  maxOnTerminal,
  readCompareOptions,
  type CompareFlagValues,
  type ReadOptions,
} from './options.ts';

export async function compare(
  options: CompareFlagValues,
  context: Context,
): Promise<CommandResult> {
  const { settings, io, progress } = context;
  const read = readCompareOptions(options, context);
  const { request, form, maxTotal } = read;
  const at = io.now();
  const reportFiles = await prepareReport(options.report, 'compare', context);
  const running = runOptions(context);
  const planned = await planComparison(
    { ...request, withDepotNames: needsNames(options, request, context) },
    await context.sessions(),
    { note: running.note, confirm: confirmIn({ request, form, at }, context) },
  );
  const { plan } = planned;
  if (request.dryRun === true) return dryRunResult(plan);
  // An answer that comes at once needs no plan above it.
  const isShown = plan.seconds > 0 || settings.verbose;
  if (plan.operators.length > 0 && isShown) context.note(comparePlanInWords(plan));
  const outcome = await runComparison(planned, running).finally(() => progress.meter(undefined));
  const operators = outcome.sessions.map(({ operator }) => operator);
  if (outcome.found.offers.length > 0) noteSandboxLinks(operators, context.note);
  // Between long steps, so that Ctrl-C and the messages of an assistant are heard.
  await yieldAfter(outcome.found.offers.length);
  const command = compareLine(operators, { ...request, ...planned.fixed }, outcome.resolved?.byId);
  const comparison = await compareDocument(outcome, { at, command });
  await yieldAfter(comparison.offers.length);
  noteOutcome(comparison, outcome, maxTotal, context);
  await yieldAfter(comparison.offers.length);
  // A page has every offer, in whatever form the terminal shows them.
  const timeZone = operators[0]?.timeZone ?? 'UTC';
  const notes = sandboxPageNotes(operators);
  return {
    ...commandResultOf(comparison, outcome, read, context),
    files: reportFiles(comparison, {
      timeZone,
      limit: options.limit,
      groups: request.groups,
      notes,
    }),
    toSave: { kind: 'compare', outcome, document: comparison },
  };
}

/** A script that gave only ids gets no request for names. */
function needsNames(
  { report, save }: CompareFlagValues,
  request: CompareRequest,
  { wantsNames, settings, io }: Context,
): boolean {
  const format = settings.format ?? defaultFormat(io.stdout);
  const isWritten = report !== undefined || save !== undefined;
  return wantsNames || format === 'table' || isWritten || hasWantedTimes(request);
}

function runOptions(context: Context): RunOptions {
  return {
    signal: context.signal,
    // A function of its own: `forEach` also passes the index, which `context.note` would print.
    note: (text) => context.note(text),
    onProgress: showProgressIn(context.progress),
    minNotedAgeMs: minNotedAgeMs(context),
  };
}

function commandResultOf(
  comparison: Comparison,
  outcome: CompareOutcome,
  { request, form, maxTotal }: ReadOptions,
  { settings, io }: Context,
): Result {
  return comparisonResult(comparison, {
    ...viewOptions({ request, form }, outcome, io.now()),
    isJson: settings.format === 'json',
    exitCode: compareExitCode(comparison, outcome, maxTotal),
  });
}

function viewOptions(
  { request, form }: Pick<ReadOptions, 'request' | 'form'>,
  { sessions }: CompareOutcome,
  now: number,
): ViewOptions {
  return {
    ...form,
    quoteMode: request.quoteMode,
    groups: request.groups ?? ['all'],
    timeZone: zoneFinder(sessions.map(({ operator }) => operator)),
    now,
    isSearchedView: true,
    suggestsFlags: true,
  };
}

interface PreviewOptions extends Pick<ReadOptions, 'request' | 'form'> {
  /** Epoch ms. */
  readonly at: number;
}

function showProgressIn(progress: Progress): NonNullable<RunOptions['onProgress']> {
  return (all, best) =>
    progress.meter({
      text: (isWaiting) => progressInWords(all, { isWaiting }),
      below: () => best && bestInWords(best, { showsOperator: all.length > 1 }),
      count: () => countAll(all),
    });
}

/** Shows what was found so far, before the question whether to go on. */
async function previewFound(
  outcome: CompareOutcome,
  { request, form, at }: PreviewOptions,
  context: Context,
): Promise<void> {
  const comparison = await compareDocument(outcome, { at, command: '' });
  const options = viewOptions({ request, form }, outcome, context.io.now());
  const view = rankingsSoFar(comparison, { ...options, limit: form.limit ?? maxOnTerminal });
  await context.preview(view);
}

/**
 * Enter means no, because the search needs more requests than the user allowed. Undefined without a
 * terminal.
 */
function confirmIn(preview: PreviewOptions, context: Context): Confirm | undefined {
  if (!context.canPrompt) return undefined;
  const ask = async (message: string): Promise<boolean> => {
    const prompts = await context.prompts();
    return prompts.input({
      message,
      hint: 'y or n, Enter means no',
      read: readYes,
      onEsc: 'stop',
    });
  };
  return {
    plan: (plan) => ask(`This takes ${requestsInWords(plan)}. Send them?`),
    more: async (sent, requests, soFar) => {
      await previewFound(soFar, preview, context);
      return ask(
        `${plural(sent, 'request')} sent so far, and there may be cheaper offers. Send up to ${requests} more?`,
      );
    },
  };
}

function readYes(text: string): boolean {
  if (!/^(y|yes|n|no|)$/i.test(text.trim())) throw new UsageError('answer with y or n');
  return /^y/i.test(text.trim());
}
