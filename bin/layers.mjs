/**
 * Bundles src in layers. Each layer is one file and holds what the layers before it do not, so that a command reads only the layers
 * it uses: reading code takes a large part of the start. Within a layer, a module still runs only when it is first used.
 */
import { join, relative } from 'node:path';

/** The modules that start a layer, with all that they import statically. The last layers hold the rest. */
const layers = [
  { name: 'main', entries: ['src/main.ts', 'src/cli/program.ts', 'src/cli/help/topics.ts', 'src/terminal/colour.ts'] },
  {
    name: 'run',
    entries: [
      'src/api/fields.ts',
      'src/cli/completion/index.ts',
      'src/cli/prepare.ts',
      'src/cli/usage-error.ts',
      'src/http/lookups.ts',
      'src/operators/config-schema.ts',
      'src/operators/connect.ts',
      'src/operators/stored-answers.ts',
      'src/operators/stored-names.ts',
      'src/render/error.ts',
      'src/render/index.ts',
      'src/terminal/progress.ts',
    ],
  },
  { name: 'help', entries: ['src/cli/help/index.ts', 'src/cli/help/topic-text.ts'] },
  {
    name: 'schema',
    entries: ['compare', 'json-schema', 'lists', 'program', 'quotes', 'smoke'].map(
      (file) => `src/documents/${file}.ts`,
    ),
  },
  { name: 'shared', entries: ['src/operators/shared-place.ts'] },
  { name: 'rest', entries: [], without: 'src/mcp/' },
  // With the package of the protocol, which is larger than all else.
  { name: 'mcp', entries: [] },
];

/** Bundles into `folder` and returns the metafiles. `options` are those of esbuild; `root` is the folder of the project. */
export async function bundleLayers(esbuild, { root, folder, options }) {
  const plan = await esbuild.build({
    ...options,
    entryPoints: ['src/main.ts'],
    outfile: join(folder, 'main.js'),
    write: false,
  });
  const layerOf = assignLayers(plan.metafile);
  const bundles = layers.map(({ name }) => {
    const files = [...layerOf].flatMap(([file, layer]) => (layer === name ? [file] : []));
    const getters = files.map(
      (file) => `get ${JSON.stringify(file)}() { return require(${JSON.stringify(`./${file}`)}); }`,
    );
    const main = name === 'main' ? `export * from './src/main.ts';` : '';
    return esbuild.build({
      ...options,
      stdin: {
        contents: `${main} export const modules = { ${getters.join(', ')} };`,
        resolveDir: root,
        sourcefile: name,
      },
      outfile: join(folder, `${name}.js`),
      // The schemas are data.
      sourcemap: name === 'schema' ? false : 'linked',
      sourcesContent: false,
      plugins: [...options.plugins, otherLayers(root, name, layerOf)],
    });
  });
  return [plan.metafile, ...(await Promise.all(bundles)).map(({ metafile }) => metafile)];
}

/** The layer of each module of ours. Each layer has its own copy of the packages that it uses. */
function assignLayers({ inputs }) {
  const layerOf = new Map();
  for (const { name, entries, without } of layers) {
    const rest = Object.keys(inputs).filter((file) => without === undefined || !file.startsWith(without));
    const visit = (file) => {
      if (layerOf.has(file) || inputs[file] === undefined || !file.startsWith('src/')) return;
      layerOf.set(file, name);
      for (const { path, kind } of inputs[file].imports) if (kind !== 'dynamic-import') visit(path);
    };
    (entries.length > 0 ? entries : rest).forEach(visit);
  }
  return layerOf;
}

/** An import of a module in another layer becomes a look-up there, when it is first used. */
function otherLayers(root, name, layerOf) {
  return {
    name: 'other-layers',
    setup: ({ onResolve, onLoad, resolve }) => {
      onResolve({ filter: /^[^./].*|^\./ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === 'seen' || from.namespace === 'layer') return undefined;
        const found = await resolve(path, { ...from, pluginData: 'seen' });
        const file = relative(root, found.path);
        const layer = layerOf.get(file);
        return layer === undefined || layer === name ? undefined : { path: file, namespace: 'layer' };
      });
      onLoad({ filter: /.*/, namespace: 'layer' }, ({ path }) => ({
        contents: `module.exports = require('./${layerOf.get(path)}.js').modules[${JSON.stringify(path)}];`,
      }));
      onResolve({ filter: /.*/, namespace: 'layer' }, ({ path }) => ({ path, external: true }));
    },
  };
}
