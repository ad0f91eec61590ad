/** What a fault does to an answer, and the parts that such changes are made of. */

/** An answer of the sandbox before it is sent. */
export interface Answer {
  /** Below the base address, or below the site. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Which answer of the interface it is, from 1 on. */
  readonly number: number;
  readonly headers: Headers;
  status: number;
  body: string;
}

export type Change = (answer: Answer) => unknown;
export type Condition = (answer: Answer) => boolean;

export const depots = /^\/depots$/;
export const availability = /^\/vehicles\/availability$/;
export const accessories = /^\/vehicles\/\d+\/accessories$/;
export const plans = /^\/vehicles\/\d+\/insurance-types$/;
export const quotes = /^\/quotes$/;

export function on(path: RegExp, change: Change, ...conditions: readonly Condition[]): Change {
  return (answer) => {
    if (path.test(answer.path) && conditions.every((applies) => applies(answer))) change(answer);
  };
}

/**
 * Changes the JSON body of each answer with this status in place, or replaces it with what is
 * returned.
 */
export function json(
  path: RegExp,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  change: (body: any) => unknown,
  applies: Condition = () => true,
  status = 200,
) {
  const changeBody: Change = (answer) => {
    const body: unknown = JSON.parse(answer.body);
    const changed = change(body);
    answer.body = JSON.stringify(changed === undefined ? body : changed);
  };
  return on(path, changeBody, isStatus(status), applies);
}

export function answerWith(status: number, contentType: string, body: string): Change {
  return (answer) => {
    Object.assign(answer, { status, body });
    answer.headers.set('Content-Type', contentType);
  };
}

export function html(status: number): Change {
  return answerWith(
    status,
    'text/html; charset=utf-8',
    '<!doctype html><title>Oops</title><p>Something went wrong.</p>',
  );
}

export function error(status: number, message: string): Change {
  return answerWith(status, 'application/json; charset=utf-8', JSON.stringify({ error: message }));
}

export function has(name: string): Condition {
  return ({ query }) => query.has(name);
}

export function lacks(name: string): Condition {
  return ({ query }) => !query.has(name);
}

export function isStatus(wanted: number): Condition {
  return ({ status }) => status === wanted;
}

/** A parameter that does not have this form. */
export function isMalformed(name: string, form: RegExp): Condition {
  return ({ query }) => query.has(name) && !form.test(query.get(name) ?? '');
}
