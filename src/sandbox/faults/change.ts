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

/** A way to break rules of the interface. */
export interface Planted {
  /** That of the rule, or with more words behind it: `quote-currency`, `quote-currency:lower-case`. */
  readonly name: string;
  readonly change: Change;
  /** The rules of smoke that find it. */
  readonly rules: readonly string[];
  readonly severity: 'fail' | 'warn';
}

/** By how bad it is, the name, and the further rules that find it: `fail quote-currency:lower-case`. */
export type Faults = Readonly<Record<`${Planted['severity']} ${string}`, Change>>;

export function plantedIn(faults: Faults): Planted[] {
  return Object.entries(faults).map(([key, change]) => {
    const [severity, name, ...others] = key.split(' ') as [Planted['severity'], string, ...string[]];
    return { name, change, rules: [name.replace(/:.*/, ''), ...others], severity };
  });
}

export const depots = /^\/depots$/;
export const availability = /^\/vehicles\/availability$/;
export const accessories = /^\/vehicles\/\d+\/accessories$/;
export const plans = /^\/vehicles\/\d+\/insurance-types$/;
export const quotes = /^\/quotes$/;

export const has =
  (name: string): Condition =>
  ({ query }) =>
    query.has(name);
export const lacks =
  (name: string): Condition =>
  ({ query }) =>
    !query.has(name);
export const isStatus =
  (wanted: number): Condition =>
  ({ status }) =>
    status === wanted;
export const isOneWay: Condition = ({ query }) => query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');

/** A parameter that does not have this form. */
export function isMalformed(name: string, form: RegExp): Condition {
  return ({ query }) => query.has(name) && !form.test(query.get(name) ?? '');
}

export function on(path: RegExp, change: Change, applies: Condition = () => true): Change {
  return (answer) => void (path.test(answer.path) && applies(answer) && change(answer));
}

/** Changes the JSON body of each answer with this status in place, or replaces it with what is returned. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function json(path: RegExp, change: (body: any) => unknown, applies: Condition = () => true, status = 200) {
  const changeBody: Change = (answer) => {
    const body: unknown = JSON.parse(answer.body);
    const changed = change(body);
    answer.body = JSON.stringify(changed === undefined ? body : changed);
  };
  return on(path, changeBody, (answer) => answer.status === status && applies(answer));
}

/** Several changes of one answer, in this order. */
export function all(...changes: readonly Change[]): Change {
  return (answer) => changes.forEach((change) => change(answer));
}

/** The same fault with each of these. */
export function each<T>(key: keyof Faults, list: readonly T[], change: (one: T) => Change): Faults {
  return Object.fromEntries(list.map((one, index) => [`${key}-${index + 1}`, change(one)]));
}

export function answerWith(status: number, type: string, body: string): Change {
  return (answer) => {
    Object.assign(answer, { status, body });
    answer.headers.set('Content-Type', type);
  };
}

export const status =
  (value: number): Change =>
  (answer) =>
    (answer.status = value);
export const type =
  (value: string): Change =>
  ({ headers }) =>
    headers.set('Content-Type', value);
export const text = (path: RegExp, body: string): Change => on(path, (answer) => (answer.body = body), isStatus(200));

export function html(code: number): Change {
  const page = '<!doctype html><title>Oops</title><p>Something went wrong.</p>';
  return answerWith(code, 'text/html; charset=utf-8', page);
}

export function error(code: number, message: string): Change {
  return answerWith(code, 'application/json; charset=utf-8', JSON.stringify({ error: message }));
}

/** Does not refuse. */
export function accepting(path: RegExp, applies: Condition, refusal = 400): Change {
  const accept = answerWith(200, 'application/json', '[]');
  return on(path, accept, (answer) => answer.status === refusal && applies(answer));
}
