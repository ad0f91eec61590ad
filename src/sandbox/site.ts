/** What the operator publishes beside the interface: descriptions for programs, pages for people. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { bundledFile } from '../bundled-files.ts';
import { contentStyle, drawVehicle, frameStyle, logo, startScript } from './assets.ts';
import { bookingPage } from './book-page.ts';
import { openApiDocument } from './openapi.ts';
import type { SandboxState } from './options.ts';
import { servePage, type Html, type Page } from './page.ts';

const css = 'text/css; charset=utf-8';
const svg = 'image/svg+xml';
const javaScript = 'text/javascript; charset=utf-8';

export function createSite(state: SandboxState): Hono {
  const site = new Hono();
  const description = openApiDocument(state);
  const serve = (path: string, type: string, content: () => string | Promise<string>) =>
    site.get(path, async (c) => c.body(await content(), 200, { 'Content-Type': type }));

  site.get('/', (c) => servePage(c, state, { title: 'Welcome', body: landingPage(state) }));
  site.get('/book', (c) => servePage(c, state, bookingPage(state, new URL(c.req.url).searchParams)));
  site.get('/docs', (c) => docsPage(c, state));
  site.get('/openapi.json', (c) => c.json(description));
  serve('/openapi.yaml', 'application/yaml; charset=utf-8', async () => {
    const { stringify } = await import('yaml');
    // Some readers of OpenAPI do not understand YAML aliases.
    return stringify(description, { aliasDuplicateObjects: false });
  });
  site.get('/.well-known/ai-plugin.json', (c) => c.json(manifest(state)));
  serve('/frame.css', css, () => frameStyle);
  serve('/page.css', css, () => contentStyle);
  serve('/logo.svg', svg, () => logo);
  for (const vehicle of state.catalogue.vehicles) serve(`/images/${vehicle.id}.svg`, svg, () => drawVehicle(vehicle));
  serve('/docs/start.js', javaScript, () => startScript);
  serve('/docs/swagger-ui.css', css, () => unpacked('swagger-ui.css'));
  serve('/docs/swagger-ui-bundle.js', javaScript, () => unpacked('swagger-ui-bundle.js'));
  return site;
}

/** The build packs these files, because they are large. */
async function unpacked(file: string): Promise<string> {
  const content = await promisify(brotliDecompress)(bundledFile(`dist/swagger-ui/${file}.br`));
  return content.toString();
}

/** The interactive documentation. It works without a network because its files are served from here. */
function docsPage(c: Context, state: SandboxState): Response | Promise<Response> {
  // Requests from the page work only from the origin that the description names.
  if (new URL(c.req.url).origin !== state.siteUrl) return c.redirect(`${state.siteUrl}/docs`, 302);
  const page: Page = {
    title: 'Documentation',
    head: html`<link rel="stylesheet" href="/docs/swagger-ui.css" />
      <script defer src="/docs/swagger-ui-bundle.js"></script>
      <script defer src="/docs/start.js"></script>`,
    body: html`<div id="swagger-ui">
      <p>
        This page needs JavaScript. The interface is also described in <a href="/openapi.yaml">YAML</a> and
        <a href="/openapi.json">JSON</a>.
      </p>
    </div>`,
  };
  return servePage(c, state, page);
}

function landingPage({ baseUrl, siteUrl, catalogue, rateLimit }: SandboxState): Html {
  const facts = {
    'Base URL': html`<code>${baseUrl}</code>`,
    'Site URL': html`<code>${siteUrl}</code>`,
    'Rate limit': `${rateLimit.limit} requests in ${rateLimit.windowMs / 1000} s per client address`,
  };
  const links = [
    [`${siteUrl}/book`, 'Booking page', 'Search for vehicles and see the price of a rental.'],
    ['/docs', 'Documentation', 'Read the interface and try each request.'],
    ['/openapi.yaml', 'OpenAPI, YAML', 'A description for programs.'],
    ['/openapi.json', 'OpenAPI, JSON', 'The same description in the other format.'],
    ['/.well-known/ai-plugin.json', 'Plugin manifest', 'The file that agents read first.'],
    [`${baseUrl}/depots`, 'Depots', 'The first request of every plan.'],
  ];
  return html`<h1>${catalogue.operatorName}</h1>
    <p class="lead">
      A made-up operator to try things out: ${catalogue.depots.length} depots, ${catalogue.vehicles.length} vehicles and
      the whole rental interface. It runs only on this machine.
    </p>
    <dl class="facts">
      ${Object.entries(facts).map(
        ([name, fact]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${fact}</dd>
          </div>`,
      )}
    </dl>
    <ul class="cards links">
      ${links.map(
        ([href, name, text]) =>
          html`<li>
            <a href="${href}">${name}</a>
            <p>${text}</p>
          </li>`,
      )}
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
