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
  for (const [file, type] of Object.entries({
    'swagger-ui.css': 'text/css; charset=utf-8',
    'swagger-ui-bundle.js': javaScript,
  }))
    docs.get(`/docs/${file}`, async (c) => {
      // The build packs them, because they are large.
      const content = await promisify(brotliDecompress)(bundledFile(`dist/swagger-ui/${file}.br`));
      return c.body(new Uint8Array(content), 200, { 'Content-Type': type });
    });
  return docs;
}
