import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/errors.ts';
import { configPath, readConfig } from '../../src/operators/config.ts';
import { temporaryFolder } from '../support/environment.ts';

function withFile(text: string): { env: Record<string, string>; path: string } {
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const path = configPath(env);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { env, path };
}

test('an absent file is an empty configuration', async () => {
  const home = temporaryFolder();
  expect(await readConfig({ HOME: home })).toEqual({
    path: join(home, '.config', 'rental', 'config.json'),
    default: undefined,
    operators: {},
    defaults: {},
  });
});

test('a relative XDG_CONFIG_HOME is ignored', () => {
  expect(configPath({ HOME: '/home/me', XDG_CONFIG_HOME: 'here' })).toBe('/home/me/.config/rental/config.json');
});

test('operators, the default and settings are read', async () => {
  const { env } = withFile(`{
    "default": "lucky",
    "operators": {"lucky": {"baseUrl": "https://lucky.test/api", "timeZone": "Pacific/Auckland", "limit": "50/30s"}},
    "defaults": {"format": "json", "maxWait": "30s", "quiet": true, "retries": 1}
  }`);
  expect(await readConfig(env)).toMatchObject({
    default: 'lucky',
    operators: { lucky: { baseUrl: 'https://lucky.test/api', limit: { requests: 50, windowMs: 30_000 } } },
    defaults: { format: 'json', maxWait: '30s', quiet: true, retries: 1 },
  });
});

test('a byte order mark is no part of it', async () => {
  const { env } = withFile('\uFEFF{"default": "lucky"}');
  expect((await readConfig(env)).default).toBe('lucky');
});

describe('a broken file is named with its place, and left as it is', () => {
  test.each([
    ['not JSON', '{\n  "default": lucky\n}', /config\.json:2: not JSON \(/],
    ['an unknown field', '{"operator": {}}', /config\.json: .*operator/],
    ['a missing address', '{"operators": {"a": {}}}', /config\.json: operators\.a\.baseUrl/],
    ['a time zone', '{"operators": {"a": {"baseUrl": "http://a.test", "timeZone": "Mars/Olympus"}}}', /a\.timeZone/],
    ['a limit', '{"operators": {"a": {"baseUrl": "http://a.test", "limit": "lots"}}}', /a\.limit.*100\/60s/],
    ['a list', '[]', /config\.json: the file must be an object$/],
    ['nothing', 'null', /config\.json: the file must be an object$/],
    ['an empty file', '', /config\.json:1: not JSON/],
    ['operators in a list', '{"operators": []}', /config\.json: operators must be an object$/],
    ['an address that is no text', '{"operators": {"a": {"baseUrl": 1}}}', /operators\.a\.baseUrl must be a text$/],
    ['no address', '{"operators": {"a": {"baseURL": ""}}}', /operators\.a\.baseUrl is missing$/],
    [
      'a list of fields',
      '{"defaults": {"fields": ["id"]}}',
      /defaults\.fields must be a text, a number, true or false$/,
    ],
    ['a name out of all proportion', `{"${'x'.repeat(9999)}": 1}`, /has no setting "x{60}…"; there are default, op/],
    ['more than a megabyte', `{}${' '.repeat(1024 * 1024)}`, /config\.json: it is larger than 1024 KiB$/],
  ])('%s', async (_, text, message) => {
    const { env, path } = withFile(text);
    const error: unknown = await readConfig(env).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('\n');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('a folder in its place', async () => {
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    mkdirSync(configPath(env), { recursive: true });
    await expect(readConfig(env)).rejects.toThrow(ConfigError);
  });

  test.skipIf(process.platform === 'win32')(
    'a pipe, which nobody will ever write to, or a device without an end',
    async () => {
      const env = { XDG_CONFIG_HOME: temporaryFolder() };
      mkdirSync(dirname(configPath(env)), { recursive: true });
      execFileSync('mkfifo', [configPath(env)]);
      await expect(readConfig(env)).rejects.toThrow(/not a regular file/);
      rmSync(configPath(env));
      symlinkSync('/dev/zero', configPath(env));
      await expect(readConfig(env)).rejects.toThrow(/not a regular file/);
    },
  );

  test.skipIf(process.getuid?.() === 0)('one that may not be read', async () => {
    const { env, path } = withFile('{}');
    chmodSync(path, 0);
    await expect(readConfig(env)).rejects.toThrow(ConfigError);
  });
});
