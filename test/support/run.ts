import { main } from '../../src/main.ts';
import { cleanEnvironment, temporaryFolder } from './environment.ts';
import { createIo, type IoOptions } from './io.ts';

export interface RunOptions extends IoOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Told all that a stream has, whenever there is more. */
  readonly onStdout?: (text: string) => void;
  readonly onStderr?: (text: string) => void;
  /** Receives a function that interrupts the run. */
  readonly onStart?: (interrupt: (signal: 'SIGINT' | 'SIGTERM') => void) => void;
}

export type RunResult = Awaited<ReturnType<typeof run>>;

/** Runs the program in this process, on streams that tests can read. */
export async function run(args: readonly string[], options: RunOptions = {}) {
  const { env, onStdout, onStderr, onStart } = options;
  const { io, printed, interrupt } = createIo({ ...cleanEnvironment(temporaryFolder()), ...env }, options);
  onStart?.(interrupt);
  if (onStdout !== undefined) io.stdout.on('data', () => onStdout(printed.stdout));
  if (onStderr !== undefined) io.stderr.on('data', () => onStderr(printed.stderr));
  const code = await main(args, io);
  return { code, ...printed };
}
