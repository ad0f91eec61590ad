/** What the checks ask the service. The same question is asked once, however many checks look at its answer. */
import { addressOf, type Parameters } from '../api/query.ts';
import type { RentalDates } from '../api/types.ts';
import type { Answer } from './answer.ts';
import type { Asker } from './ask.ts';
import type { Finding } from './check.ts';

export interface ServiceOptions {
  readonly asker: Asker;
  readonly baseUrl: URL;
  readonly siteUrl: URL;
  /** The dates to ask about: the second and third where nothing is free in the one before. */
  readonly windows: readonly RentalDates[];
  /** Epoch ms. */
  readonly now: () => number;
}

export interface Service extends Omit<ServiceOptions, 'asker'> {
  /** GET below base_url. */
  api(path: string, parameters?: Parameters): Promise<Answer>;
  /** The same question asked anew. */
  again(path: string, parameters?: Parameters): Promise<Answer>;
  /** GET of an address below site_url, or of one it named; `accept` is a media type. */
  page(path: string | URL, parameters?: Parameters, accept?: string): Promise<Answer>;
  /** What was made of answers, kept for the next check that wants the same. */
  kept<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Asked anew, beyond every limit; undefined where that was not asked for. */
  readonly exceed: ((path: string) => Promise<Answer>) | undefined;
  /** Every answer so far, in order. */
  readonly answers: readonly Answer[];
}

export function createService({ asker, ...options }: ServiceOptions): Service {
  const { baseUrl, siteUrl } = options;
  const { exceed } = asker;
  const asked = new Map<string, Promise<Answer>>();
  const ask = (url: URL, path: string, accept?: string): Promise<Answer> =>
    asker.ask({ url, endpoint: `GET ${path}`, ...(accept !== undefined && { accept }) });
  // Failures are kept, too: what could not be asked is not asked for again by the next check.
  const once = (url: URL, path: string, accept?: string): Promise<Answer> => {
    const answer = asked.get(url.href) ?? ask(url, path, accept);
    asked.set(url.href, answer);
    return answer;
  };
  const made = new Map<string, Promise<unknown>>();
  return {
    ...options,
    kept: <T>(key: string, make: () => Promise<T>): Promise<T> => {
      const value = (made.get(key) as Promise<T> | undefined) ?? make();
      made.set(key, value);
      return value;
    },
    answers: asker.answers,
    exceed: exceed && ((path) => exceed({ url: addressOf(baseUrl, path), endpoint: `GET ${path}` })),
    api: (path, parameters) => once(addressOf(baseUrl, path, parameters), path),
    again: (path, parameters) => ask(addressOf(baseUrl, path, parameters), path),
    page: (path, parameters, accept = 'text/html') =>
      path instanceof URL
        ? once(path, path.pathname, accept)
        : once(addressOf(siteUrl, path, parameters), path, accept),
  };
}

/** Runs the parts of a check one after the other: requests are sequential. */
export async function each<T>(
  items: readonly T[],
  look: (item: T) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const item of items) found.push(...(await look(item)));
  return found;
}
