import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import type { Service } from '../../src/service.ts';

export interface TestServer {
  readonly baseUrl: string;
  /** Path and query of each request, in order. */
  readonly requests: readonly string[];
}

/** Starts a real server on loopback for the running test. */
export async function serve(listener: RequestListener): Promise<TestServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Gives every request the same response. */
export function always(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

/** A service in memory, for a real server. */
export function listenerOf(service: Service): RequestListener {
  const listener = getRequestListener((request) => service(request), { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
}
