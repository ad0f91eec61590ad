/** What a comparison could not find out. */
import type { CalendarDate } from '../api/types.ts';
import type { FailureDocument } from '../documents/compare.ts';
import { formatDate } from '../planner/calendar.ts';
import { groupBy } from '../planner/sweep/rank.ts';
import { plural } from '../text.ts';
import { html, type Html } from './html.ts';
import type { Comparison } from '../documents/offers.ts';

/** What was asked and has no answer, and a line for each reason. */
export function failures({ failures: list, partial, plan, command }: Comparison): Html | undefined {
  if (list.length === 0 && !partial) return undefined;
  const unanswered = list.reduce((sum, { unasked }) => sum + (unasked || 1), 0);
  const groups = groupBy(list, ({ operator, step, code, reason }) => JSON.stringify([operator, step, code, reason]));
  return html`<section id="failed">
    <h2>What failed</h2>
    <p>
      ${plural(plan.cells, 'trip was', 'trips were')} asked for, with about ${plural(plan.requests, 'request')};
      ${list.length === 0 ? 'it was stopped early' : `${unanswered} got no answer`}, so offers can be missing.
      ${command !== undefined && html`This asks for the rest: <code>${command}</code>`}
    </p>
    <ul>
      ${[...groups.values()].map((group) => failureLine(group))}
    </ul>
  </section>`;
}

function failureLine(group: readonly FailureDocument[]): Html | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const { operator, step, reason, pick_up_date: from, drop_off_date: to, vehicle } = first;
  const example = [
    vehicle?.name,
    from !== null && to !== null && `${formatDate(from as CalendarDate)} – ${formatDate(to as CalendarDate)}`,
  ].filter((part) => typeof part === 'string');
  return html`<li>
    <strong>${operator}, ${step}:</strong> ${reason}
    <small>${plural(group.length, 'time')}${example.length > 0 && `, for example ${example.join(', ')}`}</small>
  </li>`;
}
