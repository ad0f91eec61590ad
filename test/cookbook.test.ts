// @module-tag long
/** A shell runs every block of the cookbook unchanged, against two sandboxes. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operators } from './commands/compare/support.ts';
import { binary, node } from './support/program.ts';

const text = readFileSync('docs/cookbook.md', 'utf8');
const recipes = text
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [title = ''] = section.split('\n');
    const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
    return blocks.map((block): [string, string] => [title, block]);
  });

/** The expected output. The sandbox's prices depend on the weeks from today, so amounts vary. */
const prints: Readonly<Record<string, RegExp>> = {
  'How many requests will it take?': /^360 requests, about \d s\n$/,
  'The cheapest vehicle for my dates': /^(\d+(\.\d+)? NZD {2}.+\n){3}$/,
  'Which day to start, and for how long': /FROM +7 nights +8 nights +9 nights\n(\w{3} \d+ \w{3} [^]*){7}/,
  'The same basket at two operators':
    /\d+ offers? in NZD[^]*Not ranked, because some wanted extra is missing[^]*Cheapest: /,
  'One way, the other way, or back to the start': /DEPOTS +CHEAPEST[^]*→[^]*→/,
  'Stop a build when the price is too high': /^within budget: \d+(\.\d+)? for .+\n$/,
  'Keep a record of prices': /^$/,
  'Tell me when it gets cheaper': /^$/,
  'A long sweep, in pieces': /"totalAmount": \d+/,
  'Book the best one': /^http:\/\/127\.0\.0\.1:\d+\/book\?.*accessory_ids=301\n$/,
};

async function startShell() {
  const both = await operators({
    lucky: { rateLimit: { limit: 100, windowMs: 400 } },
    happy: { rateLimit: { limit: 100, windowMs: 400 }, variant: 'b' },
  });
  const bin = join(both.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'rental'), `#!/bin/sh\nexec "${node}" "${binary}" "$@"\n`);
  chmodSync(join(bin, 'rental'), 0o755);
  const env = { ...both.env, PATH: `${bin}:${both.env['PATH'] ?? ''}` };
  execFileSync('rental', ['operators', 'default', 'lucky', '--quiet'], { env });
  const shell = (script: string): Promise<{ code: number | null; stdout: string; stderr: string }> =>
    new Promise((done) => {
      const child = spawn('sh', ['-euc', script], { env, cwd: both.folder, stdio: 'pipe' });
      const out = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (chunk: string) => (out[name] += chunk));
      }
      child.once('close', (code) => done({ code, ...out }));
    });
  return { shell, folder: both.folder };
}

test('the cookbook has the expected recipes', () => {
  expect(recipes.map(([title]) => title)).toEqual(Object.keys(prints));
});

describe('this recipe runs unchanged:', { tags: ['jq'] }, () => {
  test.each(recipes)('%s', async (title, block) => {
    const { shell, folder } = await startShell();
    const first = await shell(block);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(prints[title] ?? /^never$/) as string });
    if (title === 'Keep a record of prices') {
      await shell(block);
      const lines = readFileSync(join(folder, 'prices.csv'), 'utf8').trim().split(/\r?\n/);
      expect(lines[0]).toMatch(/^day,kind,totalAmount/);
      expect(lines).toHaveLength(1 + 2 * 21);
      expect(lines[42]).toMatch(/^\d{4}-\d{2}-\d{2},offer,\d+/);
    }
    if (title === 'Tell me when it gets cheaper') {
      const again = await shell(block.replace('--target 400', '--target 999999'));
      expect(again.stdout).toMatch(/^winter: .* under the target 999,999\.00/);
    }
    if (title === 'Stop a build when the price is too high') {
      const dear = await shell(block.replace('2500', '1'));
      expect(dear).toMatchObject({ code: 1, stdout: expect.stringMatching(/^too expensive: \d+/) as string });
    }
  });
});
