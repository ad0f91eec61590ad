/** The order, the number and the choice of the requests of a run. */
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { checks, selectChecks } from '../../src/smoke/index.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { accepting, quotes } from './planted/planted.ts';
import { at, createOriginal, html, responseOf, startMutant, startService } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';

const original = createOriginal();

describe('the sandbox as an operator', () => {
  test.each(['a', 'b'] as const)('%s passes a strict run with at most 34 requests', async (variant) => {
    const sandbox = plantSandbox({ variant });
    const run = await smoke(sandbox, { strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    expect(idsOf(run, 'skip')).toEqual(['errors-unavailable', 'transport-tls', 'limits-exceeded']);
    expect(sandbox.requests.length).toBe(run.requests);
    expect(run.requests).toBeLessThanOrEqual(34);
  });

  test('gets one request at a time, and each only once', async () => {
    let open = 0;
    let most = 0;
    const operator = startService(async (request) => {
      most = Math.max(most, (open += 1));
      const { origin } = new URL(request.url);
      const answered = await original.answer(request.url.slice(origin.length));
      open -= 1;
      return responseOf(answered);
    });
    const run = await smoke(operator);
    expect([run.exitCode, most]).toEqual([0, 1]);
    expect(new Set(operator.requests).size).toBe(operator.requests.length);
  });
});

describe('the selection of checks', () => {
  test('takes ids and groups for only and skip', () => {
    const ids = (selection: Parameters<typeof selectChecks>[1]) => selectChecks(checks, selection).map(({ id }) => id);
    expect(ids({ only: ['depots-ids', 'limits'], skip: ['limits-exceeded'] })).toEqual([
      'depots-ids',
      'limits-headers',
      'limits-falling',
      'limits-value',
    ]);
    expect(new Set(ids({})).size, 'each id is of one check').toBe(checks.length);
    expect(ids({ skip: ['site', 'errors'] }).some((id) => /^(site|errors)-/.test(id))).toBe(false);
  });

  test('refuses unknown names and an empty selection', () => {
    expect(() => selectChecks(checks, { only: ['quotes'] })).toThrow(UsageError);
    expect(() => selectChecks(checks, { skip: ['depots-id'] })).toThrow('"depots-id"');
    expect(() => selectChecks(checks, { only: ['site'], skip: ['site'] })).toThrow('no check to run');
  });

  test('adds the check that a skipped check depends on', async () => {
    const run = await smoke(await startMutant(original, at(/^\/depots$/, html(200))), { only: ['quote-currency'] });
    expect([idsOf(run, 'skip'), idsOf(run, 'fail'), run.exitCode]).toEqual([['quote-currency'], ['depots-answer'], 1]);
  });

  test('sends only the requests that it needs', async () => {
    const run = await smoke(plantSandbox(), { only: ['depots'] });
    expect(run.requests).toBe(1);
  });
});

test('an endpoint that cannot be asked hides nothing that another one shows', async () => {
  const takesDates = accepting(quotes, ({ query }) => /^not|-02-30$/.test(query.get('drop_off_date') ?? ''));
  const mutant = await startMutant(original, (exchange) => {
    takesDates(exchange);
    if (/^\/vehicles\/[^/]+\/accessories$/.test(exchange.path)) html(401)(exchange);
  });
  expect(idsOf(await smoke(mutant), 'fail')).toEqual(['accessories-answer', 'errors-date']);
});

describe('a certificate', () => {
  test('is reported with the days it is still valid', async () => {
    const folder = new URL('../http/fixtures/', import.meta.url);
    const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
    const server = createTlsServer({ key: read('good.key.pem'), cert: read('good.pem') }, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const siteUrl = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const ca = [read('ca.pem')];
    const run = await smoke({ baseUrl: siteUrl, siteUrl }, { only: ['transport-tls'], ca });
    const [found] = run.results[0]?.findings ?? [];
    expect([run.exitCode, found?.severity]).toEqual([0, 'note']);
    expect(found?.got).toMatch(/^\d+ days left$/);

    const validTo = Number(found?.got.split(' ')[0]) * 86_400_000 + Date.now();
    const late = await smoke(
      { baseUrl: siteUrl, siteUrl },
      { only: ['transport-tls'], ca, machine: { now: () => validTo - 9.5 * 86_400_000 } },
    );
    expect([late.exitCode, late.results[0]?.findings[0]?.severity]).toEqual([0, 'note']);
    expect(late.results[0]?.findings[0]?.got).toMatch(/^(9|10) days left$/);
  });
});
