/** Breaks rules of the interface on purpose, so that people see what smoke says about it, and tests that it is found. */
import type { MiddlewareHandler } from 'hono';
import { basePath } from '../options.ts';
import type { Answer, Change, Faults } from './change.ts';
import { errorFaults, limitFaults } from './errors.ts';
import { listFaults } from './lists.ts';
import { quoteFaults } from './quotes.ts';
import { siteFaults } from './site.ts';

export type { Answer, Change } from './change.ts';

const faults: Faults = { ...listFaults, ...quoteFaults, ...errorFaults, ...siteFaults, ...limitFaults };

/** `rules` are those of smoke that find it, as bad as `severity` says. */
export const planted = Object.entries(faults).map(([key, change]) => {
  const [severity = '', name = '', ...others] = key.split(' ');
  return { name, change, rules: [name.replace(/:.*/, ''), ...others], severity };
});

/** Changes every answer as these faults do. */
export function injectFaults(names: readonly string[]): MiddlewareHandler {
  const alter = changer(planted.filter(({ name }) => names.includes(name)).map(({ change }) => change));
  return async (c, next) => {
    await next();
    if (names.length === 0 || c.req.method !== 'GET') return;
    const changed = await alter(c.req.raw, c.res);
    // Otherwise Hono puts the old headers into the new answer.
    c.res = undefined;
    c.res = changed;
  };
}

/** Makes another answer of each. */
export function changer(changes: readonly Change[]) {
  let number = 0;
  return async ({ url }: Request, response: Response): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(url);
    const isOfInterface = pathname.startsWith(`${basePath}/`);
    if (isOfInterface) number += 1;
    const path = isOfInterface ? pathname.slice(basePath.length) : pathname;
    const { status, headers } = response;
    const answer: Answer = { path, query, number, headers: new Headers(headers), status, body: await response.text() };
    for (const change of changes) tryChange(change, answer);
    return new Response(answer.body === '' ? null : answer.body, answer);
  };
}

/** An answer without what the fault changes, such as an empty list, or one that another fault has broken, stays as it is. */
function tryChange(change: Change, answer: Answer): void {
  try {
    change(answer);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}
