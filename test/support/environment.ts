import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder for the running test, which is removed afterwards. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rental-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The variables that a program needs, with its files in `folder`, independent of the machine that
 * runs the tests.
 */
export function cleanEnvironment(folder: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    RENTAL_STATE_DIR: join(folder, 'state'),
    LANG: 'C.UTF-8',
    // Each test has its own home, so nothing would be used twice.
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
}

/** The same in a new folder, with this configuration file. */
export function configuredEnvironment(config: string | object): Record<string, string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'config', 'rental'), { recursive: true });
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  writeFileSync(join(folder, 'config', 'rental', 'config.json'), text);
  return cleanEnvironment(folder);
}
