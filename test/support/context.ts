/** Complete values of what a command gets, for tests that call its handler without a command line. */
import type { Context } from '../../src/cli/context.ts';
import { createContext } from '../../src/cli/context.ts';
import { resolveSettings, settingsOf } from '../../src/cli/settings.ts';
import { flagLevel } from '../../src/cli/sources.ts';
import { emptyConfig } from '../../src/operators/config.ts';
import type { OpenSession } from '../../src/operators/session.ts';
import type { Session } from '../../src/planner/session.ts';
import { createIo } from './io.ts';

/** Has no connection: what needs one fails. */
export function openSessionOf(session: Session): OpenSession {
  const unconnected = async (): Promise<never> => {
    throw new Error('a session in memory has no connection');
  };
  const open: OpenSession = {
    ...session,
    connection: unconnected,
    readBudget: unconnected,
    keepDepots: () => {},
    during: () => open,
    close: async () => {},
  };
  return open;
}

const resolved = resolveSettings([flagLevel({ json: true })]);
const settings = settingsOf(resolved);
const ignore = (): void => {};

/** The context of `--json` with these sessions. Notes are dropped; `over` replaces parts. */
export function testContext(
  sessions: readonly [Session, ...Session[]],
  over: Partial<Context> = {},
): Context {
  const open = sessions.map(openSessionOf);
  const { context } = createContext({
    io: createIo({}, { now: sessions[0].now }).io,
    settings,
    sources: { resolved, config: emptyConfig({}), mistakes: [] },
    signal: new AbortController().signal,
    progress: {
      onEvent: ignore,
      begin: () => ignore,
      meter: ignore,
      note: ignore,
      warn: ignore,
      hint: ignore,
      hold: () => ignore,
    },
  });
  return { ...context, session: async () => open[0]!, sessions: async () => open, ...over };
}
