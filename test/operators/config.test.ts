import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

describe('a broken file is named with its place, and left as it is', () => {
  test.each([
    ['not JSON', '{\n  "default": lucky\n}', /config\.json:2: not JSON \(/],
    ['an unknown field', '{"operator": {}}', /config\.json: .*operator/],
    ['a missing address', '{"operators": {"a": {}}}', /config\.json: operators\.a\.baseUrl/],
    ['a time zone', '{"operators": {"a": {"baseUrl": "http://a.test", "timeZone": "Mars/Olympus"}}}', /a\.timeZone/],
    ['a limit', '{"operators": {"a": {"baseUrl": "http://a.test", "limit": "lots"}}}', /a\.limit.*100\/60s/],
    ['a list', '[]', /config\.json: the file/],
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

  test.skipIf(process.getuid?.() === 0)('one that may not be read', async () => {
    const { env, path } = withFile('{}');
    chmodSync(path, 0);
    await expect(readConfig(env)).rejects.toThrow(ConfigError);
  });
});
