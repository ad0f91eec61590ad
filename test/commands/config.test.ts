/** Where each setting is from, and the editor for the configuration file. */
import childProcess from 'node:child_process';
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { program } from '../support/program.ts';
import { run } from '../support/run.ts';
import { replace, runOnWindows } from '../support/user.ts';

const base = 'https://www.example.com/api/agent';

function user(config?: object) {
  const folder = temporaryFolder();
  const path = join(folder, 'config', 'rental', 'config.json');
  if (config !== undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(config));
  }
  return {
    path,
    folder,
    text: () => readFileSync(path, 'utf8'),
    rental: (args: readonly string[], env: Record<string, string> = {}) =>
      run(args, { env: { ...cleanEnvironment(folder), TMPDIR: folder, ...env } }),
  };
}

const lucky = { baseUrl: base, limit: '50/30s' };

test('rental config shows every setting and where it is from', async () => {
  const { rental, path } = user({ operators: { lucky }, defaults: { maxWait: '30s', noInput: true } });
  const ended = await rental(['config', '--no-color'], {
    ...{ RENTAL_TIMEOUT: '2s', RENTAL_SITE_URL: 'https://book.test', ACCESSIBLE: '1' },
  });
  expect(ended).toEqual({
    code: 0,
    stderr: '',
    stdout:
      [
        ['config-file', path, 'variable', 'XDG_CONFIG_HOME'],
        ['operator', 'lucky', 'file', 'operators'],
        ['base-url', base, 'file', 'operators.lucky.baseUrl'],
        ['site-url', 'https://book.test/', 'variable', 'RENTAL_SITE_URL'],
        ['time-zone', 'Pacific/Auckland', 'default', ''],
        ['limit', '50/30s', 'file', 'operators.lucky.limit'],
        ['format', 'plain', 'default', ''],
        ['fields', '', 'default', ''],
        ['no-input', 'on', 'file', 'defaults.noInput'],
        ['accessible', 'on', 'variable', 'ACCESSIBLE'],
        ['quiet', 'off', 'default', ''],
        ['verbose', '0', 'default', ''],
        ['color', 'never', 'flag', '--no-color'],
        ['timeout', '2s', 'variable', 'RENTAL_TIMEOUT'],
        ['max-wait', '30s', 'file', 'defaults.maxWait'],
        ['retries', '2', 'default', ''],
        ['refresh', 'off', 'default', ''],
        ['no-pager', 'off', 'default', ''],
      ]
        .map((row) => row.join('\t'))
        .join('\n') + '\n',
  });
});

