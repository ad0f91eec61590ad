/** What the operator publishes beside the interface: descriptions for programs, pages for people. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { bookingPage } from './book-page.ts';
import type { Catalogue } from './catalogue.ts';
import { openApiDocument, paths } from './openapi.ts';
import { basePath, type SandboxState } from './options.ts';
import { form, servePage, style, type Html, type Page } from './page.ts';

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
  page('/docs', () => ({ title: 'Documentation', body: requestForms(catalogue) }));
  file('/page.css', 'text/css; charset=utf-8', style);
  for (const { id } of catalogue.vehicles) file(`/images/${id}.svg`, 'image/svg+xml', drawing(id));
  site.get('/.well-known/ai-plugin.json', (c) => c.json(manifest(catalogue, siteUrl)));
  site.get('/openapi.json', (c) => c.json(description));
  site.get('/openapi.yaml', async (c) => {
    const { stringify } = await import('yaml');
    // Some readers of OpenAPI do not understand YAML aliases.
    const text = stringify(description, { aliasDuplicateObjects: false });
    return c.body(text, 200, { 'Content-Type': 'application/yaml; charset=utf-8' });
  });
  return site;
}

function linkList({ baseUrl }: SandboxState): Html {
  const links = {
    '/book': 'Booking page',
    '/docs': 'Documentation of the interface',
    '/openapi.yaml': 'OpenAPI in YAML',
    '/openapi.json': 'OpenAPI in JSON',
    '/.well-known/ai-plugin.json': 'Plugin manifest for agents',
    [`${baseUrl}/depots`]: 'Depots: the first request of every plan',
  };
  return html`<p>The base address of the interface is <code>${baseUrl}</code>.</p>
    <ul>
      ${Object.entries(links).map(([href, name]) => html`<li><a href="${href}">${name}</a></li>`)}
    </ul>`;
}

/** An interactive documentation that needs no script. */
function requestForms({ vehicles }: Catalogue): Html {
  const forms = Object.entries(paths).map(([path, { get }]) => {
    const address = basePath + path.replace('{vehicleId}', String(vehicles[0]?.id));
    const inputs = get.parameters.filter((one) => one.in === 'query');
    return html`<h2>GET ${path}</h2>
      <p>${get.summary}</p>
      ${form(address, inputs)}`;
  });
  return html`<p>The same for programs: <a href="/openapi.yaml">YAML</a>, <a href="/openapi.json">JSON</a>.</p>
    ${forms}`;
}

function manifest({ operatorName, vehicles }: Catalogue, siteUrl: string): object {
  const description = 'Plan a vehicle rental in New Zealand: depots, availability, extras, quotes. Sample data.';
  return {
    schema_version: 'v1',
    ...{ name_for_human: operatorName, name_for_model: 'vehicle_rental' },
    ...{ description_for_human: description, description_for_model: description },
    auth: { type: 'none' },
    api: { type: 'openapi', url: `${siteUrl}/openapi.yaml` },
    logo_url: `${siteUrl}/images/${vehicles[0]?.id}.svg`,
    contact_email: 'sandbox@localhost',
    legal_info_url: siteUrl,
  };
}

/** A vehicle, in a colour of its own. */
function drawing(id: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="320" height="200">
<path d="M40 150V92q0-14 14-14h150q12 0 20 10l28 34q8 8 8 18v10z" fill="hsl(${(id * 47) % 360} 48% 42%)"/>
<path d="M84 130a20 20 0 1 0 0.1 0zm130 0a20 20 0 1 0 0.1 0z" fill="#23292b"/>
</svg>
`;
}
