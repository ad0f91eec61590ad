import { expect, it } from 'vitest';
import { createPalette } from '../../src/terminal/colour.ts';

const terminal = { isTTY: true };
const pipe = { isTTY: false };

it.each([
  ['a terminal', terminal, {}, 'auto', 1],
  ['a pipe', pipe, {}, 'auto', 0],
  ['always overrides NO_COLOR', pipe, { NO_COLOR: '1' }, 'always', 1],
  ['never overrides FORCE_COLOR', terminal, { FORCE_COLOR: '1' }, 'never', 0],
  ['NO_COLOR overrides FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'auto', 0],
  ['NO_COLOR=0 counts as set', terminal, { NO_COLOR: '0' }, 'auto', 0],
  ['an empty NO_COLOR counts as unset', terminal, { NO_COLOR: '' }, 'auto', 1],
  ['FORCE_COLOR on a pipe', pipe, { FORCE_COLOR: '1' }, 'auto', 1],
  ['FORCE_COLOR overrides TERM=dumb', pipe, { FORCE_COLOR: 'true', TERM: 'dumb' }, 'auto', 1],
  ['FORCE_COLOR=0 on a terminal', terminal, { FORCE_COLOR: '0', CLICOLOR_FORCE: '1' }, 'auto', 0],
  ['CLICOLOR_FORCE on a pipe', pipe, { CLICOLOR_FORCE: '1', CLICOLOR: '0' }, 'auto', 1],
  ['CLICOLOR_FORCE=0 has no effect', pipe, { CLICOLOR_FORCE: '0' }, 'auto', 0],
  ['CLICOLOR=0', terminal, { CLICOLOR: '0' }, 'auto', 0],
  ['TERM=dumb', terminal, { TERM: 'dumb' }, 'auto', 0],
] as const)('whether there is colour: %s', (_, stream, env, flag, level) => {
  expect(createPalette(stream, env, flag).isOn).toBe(level === 1);
});

it('returns the text unchanged without colour', () => {
  const palette = createPalette(pipe, {}, 'auto');
  expect(palette.paint('heading', 'a') + palette.error('b') + palette.accent('c')).toBe('abc');
  expect(createPalette(terminal, {}, 'auto').paint('good', 'a')).toBe('\u001B[32ma\u001B[39m');
});
