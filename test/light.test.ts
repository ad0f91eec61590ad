// @module-tag long
// @module-tag node
/** A command loads only the packages it uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/environment.ts';
import { program } from './support/program.ts';
import { serve } from './support/server.ts';
import { always } from './support/service.ts';
import { sample } from './support/thorough.ts';

/** Files of ours that are large, or lead to large ones. */
const own = ['prepare', 'connect', 'jq', 'help', 'sandbox', 'smoke', 'wizard'];

const packages = readdirSync('dist/packages').map((file) => file.replace(/\.js$/, ''));

/** A package can be in several files: `zod2` is a part of `zod`. */
function wholeOf(name: string): string {
  const whole = name.replace(/\d$/, '');
  return packages.includes(whole) ? whole : name;
}

/** Runs the real program and returns which of `own` and which packages it loads. */
async function loadedBy(args: readonly string[], baseUrl: string): Promise<string> {
  const trace = join(temporaryFolder(), 'loads');
  const hook = resolve('test/support/trace-loads.cjs');
  const ended = await program(args, {
    ...(args[0] === 'complete' && { input: 'rental quote --pick-up ' }),
    env: { TRACE_LOADS: trace, NODE_OPTIONS: `--require=${hook}`, RENTAL_BASE_URL: baseUrl },
  });
  expect(ended).toMatchObject({ code: 0 });
  const loads = readFileSync(trace, 'utf8').split('\n');
  expect(loads).toContain(resolve('dist/main.js'));
  const isLoaded = (name: string): boolean => loads.includes(resolve(`dist/${name}.js`));
  const parts = packages.filter((name) => isLoaded(`packages/${name}`)).map(wholeOf);
  return [...own.filter(isLoaded), ...new Set(parts)].join(' ');
}

test('the build has the files that are watched here', () => {
  expect(readdirSync('dist')).toEqual(expect.arrayContaining(own.map((name) => `${name}.js`)));
});

const byId = 'book-link 7 --pick-up 1 --from 2030-01-05 --to 2030-01-12';

/** Each line loads something that no other line does: for help, a format, an operator, a QR code. */
const loads: readonly (readonly [line: string, loads: string])[] = [
  ['depots --json', 'prepare connect chalk commander noble-hashes undici zod'],
  ['--help', 'help chalk commander'],
  ['complete bash', 'noble-hashes'],
  [byId, 'prepare chalk commander noble-hashes'],
  [
    `${byId} --qr --format table`,
    'prepare chalk cli-table3 commander noble-hashes string-width uqr',
  ],
  ['depots --jq .', 'prepare connect jq chalk commander jq-wasm noble-hashes undici zod'],
  ['depots --format csv', 'prepare connect chalk commander csv-stringify noble-hashes undici zod'],
  ['depots --sandbox --json', 'prepare connect sandbox chalk commander hono noble-hashes zod'],
  // Its input ends at once. An operator is only loaded when it is asked.
  ['mcp', 'prepare chalk commander modelcontextprotocol-server noble-hashes zod'],
];

test.each(sample(loads, 4))('rental %s loads: %s', async (line, expected) => {
  const { baseUrl } = await serve(always(200, []));
  expect(await loadedBy(line.split(' '), baseUrl)).toBe(expected);
});
