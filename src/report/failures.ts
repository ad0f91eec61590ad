/** The requests of a comparison that failed. */
import { failureRows, failuresInWords } from '../views/failures.ts';
import { plural } from '../base/words.ts';
import { html, type Html } from './html.ts';
import type { PageData } from './page-words.ts';

export function failureSection({
  document,
  labels,
}: Pick<PageData, 'document' | 'labels'>): Html | undefined {
  const { failures: list, partial, command } = document;
  if (list.length === 0 && !partial) return undefined;
  return html`<section id="failed">
    <h2>What failed</h2>
    <p>
      ${list.length === 0 ? 'The comparison was stopped early' : failuresInWords(list)}, so offers
      can be missing. This command gets the rest: <code>${command}</code>
    </p>
    <ul>
      ${failureRows(list, labels).map(failureLine)}
    </ul>
  </section>`;
}

function failureLine({
  operator,
  step,
  reason,
  count,
  example,
}: ReturnType<typeof failureRows>[number]): Html {
  return html`<li>
    <strong>${operator}, ${step}:</strong> ${reason}
    <small>${plural(count, 'time')}${example !== '' && `, for example ${example}`}</small>
  </li>`;
}
