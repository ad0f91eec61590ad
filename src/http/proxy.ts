/** Chooses the proxy for a URL by the environment variables that curl and most programs read. */
import { BlockList, isIP } from 'node:net';
import { ConfigError } from '../errors.ts';
import type { Machine } from './types.ts';
import { isLoopback, urlOf } from '../text.ts';

type Env = Machine['env'];

/**
 * The proxy for a URL: `https_proxy`/`HTTPS_PROXY` or `http_proxy`/`HTTP_PROXY` by its scheme, lower case first; undefined for
 * hosts in `no_proxy`/`NO_PROXY` and for loopback. Throws ConfigError if the variable is not the address of an HTTP proxy.
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  const names = url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((each) => env[each]?.trim());
  // Requests to this machine, such as to the sandbox, never use a proxy; Go programs do the same.
  if (name === undefined || isLoopback(url.hostname) || isExcluded(url.hostname, env)) return undefined;
  return parseProxy(name, env[name]?.trim() ?? '');
}

function parseProxy(name: string, value: string): URL {
  const text = value.includes('://') ? value : `http://${value}`;
  const proxy = urlOf(text);
  if (proxy && proxy.hostname !== '' && /^https?:$/.test(proxy.protocol)) return proxy;
  // The message does not repeat the value, because it may hold a password.
  throw new ConfigError(`${name} is not the address of an HTTP proxy`, {
    hint: `write it as http://host:port, or unset ${name}`,
  });
}

/** Entries are a host (with its subdomains), a `.domain`, an address, a CIDR range, or `*`; a port is ignored. */
function isExcluded(hostname: string, env: Env): boolean {
  const host = bareHost(hostname);
  const entries = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').toLowerCase().split(/[,\s]+/);
  return entries.filter(Boolean).some((entry) => {
    if (entry === '*') return true;
    if (entry.includes('/')) return inRange(host, entry);
    const name = bareHost(isIP(entry) === 6 ? entry : entry.replace(/:\d+$/, '')).replace(/^\*?\./, '');
    return host === name || host.endsWith(`.${name}`);
  });
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function inRange(host: string, range: string): boolean {
  const [network = '', prefix = ''] = range.split('/');
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  if (isIP(network) === 0 || isIP(network) !== isIP(host) || bits > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(host, family);
}
