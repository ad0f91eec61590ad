/** Which packages the project depends on. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

test('dependencies are the packages that dist contains, and devDependencies are not in it', () => {
  const notices = readFileSync('dist/THIRD-PARTY-NOTICES.txt', 'utf8');
  // Packages with the same text stand above it together.
  const titles = notices
    .split(`\n${'-'.repeat(80)}\n\n`)
    .flatMap((section) => section.split('\n\n')[0]?.split('\n'));
  const contained = new Set(titles.map((title) => title?.split(' ')[0]));
  // @inquirer/prompts only passes on what @inquirer/search has.
  if (contained.has('@inquirer/search')) contained.add('@inquirer/prompts');
  // Rolldown makes dist, so a start needs it.
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
