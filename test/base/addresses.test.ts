import { expect, test } from 'vitest';
import { shownAddress, urlOf } from '../../src/base/addresses.ts';

test('urlOf takes right addresses after thousands of calls, unlike URL.canParse of Node 20', () => {
  const right = Array.from({ length: 20_000 }, () => urlOf('https://ü.example/')).filter(
    (url) => url !== undefined,
  );
  expect(right).toHaveLength(20_000);
  expect(urlOf('not an address')).toBeUndefined();
  expect(urlOf('/b', new URL('https://a.example/c'))?.href).toBe('https://a.example/b');
});

test.each([
  ['https://a.example/api/agent', 'https://a.example/api/agent'],
  ['redis://[::1]:7', 'redis://[::1]:7'],
  ['https://me:secret@a.example/api', 'https://…@a.example/api'],
  ['rediss://:se/cr?e#t@h', 'rediss://…@h'],
  ['https://a.example/?key=secret#part', 'https://a.example/?…'],
  ['https://a.example/@lucky/api', 'https://a.example/@lucky/api'],
  ['https://a.example/sso?as=me@b.example', 'https://a.example/sso?…'],
  ['http://[::1]/#@b.example', 'http://[::1]/#…'],
  ['https://a.example/https://me:secret@b.example/', 'https://a.example/…'],
  ['https://a.example/me%3Asecret%40b.example', 'https://a.example/…'],
  ['https://me:se/cret@a.example/', 'https://…@a.example/'],
  ['https://se/cret@a.example/', 'https://…@a.example/'],
  ['https://a.example:80/@lucky/api', 'https://a.example:…'],
  ['https://a.example:80/api', 'https://a.example:80/api'],
  ['redis://:secret', 'redis://:…'],
  ['redis://me:secret', 'redis://me:…'],
  ['me:secret', 'me:…'],
  ['', ''],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
