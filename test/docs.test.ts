/** Links between the pages of the project lead somewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, linksOf } from './support/markdown.ts';

const pages = [...readdirSync('.'), ...readdirSync('docs').map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
);

test.each(pages)('%s links to files and headings that exist', (page) => {
  const text = readFileSync(page, 'utf8');
  const dead = linksOf(text).filter(({ path, anchor }) => {
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(target)) return true;
    return anchor !== '' && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
  });
  expect(dead).toEqual([]);
});

test('the pages have many links', () => {
  expect(pages.flatMap((page) => linksOf(readFileSync(page, 'utf8'))).length).toBeGreaterThan(40);
});
