/** How long a price holds. The script of the page counts down, and says at the end how to ask again. */
import { formatInstant } from '../planner/calendar.ts';
import { html, type Html } from './html.ts';
import type { PageContext } from './offers.ts';

export function hold(expiresAt: string, again: string, { timeZone }: Pick<PageContext, 'timeZone'>): Html {
  return html`<div class="hold" data-x="${expiresAt}">
    <p class="until">Holds until ${formatInstant(expiresAt, timeZone)}</p>
    <p class="left" hidden></p>
    <p class="again" hidden>Expired: ask again with <code>${again}</code></p>
  </div>`;
}
