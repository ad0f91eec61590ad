/**
 * A service that keeps every sentence of the interface document passes a strict run, whatever it makes of what the document leaves open:
 * it is accused of nothing, and a run stays small.
 */
import { describe, expect, test } from 'vitest';
import {
  accessories,
  all,
  answerWith,
  availability,
  depots,
  error,
  html,
  json,
} from '../../src/sandbox/faults/change.ts';
import { lacks, on, plans, quotes, status } from '../../src/sandbox/faults/change.ts';
import type { Answer, Change } from '../../src/sandbox/index.ts';
import type { Judged } from '../../src/smoke/index.ts';
import { freeAddress, plant } from '../support/service.ts';
import { isThorough, sample } from '../support/thorough.ts';
import { changed, renumbered, startChanged, startService } from './support/changed.ts';
import { smoke, type Deployment, type RunOptions } from './support/smoke.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const dayMs = 86_400_000;
const week = Array.from({ length: 7 }, (_, day) => Date.parse('2026-11-20T09:00:00Z') + day * dayMs);
const extras = /^\/vehicles\/\d+\/(?:accessories|insurance-types)$/;
const book = /^\/book$/;
const published = /^\/(?:openapi|\.well-known)|^\/openapi$/;
const empty: Change = answerWith(200, 'application/json', '[]');
const refused = error(400, 'Das bieten wir nicht an.');

/** Accusations, and checks that had no request left. Guessed addresses come last and may be left out. */
async function problemsOf(operator: Deployment, options: RunOptions = {}): Promise<string[]> {
  const run = await smoke(operator, { ...options, strict: true });
  const problems = run.results.flatMap(({ id, findings, reason }: Judged) => {
    const isLeftOut = reason?.includes('requests at most') === true && !id.startsWith('site-openapi');
    return [...(isLeftOut ? [reason] : []), ...findings.map(({ expected, got }) => `${id}: ${expected}, got ${got}`)];
  });
  if (run.exitCode !== 0) problems.push(`exit code ${run.exitCode}: ${run.obstacle}`);
  return run.requests > 34 ? [...problems, `${run.requests} requests`] : problems;
}

interface Wanted {
  /** Ids of depots; those of the sandbox count from 1 to 11. */
  readonly from: number;
  readonly to: number;
  /** Days from today. */
  readonly ahead: number;
  readonly nights: number;
  /** Days of the week, 0 is Sunday. */
  readonly days: readonly [number, number];
}

/** `refuse` is the answer for every other trip; the vehicles of these have no quote. */
function offers(isOffered: (trip: Wanted, now: number) => boolean, refuse = refused) {
  return (now: number): Change =>
    on(
      /^\/(?:vehicles\/availability|quotes)$/,
      (answer) => (quotes.test(answer.path) ? error(404, 'Nicht verfügbar')(answer) : refuse(answer)),
      ({ query, status: code }) => {
        const [start = 0, end = 0] = ['pick_up_date', 'drop_off_date'].map((name) => Date.parse(query.get(name) ?? ''));
        const [from = 0, to = 0] = ['pick_up_depot_id', 'drop_off_depot_id'].map((name) => Number(query.get(name)));
        const days = [new Date(start).getUTCDay(), new Date(end).getUTCDay()] as const;
        const trip = { from, to, ahead: (start - now) / dayMs, nights: (end - start) / dayMs, days };
        return code === 200 && !isOffered(trip, now);
      },
    );
}

const isWeekend = (day: number): boolean => day === 0 || day === 6;

