/** What a planted fault is, and the changes of answers that faults are made of. */

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

/** By how bad it is, the name of its rule, maybe with more words behind it, and the further rules that find it: `fail quote-currency:lower-case`. */
export type Faults = Readonly<Record<`${'fail' | 'warn'} ${string}`, Change>>;

export const depots = /^\/depots$/;
export const availability = /^\/vehicles\/availability$/;
export const accessories = /^\/vehicles\/\d+\/accessories$/;
export const plans = /^\/vehicles\/\d+\/insurance-types$/;
export const quotes = /^\/quotes$/;

export function has(name: string): Condition {
  return ({ query }) => query.has(name);
}

export function lacks(name: string): Condition {
  return ({ query }) => !query.has(name);
}

export function isStatus(wanted: number): Condition {
  return ({ status }) => status === wanted;
}

export const isOneWay: Condition = ({ query }) => query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');

/** A parameter that does not have this form. */
export function isMalformed(name: string, form: RegExp): Condition {
  return ({ query }) => query.has(name) && !form.test(query.get(name) ?? '');
}

export function on(path: RegExp, change: Change, ...conditions: readonly Condition[]): Change {
  return (answer) => {
    if (path.test(answer.path) && conditions.every((applies) => applies(answer))) change(answer);
  };
}

/** Changes the JSON body of each answer with this status in place, or replaces it with what is returned. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function json(path: RegExp, change: (body: any) => unknown, applies: Condition = () => true, status = 200) {
  const changeBody: Change = (answer) => {
    const body: unknown = JSON.parse(answer.body);
    const changed = change(body);
    answer.body = JSON.stringify(changed === undefined ? body : changed);
  };
  return on(path, changeBody, isStatus(status), applies);
}

/** Several changes of one answer, in this order. */
export function all(...changes: readonly Change[]): Change {
  return (answer) => changes.forEach((change) => change(answer));
}

/** The same fault with each of these. */
export function each<T>(key: keyof Faults, list: readonly T[], change: (one: T) => Change): Faults {
  return Object.fromEntries(list.map((one, index) => [`${key}-${index + 1}`, change(one)]));
}

export function answerWith(code: number, contentType: string, body: string): Change {
  return all(status(code), type(contentType), (answer) => (answer.body = body));
}

export function status(code: number): Change {
  return (answer) => (answer.status = code);
}

export function withHeader(name: string, value: string): Change {
  return ({ headers }) => headers.set(name, value);
}

export function without(header: string): Change {
  return ({ headers }) => headers.delete(header);
}

export function type(contentType: string): Change {
  return withHeader('Content-Type', contentType);
}

export function text(path: RegExp, body: string): Change {
  return on(path, (answer) => (answer.body = body), isStatus(200));
}

export function html(code: number): Change {
  return answerWith(code, 'text/html; charset=utf-8', '<!doctype html><title>Oops</title><p>Something went wrong.</p>');
}

export function error(code: number, message: string): Change {
  return answerWith(code, 'application/json; charset=utf-8', JSON.stringify({ error: message }));
}

/** Does not refuse. */
export function accepting(path: RegExp, applies: Condition, refusal = 400): Change {
  return on(path, answerWith(200, 'application/json', '[]'), isStatus(refusal), applies);
}
