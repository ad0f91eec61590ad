/** What the tools of `mcp` do with saved trips: the same as the command line. */
import type { Context } from '../../cli/context.ts';
import { NotAvailableError, UsageError } from '../../errors.ts';
import type { Sessions } from '../../mcp/operators.ts';
import type { Trips } from '../../mcp/tool.ts';
import type { ChosenOperator } from '../../operators/choose.ts';
import type { OpenSession } from '../../operators/open-session.ts';
import { sandboxName } from '../../operators/operator.ts';
import type { Session } from '../../planner/session.ts';
import { tripName } from '../../trips/names.ts';
import { check } from './check.ts';
import { runOf } from './commands.ts';
import { list } from './list.ts';
import { runAndSave } from './save.ts';
import { quietContext } from './sessions.ts';

export function servedTrips(context: Context, served: Sessions): Trips {
  const listed = async () => (await list({ name: '' }, context)).value as Awaited<ReturnType<Trips['list']>>;
  return {
    list: listed,
    check: async (names, signal) => {
      const sessionWith = openServed(context, served, signal);
      const result = await check({ name: names.join(',') }, { ...callContext(context, [], signal), sessionWith });
      return result.value as Awaited<ReturnType<Trips['check']>>;
    },
    save: async ({ name, command, options }, sessions, signal, note) => {
      if (command === 'quote' && sessions.length !== 1) throw new UsageError('command quote asks one of the operators');
      const asked = { name: command, run: await runOf({ command }), options: { ...options } };
      try {
        const warned = { caution: note, warn: note };
        await runAndSave(name, asked, { ...callContext(context, sessions, signal), ...warned });
      } catch (error) {
        // It is saved: that is the answer.
        if (!(error instanceof NotAvailableError)) throw error;
      }
      return (await listed()).filter((trip) => trip.name === tripName(name));
    },
  };
}

function callContext(context: Context, sessions: readonly Session[], signal: AbortSignal): Context {
  const settings = { ...context.settings, format: 'json' as const, fields: undefined, jq: undefined };
  const progress = { ...context.progress, meter: () => {} };
  // The commands that save use no more of a session.
  return quietContext(sessions as readonly OpenSession[], { ...context, settings, progress, signal });
}

/** Only operators that this server serves, and the sandbox that it has. Throws UsageError for any other. */
function openServed(context: Context, served: Sessions, signal: AbortSignal): Context['sessionWith'] {
  return async (chosen: ChosenOperator, rules) => {
    const name = chosen.sandbox === false ? chosen.operator.name : sandboxName(chosen.sandbox);
    const [known] = served.named([name]);
    const isSame = chosen.sandbox !== false || known?.operator.baseUrl.href === chosen.operator.baseUrl.href;
    if (known === undefined || !isSame) throw new UsageError(`the operator "${name}" has another address now`);
    const session = await context.sessionWith({ sandbox: false, operator: known.operator }, rules);
    return { ...session, ...session.during(signal) };
  };
}
