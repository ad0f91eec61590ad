/** What stderr says when a comparison is over, and its exit code. */
import type { Context } from '../../cli/context.ts';
import { failuresInWords } from '../../views/failures.ts';
import { uncheckedNotes } from '../../views/unchecked-extras.ts';
import {
  offersForMaxTotal,
  isPriced,
  ranksLast,
  hasAllExtras,
  type Comparison,
} from '../../documents/offers.ts';
import { unavailableStarts } from '../../views/shown-offers.ts';
import { couldInWords, pricingInWords } from '../../views/pricing.ts';
import { searchVerdict, type SearchVerdict } from '../../views/search-verdict.ts';
import { exitCodes, RateLimitedError, type ExitCode } from '../../base/errors.ts';
import { fieldText, type FieldText } from '../../base/field-text.ts';
import { moneyInWords } from '../../base/money.ts';
import type { CompareOutcome, OfferResults } from '../../compare/engine/outcome.ts';
import { isOnlyNote } from '../../planner/day-warnings.ts';
import { operatorLines } from '../../views/day-notes.ts';
import { isExpired } from '../../planner/expiry.ts';
import {
  aboveMaxAmount,
  isComparable,
  isWithin,
  maxTotalCode,
  type MaxAmount,
} from '../../planner/max-amount.ts';
import { defaultFormat } from '../../result.ts';
import { hasSeveral } from '../../base/group-by.ts';
import { joinWords, plural } from '../../base/words.ts';

/**
 * After an interruption, its code. Else, if nothing was answered, the code of the reason; else 8 if
 * some requests failed, or no offer has just the requested extras; else that of `--max-total`.
 */
export function compareExitCode(
  comparison: Comparison,
  outcome: CompareOutcome,
  maxTotal: MaxAmount | undefined,
): ExitCode {
  if (outcome.interruption !== undefined) return outcome.interruption.exitCode;
  const [first] = outcome.failures;
  if (first !== undefined) return hasAnswers(comparison) ? exitCodes.partial : first.error.exitCode;
  if (differingExtras(comparison).length > 0) return exitCodes.partial;
  return maxTotalCode(offersForMaxTotal(comparison.offers), maxTotal);
}

/** The extras that differ from the request, if there are some in every offer; else none. */
function differingExtras({ offers }: Comparison): string[] {
  if (offers.some(hasAllExtras)) return [];
  return [...new Set(offers.flatMap(({ missing, unchecked = [] }) => [...missing, ...unchecked]))];
}

/**
 * An assistant calls a tool again and again in one conversation, so it gets no note on an answer
 * that is newer than this.
 */
const minToolAgeMs = 5 * 60_000;

/** The age, ms, from which a stored answer has a note. */
export function minNotedAgeMs({ isCommandLine }: Pick<Context, 'isCommandLine'>): number {
  return isCommandLine ? 0 : minToolAgeMs;
}

/** Notes how many quotes are from an earlier comparison. One can expire while others are asked for. */
function noteReused({ offers }: OfferResults, context: Context): void {
  const now = context.io.now();
  const times = offers.flatMap(({ quote, quoteStoredAt }) =>
    quote === undefined || quoteStoredAt === undefined || isExpired(quote, now)
      ? []
      : quoteStoredAt,
  );
  const oldest = times.reduce((first, time) => Math.min(first, time), now);
  if (times.length === 0 || now - oldest < minNotedAgeMs(context)) return;
  const what = `reused ${plural(times.length, 'quote')} that ${times.length === 1 ? 'is' : 'are'} still valid`;
  context.note(
    context.isCommandLine ? fieldText('{what}; for new ones, add {refresh}', { what }) : what,
  );
}

/** Prints what stderr says in every format. */
export function noteOutcome(
  comparison: Comparison,
  outcome: CompareOutcome,
  maxTotal: MaxAmount | undefined,
  context: Context,
): void {
  noteReused(outcome.found, context);
  // An assistant has the failures as a list, and the next step.
  if (outcome.failures.length > 0 && context.isCommandLine)
    context.warn(failureNote(comparison, outcome));
  printCorrections(outcome, context);
  const lacking = differingExtras(comparison);
  if (lacking.length > 0)
    context.warn(`every offer lacks a requested extra or has another one: ${joinWords(lacking)}`);
  noteDays(comparison, outcome, context);
  noteWithoutOffers(comparison, outcome, context);
  // The table has these notes beside it, on a terminal and in a pipe.
  const { format = defaultFormat(context.io.stdout), fields } = context.settings;
  if (format !== 'table' || fields !== undefined) noteSearch(comparison, outcome, context);
  if (outcome.interruption !== undefined) noteInterruption(comparison, outcome, context);
  if (maxTotal !== undefined) context.warn(...maxTotalNotes(comparison, maxTotal));
}

/** Days on which a depot has no times, and what they mean for the ranking. */
function noteDays(
  { offers }: Comparison,
  { trips: { warnings }, sessions }: CompareOutcome,
  { note, warn }: Context,
): void {
  const rules = { showsOperator: sessions.length > 1 };
  const serious = warnings.filter((warning) => !isOnlyNote(warning));
  warn(...operatorLines(serious, rules));
  note(...operatorLines(warnings.filter(isOnlyNote), rules));
  const someRankLast = hasSeveral(offers.filter(isPriced), ranksLast);
  if (!someRankLast) return;
  const isTimed = warnings.some(({ kind }) => kind === 'outside');
  const time = isTimed ? 'suitable time' : 'times on a day';
  note(`offers whose depot has no ${time} are listed last, however cheap`);
}

