/**
 * Ways to send many requests to a service with a limit. `send` of each resolves when one request is
 * answered with 200.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttp } from '../../src/http/http.ts';
import { createBudget } from '../../src/http/rate-limit/index.ts';
import { createRetryAllowance } from '../../src/http/retry.ts';
import { createTransport } from '../../src/http/transport.ts';
import { systemIo } from '../../src/terminal/io.ts';

export interface ContenderOrder {
  readonly url: string;
  readonly requests: number;
  /** Requests at once in one process. */
  readonly lanes: number;
  readonly limit: number;
  readonly windowMs: number;
  readonly stateDir: string;
}

export interface Contender {
  readonly send: () => Promise<void>;
  readonly close?: () => Promise<void>;
}

export const contenders: Readonly<Record<string, (order: ContenderOrder) => Contender>> = {
  'retry after the reset': ({ url }) => ({ send: () => sendUntilAccepted(url) }),
  rental: rentalCore,
};

/** The usual first solution: wait as long as the service says, then send again. */
async function sendUntilAccepted(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.ok) return;
    await sleep(Number(response.headers.get('x-ratelimit-reset')) * 1000);
  }
}

/** The HTTP core of the program, as every command uses it. */
function rentalCore({ limit, windowMs, stateDir, ...order }: ContenderOrder): Contender {
  const url = new URL(order.url);
  const machine = { ...systemIo(), env: { RENTAL_STATE_DIR: stateDir } };
  const shared = { machine, windowMs, maxWaitMs: 600_000, onEvent: () => {} };
  const timeoutMs = 5_000;
  const transport = createTransport({ machine, userAgent: 'rental-bench' });
  const http = createHttp({
    transport,
    budget: createBudget({ origin: url.origin, limit, attemptTimeoutMs: timeoutMs, ...shared }),
    timeoutMs,
    retries: 2,
    retryAllowance: createRetryAllowance(),
    signal: new AbortController().signal,
    ...shared,
  });
  return {
    send: async () => {
      const response = await http.get({ url, endpoint: 'GET /depots' });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
    },
    close: () => transport.close(),
  };
}
