/** Ways to send many requests to a service with a limit. `send` of each resolves when one request is answered with 200. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnEvent } from '../../src/http/types.ts';

export interface ContenderOrder {
  readonly url: string;
  readonly requests: number;
  /** Requests at once in one process. */
  readonly lanes: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly stateDir: string;
  /** The server on which machines share the budget. */
  readonly budgetUrl?: string | undefined;
}

export interface Contender {
  readonly send: () => Promise<void>;
  readonly close?: () => Promise<void>;
}

type MakeContender = (order: ContenderOrder) => Promise<Contender>;

export const contenders: Readonly<Record<string, MakeContender>> = {
  'retry after the reset': async (order) => ({ send: () => sendUntilAccepted(order.url) }),
  'undici RetryAgent': retryAgent,
  'p-throttle, strict': async (order) => {
    const { default: pThrottle } = await import('p-throttle');
    const throttle = pThrottle({ limit: order.limit, interval: order.windowMs, strict: true });
    const once = throttle(() => ask(order.url));
    return { send: () => sendUntilAccepted(order.url, once) };
  },
  'p-queue, strict': async (order) => {
    const { default: PQueue } = await import('p-queue');
    const queue = new PQueue({ intervalCap: order.limit, interval: order.windowMs, strict: true });
    return { send: () => sendUntilAccepted(order.url, () => queue.add(() => ask(order.url))) };
  },
  bottleneck: withBottleneck,
  rental: rentalCore,
};

/** Ways for machines that share a Redis server. */
export const fleetContenders: Readonly<Record<string, MakeContender>> = {
  'rate-limiter-flexible, queue': async (order) => {
    const { RateLimiterQueue, RateLimiterRedis } = await import('rate-limiter-flexible');
    const { Redis } = await import('ioredis');
    const storeClient = new Redis(order.budgetUrl!);
    const duration = order.windowMs / 1000;
    const keyPrefix = order.url;
    const queue = new RateLimiterQueue(new RateLimiterRedis({ storeClient, keyPrefix, points: order.limit, duration }));
    const once = async () => {
      await queue.removeTokens(1);
      return ask(order.url);
    };
    return { send: () => sendUntilAccepted(order.url, once), close: async () => storeClient.disconnect() };
  },
  'bottleneck, cluster': async (order) => {
    const { Redis } = await import('ioredis');
    const connection = { datastore: 'ioredis', Redis, clientOptions: addressOf(order.budgetUrl!) } as const;
    return withBottleneck(order, { ...connection, id: order.url, clearDatastore: false });
  },
  rental: rentalCore,
};

interface RawAnswer {
  readonly accepted: boolean;
  readonly resetMs: number;
}

async function ask(url: string): Promise<RawAnswer> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return { accepted: response.ok, resetMs: Number(response.headers.get('x-ratelimit-reset')) * 1000 };
}

/** The usual first solution: wait as long as the service says, then send again. */
async function sendUntilAccepted(url: string, once: () => Promise<RawAnswer> = () => ask(url)): Promise<void> {
  for (let answer = await once(); !answer.accepted; answer = await once()) await sleep(answer.resetMs);
}

async function withBottleneck(order: ContenderOrder, shared: object = {}): Promise<Contender> {
  const { default: Bottleneck } = await import('bottleneck');
  const bottleneck = new Bottleneck({
    ...shared,
    reservoir: order.limit,
    reservoirRefreshAmount: order.limit,
    reservoirRefreshInterval: order.windowMs,
  });
  await bottleneck.ready();
  const close = async () => void (await bottleneck.disconnect());
  return { send: () => sendUntilAccepted(order.url, () => bottleneck.schedule(() => ask(order.url))), close };
}

function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port) };
}

async function retryAgent(order: ContenderOrder): Promise<Contender> {
  const { Agent, RetryAgent, request } = await import('undici');
  const agent = new RetryAgent(new Agent(), { maxRetries: 1_000, statusCodes: [429], throwOnError: false });
  return {
    send: async () => {
      const response = await request(order.url, { dispatcher: agent });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
    },
    close: () => agent.close(),
  };
}

/** The HTTP core of the program, as every command uses it. */
async function rentalCore(order: ContenderOrder): Promise<Contender> {
  const { createBudget } = await import('../../src/http/rate-limit/index.ts');
  const { readServerAddress } = await import('../../src/http/rate-limit/server/address.ts');
  const { openServer, storeOn } = await import('../../src/http/rate-limit/server/index.ts');
  const { createHttp } = await import('../../src/http/http.ts');
  const { createRetryBudget } = await import('../../src/http/retry.ts');
  const { createTransport } = await import('../../src/http/transport.ts');
  const { machine } = await import('./machine.ts');
  const url = new URL(order.url);
  const onEvent: OnEvent = ({ type }) => void (type === 'notice' && process.stdout.write('notice\n'));
  const waits = { maxWaitMs: 600_000, onEvent };
  const { limit, windowMs, stateDir, budgetUrl } = order;
  // All machines of the benchmark share two cores, and their server too: 250 ms without an answer would happen to all of them.
  const slowMs = 2_000;
  const server = budgetUrl === undefined ? undefined : openServer({ address: readServerAddress(budgetUrl)!, slowMs });
  // Like the requests before a race: the start of the program is not measured.
  await server?.call('PING');
  const onServer = server && storeOn(server);
  const transport = createTransport({ machine, userAgent: 'rental-bench' });
  const http = createHttp({
    transport,
    budget: createBudget({
      ...{ origin: url.origin, limit, windowMs, attemptTimeoutMs: 5_000, machine, stateDir, onServer },
      ...waits,
    }),
    machine,
    timeoutMs: 5_000,
    retries: 2,
    retryBudget: createRetryBudget(),
    signal: new AbortController().signal,
    ...waits,
  });
  return {
    send: async () => {
      const response = await http.get({ url, endpoint: 'GET /depots' });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
    },
    close: async () => {
      await transport.close();
      await server?.close();
    },
  };
}
