/** The 429 and the 503: wrong headers, wrong bodies, and a limit that never comes. */
import { only } from '../support/defects.ts';
import { answerWith, html, type MutableResponse, type Mutation } from '../support/mutant.ts';
import { since, type Applies, type Planted } from './planted.ts';

const header =
  (name: string, value: string): Mutation =>
  ({ headers }) =>
    void (headers[`x-ratelimit-${name}`] = value);
const noHeader =
  (name: string): Mutation =>
  ({ headers }) =>
    void delete headers[`x-ratelimit-${name}`];

/** The defects of a 429. */
const wrongRefusals: Readonly<Record<string, Mutation>> = {
  'text/html': html(429),
  'a type of text/html': ({ headers }) => void (headers['content-type'] = 'text/html'),
  JSON: answerWith(429, 'application/json', '{"error":"Too Many Requests"}'),
  'another text': (exchange) => void (exchange.body = 'Slow down'),
  'no text': (exchange) => void (exchange.body = ''),
  'no limit': noHeader('limit'),
  'no remaining': noHeader('remaining'),
  'no reset': noHeader('reset'),
  'a limit in words': header('limit', 'hundred'),
  'a limit with a fraction': header('limit', '100.5'),
  'a remaining in words': header('remaining', 'none'),
};
const oddRefusals: Readonly<Record<string, Mutation>> = {
  'a negative remaining': header('remaining', '-1'),
  'another limit': header('limit', '60'),
};

/** A right 429. The mutant counts below zero by itself. */
export function refuse(exchange: MutableResponse): void {
  answerWith(429, 'text/plain', 'Too Many Requests')(exchange);
  Object.assign(exchange.headers, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' });
}

function refusing(applies: Applies, mutate: Mutation): Mutation {
  return only(applies, (exchange) => {
    refuse(exchange);
    mutate(exchange);
  });
}

/** Requests after which an unasked 429 or 503 begins. */
const unaskedFrom = 6;

const section = 'Errors: 429';
const tripDefects = Object.entries(wrongRefusals).map(
  ([name, mutate]): Planted => ({
    ...{ name: `429 beyond the limit: ${name}`, section, groups: ['limits'] },
    ...{ mutate: refusing(since(101), mutate), options: { tripRateLimit: true } },
  }),
);
const tripOddities = Object.entries(oddRefusals).map(
  ([name, mutate]): Planted => ({
    ...{ name: `429 beyond the limit: ${name}`, section, groups: ['limits'], severity: 'either' },
    ...{ mutate: refusing(since(101), mutate), options: { tripRateLimit: true } },
  }),
);
const neverDefect: Planted = {
  ...{ name: '429 beyond the limit: never', section: 'Limits', groups: ['limits'], options: { tripRateLimit: true } },
  mutate: ({ headers }) => {
    if (headers['x-ratelimit-remaining']?.startsWith('-')) headers['x-ratelimit-remaining'] = '0';
  },
};

const unasked429 = ['text/html', 'JSON', 'another text', 'no limit', 'no remaining', 'no reset', 'a limit in words'];
const unasked429Defects = unasked429.map(
  (name): Planted => ({
    ...{ name: `429 in the middle of a run: ${name}`, section, groups: ['limits', 'errors'] },
    mutate: refusing(since(unaskedFrom), wrongRefusals[name]!),
  }),
);

const wrongUnavailable: Readonly<Record<string, Mutation>> = {
  'a web page': html(503),
  text: answerWith(503, 'text/plain', 'Service Unavailable'),
  'no error': answerWith(503, 'application/json', '{}'),
  '{message: …}': answerWith(503, 'application/json', '{"message":"Down"}'),
  'a number as error': answerWith(503, 'application/json', '{"error":503}'),
  'no body': answerWith(503, 'application/json', ''),
  'cut-off JSON': answerWith(503, 'application/json', '{"error":"Do'),
};

const unasked503Defects = Object.entries(wrongUnavailable).flatMap(([name, mutate], index): Planted[] => {
  const common = { section: 'Errors: 503', groups: ['errors'] } as const;
  const always = {
    ...{ ...common, name: `503 in the middle of a run: ${name}` },
    mutate: only(since(unaskedFrom), mutate),
  };
  if (index > 2) return [always];
  return [always, { ...common, name: `503 once: ${name}`, mutate: only(once(unaskedFrom), mutate) }];
});

export const limitDefects: readonly Planted[] = [
  ...tripDefects,
  ...tripOddities,
  neverDefect,
  ...unasked429Defects,
  ...unasked503Defects,
];

function once(request: number): Applies {
  const begun = since(request);
  const over = since(request + 1);
  return (exchange) => [begun, over].map((applies) => applies(exchange)).join() === 'true,false';
}
