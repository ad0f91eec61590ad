/** Changes of answers, of which faults are made. */

/** An answer of the sandbox before it is sent. */
export interface SandboxAnswer {
  /** Below the base address, or below the site. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Among the answers of the interface, from 1 on. */
  readonly position: number;
  readonly headers: Headers;
  status: number;
  body: string;
}

export type AnswerChange = (answer: SandboxAnswer) => unknown;
export type AnswerCondition = (answer: SandboxAnswer) => boolean;

export const depotsPath = /^\/depots$/;
export const availabilityPath = /^\/vehicles\/availability$/;
export const accessoriesPath = /^\/vehicles\/\d+\/accessories$/;
export const plansPath = /^\/vehicles\/\d+\/insurance-types$/;
export const quotesPath = /^\/quotes$/;

export function on(
  path: RegExp,
  change: AnswerChange,
  ...conditions: readonly AnswerCondition[]
): AnswerChange {
  return (answer) => {
    if (path.test(answer.path) && conditions.every((applies) => applies(answer))) change(answer);
  };
}

/** `change` alters the JSON body in place, or returns another one. */
export function changeJson(
  path: RegExp,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  change: (body: any) => unknown,
  applies: AnswerCondition = () => true,
  status = 200,
) {
  const changeBody: AnswerChange = (answer) => {
    const body: unknown = JSON.parse(answer.body);
    const changed = change(body);
    answer.body = JSON.stringify(changed === undefined ? body : changed);
  };
  return on(path, changeBody, isStatus(status), applies);
}

export function answerWith(status: number, contentType: string, body: string): AnswerChange {
  return (answer) => {
    Object.assign(answer, { status, body });
    answer.headers.set('Content-Type', contentType);
  };
}

export function htmlAnswer(status: number): AnswerChange {
  return answerWith(
    status,
    'text/html; charset=utf-8',
    '<!doctype html><title>Oops</title><p>Something went wrong.</p>',
  );
}

export function errorAnswer(status: number, message: string): AnswerChange {
  return answerWith(status, 'application/json; charset=utf-8', JSON.stringify({ error: message }));
}

export function hasParameter(name: string): AnswerCondition {
  return ({ query }) => query.has(name);
}

export function lacksParameter(name: string): AnswerCondition {
  return ({ query }) => !query.has(name);
}

export function isStatus(wanted: number): AnswerCondition {
  return ({ status }) => status === wanted;
}

export function isMalformed(name: string, form: RegExp): AnswerCondition {
  return ({ query }) => query.has(name) && !form.test(query.get(name) ?? '');
}
