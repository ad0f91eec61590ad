/** The topics of the help are sections of the manual, whose paragraphs fit the terminal. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { topicNames, topics } from '../../src/cli/help/topics.ts';
import { run } from '../support/run.ts';

const guide = readFileSync('docs/guide.md', 'utf8');
const inGuide = topicNames.flatMap((name) => {
  const topic = topics[name];
  return 'heading' in topic ? [[name, topic.heading] as const] : [];
});

/** The section as the manual has it, with the marks of Markdown. */
function sourceOf(heading: string): string {
  const [, marks = ''] = new RegExp(`^(#+) ${heading}$`, 'm').exec(guide) ?? [];
  const start = guide.indexOf(`${marks} ${heading}\n`);
  expect(start, heading).toBeGreaterThan(-1);
  const [first = '', ...lines] = guide.slice(start).split('\n');
  const end = lines.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= marks.length);
  return [first, ...lines.slice(0, end < 0 ? undefined : end)].join('\n').trimEnd();
}

/** The words of the section, without pictures, addresses of pages and the marks of Markdown. */
function section(heading: string): string {
  const shown = sourceOf(heading)
    .replaceAll(/^!\[.*\n\n?|^\| -.*\n|^```.*$/gm, '')
    .replaceAll(/^#+ (.*)$/gm, (_, title: string) => title.toUpperCase())
    .replaceAll(
      /\[([^\]]+)\]\((?:[\w#./-]+|(https:.*?))\)/g,
      (_, words: string, url = '') => words + (url && ` (${url})`),
    );
  return shown.replaceAll(/`([^`]+)`|\*\*([^*]+)\*\*|(?<!\w)_([^_]+)_(?!\w)/g, '$1$2$3');
}

test.each(inGuide)(
  'rental help %s is a section of the manual, and fits the terminal',
  async (name, heading) => {
    for (const terminal of [
      { columns: 80 },
      { columns: 60, tty: ['stdout'], env: { FORCE_COLOR: '1' } },
    ] as const) {
      const { stdout, code } = await run(['help', name], terminal);
      expect(code).toBe(0);
      const plain = stripVTControlCharacters(stdout).replace(
        /\nFor the command of the same name: .*\n$/,
        '',
      );
      expect(plain.match(/[^\s|]+/g)).toEqual(section(heading).match(/[^\s|]+/g));
      // A line has room for them, also beside the other cells of a table.
      const examples = [...sourceOf(heading).matchAll(/`([^`\n]{1,25})`/g)].map(
        ([, code = '']) => code,
      );
      expect(examples.filter((code) => !plain.includes(code))).toEqual([]);
      expect(plain).not.toMatch(/`|\*\*|^#/m);
      expect(
        plain
          .split('\n')
          .filter((line) => line.length > terminal.columns && !line.startsWith('  ')),
      ).toEqual([]);
    }
  },
);

test('headings and code are bold in a terminal with colours', async () => {
  const { stdout } = await run(['help', 'dates'], { tty: ['stdout'], env: { FORCE_COLOR: '1' } });
  expect(stdout).toMatch(/^\u001B\[1mDATES\u001B\[22m\n\n\u001B\[1m2026-12-20\u001B\[22m, /);
});

test('a word that names a topic and a command is listed once if there is no help for another', async () => {
  const { stderr } = await run(['help', 'nosuch']);
  const [, list = ''] = /topics and commands: (.*)/.exec(stderr) ?? [];
  expect(list.split(', ').sort()).toEqual([...new Set(list.split(', '))].sort());
  expect(list).toContain('limits');
});

test.each([
  ['dates', 'extra'],
  ['quote', 'extra'],
  ['trips check', 'extra'],
  ['wizard', 'extra'],
])('rental help %s takes no more words', async (subject, surplus) => {
  const { code, stdout, stderr } = await run(['help', ...subject.split(' '), surplus]);
  expect([code, stdout]).toEqual([2, '']);
  const name = subject === 'wizard' ? 'plan' : subject;
  expect(stderr).toBe(
    `error: rental help ${name} takes no arguments; "extra" is one too many\n` +
      `hint: rental help ${name} explains ${name}\n`,
  );
});

test('the manual has no line that only looks like a heading', () => {
  const code = guide.match(/^```[^]*?^```$/gm)?.join('\n') ?? '';
  expect(code.match(/^#+ /gm)).toBeNull();
});
