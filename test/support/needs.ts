/**
 * What some tests need beside the packages of the tests. Each need is a tag: `{ tags: ['jq'] }` on
 * a test, or `@module-tag jq` at the top of a file. Tests whose need is missing are skipped; in the
 * gate they run, and fail. It runs outside of the tests too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import packages from './debian.json' with { type: 'json' };
import { isThorough } from './thorough.ts';

/** `remedy` says what is missing and how to get it. */
export const needs = [
  ...(Object.keys(packages) as ToolName[]).map((name) => {
    return { name, isMet: pathOf(name) !== undefined, remedy: `${name}: apt-get install ${name}` };
  }),
  {
    name: 'prism',
    isMet: prismFolder() !== undefined,
    remedy: 'Prism: test/smoke/fetch-prism.sh fetches it',
  },
  {
    name: 'mounts',
    isMet: canMount(),
    remedy: 'mounts: root can make them, in a container if it is privileged',
  },
  {
    name: 'node',
    isMet: !process.env['RENTAL_TEST_BINARY'],
    remedy: 'node: run the tests without RENTAL_TEST_BINARY, which names a single executable',
  },
  // Long, and a change of the program seldom breaks them.
  { name: 'long', isMet: isThorough, remedy: 'time: .ci/run and RENTAL_TEST_THOROUGH=1 run them' },
];

export const tags = needs.map(({ name }) => ({ name, ...(isSkipped(name) ? { skip: true } : {}) }));

/** Whether tests with this tag are skipped. */
export function isSkipped(tag: string): boolean {
  return (
    !process.env['RENTAL_TEST_STRICT'] && needs.some(({ name, isMet }) => name === tag && !isMet)
  );
}

export type ToolName = keyof typeof packages;

/** Where the program of a Debian package is; undefined if it is not installed. */
export function pathOf(name: ToolName): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return packages[name]
    .flatMap((file) => folders.map((folder) => join(folder, file)))
    .find((path) => existsSync(path));
}

/** The folder of `test/smoke/fetch-prism.sh`. */
export function prismFolder(): string | undefined {
  const { RENTAL_TEST_CACHE, XDG_CACHE_HOME } = process.env;
  const cache =
    RENTAL_TEST_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'rental-test');
  const folders = existsSync(cache)
    ? readdirSync(cache).filter((name) => name.startsWith('prism-'))
    : [];
  const found = folders.sort().findLast((name) => existsSync(join(cache, name, 'done')));
  return found === undefined ? undefined : join(cache, found);
}

/** In a mount namespace of its own, so that nothing stays behind. */
function canMount(): boolean {
  return spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}
