/** The interactive documentation. It works without a network because its files are served from here. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { SandboxState } from './options.ts';
import { servePage } from './page.ts';

const javaScript = 'text/javascript; charset=utf-8';
/** Content types of the served files. The build copies the files and their licences. */
const swaggerUiFiles = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': javaScript };

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
  for (const [file, type] of Object.entries(swaggerUiFiles)) {
    docs.get(`/docs/${file}`, async (c) => {
      for (const folder of swaggerUiFolders()) {
        const content = await readAsset(join(folder, file));
        if (content) return c.body(new Uint8Array(content), 200, { 'Content-Type': type });
      }
      return c.json({ error: 'The files of the documentation page are not installed' }, 404);
    });
  }
  return docs;
}

/** The build packs a large file. */
async function readAsset(path: string): Promise<Buffer | undefined> {
  const packed = await readFile(`${path}.br`).catch(() => undefined);
  if (packed !== undefined) return promisify(brotliDecompress)(packed);
  return readFile(path).catch(() => undefined);
}

/** The folder beside the built program, then the installed package, for a program that runs from source. */
function* swaggerUiFolders(): Generator<string> {
  yield fileURLToPath(new URL('./swagger-ui/', import.meta.url));
  try {
    yield dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  } catch {
    // The package is a development dependency, so it may not be installed.
  }
}
