/** What is valid but rare passes, or is not checked with a reason. */
import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/api/types.ts';
import { checks, junitReport } from '../../src/smoke/index.ts';
import { always } from '../support/service.ts';
import { plantOtherOperator } from './other-operator/index.ts';
import { answerWith, at, createOriginal, html, json, responseOf, startMutant, startService } from './support/mutant.ts';
import { idsOf, smoke } from './support/smoke.ts';

const original = createOriginal();

describe('a deployment with nothing to rent', () => {
  const empty = json(() => []);
  const noDepot = 'the service lists no depot, so little could be checked';
  const noVehicle = 'no vehicle is available for any of 7 trips, so little could be checked';

  describe.each([
    ['depot', /^\/depots$/, noDepot],
    ['free vehicle', /^\/vehicles\/availability$/, noVehicle],
  ])('has no %s at all', (_, path, obstacle) => {
    test.each([{ strict: true }, { only: ['site'], siteIsAssumed: true }])(
      'so it could not be checked: %j',
      async (options) => {
        const run = await smoke(await startMutant(original, at(path, empty)), options);
        expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 6]);
        expect(run.obstacle).toBe(obstacle);
        expect(run.counts.skip + run.counts.unchecked).toBeGreaterThan(1);
      },
    );

    test('and breaks a rule: the failure decides', async () => {
      const both = await startMutant(original, (exchange) => {
        at(path, empty)(exchange);
        if (exchange.path.includes('abc/')) answerWith(200, 'application/json', '[]')(exchange);
      });
      const run = await smoke(both);
      expect([idsOf(run, 'fail'), run.exitCode, run.obstacle]).toEqual([['errors-path-id'], 1, obstacle]);
    });

    test('but a run that needs none passes', async () => {
      const run = await smoke(await startMutant(original, at(path, empty)), { only: ['transport', 'errors-path-id'] });
      expect([idsOf(run, 'fail'), run.obstacle, run.exitCode]).toEqual([[], undefined, 0]);
    });
  });

  test('accepts no trip that is tried: could not be checked, with the reasons', async () => {
    const mutant = await startMutant(
      original,
      at(/^\/vehicles\/availability$/, answerWith(400, 'application/json', '{"error":"Closed until spring"}')),
    );
    const run = await smoke(mutant);
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 6]);
    expect(run.obstacle).toBe('none of 7 trips was accepted: status 400: "Closed until spring"');
  });

  const aboutNone = ['availability-answer'];
  const maybeAboutAll: readonly string[] = [];

  test.each([
    ['Missing required query parameter: driver_age', aboutNone],
    ['pick_up_date must have the format DD/MM/YYYY', aboutNone],
    ['Internal error', aboutNone],
    ['An API key is required', aboutNone],
    ['driver_age is required', aboutNone],
    ['pick_up_date: expected a date-time', aboutNone],
    ['A stay of 7 nights is required', maybeAboutAll],
    ['No', maybeAboutAll],
  ])('accepts no trip for the reason "%s": %j fails', async (reason, failed) => {
    const refusal = answerWith(400, 'application/json', JSON.stringify({ error: reason }));
    const run = await smoke(await startMutant(original, at(/^\/vehicles\/availability$/, refusal)));
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([failed, failed.length > 0 ? 1 : 6]);
  });
});

