/** Checks and reads the texts of an operator's fields. */
import { hasLogin, isLoopback, mayHaveLogin, shownAddress, urlOf } from '../base/addresses.ts';
import { ConfigError, tryTo } from '../base/errors.ts';
import { fieldText, type FieldText } from '../base/field-text.ts';
import { maxSlots } from '../http/rate-limit/policy.ts';
import type { RequestLimit } from '../planner/session.ts';
import { durationFlag, parseDuration } from '../base/durations.ts';

export interface Problem {
  /** Follows the name of the field; without secrets. */
  readonly problem: string;
  readonly hint: string;
}

export type ProblemOf = (text: string) => Problem | undefined;

/** Throws ConfigError. */
export function checkField(text: string, problemOf: ProblemOf, field: FieldText): void {
  const wrong = problemOf(text);
  if (wrong === undefined) return;
  throw new ConfigError(fieldText('{field} {problem}', { field, problem: wrong.problem }), {
    hint: wrong.hint,
  });
}

/** `localhost:8080` → `http://localhost:8080`; every other host gets https. */
export function withScheme(address: string): string {
  const rest = address.trim().replace(/^\/+/, '');
  const host = urlOf(`https://${rest}`)?.hostname ?? '';
  return `${isLoopback(host) ? 'http' : 'https'}://${rest}`;
}

/** Undefined unless only the scheme is missing. */
function hintWithScheme(address: string): string | undefined {
  const full = withScheme(address);
  const { hostname, port } = urlOf(full) ?? { hostname: '', port: '' };
  const isHost = hostname.includes('.') || port !== '' || isLoopback(hostname);
  const isWhole = !address.includes('//') && !mayHaveLogin(full) && shownAddress(full) === full;
  return isHost && isWhole ? `the scheme is missing: write ${full}` : undefined;
}

/** Undefined for a plain http(s) address. */
export const addressProblem: ProblemOf = (text) => {
  const url = urlOf(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return {
      problem: `is not an http or https address: ${shownAddress(text)}`,
      hint: hintWithScheme(text) ?? 'for example https://www.example.com/api/agent',
    };
  }
  if (hasLogin(url))
    return {
      problem: 'contains a user name or password',
      hint: 'the interface has no authentication',
    };
  if (url.search === '' && url.hash === '') return undefined;
  return {
    problem: `contains a query or fragment: ${shownAddress(text)}`,
    hint: 'give the address without it',
  };
};

/** Undefined for a `redis:` address or, with TLS, a `rediss:` one. */
export const budgetUrlProblem: ProblemOf = (text) => {
  const { protocol = '', hostname = '', pathname = '', search, hash } = urlOf(text) ?? {};
  const isServer = /^rediss?:$/.test(protocol) && /^[^%]+$/.test(hostname);
  const isDatabase = /^\/?\d{0,5}$/.test(pathname);
  if (isServer && isDatabase && search === '' && hash === '') return undefined;
  const hint = 'for example redis://redis.example.com:6379, or rediss://… with TLS';
  return { problem: `is not the address of a Redis server: ${shownAddress(text)}`, hint };
};

/** Undefined for a name of the time zone database. */
export const timeZoneProblem: ProblemOf = (name) => {
  if (tryTo(() => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined)
    return undefined;
  return { problem: 'is not a time zone', hint: 'use a name such as Pacific/Auckland' };
};

/** Undefined for a limit that can be counted. */
export const limitProblem: ProblemOf = (text) => {
  const limit = parseRateLimit(text);
  if (limit === undefined)
    return { problem: 'is not a limit', hint: 'use <requests>/<window>, such as 100/60s' };
  const { requests, windowMs } = limit;
  if (requests <= maxSlots) return undefined;
  const parts = Math.ceil(requests / maxSlots);
  const shorter = formatRateLimit({
    requests: Math.floor(requests / parts),
    windowMs: Math.ceil(windowMs / parts),
  });
  return {
    problem: `is more than ${maxSlots} requests`,
    hint: `use a shorter window, such as ${shorter}`,
  };
};

/** `100/60s`. */
export function formatRateLimit({ requests, windowMs }: RequestLimit): string {
  return `${requests}/${durationFlag(windowMs)}`;
}

/** `100/60s` → 100 requests in any 60 000 ms; undefined for any other text. */
export function parseRateLimit(text: string): RequestLimit | undefined {
  const [, requests, window] = /^(\d{1,6})\/(.+)$/.exec(text.trim()) ?? [];
  const windowMs = window === undefined ? undefined : parseDuration(window);
  if (windowMs === undefined || windowMs < 1 || Number(requests) < 1) return undefined;
  return { requests: Number(requests), windowMs };
}
