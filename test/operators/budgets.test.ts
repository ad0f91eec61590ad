import { describe, expect, test } from 'vitest';
import { shownAddress } from '../../src/base/addresses.ts';
import { credentialsOf } from '../../src/http/credentials.ts';
import { budgetServerOf } from '../../src/operators/budgets.ts';
import { unconfiguredOperator } from '../../src/operators/operator.ts';

const operator = unconfiguredOperator('https://lucky.test/api');
const own = { ...operator, budgetUrl: 'redis://own' };

describe('the server of a budget', () => {
  test.each([
    ['redis://h', { username: '', password: '' }, 'redis://h'],
    ['rediss://u:p%40w@h:1/2', { username: 'u', password: 'p@w' }, 'rediss://…@h:1/2'],
    ['redis://:p@[::1]:7', { username: '', password: 'p' }, 'redis://…@[::1]:7'],
    ['redis://u:100%@h', { username: 'u', password: '100%' }, 'redis://…@h'],
  ])('%s is accepted, and shown without its login', (url, login, shown) => {
    const server = budgetServerOf(operator, { url })!;
    expect([server.href, credentialsOf(server), shownAddress(server.href)]).toEqual([
      url,
      login,
      shown,
    ]);
  });

  test.each([
    'http://h',
    'redis://',
    'redis://h/x',
    'redis://h/?a',
    'redis://h:x',
    'redis://u:p@h#x',
  ])('%s is refused, and nothing secret is shown', (url) => {
    expect(() => budgetServerOf(operator, { url })).toThrow(/is not the address of a Redis server/);
    expect(shownAddress(url)).not.toContain(':p@');
  });

  test('is that of the flag or variable, then of the operator, then of the defaults, then none', () => {
    const host = (choice: object) => budgetServerOf(own, choice)?.host;
    expect(host({ url: 'redis://flag', defaultUrl: 'redis://default' })).toBe('flag');
    expect(host({ defaultUrl: 'redis://default' })).toBe('own');
    expect(budgetServerOf(operator, { defaultUrl: 'redis://default' })?.host).toBe('default');
    expect(budgetServerOf(own, { url: '' })).toBeUndefined();
    expect(budgetServerOf(operator, {})).toBeUndefined();
    expect(budgetServerOf({ ...own, sandbox: true }, {})).toBeUndefined();
  });
});
