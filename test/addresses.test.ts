import { expect, test } from 'vitest';
import { urlOf } from '../src/text.ts';

test('an address stays one after thousands of calls, which is more than URL.canParse of Node 20 can say', () => {
  const right = Array.from({ length: 20_000 }, () => urlOf('https://ü.example/')).filter((url) => url !== undefined);
  expect(right).toHaveLength(20_000);
  expect(urlOf('not an address')).toBeUndefined();
  expect(urlOf('/b', new URL('https://a.example/c'))?.href).toBe('https://a.example/b');
});
