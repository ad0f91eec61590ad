/** The operators that the server plans with, and one session to each, which all calls share. */
import { createContext, type Context } from '../cli/context.ts';
import { UsageError } from '../base/errors.ts';
import { chooseOperators, namesOperator } from '../operators/choose.ts';
import { configuredOperators } from '../operators/operator.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Operator } from '../planner/session.ts';

/** A caller would give up a call that waits longer, ms. */
const maxWaitMs = 25_000;

/**
 * The operators that the user names, or else all that are configured: then each call can choose
 * among them. Throws UsageError and ConfigError, as every command does, if there is none.
 */
export function operatorsToServe({ settings, sources: { config } }: Context): readonly Operator[] {
  const { operatorChoice } = settings;
  const operators = configuredOperators(config);
  return namesOperator(operatorChoice) || operators.length < 2
    ? chooseOperators(operatorChoice, config)
    : operators;
}

export interface Sessions {
  readonly context: Context;
  /** The names of the operators that calls can ask. */
  readonly names: readonly string[];
  /** Those with these names; without names, all. Throws UsageError for a name that is not served. */
  readonly select: (names: readonly string[]) => readonly OpenSession[];
  /** Called with every notice of a session. */
  readonly listeners: Set<(notice: string) => void>;
  readonly close: () => Promise<void>;
}

/** The context of the sessions is that of a program that reads documents and cannot be asked. */
export function openSessions(operators: readonly Operator[], given: Context): Sessions {
  const { io, settings, sources, signal, progress } = given;
  const listeners = new Set<(notice: string) => void>();
  const { context, close } = createContext({
    io,
    settings: {
      ...settings,
      maxWait: Math.min(settings.maxWait, maxWaitMs),
      format: 'json',
      noInput: true,
    },
    sources,
    signal,
    progress: {
      ...progress,
      onEvent: (event, operator) => {
        // Notices and, with --verbose, requests: stderr is the log of the assistant.
        progress.onEvent(event, operator);
        if (event.type === 'notice') listeners.forEach((listener) => listener(event.message));
      },
    },
  });
  const isNamed = operators.length > 1;
  const sessions = operators.map((operator) => context.openSession(operator, { isNamed }));
  const names = operators.map(({ name }) => name);
  const find = (name: string): OpenSession => {
    const session = sessions.find(({ operator }) => operator.name === name);
    if (session !== undefined) return session;
    throw new UsageError(`no operator is called "${name}"`, {
      hint: `operators: ${names.join(', ')}`,
    });
  };
  return {
    context,
    names,
    select: (wanted) => (wanted.length > 0 ? wanted : names).map(find),
    listeners,
    close,
  };
}
