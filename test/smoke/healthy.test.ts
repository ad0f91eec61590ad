/**
 * A service that keeps every sentence of the interface document passes a strict run, whatever it
 * makes of what the document leaves open: it is accused of nothing, and a run stays small.
 */
import { expect, test } from 'vitest';
import {
  accessoriesPath,
  all,
  answerWith,
  availabilityPath,
  depotsPath,
  errorAnswer,
  htmlAnswer,
  changeJson,
  lacksParameter,
  on,
  plansPath,
  quotesPath,
  status,
} from './faults/parts.ts';
import type { SandboxAnswer, AnswerChange } from '../../src/sandbox/change.ts';
import type { Judged } from '../../src/smoke/run.ts';
import { tooManyRequests } from '../../src/smoke/sender.ts';
import { freeAddress, plant } from '../support/service.ts';
import { isThorough, sample } from '../support/thorough.ts';
import { changed, renumbered, startChanged, startService } from './support/changed.ts';
import { smoke, type Deployment, type RunOptions } from './support/smoke.ts';

/* eslint-disable @typescript-eslint/no-explicit-any */

const dayMs = 86_400_000;
const week = Array.from(
  { length: 7 },
  (_, day) => Date.parse('2026-11-20T09:00:00Z') + day * dayMs,
);
const extras = /^\/vehicles\/\d+\/(?:accessories|insurance-types)$/;
const book = /^\/book$/;
const published = /^\/openapi/;
const empty: AnswerChange = answerWith(200, 'application/json', '[]');
const refused = errorAnswer(400, 'Das bieten wir nicht an.');

/**
 * Accusations, and checks that had no request left. Guessed addresses come last and may be left
 * out.
 */
