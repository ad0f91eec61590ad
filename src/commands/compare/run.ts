/** Compares what the flags ask for, and makes the outcome a document, a view and a page. */
import type { CommandResult } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../base/errors.ts';
import { giveWay } from '../../base/turns.ts';
import { plural } from '../../base/words.ts';
import { planComparison, type Confirm } from '../../compare/compare.ts';
import { compareDocument } from '../../compare/document.ts';
import type { CompareOutcome } from '../../compare/engine/outcome.ts';
import {
  bestInWords,
  countAll,
  dryRunResult,
  comparePlanInWords,
  progressInWords,
  requestsInWords,
} from '../../compare/view/plan.ts';
import { comparisonResult, rankingsSoFar } from '../../compare/view/view.ts';
import { hasWantedTimes } from '../../planner/wanted-times.ts';
import { defaultFormat } from '../../result.ts';
import { compareLine } from '../shared/command-line.ts';
import { noteSandboxLinks, sandboxPageNotes } from '../shared/links.ts';
import { openReport } from '../shared/report-file.ts';
import { compareExitCode, noteOutcome } from './notes.ts';
import { maxOnTerminal, readCompareOptions, type CompareOptions } from './options.ts';

export async function compare(options: CompareOptions, context: Context): Promise<CommandResult> {
  const { settings, io, signal, progress } = context;
  const format = settings.format ?? defaultFormat(io.stdout);
  const { request, form, maxTotal } = readCompareOptions(options, context.showsView);
  const at = io.now();
  // People read names, also in a page or later, and times are of depots; a script that gave only
  // ids gets no request that it did not expect.
  const isForPeople = context.wantsNames || format === 'table';
  const isNamed =
    isForPeople ||
    options.report !== undefined ||
    options.save !== undefined ||
    hasWantedTimes(request);
  const reportFiles = await openReport(options.report, 'compare', context);
  const { plan, fixed, ask } = await planComparison(
    { ...request, isNamed },
    await context.sessions(),
    {
      signal,
      ...(context.canPrompt && {
        confirm: confirmIn(context, (soFar) => showSoFar(soFar, { request, form, at }, context)),
      }),
      // One text at a time: what calls it for each text of a list also gives the place.
      note: (text) => context.note(text),
      onProgress: (all, best) =>
        progress.meter({
          text: (isWaiting) => progressInWords(all, isWaiting),
          below: () => best && bestInWords(best, all.length === 1),
          count: () => countAll(all),
        }),
    },
  );
  if (request.dryRun === true) return dryRunResult(plan);
  // An answer that comes at once needs no plan above it.
  const isShown = plan.seconds > 0 || settings.verbose;
  if (plan.operators.length > 0 && isShown) context.note(comparePlanInWords(plan));
  const outcome = await ask().finally(() => progress.meter(undefined));
  const operators = outcome.sessions.map(({ operator }) => operator);
  if (outcome.offers.length > 0) noteSandboxLinks(operators, context.note);
  await giveWay(outcome.offers.length);
  const command = compareLine(operators, { ...request, ...fixed }, outcome.byId);
  const whole = await compareDocument(outcome, { at, command });
  await giveWay(whole.offers.length);
  noteOutcome(whole, outcome, maxTotal, context);
  await giveWay(whole.offers.length);
  const result = comparisonResult(whole, {
    ...form,
    quoteMode: request.quoteMode,
    groups: request.groups ?? ['all'],
    operators,
    now: io.now(),
    isSearched: true,
    isSaved: false,
    isJson: settings.format === 'json',
    exitCode: compareExitCode(whole, outcome, maxTotal),
  });
  // A page has every offer that was asked for, in whatever form the terminal has them.
  const timeZone = operators[0]?.timeZone ?? 'UTC';
  const notes = sandboxPageNotes(operators);
  return {
    ...result,
    files: reportFiles(whole, { timeZone, limit: options.limit, groups: request.groups, notes }),
    toSave: { kind: 'compare', outcome, document: whole },
  };
}

interface Shown extends Pick<ReturnType<typeof readCompareOptions>, 'request' | 'form'> {
  /** Epoch ms. */
  readonly at: number;
}

/** The tables of what was found, before the question whether to go on. */
async function showSoFar(
  outcome: CompareOutcome,
  { request, form, at }: Shown,
  context: Context,
): Promise<void> {
  const whole = await compareDocument(outcome, { at, command: '' });
  const zones = new Map(
    outcome.sessions.map(({ operator: { name, timeZone } }) => [name, timeZone]),
  );
  const view = rankingsSoFar(whole, {
    ...form,
    limit: form.limit ?? maxOnTerminal,
    quoteMode: request.quoteMode,
    groups: request.groups ?? ['all'],
    now: context.io.now(),
    timeZone: (name) => zones.get(name) ?? 'UTC',
    isSearched: true,
    isSaved: false,
  });
  await context.preview(view);
}

/** It is more than the user allowed, so Enter means no. */
function confirmIn(context: Context, showFound: (soFar: CompareOutcome) => Promise<void>): Confirm {
  const ask = async (message: string): Promise<boolean> => {
    const prompts = await context.prompts();
    return prompts.input({
      message,
      hint: 'y or n, Enter means no',
      read: readYes,
      escape: 'stop',
    });
  };
  return {
    plan: (plan) => ask(`This takes ${requestsInWords(plan)}. Send them?`),
    more: async (sent, requests, soFar) => {
      await showFound(soFar);
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