describe('a valid but unusual deployment', () => {
  test('has a season and a shortest rental: it is checked with a trip that the user names', async () => {
    const now = Date.parse('2026-11-20T09:00:00Z');
    const operator = plantOtherOperator({ minDaysAhead: 150, minNights: 21, now: () => now });
    const machine = { now: () => now };
    expect((await smoke(operator, { machine, only: ['availability'] })).exitCode).toBe(6);
    const wish = { pickUpDate: '2027-06-07' as CalendarDate, nights: [28, 35] };
    const run = await smoke(operator, { machine, wish, minChecks: 40 });
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[], 0]);
    expect(operator.requests.join('\n')).toContain('pick_up_date=2027-06-07&drop_off_date=2027-07-05');
  });

  test('publishes nothing: what was not found is counted', async () => {
    const hidden = /^\/site\/(?:openapi|\.well-known)/;
    const mutant = await startMutant(original, (exchange) => {
      if (hidden.test(exchange.path)) answerWith(404, 'text/html', '')(exchange);
    });
    const run = await smoke(mutant);
    const site = checks.filter(({ group }) => group === 'site').map(({ id }) => id);
    expect(idsOf(run, 'unchecked')).toEqual(site.filter((id) => !id.includes('book') && id !== 'site-checkout'));
    expect([run.counts, run.exitCode]).toEqual([{ pass: 49, fail: 0, warn: 0, skip: 3, unchecked: 5 }, 0]);
    const strict = await smoke(mutant, { minChecks: 50 });
    expect([idsOf(strict, 'fail'), strict.exitCode]).toEqual([['run-min-checks'], 1]);
    expect(junitReport(strict)).toContain('expected 50 checks that could be made, got 49');
  });

  test('cannot be asked: that says more than too few checks', async () => {
    const run = await smoke(startService(always(503, '')), { minChecks: 40 });
    expect([idsOf(run, 'fail').includes('run-min-checks'), run.exitCode]).toEqual([false, 4]);
  });

  test('has its website elsewhere: not checked, with a hint', async () => {
    const mutant = await startMutant(original, (exchange) => {
      if (exchange.path.startsWith('/site/')) answerWith(404, 'application/json', '{}')(exchange);
    });
    const run = await smoke(mutant, { siteIsAssumed: true, strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    const site = run.results.filter(({ check }) => check.group === 'site');
    expect(new Set(site.map(({ verdict }) => verdict))).toEqual(new Set(['unchecked']));
    expect(site[0]?.reason).toContain('if the website is elsewhere, give site-url');
    expect((await smoke(mutant)).exitCode).toBe(1);
  });

  test('publishes its manifest beside the interface, but no booking page: a warning, because the website may be elsewhere', async () => {
    const mutant = await startMutant(original, at(/^\/site\/book$/, html(404)));
    const run = await smoke(mutant, { siteIsAssumed: true });
    expect(idsOf(run, 'warn')).toEqual(['site-book', 'site-checkout']);
    const [found] = run.results.find(({ check }) => check.id === 'site-book')?.findings ?? [];
    expect(found?.got).toMatch(/404.*: if the website is elsewhere, give site-url$/);
    expect([idsOf(run, 'unchecked'), run.exitCode]).toEqual([[], 0]);
  });

  test('has its own day categories: a note', async () => {
    const mutant = await startMutant(
      original,
      at(
        /^\/depots$/,
        json((depots) => void (depots[0].pickup_times[0].day = 'éve\u001b[1m')),
      ),
    );
    const run = await smoke(mutant, { only: ['depots-days'], strict: true });
    const [found] = run.results[0]?.findings ?? [];
    expect([run.exitCode, found?.severity, found?.got]).toEqual([0, 'note', '"éve\\u001b[1m", "public-holiday"']);
  });

  test('has ids beyond 2^53: a warning says so, and nothing is asked with another id', async () => {
    const prefix = '9007199254740990';
    const operator = startService(async (request) => {
      const path = request.url.slice(new URL(request.url).origin.length).replaceAll(prefix, '');
      const answered = await original.answer(path);
      if (path.startsWith('/api/'))
        answered.body = answered.body.replace(/("(?:id|vehicleId)":)(\d+)/g, `$1${prefix}$2`);
      return responseOf(answered);
    });
    const run = await smoke(operator, { skip: ['site'] });
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[], 0]);
    expect(idsOf(run, 'warn')).toContain('depots-fields');
    expect(idsOf(run, 'skip')).toContain('availability-answer');
  });

  test('has large integers in both descriptions: passes', async () => {
    const mutant = await startMutant(original, (exchange) => {
      if (exchange.path === '/site/openapi.yaml') exchange.body += '\nx-largest: 9223372036854775807\n';
      if (exchange.path === '/site/openapi.json')
        exchange.body = exchange.body.replace(/\}\s*$/, ',"x-largest":9223372036854775807}');
    });
    const run = await smoke(mutant, { only: ['site'], strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
  });
});
