// @module-tag long
/** A shell runs every block of the cookbook unchanged, against two sandboxes. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startOperators } from './commands/compare/support.ts';
import { binary, collect, node } from './support/program.ts';

const text = readFileSync('docs/cookbook.md', 'utf8');
const [, ...sections] = text.split(/^## /m);
const recipes = sections.flatMap((section): [title: string, block: string][] => {
  const [title = ''] = section.split('\n');
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => [title, block]);
});

/** The expected output. The sandbox's prices depend on the weeks from today, so amounts vary. */
const prints: Readonly<Record<string, RegExp>> = {
  'How many requests will it take?': /^88 requests, about \d s\n$/,
  'The cheapest vehicle for my dates': /^(\d+(\.\d+)? NZD {2}.+\n){3}$/,
  'Which day to start, and for how long':
    /FROM +7 nights +8 nights +9 nights\n(\w{3} \d+ \w{3} [^]*){7}/,
  'The same basket at two operators':
    /\d+ offers? in NZD[^]*Cheapest: [^]*Not priced, because a requested extra was not found: /,
  'One way, the other way, or back to the start':
    /PICK-UP +DROP-OFF +CHEAPEST[^]*Queenstown +Auckland/,
  'Stop a build when the price is too high': /^within budget: \d+(\.\d+)? for .+\n$/,
  'Keep a record of prices': /^$/,
  'Tell me when it gets cheaper': /^$/,
  'A long comparison, in pieces': /"totalAmount": \d+/,
  'Book the best one': /^http:\/\/127\.0\.0\.1:\d+\/book\?.*accessory_ids=301\n$/,
};

async function startShell() {
  const both = await startOperators({
    lucky: { rateLimit: { limit: 100, windowMs: 400 } },
    happy: { rateLimit: { limit: 100, windowMs: 400 }, variant: 'b' },
  });
  const bin = join(both.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'rental'), `#!/bin/sh\nexec "${node}" "${binary}" "$@"\n`, {
    mode: 0o755,
  });
  const env = { ...both.env, PATH: `${bin}:${both.env['PATH'] ?? ''}` };
  const shell = (script: string) =>
    collect(spawn('sh', ['-euc', script], { env, cwd: both.folder, stdio: 'pipe' })).ended;
  return { shell, folder: both.folder };
}

test('the cookbook has the expected recipes', () => {
  expect(recipes.map(([title]) => title)).toEqual(Object.keys(prints));
});

/** Recipes that run twice: what to change in the block, and what it prints the second time. */
const again: Readonly<
  Record<string, readonly [from: RegExp, to: string, code: number, stdout: RegExp]>
> = {
  'Stop a build when the price is too high': [/2500/, '1', 1, /^too expensive: \d+/],
  'Keep a record of prices': [/^/, '', 0, /^$/],
};

test.each(recipes)('this recipe runs unchanged: %s', { tags: ['jq'] }, async (title, block) => {
  const { shell, folder } = await startShell();
  const printed = (stdout: RegExp): string => expect.stringMatching(stdout) as string;
  expect(await shell(block)).toMatchObject({
    code: 0,
    stdout: printed(prints[title] ?? /^never$/),
  });
  if (again[title] === undefined) return;
  const [from, to, code, stdout] = again[title];
  expect(await shell(block.replace(from, to))).toMatchObject({ code, stdout: printed(stdout) });
  if (title !== 'Keep a record of prices') return;
  const lines = readFileSync(join(folder, 'prices.csv'), 'utf8').trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/^day,totalAmount/);
  expect(lines.length).toBeGreaterThanOrEqual(1 + 2 * 10);
  expect(lines.at(-1)).toMatch(/^\d{4}-\d{2}-\d{2},\d+(\.\d\d?)?,NZD,/);
});
