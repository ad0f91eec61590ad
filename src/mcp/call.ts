/** One call of a tool: input, sessions, the tool itself, and its document or error as a result. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { InterruptedError, RentalError } from '../errors.ts';
import { stringifyJson } from '../json.ts';
import { cleanDocument } from './clean.ts';
import { errorReport, toolText } from './errors.ts';
import { readInput } from './inputs.ts';
import type { Sessions } from './operators.ts';
import { createProgress, type Notice } from './progress.ts';
import { documentOf, inputOf } from './tool-list.ts';
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
  const release = sessions.listen(progress.onEvent);
  try {
    return success(await run(tool, given, { ...options, progress, signal: ending.signal }));
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
  { sessions, machine, signal, progress }: CallOptions & Pick<Call, 'progress'>,
): Promise<object> {
  const { operator, operators, ...input } = readInput(inputOf(tool, sessions), given);
  const notes: string[] = [];
  const name = tool.asks === 'one' ? sessions.one(operator as string | undefined) : undefined;
  const document = await tool.run(input, {
    get session() {
      if (name === undefined) throw new Error(`${tool.name} asks no operator`);
      return name.during(signal);
    },
    sessions: (ending) => sessions.named(operators as string[] | undefined).map((one) => one.during(ending)),
    areNamed: operators !== undefined,
    signal,
    sleep: (ms, ending) => machine.sleep(ms, ending),
    progress,
    note: (...texts) => notes.push(...texts.map(toolText)),
    budgets: () => sessions.budgets(),
  });
  return {
    ...(name !== undefined && { operator: name.operator.name }),
    ...(cleanDocument(document, documentOf(tool)) as object),
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
  };
}

/** The text is the document, too: some clients read only texts. */
function success(document: object): CallToolResult {
  const text = stringifyJson(document);
  // The protocol has no room for more digits than a number holds.
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
}
