/** Bundles src into dist: one file for each part that is loaded lazily, without the packages. */
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export async function build(root) {
  const { build: bundle } = await import('esbuild');
  const dist = join(root, 'dist');
  // Build in another folder and rename it, so that a program that starts meanwhile finds a complete dist.
  const fresh = `${dist}.${process.pid}`;
  await bundle({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outdir: fresh,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    packages: 'external',
    chunkNames: '[name]-[hash]',
    logLevel: 'warning',
  });
  await copyDocumentationPage(fresh);
  await rm(`${fresh}.old`, { recursive: true, force: true });
  await rename(dist, `${fresh}.old`).catch(() => {});
  await rename(fresh, dist);
  await rm(`${fresh}.old`, { recursive: true, force: true });
}

/** Copies the sandbox's documentation page, so that it works offline and users do not install its package, which has telemetry. */
async function copyDocumentationPage(dist) {
  const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const to = join(dist, 'swagger-ui');
  const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];
  await mkdir(to, { recursive: true });
  for (const file of files) await cp(join(from, file), join(to, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(dirname(dirname(fileURLToPath(import.meta.url))));
