/** One call of a tool: its input, its command in the context of the call, and the document or the error as a result. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from '../cli/context.ts';
import { exitCodes, InterruptedError, RentalError, UnavailableError, type FieldText } from '../errors.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Row } from '../shape.ts';
import { fit } from './answer.ts';
import { bugInWords, errorReport, toolText } from './errors.ts';
import { readInput } from './inputs.ts';
import type { Sessions } from './operators.ts';
import { fieldsOf, type Tool } from './tool.ts';

export interface CallEnvironment {
  readonly sessions: Sessions;
  /** Of the command that serves. */
  readonly context: Context;
}

/** How many requests of a call are done. */
export interface Notice {
  readonly progress: number;
  readonly total: number;
}

interface CallOptions extends CallEnvironment {
  readonly signal: AbortSignal;
  /** Sends progress, if the caller wants any. */
  send(notice: Notice): void;
}

/** A caller waits about a minute for an answer, so a comparison ends before that with what it has. */
const longestMs = 45_000;

/** Requests that a call may need for its own answer. Names of ids must not make it wait for the request limit. */
const ownRequests = 5;

/** Never rejects: an error is a result, too. */
export async function callTool(tool: Tool, given: Row | undefined, options: CallOptions): Promise<CallToolResult> {
  const { sessions, context, signal, send } = options;
  const notes = new Set<string>();
  const note = (...texts: readonly FieldText[]): void => texts.forEach((one) => notes.add(toolText(one)));
  const release = sessions.listen((event) => event.type === 'notice' && note(event.message));
  const ending = endingOf(signal, context.io);
  try {
    // A program that reads records, and hears all notes.
    const shown = { settings: { ...context.settings, format: 'plain' }, canPrompt: false, showsView: false } as const;
    const progress = { ...context.progress, meter: meterOf(send) };
    const own = { ...context, ...shown, progress, signal: ending.signal, note, warn: note };
    return await run(tool, given, { sessions, context: own, notes });
  } catch (error) {
    // An error that follows the end is not the reason for it.
    const failure: unknown = ending.signal.aborted ? ending.signal.reason : error;
    if (!(failure instanceof RentalError)) context.note(bugInWords(failure));
    return { content: [{ type: 'text', text: JSON.stringify({ error: errorReport(failure) }) }], isError: true };
  } finally {
    ending.abort(new InterruptedError());
    release();
  }
}

type Calling = CallEnvironment & { readonly notes: ReadonlySet<string> };

async function run(tool: Tool, given: Row | undefined, { sessions, context, notes }: Calling): Promise<CallToolResult> {
  const { options, operators, limit } = readInput(tool, sessions.names, given);
  const named = sessions.named(operators).map((one) => during(one, context.signal));
  const [only] = named;
  const result = await tool.command.run(options, {
    ...context,
    wantsNames: named.every(({ allowance }) => allowance().free > ownRequests),
    session: async () => only!,
    sessions: async () => named,
  });
  const { value, subject, exitCode = exitCodes.ok } = result ?? {};
  context.note(...(result?.notes ?? []));
  const shown = tool.show?.(value, options) ?? value;
  const asked = tool.asks === 'one' && { operator: only!.operator.name, trip: subject };
  const document = { ...(shown as object), ...asked, notes: [...notes] };
  const owner = sessions.names.length > 1 ? only!.operator.name : undefined;
  const answer = fit(document, fieldsOf(tool), { limit, usual: tool.limit, owner });
  const isAnswer = exitCode === exitCodes.ok || exitCode === exitCodes.no || exitCode === exitCodes.partial;
  // The text is the document, too: some clients read only texts.
  const content = [{ type: 'text' as const, text: JSON.stringify(answer) }];
  return { content, structuredContent: { ...answer }, ...(!isAnswer && { isError: true }) };
}

/** The requests of a call end with it. Calls share the list of depots. */
function during(open: OpenSession, signal: AbortSignal): OpenSession {
  const own = open.during(signal);
  return { ...open, ...own, service: { ...own.service, depots: () => own.depots.fresh() } };
}

/** Each notification must have more progress than the one before. */
function meterOf(send: CallOptions['send']): Context['progress']['meter'] {
  let last = 0;
  return (work) => {
    const { done, total } = work?.count() ?? { done: 0, total: 0 };
    if (done > last) send({ progress: done, total });
    last = Math.max(last, done);
  };
}

/** Aborts when the time is over, or with the call. */
function endingOf(signal: AbortSignal, { sleep }: Context['io']): AbortController {
  const ending = new AbortController();
  const end = (): void => ending.abort(new InterruptedError());
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const hint = 'call again with the same input';
  const late = new UnavailableError('the time was not enough for an answer', { hint });
  sleep(longestMs, ending.signal).then(
    () => ending.abort(late),
    () => {},
  );
  return ending;
}
