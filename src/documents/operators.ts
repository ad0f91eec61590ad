/** The documents about operators, settings and limits. */
import { isoInstant } from '../base/instants.ts';
import {
  count,
  flag,
  instant,
  integer,
  number,
  text,
  type DocumentShape,
  about,
  choice,
  headed,
  list,
  nullable,
  object,
  optional,
} from '../shape.ts';

/** What is left of one operator's limit. */
export const limitFields = {
  operator: headed('OPERATOR', text),
  origin: headed('ADDRESS', text),
  used: headed('USED', count),
  free: headed('FREE', integer),
  limit: about('Requests allowed in a window', headed('LIMIT', count)),
  windowMs: number,
  others: about(
    'How many of the used ones are from other clients with the same address, or above a lower limit of the service',
    count,
  ),
  nextAt: about('Null if a request can be sent now', headed('NEXT REQUEST', nullable(instant))),
  nextReason: about('Why a request has to wait', nullable(text)),
  proxy: nullable(text),
  server: about(
    'The server on which machines share the budget',
    headed('SHARED ON', optional(text)),
  ),
  serverProblem: about('Why the server cannot be used now', optional(nullable(text))),
};

/** The fields of the next request; `until` is epoch ms. */
export function nextRequestFields(
  wait: { readonly until: number; readonly reason: string } | undefined,
) {
  return { nextAt: wait ? isoInstant(wait.until) : null, nextReason: wait?.reason ?? null };
}

export const limitsShape = {
  title: 'Request budgets',
  description: 'What is left of the limit of each operator, and when more requests can be sent',
  value: list(object(limitFields)),
} satisfies DocumentShape;

const setting = object({
  name: headed('SETTING', text),
  value: headed('VALUE', text),
  source: headed('FROM', choice('flag', 'variable', 'file', 'default')),
  place: about(
    'The flag, the variable or the field of the file; empty for a default',
    headed('PLACE', text),
  ),
});

export const settingsShape = {
  title: 'Settings of an operator',
  description: 'The settings of one operator, and where each is from',
  value: list(setting),
} satisfies DocumentShape;

const operator = {
  name: headed('OPERATOR', text),
  baseUrl: headed('BASE ADDRESS', text),
  siteUrl: headed('WEBSITE', text),
  timeZone: headed('TIME ZONE', text),
  limit: about('For example 100/60s', headed('LIMIT', text)),
  default: headed('DEFAULT', flag),
};

export const operatorsShape = {
  title: 'Operators',
  description: 'The configured operators',
  value: list(object(operator)),
} satisfies DocumentShape;

const fact = object({
  area: headed('AREA', choice('program', 'settings', 'folders', 'operators')),
  name: headed('NAME', text),
  value: headed('VALUE', text),
  source: about(
    'Which kind of source a setting has',
    headed('FROM', optional(setting.fields.source)),
  ),
  place: about(
    'The flag, the variable or the field of the file that a setting comes from',
    headed('PLACE', optional(setting.fields.place)),
  ),
  problem: headed('PROBLEM', optional(text)),
});

export const configShape = {
  title: 'Configuration',
  description:
    'Versions, settings and where they come from, folders, operators, and the problems found',
  value: list(fact),
} satisfies DocumentShape;
