import { expect, it } from 'vitest';
import { readJson } from '../../src/http/json.ts';

const read = (body: string | Uint8Array, type: string | undefined = 'application/json'): unknown =>
  readJson(
    {
      headers: type === undefined ? {} : { 'content-type': type },
      body: Buffer.from(body as string),
    },
    'GET /depots',
  );

it.each([
  'application/json',
  'Application/JSON; charset=UTF-8',
  'application/problem+json',
  'application/json ;x',
])('accepts %s', (type) => {
  expect(read('{"a":[1,null,"é"]}', type)).toEqual({ a: [1, null, 'é'] });
});

it.each([
  ['text/plain', 'GET /depots: the answer is text/plain, not JSON'],
  ['TEXT/HTML;charset=x', 'GET /depots: the answer is a web page, not JSON'],
  ['application/xhtml+xml', 'GET /depots: the answer is a web page, not JSON'],
  ['', 'GET /depots: the answer is of no known type, not JSON'],
  ['\u009b31m/json', 'GET /depots: the answer is of no known type, not JSON'],
  [
    'application/javascript, application/json',
    'GET /depots: the answer is application/javascript, not JSON',
  ],
])('refuses %s', (type, message) => {
  const hint = 'check the address, or whether the network requires a login first';
  const error = { code: 'contract', exitCode: 7, message, hint };
  expect(() => read('{}', type)).toThrow(expect.objectContaining(error));
});

it.each<[string, string | Uint8Array, string]>([
  ['an empty body', '', 'is empty'],
  ['half a document', '{"a":', 'is not valid JSON'],
  ['NaN', '[NaN]', 'is not valid JSON'],
  ['Latin-1', Buffer.from('"é"', 'latin1'), 'is not valid UTF-8'],
  ['deeply nested arrays', '['.repeat(100_000) + ']'.repeat(100_000), 'is nested too deeply'],
  ['deeply nested objects', '{"a":'.repeat(102) + '1' + '}'.repeat(102), 'is nested too deeply'],
])('refuses %s', (_, body, words) => {
  const problem = `the answer ${words}`;
  const error = { exitCode: 7, problem, message: `GET /depots: ${problem}` };
  expect(() => read(body)).toThrow(expect.objectContaining(error));
});

it('removes __proto__ in every spelling and depth', () => {
  const value = read(
    '{"__proto__":{"admin":true},"list":[{"\\u005f_proto__":{"admin":true},"kept":1}],"constructor":"kept"}',
  );
  expect(value).toEqual({ list: [{ kept: 1 }], constructor: 'kept' });
  expect(Object.assign({}, value)).not.toHaveProperty('admin');
  expect(Object.getOwnPropertyNames(value)).toEqual(['list', 'constructor']);
  expect({}).not.toHaveProperty('admin');
});

it('accepts a depth of a hundred, and a byte order mark', () => {
  // The outermost bracket is at depth 0.
  const count = 100 + 1;
  expect(read(`\ufeff${'['.repeat(count)}${']'.repeat(count)}`)).toBeInstanceOf(Array);
});
