/** Which packages there are, and what a fresh clone installs of them. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { temporaryFolder } from './support/environment.ts';

test('dependencies are the packages that dist contains, and devDependencies are not in it', () => {
  const notices = readFileSync('dist/THIRD-PARTY-NOTICES.txt', 'utf8');
  // Packages with the same text stand above it together.
  const titles = notices.split(`\n${'-'.repeat(80)}\n\n`).flatMap((section) => section.split('\n\n')[0]?.split('\n'));
  const contained = new Set(titles.map((title) => title?.split(' ')[0]));
  // It only passes on what @inquirer/select has.
  if (contained.has('@inquirer/select')) contained.add('@inquirer/prompts');
  // It makes dist, so a start needs it.
  contained.add('rolldown');
  expect(Object.keys(manifest.dependencies).filter((name) => !contained.has(name))).toEqual([]);
  expect(Object.keys(manifest.devDependencies).filter((name) => contained.has(name))).toEqual([]);
});

test('the packages have exact versions and no download addresses', () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))).toEqual([]);
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"|\.tgz/);
  expect(readFileSync('.npmrc', 'utf8')).toContain('omit-lockfile-registry-resolved=true');
});

describe('in a fresh clone', { tags: ['long'] }, () => {
  test(
    'a start installs what the program and its build need, once, and the tests keep it',
    { timeout: 300_000 },
    () => {
      const clone = temporaryFolder();
      for (const part of ['package.json', 'package-lock.json', '.npmrc', 'bin', 'src', 'docs'])
        cpSync(resolve(part), join(clone, part), { recursive: true });
      const setUp = (...args: string[]): string => {
        const { status, stderr } = spawnSync(process.execPath, ['bin/setup.mjs', ...args], {
          cwd: clone,
          encoding: 'utf8',
        });
        expect([status, stderr]).toEqual([0, stderr]);
        return stderr.replaceAll(/\d+\.\d s/g, '… s');
      };
      const isThere = (name: string): boolean => existsSync(join(clone, 'node_modules', name));
      expect(setUp()).toBe('install…\ninstall done in … s\nbuild…\nbuild done in … s\n');
      expect(['undici', 'rolldown', 'vitest', 'typescript'].map(isThere)).toEqual([true, true, false, false]);
      const lock = join(clone, 'node_modules', '.package-lock.json');
      const installed = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, unknown> };
      expect(Object.keys(installed.packages).length).toBeLessThan(250);
      expect(setUp()).toBe('');
      expect(setUp('all')).toBe('install…\ninstall done in … s\n');
      expect(isThere('vitest')).toBe(true);
      expect(setUp() + setUp('all')).toBe('');
      expect(readFileSync(join(clone, 'package-lock.json'))).toEqual(readFileSync('package-lock.json'));
    },
  );
});
