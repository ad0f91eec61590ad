/**
 * Bundles src and the packages into dist: one file of our own code, and one for each package that only some commands load. Few
 * files in CommonJS start much faster than many in ESM.
 */
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Packages in files of their own, which are read when a command first uses them, and what these files export. Our modules get
 * `module.exports` as the default, as Node does it.
 */
const separate = {
  // Both of its entries, which share most of their code.
  '@modelcontextprotocol/server': `
    export { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
    export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';`,
  '@inquirer/prompts': `export { checkbox, confirm, input, search, select } from '@inquirer/prompts';`,
  'chrono-node/en': `export * from 'chrono-node/en';`,
  'cli-table3': `module.exports = require('cli-table3');`,
  'csv-stringify/sync': `export { stringify } from 'csv-stringify/sync';`,
  ioredis: `export { AbstractConnector, Redis } from 'ioredis';`,
  'jsonc-parser': `export * from 'jsonc-parser';`,
  open: `module.exports = require('open').default;`,
  ora: `module.exports = require('ora').default;`,
  parse5: `export { parse } from 'parse5';`,
  'string-width': `module.exports = require('string-width').default;`,
  // The package's own entry also loads fetch, WebSocket, caches and mocks.
  undici: `
    // undici's parser is WebAssembly. Node 20 also compiles it a second, slower time, and does not end before that is done.
    if (parseInt(process.versions.node) < 22) require('node:v8').setFlagsFromString('--liftoff-only');
    const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
    Dispatcher.prototype.request = require('undici/lib/api/api-request.js');
    Dispatcher.prototype.connect = require('undici/lib/api/api-connect.js');
    exports.Agent = require('undici/lib/dispatcher/agent.js');
    exports.Pool = require('undici/lib/dispatcher/pool.js');
    exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent.js');
    exports.buildConnector = require('undici/lib/core/connect.js');
    exports.errors = require('undici/lib/core/errors.js');`,
  'write-file-atomic': `module.exports = require('write-file-atomic');`,
  yaml: `export * from 'yaml';`,
};

/** What packages load at their start although rental never reaches it: by the importer and what it imports. */
const unused = [
  // commander starts child processes only for commands in files of their own.
  { importer: /\/commander\//, path: /^node:child_process$/ },
  // Prints every message to the server, passwords included, if a variable named DEBUG says so.
  { importer: /\/ioredis\//, path: /^debug$/, contents: 'exports.default = () => ({ enabled: false });' },
  // The server of rental checks its inputs itself.
  { importer: /\/@modelcontextprotocol\/server\//, path: /\/ajvProvider-\w+\.mjs$/ },
  { importer: /\/undici\//, path: /\/(client-h2|socks5-proxy-agent)(\.js)?$/ },
];

const shared = {
  bundle: true,
  platform: 'node',
  // Some packages have a CommonJS entry that no bundler can follow.
  mainFields: ['module', 'main'],
  format: 'cjs',
  target: 'node20.18',
  minifySyntax: true,
  minifyWhitespace: true,
  // CommonJS has no import.meta.
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: "const importMetaUrl=require('node:url').pathToFileURL(__filename).href;" },
  // A lazy import must not start the ESM loader.
  supported: { 'dynamic-import': false },
  // `rental help` shows sections of the manual.
  loader: { '.md': 'text' },
  logLevel: 'warning',
  metafile: true,
};

export async function build(root) {
  const esbuild = await import('esbuild');
  const { bundleLayers } = await import('./layers.mjs');
  const { writeNotices } = await import('./notices.mjs');
  const dist = join(root, 'dist');
  // Build in another folder and rename it, so that a program that starts meanwhile finds a complete dist.
  const fresh = `${dist}.${process.pid}`;
  const options = { ...shared, absWorkingDir: root };
  const own = bundleLayers(esbuild, {
    root,
    folder: fresh,
    options: { ...options, plugins: [leaveOut, keepSeparate] },
  });
  // It shares no code with the rest.
  const sandbox = esbuild.build({
    ...options,
    entryPoints: ['src/sandbox/index.ts'],
    minifyIdentifiers: true,
    outfile: join(fresh, 'sandbox.js'),
    plugins: [keepSeparate],
  });
  const packages = Object.entries(separate).map(([name, contents]) => {
    const stdin = { contents, resolveDir: root, sourcefile: name };
    // Without source maps, so names may be short.
    const settings = { ...options, stdin, minifyIdentifiers: true, plugins: [leaveOut] };
    return esbuild.build({ ...settings, outfile: join(fresh, fileOf(name)) });
  });
  const bundles = await Promise.all([sandbox, ...packages]);
  await writeFile(join(fresh, 'package.json'), '{ "type": "commonjs" }\n');
  await writeNotices(root, fresh, [...(await own), ...bundles.map(({ metafile }) => metafile)]);
  await copyDocumentationPage(fresh);
  await writeManual(esbuild, fresh, { ...options, plugins: [leaveOut, keepSeparate] });
  await rm(`${fresh}.old`, { recursive: true, force: true });
  await rename(dist, `${fresh}.old`).catch(() => {});
  await rename(fresh, dist);
  await rm(`${fresh}.old`, { recursive: true, force: true });
}

function fileOf(name) {
  return `packages/${name.replace(/^@/, '').replaceAll('/', '-')}.js`;
}

const keepSeparate = {
  name: 'keep-separate',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/sandbox\/index\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './sandbox.js', external: true },
    );
    onResolve({ filter: /^[^.]/ }, ({ path }) =>
      Object.hasOwn(separate, path) ? { path: `./${fileOf(path)}`, external: true } : undefined,
    );
    onResolve({ filter: /^@modelcontextprotocol\/server\/stdio$/ }, () => ({
      path: `./${fileOf('@modelcontextprotocol/server')}`,
      external: true,
    }));
  },
};

const leaveOut = {
  name: 'leave-out',
  setup: ({ onResolve, onLoad }) => {
    for (const { importer, path: filter, contents = 'module.exports = {};' } of unused) {
      onResolve({ filter }, (import_) =>
        importer.test(import_.importer)
          ? { path: import_.path.replace(/\.mjs$/, '.js'), namespace: 'unused', pluginData: { contents } }
          : undefined,
      );
    }
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ pluginData }) => pluginData);
  },
};

/** Copies the sandbox's documentation page, so that it works offline and users do not install its package, which has telemetry. */
async function copyDocumentationPage(dist) {
  const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const to = join(dist, 'swagger-ui');
  const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];
  await mkdir(to, { recursive: true });
  for (const file of files) await cp(join(from, file), join(to, file));
}

/** The manual pages are made from the same data as the help, by code that is no part of the program. */
async function writeManual(esbuild, dist, options) {
  const contents = `
    export { manualPages } from './bin/man.mts';
    export { commands } from './src/commands/index.ts';`;
  const outfile = join(dist, 'manual.cjs');
  await esbuild.build({ ...options, stdin: { contents, resolveDir: options.absWorkingDir }, outfile });
  const { manualPages, commands } = createRequire(import.meta.url)(outfile);
  await rm(outfile);
  await mkdir(join(dist, 'man'));
  for (const { file, text } of manualPages(commands)) await writeFile(join(dist, 'man', file), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build(dirname(dirname(fileURLToPath(import.meta.url))));
