/** One call of a tool: its input, its command in the context of the call, and the document or the error as a result. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from '../cli/context.ts';
import { exitCodes, InterruptedError, isAnswerCode, RentalError, UnavailableError, type FieldText } from '../errors.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Row } from '../shape.ts';
import { fit } from './answer.ts';
import { bugInWords, errorReport, toolText } from './errors.ts';
import { readInput } from './inputs.ts';
import type { Sessions } from './operators.ts';
import type { Tool } from './tool.ts';

export interface Call {
  readonly tool: Tool;
  readonly given: Row | undefined;
  readonly signal: AbortSignal;
  readonly meter: Context['progress']['meter'];
}

/** A caller waits about a minute for an answer, so a comparison ends before that with what it has. */
const longestMs = 45_000;

/** Requests that a call may need for its own answer. Names of ids must not make it wait for the request limit. */
const ownRequests = 5;

/** Never rejects: an error is a result, too. */
export async function callTool(sessions: Sessions, call: Call): Promise<CallToolResult> {
  const { context, listeners } = sessions;
  const notes = new Set<string>();
  const note = (...texts: readonly FieldText[]): void => texts.forEach((one) => notes.add(toolText(one)));
  listeners.add(note);
  const ending = endingOf(call.signal, context.io);
  try {
    const progress = { ...context.progress, meter: call.meter };
    const own = { ...context, progress, signal: ending.signal, note, warn: note };
    return await run({ ...sessions, context: own }, call, notes);
  } catch (error) {
    // An error that follows the end is not the reason for it.
    const failure: unknown = ending.signal.aborted ? ending.signal.reason : error;
    if (!(failure instanceof RentalError)) context.note(bugInWords(failure));
    return { content: [{ type: 'text', text: JSON.stringify({ error: errorReport(failure) }) }], isError: true };
  } finally {
    ending.abort(new InterruptedError());
    listeners.delete(note);
  }
}

/** `notes`: all that the context is told. */
async function run({ names, named, context }: Sessions, { tool, given }: Call, notes: ReadonlySet<string>) {
  const { options, operators, limit } = readInput(tool, names, given);
  const asking = named(operators).map((one) => during(one, context.signal));
  const [only] = asking;
  const result = await tool.command.run(options, {
    ...context,
    wantsNames: asking.every(({ allowance }) => allowance().free > ownRequests),
    session: async () => only!,
    sessions: async () => asking,
  });
  const { value, subject, exitCode = exitCodes.ok } = result ?? {};
  context.note(...(result?.notes ?? []));
  // The command may have worked for long, and what follows does as well.
  await nextTurn();
  const shown = tool.show?.(value as never) ?? value;
  const asked = tool.asks === 'one' && { operator: only!.operator.name, trip: subject };
  const document = { ...(shown as object), ...asked, notes: [...notes] };
  const owner = names.length > 1 ? only!.operator.name : undefined;
  const answer = fit(document, tool, limit, owner);
  // The text is the document, too: some clients read only texts.
  const content = [{ type: 'text' as const, text: JSON.stringify(answer) }];
  return { content, structuredContent: { ...answer }, ...(!isAnswerCode(exitCode) && { isError: true }) };
}

/** The requests of a call end with it. Calls share the list of depots. */
function during(open: OpenSession, signal: AbortSignal): OpenSession {
  const own = open.during(signal);
  return { ...open, ...own, service: { ...own.service, depots: () => own.depots.fresh() } };
}

/** Aborts when the time is over, or with the call. */
function endingOf(signal: AbortSignal, { sleep }: Context['io']): AbortController {
  const ending = new AbortController();
  const end = (): void => ending.abort(new InterruptedError());
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const hint = 'call again with the same input';
  sleep(longestMs, ending.signal).then(
    () => ending.abort(new UnavailableError('the time was not enough for an answer', { hint })),
    () => {},
  );
  return ending;
}
