/** What the pages name and link to exists, and what exists is named. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { variableOf } from '../src/cli/flags.ts';
import { globalFlags } from '../src/cli/global-flags.ts';
import { readCommandLine } from '../src/cli/program.ts';
import { withSubcommands } from '../src/cli/command.ts';
import { commands } from '../src/commands/index.ts';
import { anchorsOf, codeOf, commandLinesOf, linksOf } from './support/markdown.ts';
import { run } from './support/run.ts';

const pages = [...readdirSync('.'), ...readdirSync('docs').map((file) => `docs/${file}`)].filter(
  (file) => file.endsWith('.md'),
);
type Flags = (typeof commands)[number]['flags'];
const read = (page: string): string => readFileSync(page, 'utf8');

test.each(pages)('%s runs commands and flags of rental that exist', async (page) => {
  const lines = commandLinesOf(read(page)).filter(([first]) => first === 'rental');
  const problems = lines.map(([, ...words]) =>
    readCommandLine(words, commands).then(
      String,
      (error: Error) => `${error.message} in ${words.join(' ')}`,
    ),
  );
  const wrong = (await Promise.all(problems)).filter((problem) =>
    /unknown (command|option)/.test(problem),
  );
  // The example of CONTRIBUTING.md makes this command.
  expect(wrong.filter((problem) => !problem.includes('"hours"'))).toEqual([]);
});

test.each(pages)('%s names flags and variables that exist', (page) => {
  const code = codeOf(read(page)).filter((text) => /^(--[a-z]|RENTAL_)/.test(text));
  const flags = code.flatMap((text) => text.match(/^--[a-z-]+/) ?? []);
  const variables = [...read(page).matchAll(/\bRENTAL_[A-Z_]+\b/g)].map(([name]) => name);
  const others =
    'STATE_DIR PAGER EVENT TRIP TEXT TEST_BINARY TEST_NODE TEST_PICTURES TEST_THOROUGH'.split(' ');
  const known = [
    ...Object.keys(globalFlags).map(variableOf),
    ...others.map((name) => `RENTAL_${name}`),
  ];
  const all = Object.entries(
    Object.assign(
      {},
      globalFlags,
      ...withSubcommands(commands).map((command) => command.flags),
    ) as Flags,
  );
  const allFlags = all.flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((one) => `--${one}`),
  );
  // Of commander, npm, Node and V8.
  const foreign = ['--help', '--version', '--build-sea', '--silent', '--prefix', '--liftoff-only'];
  expect(flags.filter((flag) => ![...allFlags, ...foreign].includes(flag))).toEqual([]);
  expect(variables.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(pages)('%s names files of the project that exist', (page) => {
  const root = /^(?:\.\/)?((?:src|test|docs|bin|bench|\.ci|\.config|\.github)\/[\w./-]+)$/;
  const words = codeOf(read(page)).flatMap((text) => text.split(/\s+/));
  const files = words.flatMap((word) => root.exec(word)?.[1] ?? []);
  const example = /\/hours(\.test)?\.ts$/;
  expect(files.filter((file) => !existsSync(file) && !example.test(file))).toEqual([]);
});

test.each([
  ['docs/architecture.md', ['src', 'test']],
  ['docs/slots.md', ['src/http', 'test/http']],
])('%s names files without their folder that are in %j', (page, folders) => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const named = codeOf(read(page)).filter((text) => /^[\w/-]+\.ts$/.test(text));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual(
    [],
  );
});

test.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/slots.md'])(
  '%s names code that exists',
  (page) => {
    const files = ['src', 'bin', 'test', '.config'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ),
    );
    const source = [
      ...files.map((file) => read(join(file.parentPath, file.name))),
      JSON.stringify(manifest),
    ].join('\n');
    const names = codeOf(read(page)).flatMap(
      (text) => /^([A-Za-z]+)(?:\(.*\))?$/.exec(text)?.[1] ?? [],
    );
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
  },
);

test.each(pages)(
  '%s installs nothing from a registry, and runs scripts and tools that exist',
  (page) => {
    const wrong = commandLinesOf(read(page)).flatMap(([program, ...words]) => {
      const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
      // The `--` of `npm run dev -- depots` ends what is meant for npm.
      if (program === 'npm' && first === 'run')
        return second in manifest.scripts ? [] : [`npm run ${second}`];
      if (program === 'npm' && ['install', 'i', 'add', 'exec'].includes(first)) {
        return second === '' || second.startsWith('./') ? [] : [`npm ${first} ${second}`];
      }
      // Without the packages of the tests, npx would fetch another version.
      return program === 'npx' ? [`npx ${first}`] : [];
    });
    expect(wrong).toEqual([]);
  },
);

test.each(pages)('%s links to files and headings that exist', (page) => {
  const dead = linksOf(read(page)).filter(({ path, anchor }) => {
    const target = path === '' ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== '' && !anchorsOf(read(target)).includes(anchor));
  });
  expect(dead).toEqual([]);
});

test('the guide names every command', () => {
  const text = read('docs/guide.md');
  expect(
    commands.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
  ).toEqual([]);
});

test('the help names every flag', async () => {
  for (const { name, flags } of withSubcommands(commands)) {
    const { stdout } = await run([...name.split(' '), '--help']);
    expect([name, ...Object.keys(flags).filter((flag) => !stdout.includes(`  --${flag}`))]).toEqual(
      [name],
    );
  }
  const { stdout } = await run(['help', 'flags']);
  expect(Object.keys(globalFlags).filter((flag) => !stdout.includes(`--${flag}`))).toEqual([]);
  expect(stdout).toContain(`variable, such as ${variableOf('max-wait')},`);
});
