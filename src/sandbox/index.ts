/** The built-in operator: the whole interface with sample data, served over HTTP on loopback. Shares no code with the client. */
import { once, setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp, createRequestLog, type RequestLogEntry } from './app.ts';
import { checkOptions, createState, type SandboxOptions } from './options.ts';

export type { SandboxOptions } from './options.ts';
export type { ResetFormat } from './rate-limit.ts';

export interface Sandbox {
  /** `http://127.0.0.1:<port>/api/agent`. */
  readonly baseUrl: string;
  /** `http://127.0.0.1:<port>`. */
  readonly siteUrl: string;
  readonly port: number;
  /** The newest 10 000 requests to the interface and the site, in order of arrival. */
  readonly requests: readonly RequestLogEntry[];
  /** Cuts open connections. Further calls have no effect. */
  close(): Promise<void>;
}

const host = '127.0.0.1';
const maxLoggedRequests = 10_000;

/** Rejects with RangeError for a bad option, and with the system's error (such as `EADDRINUSE`) if it cannot listen. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  const server = createServer().listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closing = new AbortController();
  // Each delayed answer adds a listener; do not warn about their number.
  setMaxListeners(0, closing.signal);
  const state = createState(options, `http://${host}:${port}`, closing.signal);
  const log = createRequestLog(maxLoggedRequests);
  const listener = getRequestListener(createApp(state, log).fetch, {
    // The client may run in the same process: leave its Request and Response alone.
    overrideGlobalObjects: false,
    errorHandler: badRequest,
  });
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  return {
    baseUrl: state.baseUrl,
    siteUrl: state.siteUrl,
    port,
    requests: log.entries,
    close() {
      closing.abort();
      return closeServer(server);
    },
  };
}

/** Answers what cannot be parsed as a request: a bad host header, a backslash in the path. */
function badRequest(): Response {
  return Response.json(
    { error: 'The service does not understand this request' },
    { status: 400, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } },
  );
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
