/** The deployment under test, as the checks ask it. Sends equal requests once and keeps the exchange for all checks. */
import type { Exchange } from '../api/exchange.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import type { RentalDates } from '../api/types.ts';
import type { Requester } from './requester.ts';

export interface DeploymentOptions {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** Dates to ask about, in order, until some vehicle is free. */
  readonly windows: readonly RentalDates[];
  /** Epoch ms. */
  readonly now: () => number;
}

export type Deployment = ReturnType<typeof createDeployment>;

export function createDeployment({ request, exceed, exchanges }: Requester, options: DeploymentOptions) {
  const { baseUrl, siteUrl } = options;
  const cache = new Map<string, Promise<unknown>>();
  // Also keeps failures, so that the next check does not send the request again.
  const cached = <T>(key: string, compute: () => Promise<T>): Promise<T> => {
    const value = (cache.get(key) as Promise<T> | undefined) ?? compute();
    cache.set(key, value);
    return value;
  };
  const send = (url: URL, path: string, accept?: string): Promise<Exchange> =>
    request({ url, endpoint: `GET ${path}`, ...(accept !== undefined && { accept }) });
  const sendOnce = (url: URL, path: string, accept?: string): Promise<Exchange> =>
    cached(url.href, () => send(url, path, accept));
  return {
    ...options,
    /** Every exchange so far, in order. */
    exchanges,
    /** Computes a value once and keeps it for all checks. */
    cached,
    /** Sends beyond the limit, each time; undefined unless the user asked for it. */
    exceed: exceed && ((path: string) => exceed({ url: addressOf(baseUrl, path), endpoint: `GET ${path}` })),
    /** GET below base_url. */
    api: (path: string, parameters?: Parameters) => sendOnce(addressOf(baseUrl, path, parameters), path),
    /** The same, sent again. */
    repeat: (path: string, parameters?: Parameters) => send(addressOf(baseUrl, path, parameters), path),
    /** GET of a path below site_url, or of an address; `accept` is a media type. */
    page: (path: string | URL, parameters?: Parameters, accept = 'text/html') =>
      path instanceof URL
        ? sendOnce(path, path.pathname, accept)
        : sendOnce(addressOf(siteUrl, path, parameters), path, accept),
  };
}
