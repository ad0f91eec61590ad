/** The deployment under test, as the checks ask it. Sends equal requests once and keeps the exchange for all checks. */
import type { Exchange } from '../api/exchange.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import type { RentalDates } from '../api/types.ts';
import type { Requester } from './requester.ts';

export interface DeploymentOptions {
  readonly requester: Requester;
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** Dates to ask about, in order, until some vehicle is free. */
  readonly windows: readonly RentalDates[];
  /** Epoch ms. */
  readonly now: () => number;
}

export interface Deployment extends Omit<DeploymentOptions, 'requester'> {
  /** GET below base_url. */
  api(path: string, parameters?: Parameters): Promise<Exchange>;
  /** The same, sent again. */
  repeat(path: string, parameters?: Parameters): Promise<Exchange>;
  /** GET of a path below site_url, or of an address; `accept` is a media type. */
  page(path: string | URL, parameters?: Parameters, accept?: string): Promise<Exchange>;
  /** Computes a value once and keeps it for all checks. */
  cached<T>(key: string, compute: () => Promise<T>): Promise<T>;
  /** Sends beyond the limit, each time; undefined unless the user asked for it. */
  readonly exceed: ((path: string) => Promise<Exchange>) | undefined;
  /** Every exchange so far, in order. */
  readonly exchanges: readonly Exchange[];
}

export function createDeployment({ requester, ...options }: DeploymentOptions): Deployment {
  const { baseUrl, siteUrl } = options;
  const { exceed } = requester;
  const cache = new Map<string, Promise<unknown>>();
  // Also keeps failures, so that the next check does not send the request again.
  const cached = <T>(key: string, compute: () => Promise<T>): Promise<T> => {
    const value = (cache.get(key) as Promise<T> | undefined) ?? compute();
    cache.set(key, value);
    return value;
  };
  const send = (url: URL, path: string, accept?: string): Promise<Exchange> =>
    requester.request({ url, endpoint: `GET ${path}`, ...(accept !== undefined && { accept }) });
  const sendOnce = (url: URL, path: string, accept?: string): Promise<Exchange> =>
    cached(url.href, () => send(url, path, accept));
  return {
    ...options,
    cached,
    exchanges: requester.exchanges,
    exceed: exceed && ((path) => exceed({ url: addressOf(baseUrl, path), endpoint: `GET ${path}` })),
    api: (path, parameters) => sendOnce(addressOf(baseUrl, path, parameters), path),
    repeat: (path, parameters) => send(addressOf(baseUrl, path, parameters), path),
    page: (path, parameters, accept = 'text/html') =>
      path instanceof URL
        ? sendOnce(path, path.pathname, accept)
        : sendOnce(addressOf(siteUrl, path, parameters), path, accept),
  };
}
