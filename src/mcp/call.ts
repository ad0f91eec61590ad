/**
 * One call of a tool: its input, its command in the context of the call, and the document or the
 * error as a result.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from '../cli/context.ts';
import {
  exitCodes,
  InterruptedError,
  isAnswerCode,
  RentalError,
  UnavailableError,
} from '../base/errors.ts';
import type { FieldText } from '../base/field-text.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Result } from '../result.ts';
import type { Row } from '../shape.ts';
import { cleanText, fitAnswer } from './answer.ts';
import { runAtEach } from './each-operator.ts';
import { bugForLog, errorReport, toolText } from './errors.ts';
import { readInput } from './inputs.ts';
import type { Sessions } from './operators.ts';
import { answerText } from './text.ts';
import { fieldsOf, type Tool } from './tool.ts';

export interface Call {
  readonly tool: Tool;
  readonly input: Row | undefined;
  readonly signal: AbortSignal;
  readonly meter: Context['progress']['meter'];
}

/**
 * A caller waits about a minute for an answer, so a comparison ends before that with what it has.
 */
const maxCallMs = 45_000;

/** A call may need so many requests. With fewer free, ids stay without names instead of waiting. */
const maxCallRequests = 5;

/** Never rejects: an error is a result, too. */
export async function callTool(sessions: Sessions, call: Call): Promise<CallToolResult> {
  const { context, listeners } = sessions;
  const notes = new Set<string>();
  const note = (...texts: readonly FieldText[]): void =>
    texts.forEach((one) => notes.add(toolText(one)));
  listeners.add(note);
  const ending = createDeadline(call.signal, context.io);
  try {
    const { options, operators, limit } = readInput(call.tool, sessions.names, call.input);
    const chosen = sessions.select(operators).map((one) => one.during(ending.signal));
    const run = (some: readonly OpenSession[]) =>
      call.tool.command.run(
        options,
        callContext(context, some, { call, signal: ending.signal, note }),
      );
    const result =
      call.tool.asks === 'each' && chosen.length > 1
        ? await runAtEach(chosen, (session) => run([session]))
        : await run(chosen);
    note(...(result?.notes ?? []));
    // Lets messages in, because the command and what follows can take long.
    await nextTurn();
    return await answerOf(call.tool, result, {
      sessions: chosen,
      options,
      names: sessions.names,
      limit,
      notes: [...notes],
    });
  } catch (error) {
    // After the end of the call, other errors only follow from it.
    const failure: unknown = ending.signal.aborted ? ending.signal.reason : error;
    if (!(failure instanceof RentalError)) context.note(bugForLog(failure));
    // A note can say what a word of the call was taken for.
    const withNotes = notes.size > 0 && { notes: [...notes].map(cleanText) };
    const text = JSON.stringify({ error: errorReport(failure), ...withNotes });
    return { content: [{ type: 'text', text }], isError: true };
  } finally {
    ending.abort(new InterruptedError());
    listeners.delete(note);
  }
}

interface CallParts extends Pick<Context, 'signal' | 'note'> {
  readonly call: Call;
}

/** What the command of a call may use. */
function callContext(
  server: Context,
  sessions: readonly OpenSession[],
  { call, signal, note }: CallParts,
): Context {
  const { io, settings, sources, progress, openSession, prompts } = server;
  return {
    io,
    settings,
    sources,
    signal,
    progress: { ...progress, meter: call.meter },
    canPrompt: false,
    showsView: false,
    isCommandLine: false,
    wantsNames: sessions.every(({ allowance }) => allowance().free > maxCallRequests),
    session: async () => sessions[0]!,
    sessions: async () => sessions,
    openSession,
    note,
    warn: note,
    hint: (text) => note(text),
    preview: async () => {},
    prompts,
  };
}

interface AnswerParts {
  /** The sessions to the operators that were asked. */
  readonly sessions: readonly OpenSession[];
  readonly options: Row;
  /** All operators that are served. */
  readonly names: readonly string[];
  /** The input of this name. */
  readonly limit: number | undefined;
  readonly notes: readonly string[];
}

async function answerOf(
  tool: Tool,
  result: Pick<Result, 'value' | 'subject' | 'exitCode'> | undefined,
  parts: AnswerParts,
): Promise<CallToolResult> {
  const { sessions, options, names, limit } = parts;
  const { value, subject, exitCode = exitCodes.ok } = result ?? {};
  const { name } = sessions[0]!.operator;
  const shown = (await tool.show?.(value as never, { sessions, options })) ?? (value as object);
  const trip = subject?.();
  const asked = (tool.asks === 'one' || (tool.asks === 'each' && sessions.length === 1)) && {
    operator: name,
    ...(trip !== undefined && { trip }),
  };
  const { notes = [] } = shown as { readonly notes?: readonly string[] };
  const document = { ...shown, ...asked, notes: [...notes, ...parts.notes] };
  const owner = names.length > 1 ? name : undefined;
  const answer = fitAnswer(document, tool, limit, owner);
  // Some clients read only texts, and some only the structure.
  const text = answerText(tool.textRows?.(answer) ?? answer, fieldsOf(tool));
  const content = [{ type: 'text' as const, text }];
  return {
    content,
    structuredContent: { ...answer },
    ...(!isAnswerCode(exitCode) && { isError: true }),
  };
}

/** Aborts when the time is over, or with the call. */
function createDeadline(signal: AbortSignal, { sleep }: Context['io']): AbortController {
  const ending = new AbortController();
  const end = (): void => ending.abort(new InterruptedError());
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const hint = 'call again with the same input';
  sleep(maxCallMs, ending.signal).then(
    () => ending.abort(new UnavailableError('there was not enough time to answer', { hint })),
    () => {},
  );
  return ending;
}