test('rental config breaks no path and no address in a table of 80 columns', async () => {
  const { rental, path } = user({ operators: { lucky } });
  const { stdout } = await rental(['config', '--format', 'table']);
  expect(stdout.split(/\s+/)).toEqual(expect.arrayContaining([path, base, 'operators.lucky.baseUrl']));
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.each<[string[], Record<string, string>, object, string]>([
  [['--base-url', base], {}, {}, 'www.example.com\tflag\t--base-url'],
  [[], { RENTAL_BASE_URL: base }, {}, 'www.example.com\tvariable\tRENTAL_BASE_URL'],
  [['--sandbox=a,b'], {}, {}, 'sandbox,sandbox-b\tflag\t--sandbox'],
  [[], { RENTAL_OPERATOR: 'lucky' }, { operators: { lucky } }, 'lucky\tvariable\tRENTAL_OPERATOR'],
  [[], {}, { default: 'lucky', operators: { lucky, happy: lucky } }, 'lucky\tfile\tdefault'],
])('rental config %j says why it would ask this operator', async (flags, env, file, expected) => {
  const { stdout } = await user(file).rental(['config', ...flags], env);
  expect(stdout).toContain(`operator\t${expected}\n`);
});

test('without an operator, rental config notes it and shows the other settings', async () => {
  const ended = await user().rental(['config']);
  expect(ended).toMatchObject({ code: 0, stderr: 'note: no operator is configured\n' });
  expect(ended.stdout).toContain('timeout\t15s\tdefault\t\n');
});

test('operators show names where each setting of an operator is from', async () => {
  const { rental } = user({ operators: { lucky, happy: { baseUrl: 'https://happy.test/api' } } });
  const ended = await rental(['operators', 'show', 'happy'], { RENTAL_SITE_URL: 'https://other.test' });
  expect(ended).toEqual({
    code: 0,
    stderr: '',
    stdout:
      'base-url\thttps://happy.test/api\tfile\toperators.happy.baseUrl\nsite-url\thttps://happy.test/\tdefault\t\n' +
      'time-zone\tPacific/Auckland\tdefault\t\nlimit\t100/60s\tdefault\t\n',
  });
  expect(await rental(['operators', 'show', 'gone'])).toMatchObject({ code: 2, stdout: '' });
  expect(await rental(['operators', 'show'])).toMatchObject({ code: 2, stdout: '' });
  expect((await rental(['operators', 'show', '--operator', 'lucky'])).stdout).toMatch(/^operator\tlucky\tflag/);
});

/** For an editor's script. Waits until the program has been handed the signal, which the kernel does later if the machine is busy. */
const sendProgram = (signal: string, mask: string): string =>
  `kill -${signal} $PPID; while grep -qs "^ShdPnd:.*${mask}$" /proc/$PPID/status; do :; done`;
const killProgram = sendProgram('TERM', '4000');

describe('operators edit', () => {
  const before = { operators: { lucky } };
  /** An editor that writes this text; it gets a flag of its own. */
  function editorOf(folder: string, text: string): string {
    const script = join(folder, 'editor.cjs');
    writeFileSync(script, `require('fs').writeFileSync(process.argv[3], ${JSON.stringify(text)});`);
    return `"${process.execPath}" "${script}" --wait`;
  }

  test('saves what the editor wrote if it is valid; VISUAL goes before EDITOR', async () => {
    const { rental, folder, text, path } = user(before);
    const after = JSON.stringify({ operators: { kiwi: lucky } });
    const env = { VISUAL: editorOf(folder, after), EDITOR: 'false' };
    const ended = await rental(['operators', 'edit', '--fields', 'name'], env);
    expect(ended).toEqual({ code: 0, stdout: 'kiwi\n', stderr: `note: saved (${path})\n` });
    expect(text()).toBe(after);
  });

  test('makes the file if there is none, and says if nothing was changed', async () => {
    const { rental, folder, text, path } = user();
    expect(await rental(['operators', 'edit'], { EDITOR: 'true' })).toMatchObject({
      code: 0,
      stderr: `note: nothing changed (${path})\n`,
    });
    expect(existsSync(path)).toBe(false);
    await rental(['operators', 'edit'], { EDITOR: editorOf(folder, '{"operators": {}}') });
    expect(text()).toBe('{"operators": {}}');
  });

  test.each([
    ['{"operators": ', /config\.json:1: not JSON/],
    ['{"operators": {"a": {"baseUrl": "ftp://x"}}}', /operators\.a\.baseUrl is not an http/],
    ['{"defaults": {"timeout": "soon"}}', /defaults\.timeout takes a duration/],
    ['{"default": "gone"}', /default names the operator "gone"/],
  ])('keeps the old file and the new text if it is not valid: %s', async (after, problem) => {
    const { rental, folder, text, path } = user(before);
    const ended = await rental(['operators', 'edit'], { EDITOR: editorOf(folder, after) });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(problem) as string });
    expect(text()).toBe(JSON.stringify(before));
    const [, copy = ''] = /\nhint: .* is as before; your text is in (.+)\n$/.exec(ended.stderr) ?? [];
    expect(ended.stderr).toContain(`hint: ${path} is as before`);
    expect(readFileSync(copy, 'utf8')).toBe(after);
  });

  test.each([
    ['fails', 'exit 3', 9],
    ['is killed', 'kill -9 $$', 9],
    ['leaves the text as it is while the program is ended', killProgram, 143],
  ])('leaves no copy behind if the editor %s', async (_, does, code) => {
    const { folder, text } = user(before);
    const ended = await edit(folder, `${does}; :`);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(copiesIn(folder)).toEqual([]);
    expect(text()).toBe(JSON.stringify(before));
  });

  test.each([
    ['fails', 'exit 3', 9],
    ['ends while the program is ended', killProgram, 143],
  ])('keeps a changed text and says where it is if the editor %s', async (_, does, code) => {
    const { folder, text } = user(before);
    const ended = await edit(folder, `echo {} > "$1"; ${does}; :`);
    expect(ended).toMatchObject({ code, stdout: '' });
    const [, copy = ''] = /^(?:note|hint): .* is as before; your text is in (.+)$/m.exec(ended.stderr) ?? [];
    expect(readFileSync(copy, 'utf8')).toBe('{}\n');
    expect(text()).toBe(JSON.stringify(before));
  });

  test('Ctrl-C is for the editor', async () => {
    const { folder, text } = user(before);
    const ended = await edit(folder, `echo {} > "$1"; ${sendProgram('INT', '0002')}; :`);
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('note: saved') as string });
    expect(text()).toBe('{}\n');
  });

  /** As a process of its own: the editor ends it. */
  function edit(folder: string, editor: string) {
    return program(['operators', 'edit'], { env: { ...cleanEnvironment(folder), TMPDIR: folder, EDITOR: editor } });
  }

  function copiesIn(folder: string): string[] {
    return readdirSync(folder).filter((name) => name.startsWith('rental-edit-'));
  }

  test.each([
    [{ EDITOR: '"C:\\Program Files\\ed.exe" --wait' }, '"C:\\Program Files\\ed.exe" --wait'],
    [{}, 'notepad'],
  ])('on Windows, with %j, starts %s', async (env, editor) => {
    const { rental, folder, text } = user(before);
    runOnWindows(folder);
    const lines: unknown[] = [];
    replace(childProcess, 'spawn', (spawn: typeof childProcess.spawn) => (...words: readonly unknown[]) => {
      lines.push(words);
      return spawn('sh', [
        '-c',
        'echo {} > "$0"',
        ...copiesIn(folder).map((copy) => join(folder, copy, 'config.json')),
      ]);
    });
    let refusals = 2;
    replace(fs, 'renameSync', (rename) => (from: string, to: string) => {
      if ((refusals -= 1) >= 0) throw Object.assign(new Error('held'), { code: 'EPERM' });
      rename(from, to);
    });
    expect(await rental(['operators', 'edit'], env)).toMatchObject({ code: 0 });
    expect(text()).toBe('{}\n');
    const line = expect.stringMatching(/^"(.+) "[^"]+config\.json""$/) as string;
    const options = expect.objectContaining({ windowsVerbatimArguments: true }) as object;
    expect(lines).toEqual([['cmd', ['/d', '/s', '/c', line], options]]);
    expect(JSON.stringify(lines)).toContain(JSON.stringify(`"${editor} "`).slice(1, -1));
  });

  test('changes nothing if the editor fails, and says how to set one if there is none', async () => {
    const { rental, text } = user(before);
    const failed = await rental(['operators', 'edit'], { EDITOR: 'exit 3;' });
    expect(failed).toMatchObject({ code: 9, stderr: expect.stringContaining('exit code 3') as string });
    const none = await rental(['operators', 'edit']);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('hint: set VISUAL or EDITOR') as string });
    expect(text()).toBe(JSON.stringify(before));
  });
});
