import { isLoopback, urlOf } from '../addresses.ts';
import { html, type Html } from './html.ts';

/** A page can be sent to another machine, and outlive a sandbox. */
export function localNote(addresses: readonly string[]): Html | undefined {
  const hosts = new Set(addresses.map((address) => urlOf(address)?.hostname ?? ''));
  if (![...hosts].some(isLoopback)) return undefined;
  return html`<p class="warn">
    Links lead to a server on the machine that made this page, and work only while it runs there.
  </p>`;
}
