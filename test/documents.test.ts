import { expect, test } from 'vitest';
import { documentsPage } from './support/documents-page.ts';

/** `npm test -- test/documents.test.ts -u` writes the page. */
test('docs/documents.md has every field of every document', async () => {
  await expect(documentsPage()).toMatchFileSnapshot('../docs/documents.md');
});
