/** What a handler may use. Everything costly is made when it is first asked for, once, and closed at the end. */
import type { Config } from '../operators/config.ts';
import { chooseOperator, chooseOperators, knownOperators, type Operator } from '../operators/operator.ts';
import { InputNeededError, InterruptedError } from '../errors.ts';
import type { CalendarDate } from '../api/types.ts';
import { todayIn } from '../planner/calendar.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/prompts.ts';
import { createDeployment, type Deployment } from '../operators/deployment.ts';
import type { Settings } from './settings.ts';

/** The operator that the command talks to is the context's own; UsageError where none is named. */
export interface Context extends Deployment {
  readonly io: Io;
  readonly settings: Settings;
  /** Aborts on Ctrl-C and SIGTERM, with an InterruptedError. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Every operator that is named (`--operator a,b`), each with a connection and a budget of its own. */
  deployments(): readonly Deployment[];
  /** The operators that are configured or named; asks and starts nothing. */
  operators(): readonly Operator[];
  /** Today at the operator's. */
  today(): Promise<CalendarDate>;
  /** Throws InputNeededError naming `flag` where nothing can be asked. */
  prompts(flag: string): Promise<Prompts>;
  /** Closes something of the handler's own when the command is over, however it ends. */
  atEnd(close: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface ContextParts {
  readonly io: Io;
  readonly settings: Settings;
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

export function createContext(parts: ContextParts): Context {
  const { io, settings, config, signal, progress } = parts;
  const closers: (() => Promise<void>)[] = [];
  // A handler may end before what it began: then nothing must go on waiting.
  const ending = new AbortController();
  const end = (): void => ending.abort(signal.aborted ? signal.reason : new InterruptedError());
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  const shared = { io, settings, progress, closers, signal: ending.signal };
  const own = createDeployment({ ...shared, choose: () => chooseOperator(settings.operatorChoices, config) });

  return {
    ...own,
    io,
    settings,
    signal,
    progress,
    deployments: () => {
      const chosen = chooseOperators(settings.operatorChoices, config);
      return chosen.length === 1 ? [own] : chosen.map((one) => createDeployment({ ...shared, choose: () => one }));
    },
    operators: () => knownOperators(settings.operatorChoices, config),
    today: async () => todayIn((await own.operator()).timeZone, io.now()),
    prompts: async (flag) => {
      refuseWithoutTerminal(io, settings, flag);
      const { createPalette } = await import('../terminal/colour.ts');
      const { createPrompts } = await import('../terminal/prompts.ts');
      return createPrompts({ io, signal, palette: createPalette(io.stderr, io.env, settings.color) });
    },
    atEnd: (closeOne) => void closers.unshift(closeOne),
    close: async () => {
      signal.removeEventListener('abort', end);
      end();
      for (const closeOne of closers.splice(0)) await closeOne();
    },
  };
}

/** Whether anything can be asked: stdin and stderr are terminals, and nobody said not to. */
export function canPrompt(io: Io, settings: Settings): boolean {
  const inCi = !['', '0', 'false', 'no'].includes((io.env['CI'] ?? '').toLowerCase());
  return settings.input && !inCi && io.stdin.isTTY === true && io.stderr.isTTY === true;
}

function refuseWithoutTerminal(io: Io, settings: Settings, flag: string): void {
  if (canPrompt(io, settings)) return;
  throw new InputNeededError(`${flag} is needed`, { hint: 'prompts are off here: give it on the command line' });
}
