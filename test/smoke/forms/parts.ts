/** Parts of the changes that only tests make of the answers of the sandbox. */
import {
  answerWith,
  isStatus,
  on,
  type AnswerChange,
  type AnswerCondition,
} from '../../../src/sandbox/change.ts';

export * from '../../../src/sandbox/change.ts';

/**
 * By how bad it is, the check that finds it, maybe with more words behind it, and the further
 * checks that find it: `fail quote-currency:lower-case`.
 */
export type Faults = Readonly<Record<`${'fail' | 'warn'} ${string}`, AnswerChange>>;

export const isOneWay: AnswerCondition = ({ query }) =>
  query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');

/** Several changes of one answer, in this order. */
export function all(...changes: readonly AnswerChange[]): AnswerChange {
  return (answer) => changes.forEach((change) => change(answer));
}

/** The same fault with each of these. */
export function each<T>(
  key: keyof Faults,
  list: readonly T[],
  change: (one: T) => AnswerChange,
): Faults {
  return Object.fromEntries(list.map((one, index) => [`${key}-${index + 1}`, change(one)]));
}

export function status(code: number): AnswerChange {
  return (answer) => (answer.status = code);
}

export function withHeader(name: string, value: string): AnswerChange {
  return ({ headers }) => headers.set(name, value);
}

export function without(header: string): AnswerChange {
  return ({ headers }) => headers.delete(header);
}

export function type(contentType: string): AnswerChange {
  return withHeader('Content-Type', contentType);
}

export function text(path: RegExp, body: string): AnswerChange {
  return on(path, (answer) => (answer.body = body), isStatus(200));
}

/** Does not refuse. */
export function accepting(path: RegExp, applies: AnswerCondition, refusal = 400): AnswerChange {
  return on(path, answerWith(200, 'application/json', '[]'), isStatus(refusal), applies);
}
