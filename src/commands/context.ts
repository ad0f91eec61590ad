/** What a handler may use. Everything costly is made when it is first asked for, once, and closed at the end. */
import type { Config } from '../operators/config.ts';
import { chooseOperator, type Operator } from '../operators/operator.ts';
import { InputNeededError } from '../errors.ts';
import type { Client } from '../interface/client.ts';
import type { CalendarDate, Depot } from '../interface/types.ts';
import { todayIn } from '../planner/calendar.ts';
import type { Io } from '../terminal/io.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/prompts.ts';
import type { Connection } from './connect.ts';
import type { Settings } from './settings.ts';

export interface Context {
  readonly io: Io;
  readonly settings: Settings;
  /** Aborts on Ctrl-C and SIGTERM, with an InterruptedError. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** The deployment to talk to; starts the sandbox where that is the one. Throws UsageError where none is named. */
  operator(): Promise<Operator>;
  client(): Promise<Client>;
  /** The same connection without retries, for whoever judges answers as they are. */
  connection(): Promise<Connection>;
  /** Today at the operator's. */
  today(): Promise<CalendarDate>;
  /** For looking names up: a stored list does, unless --refresh. */
  depots(): Promise<readonly Depot[]>;
  /** The depots that were looked up so far; empty where ids alone were used. */
  knownDepots(): readonly Depot[];
  /** Throws InputNeededError naming `flag` where nothing can be asked. */
  prompts(flag: string): Promise<Prompts>;
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
  let known: readonly Depot[] = [];

  const operator = once(async (): Promise<Operator> => {
    const chosen = chooseOperator(settings.operatorChoices, config);
    if (!chosen.sandbox) return chosen.operator;
    const { startOwnSandbox } = await import('./own-sandbox.ts');
    const own = await startOwnSandbox(io);
    closers.unshift(() => own.close());
    return own.operator;
  });

  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./connect.ts');
    const made = await connect({ io, settings, signal, progress, operator: await operator() });
    closers.unshift(() => made.close());
    return made;
  });
  const client = async (): Promise<Client> => (await connection()).client;

  const depots = once(async (): Promise<readonly Depot[]> => {
    const { lookUpDepots } = await import('./depot-store.ts');
    known = await lookUpDepots({ io, settings, progress, operator: await operator(), client: await client() });
    return known;
  });

  return {
    io,
    settings,
    signal,
    progress,
    operator,
    client,
    connection,
    depots,
    knownDepots: () => known,
    today: async () => todayIn((await operator()).timeZone, io.now()),
    prompts: async (flag) => {
      refuseWithoutTerminal(io, settings, flag);
      const { createPalette } = await import('../terminal/colour.ts');
      const { createPrompts } = await import('../terminal/prompts.ts');
      return createPrompts({ io, signal, palette: createPalette(io.stderr, io.env, settings.color) });
    },
    close: async () => {
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

/** A failed attempt is not kept: the next caller tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
