/** OSC 8: text that a terminal opens as a link. */
import { escapeText } from './escape.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface Linker {
  /** False: `link` gives texts back as they are. */
  readonly clickable: boolean;
  /** Makes the text a link to the address, where the address is one of the web. */
  link(text: string, address: string): string;
}

/**
 * Links only on a terminal known to understand them: others print the sequence or swallow it. FORCE_HYPERLINK=1 and =0
 * overrule the guess, never the terminal: a pipe gets no links.
 */
export function createLinker(stream: { readonly isTTY?: boolean | undefined }, env: Env): Linker {
  const clickable = stream.isTTY === true && understandsLinks(env);
  return {
    clickable,
    link: (text, address) => {
      const url = clickable && text !== '' ? linkable(address) : undefined;
      return url === undefined ? text : `\u001B]8;;${url}\u001B\\${text}\u001B]8;;\u001B\\`;
    },
  };
}

export function understandsLinks(env: Env): boolean {
  const forced = env['FORCE_HYPERLINK'];
  if (forced) return !['0', 'false', 'no'].includes(forced.toLowerCase());
  if (env['TERM'] === 'dumb' || env['CI'] || env['TMUX'] || /^(screen|tmux)/.test(env['TERM'] ?? '')) return false;
  if (env['WT_SESSION'] || env['KITTY_WINDOW_ID'] || env['KONSOLE_VERSION'] || env['DOMTERM']) return true;
  // GNOME Terminal and its kin since 0.50.1; 0.50.0 crashed on them.
  if (Number(env['VTE_VERSION']) > 5000) return true;
  if (/^(xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)/.test(env['TERM'] ?? '')) return true;
  return ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio', 'mintty'].includes(env['TERM_PROGRAM'] ?? '');
}

/** The address in the only form a sequence may carry: http(s), plain ASCII without spaces, no credentials to show off. */
function linkable(address: string): string | undefined {
  if (!URL.canParse(address) || escapeText(address) !== address) return undefined;
  const { protocol, username, href } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && /^[!-~]+$/.test(href) ? href : undefined;
}
