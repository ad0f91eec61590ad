/** Starts sandboxes that end with the test, and sends requests to them. */
import { onTestFinished } from 'vitest';
import { createSandbox, startSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { freeAddress, plant, plantedServices } from '../support/service.ts';

/** A sandbox without a server: `ask`, smoke and `run` reach it at its addresses. */
export function plantSandbox(options: SandboxOptions = {}): ReturnType<typeof createSandbox> {
  const address = freeAddress();
  const sandbox = createSandbox({ ...options, port: Number(address.port) });
  plant((request) => sandbox.answer(request), address);
  return sandbox;
}

export async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export interface Vehicle {
  readonly vehicleId: number;
  readonly name: string;
  readonly rentalDailyRate: number;
  readonly imageUrl: string;
}

export interface Extra {
  readonly id: number;
  readonly name: string;
  readonly price: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export async function ask(url: string, init?: RequestInit): Promise<Answer> {
  const service = plantedServices() ?? fetch;
  const response = await service(new Request(url, { redirect: 'manual', ...init }));
  const text = await response.text();
  const isJson =
    response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** 2026-11-20, 22:00 in New Zealand. */
export const friday = Date.UTC(2026, 10, 20, 9);

/**
 * A clock that starts on `friday`: the sandbox's rates depend on the weeks that are left until the
 * trip.
 */
export function clockFromFriday(): () => number {
  const started = performance.now();
  return () => friday + performance.now() - started;
}

/** A valid trip on `friday`: Auckland Airport to Queenstown, 30 days ahead, 7 days. */
export const trip = {
  pick_up_depot_id: '1',
  drop_off_depot_id: '10',
  pick_up_date: '2026-12-20',
  drop_off_date: '2026-12-27',
};

/** Undefined leaves a parameter out. */
export function query(parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `?${new URLSearchParams(given).toString()}`;
}
