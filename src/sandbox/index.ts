/** The built-in operator: the whole interface with sample data. Shares no code with the client. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { createApp } from './app.ts';
import { sandboxState, type LoggedRequest, type SandboxOptions } from './options.ts';

export type { SandboxAnswer, AnswerChange } from './change.ts';
export { faults } from './faults.ts';
export type { SandboxOptions } from './options.ts';
export type { ResetFormat } from './rate-limit.ts';

/** Answers without a server. */
interface SandboxService {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly requests: readonly LoggedRequest[];
  answer(request: Request, bindings?: HttpBindings): Promise<Response>;
}

export interface Sandbox extends SandboxService {
  readonly port: number;
  /** Cuts open connections. Further calls have no effect. */
  close(): Promise<void>;
}

export function createSandbox(options: SandboxOptions = {}): SandboxService {
  const state = sandboxState(options);
  const app = createApp(state);
  return {
    baseUrl: state.baseUrl,
    siteUrl: state.siteUrl,
    requests: state.requests,
    answer: async (request, bindings) => app.fetch(request, bindings),
  };
}

/** Serves it on loopback. Rejects with the system's error, such as `EADDRINUSE`. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const server = createServer().listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sandbox = createSandbox({ ...options, port });
  const listener = getRequestListener(
    (request, bindings) => sandbox.answer(request, bindings as HttpBindings),
    {
      // A client in the same process needs its own Request and Response.
      overrideGlobalObjects: false,
      // A bad host header, or a backslash in the path.
      errorHandler: () =>
        Response.json({ error: 'The service does not understand this request' }, { status: 400 }),
    },
  );
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing));
  return {
    ...sandbox,
    port,
    close: async () => {
      const closed = server.listening ? once(server, 'close') : undefined;
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
