import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { LookupAddress } from 'node:dns';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLookups, type HostLookups } from '../../src/http/lookups.ts';
import { temporaryFolder } from '../support/environment.ts';

type Answer = { error: string | undefined; address: string | LookupAddress[]; family: number | undefined };

function ask({ lookup }: HostLookups, host: string, all: boolean): Promise<Answer> {
  return new Promise((resolve) => {
    lookup(host, { all }, (error, address, family) => resolve({ error: error?.code, address, family }));
  });
}

const loopback = [{ address: '127.0.0.1', family: 4 }];

test('a child process looks up, and gives one address or all', async () => {
  const lookups = createLookups({ execPath: process.execPath, env: {}, monotonic: () => 0 });
  expect(await ask(lookups, '127.0.0.1', true)).toEqual({ error: undefined, address: loopback, family: undefined });
  expect(await ask(lookups, '127.0.0.1', false)).toEqual({ error: undefined, address: '127.0.0.1', family: 4 });
});

test('without a child process it looks up in this process', async () => {
  const lookups = createLookups({ execPath: '/nowhere/node', env: {}, monotonic: () => 0 });
  expect(await ask(lookups, '127.0.0.1', true)).toMatchObject({ address: loopback });
});

describe('with a program in place of the child', () => {
  function stub(line: string): { execPath: string; runs: () => string[]; env: Record<string, string> } {
    const folder = temporaryFolder();
    const [execPath, log] = [join(folder, 'child'), join(folder, 'log')];
    appendFileSync(log, '');
    writeFileSync(execPath, `#!/bin/sh\necho "$4" >> '${log}'\n${line}\n`, { mode: 0o755 });
    return { execPath, runs: () => readFileSync(log, 'utf8').split('\n').slice(0, -1), env: { PATH: '/usr/bin:/bin' } };
  }

  test('one child serves requests at the same time, and later ones for a minute', async () => {
    const { runs, ...machine } = stub(`echo '${JSON.stringify({ addresses: loopback })}'`);
    let now = 0;
    const lookups = createLookups({ ...machine, monotonic: () => now });
    lookups.prepare(new URL('http://rental.example/'));
    await Promise.all([ask(lookups, 'rental.example', true), ask(lookups, 'rental.example', true)]);
    now = 59_999;
    await ask(lookups, 'rental.example', true);
    expect(runs()).toEqual(['rental.example']);
    now = 60_000;
    expect(await ask(lookups, 'rental.example', true)).toMatchObject({ address: loopback });
    expect(runs()).toHaveLength(2);
  });

  test.each([
    ['an unknown host', `echo '{"code":"ENOTFOUND"}'`, 'ENOTFOUND'],
    ['a child that ends without an answer', 'exit 0', 'EAI_AGAIN'],
    ['a child that is killed', 'kill -9 $$', 'EAI_AGAIN'],
  ])('%s is an error, and the next request asks again', async (_, line, code) => {
    const { runs, ...machine } = stub(line);
    const lookups = createLookups({ ...machine, monotonic: () => 0 });
    expect(await ask(lookups, 'rental.example', true)).toMatchObject({ error: code });
    expect(await ask(lookups, 'rental.example', false)).toMatchObject({ error: code });
    expect(runs()).toHaveLength(2);
  });

  test('close ends a child that does not answer', async () => {
    const { runs, ...machine } = stub('exec sleep 60');
    const lookups = createLookups({ ...machine, monotonic: () => 0 });
    const answer = ask(lookups, 'rental.example', true);
    await expect.poll(() => runs().length, { interval: 5 }).toBe(1);
    lookups.close();
    expect(await answer).toMatchObject({ error: 'EAI_AGAIN' });
  });

  test.each(['http://127.0.0.1/', 'http://[::1]/'])('no child is started for %s', (url) => {
    const lookups = createLookups({ ...stub(''), execPath: '/nowhere/node', monotonic: () => expect.unreachable() });
    lookups.prepare(new URL(url));
  });
});
