/** Ways to send many requests to a service with a limit. Each makes a function that resolves when one request was answered with 200. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Order {
  readonly url: string;
  readonly requests: number;
  /** Requests under way at once in one process. */
  readonly lanes: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly stateDir: string;
}

export interface Contender {
  readonly send: () => Promise<void>;
  readonly close?: () => Promise<void>;
}

type Make = (order: Order) => Promise<Contender>;

export const contenders: Readonly<Record<string, Make>> = {
  'retry after the reset': async (order) => ({ send: () => untilTaken(order.url) }),
  'undici RetryAgent': retryAgent,
  'p-throttle, strict': async (order) => {
    const { default: pThrottle } = await import('p-throttle');
    const throttle = pThrottle({ limit: order.limit, interval: order.windowMs, strict: true });
    const once = throttle(() => ask(order.url));
    return { send: () => untilTaken(order.url, once) };
  },
  'p-queue, strict': async (order) => {
    const { default: PQueue } = await import('p-queue');
    const queue = new PQueue({ intervalCap: order.limit, interval: order.windowMs, strict: true });
    return { send: () => untilTaken(order.url, () => queue.add(() => ask(order.url))) };
  },
  bottleneck: async (order) => {
    const { default: Bottleneck } = await import('bottleneck');
    const bottleneck = new Bottleneck({
      reservoir: order.limit,
      reservoirRefreshAmount: order.limit,
      reservoirRefreshInterval: order.windowMs,
    });
    const close = async () => void (await bottleneck.disconnect());
    return { send: () => untilTaken(order.url, () => bottleneck.schedule(() => ask(order.url))), close };
  },
  rental: ours,
};

interface Told {
  readonly taken: boolean;
  readonly resetMs: number;
}

async function ask(url: string): Promise<Told> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return { taken: response.ok, resetMs: Number(response.headers.get('x-ratelimit-reset')) * 1000 };
}

/** What people write first: wait as long as the service says, and ask again. */
async function untilTaken(url: string, once: () => Promise<Told> = () => ask(url)): Promise<void> {
  for (let told = await once(); !told.taken; told = await once()) await sleep(told.resetMs);
}

async function retryAgent(order: Order): Promise<Contender> {
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

/** The HTTP core as every command uses it. */
async function ours(order: Order): Promise<Contender> {
  const { createBudget } = await import('../../src/http/rate-limit/index.ts');
  const { createHttp } = await import('../../src/http/http.ts');
  const { createTransport } = await import('../../src/http/transport.ts');
  const { machine } = await import('./machine.ts');
  const url = new URL(order.url);
  const waits = { maxWaitMs: 600_000, onEvent: () => undefined };
  const { limit, windowMs, stateDir } = order;
  const http = createHttp({
    transport: createTransport({ machine, userAgent: 'rental-bench' }),
    budget: createBudget({ origin: url.origin, limit, windowMs, attemptTimeoutMs: 5_000, machine, stateDir, ...waits }),
    machine,
    timeoutMs: 5_000,
    retries: 2,
    signal: new AbortController().signal,
    ...waits,
  });
  return {
    send: async () => {
      const response = await http.get({ url, endpoint: 'GET /depots' });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
    },
    close: () => http.close(),
  };
}
