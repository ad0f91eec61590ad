/** Read by npm run lint and .ci/run: finds circles among source files, type-only imports included, and imports that a layer may not have. */

/** What each folder of src may import besides itself and, all but `sandbox`, the files at the top of src. All imports point downwards. */
const layers = {
  // A command returns data: only `render` and the prompts measure a terminal.
  commands: 'cli mcp report documents trips operators planner api smoke sandbox terminal',
  cli: 'documents trips operators planner api terminal',
  // It escapes as a terminal does. Nothing but its command imports it.
  mcp: 'documents operators planner api terminal',
  // Its pages are made of documents alone. It makes visible what a terminal does.
  report: 'documents planner api terminal',
  // Its channels tell people: in a terminal, by a command, by a webhook.
  trips: 'documents operators planner api http terminal',
  // `--sandbox` opens a session to the sandbox.
  operators: 'planner api http sandbox',
  planner: 'api',
  smoke: 'api',
  documents: 'api',
  api: 'http',
  http: '',
  render: 'terminal',
  terminal: '',
  // The sandbox plays the service, so it shares no code with the client.
  sandbox: '',
};

const bundled = 'bundled-files\\.ts$';

/** `main.ts` begins everything; the sandbox shares one file with the client: where the build puts other files. */
const layerRules = Object.entries(layers).map(([layer, below]) => {
  const atTop = layer === 'sandbox' ? bundled : '(?!main)[\\w-]+\\.ts$';
  const allowed = [layer, ...below.split(' ').filter(Boolean)].map((name) => `${name}/`);
  return {
    name: `layer-${layer}`,
    comment: 'Imports point downwards: see the table of layers.',
    severity: 'error',
    from: { path: `^src/${layer}/` },
    to: { path: '^src/', pathNot: `^src/(${[...allowed, atTop].join('|')})` },
  };
});

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Move what both files need into one of them, or into a file below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layerRules,
    {
      name: 'result-not-terminal',
      comment: 'A command returns a Result for all that it says; only what asks questions knows the terminal.',
      severity: 'error',
      from: { path: '^src/commands/smoke/' },
      to: { path: '^src/terminal/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'layer-unknown',
      comment: 'A new folder needs a line in the table of layers.',
      severity: 'error',
      from: {},
      to: { path: `^src/(?!(${Object.keys(layers).join('|')})/)[^/]+/` },
    },
    {
      name: 'nothing-above-the-top',
      comment: 'What all layers may import imports none of them.',
      severity: 'error',
      from: { path: '^src/(?!main)[\\w-]+\\.ts$' },
      to: { path: '^src/[\\w-]+/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports disappear when TypeScript compiles; look before that.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
