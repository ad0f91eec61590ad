import { expect, it } from 'vitest';
import { createPalette } from '../../src/terminal/colour.ts';

const terminal = { isTTY: true };
const pipe = { isTTY: false };

it.each([
  ['a terminal', 'on', terminal, {}, 'auto'],
  ['a pipe', 'off', pipe, {}, 'auto'],
  ['always overrides NO_COLOR', 'on', pipe, { NO_COLOR: '1' }, 'always'],
  ['never overrides FORCE_COLOR', 'off', terminal, { FORCE_COLOR: '1' }, 'never'],
  ['NO_COLOR overrides FORCE_COLOR', 'off', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'auto'],
  ['NO_COLOR=0 counts as set', 'off', terminal, { NO_COLOR: '0' }, 'auto'],
  ['an empty NO_COLOR counts as unset', 'on', terminal, { NO_COLOR: '' }, 'auto'],
  ['FORCE_COLOR on a pipe', 'on', pipe, { FORCE_COLOR: '1' }, 'auto'],
  ['FORCE_COLOR overrides TERM=dumb', 'on', pipe, { FORCE_COLOR: 'true', TERM: 'dumb' }, 'auto'],
  [
    'FORCE_COLOR=0 on a terminal',
    'off',
    terminal,
    { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' },
    'auto',
  ],
  ['CLICOLOR_FORCE on a pipe', 'on', pipe, { CLICOLOR_FORCE: '1', CLICOLOR: '0' }, 'auto'],
  ['CLICOLOR_FORCE=0 has no effect', 'off', pipe, { CLICOLOR_FORCE: '0' }, 'auto'],
  ['CLICOLOR=0', 'off', terminal, { CLICOLOR: '0' }, 'auto'],
  ['TERM=dumb', 'off', terminal, { TERM: 'dumb' }, 'auto'],
] as const)('%s: colour is %s', (_, expected, stream, env, flag) => {
  expect(createPalette(stream, env, flag).isOn).toBe(expected === 'on');
});

it('returns the text unchanged without colour', () => {
  const palette = createPalette(pipe, {}, 'auto');
  expect(palette.paint('heading', 'a') + palette.error('b') + palette.accent('c')).toBe('abc');
  expect(createPalette(terminal, {}, 'auto').paint('good', 'a')).toBe('\u001B[32ma\u001B[39m');
});
