/** The result of a sweep: exit code, document, records and view. */
import type { Context } from '../../cli/context.ts';
import { exitCodes, type ExitCode } from '../../errors.ts';
import type { SweepOutcome } from '../../planner/sweep/events.ts';
import { countWithin, inOrder, rankOffers, type Ranking } from '../../planner/sweep/rank.ts';
import { placed, placeOf, type Result } from '../../result.ts';
import { plural } from '../../text.ts';
import type { CompareRequest } from './options.ts';
import { failureData, failureRecord, offerData, offerRecord, recordColumns } from './record.ts';
import { compareView, hasAnswers } from './view.ts';

/** Documents, rows and view are made only when they are read: a sweep can have thousands of offers. */
export function compareResult(outcome: SweepOutcome, request: CompareRequest, context: Context): Result {
  const { plan, offers, failures, interruption } = outcome;
  const ranking = rankOffers(offers);
  const ordered = inOrder(ranking);
  const partial = interruption !== undefined || failures.length > 0;
  return {
    get data() {
      return { plan, offers: ordered.map(offerData), failures: failures.map(failureData), partial };
    },
    columns: recordColumns,
    get rows() {
      const rows = [...ordered.map(offerRecord), ...failures.map(failureRecord)];
      return rows.map((row) => placed(row, { plan, partial, ...placeOf(row) }));
    },
    get view() {
      return compareView({ outcome, ranking, request, context });
    },
    exitCode: sweepExitCode(outcome, ranking, request),
  };
}

/** If nothing was answered, the code of the reason; else 8 if some requests failed, then 1 if `--max-total` is not met. */
export function sweepExitCode(outcome: SweepOutcome, ranking: Ranking, { maxTotal }: CompareRequest): ExitCode {
  if (outcome.interruption !== undefined) return outcome.interruption.exitCode;
  const [first] = outcome.failures;
  if (first !== undefined) return hasAnswers(outcome) ? exitCodes.partial : first.error.exitCode;
  return maxTotal !== undefined && countWithin(ranking, maxTotal) === 0 ? exitCodes.no : exitCodes.ok;
}

/** What stderr says when the sweep is over, in every format. */
export function noteOutcome({ plan, offers, failures, interruption }: SweepOutcome, context: Context): void {
  const reused = offers.filter((offer) => offer.reused).length;
  if (reused > 0) {
    context.note(
      `used ${plural(reused, 'stored quote')} that ${reused === 1 ? 'is' : 'are'} still valid (--refresh asks for new ones)`,
    );
  }
  const [first] = failures;
  if (first !== undefined) {
    const many = failures.length > 1 ? `, the first: ` : ': ';
    context.note(`${plural(failures.length, 'failure')}${many}${first.error.message}`);
  }
  if (interruption !== undefined) {
    context.note(`stopped early: partial, ${plural(offers.length, 'offer')} of ${plan.requests} requests`);
  }
}
