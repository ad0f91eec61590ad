/** Addresses: reading, comparing and showing them. */
import { tryTo } from './errors.ts';

/**
 * The end of a login: `@`, which can also be percent-encoded, even several times, or wide, which a
 * browser takes for the same.
 */
const loginEnd = /@|%(?:25)*40|[\uFE6B\uFF20]/i;
const untilLoginEnd = new RegExp(`^.*(?:${loginEnd.source})`, 'is');

/**
 * An address as it may be shown, even one that cannot be read: with `…` for what can be a secret,
 * which is user name and password, query and fragment, and everything after the first `:`, `/` or
 * `%` that neither a port nor a host explains (`redis://:password`).
 */
export function shownAddress(address: string): string {
  const [, scheme = '', rest = ''] = /^(\w[\w+.-]*:\/\/)?(.*)$/s.exec(address) ?? [];
  const shown = rest.replace(untilLoginEnd, '…@').replace(/([?#]).*$/s, '$1…');
  const hasHost = /^(?:…@)?(?:\[[\da-f:.]+\]|[^:/?#%]+)(?::\d{1,5})?(?:[/?#]|$)/i.test(shown);
  return scheme + (hasHost ? shown : shown.replace(/([:/%]).*$/s, '$1…'));
}

/** Whether an address that was typed may hold a user name or a password. */
export function mayHaveLogin(address: string): boolean {
  return loginEnd.test(address) || /^(?:rediss?:|[^/]*\/\/[^/]*%)/i.test(address);
}

/**
 * Whether an address holds a user name or a password, also one of another address in its path, as a
 * gateway may take it.
 */
export function hasLogin({ username, password, pathname }: URL): boolean {
  return (
    username !== '' || password !== '' || /(?::|%(?:25)*3a)[^/]*(?:@|%(?:25)*40)/i.test(pathname)
  );
}

/**
 * Undefined if the text is not an address. `URL.canParse` of Node 20 refuses right addresses after
 * some thousands of calls.
 */
export function urlOf(text: string, base?: URL): URL | undefined {
  return tryTo(() => new URL(text, base));
}

/** The most that a QR code of the largest size can hold, in bytes. */
const maxCodeBytes = 2953;

/** Whether a QR code can hold the address. */
export function fitsCode(address: string): boolean {
  return Buffer.byteLength(address) <= maxCodeBytes;
}

/** Whether a host, as a URL has it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /(^|\.)localhost\.?$/.test(hostname)
  );
}

/**
 * `https://host[:port]`, the same for all ways to write it. A dot at the end of the host only says
 * that the name is complete.
 */
export function originOf({ origin }: URL): string {
  return origin.replace(/\.(?=:\d+$|$)/, '');
}

/**
 * Whether `to` is at the site of `from`: the same host and port, with `www.` or without it, and not
 * http if `from` is https. From http to https, both have the port that their scheme has.
 */
export function isSameSite(from: URL, to: URL): boolean {
  const bare = ({ hostname }: URL): string => withoutWww(hostname.replace(/\.$/, ''));
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return (
    bare(from) === bare(to) && from.port === to.port && (from.protocol === to.protocol || isUpgrade)
  );
}

/** A website often answers at its host with and without `www.`. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
