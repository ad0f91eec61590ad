import { main } from '../../src/main.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';
import { createIo, type IoOptions } from './io.ts';

/** Interrupts the run. */
type Interrupt = ReturnType<typeof createIo>['interrupt'];

export interface RunOptions extends IoOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Called after each chunk with everything printed to stdout so far. */
  readonly onStdout?: (text: string, interrupt: Interrupt) => void;
  readonly onStart?: (interrupt: Interrupt) => void;
}

export type RunResult = Awaited<ReturnType<typeof run>>;

/** Runs the program in this process, on streams that tests can read. */
export async function run(args: readonly string[], options: RunOptions = {}) {
  const { env, onStdout, onStart } = options;
  const { io, printed, interrupt } = createIo(
    { ...cleanEnvironment(temporaryFolder()), ...env },
    options,
  );
  onStart?.(interrupt);
  if (onStdout !== undefined) io.stdout.on('data', () => onStdout(printed.stdout, interrupt));
  const code = await main(args, io);
  return { code, ...printed };
}
