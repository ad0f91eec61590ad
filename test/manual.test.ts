/** The manual pages say what the help says, and roff has nothing to complain about. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { manualPages } from '../bin/man.mts';
import { topicNames } from '../src/cli/help/topics.ts';
import { commands } from '../src/commands/index.ts';
import { run } from './support/run.ts';

const pages = manualPages();

test('there is a page for the program, each command and each topic', () => {
  const names = [
    'rental.1',
    ...commands.map(({ name }) => `rental-${name}.1`),
    ...topicNames.map((name) => `rental-${name}.7`),
  ];
  expect(pages.map(({ file }) => file)).toEqual(names);
});

test('the build writes these pages and no others', () => {
  expect(readdirSync('dist/man').sort()).toEqual(pages.map(({ file }) => file).sort());
  for (const { file, text } of pages) expect([file, readFileSync(`dist/man/${file}`, 'utf8')]).toEqual([file, text]);
});

describe('groff', { tags: ['groff', 'long'] }, () => {
  test('has no warning', () => {
    for (const { file, text } of pages) {
      const { stderr, status } = spawnSync('groff', ['-man', '-ww', '-z', '-Tutf8'], { input: text, encoding: 'utf8' });
      expect([file, status, stderr]).toEqual([file, 0, '']);
    }
  });

  test('shows every flag and example of the help', async () => {
    for (const { name, flags, examples } of commands) {
      const input = pages.find(({ file }) => file === `rental-${name}.1`)?.text ?? '';
      const args = ['-man', '-Tutf8', '-P-cbou', '-rLL=120n'];
      const { stdout } = spawnSync('groff', args, { input, encoding: 'utf8' });
      const words = stdout
        .replace(/ \\\n\s+/g, ' ')
        .replace(/‐\n\s*/g, '')
        .replace(/\s+/g, ' ');
      for (const flag of Object.keys(flags))
        expect([name, words]).toEqual([name, expect.stringContaining(` --${flag}`)]);
      for (const { line } of examples) expect(words).toContain(line);
    }
    const { stdout } = await run(['help', 'exit-codes']);
    expect(stdout).toContain('SIGHUP, such as from a terminal that is closed');
    expect(pages[0]?.text).toContain('SIGHUP, such as from a terminal that is closed');
  });
});

test('mandoc has no warning', { tags: ['mandoc'] }, () => {
  for (const { file, text } of pages) {
    const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], { input: text, encoding: 'utf8' });
    // A page without a date is the same in every build.
    const lines = stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'));
    expect([file, ...lines]).toEqual([file]);
  }
});
