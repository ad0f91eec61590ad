/** Read by npm run lint and .ci/run. */
import { dirname } from 'node:path';
import tseslint from 'typescript-eslint';

/** Strings that hold a flag, such as `--max-wait`. */
const flagTexts = ['Literal[value=/--[a-z]/]', 'TemplateElement[value.raw=/--[a-z]/]'].map(
  (selector) => {
    return {
      selector,
      message: "Name the field, as fieldText('{maxWait} …') does, instead of the flag.",
    };
  },
);

/** Titles in `test('…')` and in `test.each(…)('…')`. */
const longTitles = ['callee.name', 'callee.callee.object.name'].map((name) => {
  return {
    selector: `CallExpression[${name}=/^(test|it)$/] > Literal:first-child[value=/.{91}/]`,
    message: 'A title says one behaviour, in at most 90 characters.',
  };
});

export default tseslint.config(
  { ignores: ['dist/', 'dist.*/', 'package/', 'release/'] },
  ...tseslint.configs.recommended,
  {
    files: ['src/**/*.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: dirname(import.meta.dirname) },
    },
    rules: {
      'no-console': 'error',
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Use the Io that bin injects.' },
      ],
      'no-restricted-imports': [
        'error',
        // To load a part of Node later needs no Io.
        ...['process', 'node:process'].map((name) => ({
          name,
          allowImportNames: ['getBuiltinModule'],
        })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'exit' },
        { object: 'URL', property: 'canParse', message: 'Use urlOf of src/base/addresses.ts.' },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['warn', { max: 240, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['warn', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // The only file that reads `process`: it makes the Io that all other files use.
    files: ['src/terminal/io.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // fast-check is set up in test/support/property.ts, so that every run has the same inputs.
    files: ['test/**/*.ts'],
    ignores: ['test/support/property.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Import test/support/property.ts.' },
      ],
    },
  },
  // CommonJS: the program itself, because Node starts it faster, and what tests preload into it.
  { files: ['bin/*.js', '**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // Rooms below the command line name fields: `fieldText('{maxWait} …')`. The command line makes flags
  // of them. Other rooms also write whole commands, which have flags.
  {
    files: ['src/{planner,http,api,base,resolve,search}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...flagTexts] },
  },
  {
    files: ['test/**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...longTitles] },
  },
  {
    rules: {
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // The escaping code matches control characters on purpose.
      'no-control-regex': 'off',
    },
  },
);
