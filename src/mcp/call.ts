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
import { cleanText, fit } from './answer.ts';
import { runAtEach } from './each-operator.ts';
import { bugInWords, errorReport, toolText } from './errors.ts';
import { readInput } from './inputs.ts';
import type { Sessions } from './operators.ts';
import { answerText } from './text.ts';
import { fieldsOf, type Tool } from './tool.ts';

export interface Call {
  readonly tool: Tool;
  readonly given: Row | undefined;
  readonly signal: AbortSignal;
  readonly meter: Context['progress']['meter'];
}

/**
 * A caller waits about a minute for an answer, so a comparison ends before that with what it has.
 */
const maxCallMs = 45_000;

/** Requests that a call may need. With fewer free, ids stay without names rather than wait. */
const maxOwnRequests = 5;

/** Never rejects: an error is a result, too. */
export async function callTool(sessions: Sessions, call: Call): Promise<CallToolResult> {
  const { context, listeners } = sessions;
  const notes = new Set<string>();
  const note = (...texts: readonly FieldText[]): void =>
    texts.forEach((one) => notes.add(toolText(one)));
  listeners.add(note);
  const ending = endingOf(call.signal, context.io);
  try {
    const { options, operators, limit } = readInput(call.tool, sessions.names, call.given);
    const asked = sessions.named(operators).map((one) => one.during(ending.signal));
    const run = (sessions: readonly OpenSession[]) =>
      call.tool.command.run(
        options,
        callContext(context, sessions, { call, signal: ending.signal, note }),
      );
    const result =
      call.tool.asks === 'each' && asked.length > 1
        ? await runAtEach(asked, (session) => run([session]))
        : await run(asked);
    note(...(result?.notes ?? []));
    // Lets messages in: the command may have worked for long, and what follows does too.
    await nextTurn();
    return await answerOf(call.tool, result, {
      asked,
      options,
      names: sessions.names,
      limit,
      notes: [...notes],
    });
  } catch (error) {
    // After the end of the call, other errors only follow from it.
    const failure: unknown = ending.signal.aborted ? ending.signal.reason : error;
    if (!(failure instanceof RentalError)) context.note(bugInWords(failure));
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
  asked: readonly OpenSession[],
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
    wantsNames: asked.every(({ allowance }) => allowance().free > maxOwnRequests),
    session: async () => asked[0]!,
    sessions: async () => asked,
    openSession,
    note,
    warn: note,
    hint: (text) => note(text),
    preview: async () => {},
    prompts,
  };
}

interface AnswerParts {
  readonly asked: readonly OpenSession[];
  readonly options: Row;
  /** The names of all operators that are served. */
  readonly names: readonly string[];
  /** The length of lists. */
  readonly limit: number | undefined;
  readonly notes: readonly string[];
}

async function answerOf(
  tool: Tool,
  result: Pick<Result, 'value' | 'subject' | 'exitCode'> | undefined,
  parts: AnswerParts,
): Promise<CallToolResult> {
  const { asked, options, names, limit } = parts;
  const { value, subject, exitCode = exitCodes.ok } = result ?? {};
  const only = asked[0]!;
  const shown =
    (await tool.show?.(value as never, { sessions: asked, options })) ?? (value as object);
  const trip = subject?.();
  const question = (tool.asks === 'one' || (tool.asks === 'each' && asked.length === 1)) && {
    operator: only.operator.name,
    ...(trip !== undefined && { trip }),
  };
  const { notes = [] } = shown as { readonly notes?: readonly string[] };
  const document = { ...shown, ...question, notes: [...notes, ...parts.notes] };
  const owner = names.length > 1 ? only.operator.name : undefined;
  const answer = fit(document, tool, limit, owner);
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
function endingOf(signal: AbortSignal, { sleep }: Context['io']): AbortController {
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
