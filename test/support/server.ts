/** Real servers on loopback. */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import type { Service } from '../../src/http/types.ts';
import type { TestService } from './service.ts';

/** Until the end of the running test. */
export async function serve(service: Service): Promise<TestService> {
  const requests: string[] = [];
  const listener = getRequestListener((request) => service(request), {
    overrideGlobalObjects: false,
  });
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

export async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