/** Beside the offers of others, an operator without any would look as if it were dearer. */
function noteWithoutOffers(
  { offers, plan }: Comparison,
  { failures, interruption }: CompareOutcome,
  { note }: Context,
): void {
  if (offers.length === 0 || interruption !== undefined) return;
  const hasOffer = new Set(offers.map(({ operator }) => operator));
  const hasFailed = new Set(failures.map(({ operator }) => operator));
  for (const { operator } of plan.operators)
    if (!hasOffer.has(operator) && !hasFailed.has(operator))
      note(`${operator} has no offer for the trips that were looked up`);
}

/** What was not checked, how much was priced, and which starts have no vehicle. */
function noteSearch(comparison: Comparison, { resolved }: CompareOutcome, { note }: Context): void {
  const notes = [
    ...uncheckedNotes(comparison.uncheckedExtras ?? []),
    pricingInWords(comparison, { groups: resolved?.question.groups, hasTable: false }),
    unavailableStarts(comparison),
  ];
  note(...notes.filter((text) => text !== undefined));
}

function noteInterruption(
  { offers, pricing }: Comparison,
  { sessions }: CompareOutcome,
  { note, isCommandLine }: Context,
): void {
  const count = offers.filter(isPriced).length;
  if (pricing === undefined || count === 0)
    note(`stopped early, with ${plural(count, 'priced offer')}`);
  const isStored = sessions.every(({ operator }) => !operator.sandbox);
  if (isStored && isCommandLine) note('run the same command to continue from the stored answers');
}

/** For each operator whose address is wrong, the command that corrects it. */
function printCorrections({ failures, sessions }: CompareOutcome, context: Context): void {
  for (const {
    operator: { name: operator },
  } of sessions) {
    const failure = failures.find(
      ({ operator: name, error }) => name === operator && error.command !== undefined,
    );
    const { hint = '', command = '' } = failure?.error ?? {};
    if (failure !== undefined)
      context.hint(sessions.length === 1 ? hint : `${operator}: ${hint}`, command);
  }
}

/** How many requests failed, and why the first did. */
function failureNote(comparison: Comparison, { failures, sessions }: CompareOutcome): FieldText {
  const [first] = failures;
  const isOnly = sessions.length === 1 && sessions[0]?.operator.name === first?.operator;
  const { message = '', hint } = first?.error.texts ?? {};
  const lead = failures.length > 1 ? '. The first failure: ' : ': ';
  const before = `${failuresInWords(failures)}${lead}${isOnly ? '' : `${first?.operator}: `}`;
  // A single failure beside answers needs no hint, unless it has stopped the other requests.
  const isMinor =
    hasAnswers(comparison) && !(first?.error instanceof RateLimitedError) && first?.unasked === 0;
  // `printCorrections` prints the hint with its command.
  const hasCorrection = first?.error.command !== undefined;
  const failed = fieldText('{before}{message}', { before, message });
  if (hint === undefined || isMinor || hasCorrection) return failed;
  return fieldText('{failed}; {hint}', { failed, hint });
}

/** Whether the service answered any request. */
function hasAnswers({ dates, offers }: Comparison): boolean {
  return offers.length > 0 || dates.some(({ answered }) => answered > 0);
}

/** Names the lowest total in the currency of the limit or, without one, in another currency. */
function maxTotalNotes(comparison: Comparison, max: MaxAmount): FieldText[] {
  const verdict = searchVerdict(comparison);
  const isIncomplete = verdict.kind === 'incomplete';
  const quotes = offersForMaxTotal(comparison.offers);
  if (quotes.some((quote) => isWithin(quote, max))) return [];
  const cheapest = quotes.find((quote) => isComparable(quote, max)) ?? quotes[0];
  if (cheapest === undefined)
    return [
      fieldText(`no offer has a total ${isIncomplete ? 'yet ' : ''}to compare with {maxTotal}`),
    ];
  if (!isComparable(cheapest, max)) return aboveMaxAmount(cheapest, max);
  const limit = `${moneyInWords(max.amount)} ${max.currency}`;
  const lowest = `${moneyInWords(cheapest.totalAmount)} ${cheapest.currency}`;
  // Only a complete search knows whether the other offers could meet the limit.
  if (isIncomplete)
    return [
      fieldText('no total so far is within {maxTotal} {limit}: the lowest is {lowest}', {
        limit,
        lowest,
      }),
    ];
  const others = othersBelowMax(comparison, verdict);
  return others === undefined
    ? [fieldText('the lowest total, {lowest}, is above {maxTotal} {limit}', { lowest, limit })]
    : [
        fieldText('no total found is within {maxTotal} {limit}: the lowest is {lowest}; {others}', {
          limit,
          lowest,
          others,
        }),
      ];
}

/** Whether offers without a price could be within `--max-total`. Undefined if there are none. */
function othersBelowMax({ pricing }: Comparison, verdict: SearchVerdict): string | undefined {
  if (verdict.kind !== 'searched' || pricing?.couldMeetMaxTotal === undefined) return undefined;
  const { offers, priced, tripsNotAsked } = verdict.counts;
  if (offers === priced) return undefined;
  const could = couldInWords(pricing.couldMeetMaxTotal, offers - priced, 'be');
  if (tripsNotAsked === 0) return could;
  // Absent if all trips that were not looked up would be ranked last.
  const areRankedLast = pricing.isRateOfStart === undefined;
  const why = areRankedLast ? ', because a depot has no times on their days' : '';
  return `${could}; ${plural(tripsNotAsked, 'trip was', 'trips were')} not looked up${why}`;
}
