/** What the operator publishes beside the interface: descriptions for machines, pages for people. */
import { Hono, type Context } from 'hono';
import { createBooking } from './book-page.ts';
import { createDocs } from './docs-page.ts';
import { drawLogo, drawVehicle } from './images.ts';
import { landingPage } from './landing-page.ts';
import { openApiDocument } from './openapi.ts';
import type { World } from './options.ts';
import { servePage } from './page.ts';
import { frameStyle, pageStyle } from './style.ts';

export function createSite(world: World): Hono {
  const site = new Hono();
  const description = openApiDocument(world);

  site.get('/', (c) => servePage(c, world, { title: 'Welcome', body: landingPage(world) }));
  site.get('/openapi.json', (c) => c.json(description));
  site.get('/openapi.yaml', async (c) => {
    const { stringify } = await import('yaml');
    // Aliases are not understood by every reader of OpenAPI.
    const text = stringify(description, { aliasDuplicateObjects: false });
    return c.body(text, 200, { 'Content-Type': 'application/yaml; charset=utf-8' });
  });
  site.get('/.well-known/ai-plugin.json', (c) => c.json(manifest(world)));
  site.get('/frame.css', (c) => css(c, frameStyle));
  site.get('/page.css', (c) => css(c, pageStyle));
  site.get('/logo.svg', (c) => svg(c, drawLogo()));
  for (const vehicle of world.catalogue.vehicles) {
    site.get(`/images/${vehicle.id}.svg`, (c) => svg(c, drawVehicle(vehicle)));
  }
  site.route('/', createDocs(world));
  site.route('/', createBooking(world));
  return site;
}

function manifest({ catalogue, siteUrl }: World): object {
  const description =
    'Plan a vehicle rental in New Zealand: depots, availability, accessories, insurance plans, quotes.';
  return {
    schema_version: 'v1',
    name_for_human: catalogue.operatorName,
    name_for_model: 'vehicle_rental',
    description_for_human: description,
    description_for_model: `${description} Read only: bookings are made on the website. Sample data of a sandbox.`,
    auth: { type: 'none' },
    api: { type: 'openapi', url: `${siteUrl}/openapi.yaml` },
    logo_url: `${siteUrl}/logo.svg`,
    contact_email: 'sandbox@localhost',
    legal_info_url: `${siteUrl}/`,
  };
}

function svg(c: Context, drawing: string): Response {
  return c.body(drawing, 200, { 'Content-Type': 'image/svg+xml' });
}

function css(c: Context, text: string): Response {
  return c.body(text, 200, { 'Content-Type': 'text/css; charset=utf-8' });
}
