/** The tests that start the built program. The gate runs them again with each newer Node, which RENTAL_TEST_NODE names. */
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import everything from './vitest.config.ts';

const { root = '.' } = everything;
const tests = readdirSync(`${root}/test`, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.test.ts'),
);
const starters = tests.filter((file) =>
  /from '\S+\/support\/(program|pty)\.ts'/.test(readFileSync(`${root}/test/${file}`, 'utf8')),
);

export default defineConfig({
  ...everything,
  test: { ...everything.test, include: starters.map((file) => `test/${file.replaceAll('\\', '/')}`) },
});
