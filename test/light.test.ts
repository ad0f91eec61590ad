/** A command loads only the packages it uses. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';

const heavy = [
  '@inquirer',
  'ora',
  'undici',
  'zod',
  'hono',
  '@hono',
  'chrono-node',
  'cli-table3',
  'csv-stringify',
  'yaml',
  'open',
  'write-file-atomic',
  'jsonc-parser',
];

/** Runs the real program and returns the heavy packages it loads. */
async function loadedBy(args: readonly string[]): Promise<string[]> {
  const trace = join(temporaryFolder(), 'loads');
  const hook = pathToFileURL(resolve('test/support/trace-loads.js')).href;
  const ended = await program(args, { env: { TRACE_LOADS: trace, NODE_OPTIONS: `--import=${hook}` } });
  expect(ended).toMatchObject({ code: 0 });
  const loads = readFileSync(trace, 'utf8');
  expect(loads).toContain('/commander/');
  return heavy.filter((name) => loads.includes(`/node_modules/${name}/`));
}

const tripLine = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];

test.each([
  [['--version'], []],
  [['--help'], []],
  [['quote', '--help'], []],
  [[], []],
  [['book-link', '7', ...tripLine, '--base-url', 'http://127.0.0.1:9', '--json'], ['zod']],
  [['book-link', '7', ...tripLine, '--base-url', 'http://127.0.0.1:9'], ['zod']],
  [
    ['depots', '--sandbox', '--json'],
    ['undici', 'zod', 'hono', '@hono'],
  ],
  [
    ['depots', '--sandbox'],
    ['undici', 'zod', 'hono', '@hono'],
  ],
  [
    ['depots', '--sandbox', '--format', 'table'],
    ['undici', 'zod', 'hono', '@hono', 'cli-table3'],
  ],
  [
    ['depots', '--sandbox', '--format', 'csv'],
    ['undici', 'zod', 'hono', '@hono', 'csv-stringify'],
  ],
])('rental %j loads %j', async (args, expected) => {
  expect(await loadedBy(args)).toEqual(heavy.filter((name) => expected.includes(name)));
});
