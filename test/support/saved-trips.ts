/** Saved trips at an operator in memory. */
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Env } from '../../src/base/files.ts';
import { tripsFolder } from '../../src/trips/folder.ts';
import { lastAnswer } from '../../src/trips/history.ts';
import { addAnswer, readTrip, removeTrip } from '../../src/trips/store.ts';
import { cli, type Cli } from './cli.ts';
import { operatorService, type OperatorOptions } from './operator.ts';
import type { RunOptions } from './run.ts';
import { lockContext } from './waiting.ts';

/** Flags of a quote, and of a comparison. */
export const trip = '--pick-up 1 --drop-off 2 --from 2026-12-20 --to +7d';
export const compareFlags = '--pick-up 1 --from 2026-12-20..+2d --nights 7';

/** The quote `one`. */
export async function savedQuote(options: OperatorOptions = {}): Promise<Cli> {
  const rental = cli(operatorService(options));
  expect(await rental.run(`quote 11 ${trip} --save one`)).toMatchObject({ code: 0 });
  return rental;
}

/** The comparison `it`. */
export async function savedComparison(options: OperatorOptions = {}): Promise<Cli> {
  const rental = cli(operatorService(options));
  const { code } = await rental.run(`compare ${compareFlags} --save it`);
  // Of a vehicle without a quote, a request has failed.
  expect([0, 8]).toContain(code);
  return rental;
}

export interface Checked {
  readonly end: string;
  readonly reason?: string;
  readonly changes: readonly { readonly field: string; readonly difference: number | null }[];
}

/** `trips check --json` with these words. */
export async function checked(rental: Cli, words: string, options: RunOptions = {}) {
  const { code, stdout, stderr } = await rental.run(`trips check ${words} --json`, options);
  const documents = stdout === '' ? [] : (JSON.parse(stdout) as Checked[]);
  return { code, stderr, documents, first: documents[0] };
}

/** Saves the trip anew, at an address where nothing answers. */
export async function moveToDeadAddress(env: Env, name: string): Promise<void> {
  const saved = readTrip(env, name);
  const baseUrl = 'http://127.0.0.1:9/';
  // The same for both, but only so does the compiler know which kind of question it is.
  const question =
    saved.kind === 'quote'
      ? { ...saved, operators: [{ ...saved.operators[0], baseUrl }] as const }
      : { ...saved, operators: [{ ...saved.operators[0], baseUrl }] as const };
  await removeTrip(env, name, lockContext());
  await addAnswer(env, name, { ...lastAnswer(saved), question }, lockContext(), { mayBeNew: true });
}

/** Fields of a quote. */
export function price(totalAmount: number, routeFee = 0) {
  const fees = { rentalFee: totalAmount - routeFee, routeFee, accessoriesFee: 0, insuranceFee: 0 };
  return { totalAmount, priceBreakdown: { ...fees, accessories: [], insurance: null } };
}

export function fileOf(env: Env, name: string): string {
  return join(tripsFolder(env), `${name}.json`);
}

/** A part of a text, in an object that is expected. */
export function part(text: string): string {
  return expect.stringContaining(text) as string;
}
