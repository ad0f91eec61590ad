/** Parts of the changes that only tests make of the answers of the sandbox. */
import {
  answerWith,
  changeJson,
  isStatus,
  on,
  type AnswerChange,
  type AnswerCondition,
} from '../../../src/sandbox/change.ts';

export * from '../../../src/sandbox/change.ts';

/**
 * The key is `<severity> <rule>[:<words>] [<more rules>]`: the rules that find the fault; words tell
 * several faults of a rule apart.
 */
export type Faults = Readonly<Record<`${'fail' | 'warn'} ${string}`, AnswerChange>>;

export const isOneWay: AnswerCondition = ({ query }) =>
  query.get('pick_up_depot_id') !== query.get('drop_off_depot_id');

/** Several changes of one answer, in this order. */
export function all(...changes: readonly AnswerChange[]): AnswerChange {
  return (answer) => changes.forEach((change) => change(answer));
}

/** Changes each entry of a list. */
export function changeEach(
  path: RegExp,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  change: (entry: any, index: number) => unknown,
): AnswerChange {
  return changeJson(path, (list) => void list.forEach(change));
}

/** The same fault with each of these. */
export function faultOfEach<T>(
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

/** An empty list in the place of a refusal. */
export function accepting(path: RegExp, applies: AnswerCondition, refusal = 400): AnswerChange {
  return on(path, answerWith(200, 'application/json', '[]'), isStatus(refusal), applies);
}
