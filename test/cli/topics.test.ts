/** The topics of the help are sections of the manual, whose paragraphs fit the terminal. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { topicNames, topics } from '../../src/cli/help/topics.ts';
import { run } from '../support/run.ts';

const guide = readFileSync('docs/guide.md', 'utf8');
const inGuide = topicNames.flatMap((name) => {
  const topic = topics[name];
  return 'heading' in topic ? [[name, topic.heading] as const] : [];
});

/** The section as the page has it, without pictures and with the words of links alone. */
function section(heading: string): string {
  const [, marks = ''] = new RegExp(`^(#+) ${heading}$`, 'm').exec(guide) ?? [];
  const start = guide.indexOf(`${marks} ${heading}\n`);
  expect([heading, start]).not.toEqual([heading, -1]);
  const [first = '', ...lines] = guide.slice(start).split('\n');
  const end = lines.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= marks.length);
  const text = [first, ...lines.slice(0, end < 0 ? undefined : end)].join('\n').trimEnd();
  return `${text.replaceAll(/^!\[.*\n\n?|^\| -.*\n/gm, '').replaceAll(/\[([^\]]+)\]\([\w#./-]+\)/g, '$1')}\n`;
}

test.each(inGuide)('rental help %s is a section of the manual, and fits the terminal', async (name, heading) => {
  for (const terminal of [{ columns: 80 }, { columns: 60, tty: ['stdout'], env: { FORCE_COLOR: '1' } }] as const) {
    const { stdout, code } = await run(['help', name], terminal);
    expect(code).toBe(0);
    const text = stdout.replace(/\nThe command of the same name: .*\n$/, '');
    expect(text.match(/[^\s|]+/g)).toEqual(section(heading).match(/[^\s|]+/g));
    expect(text.split('\n').filter((line) => line.length > terminal.columns && !line.startsWith('  '))).toEqual([]);
  }
});

test('the manual has no line that only looks like a heading', () => {
  const code = guide.match(/^```[^]*?^```$/gm)?.join('\n') ?? '';
  expect(code.match(/^#+ /gm)).toBeNull();
});
