/** The request and the response of an attempt: over a connection, or within this process. */
import { proxyLogin } from './credentials.ts';
import type { HttpRequest, HttpResponse, Service } from './types.ts';

/** A request to the service, or to a proxy. */
export interface Outgoing {
  readonly origin: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** The proxy that opens a tunnel to `origin`; undefined if none is needed. */
  readonly tunnelProxy?: URL;
}

/** A response whose body has not been read yet. */
export interface Incoming extends Pick<HttpResponse, 'status' | 'headers'> {
  bytes(): Promise<Uint8Array>;
  /** Ends the connection if the body was not read. */
  drop?(): void;
}

export type Exchange = (
  request: Outgoing,
  limits: { readonly signal: AbortSignal; readonly idleMs: number },
) => Promise<Incoming>;

export function exchangeInProcess(service: Service): Exchange {
  return async ({ origin, path, headers }) => {
    const answer = await service(new Request(origin + path, { headers }));
    return {
      status: answer.status,
      headers: Object.fromEntries(
        [...answer.headers.keys()].map((name) => [name, answer.headers.get(name) ?? '']),
      ),
      bytes: async () => new Uint8Array(await answer.arrayBuffer()),
    };
  };
}

/** Plain http goes to the proxy itself: few proxies open a tunnel to port 80. */
export function toOutgoing(
  request: HttpRequest,
  userAgent: string,
  proxy: URL | undefined,
): Outgoing {
  const { url, accept = 'application/json' } = request;
  const path = `${url.pathname}${url.search}`;
  const viaProxy = proxy !== undefined && url.protocol === 'http:';
  const headers = {
    accept,
    'accept-encoding': 'identity',
    'user-agent': userAgent,
    ...(viaProxy && { host: url.host, ...proxyLogin(proxy) }),
  };
  if (viaProxy) return { headers, origin: proxy.origin, path: url.origin + path };
  return { headers, origin: url.origin, path, ...(proxy && { tunnelProxy: proxy }) };
}
