/** One call of a tool: its input, its command in the context of the call, and the document or the error as a result. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from '../cli/context.ts';
import { exitCodes, InterruptedError, RentalError, UnavailableError, type FieldText } from '../errors.ts';
import type { OpenSession } from '../operators/session.ts';
import { errorReport, toolText } from './errors.ts';
import { fit } from './fit.ts';
import { readInput } from './inputs.ts';
import type { Sessions } from './operators.ts';
import { createProgress, type Notice } from './progress.ts';
import { fieldsOf } from './tool-list.ts';
import type { Tool } from './tool.ts';

export interface CallEnvironment {
  readonly sessions: Sessions;
  /** Of the command that serves. */
  readonly context: Context;
  /** Told about bugs and about messages that are not understood. */
  onTrouble(error: unknown): void;
}

interface CallOptions extends CallEnvironment {
  readonly signal: AbortSignal;
  /** Sends progress; undefined if the caller wants none. */
  readonly send: ((notice: Notice) => void) | undefined;
}

/** A caller waits about a minute for an answer, so a comparison ends before that with what it has. */
const longestMs = 45_000;

/** Requests that a call may need for its own answer. Names of ids must not make it wait for the request limit. */
const ownRequests = 5;

/** Never rejects: an error is a result, too. */
export async function callTool(tool: Tool, given: unknown, options: CallOptions): Promise<CallToolResult> {
  const { sessions, context, onTrouble, send } = options;
  const progress = createProgress(send, context.io);
  const notes: string[] = [];
  const note = (...texts: readonly FieldText[]): void => void notes.push(...texts.map(toolText));
  const release = sessions.listen((event, name) => {
    if (event.type === 'notice') note(event.message);
    progress.onEvent(event, name);
  });
  const ending = endingOf(options.signal, context.io);
  try {
    const own = contextOfCall(context, { note, meter: progress.meter, signal: ending.signal });
    const result = await run(tool, given, { sessions, context: own, notes });
    options.signal.throwIfAborted();
    return result;
  } catch (error) {
    const failure = options.signal.aborted ? new InterruptedError() : error;
    if (!(failure instanceof RentalError)) onTrouble(failure);
    return { content: [{ type: 'text', text: JSON.stringify({ error: errorReport(failure) }) }], isError: true };
  } finally {
    ending.release();
    release();
  }
}

type Calling = Pick<CallEnvironment, 'sessions' | 'context'> & { readonly notes: readonly string[] };

async function run(tool: Tool, given: unknown, { sessions, context, notes }: Calling): Promise<CallToolResult> {
  const { options, operators, limit, offset } = readInput(tool, sessions, given);
  const { asks, pages } = tool;
  const during = (open: OpenSession): OpenSession => {
    const own = open.during(context.signal);
    // Calls share the list of depots.
    return { ...open, ...own, service: { ...own.service, depots: () => own.depots.fresh() } };
  };
  const named = sessions.named(operators).map(during);
  const [only] = named;
  const result = await tool.command.run(options, {
    ...context,
    get wantsNames() {
      return named.every(({ allowance }) => allowance().free > ownRequests);
    },
    session: async () => only!,
    sessions: async () => named,
    operators: () => ({ operators: named.map(({ operator }) => operator), areNamed: operators !== undefined }),
  });
  const document = await tool.show(result?.value, {
    trip: result?.subject,
    session: only!,
    ...{ sessions, options, now: () => context.io.now(), note: context.note },
  });
  context.note(...(result?.notes ?? []));
  const whose = asks === 'one' && { operator: only?.operator.name };
  const fields = fieldsOf(tool);
  // A service may add a field of this name.
  const told = { document: { ...document, ...whose }, fields, notes: [...new Set(notes)] };
  const fitting = fit(
    { ...told, hasOwners: sessions.names.length > 1 },
    { lists: pages?.lists ?? [], offset, limit: limit ?? pages?.limit ?? 1, isAsked: limit !== undefined },
  );
  const isAnswer = [exitCodes.ok, exitCodes.no, exitCodes.partial].some((code) => code === (result?.exitCode ?? 0));
  return isAnswer ? fitting : { ...fitting, isError: true };
}

/** What a call changes of the context of the command that serves: it is a program that reads JSON, and hears all notes. */
function contextOfCall(
  context: Context,
  { note, meter, signal }: Pick<Context, 'note' | 'signal'> & Pick<Context['progress'], 'meter'>,
): Context {
  const progress = {
    ...context.progress,
    note: (text: string) => note(text),
    warn: (text: string) => note(text),
    meter,
  };
  const settings = { ...context.settings, format: 'json', fields: undefined, jq: undefined } as const;
  return { ...context, settings, progress, signal, canPrompt: false, showsView: false, note, warn: note };
}

/** Aborts when the time is over, or with the call. */
function endingOf(signal: AbortSignal, { sleep }: Context['io']) {
  const stop = new AbortController();
  const over = new AbortController();
  const end = (): void => stop.abort(new InterruptedError());
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  sleep(longestMs, over.signal).then(
    () =>
      stop.abort(
        new UnavailableError('the time was not enough for an answer', { hint: 'call again with the same input' }),
      ),
    () => {},
  );
  const release = (): void => {
    over.abort();
    signal.removeEventListener('abort', end);
  };
  return { signal: stop.signal, release };
}
