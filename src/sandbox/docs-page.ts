/** The interactive documentation, without a network: its files are served from here. */
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { readSwaggerUi, swaggerUiFiles, type SwaggerUiFile } from './assets.ts';
import type { World } from './options.ts';
import { servePage } from './page.ts';

/** A file of its own because the content policy allows no inline script. The validator would be a foreign host. */
const startScript = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

export function createDocs(world: World): Hono {
  const docs = new Hono();

  docs.get('/docs', (c) => {
    // Trying a request out works only from the origin that the description names.
    if (new URL(c.req.url).origin !== world.siteUrl) return c.redirect(`${world.siteUrl}/docs`, 302);
    const head = html`<link rel="stylesheet" href="/docs/swagger-ui.css" />
      <script defer src="/docs/swagger-ui-bundle.js"></script>
      <script defer src="/docs/start.js"></script>`;
    const body = html`<div id="swagger-ui">
      <p>
        This page needs JavaScript. The interface is also described in <a href="/openapi.yaml">YAML</a> and
        <a href="/openapi.json">JSON</a>.
      </p>
    </div>`;
    return servePage(c, world, { title: 'Documentation', head, body });
  });

  docs.get('/docs/start.js', (c) => c.body(startScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  for (const file of Object.keys(swaggerUiFiles) as SwaggerUiFile[])
    docs.get(`/docs/${file}`, (c) => serveFile(c, file));
  return docs;
}

async function serveFile(c: Context, file: SwaggerUiFile): Promise<Response> {
  const content = await readSwaggerUi(file);
  if (content === undefined) return c.json({ error: 'The files of the documentation page are not installed' }, 404);
  return c.body(new Uint8Array(content), 200, { 'Content-Type': swaggerUiFiles[file] });
}
