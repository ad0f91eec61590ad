import { describe, expect, test } from 'vitest';
import { serverSettings } from '../../src/operators/budget-settings.ts';
import { operatorAt } from '../../src/operators/operator.ts';
import { shownAddress } from '../../src/text.ts';

const operator = operatorAt('https://lucky.test/api');
const own = { ...operator, budgetUrl: 'redis://own' };

describe('the server of a budget', () => {
  test.each([
    ['redis://h', { host: 'h', port: 6379, tls: false, database: 0, label: 'redis://h' }],
    ['rediss://u:p%40w@h:1/2', { tls: true, username: 'u', password: 'p@w', label: 'rediss://…@h:1/2' }],
    ['redis://:p@[::1]:7', { host: '::1', port: 7, username: undefined, password: 'p', label: 'redis://…@[::1]:7' }],
    ['redis://u:100%@h', { password: '100%' }],
  ])('%s', (url, expected) => {
    expect(serverSettings(operator, { url })?.address).toMatchObject(expected);
  });

  test.each([
    'http://h',
    'redis:',
    'redis://',
    'h:6379',
    'redis://h/x',
    'redis://h/?a',
    'redis://h:x',
    'redis://u:p@h#x',
  ])('%s is refused, and nothing secret is shown', (url) => {
    expect(() => serverSettings(operator, { url })).toThrow(/is not the address of a Redis server/);
    expect(shownAddress(url)).not.toContain(':p@');
  });

  test('is that of the flag or variable, then of the operator, then of the defaults, then none', () => {
    const host = (choice: object, of = own) => serverSettings(of, choice)?.address.host;
    expect(host({ url: 'redis://flag', defaultUrl: 'redis://default' })).toBe('flag');
    expect(host({ defaultUrl: 'redis://default' })).toBe('own');
    expect(host({ defaultUrl: 'redis://default' }, { ...operator, budgetUrl: 'redis://own' })).toBe('own');
    expect(serverSettings(operator, { defaultUrl: 'redis://default' })?.address.host).toBe('default');
    expect(serverSettings(own, { url: '' })).toBeUndefined();
    expect(serverSettings(operator)).toBeUndefined();
    expect(serverSettings({ ...own, sandbox: true })).toBeUndefined();
  });
});

test.each([
  [undefined, 0.25],
  ['1/4', 0.25],
  ['25%', 0.25],
  ['0.25', 0.25],
  ['1', 1],
  ['100%', 1],
])('a share of %s', (share, expected) => {
  expect(serverSettings(own, { share })?.share).toBe(expected);
});

test.each(['0', '-1', '2', '101%', '5/4', '1/0', 'x', '1/4/2'])('a share of %s is refused', (share) => {
  expect(() => serverSettings(own, { share })).toThrow(/is not a share of the limit/);
});
