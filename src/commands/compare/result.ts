/** The result of a sweep: exit code, document, records and view. */
import type { Context } from '../../cli/context.ts';
import { exitCodes, type ExitCode } from '../../errors.ts';
import { isExpired } from '../../planner/expiry.ts';
import { formatMoney, type Most } from '../../planner/money.ts';
import { hasAnswers, type SweepOutcome } from '../../planner/sweep/events.ts';
import { listOffers } from '../../planner/sweep/groups.ts';
import { orderNotes, sweepWarnings, warningNotes } from '../../planner/sweep/closed-days.ts';
import { pricingInWords, pricingOf } from '../../planner/sweep/pricing.ts';
import { identityOf } from '../../planner/sweep/identity.ts';
import { countWithin, isQuoted, rankOffers, totalRange, type Ranking } from '../../planner/sweep/rank.ts';
import { columnsOf } from '../../document.ts';
import { compare as document } from '../../documents/compare.ts';
import { answer, type Column, type Result } from '../../result.ts';
import type { ValueOf } from '../../shape.ts';
import { isoInstant, plural } from '../../text.ts';
import { failuresInWords } from './failure-view.ts';
import type { Notes } from './notes.ts';
import type { CompareRequest } from './options.ts';
import { failureData, groupFields, offerData } from './record.ts';
import { compareView } from './view.ts';

/** Documents, rows and view are made only when they are read: a sweep can have thousands of offers. */
export function compareResult(
  outcome: SweepOutcome,
  request: CompareRequest,
  { asked, context }: { readonly asked: Asked; readonly context: Context },
): Result {
  const ranking = rankOffers(outcome.offers);
  // A row or a line of a table is an offer with a price, unless nothing was to be priced.
  const isWhole = context.settings.format === 'json';
  const known = isWhole ? ranking : pricedOnly(ranking, outcome);
  return answer(document, {
    get value() {
      return compareDocument({ outcome, ranking: known }, request, asked);
    },
    columns: recordColumns(request),
    get view() {
      return compareView({
        outcome,
        ranking: pricedOnly(ranking, outcome),
        request,
        identity: identityOf(outcome),
        now: context.io.now(),
        limit: request.limit,
      });
    },
    exitCode: sweepExitCode(outcome, ranking, request),
  });
}

/** Without those that nobody asked to price. */
export function pricedOnly(ranking: Ranking, { plan }: SweepOutcome): Ranking {
  if (plan.quote === 'none') return ranking;
  return { ...ranking, unquoted: ranking.unquoted.filter(({ missing }) => missing.length > 0) };
}

export type Asked = NonNullable<Context['asked']>;

export function compareDocument(
  { outcome, ranking }: { readonly outcome: SweepOutcome; readonly ranking: Ranking },
  { groupBy, limit }: Pick<CompareRequest, 'groupBy' | 'limit'>,
  { at, command }: Asked,
): ValueOf<typeof document.value> {
  const { plan, failures, interruption } = outcome;
  const warnings = sweepWarnings(outcome);
  const listed = listOffers({ outcome, ranking }, groupBy).slice(0, limit);
  const isGrouped = groupBy !== undefined;
  return {
    askedAt: isoInstant(at),
    command,
    plan,
    pricing: pricingOf(outcome),
    offers: listed.map(({ group, ...ranked }) => offerData(ranked, isGrouped ? groupFields(group) : undefined)),
    failures: failures.map(failureData),
    partial: interruption !== undefined || failures.length > 0,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Groups have two columns more. */
export function recordColumns({ groupBy }: Pick<CompareRequest, 'groupBy'>): readonly Column[] {
  return columnsOf(document).filter(({ key }) => groupBy !== undefined || (key !== 'count' && key !== 'highest'));
}

/** If nothing was answered, the code of the reason; else 8 if some requests failed, then 1 if `--max-total` is not met. */
export function sweepExitCode(outcome: SweepOutcome, ranking: Ranking, { maxTotal }: CompareRequest): ExitCode {
  if (outcome.interruption !== undefined) return outcome.interruption.exitCode;
  const [first] = outcome.failures;
  if (first !== undefined) return hasAnswers(outcome) ? exitCodes.partial : first.error.exitCode;
  return maxTotal !== undefined && countWithin(ranking, maxTotal) === 0 ? exitCodes.no : exitCodes.ok;
}

/** What stderr says when the sweep is over, in every format. */
export function noteOutcome(
  outcome: SweepOutcome,
  { maxTotal }: CompareRequest,
  { notes, now, isView }: { readonly notes: Notes; readonly now: number; readonly isView: boolean },
): void {
  const { plan, offers, failures, interruption, sessions } = outcome;
  // A stored quote can expire while the others are asked for.
  const reused = offers.filter((offer) => offer.reused && isQuoted(offer) && !isExpired(offer.quote, now)).length;
  if (reused > 0) {
    notes.say(
      `reused ${plural(reused, 'quote')} that ${reused === 1 ? 'is' : 'are'} still valid; for new ones, add --refresh`,
    );
  }
  const [first] = failures;
  if (first !== undefined) {
    const many = failures.length > 1 ? `, the first: ` : ': ';
    const isOnly = sessions.length === 1 && sessions[0]?.operator.name === first.operator;
    const whose = isOnly ? '' : `${first.operator}: `;
    notes.say(`${failuresInWords(failures)}${many}${whose}${first.error.message}`);
  }
  notes.warn(...warningNotes(sweepWarnings(outcome), outcome));
  // A view says it beside the table.
  if (!isView) notes.say(...orderNotes(outcome));
  const pricing = pricingOf(outcome);
  if (!isView && pricing !== undefined) notes.say(pricingInWords(pricing));
  if (interruption !== undefined) {
    notes.say(
      `stopped early: partial, ${plural(offers.filter(isQuoted).length, 'offer')} of ${plan.requests} requests`,
    );
  }
  if (maxTotal !== undefined) noteMaxTotal(rankOffers(offers), maxTotal, notes);
}

function noteMaxTotal(ranking: Ranking, maxTotal: Most, notes: Notes): void {
  if (countWithin(ranking, maxTotal) > 0) return;
  const cheapest = ranking.byCurrency.flatMap(({ currency, offers }) => {
    const low = totalRange(offers.map(({ offer }) => offer))?.low;
    return low === undefined ? [] : [{ currency, text: `${formatMoney(low.quote.totalAmount)} ${currency}` }];
  });
  const same = cheapest.filter(({ currency }) => currency.toUpperCase() === maxTotal.currency);
  const totals = (same.length > 0 ? same : cheapest).map(({ text }) => text).join(' or ');
  const found = totals === '' ? 'no offer has a total to compare' : `the cheapest total is ${totals}`;
  notes.say(`nothing is at or under ${formatMoney(maxTotal.amount)} ${maxTotal.currency}: ${found}`);
}
