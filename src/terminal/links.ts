/** Text that a terminal opens as a link (OSC 8). */
import { urlOf } from '../addresses.ts';
import { isOff } from '../text.ts';
import { escapeText } from './escape.ts';
import type { Io } from './io.ts';

export type Linker = ReturnType<typeof createLinker>;

/**
 * Links only on terminals that are known to support them, because others print the sequence. FORCE_HYPERLINK=1 and =0 replace
 * that guess, but a pipe never gets links.
 */
export function createLinker(stream: { readonly isTTY?: boolean | undefined }, env: Io['env']) {
  const clickable = stream.isTTY === true && supportsLinks(env);
  return {
    /** False if `link` returns every text unchanged. */
    clickable,
    /** Makes the text a link if the address is a web address. */
    link: (text: string, address: string): string => {
      const url = clickable && text !== '' ? safeAddress(address) : undefined;
      return url === undefined ? text : `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\`;
    },
  };
}

const known = /^(iTerm\.app|WezTerm|vscode|ghostty|mintty|xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/;

export function supportsLinks(env: Io['env']): boolean {
  const { TERM: term = '', TERM_PROGRAM: program = '', FORCE_HYPERLINK: forced } = env;
  if (forced) return !isOff(forced);
  if (!isOff(env['CI']) || env['TMUX'] || /^(dumb|screen|tmux)/.test(term)) return false;
  // GNOME Terminal and other VTE terminals support links since 0.50.1; 0.50.0 crashes on them.
  return Boolean(env['WT_SESSION']) || Number(env['VTE_VERSION']) > 5000 || known.test(program) || known.test(term);
}

/** The address if it is http(s) and holds no user name, as plain ASCII without spaces. */
export function safeAddress(address: string): string | undefined {
  const url = urlOf(address);
  if (url === undefined || escapeText(address) !== address) return undefined;
  const { protocol, username, href } = url;
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && /^[!-~]+$/.test(href) ? href : undefined;
}
