/** A command loads only the packages it uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';
import { always, serve } from './support/server.ts';

const files = [
  'run',
  'help',
  'schema',
  'shared',
  'rest',
  'mcp',
  'sandbox',
  ...readdirSync('dist/packages').map((file) => file.replace(/\.js$/, '')),
];

/** Runs the real program and returns which files of dist it loads besides `main`. */
async function loadedBy(args: readonly string[], baseUrl: string): Promise<string[]> {
  const trace = join(temporaryFolder(), 'loads');
  const hook = resolve('test/support/trace-loads.cjs');
  const ended = await program(args, {
    env: { TRACE_LOADS: trace, NODE_OPTIONS: `--require=${hook}`, RENTAL_BASE_URL: baseUrl },
  });
  expect(ended).toMatchObject({ code: 0 });
  const loads = readFileSync(trace, 'utf8').split('\n');
  expect(loads).toContain(resolve('dist/main.js'));
  return files.filter((name) => loads.some((file) => file.endsWith(`/${name}.js`)));
}

const tripLine = ['--pick-up', '1', '--from', '2030-01-05', '--to', '2030-01-12'];
const byId = ['book-link', '7', ...tripLine];

test.each([
  [['--version'], []],
  [['--help'], ['help']],
  [['quote', '--help'], ['help']],
  [['help', 'dates'], ['help']],
  [[], ['help']],
  [
    ['schema', 'quote', '--json'],
    ['run', 'schema'],
  ],
  [['complete', 'bash', 'rental quote --pick-up '], ['run']],
  [[...byId, '--json'], ['run']],
  [byId, ['run']],
  [
    ['depots', '--json'],
    ['run', 'undici', 'write-file-atomic'],
  ],
  // The list is stored.
  [['depots'], ['run', 'undici', 'write-file-atomic']],
  [
    ['depots', '--format', 'csv'],
    ['run', 'csv-stringify-sync', 'undici', 'write-file-atomic'],
  ],
  [
    ['depots', '--format', 'table'],
    ['run', 'rest', 'cli-table3', 'string-width', 'undici', 'write-file-atomic'],
  ],
  [
    ['depots', '--sandbox', '--json'],
    ['run', 'rest', 'sandbox', 'undici'],
  ],
  // Nothing listens there, which costs a note.
  [
    ['depots', '--json', '--budget-url', 'redis://127.0.0.1:1'],
    ['run', 'shared', 'ioredis', 'undici', 'write-file-atomic'],
  ],
  // Its input ends at once. An operator is only loaded when it is asked.
  [['mcp'], ['run', 'schema', 'rest', 'mcp', 'modelcontextprotocol-server']],
])('rental %j loads %j', async (args, expected) => {
  const { baseUrl } = await serve(always(200, []));
  expect(await loadedBy(args, baseUrl)).toEqual(expected);
});
