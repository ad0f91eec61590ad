import dns, { type LookupAddress } from 'node:dns';
import { expect, test, vi } from 'vitest';
import { createLookups, type HostLookups } from '../../src/http/lookups.ts';

type Answer = { error: string | undefined; address: string | LookupAddress[]; family: number | undefined };

function ask({ lookup }: HostLookups, host: string, all: boolean): Promise<Answer> {
  return new Promise((resolve) => {
    lookup(host, { all }, (error, address, family) => resolve({ error: error?.code, address, family }));
  });
}

/** The hosts that are looked up. */
function watch(): () => string[] {
  const spy = vi.spyOn(dns, 'lookup');
  return () => spy.mock.calls.map(([host]) => host);
}

test('gives one address or all', async () => {
  const lookups = createLookups({ monotonic: () => 0 });
  const loopback = [{ address: '127.0.0.1', family: 4 }];
  expect(await ask(lookups, '127.0.0.1', true)).toEqual({ error: undefined, address: loopback, family: undefined });
  expect(await ask(lookups, '127.0.0.1', false)).toEqual({ error: undefined, address: '127.0.0.1', family: 4 });
});

test('one look-up serves connections at the same time, and later ones for a minute', async () => {
  const asked = watch();
  let now = 0;
  const lookups = createLookups({ monotonic: () => now });
  lookups.prepare(new URL('http://localhost/'));
  await Promise.all([ask(lookups, 'localhost', true), ask(lookups, 'localhost', true)]);
  now = 59_999;
  await ask(lookups, 'localhost', true);
  expect(asked()).toEqual(['localhost']);
  now = 60_000;
  expect(await ask(lookups, 'localhost', false)).toMatchObject({ error: undefined });
  expect(asked()).toHaveLength(2);
});

test('an unknown host is an error, and the next connection asks again', async () => {
  const asked = watch();
  // The label is longer than allowed, so no resolver is needed, with or without a network.
  const host = `${'x'.repeat(64)}.invalid`;
  const lookups = createLookups({ monotonic: () => 0 });
  lookups.prepare(new URL(`http://${host}/`));
  expect(await ask(lookups, host, true)).toMatchObject({ error: 'ENOTFOUND' });
  expect(await ask(lookups, host, false)).toMatchObject({ error: 'ENOTFOUND' });
  expect(asked()).toHaveLength(2);
});

test.each(['http://127.0.0.1/', 'http://[::1]/'])('nothing is looked up ahead for %s', (url) => {
  const asked = watch();
  createLookups({ monotonic: () => 0 }).prepare(new URL(url));
  expect(asked()).toEqual([]);
});
