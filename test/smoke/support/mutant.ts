/** An operator with one defect: it sends the responses of the sandbox with one change. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { startSandbox, type Sandbox } from '../../../src/sandbox/index.ts';

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
export function createOriginal(): {
  answer(request: IncomingMessage): Promise<MutableResponse>;
  close(): Promise<void>;
} {
  const sandbox = startSandbox({ rateLimit: { limit: 1000, windowMs: 60_000 } });
  const kept = new Map<string, Promise<MutableResponse>>();
  return {
    answer: async ({ url = '/' }) => {
      const answer = kept.get(url) ?? fetchOriginal(await sandbox, url);
      kept.set(url, answer);
      const { headers, ...rest } = await answer;
      return { ...rest, headers: { ...headers } };
    },
    close: async () => (await sandbox).close(),
  };
}

export type Original = ReturnType<typeof createOriginal>;

/** Closes when the current test ends. Counts requests itself, because not every request reaches the original. */
export async function startMutant(original: Original, mutate: Mutation): Promise<Mutant> {
  let left = 100;
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = await original.answer(request);
    if (!exchange.path.startsWith('/site/')) {
      left -= 1;
      Object.assign(exchange.headers, { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': String(left) });
    }
    // The manifest names the address of the description.
    if (exchange.path.includes('ai-plugin'))
      exchange.body = exchange.body.replace(/http:\/\/127[^/"]*/g, siteUrl.origin);
    mutate(exchange);
    response.writeHead(exchange.status, exchange.headers).end(exchange.body);
  };
  const siteUrl = await startServer((request, response) => {
    pass(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return { siteUrl, baseUrl: new URL('/api/agent', siteUrl) };
}

/** A server on loopback that closes when the current test ends. */
export async function startServer(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** An address at which nothing listens. */
export async function closedPort(): Promise<URL> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return new URL(`http://127.0.0.1:${port}`);
}

async function fetchOriginal(sandbox: Sandbox, path: string): Promise<MutableResponse> {
  const url = new URL(path, sandbox.siteUrl);
  const answer = await fetch(url, { redirect: 'manual' });
  const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers);
  return {
    path: url.pathname.startsWith('/api/agent/') ? url.pathname.slice('/api/agent'.length) : `/site${url.pathname}`,
    query: url.searchParams,
    status: answer.status,
    headers,
    body: await answer.text(),
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
