/** What the pages name and link to exists, and what exists is named. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { variableOf } from '../src/cli/flags.ts';
import { globalFlags } from '../src/cli/global-flags.ts';
import { commands } from '../src/commands/index.ts';
import { anchorsOf, codeOf, commandLinesOf, linksOf } from './support/markdown.ts';
import { run } from './support/run.ts';

const pages = [...readdirSync('.'), ...readdirSync('docs').map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
);
const read = (page: string): string => readFileSync(page, 'utf8');

/** Of `commands[].flags`, with the aliases. */
function spellings(flags: (typeof commands)[number]['flags']): string[] {
  return Object.entries(flags).flatMap(([name, { aliases = [], short }]) => [
    ...[name, ...aliases].map((one) => `--${one}`),
    ...(short === undefined ? [] : [`-${short}`]),
  ]);
}

const everywhere = [...spellings(globalFlags), '--help', '-h', '--version', '-V'];
const flagsOf = new Map(
  commands.flatMap(({ name, aliases = [], flags }) =>
    [name, ...aliases].map((one) => [one, [...everywhere, ...spellings(flags)]] as const),
  ),
);
const allFlags = [...new Set([...everywhere, ...[...flagsOf.values()].flat()])];

test.each(pages)('%s runs commands and flags of rental that exist', (page) => {
  const lines = commandLinesOf(read(page)).filter(([first]) => first === 'rental');
  const wrong = lines.flatMap(([, ...words]) => {
    // The flags before the command are global.
    const command = words.find((word) => !word.startsWith('-')) ?? '';
    const isPlaceholder = !/^[a-z]/.test(command);
    const known = isPlaceholder || command === 'help' ? allFlags : flagsOf.get(command);
    if (known === undefined) return [`rental ${command}`];
    const flags = words.map((word) => word.replace(/=.*/, '')).filter((word) => /^--?[a-zA-Z]/.test(word));
    // `-qv` are two flags.
    const single = flags.flatMap((flag) =>
      /^-[a-zA-Z]+$/.test(flag) ? [...flag.slice(1)].map((one) => `-${one}`) : flag,
    );
    return single.filter((flag) => !known.includes(flag)).map((flag) => `rental ${command} ${flag}`);
  });
  // The example of CONTRIBUTING.md makes this command.
  expect(wrong.filter((one) => one !== 'rental hours')).toEqual([]);
});

test.each(pages)('%s names flags and variables that exist', (page) => {
  const code = codeOf(read(page)).filter((text) => /^(--[a-z]|RENTAL_)/.test(text));
  const flags = code.flatMap((text) => text.match(/^--[a-z-]+/) ?? []);
  const variables = [...read(page).matchAll(/\bRENTAL_[A-Z_]+\b/g)].map(([name]) => name);
  const others = ['STATE_DIR', 'PAGER', 'WEBHOOK', 'TEST_BINARY', 'TEST_NODE', 'TEST_PICTURES', 'TEST_THOROUGH', ''];
  const known = [...Object.keys(globalFlags).map(variableOf), ...others.map((name) => `RENTAL_${name}`)];
  // Of npm, Node and V8.
  const foreign = ['--build-sea', '--silent', '--prefix', '--liftoff-only'];
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

test.each(pages)('%s installs nothing from a registry, and runs scripts and tools that exist', (page) => {
  const wrong = commandLinesOf(read(page)).flatMap(([program, ...words]) => {
    const [first = '', second = ''] = words.filter((word) => !word.startsWith('-'));
    // The `--` of `npm run dev -- depots` ends what is meant for npm.
    if (program === 'npm' && first === 'run') return second in manifest.scripts ? [] : [`npm run ${second}`];
    if (program === 'npm' && ['install', 'i', 'add', 'exec'].includes(first)) {
      return second === '' || second.startsWith('./') ? [] : [`npm ${first} ${second}`];
    }
    // Without the packages of the tests, npx would fetch another version.
    return program === 'npx' ? [`npx ${first}`] : [];
  });
  expect(wrong).toEqual([]);
});

test.each(pages)('%s links to files and headings that exist', (page) => {
  const dead = linksOf(read(page)).filter(({ path, anchor }) => {
    const target = path === '' ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== '' && !anchorsOf(read(target)).includes(anchor));
  });
  expect(dead).toEqual([]);
});

test.each(['README.md', 'docs/guide.md'])('%s names every command', (page) => {
  const text = read(page);
  expect(commands.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('the manual names every flag', () => {
  const manual = ['guide', 'wizard', 'compare', 'trips', 'completion', 'ci', 'sandbox'];
  const text = manual.flatMap((page) => codeOf(read(`docs/${page}.md`))).join('\n');
  const flags = [...Object.keys(globalFlags), ...commands.flatMap((command) => Object.keys(command.flags))];
  const isNamed = (flag: string): boolean => new RegExp(`--${flag}(?![\\w-])`).test(text);
  expect(
    [...new Set(flags)].filter((flag) => !isNamed(flag)),
    'flags that the manual does not name',
  ).toEqual([]);
});

test('the help names every flag', async () => {
  for (const { name, flags } of commands) {
    const { stdout } = await run([name, '--help']);
    expect([name, ...Object.keys(flags).filter((flag) => !stdout.includes(`  --${flag}`))]).toEqual([name]);
  }
  const { stdout } = await run(['help', 'flags']);
  const words = Object.keys(globalFlags).flatMap((flag) => [`--${flag}`, variableOf(flag)]);
  expect(words.filter((word) => !stdout.includes(word))).toEqual([]);
});
