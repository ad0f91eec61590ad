/** Ctrl-C in every phase: the request ends in the same turn of the event loop. */
import { describe, expect, it } from 'vitest';
import { InterruptedError } from '../../src/base/errors.ts';
import { client, respond, serve, sleepForever } from './support.ts';
import type { Handler } from './support.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
const anHour = 3_600_000;

interface Phase {
  readonly name: string;
  readonly handler?: Handler;
  readonly scheme?: string;
  /** True if the server is the proxy. */
  readonly proxy?: boolean;
  readonly until: (
    server: Awaited<ReturnType<typeof serve>>,
    made: ReturnType<typeof client>,
  ) => boolean;
}

const phases: Phase[] = [
  { name: 'the TLS handshake', scheme: 'https', until: (server) => server.connections() === 1 },
  {
    name: 'the tunnel of a proxy',
    scheme: 'https',
    proxy: true,
    until: (server) => server.requests.length === 1,
  },
  { name: 'the headers', until: (server) => server.requests.length === 1 },
  {
    name: 'the body',
    handler: (socket) => void socket.write(`${head}[`),
    until: (_, { budget }) => budget.counts.answered === 1,
  },
  {
    name: 'the wait for a retry',
    handler: respond('503 Service Unavailable'),
    until: (_, { events }) => events.some(({ type }) => type === 'wait'),
  },
];

describe('an interrupt', () => {
  it.each(phases)(
    'ends at once the wait in: $name',
    async ({ handler = () => {}, scheme = 'http', proxy, until }) => {
      const server = await serve(handler);
      const env = proxy ? { HTTP_PROXY: server.origin, HTTPS_PROXY: server.origin } : {};
      const made = client({
        timeoutMs: anHour,
        idleMs: anHour,
        machine: { env, sleep: sleepForever },
      });
      const outcome = watched(
        made.get(
          proxy ? `${scheme}://rentals.test/depots` : `${scheme}://127.0.0.1:${server.port}/depots`,
        ),
      );
      await expect.poll(() => until(server, made), { interval: 5 }).toBe(true);
      expect(outcome.error).toBeUndefined();

      const reason = new InterruptedError();
      made.abort.abort(reason);
      await new Promise(setImmediate);
      expect(outcome.error).toBe(reason);
      expect(made.budget.counts.answered + made.budget.counts.lost).toBe(
        made.budget.counts.acquired,
      );
      expect(made.events.filter(({ type }) => type === 'failure')).toEqual([]);
      await made.transport.close();
    },
  );

  it('before a request means that nothing is sent', async () => {
    const server = await serve(respond('200 OK'));
    const made = client();
    const reason = new InterruptedError();
    made.abort.abort(reason);
    await expect(made.get(server.origin)).rejects.toBe(reason);
    const request = { url: new URL(server.origin), endpoint: 'GET /' };
    const options = { signal: made.abort.signal, timeoutMs: anHour, onHeaders: () => {} };
    await expect(made.transport.send(request, options)).rejects.toBe(reason);
    expect(server.connections()).toBe(0);
  });
});

function watched(promise: Promise<unknown>): { error: unknown } {
  const outcome: { error: unknown } = { error: undefined };
  promise.catch((error: unknown) => {
    outcome.error = error;
  });
  return outcome;
}
