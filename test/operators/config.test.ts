import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import {
  changeConfig,
  configPath,
  readConfig,
  type ConfigFile,
} from '../../src/operators/config.ts';
import { temporaryFolder } from '../support/environment.ts';
import { runAs } from '../support/user.ts';
import { fastClock, lockContext } from '../support/waiting.ts';

function withFile(text: string): { env: Record<string, string>; path: string } {
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const path = configPath(env);
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text);
  return { env, path };
}

test.each(['', 'here', undefined])(
  'with %j in HOME, the file is in the home folder that the system names',
  (HOME) => {
    const home = temporaryFolder();
    expect(configPath({ HOME: '/home/me', XDG_CONFIG_HOME: 'here' })).toBe(
      '/home/me/.config/rental/config.json',
    );
    runAs(home);
    const env = HOME === undefined ? {} : { HOME };
    expect(configPath(env)).toBe(join(home, '.config', 'rental', 'config.json'));
    runAs(undefined);
    // Others can put files into every folder that exists.
    expect(configPath(env)).toBe('/nonexistent/.config/rental/config.json');
  },
);

describe('readConfig refuses', () => {
  const operator = (baseUrl: string) => `{"operators": {"a": {"baseUrl": ${baseUrl}}}}`;
  test.each([
    [
      'text that is not JSON',
      '{\n  "default" "lucky"\n}',
      /config\.json:2: not valid JSON; comments are not allowed$/,
    ],
    ['an unknown field', '{"operator": {}}', /config\.json: .*operator/],
    [
      'an unknown time zone',
      operator('"http://a.test", "timeZone": "Mars/Olympus"'),
      /a\.timeZone/,
    ],
    ['an invalid limit', operator('"http://a.test", "limit": "lots"'), /a\.limit.*100\/60s/],
    ['a list', '[]', /config\.json: the file must be an object$/],
    ['operators in a list', '{"operators": []}', /config\.json: operators must be an object$/],
    ['an address that is not a text', operator('1'), /operators\.a\.baseUrl must be a string$/],
    [
      'a misspelled address field',
      '{"operators": {"a": {"baseURL": ""}}}',
      /operators\.a\.baseUrl is missing$/,
    ],
    [
      'a setting that is a list',
      '{"defaults": {"fields": []}}',
      /fields must be a string, a number, true or false$/,
    ],
    [
      'a setting with a very long name',
      `{"${'x'.repeat(9999)}": 1}`,
      /has no setting "x{60}…"; the settings are default, op/,
    ],
    [
      'a file of more than a megabyte',
      `{}${' '.repeat(1024 * 1024)}`,
      /config\.json: it is larger than 1024 KiB$/,
    ],
  ])('%s, names the place, and does not change the file', async (_, text, message) => {
    const { env, path } = withFile(text);
    const error: unknown = await readConfig(env).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('\n');
    expect(fs.readFileSync(path, 'utf8')).toBe(text);
  });

  test.skipIf(process.platform === 'win32')('a pipe or a device instead of a file', async () => {
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    fs.mkdirSync(dirname(configPath(env)), { recursive: true });
    execFileSync('mkfifo', [configPath(env)]);
    await expect(readConfig(env)).rejects.toThrow(/not a regular file/);
    fs.rmSync(configPath(env));
    fs.symlinkSync('/dev/zero', configPath(env));
    await expect(readConfig(env)).rejects.toThrow(/not a regular file/);
  });

  test('a file that is relative to a folder which is gone', async () => {
    vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw new Error('ENOENT: no such file or directory, uv_cwd');
    });
    await expect(readConfig({ RENTAL_CONFIG: 'my.json' })).rejects.toThrow(
      'cannot find my.json: the current folder is gone',
    );
    vi.restoreAllMocks();
    expect(configPath({ RENTAL_CONFIG: '/my.json' })).toBe('/my.json');
  });

  test.skipIf(process.getuid?.() === 0)('a file without read permission', async () => {
    const { env, path } = withFile('{}');
    fs.chmodSync(path, 0);
    await expect(readConfig(env)).rejects.toThrow(ConfigError);
  });
});

describe('changeConfig', () => {
  const adding = (name: string) => (file: ConfigFile) => ({
    ...file,
    operators: { ...file.operators, [name]: { baseUrl: 'http://a.test' } },
  });

  test('keeps the changes of all who change the file at once', async () => {
    const { env, path } = withFile('{}');
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(names.map((name) => changeConfig(env, lockContext(), adding(name))));
    expect(Object.keys((await readConfig(env)).operators).sort()).toEqual(names);
    expect(fs.readdirSync(dirname(path))).toEqual(['config.json']);
  });

  test('leaves a file that the user has made read-only as it is', async () => {
    const { env, path } = withFile('{}');
    fs.chmodSync(path, 0o444);
    await expect(changeConfig(env, lockContext(), adding('a'))).rejects.toThrow(
      `${path} could not be written: it is read-only`,
    );
    expect(fs.readFileSync(path, 'utf8')).toBe('{}');
    expect(fs.readdirSync(dirname(path))).toEqual(['config.json']);
  });

  test('goes on after a process that was killed while it changed the file', async () => {
    const { env, path } = withFile('{}');
    const lock = join(dirname(path), '.config.json.lock');
    fs.writeFileSync(lock, '');
    const longAgo = new Date(Date.now() - 60_000);
    fs.utimesSync(lock, longAgo, longAgo);
    await changeConfig(env, lockContext(fastClock()), adding('a'));
    expect(Object.keys((await readConfig(env)).operators)).toEqual(['a']);
    expect(fs.readdirSync(dirname(path))).toEqual(['config.json']);
  });
});
