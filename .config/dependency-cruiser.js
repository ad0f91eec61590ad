/**
 * Read by npm run lint and .ci/run: finds circles among source files, type-only imports included,
 * and imports that a room may not have.
 */

/**
 * The rooms that each room may import besides itself. All but `sandbox`, `bundle` and `base` may also
 * import the foundation and `base`. All imports point down this list.
 */
const rooms = {
  main: 'commands cli trips render terminal',
  // A command returns data. It imports only types of `terminal` (a rule below), because only
  // `render` and the prompts measure a terminal.
  commands:
    'cli mcp report trips compare views documents operators resolve planner api smoke sandbox terminal',
  // A tool is a command, which it finds by name. It escapes as a terminal does.
  mcp: 'cli views documents operators planner api terminal',
  cli: 'trips documents operators resolve planner api terminal bundle',
  // Pages are made of documents alone. They show invisible characters as a terminal does.
  report: 'views documents planner api terminal bundle',
  render: 'documents terminal bundle',
  // It reports events on stdout and by a command.
  trips: 'compare views documents operators planner api terminal',
  // A report of smoke is a document. It checks fees with the planner.
  smoke: 'documents planner api http terminal',
  // It shows events of `http`, and finds names as every command does.
  terminal: 'http resolve planner',
  // From the texts of a request to ranked offers, their document and its view (rules below).
  compare: 'resolve search views documents planner api',
  // What people are shown of a document: in a terminal, on a page, by an assistant.
  views: 'documents planner api',
  // Chooses what to ask for; it knows numbers and keys only.
  search: '',
  // `--sandbox` opens a session to the sandbox.
  operators: 'planner api http sandbox',
  // Divides, counts and matches what a user wrote. Everything else has ids and whole names.
  resolve: 'planner api',
  documents: 'planner api',
  planner: 'api',
  api: 'http',
  http: '',
  // The sandbox plays the service, so it shares no code with the client.
  sandbox: 'bundle',
  // The files that the build puts beside the program.
  bundle: '',
  foundation: 'base',
  base: '',
};
const alone = ['sandbox', 'bundle', 'base'];
const files = {
  main: 'main',
  bundle: 'bundled-files',
  foundation: '(result|shape|shape-schema)',
};
const placeOf = (room) => (files[room] === undefined ? `${room}/` : `${files[room]}\\.ts$`);
const pathOf = (names) => `^src/(${names.map(placeOf).join('|')})`;

const roomRules = Object.entries(rooms).map(([room, below]) => ({
  name: `room-${room}`,
  comment: 'Imports point down the table of rooms.',
  severity: 'error',
  from: { path: pathOf([room]) },
  to: {
    path: '^src/',
    pathNot: pathOf([
      room,
      ...below.split(' ').filter(Boolean),
      ...(alone.includes(room) ? [] : ['foundation', 'base']),
    ]),
  },
}));

/**
 * The floors of the comparison: what each may not import of the room. The request and the engine
 * have values only, and the view has the document. No floor imports a file without a folder.
 */
const floors = {
  'request/': '(engine|view)/|[^/]+\\.ts$',
  'engine/': 'view/|[^/]+\\.ts$',
  'view/': '(engine|request)/|[^/]+\\.ts$',
};
const insideCompare = [
  ...Object.entries(floors).map(([floor, above]) => ({
    name: `compare-${floor.slice(0, -1)}`,
    comment:
      'Imports point downwards: the files without a folder, then the view, then the engine, then the request.',
    severity: 'error',
    from: { path: `^src/compare/${floor}` },
    to: { path: `^src/compare/(${above})` },
  })),
  {
    name: 'compare-engine-has-values',
    comment: 'Resolve it in src/compare/resolve-question.ts.',
    severity: 'error',
    from: { path: '^src/compare/engine/' },
    to: { path: '^src/resolve/' },
  },
  {
    name: 'compare-engine-is-inside',
    comment: 'Import a file without a folder, the request or the view.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/compare/' },
    to: { path: '^src/compare/engine/', dependencyTypesNot: ['type-only'] },
  },
];

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Move what both files need into one of them, or into a file below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...roomRules,
    {
      name: 'commands-types-of-terminal',
      comment: 'Return it in the Result.',
      severity: 'error',
      from: { path: pathOf(['commands']) },
      to: { path: pathOf(['terminal']), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'texts-are-read-in-resolve',
      comment: 'Add a function to src/resolve that returns ids and whole names.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/resolve/' },
      to: { path: '^src/resolve/(match|read)\\.ts$' },
    },
    ...insideCompare,
    {
      name: 'room-unknown',
      comment: 'A new folder or file at the top needs a place in the table of rooms.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: pathOf(Object.keys(rooms)) },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports disappear when TypeScript compiles; look before that.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
