/**
 * Services in memory: functions from a request to an answer, at addresses that only `run` and its
 * like know.
 */
import { onTestFinished } from 'vitest';
import type { Service } from '../../src/http/types.ts';

export interface TestService {
  readonly baseUrl: string;
  /** Path and query of each request, in order. */
  readonly requests: readonly string[];
}

const planted = new Map<string, Service>();
let lastPort = 1_000;

/** An address at which nothing listens, and which no other test of this worker has. */
export function freeAddress(): URL {
  lastPort = lastPort < 60_000 ? lastPort + 1 : 1_001;
  return new URL(`http://127.0.0.1:${lastPort}`);
}

/** Until the test ends, `run` asks the service at this address. */
export function plant(service: Service, { origin } = freeAddress()): TestService {
  const requests: string[] = [];
  planted.set(origin, async (request) => {
    requests.push(request.url.slice(origin.length));
    return service(request);
  });
  onTestFinished(() => void planted.delete(origin));
  return { baseUrl: origin, requests };
}

/** What stands instead of the network while a service is planted. */
export function plantedServices(): Service | undefined {
  if (planted.size === 0) return undefined;
  return async (request) => {
    const service = planted.get(new URL(request.url).origin);
    if (service === undefined) throw connectionError('ECONNREFUSED');
    return service(request);
  };
}

/** An answer of any form; what is not text is sent as JSON. */
export function answer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Gives every request the same answer. */
export function always(...given: Parameters<typeof answer>): Service {
  return async () => answer(...given);
}

/** What a connection that breaks before an answer throws. */
export function connectionError(code = 'ECONNRESET'): Error {
  return Object.assign(new Error(code), { code });
}

/** An answer that never comes. */
export function never(): Promise<never> {
  return new Promise(() => {});
}