async function problemsOf(operator: Deployment, options: RunOptions = {}): Promise<string[]> {
  const run = await smoke(operator, { ...options, strict: true });
  const problems = run.results.flatMap(({ id, findings, reason }: Judged) => {
    const isLeftOut = reason === tooManyRequests.reason && !id.startsWith('site-openapi');
    return [
      ...(isLeftOut ? [reason] : []),
      ...findings.map(({ expected, got }) => `${id}: ${expected}, got ${got}`),
    ];
  });
  if (run.exitCode !== 0) problems.push(`exit code ${run.exitCode}: ${run.obstacle}`);
  return run.requests > 40 ? [...problems, `${run.requests} requests`] : problems;
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

/** Every other trip gets the answer `refuse`, and a quote for it gets a 404. */
function offers(isOffered: (trip: Wanted, now: number) => boolean, refuse = refused) {
  return (now: number): AnswerChange =>
    on(
      /^\/(?:vehicles\/availability|quotes)$/,
      (answer) =>
        quotesPath.test(answer.path) ? errorAnswer(404, 'Nicht verfügbar')(answer) : refuse(answer),
      ({ query, status: code }) => {
        const [start = 0, end = 0] = ['pick_up_date', 'drop_off_date'].map((name) =>
          Date.parse(query.get(name) ?? ''),
        );
        const [from = 0, to = 0] = ['pick_up_depot_id', 'drop_off_depot_id'].map((name) =>
          Number(query.get(name)),
        );
        const days = [new Date(start).getUTCDay(), new Date(end).getUTCDay()] as const;
        const trip = {
          from,
          to,
          ahead: (start - now) / dayMs,
          nights: (end - start) / dayMs,
          days,
        };
        return code === 200 && !isOffered(trip, now);
      },
    );
}

const isWeekend = (day: number): boolean => day === 0 || day === 6;

const trips: Readonly<Record<string, (now: number) => AnswerChange>> = {
  'no trip to a depot on its own closed day': offers(
    ({ from, to, days }) => days[0] !== from % 7 && days[1] !== to % 7,
  ),
  'nothing at weekends': offers(({ days }) => !days.some(isWeekend)),
  'ten nights at least': offers(({ nights }) => nights >= 10, errorAnswer(400, 'No')),
  'four nights at most': offers(({ nights }) => nights <= 4),
  '40 days ahead at least': offers(({ ahead }) => ahead >= 40),
  'only one-way trips': offers(({ from, to }) => from !== to),
  'no pick-up at the first depot': offers(({ from }) => from !== 1),
  'vehicles only at the third depot': offers(({ from }) => from === 3, empty),
  'one depot': () => changeJson(depotsPath, (list) => list.slice(0, 1)),
};

test.each(sample(Object.entries(trips), 10))(
  'a service that offers %s passes on each day of the week',
  async (_, change) => {
    // The website is the same on each day.
    for (const now of isThorough ? week : week.slice(0, 1)) {
      const operator = startChanged(change(now), () => now);
      const problems = await problemsOf(operator, { skip: ['site'], machine: { now: () => now } });
      expect(problems, new Date(now).toISOString()).toEqual([]);
    }
  },
);

const quote =
  (change: (quote: any, answer: SandboxAnswer) => unknown): AnswerChange =>
  (answer) =>
    changeJson(quotesPath, (body) => void change(body, answer))(answer);
const expiry = (change: (text: string) => string): AnswerChange =>
  quote((body) => (body.expiresAt = change(new Date(Date.now() + 1_800_000).toISOString())));
const header =
  (name: string, valueOf: (number: number) => string): AnswerChange =>
  ({ headers, position }) =>
    headers.set(`X-RateLimit-${name}`, valueOf(position));
/** Names that JavaScript objects have themselves, and a number that no double can hold. */
const more =
  '"__proto__":{"id":"seven"},"constructor":null,"code":123456789012345678901234567890,"":false,';

/** The vehicle of the first quote is taken meanwhile. */
function taken(): AnswerChange {
  let first: string | null = null;
  const isFirst = ({ query, status: code }: SandboxAnswer): boolean =>
    code === 200 && query.get('vehicle_id') === (first ??= query.get('vehicle_id'));
  return on(quotesPath, errorAnswer(404, 'Not available'), isFirst);
}

const box = (id: number) => ({ id, name: 'Box', price: id });
const van = (id: number) => ({
  vehicleId: id,
  name: 'Van',
  rentalDailyRate: id,
  imageUrl: 'data:,',
});
const needsDates = errorAnswer(400, 'Missing required query parameter: drop_off_date');
const ofInterface = /^\/(?!book|openapi|\.)/;

const services: Readonly<Record<string, AnswerChange>> = {
  'a fleet of one': changeJson(availabilityPath, (list) => list.slice(-1)),
  'a fleet of 400': changeJson(availabilityPath, (list) =>
    list.concat(Array.from({ length: 400 }, (_, n) => van(5000 + n))),
  ),
  'long addresses of images': changeJson(
    availabilityPath,
    ([one]) =>
      void (one.imageUrl = `HTTPS://cdn.example:8443/~a/(v)/${'x'.repeat(900)};v=1?w=1&h=2,3#top`),
  ),
  'no times at the first depot': changeJson(
    depotsPath,
    ([first]) => void (first.pickup_times = []),
  ),
  'no extras': changeJson(extras, () => []),
  'hundreds of accessories': changeJson(accessoriesPath, (list) =>
    list.concat(Array.from({ length: 600 }, (_, n) => box(9000 + n))),
  ),
  'plans that cost nothing': changeJson(plansPath, (list) =>
    list.forEach((one: any) => (one.price = 0)),
  ),
  'a negative price': changeJson(accessoriesPath, ([first]) => void (first.price = -5)),
  'dates that extras need': on(extras, needsDates, lacksParameter('pick_up_date')),
  'a vehicle that is taken meanwhile': taken(),
  'a reason in another script': changeJson(
    quotesPath,
    () => ({ error: 'Недоступно' }),
    undefined,
    404,
  ),
  'a free rental': quote(({ priceBreakdown: fees }) => void (fees.rentalFee = 0)),
  'a reason in other words': changeJson(
    quotesPath,
    () => ({ error: 'Kein Fahrzeug.' }),
    undefined,
    404,
  ),
  'a discount, and extras in another order': quote((body) => {
    body.totalAmount = Math.floor(body.totalAmount * 0.9);
    body.priceBreakdown.accessories.reverse();
  }),
  'costs for one day': quote(({ priceBreakdown: { accessories: all } }) =>
    all.forEach((one: any) => (one.cost = 5)),
  ),
  'prices that change with every request': quote(
    (body, { position }) => (body.priceBreakdown.rentalFee += position),
  ),
  'an expiry with an offset': expiry((text) => text.replace('Z', '+00:00')),
  'an expiry without seconds': expiry((text) => text.replace(/:\d\d\.\d+Z/, 'Z')),
  'a note in German': quote((body) => (body.note = 'Alle Beträge sind in NZD dollars angegeben.')),
  'more fields than documented': on(
    ofInterface,
    (answer) => (answer.body = answer.body.replace(/\{(?=")/g, `{${more}`)),
  ),
  'the JSON type in odd case, no Date and no headers of the limit': on(
    ofInterface,
    ({ headers }) => {
      [...headers.keys()].forEach((name) => /^x-rate|^date$/.test(name) && headers.delete(name));
      headers.set('content-type', 'Application/JSON;charset="UTF-8"');
    },
  ),
  'a 503 now and then': on(ofInterface, errorAnswer(503, ''), ({ position }) => position % 9 === 0),
  'headers of the limit with lists': all(
    header('Limit', () => '100, 100;w=60'),
    header('Reset', () => 'soon'),
  ),
  'a remaining that rises': header('Remaining', (number) => String(20 + number)),
};

test.each(sample(Object.entries(services), 12))('a service with %s passes', async (_, change) => {
  expect(await problemsOf(startChanged(change), { skip: ['site'] })).toEqual([]);
});

const { MAX_SAFE_INTEGER: largest } = Number;
test.each([
  [
    'below zero',
    (id: number) => `-${id}`,
    (id: string) => id.replace(/^-?/, (sign) => (sign ? '' : '-')),
  ],
  [
    'that are the largest',
    (id: number) => String(largest - id),
    (id: string) => String(largest - Number(id)),
  ],
])('a service with ids %s passes', async (_, outside, inside) => {
  expect(await problemsOf(startService(renumbered(outside, inside)), { skip: ['site'] })).toEqual(
    [],
  );
});

const leadsTo = (target: (answer: SandboxAnswer) => string): AnswerChange =>
  on(book, (answer) => {
    answer.status = 302;
    answer.headers.set('location', target(answer));
  });
const yaml = (change: (text: string) => string): AnswerChange =>
  on(/^\/openapi\.yaml$/, (answer) => (answer.body = change(answer.body)));

const sites: Readonly<Record<string, AnswerChange>> = {
  'its booking page behind a language': leadsTo(({ query }) => `/en/book?lang=en&${query}`),
  'its booking page at an address with the values': leadsTo(
    ({ query }) => `/search/${[...query.values()].map(encodeURIComponent).join('/')}`,
  ),
  'a wall before the booking page': on(book, htmlAnswer(403)),
  'a limit of its own': on(book, htmlAnswer(429)),
  'a limit header of its own': on(book, ({ headers }) => headers.set('x-ratelimit-limit', '50')),
  'a path that stands elsewhere': changeJson(
    /^\/openapi\.json$/,
    ({ paths }) => void (paths['/quotes'] = { $ref: '#/x' }),
  ),
  'another title in JSON': changeJson(/^\/openapi\.json$/, (body) => void (body.info.title += '!')),
  'the site as its server in YAML': yaml((text) =>
    text
      .replace(/(url: .*)\/api\/agent$/m, '$1')
      .replace(/^( *"?)\/(?=depots|vehicles|quotes)/gm, '$1/api/agent/'),
  ),
  'paths merged from an anchor': yaml((text) =>
    text.replace(/^paths:/m, 'x-all: &all\n  /x: {}\npaths:\n  <<: *all'),
  ),
  '404 at usual places': on(published, htmlAnswer(404)),
  'an object at usual places': on(
    published,
    answerWith(200, 'application/json', '{"openapi":null}'),
  ),
  'a web page at usual places': on(published, htmlAnswer(200)),
};

test.each(sample(Object.entries(sites), 12))(
  'a website with %s passes, whether its address is given or not',
  async (_, change) => {
    for (const siteIsAssumed of [false, true])
      expect(
        await problemsOf(startChanged(change), { siteIsAssumed, only: ['site', 'limits-value'] }),
      ).toEqual([]);
  },
);

test('a website elsewhere passes, also if its description needs a request that accepts any type', async () => {
  const siteUrl = freeAddress();
  const service = changed(() => {}, Number(siteUrl.port));
  plant(async (request) => {
    const isNarrow =
      request.url.includes('openapi') && request.headers.get('accept')?.includes('*/*') !== true;
    return isNarrow ? new Response('', { status: 406 }) : service(request);
  }, siteUrl);
  const { baseUrl } = startChanged(on(/^\/(?:book|openapi|\.well-known)/, status(404)));
  expect(await problemsOf({ baseUrl, siteUrl }, { minChecks: 36 })).toEqual([]);
  expect(await problemsOf({ baseUrl, siteUrl: baseUrl.origin }, { siteIsAssumed: true })).toEqual(
    [],
  );
});
