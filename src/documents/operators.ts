/** The documents about operators: their settings, and what is left of their limits. */
import {
  about,
  choice,
  count,
  flag,
  headed,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  union,
  type DocumentShape,
  type Form,
} from '../shape.ts';

const budget = {
  operator: about('Null for an address that is not configured', nullable(text)),
  origin: text,
  proxy: nullable(text),
  limit: about('Requests in a window', count),
  windowMs: number,
  used: count,
  free: integer,
  others: about(
    'Of the used ones: by other clients with the same address, or beyond a lower limit of the service',
    count,
  ),
};

/** What is left of one operator's limit. */
export const limitStatus = {
  ...budget,
  gate: about('Nothing is sent before', nullable(object({ until: instant, reason: text }))),
  pacing: nullable(object({ everyMs: number, probing: flag })),
  next: about('Null: now', nullable(object({ at: instant, reason: text }))),
  server: about(
    'Where machines share the budget',
    optional(
      object({
        address: text,
        problem: about('Why it cannot be used now', nullable(text)),
      }),
    ),
  ),
};

export const limits = {
  title: 'Request budgets',
  description: 'What is left of the limit of each operator, and when more requests can be sent',
  value: list(object(limitStatus)),
  records: [
    {
      item: object({
        operator: headed('OPERATOR', text),
        origin: headed('ADDRESS', text),
        used: headed('USED', count),
        free: headed('FREE', integer),
        limit: headed('LIMIT', budget.limit),
        windowMs: number,
        others: budget.others,
        nextAt: headed('NEXT REQUEST', text),
        next: text,
        gateUntil: text,
        paceMs: union(number, choice('')),
        proxy: text,
        server: headed('SHARED ON', optional(text)),
        problem: optional(text),
      }),
    },
  ],
} satisfies DocumentShape;

export const setting = object({
  setting: headed('SETTING', text),
  value: headed('VALUE', text),
  source: headed('FROM', choice('flag', 'variable', 'file', 'default')),
  place: about('The flag, the variable or the field of the file; empty for a default', headed('PLACE', text)),
});

/** Of one operator. */
export const settings = { value: list(setting), records: [{ item: setting }] } satisfies Form;

const operator = {
  name: headed('OPERATOR', text),
  baseUrl: headed('BASE ADDRESS', text),
  siteUrl: headed('WEBSITE', text),
  timeZone: headed('TIME ZONE', text),
  limit: about('As 100/60s', headed('LIMIT', text)),
  default: headed('DEFAULT', flag),
};

export const operators = {
  title: 'Operators',
  description: 'The configured operators; with show, the settings of one and where they are from',
  value: list(object(operator)),
  records: [{ item: object(operator) }],
  others: [settings],
} satisfies DocumentShape;
