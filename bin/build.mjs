/**
 * Bundles src and the packages into dist: one file of our own code, and one for each package that only some commands load. Few
 * files in CommonJS start faster than many in ESM.
 */
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Packages that get a file of their own, which is read when a command first uses them; with what is bundled instead of them. */
const separate = {
  '@hono/node-server': {},
  '@inquirer/prompts': {},
  'chrono-node/en': {},
  'cli-table3': {},
  'csv-stringify/sync': {},
  hono: {},
  'jsonc-parser': {},
  open: {},
  ora: {},
  'string-width': {},
  undici: { entry: '.config/bundle/undici.cjs' },
  'write-file-atomic': {},
  yaml: {},
};

/** Parts of packages that rental never reaches. */
const unused = [/\/undici\/lib\/dispatcher\/(client-h2|socks5-proxy-agent)\.js$/];

const options = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.18',
  minifySyntax: true,
  minifyWhitespace: true,
  // CommonJS has no import.meta.
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  // Otherwise the ESM loader would be started for a lazy import.
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
  metafile: true,
};

export async function build(root) {
  const { build: bundle } = await import('esbuild');
  const dist = join(root, 'dist');
  // Build in another folder and rename it, so that a program that starts meanwhile finds a complete dist.
  const fresh = `${dist}.${process.pid}`;
  const own = bundle({
    ...options,
    absWorkingDir: root,
    entryPoints: { main: 'src/main.ts' },
    outdir: fresh,
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [keepSeparate, withoutChildProcesses],
  });
  const packages = Object.entries(separate).map(([name, { entry = name }]) =>
    bundle({ ...options, absWorkingDir: root, entryPoints: { [fileOf(name)]: entry }, outdir: fresh, plugins: [leaveOut] }),
  );
  const results = await Promise.all([own, ...packages]);
  if (process.env.META) await writeFile(process.env.META, JSON.stringify(results[0].metafile));
  await writeFile(join(fresh, 'package.json'), '{ "type": "commonjs" }\n');
  await copyDocumentationPage(fresh);
  await rm(`${fresh}.old`, { recursive: true, force: true });
  await rename(dist, `${fresh}.old`).catch(() => {});
  await rename(fresh, dist);
  await rm(`${fresh}.old`, { recursive: true, force: true });
}

function fileOf(name) {
  return `packages/${name.replace(/^@/, '').replaceAll('/', '-')}`;
}

const keepSeparate = {
  name: 'keep-separate',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^.]/ }, ({ path }) => {
      if (path in separate) return { path: `./${fileOf(path)}.js`, external: true };
      return undefined;
    });
  },
};

/** commander uses child processes only for commands in files of their own, which rental does not have. */
const withoutChildProcesses = {
  name: 'without-child-processes',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes('/commander/') ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

const leaveOut = {
  name: 'leave-out',
  setup: ({ onLoad }) => {
    for (const filter of unused) onLoad({ filter }, () => ({ contents: 'module.exports = {};' }));
  },
};
/** Copies the sandbox's documentation page, so that it works offline and users do not install its package, which has telemetry. */
async function copyDocumentationPage(dist) {
  const from = dirname(require.resolve('swagger-ui-dist/package.json'));
  const to = join(dist, 'swagger-ui');
  const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];
  await mkdir(to, { recursive: true });
  for (const file of files) await cp(join(from, file), join(to, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(dirname(dirname(fileURLToPath(import.meta.url))));
