/** Small bars beside amounts, and which terminals can draw them. */
import type { Io } from './io.ts';

/** In columns. */
export const barWidth = 5;

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** `███▌` for a share from 0 to 1 of the whole width. An amount above zero always has a bar. */
export function barText(share: number): string {
  if (!(share > 0)) return '';
  const size = Math.max(1, Math.round(Math.min(1, share) * barWidth * 8));
  return '█'.repeat(Math.floor(size / 8)) + (eighths[size % 8] ?? '');
}

/** Only terminals that show Unicode in full: a plain console lacks the narrow blocks. Never a pipe, and not for screen readers. */
export function drawsBars(
  stream: { readonly isTTY?: boolean | undefined },
  env: Io['env'],
  accessible = false,
): boolean {
  if (accessible) return false;
  const term = env['TERM'] ?? '';
  if (stream.isTTY !== true || term === 'dumb' || term === 'linux') return false;
  const { WT_SESSION: windowsTerminal, TERM_PROGRAM: program = '' } = env;
  return hasUnicode(env) ?? (Boolean(windowsTerminal) || ['vscode', 'Apple_Terminal', 'iTerm.app'].includes(program));
}

/** As the locale says. Undefined if none is set: Windows sets none, and macOS not for every program. */
export function hasUnicode(env: Io['env']): boolean | undefined {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  return locale ? /utf-?8/i.test(locale) : undefined;
}
