import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { cleanEnvironment, temporaryFolder } from './environment.ts';

export interface Ended {
  /** As a shell reports it: 128 + the signal's number if a signal ended the program. */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Called after each chunk with everything printed so far. */
  readonly onOutput?: (
    printed: { stdout: string; stderr: string },
    kill: (signal: NodeJS.Signals) => void,
  ) => void;
}

/**
 * The Node that runs the program. The gate runs these tests with several; vitest itself stays on
 * its own.
 */
export const node = process.env['RENTAL_TEST_NODE'] || process.execPath;
/** What it runs; a single executable if `node` is `env`, which starts it. */
export const binary = process.env['RENTAL_TEST_BINARY'] || resolve('bin/rental.js');

/** Runs the real program, piped, in a clean environment. */
export function program(args: readonly string[], options: ProgramOptions = {}): Promise<Ended> {
  const env = { ...cleanEnvironment(temporaryFolder()), ...options.env };
  const child = spawn(node, [binary, ...args], { env, stdio: 'pipe' });
  const { printed, ended } = collect(child, () =>
    options.onOutput?.(printed, (signal) => child.kill(signal)),
  );
  child.stdin.end(options.input ?? '');
  return ended;
}

/** Reads what a child prints. */
export function collect(child: ChildProcess, onOutput?: () => void) {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk;
      onOutput?.();
    });
  }
  const ended = new Promise<Ended>((done, fail) => {
    child
      .once('error', fail)
      .once('close', (code, signal) => done({ code: shellCode(code, signal), signal, ...printed }));
  });
  return { printed, ended };
}

export function shellCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
}
