/** Connects to one operator: transport, request budget, retries, client. */
import manifest from '../../package.json' with { type: 'json' };
import { withMovedBase, type CorrectBase } from '../api/base-address.ts';
import { createClient, type Client } from '../api/client.ts';
import { createHttp, beyondBudget, sendOnce, type HttpOptions } from '../http/http.ts';
import { createBudget, type ReadableBudget } from '../http/rate-limit/index.ts';
import { createRetryAllowance } from '../http/retry.ts';
import { RedirectError } from '../http/response-errors.ts';
import { createTransport, type Transport } from '../http/transport.ts';
import type { HttpRequest, HttpResponse, Machine, Service } from '../http/types.ts';
import type { Operator, SandboxVariant } from '../planner/session.ts';
import { accountOf } from './budgets.ts';
import { baseCorrection } from './base-correction.ts';
import { sandboxPorts } from './operator.ts';

export interface ConnectOptions extends Omit<
  HttpOptions,
  'transport' | 'budget' | 'windowMs' | 'retryAllowance'
> {
  readonly operator: Operator;
  /** Where machines share the budget. */
  readonly server?: URL | undefined;
  /** Whether messages name the operator already, as in a comparison of several. */
  readonly isNamed?: boolean | undefined;
}

export interface Connection {
  /** For one of several tasks: `signal` ends its requests, those under way after `graceMs`. */
  clientFor(signal: AbortSignal, graceMs?: number): Client;
  /** Once, within the budget. */
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Beyond the budget, to provoke a 429. */
  overspend(request: HttpRequest): Promise<HttpResponse>;
  readonly correctBase: CorrectBase;
  readonly budgetStatus: ReadableBudget['status'];
  close(): Promise<void>;
}

export async function connect(options: ConnectOptions): Promise<Connection> {
  const { operator, machine, timeoutMs } = options;
  const { baseUrl } = operator;
  const correctBase = (address: string) => baseCorrection(operator, address, machine.env);
  const { sandboxVariant } = operator;
  const service = sandboxVariant ? await sandboxService(sandboxVariant, machine) : machine.service;
  const transport = operatorTransport(options, service, correctBase);
  // Loaded only if a server is named.
  const servers = options.server && (await import('../http/rate-limit/server/index.ts'));
  const server = options.server && servers?.openBudgetServer({ address: options.server });
  const account = accountOf(operator, machine.env);
  const sharing = { isPrivate: operator.sandbox, openOnServer: server && servers?.storeOn(server) };
  const budget = createBudget({ ...options, ...account, ...sharing, attemptTimeoutMs: timeoutMs });
  const http = {
    ...options,
    transport,
    budget,
    windowMs: account.windowMs,
    retryAllowance: createRetryAllowance(),
  };
  return {
    clientFor: (signal, graceMs = 0) =>
      createClient({ http: createHttp({ ...http, signal, graceMs }), baseUrl, correctBase }),
    send: (request) => sendOnce(request, http),
    overspend: (request) => sendOnce(request, { ...http, budget: beyondBudget(budget) }),
    correctBase,
    budgetStatus: () => budget.status(),
    close: async () => {
      server?.close();
      await transport.close();
    },
  };
}

/**
 * Messages name the operator beside its own host, unless something else names it. Redirects that move
 * its base address say how to follow them.
 */
function operatorTransport(
  { operator: { name, baseUrl }, machine, isNamed }: ConnectOptions,
  service: Service | undefined,
  correctBase: CorrectBase,
): Transport {
  const serviceName = ({ host }: URL): string =>
    isNamed === true || name === host || host !== baseUrl.host ? host : `${name} (${host})`;
  const userAgent = `rental/${manifest.version}`;
  const transport = createTransport({ machine, service, serviceName, userAgent });
  return {
    ...transport,
    send: (...request) =>
      transport.send(...request).catch((error: unknown) => {
        throw error instanceof RedirectError ? withMovedBase(error, baseUrl, correctBase) : error;
      }),
  };
}

/** Each connection has a built-in operator of its own. */
async function sandboxService(variant: SandboxVariant, machine: Machine): Promise<Service> {
  const { createSandbox } = await import('../sandbox/index.ts');
  return createSandbox({ variant, port: sandboxPorts[variant], now: () => machine.now() }).answer;
}
