/** The service of one operator with everything under it: transport, budget, retries. */
import manifest from '../../package.json' with { type: 'json' };
import { createBudget, memoryBudget } from '../http/rate-limit/index.ts';
import { createHttp } from '../http/http.ts';
import { proxyFor } from '../http/proxy.ts';
import { overspending, sendOnce } from '../http/send.ts';
import { createTransport } from '../http/transport.ts';
import { createClient, type Client } from '../api/client.ts';
import type { SendRequest } from '../api/exchange.ts';
import type { Operator } from './operator.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Settings } from '../cli/settings.ts';
import { toldClient } from '../cli/with-progress.ts';

export interface ConnectParts {
  readonly io: Io;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly operator: Operator;
}

export interface Connection {
  readonly client: Client;
  /** Any answer as it is, without retries; within the budget. */
  readonly send: SendRequest;
  /** The same, beyond the budget where it is spent: to provoke a 429 on purpose. */
  readonly overspend: SendRequest;
  close(): Promise<void>;
}

export async function connect(parts: ConnectParts): Promise<Connection> {
  const { io, settings, signal, progress, operator } = parts;
  const onEvent = progress.onEvent.bind(progress);
  const transport = createTransport({ machine: io, userAgent: `rental/${manifest.version}` });
  const { origin } = operator.baseUrl;
  // Nobody else can reach a sandbox of this process: nothing of it is worth keeping in a folder.
  const makeBudget = operator.sandbox ? memoryBudget : createBudget;
  const terms = {
    origin,
    proxy: proxyFor(operator.baseUrl, io.env)?.origin,
    limit: operator.limit.requests,
    windowMs: operator.limit.windowMs,
    maxWaitMs: settings.maxWaitMs,
    attemptTimeoutMs: settings.timeoutMs,
    machine: io,
    onEvent,
  };
  const budget = makeBudget(terms);
  const beyond = overspending(makeBudget({ ...terms, maxWaitMs: 0 }));
  const attempt = { transport, budget, machine: io, timeoutMs: settings.timeoutMs, signal, onEvent };
  const http = createHttp({ ...attempt, maxWaitMs: settings.maxWaitMs, retries: settings.retries });
  return {
    client: toldClient(createClient({ http, baseUrl: operator.baseUrl }), progress),
    send: (request) => sendOnce(request, attempt),
    overspend: (request) => sendOnce(request, { ...attempt, budget: beyond }),
    close: () => http.close(),
  };
}
