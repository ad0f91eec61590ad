/** Small bars beside amounts, and which terminals can draw them. */
import type { Io } from './io.ts';

/** In columns. */
const barWidth = 5;

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** `███▌` for a share from 0 to 1. An amount above zero always has a bar. */
export function barText(share: number): string {
  if (!(share > 0)) return '';
  const size = Math.max(1, Math.round(Math.min(1, share) * barWidth * 8));
  return '█'.repeat(Math.floor(size / 8)) + (eighths[size % 8] ?? '');
}

/** A plain console lacks the narrow blocks, and screen readers cannot read bars. */
export function drawsBars(
  { isTTY }: Pick<Io['stdout'], 'isTTY'>,
  env: Io['env'],
  accessible: boolean,
): boolean {
  if (accessible || isTTY !== true || ['dumb', 'linux'].includes(env['TERM'] ?? '')) return false;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  // Windows and macOS may set no locale, but their terminals name themselves.
  return locale ? /utf-?8/i.test(locale) : Boolean(env['WT_SESSION'] || env['TERM_PROGRAM']);
}
