/** The operators that the server plans with, and one session to each, which all calls share. */
import { RentalError, UsageError } from '../errors.ts';
import type { CalendarDate } from '../api/types.ts';
import type { OperatorBudget } from '../operators/budgets.ts';
import { chooseOperators, namesOperator, type OperatorChoice } from '../operators/choose.ts';
import { openSession, type OpenSession, type SessionOptions } from '../operators/session.ts';
import { configuredOperators, type Config } from '../operators/operator.ts';
import type { Operator } from '../planner/session.ts';
import type { OnEvent } from './progress.ts';

export interface ServedOperators {
  readonly operators: readonly Operator[];
  /** The one that a call asks if its input names none. */
  readonly usual?: string | undefined;
}

/**
 * The operators that the user names, or else all that are configured: then each call can choose among them. Throws UsageError and
 * ConfigError, as every command does, if there is none.
 */
export function operatorsToServe(choices: readonly OperatorChoice[], config: Config): ServedOperators {
  const operators = configuredOperators(config);
  if (choices.some(namesOperator) || operators.length < 2) return { operators: chooseOperators(choices, config) };
  return { operators, usual: operators.find(({ name }) => name === config.default)?.name };
}

export interface OperatorDay {
  readonly operator: string;
  /** Undefined if this machine does not know the time zone. */
  readonly today: CalendarDate | undefined;
  readonly timeZone: string;
}

export interface Sessions {
  readonly names: readonly string[];
  /** The one that is asked if a call names none; undefined if each call has to name one. */
  readonly usual: string | undefined;
  /** Those that are named; without names, the usual one, or else all. Throws UsageError for a name that is not served. */
  named(names: readonly string[] | undefined): readonly OpenSession[];
  budgets(): Promise<(OperatorBudget & OperatorDay)[]>;
  /** The day at each operator, and its time zone. */
  days(): readonly OperatorDay[];
  close(): Promise<void>;
  /** Calls back with what happens in any session, until the returned function is called. */
  listen(listener: OnEvent): () => void;
}

export type SessionsOptions = Omit<SessionOptions, 'operator' | 'onEvent'>;

export function openSessions(
  operators: readonly Operator[],
  usual: string | undefined,
  options: SessionsOptions,
): Sessions {
  const listeners = new Set<OnEvent>();
  const sessions = new Map(
    operators.map((operator) => {
      const name = operators.length > 1 ? operator.name : undefined;
      const onEvent: SessionOptions['onEvent'] = (event) => listeners.forEach((listener) => listener(event, name));
      return [operator.name, openSession({ ...options, operator, onEvent })];
    }),
  );
  const names = [...sessions.keys()];
  const find = (name: string): OpenSession => {
    const session = sessions.get(name);
    if (session !== undefined) return session;
    throw new UsageError(`no operator is called "${name}"`, { hint: `operators: ${names.join(', ')}` });
  };
  return {
    names,
    usual: usual ?? (names.length === 1 ? names[0] : undefined),
    named: (wanted = usual === undefined ? names : [usual]) => [...new Set(wanted)].map(find),
    budgets: () =>
      Promise.all([...sessions.values()].map(async (session) => ({ ...(await session.budget()), ...dayOf(session) }))),
    days: () => [...sessions.values()].map(dayOf),
    close: async () => void (await Promise.all([...sessions.values()].map((session) => session.close()))),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function dayOf({ operator: { name, timeZone }, today }: OpenSession): OperatorDay {
  try {
    return { operator: name, today: today(), timeZone };
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return { operator: name, today: undefined, timeZone };
  }
}
