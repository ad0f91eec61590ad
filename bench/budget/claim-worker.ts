/** A process that claims slots until it is killed. */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBudget } from '../../src/http/rate-limit/index.ts';
import { systemIo } from '../../src/terminal/io.ts';

export interface ClaimOrder {
  readonly stateDir: string;
  readonly log: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly attemptTimeoutMs: number;
  /** The server on which machines share the budget. */
  readonly budgetUrl?: string | undefined;
}

const order = JSON.parse(process.argv[2] ?? '') as ClaimOrder;
let waits = 0;

async function onServer(url: string) {
  const { openBudgetServer, storeOn } = await import('../../src/http/rate-limit/server/index.ts');
  return storeOn(openBudgetServer({ address: new URL(url) }));
}

const budget = createBudget({
  origin: 'https://rental.test',
  limit: order.limit,
  windowMs: order.windowMs,
  attemptTimeoutMs: order.attemptTimeoutMs,
  maxWaitMs: 600_000,
  machine: { ...systemIo(), env: { RENTAL_STATE_DIR: order.stateDir } },
  openOnServer: order.budgetUrl === undefined ? undefined : await onServer(order.budgetUrl),
  onEvent: (event) => (waits += event.type === 'wait' ? 1 : 0),
});

const { signal } = new AbortController();

/** Writes one line per request, in one piece, at the moment at which a service would count it. */
async function send(): Promise<void> {
  const before = waits;
  const asked = performance.now();
  const promise = budget.acquire(signal);
  const micros = ((performance.now() - asked) * 1000).toFixed(0);
  const permit = await promise;
  // A claim that waited says nothing about the cost of a claim.
  const cost = waits === before ? micros : '-';
  await sleep(Math.random() * 6);
  appendFileSync(order.log, `${process.hrtime.bigint() / 1000n} ${cost}\n`);
  await sleep(Math.random() * 6);
  permit.settle({ status: 200, headers: {}, receivedAt: Date.now() });
}

async function lane(): Promise<never> {
  for (;;) await send();
}

await Promise.all(Array.from({ length: 4 }, lane));
