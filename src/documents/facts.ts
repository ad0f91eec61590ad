/** What a service does where the interface leaves it open, as smoke saw it. */
import {
  about,
  choice,
  count,
  integer,
  list,
  number,
  object,
  optional,
  text,
  type ValueOf,
} from '../shape.ts';

const resetForms = [
  'delta-seconds',
  'delta-milliseconds',
  'epoch-seconds',
  'epoch-milliseconds',
  'iso-8601',
  'http-date',
  'mixed',
  'unknown',
] as const;

const description = object({
  path: text,
  format: choice('yaml', 'json', 'page'),
  openapi: optional(text),
  version: optional(text),
  base: about('The base address, worked out from servers and paths', optional(text)),
});

export const factsShape = object({
  reset: about(
    'X-RateLimit-Reset',
    optional(object({ form: choice(...resetForms), example: text })),
  ),
  limit: about(
    'The headers of the limit',
    optional(
      object({
        requests: about('X-RateLimit-Limit', optional(integer)),
        windowSeconds: about('The window, if it began with this run', optional(count)),
        furthestResetSeconds: about('The furthest reset seen', optional(count)),
        answers: about('The number of answers from the interface', count),
        withHeaders: count,
      }),
    ),
  ),
  charged: optional(
    object({
      nights: count,
      days: about('Present if the rental fee is a whole number of daily rates', optional(count)),
      dailyRates: about('The rental fee ÷ the daily rate', number),
    }),
  ),
  quoteLifetimeSeconds: about('From the Date of the answer to expiresAt', optional(count)),
  dayCategories: about('The categories in the times of the depots', optional(list(text))),
  redirects: optional(list(object({ from: text, to: text, status: optional(integer) }))),
  descriptions: about(
    'Where OpenAPI descriptions are, or web pages in their place',
    optional(list(description)),
  ),
  responseTimes: optional(
    object({
      medianMs: count,
      slowestMs: count,
      slowest: about('The endpoint that took slowestMs', text),
    }),
  ),
  versions: object({
    rental: text,
    node: text,
    description: about('The version that the OpenAPI descriptions name', optional(text)),
    server: about('The Server header', optional(text)),
  }),
});

export type Facts = ValueOf<typeof factsShape>;
