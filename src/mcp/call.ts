/** One call of a tool: input, sessions, the tool itself, and its document or error as a result. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { InterruptedError, RentalError } from '../errors.ts';
import { errorReport, toolText } from './errors.ts';
import { fit } from './fit.ts';
import { readInput } from './inputs.ts';
import type { Sessions } from './operators.ts';
import { createProgress, type Notice } from './progress.ts';
import { fieldsOf, inputOf } from './tool-list.ts';
import type { Call, Tool } from './tool.ts';

export interface CallEnvironment {
  readonly sessions: Sessions;
  readonly machine: {
    now(): number;
    monotonic(): number;
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
  };
  /** Told about bugs and about messages that are not understood. */
  onTrouble(error: unknown): void;
}

interface CallOptions extends CallEnvironment {
  readonly signal: AbortSignal;
  /** Sends progress; undefined if the caller wants none. */
  readonly send: ((notice: Notice) => void) | undefined;
}

/** Never rejects: an error is a result, too. */
export async function callTool(tool: Tool, given: unknown, options: CallOptions): Promise<CallToolResult> {
  const { sessions, machine, onTrouble, send } = options;
  const ending = new AbortController();
  const end = (): void => ending.abort(new InterruptedError());
  if (options.signal.aborted) end();
  options.signal.addEventListener('abort', end, { once: true });
  const progress = createProgress(send, machine);
  const notes: string[] = [];
  const release = sessions.listen((event, name) => {
    if (event.type === 'notice') notes.push(toolText(event.message));
    progress.onEvent(event, name);
  });
  try {
    return await run(tool, given, { ...options, progress, notes, signal: ending.signal });
  } catch (error) {
    if (!(error instanceof RentalError)) onTrouble(error);
    return { content: [{ type: 'text', text: JSON.stringify({ error: errorReport(error) }) }], isError: true };
  } finally {
    release();
    options.signal.removeEventListener('abort', end);
  }
}

async function run(
  tool: Tool,
  given: unknown,
  { sessions, machine, signal, progress, notes }: CallOptions & Pick<Call, 'progress'> & { readonly notes: string[] },
): Promise<CallToolResult> {
  const { operator: wanted, operators, offset = 0, limit = 1, ...input } = readInput(inputOf(tool, sessions), given);
  const page = { lists: tool.pages?.lists ?? [], offset: offset as number, limit: limit as number };
  const name = tool.asks === 'one' ? sessions.one(wanted as string | undefined) : undefined;
  const document = await tool.run(input, {
    get session() {
      if (name === undefined) throw new Error(`${tool.name} asks no operator`);
      return name.during(signal);
    },
    sessions: (ending) => sessions.named(operators as string[] | undefined).map((one) => one.during(ending)),
    page,
    areNamed: operators !== undefined,
    signal,
    sleep: (ms, ending) => machine.sleep(ms, ending),
    progress,
    note: (...texts) => notes.push(...texts.map(toolText)),
    budgets: () => sessions.budgets(),
  });
  const operator = name && { operator: name.operator.name };
  return fit({ document: { ...operator, ...document }, fields: fieldsOf(tool), notes: [...new Set(notes)] }, page);
}
