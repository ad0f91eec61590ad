/** The service client of one operator with everything under it: transport, budget, retries. */
import manifest from '../../package.json' with { type: 'json' };
import { createBudget, memoryBudget } from '../http/budget/index.ts';
import { createHttp } from '../http/http.ts';
import { proxyFor } from '../http/proxy.ts';
import { createTransport } from '../http/transport.ts';
import { createClient, type Client } from '../interface/client.ts';
import type { Operator } from '../operators/operator.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Settings } from './settings.ts';

export interface ConnectParts {
  readonly io: Io;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly operator: Operator;
}

export async function connect(parts: ConnectParts): Promise<{ client: Client; close(): Promise<void> }> {
  const { io, settings, signal, progress, operator } = parts;
  const onEvent = progress.onEvent.bind(progress);
  const transport = createTransport({ machine: io, userAgent: `rental/${manifest.version}` });
  const { origin } = operator.baseUrl;
  // Nobody else can reach a sandbox of this process: nothing of it is worth keeping in a folder.
  const makeBudget = operator.sandbox ? memoryBudget : createBudget;
  const budget = makeBudget({
    origin,
    proxy: proxyFor(operator.baseUrl, io.env)?.origin,
    limit: operator.limit.requests,
    windowMs: operator.limit.windowMs,
    maxWaitMs: settings.maxWaitMs,
    attemptTimeoutMs: settings.timeoutMs,
    machine: io,
    onEvent,
  });
  const http = createHttp({
    transport,
    budget,
    machine: io,
    timeoutMs: settings.timeoutMs,
    maxWaitMs: settings.maxWaitMs,
    retries: settings.retries,
    signal,
    onEvent,
  });
  return { client: createClient({ http, baseUrl: operator.baseUrl }), close: () => http.close() };
}
