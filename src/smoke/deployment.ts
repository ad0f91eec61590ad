/** The deployment under test, as the checks ask it. Sends equal requests once and keeps the exchange for all checks. */
import type { Exchange } from '../api/exchange.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import type { CalendarDate } from '../api/types.ts';
import { createRequester, type RequesterOptions } from './requester.ts';

export interface DeploymentOptions extends RequesterOptions {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** True if nothing named `siteUrl`, so the website may be elsewhere. */
  readonly siteIsAssumed: boolean;
  /** The operator's day. */
  readonly today: CalendarDate;
}

export type Deployment = ReturnType<typeof createDeployment>;

export function createDeployment(options: DeploymentOptions) {
  const { baseUrl, siteUrl, siteIsAssumed, today, machine } = options;
  const { request, exceed, ...sent } = createRequester(options);
  const cache = new Map<string, Promise<unknown>>();
  // Also keeps failures, so that the next check does not send the request again.
  const cached = <T>(key: string, compute: () => Promise<T>): Promise<T> => {
    const value = (cache.get(key) as Promise<T> | undefined) ?? compute();
    cache.set(key, value);
    return value;
  };
  const sendOnce = (url: URL, path: string, accept?: string): Promise<Exchange> =>
    cached(url.href, () => request({ url, endpoint: `GET ${path}`, ...(accept !== undefined && { accept }) }));
  return {
    ...{ baseUrl, siteUrl, siteIsAssumed, today, ...sent },
    /** Epoch ms. */
    now: () => machine.now(),
    /** Computes a value once and keeps it for all checks. */
    cached,
    /** Sends beyond the limit, each time; undefined unless the user asked for it. */
    exceed: exceed && ((path: string) => exceed({ url: addressOf(baseUrl, path), endpoint: `GET ${path}` })),
    /** GET below base_url. */
    api: (path: string, parameters?: Parameters) => sendOnce(addressOf(baseUrl, path, parameters), path),
    /** GET of a path below site_url, or of an address; `accept` is a media type. */
    page: (path: string | URL, parameters?: Parameters, accept = 'text/html') =>
      path instanceof URL
        ? sendOnce(path, path.pathname, accept)
        : sendOnce(addressOf(siteUrl, path, parameters), path, accept),
  };
}