describe('a service that offers', () => {
  const trips: Readonly<Record<string, (now: number) => Change>> = {
    'no trip to a depot on its own closed day': offers(
      ({ from, to, days }) => days[0] !== from % 7 && days[1] !== to % 7,
    ),
    'nothing at weekends': offers(({ days }) => !days.some(isWeekend)),
    'ten nights at least': offers(({ nights }) => nights >= 10, error(400, 'No')),
    'four nights at most': offers(({ nights }) => nights <= 4),
    'three weeks ahead at most': offers(({ ahead }) => ahead <= 21),
    '40 days ahead at least': offers(({ ahead }) => ahead >= 40),
    'an empty list for other trips': offers(({ ahead, nights }) => ahead <= 90 && nights >= 5, empty),
    'no one-way trips': offers(({ from, to }) => from === to),
    'only one-way trips': offers(({ from, to }) => from !== to),
    'no pick-up at the first depot': offers(({ from }) => from !== 1),
    'no drop-off at the first depot': offers(({ to }) => to !== 1),
    'vehicles only at the third depot': offers(({ from }) => from === 3, empty),
    'nothing in the next 60 days': offers(({ ahead }) => ahead >= 60, empty),
    'few trips for many reasons': offers(({ from, to, ahead, nights }) => from !== to && ahead <= 100 && nights >= 3),
    'one depot': () => json(depots, (list) => list.slice(0, 1)),
  };

  test.each(sample(Object.entries(trips), 5))('%s, on each day of the week', async (_, change) => {
    // The website is the same on each day.
    for (const now of isThorough ? week : week.slice(0, 1))
      expect(
        await problemsOf(
          startChanged(change(now), () => now),
          { skip: ['site'], machine: { now: () => now } },
        ),
        new Date(now).toISOString(),
      ).toEqual([]);
  });
});

const quote =
  (change: (quote: any, answer: Answer) => unknown): Change =>
  (answer) =>
    json(quotes, (body) => void change(body, answer))(answer);
const expiry = (change: (text: string) => string): Change =>
  quote((body) => (body.expiresAt = change(new Date(Date.now() + 1_800_000).toISOString())));
const header =
  (name: string, valueOf: (number: number) => string): Change =>
  ({ headers, number }) =>
    headers.set(`X-RateLimit-${name}`, valueOf(number));
/** Names that a careless reader could mistake for its own, and a number that no double can hold. */
const more = '"__proto__":{"id":"seven"},"constructor":null,"code":123456789012345678901234567890,"":false,';

/** The vehicle of the first quote, or of each of its quotes, is taken meanwhile. */
function taken(always: boolean): Change {
  let first: string | null = null;
  let isFirst = true;
  return on(quotes, (answer) => {
    if (answer.status !== 200) return;
    first ??= answer.query.get('vehicle_id');
    if (always ? answer.query.get('vehicle_id') === first : isFirst) error(404, 'Not available')(answer);
    isFirst = false;
  });
}

