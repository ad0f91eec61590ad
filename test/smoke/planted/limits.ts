/** The 429: wrong headers, wrong bodies, and a limit that is another one. */
import { answerWith, type Mutation } from '../support/mutant.ts';
import { all, only, since, type, type Faults } from './planted.ts';

const header =
  (name: string, value: string): Mutation =>
  ({ headers }) =>
    void (headers[`x-ratelimit-${name}`] = value);
const noHeader =
  (name: string): Mutation =>
  ({ headers }) =>
    void delete headers[`x-ratelimit-${name}`];

/** A right 429 from this request on, with a change. */
function refusing(first: number, mutate: Mutation): Mutation {
  const refusal = answerWith(429, 'text/plain', 'Too Many Requests');
  return only(since(first), all(refusal, header('remaining', '0'), header('reset', '30'), mutate));
}

/** The remaining requests are whole again after twelve of them. */
function restarting(): Mutation {
  let count = 0;
  return ({ headers }) => void (headers['x-ratelimit-remaining'] = String(99 - ((count += 1) % 12)));
}

export const windowFaults: Faults = {
  'warn limits-exceeded': { 'a window that begins again too early': restarting() },
};

/** Only a run that exceeds the limit finds them. */
export const limitFaults: Faults = {
  'fail limits-exceeded': {
    'a 429 as a web page': refusing(101, type('text/html')),
    'a 429 of other words': refusing(101, (exchange) => (exchange.body = 'Slow down')),
    'a 429 without its limit': refusing(101, noHeader('limit')),
    'a 429 with a limit that is not a whole number': refusing(101, header('limit', '100.5')),
    'a 429 with another limit': refusing(101, header('limit', '60')),
    'a 429 without what remains': refusing(101, noHeader('remaining')),
    'a 429 without its reset': refusing(101, noHeader('reset')),
  },
  'warn limits-exceeded': { 'a 429 after 60 requests': refusing(61, () => {}) },
};
