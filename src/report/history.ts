/** The page of the prices that a saved trip had. */
import { endWords, type tripHistory } from '../documents/trips.ts';
import { formatInstant } from '../planner/calendar.ts';
import { compareMoney } from '../planner/money.ts';
import type { ValueOf } from '../shape.ts';
import { isoInstant, plural } from '../text.ts';
import { html, type Html } from './html.ts';
import { bigMoney, money, type PageContext } from './offers.ts';
import type { Page } from './page.ts';
import { plot } from './plot.ts';

type Answer = ValueOf<typeof tripHistory.value>[number];

export function historyPage(answers: readonly Answer[], { timeZone, asked }: PageContext): Page {
  const name = answers[0]?.name ?? 'Saved trip';
  const currency = answers.findLast(({ total }) => total !== null)?.currency;
  // Prices of another currency cannot be compared.
  const isPriced = (one: Answer): boolean => one.total !== null && one.currency === currency;
  const points = answers
    .filter((one) => one.total === null || isPriced(one))
    .map(({ askedAt, total }) => ({ at: Date.parse(askedAt), total: total === null ? undefined : Number(total) }))
    .sort((a, b) => a.at - b.at);
  const inWords = (at: number): string => formatInstant(isoInstant(at), timeZone);
  const body = html`<header class="head">
      <p class="eyebrow">Saved trip</p>
      <h1>${name}</h1>
      <p class="question">${plural(answers.length, 'answer')}</p>
      ${
        asked !== undefined &&
        html`<details>
          <summary>What was asked</summary>
          <code>${asked.command}</code>
        </details>`
      }
    </header>
    <main>
      ${figures(answers.filter(isPriced), answers.at(-1))}
      ${plot(points, (at) => inWords(at).replace(/^\w+ (.*) \d{4}, .*$/, '$1'))}
      ${answers.some(({ total }) => total === null) && html`<p class="legend"><span class="key gap">no price</span></p>`}
      <section>
        <h2>All answers</h2>
        <table class="list answers">
          <thead>
            <tr>
              <th scope="col" class="when">Asked</th>
              <th scope="col" class="total">Total</th>
              <th scope="col" class="why">Why there is no price</th>
            </tr>
          </thead>
          <tbody>
            ${[...answers].reverse().map((one) => row(one, inWords))}
          </tbody>
        </table>
      </section>
    </main>`;
  return { title: `${name}: prices`, body };
}

function figures(priced: readonly Answer[], last: Answer | undefined): Html | false {
  const sorted = priced.toSorted((a, b) => compareMoney(a.total ?? 0, b.total ?? 0));
  const [low, high] = [sorted[0], sorted.at(-1)];
  return (
    sorted.length > 0 &&
    html`<dl class="figures">${figure('Now', last)} ${figure('Lowest', low)} ${figure('Highest', high)}</dl>`
  );
}

function figure(label: string, one: Answer | undefined): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>
      ${
        one !== undefined && one.total !== null
          ? html`${bigMoney(one.total)} <span>${one.currency ?? ''}</span>`
          : endWords[one?.end ?? 'failed']
      }
    </dd>
  </div>`;
}

function row(one: Answer, inWords: (at: number) => string): Html {
  const { total, currency, end, reason } = one;
  return html`<tr>
    <td class="when">${inWords(Date.parse(one.askedAt))}</td>
    <td class="total">${total === null ? '–' : `${money(total)} ${currency ?? ''}`}</td>
    <td class="why">${total === null && (reason === undefined ? endWords[end] : `${endWords[end]}: ${reason}`)}</td>
  </tr>`;
}
