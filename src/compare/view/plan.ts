/** The plan of a comparison, in one line and in full. */
import { plannedComparison, type ComparePlan } from '../../documents/compare-plan.ts';
import { requestsInWords, timeInWords } from '../../views/plan-words.ts';
import { columnsOf } from '../../documents/records.ts';
import { makeResult, type Block, type Result, type Row } from '../../result.ts';
import { plural } from '../../base/words.ts';

/** `about 80 requests to lucky, no wait; at most 300, about 2 min`. */
export function comparePlanInWords(plan: ComparePlan): string {
  const { operators } = plan;
  const to =
    operators.length === 1 ? (operators[0]?.operator ?? '') : plural(operators.length, 'operator');
  return requestsInWords(plan, to);
}

export function dryRunResult(plan: ComparePlan): Result {
  const time = ({ seconds }: Row): string => timeInWords(Number(seconds));
  const maxText = ({ mostRequests }: Row): string => String(mostRequests ?? '?');
  const view: Block[] = [
    {
      kind: 'text',
      text: `${plural(plan.trips, 'trip')} to compare: ${comparePlanInWords(plan)}`,
      style: 'heading',
    },
    {
      kind: 'table',
      columns: columnsOf(plannedComparison, {
        seconds: { show: time },
        mostRequests: { show: maxText },
      }),
      rows: plan.operators.map((one) => ({ ...one })),
    },
    { kind: 'text', text: 'No requests were sent, except to look up names.', style: 'dim' },
  ];
  return makeResult(plannedComparison, { value: { plan }, view: () => view });
}
