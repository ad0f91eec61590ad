import { expect, test } from 'vitest';
import { fitsScreen, pagerFor } from '../../src/terminal/pager.ts';

function pager(variables: Readonly<Record<string, string>>, isTTY = true) {
  const stdout = { isTTY } as Parameters<typeof pagerFor>[0]['stdout'];
  return pagerFor({ stdout, env: { TERM: 'xterm-256color', ...variables } });
}

test.each([
  [{}, ['less', '-FRX']],
  [{ PAGER: 'more' }, ['more']],
  [{ RENTAL_PAGER: 'most -w', PAGER: 'more' }, ['most', '-w']],
  [
    { PAGER: `"/my pager/less" -P 'a "prompt"' -x"a b"\\'c` },
    ['/my pager/less', '-P', 'a "prompt"', "-xa b'c"],
  ],
  [{ PAGER: 'less "-R' }, undefined],
  [
    { PAGER: 'less $(reboot); `reboot` | tee x > y' },
    ['less', '$(reboot);', '`reboot`', '|', 'tee', 'x', '>', 'y'],
  ],
  [{ RENTAL_PAGER: '', PAGER: 'more' }, undefined],
  [{ RENTAL_PAGER: 'cat', PAGER: 'more' }, undefined],
  [{ PAGER: '  ' }, undefined],
  [{ CI: '1' }, undefined],
  [{ TERM: 'dumb' }, undefined],
])('the pager of %j is %j, and no shell reads it', (variables, words) => {
  expect(pager(variables)).toEqual(words);
  expect(pager(variables, false), 'in a pipe').toBeUndefined();
});

test.each([
  ['1\n2\n3\n', true],
  ['1\n2\n3\n4\n', false],
  ['1\n2\n12345678901\n', false],
  [`1\n2\n\u001B[1m1234\u001B[22m567890\n`, true],
])('%j fits the screen: %j, with room for the next prompt', (text, fits) => {
  expect(fitsScreen(text, { rows: 4, columns: 10 })).toBe(fits);
  expect(fitsScreen(text, { rows: undefined, columns: 10 })).toBe(true);
});
