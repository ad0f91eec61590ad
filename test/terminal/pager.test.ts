import { describe, expect, test } from 'vitest';
import { fitsScreen, pagerFor } from '../../src/terminal/pager.ts';
import { runOnWindows } from '../support/user.ts';

const env = { TERM: 'xterm-256color' };

function pager(more: Readonly<Record<string, string>>, isTTY = true) {
  const stdout = { isTTY } as Parameters<typeof pagerFor>[0]['stdout'];
  return pagerFor({ stdout, env: { ...env, ...more } });
}

describe('the pager', () => {
  test.each([
    [{}, ['less', '-FRX']],
    [{ PAGER: 'more' }, ['more']],
    [{ RENTAL_PAGER: 'most -w', PAGER: 'more' }, ['most', '-w']],
    [{ PAGER: `"/opt/my pager/less" -P 'a "prompt"' a\\ word` }, ['/opt/my pager/less', '-P', 'a "prompt"', 'a word']],
    [{ PAGER: `less "a \\"b\\" \\n"` }, ['less', 'a "b" \\n']],
    [{ PAGER: 'less $(reboot); `reboot` | tee x > y' }, ['less', '$(reboot);', '`reboot`', '|', 'tee', 'x', '>', 'y']],
    [{ PAGER: `less 'open` }, ['less', 'open']],
  ])('of %j is %j, and no shell reads it', (variables, words) => {
    expect(pager(variables)).toEqual(words);
  });

  test.each([
    ['C:\\tools\\less.exe -R', ['C:\\tools\\less.exe', '-R']],
    ['"C:\\Program Files\\less.exe" "-P\\a" "a\\"', ['C:\\Program Files\\less.exe', '-P\\a', 'a\\']],
    ["C:\\Bob's\\less.exe -R", ["C:\\Bob's\\less.exe", '-R']],
  ])('of %j on Windows is %j', (line, words) => {
    runOnWindows('C:\\');
    expect(pager({ PAGER: line })).toEqual(words);
  });

  test.each([
    { RENTAL_PAGER: '', PAGER: 'more' },
    { RENTAL_PAGER: 'cat', PAGER: 'more' },
    { PAGER: '  ' },
    { RENTAL_PAGER: '0' },
    { CI: '1' },
    { TERM: 'dumb' },
  ])('is not used with %j', (variables) => expect(pager(variables)).toBeUndefined());

  test('is not used in a pipe', () => expect(pager({ PAGER: 'more' }, false)).toBeUndefined());
});

describe('a text fits the screen', () => {
  const screen = { rows: 4, columns: 10 };

  test.each([
    ['1\n2\n3\n', true],
    ['1\n2\n3\n4\n', false],
    ['1\n2\n12345678901\n', false],
    ['1\n2\n1234567890\n', true],
    [`1\n2\n\u001B[1m1234\u001B[22m\u001B]8;;http://a.test/a/long/address\u001B\\567890\u001B]8;;\u001B\\\n`, true],
  ])('%j: %j, with room for the next prompt', (text, fits) => expect(fitsScreen(text, screen)).toBe(fits));

  test('if the size is not known', () => {
    for (const unknown of [
      { rows: 0, columns: 0 },
      { rows: undefined, columns: 80 },
      { rows: 24, columns: 0 },
    ])
      expect(fitsScreen('1\n'.repeat(100), unknown)).toBe(true);
  });
});
