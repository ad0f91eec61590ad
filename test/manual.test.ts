/** The manual pages say what the help says, and roff has nothing to complain about. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualPages } from '../bin/man.mts';
import { topicNames } from '../src/cli/help/topics.ts';
import { withSubcommands } from '../src/cli/command.ts';
import { commands } from '../src/commands/index.ts';
import { temporaryFolder } from './support/environment.ts';

const pages = manualPages();
const fileOf = (name: string): string => `rental-${name.replaceAll(' ', '-')}.1`;

test('there is a page for the program, each command and each topic, and no other', () => {
  const names = [
    'rental.1',
    ...withSubcommands(commands).map(({ name }) => fileOf(name)),
    ...topicNames.map((name) => `rental-${name}.7`),
  ];
  expect(pages.map(({ file }) => file)).toEqual(names);
  expect(pages[0]?.text, 'exit codes').toContain('SIGHUP, such as from a terminal that is closed');
  // Links to pages of the documents, and pictures.
  for (const { file, text } of pages)
    expect([file, text.match(/^!.*|\]\([\w#./\\-]+\)/m)]).toEqual([file, null]);
});

test(
  'groff has no warning, and shows every flag and example of the help',
  { tags: ['groff', 'long'] },
  () => {
    for (const { file, text } of pages) {
      const args = ['-man', '-ww', '-Tutf8', '-P-cbou', '-rLL=120n'];
      const { stdout, stderr } = spawnSync('groff', args, { input: text, encoding: 'utf8' });
      expect([file, stderr]).toEqual([file, '']);
      const words = stdout
        .replace(/ \\\n\s+/g, ' ')
        .replace(/‐\n\s*/g, '')
        .replace(/\s+/g, ' ');
      const { flags = {}, examples = [] } =
        withSubcommands(commands).find(({ name }) => file === fileOf(name)) ?? {};
      expect(
        Object.keys(flags).filter((flag) => !words.includes(` --${flag}`)),
        `flags that ${file} lacks`,
      ).toEqual([]);
      for (const { line } of examples) expect(words).toContain(line);
    }
  },
);

test('mandoc has no warning', { tags: ['mandoc'] }, () => {
  const cwd = temporaryFolder();
  for (const { file, text } of pages) writeFileSync(join(cwd, file), text);
  const args = ['-T', 'lint', '-W', 'warning', ...pages.map(({ file }) => file)];
  const { stdout } = spawnSync('mandoc', args, { cwd, encoding: 'utf8' });
  // A page without a date is the same in every build.
  expect(
    stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date')),
  ).toEqual([]);
});
