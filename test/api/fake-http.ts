import type { HttpRequest, HttpResponse } from '../../src/http/types.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import { selection, trip } from './samples.ts';

export interface Reply {
  readonly status?: number;
  readonly type?: string;
  /** Strings stay text unless the type is JSON; other values become JSON. */
  readonly body: unknown;
}

export interface FakeService {
  readonly client: Client;
  /** The requests, in order. */
  readonly requests: HttpRequest[];
}

export function fakeService(reply: Reply, baseUrl = 'https://cars.test/api/agent'): FakeService {
  const requests: HttpRequest[] = [];
  const { status = 200, type = 'application/json', body } = reply;
  const text =
    typeof body === 'string' && type !== 'application/json' ? body : (JSON.stringify(body) ?? '');
  const get = async (request: HttpRequest): Promise<HttpResponse> => {
    requests.push(request);
    return {
      status,
      headers: { 'content-type': type },
      body: new TextEncoder().encode(text),
      receivedAt: 0,
      elapsedMs: 1,
    };
  };
  const client = createClient({ http: { get }, baseUrl: new URL(baseUrl) });
  return { client, requests };
}

export const calls = {
  'GET /depots': (client: Client) => client.depots(),
  'GET /vehicles/availability': (client: Client) => client.availability(trip),
  'GET /vehicles/7/accessories': (client: Client) => client.accessories(7, trip),
  'GET /vehicles/7/insurance-types': (client: Client) => client.insuranceTypes(7, trip),
  'GET /quotes': (client: Client) => client.quote(selection),
} as const satisfies Record<string, (client: Client) => Promise<unknown>>;

export type Endpoint = keyof typeof calls;
export const endpoints = Object.keys(calls) as Endpoint[];
