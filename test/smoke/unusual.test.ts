/** A service that is valid but unusual passes, or a reason says why it is not checked. */
import { describe, expect, test } from 'vitest';
import { sample } from '../support/thorough.ts';
import type { CalendarDate } from '../../src/shape.ts';
import {
  accepting,
  all,
  answerWith,
  availabilityPath,
  depotsPath,
  errorAnswer,
  hasParameter,
  htmlAnswer,
  changeJson,
  on,
  quotesPath,
} from './faults/parts.ts';
import type { AnswerChange, AnswerCondition } from './faults/parts.ts';
import { reportText } from '../../src/smoke/reports/index.ts';
import { renumbered, startChanged, startService } from './support/changed.ts';
import { idsOf, smoke } from './support/smoke.ts';

const closed = on(availabilityPath, errorAnswer(400, 'Closed'));

describe.each(
  sample(
    [
      [
        'depot',
        changeJson(depotsPath, () => []),
        'the service lists no depot, so little could be checked',
      ],
      [
        'free vehicle',
        changeJson(availabilityPath, () => []),
        'no vehicle is available for any of 7 trips',
      ],
      ['accepted trip', closed, 'no vehicle is available for any of 7 trips: status 400: "Closed"'],
    ],
    3,
  ),
)('a deployment that has no %s', (_, change, obstacle) => {
  test.each([{ strict: true }, { only: ['site'], siteIsAssumed: true }])(
    'cannot be checked: %j',
    async (options) => {
      const run = await smoke(startChanged(change), options);
      expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 6]);
      expect(run.obstacle).toBe(obstacle);
      expect(run.counts.skip + run.counts.unchecked).toBeGreaterThan(1);
    },
  );

  test('passes a run that needs none', async () => {
    const run = await smoke(startChanged(change), { only: ['limits'] });
    expect([idsOf(run, 'fail'), run.obstacle, run.exitCode]).toEqual([[], undefined, 0]);
  });
});

test(
  'a deployment with a season and a shortest rental is checked with the trip of the user',
  { tags: ['long'] },
  async () => {
    const isOutside: AnswerCondition = ({ query, status }) =>
      status === 200 && query.get('drop_off_date') !== '2027-06-28';
    const season = on(
      /^\/(?:vehicles\/availability|quotes)$/,
      errorAnswer(400, 'Closed'),
      isOutside,
    );
    const operator = startChanged(season);
    expect((await smoke(operator, { only: ['availability'] })).exitCode).toBe(6);
    const wish = { pickUpDate: '2027-06-07' as CalendarDate, nights: 21 };
    const run = await smoke(operator, { wish, minChecks: 36 });
    expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[], 0]);
    expect(operator.requests.join('\n')).toContain(
      'pick_up_date=2027-06-07&drop_off_date=2027-06-28',
    );
  },
);

test(
  'a deployment publishes nothing: what was not found is counted',
  { tags: ['long'] },
  async () => {
    const hidden = startChanged(on(/^\/openapi/, htmlAnswer(404)));
    const run = await smoke(hidden);
    expect([idsOf(run, 'unchecked'), run.exitCode]).toEqual([
      ['site-openapi-yaml', 'site-openapi-json'],
      0,
    ]);
    const strict = await smoke(hidden, { minChecks: run.counts.pass + 1 });
    expect([idsOf(strict, 'fail'), strict.exitCode]).toEqual([['run-min-checks'], 1]);
    expect(reportText('junit', strict)).toContain(`checks, got ${run.counts.pass}`);
  },
);

test(
  'a deployment has its website elsewhere: not checked, with a hint',
  { tags: ['long'] },
  async () => {
    const operator = startChanged(
      on(/^\/(?:book|openapi)/, answerWith(404, 'application/json', '{}')),
    );
    const run = await smoke(operator, { siteIsAssumed: true, strict: true });
    expect([idsOf(run, 'fail'), idsOf(run, 'warn'), run.exitCode]).toEqual([[], [], 0]);
    const site = run.results.filter(
      ({ group, id }) => group === 'site' && id !== 'site-openapi-same',
    );
    expect(new Set(site.map(({ verdict }) => verdict))).toEqual(new Set(['unchecked']));
    expect(site[0]?.reason).toContain('if the website is elsewhere, give --site-url');
    expect((await smoke(operator)).exitCode).toBe(1);
  },
);

