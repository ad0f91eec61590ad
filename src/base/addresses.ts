/** Addresses: reading, comparing and showing them. */
import { tryTo } from './errors.ts';

/** `@`, percent-encoded (even several times) or wide: browsers read all of them as `@`. */
const loginEnd = /@|%(?:25)*40|[\uFE6B\uFF20]/i;
const untilLoginEnd = new RegExp(`^.*(?:${loginEnd.source})`, 'is');

/**
 * The host of a web address, if a path, a query or a fragment follows it or its port. Only a host
 * with a dot counts, because a login can begin like one without: `https://se/cret@a.example/`.
 */
const webHost =
  /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s:/\\?#%@\uFE6B\uFF20]+\.[^\s:/\\?#%@\uFE6B\uFF20]+)(?=(?::\d{1,5})?[/?#])/i;
/** What may be a login within a path: some gateways take a whole address there. */
const innerLogin = new RegExp(`(?::|%(?:25)*3a).*(?:${loginEnd.source})`, 'is');

/**
 * Puts `…` in the place of what can be a secret: a login, a query, a fragment, and all after a `:`,
 * `/` or `%` that does not belong to a host and a port (`redis://:password`). Takes any text.
 */
export function shownAddress(address: string): string {
  const host = webHost.exec(address)?.[0];
  const rest = address.slice(host?.length);
  // The `@` of a path is not the end of a login.
  if (host === undefined || !loginEnd.test(rest)) return shownText(address);
  // Before an `@`, even digits can be the start of a password.
  if (rest.startsWith(':')) return `${host}:…`;
  const [path = ''] = /^[^?#]*/.exec(rest) ?? [];
  const end = rest.charAt(path.length);
  return host + (innerLogin.test(path) ? '/…' : path) + (end && `${end}…`);
}

/** For a text that may be no address. */
function shownText(text: string): string {
  const [, scheme = '', rest = ''] = /^(\w[\w+.-]*:\/\/)?(.*)$/s.exec(text) ?? [];
  const withoutLogin = rest.replace(untilLoginEnd, '…@');
  const shown = withoutLogin.replace(/([?#]).*$/s, '$1…');
  const hasHost = /^(?:…@)?(?:\[[\da-f:.]+\]|[^:/?#%]+)(?::\d{1,5})?(?:[/?#]|$)/i.test(shown);
  // Without a host, a password can follow each of these.
  return scheme + (hasHost ? shown : shown.replace(/([:/%]).*$/s, '$1…'));
}

/** For a text that is shown or followed: rather too often true. */
export function mayHaveLogin(address: string): boolean {
  return loginEnd.test(address) || /^(?:rediss?:|[^/]*\/\/[^/]*%)/i.test(address);
}

/**
 * For an address that is stored. Also finds a login in an address within the path, as some gateways
 * take it.
 */
export function hasLogin({ username, password, pathname }: URL): boolean {
  return (
    username !== '' || password !== '' || /(?::|%(?:25)*3a)[^/]*(?:@|%(?:25)*40)/i.test(pathname)
  );
}

/** `URL.canParse` of Node 20 refuses right addresses after some thousands of calls. */
export function urlOf(text: string, base?: URL): URL | undefined {
  return tryTo(() => new URL(text, base));
}

/** Bytes that a QR code of the largest size holds. */
const maxCodeBytes = 2953;

export function fitsQrCode(address: string): boolean {
  return Buffer.byteLength(address) <= maxCodeBytes;
}

/** Takes the `hostname` of a URL, which has brackets around an IPv6 address. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    /(^|\.)localhost\.?$/.test(hostname)
  );
}

/** `https://host[:port]`, without the dot with which a full host name can end. */
export function originOf({ origin }: URL): string {
  return origin.replace(/\.(?=:\d+$|$)/, '');
}

/** The same host, with or without `www.`, and the same port. From https to http is another site. */
export function isSameSite(from: URL, to: URL): boolean {
  const bare = ({ hostname }: URL): string => withoutWww(hostname.replace(/\.$/, ''));
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return (
    bare(from) === bare(to) && from.port === to.port && (from.protocol === to.protocol || isUpgrade)
  );
}

export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
