/** The service of one operator with everything under it: transport, request budget, retries. */
import type { LookupFunction } from 'node:net';
import manifest from '../../package.json' with { type: 'json' };
import { createClient, type Client } from '../api/client.ts';
import { RateLimitedError } from '../errors.ts';
import { createHttp, overspending, sendOnce, type HttpOptions } from '../http/http.ts';
import {
  createBudget,
  memoryBudget,
  type BudgetStatus,
  type ReadableBudget,
  type StoreOnServer,
} from '../http/rate-limit/index.ts';
import { createRetryBudget } from '../http/retry.ts';
import { createTransport } from '../http/transport.ts';
import type { Budget, HttpRequest, HttpResponse } from '../http/types.ts';
import type { Operator } from '../planner/session.ts';
import { accountOf } from './budget-report.ts';

type LimitOptions = Pick<HttpOptions, 'machine' | 'signal' | 'timeoutMs' | 'maxWaitMs' | 'retries' | 'onEvent'>;

export interface ConnectOptions extends LimitOptions {
  readonly operator: Operator;
  readonly lookup: LookupFunction;
  /** Where machines share the budget. */
  readonly onServer?: StoreOnServer | undefined;
  /** Messages have the name of the operator beside them already. */
  readonly isNamed?: boolean | undefined;
}

type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

export interface Connection {
  /** For one task among several: `signal` ends its requests. Connections, budget and retries are shared. */
  clientFor(signal: AbortSignal): Client;
  /** Any answer as it came, without retries; within the budget. */
  readonly send: SendRequest;
  /** The same beyond a budget that is used up: to provoke a 429 on purpose. */
  readonly overspend: SendRequest;
  /** What is known of the budget without asking another machine; undefined before its first use. */
  budget(): BudgetStatus | undefined;
  close(): Promise<void>;
}

export function connect(options: ConnectOptions): Connection {
  const { operator, machine, lookup, signal, timeoutMs, maxWaitMs, retries, onEvent, onServer, isNamed } = options;
  const service = operator.local ?? machine.service;
  const { name, baseUrl } = operator;
  const serviceName = ({ host }: URL): string =>
    isNamed === true || name === host || host !== baseUrl.host ? host : `${name} (${host})`;
  const transport = createTransport({ machine, lookup, service, serviceName, userAgent: `rental/${manifest.version}` });
  // No other process can reach this process's sandbox, so its budget needs no folder.
  const makeBudget = operator.sandbox ? memoryBudget : createBudget;
  const account = accountOf(operator, machine.env);
  const policy = { ...account, maxWaitMs, attemptTimeoutMs: timeoutMs, machine, onEvent, onServer };
  const budget = makeBudget(policy);
  const attempt = { transport, budget, machine, timeoutMs, signal, onEvent };
  // The sandbox's budget is in this process alone, so a second one would know nothing of the first.
  const impatient = operator.sandbox ? withoutWait(budget) : makeBudget({ ...policy, maxWaitMs: 0 });
  const unlimited = { ...attempt, budget: overspending(impatient) };
  const retryBudget = createRetryBudget();
  return {
    clientFor: (ending) =>
      createClient({
        http: createHttp({ ...attempt, signal: ending, maxWaitMs, retries, retryBudget }),
        baseUrl,
      }),
    send: (request) => sendOnce(request, attempt),
    budget: () => budget.status(),
    overspend: (request) => sendOnce(request, unlimited),
    close: () => transport.close(),
  };
}

/** The same budget; it refuses what it cannot permit at once. */
function withoutWait(budget: ReadableBudget): Budget {
  return {
    acquire: async (signal) => {
      if (budget.status()?.next !== undefined) throw new RateLimitedError('no request is left');
      return budget.acquire(signal);
    },
  };
}
