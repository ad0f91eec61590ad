/** What the operator publishes beside the interface: descriptions for programs, pages for people. */
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { contentStyle, drawVehicle, frameStyle, logo } from './assets.ts';
import { bookingPage } from './book-page.ts';
import { createDocs } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import type { SandboxState } from './options.ts';
import { servePage, type Html } from './page.ts';

export function createSite(state: SandboxState): Hono {
  const site = new Hono();
  const description = openApiDocument(state);

  site.get('/', (c) => servePage(c, state, { title: 'Welcome', body: landingPage(state) }));
  site.get('/openapi.json', (c) => c.json(description));
  site.get('/openapi.yaml', async (c) => {
    const { stringify } = await import('yaml');
    // Some readers of OpenAPI do not understand YAML aliases.
    const text = stringify(description, { aliasDuplicateObjects: false });
    return send(c, 'application/yaml; charset=utf-8', text);
  });
  site.get('/.well-known/ai-plugin.json', (c) => c.json(manifest(state)));
  site.get('/frame.css', (c) => send(c, 'text/css; charset=utf-8', frameStyle));
  site.get('/page.css', (c) => send(c, 'text/css; charset=utf-8', contentStyle));
  site.get('/logo.svg', (c) => send(c, 'image/svg+xml', logo));
  for (const vehicle of state.catalogue.vehicles) {
    site.get(`/images/${vehicle.id}.svg`, (c) => send(c, 'image/svg+xml', drawVehicle(vehicle)));
  }
  site.get('/book', (c) => servePage(c, state, bookingPage(state, new URL(c.req.url).searchParams)));
  site.route('/', createDocs(state));
  return site;
}

function landingPage({ baseUrl, siteUrl, catalogue, rateLimit }: SandboxState): Html {
  return html`<h1>${catalogue.operatorName}</h1>
    <p class="lead">
      A made-up operator to try things out: ${catalogue.depots.length} depots, ${catalogue.vehicles.length} vehicles and
      the whole rental interface. It runs only on this machine.
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
        <a href="${siteUrl}/book">Booking page</a>
        <p>Search for vehicles and see the price of a rental.</p>
      </li>
      <li>
        <a href="/docs">Documentation</a>
        <p>Read the interface and try each request.</p>
      </li>
      <li>
        <a href="/openapi.yaml">OpenAPI, YAML</a>
        <p>A description for programs. Also as <a href="/openapi.json">JSON</a>.</p>
      </li>
      <li>
        <a href="/.well-known/ai-plugin.json">Plugin manifest</a>
        <p>The file that agents read first.</p>
      </li>
      <li>
        <a href="${baseUrl}/depots">Depots</a>
        <p>The first request of every plan.</p>
      </li>
    </ul>`;
}

function manifest({ catalogue, siteUrl }: SandboxState): object {
  const description =
    'Plan a vehicle rental in New Zealand: depots, availability, accessories, insurance plans, quotes.';
  return {
    schema_version: 'v1',
    name_for_human: catalogue.operatorName,
    name_for_model: 'vehicle_rental',
    description_for_human: description,
    description_for_model: `${description} Read-only: bookings are made on the website. This is a sandbox with sample data.`,
    auth: { type: 'none' },
    api: { type: 'openapi', url: `${siteUrl}/openapi.yaml` },
    logo_url: `${siteUrl}/logo.svg`,
    contact_email: 'sandbox@localhost',
    legal_info_url: `${siteUrl}/`,
  };
}

function send(c: Context, type: string, text: string): Response {
  return c.body(text, 200, { 'Content-Type': type });
}
