/**
 * What scripts read must not change by a byte: every command in every format for programs, held
 * against stored files.
 */
import { expect, test } from 'vitest';
import { run } from './support/run.ts';
import { plantSandbox } from './sandbox/support.ts';

const now = (): number => Date.UTC(2026, 10, 20, 10, 0);
const route = ['--pick-up', 'auckland airport', '--drop-off', 'queenstown'];
const trip = [...route, '--from', '2026-12-18', '--to', '2026-12-25'];
const extras = ['--accessory', '301,301,306', '--insurance', 'zero excess'];
const formats = ['plain', 'json', 'ndjson', 'csv'];

const everyFormat: Readonly<Record<string, readonly string[]>> = {
  depots: ['depots', 'airport'],
  availability: ['availability', ...trip],
  extras: ['extras', '101'],
  'quote-extras': ['quote', 'ruru 2-berth campervan', ...trip, ...extras],
  plan: ['plan', ...trip, '--vehicle', 'cheapest'],
  // One offer: records come in the order of the answers.
  compare: ['compare', ...route, '--nights', '7', '--from', '2026-12-18', '--vehicle', '101'],
  'book-link': ['book-link', ...trip],
  operators: ['operators'],
  limits: ['limits'],
  smoke: ['smoke', '--only', 'depots,limits-value'],
};

const once = [
  ['quote', '999', ...trip],
  ['quote', '999', ...trip, '--json'],
  ['quote', 'nothing like this', ...trip],
  ['quote', '101', '--pick-up', '1', '--from', '2026-12-18', '--to', '2026-12-01', '--json'],
  ['plan'],
  ['availability', '--pick-up', 'nowhere', '--from', '2026-12-18', '--to', '2026-12-25'],
  ['depots', '--nope'],
  ['depots', 'nothing like this'],
  ['nonsense'],
  ['smoke', '--only', 'depots', '-v'],
];

/** Answers of a service whose clock stands still; what the machine decides is replaced. */
async function printed(lines: readonly (readonly string[])[]): Promise<string> {
  const { baseUrl, siteUrl } = plantSandbox({
    now,
    rateLimit: { limit: 10_000, windowMs: 60_000 },
  });
  let text = '';
  for (const line of lines) {
    const { code, stdout, stderr } = await run(line, { now, env: { RENTAL_BASE_URL: baseUrl } });
    text += `$ rental ${line.join(' ')}\n${stdout}<stderr>\n${stderr}<code ${code}>\n\n`;
  }
  return text
    .replaceAll(new URL(siteUrl).host, '127.0.0.1:PORT')
    .replace(/"startedAt":"[^"]+"/g, '"startedAt":"TIME"')
    .replace(/"(elapsedMs|medianMs|slowestMs)":[\d.]+/g, '"$1":MS')
    .replace(/"versions":\{[^}]*\}/g, '"versions":VERSIONS')
    .replace(/in \d+\.\d s/g, 'in SECONDS s')
    .replace(/\b\d+ ms\b/g, 'MS ms')
    .replace(/\/\S*rental-test-\w+/g, 'FOLDER')
    .replaceAll('\r', '<CR>');
}

test.each(Object.entries(everyFormat))(
  'in a pipe, %s prints what it always printed',
  async (name, line) => {
    const lines = formats.map((format) => [...line, '--format', format]);
    await expect(await printed(lines)).toMatchFileSnapshot(`pipes/${name}.txt`);
  },
);

test('errors, and requests with -v, are as they always were on stderr', async () => {
  await expect(await printed(once)).toMatchFileSnapshot('pipes/errors-texts.txt');
});
