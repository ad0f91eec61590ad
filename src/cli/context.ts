/** What a handler may use. Everything costly is made when it is first asked for, once, and closed at the end. */
import { InterruptedError, inWords, type ConfigError, type FieldText } from '../errors.ts';
import { chooseOperator, chooseOperators, knownOperators, type KnownOperators } from '../operators/choose.ts';
import { once } from '../operators/once.ts';
import { openSession, type Endpoint, type OpenSession } from '../operators/session.ts';
import type { Config } from '../operators/operator.ts';
import type { Operator } from '../planner/session.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/questions.ts';
import { isOff } from '../text.ts';
import type { Answered } from '../trips/trip.ts';
import { flagOf } from './flags.ts';
import type { Settings } from './settings.ts';
import type { Levels } from './sources.ts';

export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** What the settings were made of. */
  readonly levels: Levels;
  readonly config: Config;
  /** In the environment and the configuration file; empty unless the command reports them. */
  readonly mistakes: readonly ConfigError[];
  /** Aborts on Ctrl-C, SIGTERM and SIGHUP, with an InterruptedError. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** With `--save`: keeps the answer when it has been printed. */
  readonly keep?: (answered: () => Promise<Answered | string>) => void;
  /** A session to the operator that the command talks to. Throws UsageError if none is named. */
  session(): Promise<OpenSession>;
  /** A session to an operator that the command line does not name. `refresh`: no stored answer counts. */
  sessionWith(
    operator: Operator,
    rules?: { readonly isNamed?: boolean; readonly refresh?: boolean },
  ): Promise<OpenSession>;
  /** One session for each operator that is named (`--operator a,b`). */
  sessions(): Promise<readonly OpenSession[]>;
  /** The operators that are named, or else all that are configured; asks and starts nothing. */
  operators(): KnownOperators;
  /** Prints notes on stderr, with the fields named as flags. */
  note(...notes: readonly FieldText[]): void;
  /** The same for what must not be missed: it is said also with `--quiet`, and again when a saved answer is shown. */
  warn(...warnings: readonly FieldText[]): void;
  readonly canPrompt: boolean;
  /** A person reads the view on a terminal; every other form has records or a document. */
  readonly showsView: boolean;
  /** A person or an assistant reads the answer: depots that were given by id get their names, at the cost of a request if need be. */
  readonly wantsNames: boolean;
  /** Only if `canPrompt`. */
  prompts(): Promise<Prompts>;
  /** Runs `work` when the result was printed, or the reader of stdout has gone; not after an error. It can still ask the service. */
  afterResult(work: () => Promise<void>): void;
  /** The result was printed, or the reader of stdout has gone. */
  printed(): Promise<void>;
  /** Calls `close` when the command is over, however it ends. */
  atEnd(close: () => Promise<void>): void;
  close(): Promise<void>;
}

type Given = Pick<Context, 'io' | 'settings' | 'levels' | 'config' | 'mistakes' | 'signal' | 'progress'>;

export function createContext(given: Given): Context {
  const { io, settings, config, signal, progress } = given;
  const closers = new Set<() => Promise<void>>();
  const later: (() => Promise<void>)[] = [];
  // A handler may end before its requests do: then they must stop waiting.
  const ending = new AbortController();
  const stop = AbortSignal.any([signal, ending.signal]);

  const open: Context['sessionWith'] = async (operator, { isNamed = false, refresh = settings.refresh } = {}) => {
    const { timeout: timeoutMs, maxWait: maxWaitMs, retries, budget } = settings;
    const session = openSession({
      ...{ operator, machine: io, signal: stop, timeoutMs, maxWaitMs, retries, budget, refresh, isNamed },
      onEvent: (event) => progress.onEvent(event, isNamed ? operator.name : undefined),
      onCall: (endpoint) => progress.begin(callLabels[endpoint]),
    });
    const close = once(async () => {
      // A watch opens sessions for weeks.
      closers.delete(close);
      await session.close();
    });
    closers.add(close);
    return { ...session, close };
  };
  const openOne = (one: Operator, _: number, all: readonly Operator[]) => open(one, { isNamed: all.length > 1 });
  const { stdin, stdout, stderr, env } = io;
  const { noInput, format = 'table', fields } = settings;
  const showsView = stdout.isTTY === true && format === 'table' && fields === undefined;
  return {
    ...given,
    canPrompt: !noInput && isOff(env['CI']) && stderr.isTTY === true && stdin.isTTY === true,
    showsView,
    wantsNames: showsView,
    session: once(async () => open(chooseOperator(settings.operatorChoices, config))),
    sessionWith: open,
    sessions: once(async () => Promise.all(chooseOperators(settings.operatorChoices, config).map(openOne))),
    operators: () => knownOperators(settings.operatorChoices, config),
    note: inFlags(progress.note),
    warn: inFlags(progress.warn),
    prompts: () => openPrompts(given),
    afterResult: (work) => void later.push(work),
    printed: async () => {
      for (const work of later.splice(0)) await work();
    },
    atEnd: (close) => void closers.add(close),
    close: async () => {
      ending.abort(new InterruptedError());
      for (const close of closers) await close();
    },
  };
}

/** Prints texts, with the fields named as flags. */
function inFlags(print: (text: string) => void): (...texts: readonly FieldText[]) => void {
  return (...texts) => texts.forEach((one) => print(inWords(one, flagOf)));
}

async function openPrompts({ io, signal, settings, progress: { hold } }: Given): Promise<Prompts> {
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
  depots: 'looking for depots',
  availability: 'looking for vehicles',
  accessories: 'looking for accessories',
  insuranceTypes: 'looking for insurance plans',
  quote: 'asking for the quote',
};
