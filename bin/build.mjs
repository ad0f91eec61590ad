/**
 * Run by bin/setup.mjs: bundles src and its packages into dist, in CommonJS, which Node starts
 * faster than ESM. Each `import()` begins a file, so a command reads only what it uses.
 */
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { packageOf, writeNotices } from './notices.mjs';

const root = dirname(import.meta.dirname);

/** Imports of packages that rental never reaches, and the code in their place (default: none). */
const replaced = [
  // commander starts child processes only for commands in files of their own.
  { importer: /\/commander\//, id: /^node:child_process$/ },
  // The server of rental checks its inputs itself.
  { importer: /\/@modelcontextprotocol\/server\//, id: /\/ajvProvider-\w+\.mjs$/ },
  { importer: /\/undici\//, id: /\/client-h2(\.js)?$/ },
  // undici then takes its parser without SIMD, which works everywhere: one of the two is enough.
  { importer: /\/undici\//, id: /\/llhttp_simd-wasm\.js$/, code: 'throw new Error();' },
  // undici uses two things of node:http, which takes Node 5 ms to load: a class, to see whether a
  // body is such a message, and the maximum size of headers.
  {
    importer: /\/undici\//,
    id: /^node:http$/,
    code: 'exports.IncomingMessage = class {}; exports.maxHeaderSize = 16_384;',
  },
  // Whether a stream has colour is our own decision.
  {
    importer: /\/chalk\//,
    id: /supports-color/,
    code: 'module.exports = { stdout: false, stderr: false };',
  },
  // The package's own entry also loads fetch, WebSocket, caches and mocks.
  {
    importer: /\/src\//,
    id: /^undici$/,
    code: `
      const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
      Dispatcher.prototype.request = require('undici/lib/api/api-request.js');
      Dispatcher.prototype.connect = require('undici/lib/api/api-connect.js');
      exports.Agent = require('undici/lib/dispatcher/agent.js');
      exports.buildConnector = require('undici/lib/core/connect.js');`,
  },
  // The package's CommonJS form: what its other one becomes is not CommonJS throughout.
  { importer: /\/src\//, id: /^jq-wasm$/, code: `module.exports = require('jq-wasm');` },
];

const output = {
  format: 'cjs',
  entryFileNames: '[name].js',
  // A lazy import must not start the ESM loader.
  dynamicImportInCjs: false,
  // Code stays in lines and functions keep their names, so that the traces of -v say where
  // something happened without source maps.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
};

/** The files that `bundledFile` of src reads, also in a single executable: paths from the root. */
export const programFiles = ['docs/guide.md', 'dist/jq.wasm.br', 'dist/report/page.css'];

export async function build() {
  const dist = join(root, 'dist');
  // Build in another folder and rename it, so that a program that starts meanwhile finds a complete
  // dist.
  const fresh = `${dist}.${process.pid}`;
  await mkdir(fresh);
  await Promise.all([
    writeProgram(fresh),
    cp(join(root, 'src', 'report', 'page.css'), join(fresh, 'report', 'page.css')),
    writePacked(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm'), join(fresh, 'jq.wasm')),
  ]);
  await rm(`${fresh}.old`, { recursive: true, force: true });
  await rename(dist, `${fresh}.old`).catch(() => {});
  await rename(fresh, dist);
  await rm(`${fresh}.old`, { recursive: true, force: true });
}

async function writeProgram(dist) {
  const { rolldown } = await import('rolldown');
  const program = await rolldown(input({ main: join(root, 'src', 'main.ts') }));
  const { output: files } = await program.write({
    ...output,
    dir: dist,
    chunkFileNames: fileOf,
    codeSplitting: {
      groups: [
        // Everything loads main.js, so what it needs is nowhere else.
        { name: 'main', tags: ['$initial'] },
        // Apart from our modules, so that a trace shows whose code it is.
        { name: 'packages', test: (module) => packageOf(module) !== undefined, entriesAware: true },
      ],
    },
  });
  await writeFile(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  const modules = files.flatMap(({ moduleIds = [] }) => moduleIds);
  await writeNotices(dist, modules);
}

/** The options of rolldown for the program and the manual. */
function input(entries, plugins = []) {
  return {
    cwd: root,
    input: entries,
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    // Some packages have a CommonJS entry that no bundler can follow.
    resolve: { mainFields: ['module', 'main'] },
    // Packages log what they send, passwords too, if this variable asks them.
    transform: { target: 'node20.18', define: { 'process.env.DEBUG': 'undefined' } },
    plugins: [replace(), ...plugins],
  };
}

function replace() {
  return {
    name: 'replace',
    resolveId(id, importer = '') {
      const index = replaced.findIndex(
        (one) => one.id.test(id) && one.importer.test(importer.replaceAll(sep, '/')),
      );
      return index === -1 ? undefined : join(root, `replaced-${index}.cjs`);
    },
    load(id) {
      const [, index] = /\breplaced-(\d+)\.cjs$/.exec(id) ?? [];
      return index && (replaced[index].code ?? 'module.exports = {};');
    },
  };
}

/**
 * A file that holds only packages is named after its last one, which is the one that imports the
 * others.
 */
function fileOf({ moduleIds }) {
  const folder = moduleIds.map(packageOf).findLast(Boolean);
  if (folder === undefined || moduleIds.some((module) => module.startsWith(join(root, 'src'))))
    return '[name].js';
  const [, name] = /[\\/]node_modules[\\/]@?([^]+)$/.exec(folder);
  return `packages/${name.replace(/[\\/]/, '-')}.js`;
}

/**
 * Writes what is in `from` to `to` with the ending `.br`: smaller than in the gzip of npm. The best
 * quality takes seconds, so bin/pack.mjs packs again.
 */
async function writePacked(from, to) {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  await writeFile(`${to}.br`, await promisify(brotliCompress)(await readFile(from), options));
}

/**
 * Writes the manual pages, for what is published. They are made from the same data as the help, by
 * code that is not a part of the program.
 */
export async function writeManual(folder) {
  // In a folder of the root, as dist is, so that it finds other files of the project.
  const work = await mkdtemp(join(root, 'dist.'));
  const file = join(work, 'module.cjs');
  await writeSingle('bin/man.mts', { format: 'cjs', file });
  const { manualPages } = createRequire(import.meta.url)(file);
  await rm(work, { recursive: true });
  await mkdir(folder);
  for (const page of manualPages()) await writeFile(join(folder, page.file), page.text);
}

/** The program in one file, which finds its other files in a single executable. */
export async function bundleProgram(file) {
  const entry = {
    name: 'entry',
    resolveId: (id) => (id === '../dist/main.js' ? join(root, 'src', 'main.ts') : undefined),
  };
  await writeSingle('bin/rental.js', { ...output, file }, [entry]);
}

async function writeSingle(path, options, plugins) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown(input(join(root, path), plugins));
  await bundle.write({ ...options, codeSplitting: false });
}