test.each(
  sample<[string, Change]>(
    [
      ['a fleet of one', json(availability, (list) => list.slice(-1))],
      [
        'a fleet of 400',
        json(availability, (list) =>
          Array.from({ length: 400 }, (_, n) => ({
            ...list[n % list.length],
            vehicleId: n < list.length ? list[n].vehicleId : 5000 + n,
          })),
        ),
      ],
      [
        'the same vehicle, free for every trip',
        json(availability, () => [
          { vehicleId: 101, name: 'Waka <b>', rentalDailyRate: 0, imageUrl: 'data:image/svg+xml,%3Csvg/%3E' },
        ]),
      ],
      [
        'long addresses of images',
        json(
          availability,
          ([one]) => void (one.imageUrl = `HTTPS://cdn.example:8443/~a/(v)/${'x'.repeat(900)};v=1?w=1&h=2,3#top`),
        ),
      ],
      [
        'times for Friday, and none for the first depot',
        json(depots, (list) => {
          list[0].pickup_times = [];
          list[1].drop_off_times[0].day = 'friday';
        }),
      ],
      ['no accessories', json(accessories, () => [])],
      ['no insurance plans', json(plans, () => [])],
      ['no extras', json(extras, () => [])],
      [
        'hundreds of accessories',
        json(accessories, (list) => [
          ...list,
          ...Array.from({ length: 600 }, (_, n) => ({ id: 9000 + n, name: 'Box', price: n })),
        ]),
      ],
      ['plans that cost nothing', json(plans, (list) => list.forEach((one: any) => (one.price = 0)))],
      ['a negative price', json(accessories, ([first]) => void (first.price = -5))],
      [
        'lists in another order each time',
        (answer) => json(/^\/(?:depots|vehicles\/.*)$/, (list) => (answer.number % 2 ? list : list.reverse()))(answer),
      ],
      [
        'dates that extras need',
        on(extras, error(400, 'Missing required query parameter: drop_off_date'), lacks('pick_up_date')),
      ],
      [
        'both missing dates in one message',
        on(plans, error(400, 'Missing required query parameters: pick_up_date, drop_off_date'), lacks('pick_up_date')),
      ],
      ['a vehicle that is taken meanwhile', taken(true)],
      ['a vehicle that is taken for a moment', taken(false)],
      ['a reason in other words', json(quotes, () => ({ error: 'Kein Fahrzeug.' }), undefined, 404)],
      [
        'a discount, and extras in another order',
        quote((body) => {
          body.totalAmount = Math.floor(body.totalAmount * 0.9);
          body.priceBreakdown.accessories.reverse();
        }),
      ],
      ['a reduction', quote(({ priceBreakdown }) => (priceBreakdown.routeFee -= 1000))],
      [
        'insurance in the rental fee',
        quote(({ priceBreakdown: fees }) => {
          fees.insuranceFee = 0;
          if (fees.insurance) fees.insurance.cost = 0;
        }),
      ],
      [
        'costs for one day',
        quote(({ priceBreakdown }) => priceBreakdown.accessories.forEach((one: any) => (one.cost = 5))),
      ],
      ['prices that change with every request', quote((body, { number }) => (body.priceBreakdown.rentalFee += number))],
      ['an expiry with an offset', expiry((text) => text.replace('Z', '+00:00'))],
      ['an expiry with nanoseconds', expiry((text) => text.replace('Z', '000001Z'))],
      ['an expiry without seconds', expiry((text) => text.replace(/:\d\d\.\d+Z/, 'Z'))],
      ['an expiry in the basic form', expiry((text) => text.replace(/[-:]|\.\d+/g, ''))],
      ['a note in German', quote((body) => (body.note = 'Alle Beträge sind in NZD dollars angegeben.'))],
      [
        'more fields than documented',
        on(/^\/(?!book|openapi|\.)/, (answer) => (answer.body = answer.body.replace(/\{(?=")/g, `{${more}`))),
      ],
      [
        'the JSON type in odd case, no Date and no headers of the limit',
        ({ headers, path }) => {
          [...headers.keys()].forEach((name) => /^x-rate|^date$/.test(name) && headers.delete(name));
          if (!/book|openapi|\./.test(path)) headers.set('content-type', 'Application/JSON;charset="UTF-8"');
        },
      ],
      [
        'a 503 now and then',
        on(
          /^\/(?!book|openapi|\.)/,
          answerWith(503, 'application/json', '{"error":""}'),
          ({ number }) => number % 9 === 0,
        ),
      ],
      [
        'headers of the limit with lists',
        all(
          header('Limit', () => '100, 100;w=60'),
          header('Remaining', (number) => `${100 - number}.0`),
          header('Reset', () => 'soon'),
        ),
      ],
      ['always the same remaining', header('Remaining', () => '99')],
      ['a remaining that rises', header('Remaining', (number) => String(20 + number))],
    ],
    6,
  ),
)('a service with %s', async (_, change) => {
  expect(await problemsOf(startChanged(change), { skip: ['site'] })).toEqual([]);
});

test.each([
  ['from zero', (id: number) => String(id - 1), (id: string) => String(Number(id) + 1)],
  ['below zero', (id: number) => `-${id}`, (id: string) => id.replace(/^-?/, (sign) => (sign ? '' : '-'))],
  [
    'that are the largest safe integers',
    (id: number) => String(Number.MAX_SAFE_INTEGER - id),
    (id: string) => String(Number.MAX_SAFE_INTEGER - Number(id)),
  ],
])('a service with ids %s', async (_, outside, inside) => {
  expect(await problemsOf(startService(renumbered(outside, inside)), { skip: ['site'] })).toEqual([]);
});

function redirect(target: (answer: Answer) => string): Change {
  return (answer) => {
    answer.status = 302;
    answer.headers.set('location', target(answer));
  };
}

/** The descriptions are elsewhere, and this is at the usual addresses. */
const elsewhere = (change: Change): Change => on(published, change);
const yaml = /^\/openapi\.yaml$/;
const manifest = (url: string): Change => on(/ai-plugin/, (answer) => (answer.body = JSON.stringify({ api: { url } })));

describe('a website with', () => {
  const sites: Readonly<Record<string, Change>> = {
    'its booking page behind a slash': on(
      book,
      redirect(({ query }) => `/book/?${query}`),
    ),
    'its booking page behind a language': on(
      book,
      redirect(({ query }) => `/en/book?lang=en&${query}`),
    ),
    'mistakes sent to the start page': on(
      book,
      redirect(() => '/'),
      ({ query }) => String(query).includes('script'),
    ),
    'a wall before the booking page': on(book, html(403)),
    'a limit of its own': on(book, html(429)),
    'its parameters in an attribute': on(
      book,
      (answer) => (answer.body += `<input value="${answer.query.get('vehicle_id')?.replaceAll('"', '&quot;')}">`),
    ),
    'a limit header of its own': on(book, ({ headers }) => headers.set('x-ratelimit-limit', '50')),
    'a path that stands elsewhere': json(/^\/openapi\.json$/, ({ paths }) => void (paths['/quotes'] = { $ref: '#/x' })),
    'another title in JSON': json(/^\/openapi\.json$/, (body) => void (body.info.title += '!')),
    'the root as its server in YAML, so that paths are longer': on(
      yaml,
      (answer) => (answer.body = answer.body.replace(/^( *"?)\/(?=depots|vehicles|quotes)/gm, '$1/api/agent/')),
    ),
    'paths merged from an anchor': on(
      yaml,
      (answer) => (answer.body = answer.body.replace(/^paths:/m, 'x-all: &all\n  /none: {}\npaths:\n  <<: *all')),
    ),
    'large integers in its descriptions': all(
      on(yaml, (answer) => (answer.body += '\nx-largest: 9223372036854775807\n')),
      on(
        /^\/openapi\.json$/,
        (answer) => (answer.body = answer.body.replace(/\}\s*$/, ',"x-largest":9223372036854775807}')),
      ),
    ),
    'a manifest that is a web page': on(/ai-plugin/, html(200)),
    'a manifest that is a list': on(/ai-plugin/, empty),
    'a manifest that names another host': all(on(yaml, html(404)), manifest('https://elsewhere.test/openapi.yaml')),
    '404 at usual places': elsewhere(html(404)),
    '500 at usual places': elsewhere(html(500)),
    'an object at usual places': elsewhere(answerWith(200, 'application/json', '{"openapi":null}')),
    'nothing at usual places': elsewhere(answerWith(200, 'text/plain', '')),
    'a web page at usual places': elsewhere(html(200)),
    'a circle at usual places': elsewhere(redirect(() => '?')),
    'another origin behind usual places': elsewhere(redirect(() => 'http://localhost:1/sign-in')),
  };

  test.each(sample(Object.entries(sites), 6))('%s, whether it is given or not', async (_, change) => {
    for (const siteIsAssumed of [false, true])
      expect(await problemsOf(startChanged(change), { siteIsAssumed, only: ['site', 'limits-value'] })).toEqual([]);
  });

  test('another address than the interface, and a description for those who accept everything', async () => {
    const siteUrl = freeAddress();
    const service = changed(() => {}, Number(siteUrl.port));
    plant(async (request) => {
      const isNarrow = request.url.includes('openapi') && request.headers.get('accept')?.includes('*/*') !== true;
      return isNarrow ? new Response('', { status: 406 }) : service(request);
    }, siteUrl);
    const { baseUrl } = startChanged(on(/^\/(?:book|openapi|\.well-known)/, status(404)));
    expect(await problemsOf({ baseUrl, siteUrl }, { minChecks: 45 })).toEqual([]);
    expect(await problemsOf({ baseUrl, siteUrl: baseUrl.origin }, { siteIsAssumed: true })).toEqual([]);
  });
});