const rolled: AnswerCondition = ({ query, status }) =>
  status === 400 && (query.get('drop_off_date') ?? '').endsWith('-02-30');
const redirect = (target: string): AnswerChange =>
  on(/^\/book$/, (answer) => {
    answer.status = 302;
    answer.headers.set('location', target);
  });
const ofTwo: AnswerCondition = ({ query }) => query.has('accessory_ids');

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const quote = (change: (body: any) => void, applies?: AnswerCondition): AnswerChange =>
  changeJson(quotesPath, (body) => void change(body), applies);

const pages = ['site-book', 'site-checkout'];

test.each(
  sample(
    [
      [
        'takes 30 February for a day of March',
        accepting(availabilityPath, rolled),
        ['warn errors-date'],
      ],
      [
        'begins a list with a byte order mark',
        on(depotsPath, (answer) => (answer.body = `\uFEFF${answer.body}`)),
        ['warn depots-answer'],
      ],
      [
        'leads every search to its first page',
        redirect('/'),
        ['fail site-book', 'fail site-checkout'],
      ],
      [
        'leads every search to another page',
        redirect('/offers'),
        ['warn site-book', 'warn site-checkout'],
      ],
      [
        'has no fee for accessories that cost something',
        quote(({ priceBreakdown }) => (priceBreakdown.accessoriesFee = 0), ofTwo),
        ['warn quote-sums'],
      ],
      [
        'has a number as quoteId',
        quote((body) => (body.quoteId = Number.parseInt(body.quoteId.slice(2, 8), 16))),
        ['fail quote-fields'],
      ],
      [
        'has the same number as quoteId in every quote',
        quote((body) => (body.quoteId = 7)),
        ['fail quote-fields', 'fail quote-ids'],
      ],
    ],
    3,
  ),
)('a deployment %s: the run finds it', async (_, change, found) => {
  const run = await smoke(startChanged(change));
  const problems = run.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  expect(problems.map(({ id, verdict }) => `${verdict} ${id}`)).toEqual(found);
  expect(idsOf(run, 'skip')).toEqual(['errors-unavailable', 'limits-exceeded']);
  expect(run.requests).toBeLessThanOrEqual(36);
});

test.each([
  ['quotes it', 200, ['errors-not-available'], []],
  ['says that there is none', 404, [], []],
  ['calls its id wrong', 400, [], ['errors-not-available']],
])(
  'if all vehicles are free, an unlisted one is asked for, and the service %s',
  async (_, code, failed, open) => {
    const same = changeJson(availabilityPath, (list) =>
      list.slice(0, 1).map((one: object) => ({ ...one, vehicleId: 101 })),
    );
    const unknown: AnswerCondition = ({ query }) =>
      !['101', null].includes(query.get('vehicle_id'));
    const change = on(
      quotesPath,
      code === 200 ? answerWith(200, 'application/json', '{}') : errorAnswer(code, 'Nein'),
      unknown,
    );
    const run = await smoke(startChanged(all(same, change)), { only: ['errors-not-available'] });
    expect([idsOf(run, 'fail'), idsOf(run, 'unchecked')]).toEqual([failed, open]);
  },
);

test.each([
  [
    'fails at an assumed website whose search works',
    hasParameter('vehicle_id'),
    ['site-checkout'],
    [],
  ],
  ['may be elsewhere if no booking page works', () => true, [], ['site-book', 'site-checkout']],
] as const)('a broken checkout page %s', async (_, isBroken, failed, open) => {
  const change = on(/^\/book$/, errorAnswer(404, 'Nein'), isBroken);
  const run = await smoke(startChanged(change), { only: [...pages], siteIsAssumed: true });
  expect([idsOf(run, 'fail'), idsOf(run, 'unchecked')]).toEqual([failed, open]);
});

test('a deployment has ids beyond 2^53: a warning says so, and nothing is asked with another id', async () => {
  const prefix = '9007199254740990';
  const operator = startService(
    renumbered(
      (id) => prefix + String(id),
      (id) => id.replace(prefix, ''),
    ),
  );
  const run = await smoke(operator, { skip: ['site'] });
  expect([idsOf(run, 'fail'), run.exitCode]).toEqual([[], 0]);
  expect(idsOf(run, 'warn')).toContain('depots-fields');
  expect(idsOf(run, 'skip')).toContain('availability-answer');
});
