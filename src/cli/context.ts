/** What a handler may use. What is costly is made at its first use and closed at the end. */
import { InterruptedError } from '../base/errors.ts';
import { inWords, type FieldText } from '../base/field-text.ts';
import { chooseOperator, chooseOperators } from '../operators/choose.ts';
import { memoize } from '../base/memoize.ts';
import { openSession, type OpenSession } from '../operators/session.ts';
import type { Endpoint } from '../operators/session-client.ts';
import type { Operator } from '../planner/session.ts';
import type { Block } from '../result.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/questions.ts';
import { isOff } from '../base/words.ts';
import { flagOf } from './flags.ts';
import type { Settings } from './settings.ts';
import type { Sources } from './sources.ts';

export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** Where the settings come from. */
  readonly sources: Sources;
  /** Aborts on Ctrl-C, SIGTERM and SIGHUP, with an InterruptedError. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly canPrompt: boolean;
  /** True: the result is shown on a terminal as a view, not as records or as a document. */
  readonly showsView: boolean;
  /** True: the names of depots that were given by id are worth a request. */
  readonly wantsNames: boolean;
  /** False for a tool of an assistant, which has inputs instead of flags, and no stderr. */
  readonly isCommandLine: boolean;
  /** A session with the operator of the command. Throws UsageError if none is named. */
  session(): Promise<OpenSession>;
  /** One session for each operator that is named (`--operator a,b`). */
  sessions(): Promise<readonly OpenSession[]>;
  /** A session with an operator that the command line does not name. */
  openSession(operator: Operator, rules?: SessionRules): OpenSession;
  /** Prints notes on stderr, with the fields named as flags. */
  note(...notes: readonly FieldText[]): void;
  /** Like `note`, but `--quiet` does not hide it. */
  warn(...warnings: readonly FieldText[]): void;
  /** What to do about a warning. `command` is the end of the text, which must not be wrapped. */
  hint(text: string, command: string): void;
  /** Prints a view on stderr, above a question. */
  preview(view: readonly Block[]): Promise<void>;
  /** Only if `canPrompt`. */
  prompts(): Promise<Prompts>;
}

export interface SessionRules {
  /** Whether progress lines name the operator. Default: false. */
  readonly isNamed?: boolean;
  /** True: stored answers are not used. Default: the setting. */
  readonly refresh?: boolean;
}

export type PrintView = (view: readonly Block[], settings: Settings) => Promise<void>;

interface ContextParts extends Pick<
  Context,
  'io' | 'settings' | 'sources' | 'signal' | 'progress'
> {
  /** Stored lists do not count, stored quotes do. (`refresh` is for both.) */
  readonly freshLists?: boolean;
  /** Prints a view on stderr. Default: nothing. */
  readonly print?: PrintView | undefined;
}

export interface ClosableContext {
  readonly context: Context;
  /** Closes the sessions that are still open. */
  close(): Promise<void>;
}

export function createContext(parts: ContextParts): ClosableContext {
  const { io, settings, sources, signal, progress, print } = parts;
  const { open, close } = createSessions(parts);
  const { operatorChoice } = settings;
  const showsView = isView(io, settings);
  const context: Context = {
    io,
    settings,
    sources,
    signal,
    progress,
    canPrompt: canAsk(io, settings),
    showsView,
    // A tool decides it by its request budget (mcp/call.ts).
    wantsNames: showsView,
    isCommandLine: true,
    session: memoize(async () => open(chooseOperator(operatorChoice, sources.config))),
    sessions: memoize(async () => {
      const operators = chooseOperators(operatorChoice, sources.config);
      return operators.map((operator) => open(operator, { isNamed: operators.length > 1 }));
    }),
    openSession: open,
    note: withFlagNames(progress.note),
    warn: withFlagNames(progress.warn),
    hint: progress.hint,
    preview: async (view) => {
      const release = progress.hold();
      try {
        await print?.(view, settings);
      } finally {
        release();
      }
    },
    prompts: () => openPrompts(parts),
  };
  return { context, close };
}

/** Opens sessions, and closes those that are still open. */
function createSessions({
  io,
  settings,
  signal,
  progress,
  freshLists = false,
}: ContextParts): Pick<ClosableContext, 'close'> & { readonly open: Context['openSession'] } {
  const opened = new Set<OpenSession>();
  // A handler may end before its requests do: then they must stop waiting.
  const ending = new AbortController();
  const stop = AbortSignal.any([signal, ending.signal]);
  const open: Context['openSession'] = (
    operator,
    { isNamed = false, refresh = settings.refresh } = {},
  ) => {
    const session = openSession({
      operator,
      machine: io,
      signal: stop,
      timeoutMs: settings.timeout,
      maxWaitMs: settings.maxWait,
      retries: settings.retries,
      budgetChoice: settings.budget,
      refresh,
      freshLists,
      isNamed,
      onEvent: (event) => progress.onEvent(event, isNamed ? operator.name : undefined),
      onCall: (endpoint) => progress.begin(callLabels[endpoint]),
      // A watch opens sessions for weeks.
      onClose: (closed) => opened.delete(closed),
    });
    opened.add(session);
    return session;
  };
  const close = async (): Promise<void> => {
    ending.abort(new InterruptedError());
    for (const session of opened) await session.close();
  };
  return { open, close };
}

/** Reads stdin last, because Node needs 10 ms to open it. */
function canAsk(io: Io, { noInput }: Settings): boolean {
  return !noInput && isOff(io.env['CI']) && io.stderr.isTTY === true && io.stdin.isTTY === true;
}

function isView({ stdout }: Io, { format = 'table', fields }: Settings): boolean {
  return stdout.isTTY === true && format === 'table' && fields === undefined;
}

function withFlagNames(print: (text: string) => void): (...texts: readonly FieldText[]) => void {
  return (...texts) => texts.forEach((text) => print(inWords(text, flagOf)));
}

async function openPrompts({
  io,
  signal,
  settings,
  progress: { hold },
}: ContextParts): Promise<Prompts> {
  // A dumb terminal cannot redraw anything either.
  if (settings.accessible || io.env['TERM'] === 'dumb') {
    const { createPlainPrompts } = await import('../terminal/plain-prompts.ts');
    return createPlainPrompts({ io, signal, hold });
  }
  const { createPalette } = await import('../terminal/colour.ts');
  const { createPrompts } = await import('../terminal/prompts.ts');
  const palette = createPalette(io.stderr, io.env, settings.color);
  return createPrompts({ io, signal, palette, hold });
}

/** What the progress line shows during a call. */
const callLabels: Readonly<Record<Endpoint, string>> = {
  depots: 'looking up depots',
  availability: 'looking up vehicles',
  accessories: 'looking up accessories',
  insuranceTypes: 'looking up insurance plans',
  quote: 'getting the quote',
};
