/** What the operator publishes beside the interface: descriptions for programs, pages for people. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { bookingPage } from './book-page.ts';
import type { Catalogue } from './catalogue.ts';
import { openApiDocument, paths } from './openapi.ts';
import { basePath, type SandboxState } from './options.ts';
import { servePage, style, type Html, type Page } from './page.ts';

export function createSite(state: SandboxState): Hono {
  const site = new Hono();
  const { catalogue, siteUrl } = state;
  const description = openApiDocument(state);
  const page = (path: string, make: (query: URLSearchParams) => Page) =>
    site.get(path, (c) => servePage(c, catalogue.operatorName, make(new URL(c.req.url).searchParams)));
  const file = (path: string, type: string, content: string) =>
    site.get(path, (c) => c.body(content, 200, { 'Content-Type': type }));

  page('/', () => ({ title: 'Welcome', body: linkList(state) }));
  page('/book', (query) => bookingPage(state, query));
  page('/docs', () => ({ title: 'Documentation', body: operationForms(catalogue) }));
  file('/page.css', 'text/css; charset=utf-8', style);
  site.get('/openapi.json', (c) => c.json(description));
  site.get('/openapi.yaml', async (c) => {
    const { stringify } = await import('yaml');
    // Some readers of OpenAPI do not understand YAML aliases.
    const text = stringify(description, { aliasDuplicateObjects: false });
    return c.body(text, 200, { 'Content-Type': 'application/yaml; charset=utf-8' });
  });
  site.get('/.well-known/ai-plugin.json', (c) => c.json(manifest(catalogue.operatorName, siteUrl)));
  file('/logo.svg', 'image/svg+xml', drawing(1));
  for (const { id } of catalogue.vehicles) file(`/images/${id}.svg`, 'image/svg+xml', drawing(id));
  return site;
}

function linkList({ baseUrl, catalogue }: SandboxState): Html {
  const links = {
    '/book': 'Booking page',
    '/docs': 'Documentation of the interface',
    '/openapi.yaml': 'OpenAPI in YAML',
    '/openapi.json': 'OpenAPI in JSON',
    '/.well-known/ai-plugin.json': 'Plugin manifest for agents',
    [`${baseUrl}/depots`]: 'Depots: the first request of every plan',
  };
  return html`<p>
      A made-up operator to try things out, with ${catalogue.depots.length} depots and ${catalogue.vehicles.length}
      vehicles. The base address of its interface is <code>${baseUrl}</code>.
    </p>
    <ul>
      ${Object.entries(links).map(([href, name]) => html`<li><a href="${href}">${name}</a></li>`)}
    </ul>`;
}

/** A form for each request sends it: an interactive documentation that needs no script. */
function operationForms({ vehicles }: Catalogue): Html {
  const forms = Object.entries(paths).map(([path, { get }]) => {
    const address = basePath + path.replace('{vehicleId}', String(vehicles[0]?.id));
    const inputs = get.parameters.filter((one) => one.in === 'query');
    return html`<h2>GET ${path}</h2>
      <p>${get.summary}</p>
      <form action="${address}">
        ${inputs.map(({ name, required }) => {
          const type = name.endsWith('date') ? 'date' : 'text';
          return html`<label>${name} <input name="${name}" type="${type}" ${required ? 'required' : ''} /></label>`;
        })}
        <button>Send</button>
      </form>`;
  });
  return html`<p>The same for programs: <a href="/openapi.yaml">YAML</a>, <a href="/openapi.json">JSON</a>.</p>
    ${forms}`;
}

function manifest(name: string, siteUrl: string): object {
  const description = 'Plan a vehicle rental in New Zealand: depots, availability, extras, quotes. Sample data.';
  return {
    schema_version: 'v1',
    name_for_human: name,
    name_for_model: 'vehicle_rental',
    description_for_human: description,
    description_for_model: `${description} Read-only: bookings are made on the website.`,
    auth: { type: 'none' },
    api: { type: 'openapi', url: `${siteUrl}/openapi.yaml` },
    logo_url: `${siteUrl}/logo.svg`,
    contact_email: 'sandbox@localhost',
    legal_info_url: `${siteUrl}/`,
  };
}

/** It contains only numbers, so nothing needs escaping. */
function drawing(id: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">
<rect width="320" height="200" fill="hsl(${(id * 47) % 360} 35% 88%)"/>
<path d="M40 150V92q0-14 14-14h150q12 0 20 10l28 34q8 8 8 18v10z" fill="hsl(${(id * 47) % 360} 48% 42%)"/>
<path d="M84 130a20 20 0 1 0 0.1 0zm130 0a20 20 0 1 0 0.1 0z" fill="#23292b"/>
</svg>
`;
}
