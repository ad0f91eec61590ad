/** The interactive documentation. It works without a network because its files are served from here. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { bundledFile } from '../bundled-files.ts';
import type { SandboxState } from './options.ts';
import { servePage } from './page.ts';

const javaScript = 'text/javascript; charset=utf-8';

/** A separate file, because the content policy allows no inline script. `validatorUrl` would be a foreign host. */
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

export function createDocs(state: SandboxState): Hono {
  const docs = new Hono();

  docs.get('/docs', (c) => {
    // Requests from the page work only from the origin that the description names.
    if (new URL(c.req.url).origin !== state.siteUrl) return c.redirect(`${state.siteUrl}/docs`, 302);
    const head = html`<link rel="stylesheet" href="/docs/swagger-ui.css" />
      <script defer src="/docs/swagger-ui-bundle.js"></script>
      <script defer src="/docs/start.js"></script>`;
    const body = html`<div id="swagger-ui">
      <p>
        This page needs JavaScript. The interface is also described in <a href="/openapi.yaml">YAML</a> and
        <a href="/openapi.json">JSON</a>.
      </p>
    </div>`;
    return servePage(c, state, { title: 'Documentation', head, body });
  });

  docs.get('/docs/start.js', (c) => c.body(startScript, 200, { 'Content-Type': javaScript }));
  const style = () => new Uint8Array(bundledFile('swagger-ui/swagger-ui.css'));
  docs.get('/docs/swagger-ui.css', (c) => c.body(style(), 200, { 'Content-Type': 'text/css; charset=utf-8' }));
  docs.get('/docs/swagger-ui-bundle.js', async (c) => {
    // The build packs it, because it is large.
    const code = await promisify(brotliDecompress)(bundledFile('swagger-ui/swagger-ui-bundle.js.br'));
    return c.body(new Uint8Array(code), 200, { 'Content-Type': javaScript });
  });
  return docs;
}
