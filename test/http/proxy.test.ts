import { expect, it } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { proxyFor } from '../../src/http/proxy.ts';

const HTTP_PROXY = 'http://p.test';
const proxy = 'http://p.test/';
const direct = undefined;

it.each<[string, Record<string, string>, string | undefined]>([
  ['https://a.test/', { HTTPS_PROXY: 'http://s.test', HTTP_PROXY }, 'http://s.test/'],
  ['https://a.test/', { HTTP_PROXY }, direct],
  ['http://a.test/', { http_proxy: 'http://low.test', HTTP_PROXY }, 'http://low.test/'],
  ['http://a.test/', { http_proxy: '', HTTP_PROXY }, proxy],
  ['http://a.test/', { HTTP_PROXY: 'p.test:3128' }, 'http://p.test:3128/'],
  // This machine
  ['http://127.9.9.9/', { HTTP_PROXY }, direct],
  ['http://a.localhost/', { HTTP_PROXY }, direct],
  ['http://[::1]:8080/', { HTTP_PROXY }, direct],
  ['http://127.0.0.1.evil.test/', { HTTP_PROXY }, proxy],
  // NO_PROXY
  ['http://a.test/', { HTTP_PROXY, NO_PROXY: '*' }, direct],
  ['http://A.test./', { HTTP_PROXY, NO_PROXY: 'b.test, a.TEST' }, direct],
  ['http://www.a.test/', { HTTP_PROXY, no_proxy: '.a.test' }, direct],
  ['http://bana.test/', { HTTP_PROXY, NO_PROXY: 'a.test' }, proxy],
  ['http://a.test:81/', { HTTP_PROXY, NO_PROXY: 'a.test:81' }, direct],
  ['http://a.test/', { HTTP_PROXY, NO_PROXY: ', ,' }, proxy],
  ['http://10.1.2.3/', { HTTP_PROXY, NO_PROXY: '10.1.2.3' }, direct],
  ['http://10.1.2.3/', { HTTP_PROXY, NO_PROXY: '10.0.0.0/8' }, proxy],
  ['http://[fd00::1]/', { HTTP_PROXY, NO_PROXY: '[fd00::1]:80' }, direct],
  ['http://[fd00::1]/', { HTTP_PROXY, NO_PROXY: 'fd00::1' }, direct],
])('%s with %j goes through %s', (url, env, expected) => {
  expect(proxyFor(new URL(url), env)?.href).toBe(expected);
});

it.each([
  'socks5://ann:s3cret@p.test',
  'http://',
  '::',
  'file:///etc/passwd',
  'http://ann:s3cret@p.test:port',
])('refuses %s without repeating it', (HTTPS_PROXY) => {
  const call = (): unknown => proxyFor(new URL('https://a.test/'), { HTTPS_PROXY });
  expect(call).toThrow(ConfigError);
  expect(call).toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy$/);
});
