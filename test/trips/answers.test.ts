/** The answers of a saved trip: nothing is lost between processes. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../bench/bundle.js';
import { addAnswer, readAnswers, type NewAnswer } from '../../src/trips/answers.ts';
import type { TripRecord } from '../../src/trips/saved.ts';
import { temporaryFolder } from '../support/environment.ts';

const record = (text: string): TripRecord => [
  {
    operator: {
      name: 'x',
      timeZone: 'UTC',
      limit: { requests: 1, windowMs: 1 },
      sandbox: false,
      baseUrl: 'http://x/',
      siteUrl: 'http://x/',
      siteIsAssumed: true,
    },
    today: '2026-11-20',
    allowance: { limit: 1, windowMs: 1, free: 1 },
    depots: [],
    depotRequests: 0,
    seen: [],
    answers: [['/depots', { value: text }]],
  },
];

const answer = (at: number, text?: string): NewAnswer => ({
  at,
  end: 'priced',
  best: { label: 'Kea', totalAmount: at, currency: 'NZD', checkoutUrl: 'http://x/' },
  ...(text !== undefined && { record: record(text) }),
});

const trip = (folder: string) =>
  ({ name: 'it', folder, format: 1, command: 'quote', options: {}, operators: [] }) as never;

test('a line that was cut off, and lines of others, do not count', async () => {
  const folder = temporaryFolder();
  await addAnswer(trip(folder), answer(1, 'first'));
  const file = join(folder, 'answers.ndjson');
  const text = readFileSync(file, 'utf8');
  for (const length of [1, 20, text.length - 30, text.length - 4])
    appendFileSync(file, text.trimEnd().slice(0, length));
  for (const other of ['null', '[]', '{}', '"x"', '{"id":1,"at":2,"end":"priced"}', '\u0000'])
    appendFileSync(file, `\n${other}`);
  await addAnswer(trip(folder), answer(2, 'second'));
  expect(readAnswers({ folder }).map(({ at }) => at)).toEqual([1, 2]);
});

test('processes that append at the same time lose nothing', { timeout: 120_000, tags: ['long'] }, async () => {
  const folder = temporaryFolder();
  const entry = join(folder, 'writer.ts');
  const source = join(import.meta.dirname, '..', '..', 'src', 'trips', 'answers.ts');
  writeFileSync(
    entry,
    `import { addAnswer } from ${JSON.stringify(source)};
     const [folder, first] = process.argv.slice(2);
     const { answers, text } = JSON.parse(process.env.ANSWERS);
     for (let n = 0; n < 25; n++) await addAnswer({ name: 'it', folder }, { ...answers, at: Number(first) + n, reason: text.repeat(300_000) });`,
  );
  const writer = await bundle(process.cwd(), relative(process.cwd(), entry));
  onTestFinished(writer.remove);
  const env = { ...process.env, ANSWERS: JSON.stringify({ answers: answer(0), text: 'x' }) };
  const writers = [0, 100, 200].map((first) =>
    spawn(process.execPath, [writer.file, folder, String(first)], { env, stdio: 'inherit' }),
  );
  const codes = await Promise.all(writers.map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual([0, 0, 0]);
  const all = [0, 100, 200].flatMap((first) => Array.from({ length: 25 }, (_, n) => first + n));
  const found = readAnswers({ folder }).map(({ at }) => at);
  expect(found.sort((a, b) => a - b)).toEqual(all);
});
