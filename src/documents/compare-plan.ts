/** The plan of a comparison: how many requests it is going to send, and how long they take. */
import {
  count,
  integer,
  text,
  type Form,
  type ValueOf,
  about,
  headed,
  list,
  nullable,
  object,
  optional,
} from '../shape.ts';

export const operatorPlanFields = {
  operator: headed('OPERATOR', text),
  baseUrl: text,
  depots: headed('DEPOTS', count),
  availability: headed('AVAILABILITY', count),
  extras: headed('EXTRAS', count),
  quotes: headed('QUOTES', count),
  known: about('Quotes from earlier runs that are still valid', count),
  requests: headed('TOTAL', count),
  mostRequests: headed('AT MOST', nullable(count)),
  limit: count,
  windowMs: count,
  free: headed('FREE', integer),
  seconds: headed('TIME', count),
  mostSeconds: optional(nullable(count)),
};

export const comparePlanFields = {
  requests: about('To all operators: the usual number for such a comparison', count),
  mostRequests: about(
    'The most that a run sends, without retries; null until the number of vehicles is known',
    nullable(count),
  ),
  trips: about('Trips to compare, at all operators', count),
  quote: about('What is priced: none, all, or best:10 for the ten cheapest', text),
  seconds: about('Time until the last of `requests` can be sent', count),
  mostSeconds: about(
    'Time until the last of `mostRequests` can be sent',
    optional(nullable(count)),
  ),
  operators: list(object(operatorPlanFields)),
};

export const comparePlanShape = object(comparePlanFields);

export type ComparePlan = ValueOf<typeof comparePlanShape>;
export type OperatorPlan = ComparePlan['operators'][number];

/** What `compare --dry-run` prints. */
export const plannedComparison = {
  value: object({ plan: comparePlanShape }),
  records: [{ list: 'plan.operators', item: about('With --dry-run', object(operatorPlanFields)) }],
} satisfies Form;
