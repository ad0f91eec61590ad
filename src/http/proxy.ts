/**
 * Chooses the proxy for a URL by the environment variables that most programs read, without
 * `ALL_PROXY`.
 */
import { isLoopback, urlOf } from '../base/addresses.ts';
import { ConfigError } from '../base/errors.ts';
import type { Machine } from './types.ts';

/** Undefined if none is set, for hosts in NO_PROXY and for loopback. Throws ConfigError. */
export function proxyFor(url: URL, env: Machine['env']): URL | undefined {
  const scheme = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const name = [scheme, scheme.toUpperCase()].find((each) => env[each]?.trim());
  const excluded = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  // A service on this machine is asked without a proxy, as Go programs do.
  if (name === undefined || isLoopback(url.hostname) || isExcluded(url.hostname, excluded))
    return undefined;
  const text = env[name]?.trim() ?? '';
  const proxy = urlOf(text.includes('://') ? text : `http://${text}`);
  if (proxy && proxy.hostname !== '' && /^https?:$/.test(proxy.protocol)) return proxy;
  // The value may hold a password.
  throw new ConfigError(`${name} is not the address of an HTTP proxy`, {
    hint: `write it as http://host:port, or unset ${name}`,
  });
}

/** Entries are a host (with its subdomains), a `.domain`, an address, or `*`; a port is ignored. */
function isExcluded(hostname: string, excluded: string): boolean {
  const host = bareHost(hostname);
  return excluded.split(/[,\s]+/).some((entry) => {
    const withoutPort = entry.toLowerCase().replace(/(?<=^[^:]*|\]):\d+$/, '');
    const name = bareHost(withoutPort).replace(/^\*?\./, '');
    return name === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
  });
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
