/** The result of a sweep: exit code, document, records and view. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../documents/records.ts';
import { compare as document } from '../../documents/compare.ts';
import { failuresInWords } from '../../documents/failures.ts';
import { comparable, withPrices, type Comparison, type PricedOffer } from '../../documents/offers.ts';
import { exitCodes, RateLimitedError, type ExitCode } from '../../base/errors.ts';
import { fieldText, type FieldText } from '../../base/field-text.ts';
import { closedNotes } from '../../planner/closed-days.ts';
import { isExpired } from '../../planner/expiry.ts';
import { aboveMaxAmount, isWithin, type MaxAmount } from '../../planner/max-amount.ts';
import type { SweepOutcome } from '../../planner/sweep/outcome.ts';
import { pricingInWords } from '../../planner/sweep/priced-share.ts';
import { isQuoted } from '../../planner/sweep/rank.ts';
import { groupBy, isSeveral } from '../../base/group-by.ts';
import { answer, type Column, type Result } from '../../result.ts';
import { plural } from '../../base/words.ts';
import { shownOf } from '../../documents/make-comparison.ts';
import type { CompareRequest } from './options.ts';
import { compareView } from './view.ts';

/** The view is made only when it is read: a sweep can have thousands of offers. */
export function compareResult(
  whole: Comparison,
  outcome: SweepOutcome,
  { request, context }: { readonly request: CompareRequest; readonly context: Context },
): Result {
  const { io, settings } = context;
  const zones = new Map(outcome.sessions.map(({ operator }) => [operator.name, operator.timeZone]));
  return answer(document, {
    value: shownOf(settings.format === 'json' ? whole : withPrices(whole), request),
    columns: recordColumns(request),
    view: () =>
      compareView(whole, {
        ...request,
        timeZone: (name) => zones.get(name) ?? 'UTC',
        now: io.now(),
        isAsked: true,
        isKept: false,
      }),
    exitCode: sweepExitCode(whole, outcome, request),
  });
}

/** Groups have two columns more. */
export function recordColumns({ groupBy }: Pick<CompareRequest, 'groupBy'>): readonly Column[] {
  return columnsOf(document).filter(({ key }) => groupBy !== undefined || (key !== 'count' && key !== 'highest'));
}

/** If nothing was answered, the code of the reason; else 8 if some requests failed. Then `--max-total`: 1 if there is no total, 10 if none meets it. */
function sweepExitCode(whole: Comparison, outcome: SweepOutcome, { maxTotal }: CompareRequest): ExitCode {
  if (outcome.interruption !== undefined) return outcome.interruption.exitCode;
  const [first] = outcome.failures;
  if (first !== undefined) return hasAnswers(whole) ? exitCodes.partial : first.error.exitCode;
  const totals = comparable(whole.offers);
  if (maxTotal === undefined || totals.some((quote) => isWithin(quote, maxTotal))) return exitCodes.ok;
  return totals.length === 0 ? exitCodes.no : exitCodes.aboveMaxTotal;
}

/** What stderr says when the sweep is over, in every format. */
export function noteOutcome(
  whole: Comparison,
  outcome: SweepOutcome,
  { maxTotal }: CompareRequest,
  context: Context,
): void {
  const { offers, failures, interruption } = outcome;
  const quoted = offers.filter(isQuoted);
  // A stored quote can expire while the others are asked for.
  const reused = quoted.filter((offer) => offer.reused && !isExpired(offer.quote, context.io.now())).length;
  if (reused > 0) {
    const what = `reused ${plural(reused, 'quote')} that ${reused === 1 ? 'is' : 'are'} still valid`;
    context.note(fieldText('{what}; for new ones, add {refresh}', { what }));
  }
  if (failures.length > 0) context.warn(failureNote(whole, outcome));
  for (const [operator, closed] of groupBy(outcome.warnings, ({ operator }) => operator))
    context.warn(...closedNotes(closed).map((text) => (outcome.sessions.length > 1 ? `${operator}: ${text}` : text)));
  const { pricing, partial } = whole;
  if (isSeveral(quoted, ({ closed }) => closed.length > 0))
    context.note('offers with a day without times come after the others, whatever their total');
  // A view says it beside the table.
  if (!context.showsView && pricing !== undefined) context.note(pricingInWords(pricing, { isPartial: partial }));
  if (interruption !== undefined) context.note(`stopped early: partial, ${plural(quoted.length, 'priced offer')}`);
  if (maxTotal !== undefined) context.warn(...maxTotalNotes(comparable(whole.offers), maxTotal));
}

/** How many failed, and why the first did. */
function failureNote(whole: Comparison, { failures, sessions }: SweepOutcome): FieldText {
  const [first] = failures;
  const isOnly = sessions.length === 1 && sessions[0]?.operator.name === first?.operator;
  const { message = '', hint } = first?.error.texts ?? {};
  const many = failures.length > 1 ? ', the first: ' : ': ';
  const before = `${failuresInWords(failures)}${many}${isOnly ? '' : `${first?.operator}: `}`;
  // Beside answers, a failure needs no hint; but a limit has stopped all that was left.
  const isKnown = hasAnswers(whole) && !(first?.error instanceof RateLimitedError);
  const said = fieldText('{before}{message}', { before, message });
  return hint === undefined || isKnown ? said : fieldText('{said}; {hint}', { said, hint });
}

/** Whether the service answered any request. */
function hasAnswers({ dates, offers }: Comparison): boolean {
  return offers.length > 0 || dates.some(({ answered }) => answered > 0);
}

/** In the currency of the limit, if there is a total in it. */
function maxTotalNotes(quotes: readonly PricedOffer[], most: MaxAmount): FieldText[] {
  if (quotes.some((quote) => isWithin(quote, most))) return [];
  const cheapest = quotes.find(({ currency }) => currency.toUpperCase() === most.currency) ?? quotes[0];
  return cheapest === undefined
    ? [fieldText('no offer has a total to compare with {maxTotal}')]
    : aboveMaxAmount(cheapest, most);
}
