/** The operators that the server plans with, and one session to each, which all calls share. */
import { createContext, type Context } from '../cli/context.ts';
import { UsageError } from '../errors.ts';
import { chooseOperators, namesOperator } from '../operators/choose.ts';
import { configuredOperators } from '../operators/operator.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Operator } from '../planner/session.ts';

/** A caller would give up a call that waits longer, ms. */
const longestWaitMs = 25_000;

/**
 * The operators that the user names, or else all that are configured: then each call can choose among them. Throws UsageError and
 * ConfigError, as every command does, if there is none.
 */
export function operatorsToServe({ settings, config }: Context): readonly Operator[] {
  const [choices, operators] = [settings.operatorChoices, configuredOperators(config)];
  return choices.some(namesOperator) || operators.length < 2 ? chooseOperators(choices, config) : operators;
}

export type Sessions = Awaited<ReturnType<typeof openSessions>>;

/** With the context of a program that reads records and cannot be asked. They are closed with the context that is given. */
export async function openSessions(operators: readonly Operator[], given: Context) {
  const { settings, progress } = given;
  const listeners = new Set<(notice: string) => void>();
  const context = createContext({
    ...given,
    settings: { ...settings, maxWait: Math.min(settings.maxWait, longestWaitMs), format: 'plain', noInput: true },
    progress: {
      ...progress,
      onEvent: (event, operator) => {
        // Notices and, with --verbose, requests: stderr is the log of the assistant.
        progress.onEvent(event, operator);
        if (event.type === 'notice') listeners.forEach((listener) => listener(event.message));
      },
    },
  });
  given.atEnd(context.close);
  const isNamed = operators.length > 1;
  const sessions = await Promise.all(operators.map((operator) => context.sessionWith(operator, { isNamed })));
  const names = operators.map(({ name }) => name);
  const find = (name: string): OpenSession => {
    const session = sessions.find(({ operator }) => operator.name === name);
    if (session !== undefined) return session;
    throw new UsageError(`no operator is called "${name}"`, { hint: `operators: ${names.join(', ')}` });
  };
  return {
    context,
    /** The operators that calls can ask. */
    names: names as readonly string[],
    /** Those with these names; without names, all. Throws UsageError for a name that is not served. */
    named: (wanted: readonly string[]): readonly OpenSession[] => (wanted.length > 0 ? wanted : names).map(find),
    /** Told about every notice of a session. */
    listeners,
  };
}
