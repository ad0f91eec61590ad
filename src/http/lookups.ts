/**
 * Looks up host names. All connections share a question and its answer: without a name server, each question costs 10 s and more, for
 * which Node waits before it ends.
 */
import dns, { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { platform } from 'node:os';
import type { Machine } from './types.ts';

export interface HostLookups {
  /** For `net.connect`. */
  readonly lookup: LookupFunction;
  /** Starts to look up a host that is needed soon. */
  prepare(url: URL): void;
}

/** How long an address stays known, ms: a long run must notice that a service moved. */
const knownMs = 60_000;

export function createLookups({ monotonic }: Pick<Machine, 'monotonic'>): HostLookups {
  const known = new Map<string, { readonly at: number; readonly found: Promise<LookupAddress[]> }>();
  const find = (host: string): Promise<LookupAddress[]> => {
    const last = known.get(host);
    if (last !== undefined && monotonic() - last.at < knownMs) return last.found;
    const found = lookUp(host);
    known.set(host, { at: monotonic(), found });
    found.catch(() => known.delete(host));
    return found;
  };
  return {
    lookup: (host, { all }, callback) => {
      const give = (addresses: LookupAddress[]): void => {
        const [first] = addresses;
        if (all === true || first === undefined) callback(null, addresses);
        else callback(null, first.address, first.family);
      };
      find(host).then(give, (error: Error) => callback(error, ''));
    },
    prepare: ({ hostname }) => {
      // The connection reports an error.
      if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) find(hostname).catch(() => {});
    },
  };
}

/** As `net.connect` does; but a service on this machine may listen on either of its addresses. */
function lookUp(host: string): Promise<LookupAddress[]> {
  const hints = host === 'localhost' || platform() === 'win32' ? 0 : dns.ADDRCONFIG;
  return new Promise((resolve, reject) => {
    dns.lookup(host, { all: true, hints }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
