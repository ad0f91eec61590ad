/** The deployment under test, as the checks ask it. Sends equal requests once and keeps the exchange for all checks. */
import type { Exchange } from './exchange.ts';
import { addressOf, type Parameters } from '../api/links.ts';
import type { CalendarDate } from '../api/types.ts';
import { showText } from './display.ts';
import { NotChecked } from './finding.ts';
import { createRequester, type RequesterOptions } from './requester.ts';

/** What the user knows about trips that the service accepts. */
export interface TripWish {
  readonly pickUpDate?: CalendarDate | undefined;
  /** The trips that are tried have them in turn. */
  readonly nights?: readonly number[] | undefined;
  /** Finds the depot among those that the service lists. */
  readonly pickUpDepotId?: ((depots: readonly Named[]) => Promise<number>) | undefined;
}

export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface DeploymentOptions extends RequesterOptions {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** True if nothing named `siteUrl`, so the website may be elsewhere. */
  readonly siteIsAssumed: boolean;
  /** The operator's day. */
  readonly today: CalendarDate;
  readonly wish?: TripWish;
}

interface PageOptions {
  readonly parameters?: Parameters;
  /** Media type. */
  readonly accept?: string;
}

export type Deployment = ReturnType<typeof createDeployment>;

export function createDeployment(options: DeploymentOptions) {
  const { baseUrl, siteUrl, siteIsAssumed, today, wish = {}, machine } = options;
  const { request, exceed, ...sent } = createRequester(options);
  const cache = new Map<string, Promise<unknown>>();
  // Also keeps failures, so that the next check does not send the request again.
  const cached = <T>(key: string, compute: () => Promise<T>): Promise<T> => {
    const value = (cache.get(key) as Promise<T> | undefined) ?? compute();
    cache.set(key, value);
    return value;
  };
  let refusedPage: string | undefined;
  const page = async (url: URL, { accept = 'text/html' }: PageOptions): Promise<Exchange> => {
    if (refusedPage !== undefined) throw new NotChecked(refusedPage);
    const endpoint = `GET ${url.pathname}`;
    const exchange = await cached(url.href, () => request({ url, endpoint, accept }, true));
    if (exchange.response?.status !== 429) return exchange;
    refusedPage = `the website answered 429 at ${showText(url.pathname, 60)}`;
    throw new NotChecked(refusedPage);
  };
  return {
    ...{ baseUrl, siteUrl, siteIsAssumed, today, wish, ...sent },
    /** Epoch ms. */
    now: () => machine.now(),
    /** Computes a value once and keeps it for all checks. */
    cached,
    /** Sends beyond the limit, each time; undefined unless the user asked for it. */
    exceed: exceed && ((path: string) => exceed({ url: addressOf(baseUrl, path), endpoint: `GET ${path}` })),
    /** GET below base_url. */
    api: (path: string, parameters?: Parameters): Promise<Exchange> => {
      const url = addressOf(baseUrl, path, parameters);
      return cached(url.href, () => request({ url, endpoint: `GET ${path}` }, false));
    },
    /** The same, although it was asked before. */
    apiAgain: (path: string, parameters?: Parameters): Promise<Exchange> =>
      request({ url: addressOf(baseUrl, path, parameters), endpoint: `GET ${path}` }, false),
    /** GET of a path below site_url, or of an address. Throws NotChecked from the first 429 on: the website is not the interface. */
    page: (path: string | URL, options: PageOptions = {}) =>
      page(path instanceof URL ? path : addressOf(siteUrl, path, options.parameters), options),
  };
}
