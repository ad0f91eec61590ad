/** An operator with one defect: it sends the responses of the sandbox with one change. */
import { createSandbox } from '../../../src/sandbox/index.ts';
import type { Service } from '../../../src/service.ts';
import { freeAddress, plant } from '../../support/service.ts';

export interface MutableResponse {
  /** `/quotes` for the interface, `/site/book` for the website. */
  readonly path: string;
  readonly query: URLSearchParams;
  status: number;
  readonly headers: Record<string, string>;
  body: string;
}

export type Mutation = (exchange: MutableResponse) => void;

export interface Mutant {
  readonly baseUrl: URL;
  readonly siteUrl: URL;
}

/** The responses of a sandbox, each requested once for all mutants. */
export function createOriginal() {
  const { siteUrl, answer, close } = createSandbox({ rateLimit: { limit: 1000, windowMs: 60_000 } });
  const kept = new Map<string, Promise<MutableResponse>>();
  return {
    /** The answer for a path and query. */
    answer: async (path: string): Promise<MutableResponse> => {
      const answered = kept.get(path) ?? exchangeOf(new URL(path, siteUrl), answer);
      kept.set(path, answered);
      const { headers, ...rest } = await answered;
      return { ...rest, headers: { ...headers } };
    },
    close,
  };
}

export type Original = ReturnType<typeof createOriginal>;

/** Counts requests itself, because not every request reaches the original. */
export function mutantOf(original: Original, mutate: Mutation): Service {
  let left = 100;
  return async (request) => {
    const { origin } = new URL(request.url);
    const exchange = await original.answer(request.url.slice(origin.length));
    if (!exchange.path.startsWith('/site/')) {
      left -= 1;
      Object.assign(exchange.headers, { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': String(left) });
    }
    // The manifest names the address of the description.
    if (exchange.path.includes('ai-plugin')) exchange.body = exchange.body.replace(/http:\/\/127[^/"]*/g, origin);
    mutate(exchange);
    return responseOf(exchange);
  };
}

/** Bytes, because text would get a content type of its own. */
export function responseOf({ status, headers, body }: Pick<MutableResponse, 'status' | 'headers' | 'body'>): Response {
  return new Response(body === '' ? null : Buffer.from(body), { status, headers });
}

/** Until the test ends, smoke and `run` ask it. */
export async function startMutant(original: Original, mutate: Mutation): Promise<Mutant> {
  return startService(mutantOf(original, mutate));
}

/** An operator in memory with both of its parts at the usual addresses. */
export function startService(service: Service) {
  const siteUrl = freeAddress();
  const { requests } = plant(service, siteUrl);
  return { siteUrl, baseUrl: new URL('/api/agent', siteUrl), requests };
}

async function exchangeOf(url: URL, answer: Service): Promise<MutableResponse> {
  const response = await answer(new Request(url));
  return {
    path: url.pathname.startsWith('/api/agent/') ? url.pathname.slice('/api/agent'.length) : `/site${url.pathname}`,
    query: url.searchParams,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/** Changes responses of matching addresses with this status. */
export function at(path: RegExp, mutate: Mutation, status = 200): Mutation {
  return (exchange) => {
    if (path.test(exchange.path) && exchange.status === status) mutate(exchange);
  };
}

/** Changes the JSON body in place, or replaces it with the returned value. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function json(change: (body: any, exchange: MutableResponse) => unknown): Mutation {
  return (exchange) => {
    const body = JSON.parse(exchange.body) as unknown;
    const changed = change(body, exchange);
    exchange.body = JSON.stringify(changed === undefined ? body : changed);
  };
}

export function answerWith(status: number, type: string, body: string): Mutation {
  return (exchange) => {
    exchange.status = status;
    exchange.headers['content-type'] = type;
    exchange.body = body;
  };
}

export const html = (status: number): Mutation => answerWith(status, 'text/html', '<!doctype html><p>Oops</p>');
