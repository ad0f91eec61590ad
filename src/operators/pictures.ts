/** Pictures of vehicles, for a page that holds them. They are no part of the interface, so they take nothing of its budget. */
import manifest from '../../package.json' with { type: 'json' };
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { createTransport, type TransportOptions } from '../http/transport.ts';
import { isLoopback, urlOf } from '../text.ts';

/** On one page. */
export const mostPictures = 20;
const [mostBytes, timeoutMs, atOnce] = [200 * 1024, 10_000, 4];

interface PictureParts {
  readonly machine: TransportOptions['machine'];
  readonly signal: AbortSignal;
  /** Host names of the operators: only their pictures may be on this machine, or in a private network. */
  readonly own: ReadonlySet<string>;
}

/** By its address, each picture as a `data:` address. One that cannot be loaded is left out. Throws InterruptedError. */
export async function loadPictures(
  addresses: readonly string[],
  { machine, signal, own }: PictureParts,
): Promise<ReadonlyMap<string, string>> {
  const transport = createTransport({ machine, userAgent: `rental/${manifest.version}`, lookup: publicLookup(own) });
  const found = new Map<string, string>();
  const waiting = addresses.slice(0, mostPictures);
  const work = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const url = urlOf(address);
      if (url === undefined || !/^https?:$/.test(url.protocol) || !isAllowed(url.hostname, own)) continue;
      const request = { url, endpoint: 'the picture', accept: 'image/*' };
      const answer = await transport.send(request, { signal, timeoutMs, onHeaders: () => {} }).catch(() => undefined);
      signal.throwIfAborted();
      const type = answer?.status === 200 && answer.body.byteLength <= mostBytes ? typeOf(answer.body) : undefined;
      if (answer === undefined || type === undefined) continue;
      found.set(address, `data:${type};base64,${Buffer.from(answer.body).toString('base64')}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await transport.close();
  }
  return found;
}

/** By its first bytes, whatever the service says. An SVG in an `img` runs no script and loads nothing. */
function typeOf(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, 200)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^RIFF....WEBP/s.test(start)) return 'image/webp';
  return /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(start) ? 'image/svg+xml' : undefined;
}

function isAllowed(hostname: string, own: ReadonlySet<string>): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return own.has(hostname) || !(isLoopback(hostname) || (isIP(host) === 0 ? !host.includes('.') : isPrivate(host)));
}

/** A public name can lead to a private address. */
function publicLookup(own: ReadonlySet<string>): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const wrong =
        error ?? (own.has(hostname) || !addresses.some(({ address }) => isPrivate(address)) ? null : refused);
      if (options.all === true || wrong !== null) callback(wrong, wrong === null ? addresses : []);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}

const refused = Object.assign(new Error('the address is private'), { code: 'EACCES' });

const privateNetworks: readonly (readonly [net: string, prefix: number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['::', 127],
    ['fc00::', 7],
    ['fe80::', 10],
  ] as const),
];

function isPrivate(address: string): boolean {
  const list = new BlockList();
  for (const [network, prefix] of privateNetworks)
    list.addSubnet(network, prefix, isIP(network) === 4 ? 'ipv4' : 'ipv6');
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
