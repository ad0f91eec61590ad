/** Read by npm run lint and .ci/run. */
import { dirname } from 'node:path';
import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

/** What each layer may import besides itself, and the foundation, which all but `sandbox` and `bundle` may. All imports point downwards. */
const layers = {
  main: 'commands cli render terminal',
  // A command returns data: only `render` and the prompts measure a terminal.
  commands: 'cli mcp report documents trips operators planner api smoke sandbox types-of-terminal',
  cli: 'documents trips operators planner api terminal',
  // It escapes as a terminal does. Nothing but its command imports it.
  mcp: 'documents operators planner api terminal',
  // Its pages are made of documents alone. It makes visible what a terminal does.
  report: 'documents planner api terminal bundle',
  // Its channels tell people: in a terminal, by a command, by a webhook.
  trips: 'documents operators planner api http terminal',
  // `--sandbox` opens a session to the sandbox.
  operators: 'planner api http sandbox',
  planner: 'api',
  smoke: 'api',
  documents: 'api',
  api: 'http',
  http: '',
  render: 'terminal bundle',
  terminal: '',
  // The sandbox plays the service, so it shares no code with the client.
  sandbox: 'bundle',
  // The files that the build puts beside the program.
  bundle: '',
  foundation: '',
};
const alone = ['sandbox', 'bundle'];

const files = {
  main: 'src/main.ts',
  foundation: 'src/{document,errors,json,nearest,result,service,shape,text}.ts',
  bundle: 'src/bundled-files.ts',
};
const folders = Object.keys(layers).filter((layer) => !Object.hasOwn(files, layer));
const place = (layer) => (layer in files ? { file: { categories: layer } } : { element: { type: layer } });
const target = (layer) =>
  layer.startsWith('types-of-')
    ? { to: place(layer.slice('types-of-'.length)), dependency: { kind: 'type' } }
    : { to: place(layer) };

/** Strings that hold a flag, such as `--max-wait`. */
const flagTexts = ['Literal[value=/--[a-z]/]', 'TemplateElement[value.raw=/--[a-z]/]'].map((selector) => {
  return { selector, message: 'Name the field with a FieldText instead of the flag.' };
});

export default tseslint.config(
  { ignores: ['dist/', 'dist.*/', 'package/', 'release/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    files: ['src/**/*.ts'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': folders.map((type) => ({ type, pattern: `src/${type}` })),
      'boundaries/files': Object.entries(files).map(([category, pattern]) => ({ category, pattern })),
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
      'import/resolver': { node: { extensions: ['.ts', '.js'] } },
    },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: dirname(import.meta.dirname) } },
    rules: {
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: Object.entries(layers).map(([from, to]) => ({
            from: place(from),
            allow: [from, ...to.split(' ').filter(Boolean), ...(alone.includes(from) ? [] : ['foundation'])].map(
              target,
            ),
          })),
        },
      ],
      'no-console': 'error',
      'no-restricted-globals': ['error', { name: 'process', message: 'Use the Io that bin injects.' }],
      'no-restricted-imports': ['error', { paths: ['process', 'node:process'] }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'exit' },
        { object: 'URL', property: 'canParse', message: 'Use urlOf of src/text.ts.' },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['warn', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // The only file that reads `process`: it makes the Io that all other files use.
    files: ['src/terminal/io.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // Set up once, so that every run has the same inputs.
    files: ['test/**/*.ts'],
    ignores: ['test/support/property.ts'],
    rules: { 'no-restricted-imports': ['error', { name: 'fast-check', message: 'Import test/support/property.ts.' }] },
  },
  {
    // It returns a Result for all that it says; other commands can join as they do the same.
    files: ['src/commands/smoke/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ group: ['**/terminal/**'], allowTypeImports: true, message: 'Return it in the Result.' }] },
      ],
    },
  },
  // CommonJS: the program itself, because Node starts it faster, and what tests preload into it.
  { files: ['bin/*.js', '**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // Layers below the command line name fields: `name('maxWait')` in a FieldText. The command line makes flags of them.
  { files: ['src/planner/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...flagTexts] } },
  { files: ['src/{http,api}/**/*.ts'], rules: { 'no-restricted-syntax': ['warn', ...flagTexts] } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The escaping code matches control characters on purpose.
      'no-control-regex': 'off',
    },
  },
);
