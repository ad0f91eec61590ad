/** Parts of the changes that only tests make of the answers of the sandbox. */
import {
  answerWith,
  isStatus,
  on,
  type Change,
  type Condition,
} from '../../../src/sandbox/change.ts';

export * from '../../../src/sandbox/change.ts';

/**
 * By how bad it is, the check that finds it, maybe with more words behind it, and the further
 * checks that find it: `fail quote-currency:lower-case`.
 */
export type Faults = Readonly<Record<`${'fail' | 'warn'} ${string}`, Change>>;

export const isOneWay: Condition = ({ query }) =>
  query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');

/** Several changes of one answer, in this order. */
export function all(...changes: readonly Change[]): Change {
  return (answer) => changes.forEach((change) => change(answer));
}

/** The same fault with each of these. */
export function each<T>(key: keyof Faults, list: readonly T[], change: (one: T) => Change): Faults {
  return Object.fromEntries(list.map((one, index) => [`${key}-${index + 1}`, change(one)]));
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

/** Does not refuse. */
export function accepting(path: RegExp, applies: Condition, refusal = 400): Change {
  return on(path, answerWith(200, 'application/json', '[]'), isStatus(refusal), applies);
}
