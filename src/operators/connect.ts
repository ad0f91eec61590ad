/** The service of one operator with everything under it: transport, request budget, retries. */
import type { LookupFunction } from 'node:net';
import manifest from '../../package.json' with { type: 'json' };
import { createClient, type Client } from '../api/client.ts';
import type { SendRequest } from '../api/exchange.ts';
import { createHttp } from '../http/http.ts';
import { proxyFor } from '../http/proxy.ts';
import { createBudget, memoryBudget, type OpenShared } from '../http/rate-limit/index.ts';
import { createRetryBudget } from '../http/retry.ts';
import { overspending, sendOnce } from '../http/send.ts';
import { createTransport } from '../http/transport.ts';
import type { BudgetAllowance, Machine, OnEvent } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';

export interface ConnectOptions {
  readonly operator: Operator;
  readonly machine: Machine;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
  /** Longest time of one attempt, ms. */
  readonly timeoutMs: number;
  /** Longest wait for the budget or a retry, ms. */
  readonly maxWaitMs: number;
  readonly retries: number;
  readonly onEvent: OnEvent;
  /** Where machines share the budget. */
  readonly openShared?: OpenShared | undefined;
}

export interface Connection {
  readonly client: Client;
  /** The same for one task among several: `signal` ends its requests. Connections, budget and retries are shared. */
  clientFor(signal: AbortSignal): Client;
  /** Any answer as it came, without retries; within the budget. */
  readonly send: SendRequest;
  /** The same beyond a budget that is used up: to provoke a 429 on purpose. */
  readonly overspend: SendRequest;
  /** What is known of the budget, without a look at it. */
  allowance(): BudgetAllowance | undefined;
  close(): Promise<void>;
}

export function connect({
  operator,
  machine,
  lookup,
  signal,
  timeoutMs,
  maxWaitMs,
  retries,
  onEvent,
  openShared,
}: ConnectOptions): Connection {
  const { baseUrl, limit, sandbox } = operator;
  const transport = createTransport({ machine, lookup, userAgent: `rental/${manifest.version}` });
  // No other process can reach this process's sandbox, so its budget needs no folder.
  const makeBudget = sandbox ? memoryBudget : createBudget;
  const policy = {
    origin: baseUrl.origin,
    proxy: proxyFor(baseUrl, machine.env)?.origin,
    limit: limit.requests,
    windowMs: limit.windowMs,
    maxWaitMs,
    attemptTimeoutMs: timeoutMs,
    machine,
    onEvent,
    openShared,
  };
  const budget = makeBudget(policy);
  const attempt = { transport, budget, machine, timeoutMs, signal, onEvent };
  const impatient = makeBudget({ ...policy, maxWaitMs: 0 });
  const unlimited = { ...attempt, budget: overspending(impatient) };
  // Only for a better hint, so it must not keep the user waiting.
  const brief = { ...attempt, budget: impatient, timeoutMs: Math.min(timeoutMs, 3_000) };
  const retryBudget = createRetryBudget();
  const clientFor = (ending: AbortSignal): Client =>
    createClient({
      http: createHttp({ ...attempt, signal: ending, maxWaitMs, retries, retryBudget }),
      baseUrl,
      askWebsite: (request) => sendOnce(request, { ...brief, signal: ending }).catch(() => undefined),
    });
  return {
    client: clientFor(signal),
    clientFor,
    send: (request) => sendOnce(request, attempt),
    allowance: () => budget.allowance(),
    overspend: (request) => sendOnce(request, unlimited),
    close: () => transport.close(),
  };
}
