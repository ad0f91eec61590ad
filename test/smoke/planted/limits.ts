/** The 429 and the 503: wrong headers, wrong bodies, and a limit that never comes. */
import { answerWith, html, type MutableResponse, type Mutation } from '../support/mutant.ts';
import { only, since, type Applies, type Planted } from './planted.ts';

const header =
  (name: string, value: string): Mutation =>
  ({ headers }) =>
    void (headers[`x-ratelimit-${name}`] = value);
const noHeader =
  (name: string): Mutation =>
  ({ headers }) =>
    void delete headers[`x-ratelimit-${name}`];

/** Defects of a 429 that every client meets. */
const wrongRefusals: Readonly<Record<string, Mutation>> = {
  'a web page': html(429),
  JSON: answerWith(429, 'application/json', '{"error":"Too Many Requests"}'),
  'another text': (exchange) => void (exchange.body = 'Slow down'),
  'no limit': noHeader('limit'),
  'no remaining': noHeader('remaining'),
  'no reset': noHeader('reset'),
  'a limit in words': header('limit', 'hundred'),
};

const moreWrongRefusals: typeof wrongRefusals = {
  'a type of text/html': ({ headers }) => void (headers['content-type'] = 'text/html'),
  'no text': (exchange) => void (exchange.body = ''),
  'a limit with a fraction': header('limit', '100.5'),
  'a remaining in words': header('remaining', 'none'),
  never: answerWith(200, 'application/json', '[]'),
};

/** The limit may be counted in another way. */
const oddRefusals: typeof wrongRefusals = {
  'another limit': header('limit', '60'),
};

const wrongUnavailable: typeof wrongRefusals = {
  'a web page': html(503),
  text: answerWith(503, 'text/plain', 'Service Unavailable'),
  'no error': answerWith(503, 'application/json', '{}'),
  '{message: …}': answerWith(503, 'application/json', '{"message":"Down"}'),
  'a number as error': answerWith(503, 'application/json', '{"error":503}'),
  'no body': answerWith(503, 'application/json', ''),
  'cut-off JSON': answerWith(503, 'application/json', '{"error":"Do'),
};

/** The request from which on the service refuses in the middle of a run. */
const early = 6;

export const limitDefects: readonly Planted[] = [
  ...plantBeyond({ ...wrongRefusals, ...moreWrongRefusals }),
  ...plantBeyond(oddRefusals).map((defect) => ({ ...defect, severity: 'either' as const })),
  {
    name: '429 after 60 requests',
    section: 'Limits',
    groups: ['limits'],
    mutate: refusing(since(61), () => {}),
    severity: 'warn',
    options: { tripRateLimit: true },
  },
  {
    name: 'a window that begins again after twelve requests',
    section: 'Limits',
    groups: ['limits'],
    mutate: restarting(),
    severity: 'warn',
  },
  ...Object.entries(wrongRefusals).map(([name, mutate]): Planted => {
    const refuseEarly = refusing(since(early), mutate);
    const groups = ['limits', 'errors'] as const;
    return { name: `429 in the middle of a run: ${name}`, section: 'Errors: 429', groups, mutate: refuseEarly };
  }),
  ...Object.entries(wrongUnavailable).map(([name, mutate]) =>
    plantUnavailable(`in the middle of a run: ${name}`, only(since(early), mutate)),
  ),
  ...Object.entries(wrongUnavailable)
    .slice(0, 3)
    .map(([name, mutate]) => plantUnavailable(`once: ${name}`, only(once(early), mutate))),
];

/** A right 429. The mutant counts below zero by itself. */
export function refuse(exchange: MutableResponse): void {
  answerWith(429, 'text/plain', 'Too Many Requests')(exchange);
  Object.assign(exchange.headers, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' });
}

function restarting(): Mutation {
  let count = 0;
  return ({ headers }) => void (headers['x-ratelimit-remaining'] = String(99 - ((count += 1) % 12)));
}

function refusing(applies: Applies, mutate: Mutation): Mutation {
  return only(applies, (exchange) => {
    refuse(exchange);
    mutate(exchange);
  });
}

function plantBeyond(wrong: typeof wrongRefusals): Planted[] {
  return Object.entries(wrong).map(([name, mutate]) => ({
    name: `429 beyond the limit: ${name}`,
    section: 'Errors: 429',
    groups: ['limits'],
    mutate: refusing(since(101), mutate),
    options: { tripRateLimit: true },
  }));
}

function plantUnavailable(name: string, mutate: Mutation): Planted {
  return { name: `503 ${name}`, section: 'Errors: 503', groups: ['errors'], mutate };
}

function once(request: number): Applies {
  const begun = since(request);
  const over = since(request + 1);
  return (exchange) => [begun, over].map((applies) => applies(exchange)).join() === 'true,false';
}
