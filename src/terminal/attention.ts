/** Calls somebody who does not look at the terminal: the bell, and a note of the desktop (OSC 9). */
import { shorten } from '../text.ts';
import { safeText } from './escape.ts';
import type { Io } from './io.ts';

/** What to write before a line that somebody should see; nothing in a pipe. */
export function attention(text: string, { isTTY }: { readonly isTTY?: boolean | undefined }, env: Io['env']): string {
  if (isTTY !== true || env['TERM'] === 'dumb') return '';
  // ConEmu and others take a number at the start for another command, so the note starts with a word.
  return supportsNotes(env) ? `\u0007\u001B]9;rental: ${safeText(shorten(text, 200))}\u0007` : '\u0007';
}

/** Only terminals that are known to show the note, because others print it, and tmux and screen keep it. */
function supportsNotes(env: Io['env']): boolean {
  const term = env['TERM'] ?? '';
  if (env['TMUX'] || /^(screen|tmux)/.test(term)) return false;
  if (env['KITTY_WINDOW_ID'] || /^(xterm-kitty|xterm-ghostty|foot|wezterm)/.test(term)) return true;
  return ['iTerm.app', 'WezTerm', 'ghostty'].includes(env['TERM_PROGRAM'] ?? '');
}
