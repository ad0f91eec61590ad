/** The topics of the help are sections of the manual, word for word, and any terminal shows them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { topicNames, topics } from '../../src/cli/help/topics.ts';
import { run } from '../support/run.ts';

const guide = readFileSync('docs/guide.md', 'utf8');
const inGuide = topicNames.flatMap((name) => {
  const topic = topics[name];
  return 'heading' in topic ? [[name, topic.heading] as const] : [];
});

/** The section as the page has it. */
function section(heading: string): string {
  const [, marks = ''] = new RegExp(`^(#+) ${heading}$`, 'm').exec(guide) ?? [];
  const start = guide.indexOf(`${marks} ${heading}\n`);
  expect([heading, start]).not.toEqual([heading, -1]);
  const rest = guide.slice(start + marks.length + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${marks.length}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Letters and digits in their order, without marks, spaces and what a link leads to. */
function lettersOf(text: string): string {
  return text
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/ \(rental help [a-z-]+\)/g, '')
    .replace(/^```\w+$/gm, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

const sorted = (text: string): string => [...lettersOf(text)].sort().join('');

describe.each(inGuide)('rental help %s', (name, heading) => {
  test('is the section of the manual', async () => {
    const { stdout, code } = await run(['help', name], { columns: 10_000 });
    expect(code).toBe(0);
    const [, body = ''] = /^rental help .*\n\n([^]*)$/.exec(stdout) ?? [];
    const shown = body.replace(/\n\nThe command of the same name: .*\n$/, '');
    // The cells of a table come line by line, and a line that is too long is broken within a cell.
    expect(sorted(shown)).toBe(sorted(section(heading)));
    expect(shown).not.toContain('`');
  });

  test.each([60, 80, 120])('has no line longer than %d columns in a terminal, and no marks', async (columns) => {
    const env = { FORCE_COLOR: '1' };
    const { stdout } = await run(['help', name], { columns, tty: ['stdout'], env });
    const plain = stdout.replace(/\u001B\[[\d;]*m/g, '');
    expect(plain).not.toBe(stdout);
    expect(plain).not.toMatch(/[`|]|\*\*|\]\(|^#/m);
    const code =
      section(heading)
        .match(/^```[^]*?^```$/gm)
        ?.join('\n') ?? '';
    const long = plain.split('\n').filter((line) => line.length > columns && !code.includes(line.trim()));
    expect(long).toEqual([]);
  });
});

test('the manual uses no Markdown that the help cannot show', () => {
  const prose = guide.replace(/^```[^]*?^```$/gm, '');
  expect(prose.match(/^\s*(\d+\.|>|\*(?!\*)|\+| +- |<)/gm)).toBeNull();
});

test('a link to a topic names the topic', async () => {
  expect((await run(['help', 'operators'], { columns: 120 })).stdout).toContain(
    'configuration file (rental help environment)',
  );
});

test('without colour, a plain word of code in a sentence has quotes', async () => {
  const { stdout } = await run(['help', 'environment'], { columns: 200 });
  expect(stdout).toContain('"false", "no" and "off" mean off');
  expect(stdout).toContain('--operator "$NAME" with an empty');
});
