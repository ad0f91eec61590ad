/** The result of a sweep: exit code, document, records and view. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { compare as document } from '../../documents/compare.ts';
import { failuresInWords } from '../../documents/failures.ts';
import { comparable, type Comparison, type PricedOffer } from '../../documents/offers.ts';
import { exitCodes, RateLimitedError, type ExitCode } from '../../errors.ts';
import { isExpired } from '../../planner/expiry.ts';
import { formatMoney, isWithin, type Most } from '../../planner/money.ts';
import { orderNotes, warningNotes } from '../../planner/sweep/closed-day-warnings.ts';
import { hasAnswers, isPartial, type SweepOutcome } from '../../planner/sweep/events.ts';
import { pricingInWords, pricingOf } from '../../planner/sweep/priced-share.ts';
import { inOrder, isQuoted, rankOffers } from '../../planner/sweep/rank.ts';
import { answer, type Column, type Result } from '../../result.ts';
import { plural } from '../../text.ts';
import { offerData, shownOf, withPrices } from './document.ts';
import type { Notes } from './notes.ts';
import { amongOf, type CompareRequest } from './options.ts';
import { compareView } from './view.ts';

/** The records and the view are made only when they are read: a sweep can have thousands of offers. */
export function compareResult(
  whole: Comparison,
  outcome: SweepOutcome,
  { request, context }: { readonly request: CompareRequest; readonly context: Context },
): Result {
  const { io, settings } = context;
  const zones = new Map(outcome.sessions.map(({ operator }) => [operator.name, operator.timeZone]));
  return answer(document, {
    get value() {
      return shownOf(settings.format === 'json' ? whole : withPrices(whole), request);
    },
    columns: recordColumns(request),
    get view() {
      return compareView(whole, {
        ...request,
        timeZone: (name) => zones.get(name) ?? 'UTC',
        now: io.now(),
        isAsked: true,
        isKept: false,
      });
    },
    exitCode: sweepExitCode(outcome, request),
  });
}

/** Groups have two columns more. */
export function recordColumns({ groupBy }: Pick<CompareRequest, 'groupBy'>): readonly Column[] {
  return columnsOf(document).filter(({ key }) => groupBy !== undefined || (key !== 'count' && key !== 'highest'));
}

/** If nothing was answered, the code of the reason; else 8 if some requests failed, then 1 if `--max-total` is not met. */
export function sweepExitCode(outcome: SweepOutcome, { maxTotal }: CompareRequest): ExitCode {
  if (outcome.interruption !== undefined) return outcome.interruption.exitCode;
  const [first] = outcome.failures;
  if (first !== undefined) return hasAnswers(outcome) ? exitCodes.partial : first.error.exitCode;
  return maxTotal !== undefined && !rankedQuotes(outcome).some((quote) => isWithin(quote, maxTotal))
    ? exitCodes.no
    : exitCodes.ok;
}

/** What stderr says when the sweep is over, in every format. */
export function noteOutcome(
  outcome: SweepOutcome,
  request: CompareRequest,
  { notes, now, isView }: { readonly notes: Notes; readonly now: number; readonly isView: boolean },
): void {
  const { made, offers, failures, interruption, sessions } = outcome;
  // A stored quote can expire while the others are asked for.
  const reused = offers.filter((offer) => offer.reused && isQuoted(offer) && !isExpired(offer.quote, now)).length;
  if (reused > 0) {
    const what = `reused ${plural(reused, 'quote')} that ${reused === 1 ? 'is' : 'are'} still valid`;
    notes.say((name) => `${what}; for new ones, add ${name('refresh')}`);
  }
  const [first] = failures;
  if (first !== undefined) {
    const many = failures.length > 1 ? `, the first: ` : ': ';
    const isOnly = sessions.length === 1 && sessions[0]?.operator.name === first.operator;
    const whose = isOnly ? '' : `${first.operator}: `;
    notes.say((...names) => {
      const { message, hint } = first.error.describe(...names);
      const said = `${failuresInWords(failures)}${many}${whose}${message}`;
      // Of one failure among answers the failure is enough; but a limit has stopped all that was left.
      const isKnown = hasAnswers(outcome) && !(first.error instanceof RateLimitedError);
      return hint === undefined || isKnown ? said : `${said}; ${hint}`;
    });
  }
  notes.warn(...warningNotes(outcome));
  // A view says it beside the table.
  if (!isView) notes.say(...orderNotes(offers.filter(isQuoted).map(({ closed }) => closed.length > 0)));
  const pricing = pricingOf(outcome);
  if (!isView && pricing !== undefined)
    notes.say(pricingInWords(pricing, { isPartial: isPartial(outcome), among: amongOf(request) }));
  if (interruption !== undefined) {
    notes.say(
      `stopped early: partial, ${plural(offers.filter(isQuoted).length, 'priced offer')} after ${plural(made, 'request')}`,
    );
  }
  const { maxTotal } = request;
  if (maxTotal !== undefined) noteMaxTotal(rankedQuotes(outcome), maxTotal, notes);
}

/** What a limit is compared with, best first. */
function rankedQuotes({ offers }: Pick<SweepOutcome, 'offers'>): PricedOffer[] {
  return comparable(inOrder(rankOffers(offers)).map(offerData));
}

function noteMaxTotal(quotes: ReturnType<typeof rankedQuotes>, most: Most, notes: Notes): void {
  if (quotes.some((quote) => isWithin(quote, most))) return;
  const same = quotes.filter(({ currency }) => currency.toUpperCase() === most.currency);
  const lowest = new Map<string, number>();
  for (const { currency, totalAmount } of same.length > 0 ? same : quotes)
    lowest.set(currency, Math.min(totalAmount, lowest.get(currency) ?? totalAmount));
  const totals = [...lowest].map(([currency, total]) => `${formatMoney(total)} ${currency}`).join(' or ');
  const found = totals === '' ? 'no offer has a total to compare' : `the cheapest total is ${totals}`;
  notes.warn(`nothing is at or under ${formatMoney(most.amount)} ${most.currency}: ${found}`);
}
