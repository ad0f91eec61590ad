/** The built-in operator: the whole interface with sample data, over real HTTP on loopback. Shares nothing with the client. */
import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { checkOptions, createWorld, type SandboxOptions } from './options.ts';
import { createRequestLog, type RequestLogEntry } from './request-log.ts';

export type { SandboxOptions } from './options.ts';
export type { ResetFormat } from './rate-limit.ts';

export interface Sandbox {
  /** `http://127.0.0.1:<port>/api/agent`. */
  readonly baseUrl: string;
  /** `http://127.0.0.1:<port>`. */
  readonly siteUrl: string;
  readonly port: number;
  /** The newest 10 000 requests in order of arrival, of the interface and of the site. */
  readonly requests: readonly RequestLogEntry[];
  /** Cuts open connections; may be called again. */
  close(): Promise<void>;
}

const host = '127.0.0.1';
const requestsKept = 10_000;

/** Rejects with RangeError for a bad option, and with the system's error (`code: 'EADDRINUSE'`) when it cannot listen. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  const server = createServer();
  const port = await listen(server, options.port ?? 0);
  const closing = new AbortController();
  // One listener for each answer that is held back, however many these are.
  setMaxListeners(0, closing.signal);
  const world = createWorld(options, `http://${host}:${port}`, closing.signal);
  const log = createRequestLog(requestsKept);
  const listener = getRequestListener(createApp(world, log).fetch, {
    // The client runs in this process: its Request and Response stay as Node made them.
    overrideGlobalObjects: false,
    errorHandler: badRequest,
  });
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  return {
    baseUrl: world.baseUrl,
    siteUrl: world.siteUrl,
    port,
    requests: log.entries,
    close() {
      closing.abort();
      return close(server);
    },
  };
}

/** Only what never became a request gets here: a bad host header, a backslash in the path. */
function badRequest(): Response {
  return Response.json(
    { error: 'This is not a request the service understands' },
    { status: 400, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } },
  );
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
