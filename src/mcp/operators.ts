/** The operators that the server plans with, and one session to each, which all calls share. */
import { UsageError } from '../errors.ts';
import { chooseOperators, namesOperator, type OperatorChoice } from '../operators/choose.ts';
import { openSession, type OpenSession, type SessionOptions } from '../operators/session.ts';
import { configuredOperators, type Config } from '../operators/operator.ts';
import type { Operator } from '../planner/session.ts';
import type { Served } from './inputs.ts';
import type { OnEvent } from './progress.ts';

/**
 * The operators that the user names, or else all that are configured: then each call can choose among them. Throws UsageError and
 * ConfigError, as every command does, if there is none.
 */
export function operatorsToServe(choices: readonly OperatorChoice[], config: Config) {
  const operators = configuredOperators(config);
  if (choices.some(namesOperator) || operators.length < 2) return { operators: chooseOperators(choices, config) };
  return { operators, usual: operators.find(({ name }) => name === config.default)?.name };
}

export interface Sessions extends Served {
  /** Those with these names; without names, the usual one, or else all. Throws UsageError for a name that is not served. */
  named(names: readonly string[]): readonly OpenSession[];
  /** Calls back with what happens in any session, until the returned function is called. */
  listen(listener: OnEvent): () => void;
  close(): Promise<void>;
}

export function openSessions(
  operators: readonly Operator[],
  usual: string | undefined,
  options: Omit<SessionOptions, 'operator' | 'onEvent'>,
): Sessions {
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
    names,
    usual: usual ?? (names.length === 1 ? names[0] : undefined),
    named: (wanted) => (wanted.length > 0 ? wanted : usual === undefined ? names : [usual]).map(find),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => void (await Promise.all(sessions.map((session) => session.close()))),
  };
}
