/** What a sweep comes to: exit code, document, records and view. */
import { exitCodes, type ExitCode } from '../../errors.ts';
import { countWithin } from '../../planner/sweep/limit.ts';
import { inOrder, rankOffers, type Ranked, type Ranking } from '../../planner/sweep/rank.ts';
import type { Result } from '../../result.ts';
import type { Context } from '../../cli/context.ts';
import { plural } from '../../text.ts';
import type { Leg } from './leg.ts';
import type { Question } from './question.ts';
import { failureData, failureRecord, offerData, offerRecord, recordColumns } from './record.ts';
import type { Outcome } from './sweep.ts';
import { compareView } from './view.ts';

export function compareResult(outcome: Outcome, question: Question, context: Context): Result {
  const { plan, findings, legs } = outcome;
  const ranking = rankOffers(findings.offers);
  const ordered = inOrder(ranking);
  const legOf = legFinder(legs);
  return {
    get data() {
      return {
        plan,
        offers: ordered.map((ranked) => offerData(ranked, legOf(ranked))),
        failures: findings.failures.map(failureData),
        partial: isPartial(outcome),
      };
    },
    columns: recordColumns,
    get rows() {
      return [
        ...ordered.map((ranked) => offerRecord(ranked, legOf(ranked))),
        ...findings.failures.map((failure) => failureRecord(failure)),
      ];
    },
    get view() {
      return compareView({ outcome, ranking, question, context });
    },
    exitCode: exitCodeOf(outcome, ranking, question),
  };
}

export function legFinder(legs: readonly Leg[]): (ranked: Pick<Ranked, 'offer'>) => Leg {
  const byName = new Map(legs.map((leg) => [leg.operator.name, leg]));
  return ({ offer }) => byName.get(offer.operator) as Leg;
}

export function isPartial({ interrupted, findings }: Outcome): boolean {
  return interrupted !== undefined || findings.failures.length > 0;
}

/** Where nothing at all was answered it is why; else 8 for some that failed, then 1 for --max-total not met. */
export function exitCodeOf({ interrupted, findings }: Outcome, ranking: Ranking, { maxTotal }: Question): ExitCode {
  if (interrupted !== undefined) return interrupted.exitCode;
  const [first] = findings.failures;
  if (first !== undefined) return findings.hasAnswers() ? exitCodes.partial : first.error.exitCode;
  return maxTotal !== undefined && countWithin(ranking, maxTotal) === 0 ? exitCodes.no : exitCodes.ok;
}

/** What is said on stderr once it is over, whatever the format. */
export function tellOutcome({ plan, findings, interrupted }: Outcome, { progress }: Context): void {
  const reused = findings.offers.filter((offer) => offer.reused).length;
  if (reused > 0)
    progress.note(`${plural(reused, 'quote')} of an earlier run still hold and were not asked again (--refresh asks)`);
  const [first] = findings.failures;
  if (first !== undefined) {
    const many = findings.failures.length > 1 ? `, the first: ` : ': ';
    progress.note(`${plural(findings.failures.length, 'failure')}${many}${first.error.message}`);
  }
  if (interrupted !== undefined) {
    progress.note(`stopped early: partial, ${plural(findings.offers.length, 'offer')} of ${plan.requests} requests`);
  }
}
