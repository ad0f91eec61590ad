import { expect, it } from 'vitest';
import { createPalette, hasColour } from '../../src/terminal/colour.ts';
import { createLinker, supportsLinks } from '../../src/terminal/links.ts';

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
  expect(hasColour(stream, env, flag)).toBe(level === 1);
});

it('returns the text unchanged without colour', () => {
  const palette = createPalette(pipe, {}, 'auto');
  expect(palette.paint('heading', 'a') + palette.error('b') + palette.accent('c')).toBe('abc');
  expect(createPalette(terminal, {}, 'auto').paint('good', 'a')).toBe('\u001B[32ma\u001B[39m');
});

it.each([
  ['kitty', { TERM: 'xterm-kitty' }, true],
  ['GNOME Terminal', { VTE_VERSION: '7600' }, true],
  ['an old GNOME Terminal', { VTE_VERSION: '5000' }, false],
  ['VS Code', { TERM_PROGRAM: 'vscode' }, true],
  ['tmux', { TERM: 'tmux-256color', VTE_VERSION: '7600' }, false],
  ['an unknown terminal', { TERM: 'xterm-256color' }, false],
  ['a CI log', { CI: 'true', WT_SESSION: 'x' }, false],
  ['TERM=dumb', { TERM: 'dumb', WT_SESSION: 'x' }, false],
  ['FORCE_HYPERLINK=1', { FORCE_HYPERLINK: '1', TERM: 'dumb' }, true],
  ['FORCE_HYPERLINK=0', { FORCE_HYPERLINK: '0', WT_SESSION: 'x' }, false],
])('whether there are links in %s', (_, env, expected) => {
  expect(supportsLinks(env)).toBe(expected);
});

it.each([
  ['https://a.example/b?c=1,2', '\u001B]8;;https://a.example/b?c=1,2\u001B\\text\u001B]8;;\u001B\\'],
  ['https://ü.example/', '\u001B]8;;https://xn--tda.example/\u001B\\text\u001B]8;;\u001B\\'],
  ['https://user:pass@a.example/', 'text'],
  ['https://a.example/\u0007', 'text'],
  ['https://a.example/\u202E', 'text'],
  ['javascript:alert(1)', 'text'],
])('a link to %s, which is never written to a pipe', (address, expected) => {
  const env = { FORCE_HYPERLINK: '1' };
  expect(createLinker(terminal, env).link('text', address)).toBe(expected);
  expect(createLinker(pipe, env).link('text', address)).toBe('text');
});
