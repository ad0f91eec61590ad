/** The page of contract checks: what broke first, then every check by group. */
import type { smoke } from '../documents/smoke.ts';
import { formatInstant } from '../planner/calendar.ts';
import { groupBy } from '../planner/sweep/rank.ts';
import type { ValueOf } from '../shape.ts';
import { formatDuration, plural } from '../text.ts';
import { html, type Html } from './html.ts';
import type { PageContext } from './offers.ts';
import type { Page } from './page.ts';

type Checks = ValueOf<typeof smoke.value>;
type Check = Checks['checks'][number];
type Finding = Check['findings'][number];

const words = { pass: 'passed', fail: 'failed', warn: 'warned', skip: 'skipped', unchecked: 'not checked' } as const;

export function smokePage(document: Checks, { timeZone }: PageContext): Page {
  const { ok, baseUrl, counts, checks, requests, startedAt, elapsedMs, obstacle } = document;
  const broken = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const title = ok ? 'The service follows its interface' : 'The service does not follow its interface';
  const body = html`<header class="head">
      <p class="eyebrow">Contract checks</p>
      <h1>${obstacle === undefined ? title : 'Not everything could be checked'}</h1>
      <p class="question">${baseUrl}</p>
      <dl class="figures">
        ${Object.entries(words).map(
          ([verdict, word]) =>
            html`<div class="${verdict}">
              <dt>${word}</dt>
              <dd>${counts[verdict as keyof typeof words]}</dd>
            </div>`,
        )}
      </dl>
      ${obstacle !== undefined && html`<p class="warn">${obstacle}</p>`}
      <p class="asked">
        Checked ${formatInstant(startedAt, timeZone)}, with ${plural(requests, 'request')} in
        ${formatDuration(elapsedMs)}.
      </p>
    </header>
    <main>
      ${
        broken.length > 0 &&
        html`<section>
          <h2>What broke</h2>
          <div class="broken">${broken.map(brokenCheck)}</div>
        </section>`
      }
      <section>
        <h2>All checks</h2>
        <div class="groups">
          ${[...groupBy(checks, ({ group }) => group)].map(([group, list]) => groupSection(group, list))}
        </div>
      </section>
    </main>`;
  return { title: `Contract checks: ${baseUrl}`, body };
}

function brokenCheck({ id, title, section, sentence, verdict, findings }: Check): Html {
  return html`<article class="card">
    <h3><span class="verdict ${verdict}">${words[verdict]}</span> ${title}</h3>
    <p class="place">${id}, ${section}</p>
    ${sentence !== null && html`<blockquote>${sentence}</blockquote>`} ${findings.map(findingPart)}
  </article>`;
}

function findingPart({ expected, got, request }: Finding): Html {
  return html`<dl>
      <dt>Expected</dt>
      <dd>${expected}</dd>
      <dt>Got</dt>
      <dd>${got}</dd>
    </dl>
    ${request !== undefined && html`<p><code>${request}</code></p>`}`;
}

function groupSection(group: string, checks: readonly Check[]): Html {
  return html`<section class="card">
    <h3>${group}</h3>
    <ul>
      ${checks.map(
        ({ verdict, title, reason, findings }) =>
          html`<li>
            <span class="verdict ${verdict}">${words[verdict]}</span>
            <span>
              ${title} ${reason !== undefined && html`<small>${reason}</small>`}
              ${verdict === 'pass' && findings.map(({ got }) => html`<small>${got}</small>`)}
            </span>
          </li>`,
      )}
    </ul>
  </section>`;
}
