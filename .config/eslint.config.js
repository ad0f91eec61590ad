import { dirname } from 'node:path';
import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

/** What each layer may import, besides itself. One way, no back and forth. */
const layers = {
  main: ['commands', 'cli', 'render', 'terminal', 'foundation'],
  commands: ['cli', 'operators', 'planner', 'api', 'smoke', 'sandbox', 'terminal', 'foundation'],
  cli: ['operators', 'planner', 'api', 'terminal', 'foundation'],
  // The sandbox is here because `--sandbox` opens a session to it.
  operators: ['planner', 'api', 'http', 'sandbox', 'foundation'],
  planner: ['api', 'foundation'],
  smoke: ['api', 'foundation'],
  api: ['http', 'foundation'],
  http: ['foundation'],
  render: ['terminal', 'foundation'],
  terminal: ['foundation'],
  // The sandbox is the other side of the wire: it shares nothing with the client.
  sandbox: [],
  foundation: [],
};

const folders = Object.keys(layers).filter((layer) => layer !== 'main' && layer !== 'foundation');
const files = { main: 'src/main.ts', foundation: 'src/{errors,result,text}.ts' };
const place = (layer) => (layer in files ? { file: { categories: layer } } : { element: { type: layer } });

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'reports/', '.stryker-tmp/'] },
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
            allow: [from, ...to].map((layer) => ({ to: place(layer) })),
          })),
        },
      ],
      'no-console': 'error',
      'no-restricted-globals': ['error', { name: 'process', message: 'Take an Io instead: only bin reads process.' }],
      'no-restricted-imports': ['error', { paths: ['process', 'node:process'] }],
      'no-restricted-properties': ['error', { object: 'process', property: 'exit' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['warn', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // The one module of src that is the process: it makes the Io that all others take.
    files: ['src/terminal/io.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A control character in a pattern is the point of the escaping code.
      'no-control-regex': 'off',
    },
  },
);
