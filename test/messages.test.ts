import { expect, test } from 'vitest';
import { messagesOf, messagesPage } from './support/messages.ts';

/** `npm test -- test/messages.test.ts -u` writes the page. */
test('docs/messages.md has every message of the source', async () => {
  await expect(messagesPage()).toMatchFileSnapshot('../docs/messages.md');
});

test('a message is a text of two words, with {} for its values', () => {
  const source = "note(`used ${count} quotes`); fail('not a ' + `date: ${text}`); x = 'json'; y = 'a bb'.split(' ')";
  expect(messagesOf(source)).toEqual(['used {} quotes', 'not a date: {}']);
});
