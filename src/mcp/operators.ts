/** The operators that the server plans with, and one session to each, which all calls share. */
import { UsageError } from '../errors.ts';
import { chooseOperators, namesOperator, type OperatorChoice } from '../operators/choose.ts';
import { openSession, type OpenSession, type SessionOptions } from '../operators/session.ts';
import { configuredOperators, type Config } from '../operators/operator.ts';
import type { Operator } from '../planner/session.ts';
import type { Progress } from '../terminal/progress.ts';

/**
 * The operators that the user names, or else all that are configured: then each call can choose among them. Throws UsageError and
 * ConfigError, as every command does, if there is none.
 */
export function operatorsToServe(choices: readonly OperatorChoice[], config: Config): readonly Operator[] {
  const operators = configuredOperators(config);
  return choices.some(namesOperator) || operators.length < 2 ? chooseOperators(choices, config) : operators;
}

type OnEvent = Progress['onEvent'];

export type Sessions = ReturnType<typeof openSessions>;

export function openSessions(operators: readonly Operator[], options: Omit<SessionOptions, 'operator' | 'onEvent'>) {
  const listeners = new Set<OnEvent>();
  const sessions = operators.map((operator) => {
    const name = operators.length > 1 ? operator.name : undefined;
    const onEvent: SessionOptions['onEvent'] = (event) => listeners.forEach((listener) => listener(event, name));
    return openSession({ ...options, operator, onEvent });
  });
  const names = operators.map(({ name }) => name);
  const find = (name: string): OpenSession => {
    const session = sessions.find(({ operator }) => operator.name === name);
    if (session !== undefined) return session;
    throw new UsageError(`no operator is called "${name}"`, { hint: `operators: ${names.join(', ')}` });
  };
  return {
    /** The operators that calls can ask. */
    names: names as readonly string[],
    /** Those with these names; without names, all. Throws UsageError for a name that is not served. */
    named: (wanted: readonly string[]): readonly OpenSession[] => (wanted.length > 0 ? wanted : names).map(find),
    /** Calls back with what happens in any session, until the returned function is called. */
    listen: (listener: OnEvent) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => void (await Promise.all(sessions.map((session) => session.close()))),
  };
}
