import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import type { Service } from '../../src/service.ts';
import { always as answers, type TestService } from './service.ts';

/** Starts a real server on loopback for the running test. */
export async function serve(listener: RequestListener): Promise<TestService> {
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
export function always(...given: Parameters<typeof answers>): RequestListener {
  return listenerOf(answers(...given));
}

/** A service in memory, for a real server. */
export function listenerOf(service: Service): RequestListener {
  const listener = getRequestListener((request) => service(request), { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
}
