import { html } from 'hono/html';
import type { World } from './options.ts';
import type { Html } from './page.ts';

/** Where everything is. */
export function landingPage({ baseUrl, siteUrl, catalogue, rateLimit }: World): Html {
  const search = `${siteUrl}/book`;
  return html`<h1>${catalogue.operatorName}</h1>
    <p class="lead">
      An operator that does not exist, for trying things out: ${catalogue.depots.length} depots,
      ${catalogue.vehicles.length} vehicles, and the whole rental interface on this machine only.
    </p>
    <dl class="facts">
      <div>
        <dt>Base URL</dt>
        <dd><code>${baseUrl}</code></dd>
      </div>
      <div>
        <dt>Site URL</dt>
        <dd><code>${siteUrl}</code></dd>
      </div>
      <div>
        <dt>Rate limit</dt>
        <dd>${rateLimit.limit} requests in ${rateLimit.windowMs / 1000} s per client address</dd>
      </div>
    </dl>
    <ul class="cards links">
      <li>
        <a href="${search}">Booking page</a>
        <p>Search for vehicles and look at a checkout.</p>
      </li>
      <li>
        <a href="/docs">Documentation</a>
        <p>Read the interface and try each request.</p>
      </li>
      <li>
        <a href="/openapi.yaml">OpenAPI, YAML</a>
        <p>The interface for machines. Also as <a href="/openapi.json">JSON</a>.</p>
      </li>
      <li>
        <a href="/.well-known/ai-plugin.json">Plugin manifest</a>
        <p>What agents read first.</p>
      </li>
      <li>
        <a href="${baseUrl}/depots">Depots</a>
        <p>The first request of every plan.</p>
      </li>
    </ul>`;
}
