/**
 * What a handler may use. Everything costly is made when it is first asked for, memoize, and closed
 * at the end.
 */
import { InterruptedError } from '../base/errors.ts';
import { inWords, type FieldText } from '../base/field-text.ts';
import { chooseOperator, chooseOperators } from '../operators/choose.ts';
import { memoize } from '../base/memoize.ts';
import { openSession, type Endpoint, type OpenSession } from '../operators/session.ts';
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
  /** What the settings were made of. */
  readonly sources: Sources;
  /** Aborts on Ctrl-C, SIGTERM and SIGHUP, with an InterruptedError. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly canPrompt: boolean;
  /** A person reads the view on a terminal; every other form has records or a document. */
  readonly showsView: boolean;
  /**
   * A person or an assistant reads the answer: depots that were given by id get their names, at the
   * cost of a request if need be.
   */
  readonly wantsNames: boolean;
  /** The caller types flags; a tool's caller has only its inputs. */
  readonly takesFlags: boolean;
  /** A session to the operator that the command talks to. Throws UsageError if none is named. */
  session(): Promise<OpenSession>;
  /** One session for each operator that is named (`--operator a,b`). */
  sessions(): Promise<readonly OpenSession[]>;
  /** A session to an operator that the command line does not name. */
  openSession(operator: Operator, rules?: SessionRules): OpenSession;
  /** Prints notes on stderr, with the fields named as flags. */
  note(...notes: readonly FieldText[]): void;
  /**
   * The same for what must not be missed: it is said also with `--quiet`, and again when a saved
   * answer is shown.
   */
  warn(...warnings: readonly FieldText[]): void;
  /** After a warning: what to do about it. The text ends with `command`. */
  hint(text: string, command: string): void;
  /** Prints what is known so far on stderr, above a question. */
  preview(view: readonly Block[]): Promise<void>;
  /** Only if `canPrompt`. */
  prompts(): Promise<Prompts>;
}

export interface SessionRules {
  /** Whether what happens is said with the operator's name. Default: false. */
  readonly isNamed?: boolean;
  /** Whether no stored answer counts. Default: as the settings say. */
  readonly refresh?: boolean;
}

/** Its palette is that of stderr. */
export type PrintView = (view: readonly Block[], settings: Settings) => Promise<void>;

interface ContextParts extends Pick<
  Context,
  'io' | 'settings' | 'sources' | 'signal' | 'progress'
> {
  /** See SessionOptions. */
  readonly freshNames?: boolean;
  /** Prints a view on stderr. Not needed where nothing is asked. */
  readonly print?: PrintView | undefined;
}

export interface OpenContext {
  readonly context: Context;
  /** Ends what the command has left open. */
  close(): Promise<void>;
}

export function openContext(parts: ContextParts): OpenContext {
  const { io, settings, sources, signal, progress, freshNames = false, print } = parts;
  const { timeout: timeoutMs, maxWait: maxWaitMs, retries, budget } = settings;
  const opened = new Set<OpenSession>();
  // A handler may end before its requests do: then they must stop waiting.
  const ending = new AbortController();
  const stop = AbortSignal.any([signal, ending.signal]);

  const open: Context['openSession'] = (
    operator,
    { isNamed = false, refresh = settings.refresh } = {},
  ) => {
    const session = openSession({
      ...{
        operator,
        machine: io,
        signal: stop,
        timeoutMs,
        maxWaitMs,
        retries,
        budget,
        refresh,
        freshNames,
        isNamed,
      },
      onEvent: (event) => progress.onEvent(event, isNamed ? operator.name : undefined),
      onCall: (endpoint) => progress.begin(callLabels[endpoint]),
      // A watch opens sessions for weeks.
      onClose: (closed) => opened.delete(closed),
    });
    opened.add(session);
    return session;
  };
  const chooseAll = () => chooseOperators(settings.operatorChoice, sources.config);
  const showsView = isView(io, settings);
  const context: Context = {
    io,
    settings,
    sources,
    signal,
    progress,
    canPrompt: canAsk(io, settings),
    showsView,
    wantsNames: showsView,
    takesFlags: true,
    session: memoize(async () => open(chooseOperator(settings.operatorChoice, sources.config))),
    sessions: memoize(async () =>
      chooseAll().map((one, _, all) => open(one, { isNamed: all.length > 1 })),
    ),
    openSession: open,
    note: inFlags(progress.note),
    warn: inFlags(progress.warn),
    hint: progress.hint,
    preview: async (view) => {
      const release = progress.hold();
      await print?.(view, settings);
      release();
    },
    prompts: () => openPrompts(parts),
  };
  const close = async (): Promise<void> => {
    ending.abort(new InterruptedError());
    for (const session of opened) await session.close();
  };
  return { context, close };
}

/** Reads stdin last: to open it takes Node 10 ms, which most scripts need not wait for. */
function canAsk(io: Io, { noInput }: Settings): boolean {
  return !noInput && isOff(io.env['CI']) && io.stderr.isTTY === true && io.stdin.isTTY === true;
}

function isView({ stdout }: Io, { format = 'table', fields }: Settings): boolean {
  return stdout.isTTY === true && format === 'table' && fields === undefined;
}

/** Prints texts, with the fields named as flags. */
function inFlags(print: (text: string) => void): (...texts: readonly FieldText[]) => void {
  return (...texts) => texts.forEach((one) => print(inWords(one, flagOf)));
}

async function openPrompts({
  io,
  signal,
  settings,
  progress: { hold },
}: ContextParts): Promise<Prompts> {
  // A dumb terminal cannot draw anything again either.
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
