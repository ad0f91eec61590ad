/** The pages and descriptions that the operator publishes beside the interface. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { bookingPage } from './book-page.ts';
import type { Catalogue } from './catalogue.ts';
import { openApiDocument, paths } from './openapi.ts';
import { basePath, type SandboxState } from './options.ts';
import { form, bulletList, servePage, type Markup, type SitePage } from './page.ts';

const wellKnown = '/.well-known/openapi';

export function createSite(state: SandboxState): Hono {
  const site = new Hono();
  const { catalogue, siteUrl } = state;
  const page = (path: string, make: (query: URLSearchParams) => SitePage) =>
    site.get(path, (c) =>
      servePage(c, catalogue.operatorName, make(new URL(c.req.url).searchParams)),
    );

  page('/', () => ({ title: 'Welcome', body: linkList(state) }));
  page('/book', (query) => bookingPage(state, query));
  page('/docs', () => ({ title: 'Documentation', body: html`${requestForms(catalogue)}` }));
  site.get('/images/:name', (c) => c.body(picture, 200, { 'Content-Type': 'image/svg+xml' }));
  site.get('/.well-known/ai-plugin.json', (c) => c.json(manifest(catalogue, siteUrl)));
  publishDescriptions(site, state);
  return site;
}

/** Like some deployments, the second operator has more descriptions, with different servers. */
function publishDescriptions(site: Hono, state: SandboxState): void {
  const isSecond = state.variant === 'b';
  const description = openApiDocument(state);
  const yaml = (path: string, document: object) =>
    site.get(path, async (c) => {
      const { stringify } = await import('yaml');
      // Some readers of OpenAPI do not understand YAML aliases.
      const text = stringify(document, { aliasDuplicateObjects: false });
      return c.body(text, 200, { 'Content-Type': 'application/yaml; charset=utf-8' });
    });
  site.get('/openapi.json', (c) => c.json(description));
  yaml('/openapi.yaml', isSecond ? openApiDocument(state, 'site') : description);
  if (!isSecond) return;
  site.get(wellKnown, (c) => c.json(description));
  yaml(`${basePath}/openapi`, description);
}

function linkList({ baseUrl, variant }: SandboxState): Markup {
  const links = {
    '/book': 'Booking page',
    '/docs': 'Documentation of the interface',
    '/openapi.yaml': 'OpenAPI in YAML',
    '/openapi.json': 'OpenAPI in JSON',
    ...(variant === 'b' && {
      [wellKnown]: 'OpenAPI in JSON',
      [`${basePath}/openapi`]: 'OpenAPI in YAML',
    }),
    '/.well-known/ai-plugin.json': 'Plugin manifest for agents',
  };
  return html`<p>The base address of the interface is <code>${baseUrl}</code>.</p>
    ${bulletList(Object.entries(links).map(([href, name]) => html`<a href="${href}">${name}</a>`))}`;
}

/** A form for each endpoint. */
function requestForms({ vehicles }: Catalogue): Markup[] {
  return Object.entries(paths).map(([path, { get }]) => {
    const address = basePath + path.replace('{vehicleId}', String(vehicles[0]?.id));
    const inputs = get.parameters.filter((parameter) => parameter.in === 'query');
    return html`<h2>GET ${path}</h2>
      <p>${get.summary}</p>
      ${form(address, inputs)}`;
  });
}

function manifest({ operatorName, vehicles }: Catalogue, siteUrl: string): object {
  const description =
    'Plan a vehicle rental in New Zealand: depots, availability, extras, quotes. Sample data.';
  return {
    schema_version: 'v1',
    name_for_human: operatorName,
    name_for_model: 'vehicle_rental',
    description_for_human: description,
    description_for_model: description,
    auth: { type: 'none' },
    api: { type: 'openapi', url: `${siteUrl}/openapi.yaml` },
    logo_url: `${siteUrl}/images/${vehicles[0]?.id}.svg`,
    contact_email: 'sandbox@localhost',
    legal_info_url: siteUrl,
  };
}

/** The image of every vehicle. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 16"><path d="M2 12V2h20l8 8v2z" fill="#264"/></svg>';
