/** `--jq`: what an expression makes of the document of `--json`. */
import { expect, test, vi } from 'vitest';
import { stripVTControlCharacters } from 'node:util';
import { cleanEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operator } from '../../support/operator.ts';
import { run } from '../../support/run.ts';

const options = {
  depots: ['Auckland', 'Nelson "Port"'],
  vehicles: () => ({ 11: '\u001B]0;x\u0007\u009BKea\r\n::error::x ##[x]\u202E' }),
};
const trip = ['--pick-up', '1', '--from', '2027-01-16', '--to', '+6d'];

test.each([
  ['.[] | select(.id > 1) | [.id, .name] | @csv', '2,"Nelson ""Port"""\n'],
  ['.[1] | "\\(.id)\\n\\(.name)", .nothing, empty', '2\nNelson "Port"\nnull\n'],
])('%s prints %j', async (expression, expected) => {
  const { baseUrl } = operator(options);
  const ended = await run(['depots', '--base-url', baseUrl, '--jq', expression]);
  expect(ended).toEqual({ code: 0, stdout: expected, stderr: '' });
});

test('texts are printed without control characters and without commands for a log of GitHub', async () => {
  const { baseUrl } = operator(options);
  const expression = '.[0], .[0].name + "\\u001b[31m\\b", @tsv "\\([.[].name])"';
  for (const tty of [[], ['stdout']] as const) {
    const ended = await run(['availability', ...trip, '--base-url', baseUrl, '--jq', expression], {
      tty,
    });
    const text = stripVTControlCharacters(ended.stdout.replace(/\u001B\[\d+m/g, ''));
    expect(ended.stdout.match(/Kea/g)).toHaveLength(3);
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}|##\[/u);
  }
});

test('a terminal shows JSON indented and in colours, and texts as they are', async () => {
  const { baseUrl } = operator(options);
  const line = ['depots', '--base-url', baseUrl, '--jq', '.[1] | .name, {id}'];
  const shown = await run(line, { tty: ['stdout'] });
  expect(shown.stdout).toMatch(/^Nelson "Port"\n\{\n {2}\u001B.*"id"/);
  expect(stripVTControlCharacters(shown.stdout)).toBe('Nelson "Port"\n{\n  "id": 2\n}\n');
});

test.each([
  ['.[] |', 'syntax error, unexpected end of file'],
  ['error("\\u001b[31m")', '\\u001b[31m'],
  ['.name', 'Cannot index array with string ("name")'],
])('%s ends with one line that says %j', async (expression, reason) => {
  const { baseUrl, requests } = operator(options);
  const ended = await run(['depots', '--base-url', baseUrl, '--jq', expression]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^\{"error".*\}\n$/);
  expect(ended.stderr).not.toContain('\u001B');
  const { error } = JSON.parse(ended.stderr) as {
    error: { code: string; message: string; hint: string };
  };
  expect(error).toMatchObject({
    code: 'usage',
    message: `--jq: ${reason.replace('\\u001b', '\u001B')}`,
  });
  if (/index/.test(reason))
    expect(error.hint).toMatch(/; here it is a list of objects with id, name, /);
  // What cannot be compiled is found before anything is asked.
  if (/syntax/.test(reason)) expect(requests).toEqual([]);
});

test('--jq and --fields exclude each other if both are typed; what is typed wins over a variable', async () => {
  const both = await run(['depots', '--sandbox', '--jq', '.', '--fields', 'id']);
  expect(both).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--jq and --fields contradict') as string,
  });
  const typed = await run(['depots', '--sandbox', '--jq', '.[0].id'], {
    env: { RENTAL_FIELDS: 'id' },
  });
  expect(typed).toMatchObject({ code: 0, stdout: '1\n' });
});

test(
  'an expression that needs too much memory is a mistake of the command line',
  { tags: ['long'] },
  async () => {
    const { baseUrl } = operator();
    const console = vi.spyOn(globalThis.console, 'error');
    const line = [
      'depots',
      '--base-url',
      baseUrl,
      '--json',
      '--jq',
      'reduce range(40) as $i ("x"; . + .) | length',
    ];
    const { code, stdout, stderr } = await run(line);
    expect([code, stdout, console.mock.calls]).toEqual([2, '', []]);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'usage', message: '--jq: the expression needs more memory than there is' },
    });
  },
);

test('an expression that fails prints nothing, so nothing is saved', async () => {
  const { baseUrl } = operator();
  const env = cleanEnvironment(temporaryFolder());
  const line = [
    'quote',
    '11',
    ...trip,
    '--base-url',
    baseUrl,
    '--save',
    'kea',
    '--jq',
    'error("no")',
  ];
  const ended = await run(line, { env });
  expect(ended.code).toBe(2);
  expect(ended.stderr).not.toContain('saved');
  expect(await run(['trips', '--json'], { env })).toMatchObject({ code: 0, stdout: '[]\n' });
});

test(
  'half a surrogate pair comes out as --json writes it, beside every other kind of character',
  { tags: ['long'] },
  async () => {
    const depots = [
      'Auck\uD800land',
      'Nel\uDC00\uD800',
      '😀\uD83D \\ud800',
      'private \u{F0000} \u{10FFFF}',
      '\u{E0001}\uDBFF',
    ];
    const { baseUrl } = operator({ depots });
    const line = ['depots', '--base-url', baseUrl];
    const { stdout } = await run([...line, '--json']);
    const jq = async (expression: string) => run([...line, '--jq', expression]);
    expect(await jq('.')).toEqual({ code: 0, stdout, stderr: '' });
    expect(stdout).toContain('Auck\\ud800land');
    expect(await jq('.[0] | {name}, (.name | length)')).toMatchObject({
      stdout: '{"name":"Auck\\ud800land"}\n9\n',
    });
    expect(await jq('.[] | select(.name | startswith("Nel")) | .name')).toMatchObject({
      stdout: 'Nel<U+DC00><U+D800>\n',
    });
    expect(await jq('[.[].name]')).toMatchObject({ stdout: `${await names(stdout)}\n` });
  },
);

/** As `--json` writes them. */
async function names(document: string): Promise<string> {
  return `[${[...document.matchAll(/"name":("(?:[^"\\]|\\.)*")/g)].map(([, name]) => name).join(',')}]`;
}
